"""What can go wrong with a ledger: one type per kind of trouble, its facts as fields, and one plain sentence."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexledger.events.numbers import counted


class LedgerError(Exception):
    """Base of every error of this package. `str()` is a sentence fit for a player."""


class DiskError(LedgerError):
    """The operating system refused `action` on `path`; nothing was acknowledged."""

    def __init__(self, path: Path, action: str, reason: str) -> None:
        super().__init__(f"{path}: could not {action}: {reason}")
        self.path = path
        self.action = action
        self.reason = reason


class NotALedger(LedgerError):
    """The file holds no whole first frame: it is empty, of another kind, or its creation was interrupted."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: not a ledger: {reason}")
        self.path = path
        self.reason = reason


class AlreadyExists(LedgerError):
    """A new file of ours was to be made where a file already stands."""

    def __init__(self, path: Path, reason: str = "a new ledger never replaces a file") -> None:
        super().__init__(f"{path}: already exists; {reason}")
        self.path = path


class Corrupt(LedgerError):
    """A frame is damaged while valid frames follow it, or the chain is broken: the file is refused, never repaired.

    `frame` is the number of the damaged frame, `offset` its first byte in the file.
    """

    def __init__(self, path: Path, frame: int, offset: int, reason: str) -> None:
        super().__init__(f"{path}: corrupt at frame {frame}, byte {offset}: {reason}")
        self.path = path
        self.frame = frame
        self.offset = offset
        self.reason = reason


class Locked(LedgerError):
    """Another writer, in this or another process, has the ledger open, under this or another name. `mark`: the
    attribute of the file that says so of one that came through another file system."""

    def __init__(self, path: Path, mark: str = "") -> None:
        how = (
            ", or had it open and was killed, through another file system that shows the same file (the overlay of a "
            f"container, a bound folder): open and close it there, or, if it is played nowhere, `setfattr -x {mark}` it"
        )
        super().__init__(f"{path}: another writer has this ledger open{how if mark else ''}")
        self.path = path
        self.mark = mark


class Moved(LedgerError):
    """The name no longer stands for the file that this writer has open, or another program has written to it: nothing
    more is appended through this handle. `reason` says what happened."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: no frame was added: {reason}; close it, look at what is there, and open it again")
        self.path = path
        self.reason = reason


class Behind(LedgerError):
    """A log has fewer frames than something beside it knows of, or other ones: an older copy was put back, or another.
    Refused before anything is written. `have`: frames of the file; `known`: frames that `by` (a file) tells of."""

    def __init__(self, path: Path, have: int, known: int, by: Path, advice: str) -> None:
        what = (
            f"has {counted(have, 'frame')}, and {by.name} knows of {known}"
            if known > have
            else f"is not what {by.name} knows"
        )
        super().__init__(f"{path}: {what}: an older or another copy stands there; nothing is written to it. {advice}")
        self.path = path
        self.have = have
        self.known = known
        self.by = by


class Poisoned(LedgerError):
    """A write or sync of this handle failed, so what the disk holds is unknown: reopen to find out, never retry."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: no more appends through this handle: {reason}; close it and open the ledger again")
        self.path = path
        self.reason = reason


class ReadOnly(LedgerError):
    """An append was asked of a reader or of a closed handle."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: cannot append: {reason}")
        self.path = path
        self.reason = reason


class WrongHead(LedgerError):
    """The decision was made on another position than the last frame; both tips are given: number and leaf hash."""

    def __init__(self, path: Path, expected: int, actual: int, expected_leaf: bytes | None, actual_leaf: bytes) -> None:
        wanted = f"frame {expected}" + (f" ({expected_leaf.hex()[:16]})" if expected_leaf is not None else "")
        super().__init__(f"{path}: it continues {wanted}, but the last frame is {actual} ({actual_leaf.hex()[:16]})")
        self.path = path
        self.expected = expected
        self.actual = actual
        self.expected_leaf = expected_leaf
        self.actual_leaf = actual_leaf


class BadPayload(LedgerError):
    """A payload is empty or larger than a frame may be. `size` in bytes."""

    def __init__(self, size: int, reason: str) -> None:
        super().__init__(f"payload of {size} bytes refused: {reason}")
        self.size = size
        self.reason = reason


class NoSuchFrame(LedgerError):
    """A frame number (or tree size) outside the ledger; `size` is the number of frames."""

    def __init__(self, frame: int, size: int) -> None:
        super().__init__(f"no frame {frame}: the ledger has {counted(size, 'frame')}, numbered from 0")
        self.frame = frame
        self.size = size


class UnknownEvent(LedgerError):
    """A frame holds an event id (or version) that the registry does not know; the frame still verifies."""

    def __init__(self, frame: int, event_id: int, version: int | None = None) -> None:
        which = f"{event_id}" + (f" version {version}" if version is not None else "")
        super().__init__(f"frame {frame}: unknown event {which}; written by a newer Hexledger?")
        self.frame = frame
        self.event_id = event_id
        self.version = version


class BadProof(LedgerError):
    """A Merkle proof does not prove what it was given for."""


class BadNote(LedgerError):
    """A signed note or key is malformed, or carries no good signature of a trusted key."""


class TornTail(msgspec.Struct, frozen=True):
    """Bytes after the last whole frame that no valid frame follows: an append that never finished.

    frame:      number the unfinished frame would have had
    offset:     first byte of the tail in the file
    length:     bytes in the tail
    reason:     "cut short" (fewer bytes than its length says), "checksum" (all there, wrong) or "length" (impossible)
    quarantine: the file a writer has moved the bytes to; None while they are still in the ledger
    """

    frame: int
    offset: int
    length: int
    reason: str
    quarantine: Path | None = None
