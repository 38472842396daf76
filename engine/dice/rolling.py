"""Dice and draws: values fixed only after their decision, bound to log, frame, index and purpose.

Bytes come from keyed BLAKE2b over (log id, physical frame number, index of the roll in its frame, purpose);
a value is taken from them without bias by rejection. The frame number only grows, so that neither undo nor
a branch can see or repeat a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from hexledger.engine.errors import EngineError
from hexledger.events.model import DICE_MODES, PRACTICE


class Asked(msgspec.Struct, frozen=True):
    """What a person must know to roll a real die, or to draw from a real cup.

    purpose  word that the roll is for (the pool of a draw)
    below    faces of the die, or tokens in the cup
    low      lowest value of the die
    subject  piece or place that it is about, -1 none
    rule     number of the rule that asks, 0 none
    tokens   (token, how many) in the cup, ascending; empty for a die
    printed  what each face of the die shows, where that is not low, low + 1 ...; empty for an ordinary die
    """

    purpose: int
    below: int
    low: int = 0
    subject: int = -1
    rule: int = 0
    tokens: tuple[tuple[int, int], ...] = ()
    printed: tuple[int, ...] = ()

    def shown(self, number: int) -> int:
        """What the face with a number (counted from 0) shows."""
        return self.printed[number] if self.printed else number + self.low

    def face(self, value: int) -> int | None:
        """Number of a face that shows this, counted from 0; the first of several. None when the die has no such."""
        if self.printed:
            return self.printed.index(value) if value in self.printed else None
        return value - self.low if 0 <= value - self.low < self.below else None

    def faces_text(self) -> str:
        """What the die can show, for a person: `0 to 9`, `1, 1, 1, 2, 2 or 3`."""
        if self.printed:
            *most, last = map(str, self.printed)
            return f"{', '.join(most)} or {last}"
        return f"{self.low} to {self.low + self.below - 1}"


class DiceWanted(EngineError):
    """A decision rolls, and its dice are not at hand: nothing was decided, and it may be handed in again with them.

    asked  what the roll is for
    mode   number of the dice mode
    given  rolls of this decision that were there
    why    what is missing, in words

    situation  where the decision has come to: equal in two places from which it goes on alike. None where nobody can
               say, as in the middle of a step that has rolled already
    stopped    the recorder and the automatic step that it stopped in; None where no such step ran
    """

    situation: Hashable = None
    stopped: tuple[Any, Any] | None = None

    def __init__(self, asked: Asked, mode: int, given: int, why: str) -> None:
        super().__init__(f"{DICE_MODES[mode]} dice: {why}")
        self.asked = asked
        self.mode = mode
        self.given = given
        self.why = why


class Roller(Protocol):
    """The dice of one decision, in the order in which its rules ask for them."""

    mode: int
    evidence: list[str]

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """A whole number 0 <= n < below; `purpose` is the word the roll is for, `asked` what a person must know."""
        ...


class DiceSource(Protocol):
    """The dice of one game; makes a Roller for each decision."""

    mode: int

    def roller(self, seq: int) -> Roller:
        """Dice for the decision that will become physical frame `seq`."""
        ...


def unbiased(stream: bytes, below: int) -> int | None:
    """First number of a byte stream that maps without bias onto 0..below-1; None if none does.

    One byte a try up to 256 outcomes, else four bytes big-endian. A try at or above the greatest multiple of
    `below` is rejected, so every value has equally many preimages (F46).
    """
    if below < 1 or below > 1 << 32:
        raise ValueError(f"cannot roll one of {below}")
    width = 1 if below <= 256 else 4
    limit = (1 << 8 * width) // below * below
    for at in range(0, len(stream) - width + 1, width):
        value = int.from_bytes(stream[at : at + width], "big")
        if value < limit:
            return value % below
    return None


def derive(key: bytes, log_id: str, seq: int, index: int, purpose: int, below: int) -> int:
    """The value of a roll under a 32-byte key: the one formula of all hidden-seed modes."""
    counter = 0
    while True:
        message = b"%s|%d|%d|%d|%d|%d" % (log_id.encode(), seq, index, purpose, below, counter)
        value = unbiased(blake2b(message, key=key, person=b"hexledger dice").digest(), below)
        if value is not None:
            return value
        counter += 1


def derive_fixed(key: bytes, index: int, purpose: int, below: int) -> int:
    """The value of roll `index` under the 32-byte key that follows from a fixed decision's leaf (format 2).

    Neither log id nor frame number enters it: the leaf stands for both.
    """
    counter = 0
    while True:
        message = b"".join(part.to_bytes(4, "big") for part in (index, purpose, below, counter))
        value = unbiased(blake2b(message, key=key, person=b"hexledger dice 2").digest(), below)
        if value is not None:
            return value
        counter += 1


class PracticeDice:
    """Open seed: anybody can compute every roll. For training, tests and bots; shown as such everywhere."""

    mode = PRACTICE

    def __init__(self, log_id: str, seed: str) -> None:
        self.log_id = log_id
        self.key = blake2b(seed.encode(), digest_size=32, person=b"hexledger seed").digest()

    def roller(self, seq: int) -> PracticeRoller:
        """Dice for physical frame `seq`."""
        return PracticeRoller(self.key, self.log_id, seq)


class PracticeRoller:
    """Practice dice of one decision."""

    mode = PRACTICE

    def __init__(self, key: bytes, log_id: str, seq: int) -> None:
        self._key = key
        self._log_id = log_id
        self._seq = seq
        self._index = 0
        self.evidence: list[str] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """Next value 0 <= n < below."""
        index, self._index = self._index, self._index + 1
        return derive(self._key, self._log_id, self._seq, index, purpose, below)


class NoDice:
    """Where no roll can be made: every roll raises DiceWanted."""

    def __init__(self, mode: int, why: str) -> None:
        self.mode = mode
        self.why = why
        self.evidence: list[str] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """Refuse."""
        raise DiceWanted(asked or Asked(purpose, below), self.mode, 0, self.why)


class KeyedRoller:
    """Dice of one decision under a key that is fetched when its first roll is asked for.

    `fetch` gives the 32-byte key and the evidence that comes with it, or raises DiceWanted.
    """

    def __init__(self, mode: int, log_id: str, seq: int, fetch: Callable[[Asked], tuple[bytes, Sequence[str]]]) -> None:
        self.mode = mode
        self.evidence: list[str] = []
        self._log_id = log_id
        self._seq = seq
        self._fetch = fetch
        self._key: bytes | None = None
        self._index = 0

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """Next value 0 <= n < below."""
        if self._key is None:
            self._key, evidence = self._fetch(asked or Asked(purpose, below))
            self.evidence.extend(evidence)
        index, self._index = self._index, self._index + 1
        return derive(self._key, self._log_id, self._seq, index, purpose, below)


class FixedRoller:
    """Format 2: dice of one fixed decision under its 32-byte key; `evidence` is what the rolling frame shows."""

    def __init__(self, mode: int, key: bytes, evidence: Sequence[str]) -> None:
        self.mode = mode
        self.evidence: list[str] = []
        self._key = key
        self._shown = tuple(evidence)
        self._index = 0

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """Next value 0 <= n < below."""
        if not self._index:
            self.evidence.extend(self._shown)
        index, self._index = self._index, self._index + 1
        return derive_fixed(self._key, index, purpose, below)


def practice_log_id(seed: str, game: str, scenario: str) -> str:
    """Log id of a practice game: derived, so that the game is reproducible byte for byte."""
    return blake2b(f"{seed}|{game}|{scenario}".encode(), digest_size=16, person=b"hexledger logid").hexdigest()
