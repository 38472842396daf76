"""Format 2: the keeper of referee dice, his file with the secret and his key, and what he answers.

He follows the log: he receives it as the players do, by bundles, into a copy of his own, and answers the fix at its
tip, once and for ever. What he has answered is in the memory of his secret (`replays/secrets/memory.py`): on a log that
lacks it he answers nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

import msgspec

from hexledger.engine.dice import referee
from hexledger.events.dice_records import KeeperReveal, reveal_message
from hexledger.events.file_kinds import ANSWER as ANSWER_FILE
from hexledger.events.file_kinds import SECRET, kind_of
from hexledger.events.frame import UNREADABLE
from hexledger.events.notes import SignerKey
from hexledger.events.private import create_private, read_private
from hexledger.events.signatures import BadSignature, sign, verify
from hexledger.replays.dice.fixbook import Fixed
from hexledger.replays.errors import BadSecretFile, ReplayError
from hexledger.replays.log.mailed import BadMail, unwrapped
from hexledger.replays.secrets.memory import ANSWER, Given, LeafAt, Memory

_LONGEST: Final = 1 << 16


class Answer(msgspec.Struct, frozen=True):
    """The keeper's answer to one fix: the key of its dice (32 bytes), and his signature (base64) over leaf and key."""

    leaf: bytes
    key: bytes
    signature: str


class AnswerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer as a file: everything in hex but the signature."""

    answer: int
    log: str
    seq: int
    leaf: str
    key: str
    signature: str


class Answering(Protocol):
    """Somebody who has the keeper's answer to a fix, or gives it."""

    holds_secret: bool

    def answer(self, waiting: Fixed) -> Answer | None:
        """The answer to the fix that waits; None when it is not here. Raises Behind."""
        ...


class _Stored(msgspec.Struct, frozen=True):
    hexledger: str
    log_id: str
    secret: str
    seed: str
    commitment: str


class KeeperSecret:
    """A keeper's file. `log_id` and `commitment` (`keeper HASH KEY`) are public; everything else in it is not."""

    def __init__(self, path: Path) -> None:
        """Read a keeper's file; BadSecretFile when it is none or is open to others."""
        self.path = path
        try:
            found = msgspec.json.decode(read_private(path), type=_Stored)
            self._secret, seed = bytes.fromhex(found.secret), bytes.fromhex(found.seed)
            good = found.hexledger == "keeper 2" and len(self._secret) == referee.SECRET_SIZE == len(seed)
        except (ValueError, *UNREADABLE):
            good = False
        if good:
            self._key = SignerKey("keeper", seed)
            self.log_id, self.commitment = found.log_id, found.commitment
            public = self._key.verifier.public
            good = referee.commitment_text(self.log_id, self._secret, public) == self.commitment
        if not good:
            raise BadSecretFile(f"{path}: not a keeper's file of format 2, or damaged")

    @classmethod
    def new(cls, path: Path, log_id: str) -> KeeperSecret:
        """A new secret of 256 bits and a new key, for one log."""
        from secrets import token_bytes

        secret, seed = token_bytes(referee.SECRET_SIZE), token_bytes(referee.SECRET_SIZE)
        public = SignerKey("keeper", seed).verifier.public
        text = referee.commitment_text(log_id, secret, public)
        stored = _Stored("keeper 2", log_id, secret.hex(), seed.hex(), text)
        create_private(path, msgspec.json.encode(stored) + b"\n")
        return cls(path)

    @property
    def hash(self) -> str:
        """Hash of the secret, as the commitment has it."""
        return self.commitment.split(" ")[1]

    def answer(self, leaf: bytes) -> Answer:
        """The answer to the fix with this leaf hash: always the same. Who may have it is `Keeper`'s question."""
        key = referee.fixed_key(self._secret, leaf)
        return Answer(leaf, key, sign(referee.answer_message(leaf, key), self._key))

    def reveal(self, served: tuple[tuple[int, str], ...]) -> KeeperReveal:
        """The signed opening of the secret, with what was served."""
        bare = KeeperReveal(self.hash, self._secret.hex(), served)
        return msgspec.structs.replace(bare, signature=sign(reveal_message(self.log_id, bare), self._key))


