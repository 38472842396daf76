"""The memory of secrets: what a key, a vault, a keeper or a witness has given of a log, noted before it leaves.

A secret gives nothing on a log that lacks what it gave before: else an old copy, put back, would have it sign, roll or
answer twice after the same frame. So the memory lies with the secret in the user's own folder, never beside the log:
one file for each secret and log, one line (JSON) for each thing given, synced before the thing itself goes anywhere.
A frame that is about to be appended is noted whole: after a crash it is appended as it was, and nobody is locked out.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events.errors import DiskError
from hexledger.events.frame import UNREADABLE
from hexledger.events.private import append_private, create_private, read_private
from hexledger.replays.errors import ReplayError
from hexledger.replays.folders import home
from hexledger.replays.secrets.locking import PATIENCE, alone

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

VARIABLE: Final = "HEXLEDGER_MEMORY"
"""Names another folder for the memory; without it, it lies in the user's folder (`HEXLEDGER_HOME`)."""
SUFFIX: Final = ".given"
FRAME, ANSWER, WORD, CHECKPOINT, WITNESSED, WITHDRAWN = "frame", "answer", "word", "checkpoint", "witness", "withdrawn"
"""What a line says. WITNESSED: a witness signed so many frames, whose Merkle root stands in place of a leaf hash;
WITHDRAWN: our own frame gave way to the one that is named."""
_COMPACT: Final = 1 << 18
"""Bytes after which the frames that were noted whole are left out of a file again, but for the last."""

LeafAt = Callable[[int], bytes | None]
"""Frame number -> its leaf hash, None when the log has no such frame."""


class Behind(ReplayError):
    """A log lacks what a secret gave of it: an old copy, or another history. Nothing is given on it."""

    def __init__(self, message: str, given: Given) -> None:
        super().__init__(message)
        self.given = given


class Given(msgspec.Struct, frozen=True):
    """What was given: `what` (FRAME ...), and the frame whose leaf hash (hex) must stand at `seq` from then on.

    before, frame  of a frame of one's own: leaf hash of the frame before it, and its payload (base64)
    """

    seq: int
    leaf: str
    what: str
    before: str = ""
    frame: str = ""

    @property
    def payload(self) -> bytes:
        """The frame that was noted whole."""
        return base64.b64decode(self.frame)


def own_frame(seq: int, leaf: bytes, before: bytes, payload: bytes) -> Given:
    """A frame of one's own, noted whole."""
    return Given(seq, leaf.hex(), FRAME, before.hex(), base64.b64encode(payload).decode())


_decoder = msgspec.json.Decoder(Given)


def memory_folder() -> Path:
    """Where this user's memory lies."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else home() / "memory"


class Memory:
    """The memory in one folder. A secret is named by `holder`: a public key, an anchor, a hash of a keeper's secret."""

    def __init__(self, folder: Path | None = None, patience: float = PATIENCE) -> None:
        """`patience`: seconds to wait while another program notes something of the same secret and log."""
        self.folder = memory_folder() if folder is None else folder
        self._patience = patience

    def path(self, holder: bytes, log_id: str) -> Path:
        """The file of one secret and one log."""
        return self.folder / f"{holder.hex()[:16]}-{sha256(holder + log_id.encode()).hexdigest()[:24]}{SUFFIX}"

    def given(self, holder: bytes, log_id: str) -> list[Given]:
        """Everything that was given of a log, in order. Raises Exposed, DiskError, ReplayError (damaged)."""
        path = self.path(holder, log_id)
        if not path.exists():
            return []
        data = read_private(path)
        if not data.strip():
            # it is made with its first line: an empty one has lost what it held
            raise ReplayError(f"the memory {path} is empty; nothing is given on this log")
        lines = data.split(b"\n")
        found = [_read(line) for line in lines if line]
        # a last line that a crash cut short belongs to what never left
        if found and found[-1] is None and lines[-1]:
            found.pop()
        whole = [one for one in found if one is not None]
        if len(whole) < len(found):
            raise ReplayError(f"the memory {path} is damaged; nothing is given on this log")
        return whole

    def last(self, holder: bytes, log_id: str) -> Given | None:
        """What was given last of a log."""
        found = self.given(holder, log_id)
        return found[-1] if found else None

    def check(self, holder: bytes, log_id: str, leaf_at: LeafAt) -> None:
        """Behind unless the log at hand holds what was given last."""
        last = self.last(holder, log_id)
        if last is not None:
            _stands(last, leaf_at)

    def note(self, holder: bytes, log_id: str, given: Given, leaf_at: LeafAt, *, again: bool = False) -> None:
        """Note what is about to leave; it is on disk when this returns. Behind when the log lacks what left before.
        `again`: a frame is appended as it was made; who has noted it notes nothing."""
        with self._alone(holder, log_id):
            before = self.given(holder, log_id)
            if again and given in before:
                return
            if before:
                _stands(before[-1], leaf_at)
                if given.what == CHECKPOINT and given.seq <= before[-1].seq:
                    # what stands after it binds the log to it already
                    return
            if before[-1:] != [given]:
                self._write(holder, log_id, before, given)

    def withdraw(self, holder: bytes, log_id: str, given: Given, instead: Given) -> None:
        """Our last frame gave way to one of the side that had to act (see docs/signatures-and-mail.md): from now on
        the log holds that one."""
        with self._alone(holder, log_id):
            before = self.given(holder, log_id)
            if before[-1:] != [given]:
                raise ReplayError("another frame was given since")
            self._write(holder, log_id, before, instead)

    def _write(self, holder: bytes, log_id: str, before: list[Given], given: Given) -> None:
        path = self.path(holder, log_id)
        line = msgspec.json.encode(given) + b"\n"
        if not path.exists():
            create_private(path, line)
            return
        data = read_private(path)
        if len(data) > _COMPACT or not data.endswith(b"\n"):
            kept = [msgspec.structs.replace(one, before="", frame="") for one in before]
            data = b"".join(msgspec.json.encode(one) + b"\n" for one in kept)
            _replace(path, data + line)
            return
        append_private(path, line)

    def _alone(self, holder: bytes, log_id: str) -> AbstractContextManager[None]:
        """Two copies of a log in two processes ask one memory: one after the other."""
        path = self.path(holder, log_id)
        return alone(path.with_name(path.name + ".lock"), self._patience)


def _read(line: bytes) -> Given | None:
    try:
        return _decoder.decode(line)
    except UNREADABLE:
        return None


def _stands(last: Given, leaf_at: LeafAt) -> None:
    found = leaf_at(last.seq)
    if found is None:
        raise Behind(
            f"this log ends before frame {last.seq}, which was given before ({last.what} {last.leaf[:16]}): it is an "
            "old copy; take the newer one, or ask the other side for `send --since`",
            last,
        )
    if found.hex() != last.leaf:
        raise Behind(
            f"frame {last.seq} of this log is {found.hex()[:16]}, but {last.leaf[:16]} was given before ({last.what}): "
            "another history; nothing is given on it",
            last,
        )


def _replace(path: Path, data: bytes) -> None:
    """A shorter file in place of a longer one, whole or not at all."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.unlink(missing_ok=True)
    create_private(scratch, data)
    try:
        scratch.replace(path)
    except OSError as error:
        raise DiskError(path, "write the memory", error.strerror or str(error)) from error
