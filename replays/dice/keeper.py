"""The keeper of a referee game: his file with the secret, what he is asked, and what he answers.

The file's first line holds log id, secret and commitment; each further line a decision that was served. For one frame
he serves one decision: whoever asks again with another wants to choose among rolls. A last line that a crash left
unfinished was never answered: it is passed over, and cut off before the next one is written.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec

from hexledger.engine.dice import referee
from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import UNREADABLE
from hexledger.events.private import append_private, create_private, cut_private, read_private
from hexledger.replays.errors import BadSecretFile, ReplayError


class KeeperRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player asks the keeper: the dice for one fixed decision (msgpack in hex) that becomes frame `seq` after
    the frame whose leaf hash is `tip`."""

    log_id: str
    seq: int
    tip: str
    actor: int
    decision: str


class KeeperAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the keeper answers: the request again, and the key of its dice in hex."""

    request: KeeperRequest
    key: str


class DiceKeeper(Protocol):
    """Somebody who gives the key of a decision's dice, or refuses with a ReplayError."""

    def key(self, request: KeeperRequest) -> bytes:
        """The 32-byte key."""
        ...


class _Head(msgspec.Struct, frozen=True):
    hexledger: str
    log_id: str
    secret: str
    commitment: str


class _Served(msgspec.Struct, frozen=True):
    seq: int
    digest: str


def _served(line: bytes) -> _Served | None:
    try:
        return msgspec.json.decode(line, type=_Served)
    except UNREADABLE:
        return None


class KeeperFile:
    """A keeper's file. `log_id` and `commitment` are public; everything else in it is not."""

    def __init__(self, path: Path) -> None:
        """Read a keeper's file; BadSecretFile when it is none or is open to others."""
        self.path = path
        data = read_private(path)
        lines = data.split(b"\n")
        self._size = len(data)
        self._unfinished = False
        try:
            head = msgspec.json.decode(lines[0], type=_Head)
            served = self._read_served(lines[1:])
            self._secret = bytes.fromhex(head.secret)
            good = head.hexledger == "keeper" and referee.commitment(head.log_id, self._secret) == head.commitment
        except (ValueError, *UNREADABLE):
            good = False
        if not good:
            raise BadSecretFile(f"{path}: not a keeper's file, or damaged")
        self.log_id = head.log_id
        self.commitment = head.commitment
        self._served = {one.seq: one.digest for one in served}

    def _read_served(self, lines: list[bytes]) -> list[_Served]:
        """The decisions served; notes where the whole lines end. ValueError for a bad line that a good one follows."""
        found = [_served(line) for line in lines[:-1]]
        served = [one for one in found if one is not None]
        if served != found[: len(served)]:
            raise ValueError("damage before a whole line")
        rest = b"\n".join(lines[len(served) :])
        self._unfinished, self._size = bool(rest), self._size - len(rest)
        return served

    @classmethod
    def new(cls, path: Path, log_id: str) -> KeeperFile:
        """A new secret of 256 bits from the system, for one log."""
        from secrets import token_bytes

        secret = token_bytes(referee.SECRET_SIZE)
        head = _Head("keeper", log_id, secret.hex(), referee.commitment(log_id, secret))
        create_private(path, msgspec.json.encode(head) + b"\n")
        return cls(path)

    def key(self, request: KeeperRequest, *, anew: bool = False) -> bytes:
        """The key of a decision's dice, noted as served first. `anew`: serve another decision for the same frame (the
        keeper takes it upon himself)."""
        if request.log_id != self.log_id:
            raise ReplayError(f"{self.path.name} keeps the dice of log {self.log_id}, not of {request.log_id}")
        digest = sha256(f"{request.tip}|{request.actor}|{request.decision}".encode()).hexdigest()
        before = self._served.get(request.seq)
        if before is None or (anew and before != digest):
            self._note(msgspec.json.encode(_Served(request.seq, digest)) + b"\n")
            self._served[request.seq] = digest
        elif before != digest:
            raise ReplayError(
                f"the keeper has given the dice of frame {request.seq} for another decision already: nobody chooses "
                "among rolls"
            )
        try:
            decision = bytes.fromhex(request.decision)
        except ValueError:
            raise ReplayError("the request holds no decision") from None
        return referee.decision_key(self._secret, self.log_id, request.seq, request.actor, decision)

    def _note(self, line: bytes) -> None:
        """Add a line; whatever happens to it, the next one begins where the whole lines end."""
        if self._unfinished:
            cut_private(self.path, self._size)
        self._unfinished = True
        append_private(self.path, line)
        self._size += len(line)
        self._unfinished = False

    def answer(self, request: KeeperRequest, *, anew: bool = False) -> KeeperAnswer:
        """The answer to a request that came as a file."""
        return KeeperAnswer(request, self.key(request, anew=anew).hex())

    def open(self) -> str:
        """The secret in hex, for the reveal at the end."""
        return self._secret.hex()


class KeeperAnswers:
    """An answer of the keeper that came as a file."""

    def __init__(self, answer: KeeperAnswer) -> None:
        self._answer = answer

    def key(self, request: KeeperRequest) -> bytes:
        """The key, if the answer is to this request."""
        if request != self._answer.request:
            asked = self._answer.request
            raise ReplayError(
                f"the keeper's answer is for frame {asked.seq} of log {asked.log_id[:12]}, or another decision there; "
                f"this is frame {request.seq} of log {request.log_id[:12]}"
            )
        try:
            key = bytes.fromhex(self._answer.key)
        except ValueError:
            key = b""
        if len(key) != referee.SECRET_SIZE:
            raise ReplayError("the keeper's answer holds no key")
        return key


def read_keeper(path: Path) -> DiceKeeper:
    """A keeper's file, or an answer of his; BadSecretFile or ReplayError when the file is neither."""
    try:
        return KeeperAnswers(msgspec.json.decode(read_regular(path, 1 << 24), type=KeeperAnswer))
    except UNREADABLE:
        return KeeperFile(path)


def read_request(path: Path) -> KeeperRequest:
    """A request file; ReplayError when it is none."""
    try:
        return msgspec.json.decode(read_regular(path, 1 << 24), type=KeeperRequest)
    except UNREADABLE as error:
        raise ReplayError(f"{path}: not a request for dice: {error}") from None