class Keeper:
    """A keeper at work on his copy of the log: answers what stands in it, and remembers."""

    holds_secret = True

    def __init__(self, secret: KeeperSecret, memory: Memory, leaf_at: LeafAt) -> None:
        """`leaf_at`: leaf hashes of the copy."""
        self.secret = secret
        self._memory = memory
        self._leaf_at = leaf_at

    @property
    def _holder(self) -> bytes:
        return bytes.fromhex(self.secret.hash)

    def answer(self, waiting: Fixed) -> Answer:
        """The answer to the fix that waits, noted first. Behind when the copy lacks what he answered before."""
        if self._leaf_at(waiting.seq) != waiting.leaf:
            raise ReplayError(f"fix #{waiting.seq} does not stand in the keeper's copy of the log")
        given = Given(waiting.seq, waiting.leaf.hex(), ANSWER)
        if given in self._memory.given(self._holder, self.secret.log_id):
            self._memory.check(self._holder, self.secret.log_id, self._leaf_at)
        else:
            self._memory.note(self._holder, self.secret.log_id, given, self._leaf_at)
        return self.secret.answer(waiting.leaf)

    def served(self) -> tuple[tuple[int, str], ...]:
        """(frame, leaf hash in hex) of every fix that was answered, in order."""
        return tuple((one.seq, one.leaf) for one in self._memory.given(self._holder, self.secret.log_id))

    def reveal(self) -> KeeperReveal:
        """The signed opening of the secret."""
        return self.secret.reveal(self.served())


class Answered:
    """An answer of the keeper that came as a file."""

    holds_secret = False

    def __init__(self, answer: AnswerFile) -> None:
        self._answer = answer

    def answer(self, waiting: Fixed) -> Answer | None:
        """The answer, if it is to this fix."""
        found = self._answer
        if found.leaf != waiting.leaf.hex():
            raise ReplayError(
                f"the keeper's answer is to fix #{found.seq} ({found.leaf[:16]}); here #{waiting.seq} "
                f"({waiting.leaf.hex()[:16]}) waits"
            )
        return Answer(waiting.leaf, bytes.fromhex(found.key), found.signature)


def answer_file(log_id: str, waiting: Fixed, answer: Answer) -> bytes:
    """An answer as the file that is sent to both sides."""
    data = AnswerFile(2, log_id, waiting.seq, waiting.leaf.hex(), answer.key.hex(), answer.signature)
    return msgspec.json.encode(data) + b"\n"


def read_answer_file(data: bytes) -> AnswerFile | None:
    """The answer in a file, whatever mail has done to it; None when it holds none. Raises BadMail for one that did not
    arrive whole."""
    found = _answer_in(data)
    if found is not None or kind_of(data) in SECRET:
        return found
    try:
        return _answer_in(unwrapped(data, "answer", lambda sent: _answer_in(sent) is not None))
    except BadMail:
        if kind_of(data) == ANSWER_FILE:
            raise
        return None


def _answer_in(data: bytes) -> AnswerFile | None:
    try:
        found = msgspec.json.decode(data[:_LONGEST], type=AnswerFile)
        good = found.answer == 2 and len(bytes.fromhex(found.key)) == referee.SECRET_SIZE
    except (ValueError, *UNREADABLE):
        return None
    return found if good else None


def check_answer(answer: AnswerFile, public: bytes) -> None:
    """ReplayError unless the keeper with this key gave the answer."""
    leaf, key = bytes.fromhex(answer.leaf), bytes.fromhex(answer.key)
    try:
        verify(referee.answer_message(leaf, key), answer.signature, public)
    except BadSignature as error:
        raise ReplayError(f"the answer is not this game's keeper's: {error}") from None
