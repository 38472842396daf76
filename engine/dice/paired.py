"""Paired luck: dice that follow from a seed and from what each roll is for, wherever in the game it comes.

A roll is known by its purpose, its subject and its faces (a draw by its pool and how many tokens are in it), and by how
often such a roll was made before. Two games, or two plans, that have one seed are so played with the same dice as far
as they ask for the same, and small differences between them show.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from hexledger.engine.dice.rolling import Asked, derive_fixed
from hexledger.events.model import PRACTICE

Key = tuple[int, int, int]
"""Purpose (or pool), subject, faces (or tokens in the cup)."""


class PairedLuck:
    """Dice that follow from a seed and from what each roll is known by. `made`: how often each was made already; it is
    counted on here."""

    mode = PRACTICE

    def __init__(self, seed: str, made: dict[Key, int]) -> None:
        self.evidence: list[str] = []
        self._seed = seed.encode()
        self._made = made

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next value of such a roll, 0 <= n < below."""
        key = key_asked(asked or Asked(purpose, below))
        before = self._made.get(key, 0)
        self._made[key] = before + 1
        said = b"%d|%d|%d" % key
        stream = blake2b(
            said, key=blake2b(self._seed, digest_size=32).digest(), digest_size=32, person=b"hexledger paired"
        )
        return derive_fixed(stream.digest(), before, purpose, below)


def key_asked(asked: Asked) -> Key:
    """What a roll that is asked for is known by."""
    return (asked.purpose, -1 if asked.tokens else asked.subject, asked.below)


MOST_SPREAD: Final = 16
"""Faces of the widest die (or tokens in the fullest cup) that is spread."""


class SpreadDice:
    """Dice of many runs that are played for the same question: a roll that is known by the same comes, over as many
    runs as it has faces, once to each face (Latin hypercube sampling, McKay, Beckman and Conover 1979). One run by
    itself has fair dice, and a mean over many runs errs less."""

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._orders: dict[tuple[object, ...], list[int]] = {}

    def run(self, number: int) -> SpreadLuck:
        """The dice of one run."""
        return SpreadLuck(self, number)

    def value(self, run: int, what: tuple[object, ...], below: int) -> int:
        """What a roll that is known by `what` comes to in a run."""
        if below > MOST_SPREAD:
            said = repr((what, run)).encode()
            stream = blake2b(said, key=self._key, digest_size=32, person=b"hexledger spread").digest()
            return derive_fixed(stream, 0, 0, below)
        place = (what, run // below)
        order = self._orders.get(place)
        if order is None:
            said = repr(place).encode()
            stream = blake2b(said, key=self._key, digest_size=64, person=b"hexledger spread").digest()
            order = self._orders[place] = sorted(range(below), key=lambda face: stream[4 * face : 4 * face + 4])
        return order[run % below]


class SpreadLuck:
    """The dice of one run of `SpreadDice`."""

    mode = PRACTICE

    def __init__(self, dice: SpreadDice, run: int) -> None:
        self.evidence: list[str] = []
        self.now: tuple[int, ...] = ()
        """What the rolls that come belong to besides: a fight in one activation has other dice than one in another."""
        self._dice = dice
        self._run = run
        self._made: dict[tuple[object, ...], int] = {}

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next value of such a roll, 0 <= n < below."""
        key = (key_asked(asked), self.now) if asked and not asked.tokens else (purpose, below)
        before = self._made.get(key, 0)
        self._made[key] = before + 1
        return self._dice.value(self._run, (key, before), below)
