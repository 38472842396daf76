"""The ledger: one append-only file per game, whole frames only, one writer and any number of readers.

Appending is one write, one sync, and only then a change in memory; whatever fails poisons the handle for ever.
Payloads are opaque bytes here; what they mean is the codec's business. A handle is not for use by two threads at once.
"""

from __future__ import annotations

import contextlib
import os
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NoReturn

import msgspec

from hexledger.events.errors import (
    AlreadyExists,
    BadPayload,
    Corrupt,
    DiskError,
    LedgerError,
    Moved,
    NoSuchFrame,
    NotALedger,
    Poisoned,
    ReadOnly,
    TornTail,
    WrongHead,
)
from hexledger.events.framing import GENESIS_LINK, PAYLOAD_AT, check_payload, cut_walk, link_at, pack, walk, whole_frame
from hexledger.events.left_out import LeftOut
from hexledger.events.merkle import HASH_SIZE, Tree
from hexledger.events.platform import Disk, RealDisk, real_path, write_whole
from hexledger.events.scan import Fault, diagnose, no_first_frame, read_file

_GONE: Final = (FileNotFoundError, NotADirectoryError)


class Ledger:
    """A ledger file held open. Frames are numbered from 0 (genesis); `len()` is their number, `head` the last."""

    __slots__ = (
        "_alone",
        "_broken",
        "_calls",
        "_damaged",
        "_device",
        "_disk",
        "_end",
        "_first",
        "_handle",
        "_inode",
        "_later",
        "_leaves",
        "_left_out",
        "_loaded",
        "_name",
        "_offsets",
        "_tail",
        "_torn",
        "_tree",
        "_unsure",
        "last_leaf",
        "path",
    )

    def __init__(self, path: Path, disk: Disk, data: bytes, *, damaged: bool = False) -> None:
        """Not for callers: use `create`, `open_writer` or `open_reader`."""
        self.path = path
        self._name = os.fsencode(path)
        """The path as the system takes it: every append asks for it."""
        self._disk = disk
        self._calls = (disk.read_at, disk.write, disk.identity_at, disk.sync)
        """What every append asks of the disk, looked up once."""
        # what the first read gave (a torn tail included), and whole frames that came later
        self._first = data
        self._later = bytearray()
        self._offsets: array[int] = array("Q")
        self._leaves = bytearray()
        self.last_leaf = GENESIS_LINK
        """Leaf hash of the last frame, which the next one must name; for reading."""
        self._end = 0
        self._tree = Tree()
        self._torn: TornTail | None = None
        self._damaged = damaged
        self._left_out: LeftOut | None = None
        self._handle: int | None = None
        self._alone = False
        """Of a writer: whether nobody else can write, through whatever shows the same file."""
        self._tail = b""
        """Of a writer: the last frame, as it must stand at the end of the file."""
        self._device = self._inode = 0
        """Of a writer: device and inode of the file that its handle stands for."""
        self._broken: str | None = None
        self._unsure = False
        """Of a writer: whether a sync failed, so that even what reads back well may not be on the disk."""
        self._loaded = 0
        self._load(data)
        self._loaded = self._end

    # opening and closing

    @classmethod
    def create(cls, path: Path, payload: bytes, disk: Disk | None = None) -> Ledger:
        """A new ledger whose frame 0 holds `payload`, open for appending; the file appears whole or not at all.

        Raises AlreadyExists, Locked, BadPayload, DiskError.
        """
        return cls.create_with(path, (payload,), disk)

    @classmethod
    def create_with(cls, path: Path, payloads: Sequence[bytes], disk: Disk | None = None) -> Ledger:
        """A new ledger of one frame or more, open for appending; it appears with all of them or not at all.

        Raises AlreadyExists, Locked, BadPayload, DiskError.
        """
        disk = disk or RealDisk()
        path = _real(path)
        if not payloads:
            raise BadPayload(0, "a ledger begins with a frame")
        data = b"".join(_packed(GENESIS_LINK, payloads)[0])
        try:
            if disk.exists(path):
                raise AlreadyExists(path)
            write_whole(disk, path, data, replace=False)
        except FileExistsError:
            raise AlreadyExists(path) from None
        except OSError as error:
            raise DiskError(path, "create the ledger", error.strerror or str(error)) from error
        return cls._held(path, disk, None)

    @classmethod
    def open_writer(cls, path: Path, disk: Disk | None = None, check: Callable[[Ledger], None] | None = None) -> Ledger:
        """Open for appending under the exclusive lock. `check` may refuse the log before anything is written.

        An unfinished append at the end is moved to `<name>.torn-<offset>` first and reported by `torn`.
        Raises Locked, Corrupt, NotALedger, Moved: the file is as it was. Raises DiskError: no whole frame is lost.
        """
        disk = disk or RealDisk()
        path = _real(path)
        if not disk.exists(path):
            raise DiskError(path, "open the ledger", "no such file")
        return cls._held(path, disk, check)

    @classmethod
    def _held(cls, path: Path, disk: Disk, check: Callable[[Ledger], None] | None) -> Ledger:
        """The file itself locked first, then read, so that nobody else can have written in between."""
        try:
            handle = disk.open_append(path)
        except OSError as error:
            raise DiskError(path, "open the ledger", error.strerror or str(error)) from error
        try:
            alone = disk.lock(handle, path)
        except OSError as error:
            disk.close(handle)
            raise DiskError(path, "lock the ledger", error.strerror or str(error)) from error
        except BaseException:
            disk.close(handle)
            raise
        try:
            ledger = cls(path, disk, read_file(disk, path))
            ledger._alone = alone
            ledger._take(handle, check)
        except BaseException:
            disk.release(handle)
            raise
        return ledger

    @classmethod
    def open_reader(cls, path: Path, disk: Disk | None = None, *, damaged: bool = False) -> Ledger:
        """Open for reading; takes no lock and never writes. An unfinished append is left alone and reported by `torn`.

        `damaged`: of a damaged file the whole frames before the damage, which `left_out` then tells of.
        Raises Corrupt (unless `damaged`), NotALedger, DiskError.
        """
        disk = disk or RealDisk()
        path = _real(path)
        return cls(path, disk, read_file(disk, path), damaged=damaged)

    @classmethod
    def genesis(cls, path: Path, disk: Disk | None = None) -> bytes:
        """The payload of frame 0 of a file, whose other frames are not looked at. Raises as `open_reader` does."""
        data = read_file(disk or RealDisk(), path)
        after = whole_frame(data, 0) if len(data) > PAYLOAD_AT else None
        if after is None or link_at(data, 0) != GENESIS_LINK:
            with cls.open_reader(path, disk, damaged=True) as ledger:
                return ledger.payload(0)
        return data[PAYLOAD_AT:after]

    def give_up(self, reason: str) -> None:
        """Append nothing more through this handle, as after a failed write: what was noted elsewhere of a frame that is
        not here is taken up when the log is opened anew."""
        if self._handle is not None and self._broken is None:
            self._broken = reason

    def close(self) -> None:
        """Give up the handle and the lock; frames already read stay readable. Closing twice is harmless."""
        handle, self._handle = self._handle, None
        try:
            if handle is not None:
                self._disk.release(handle)
        except OSError as error:
            raise DiskError(self.path, "close the ledger", error.strerror or str(error)) from error

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # reading

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def head(self) -> int:
        """Number of the last frame."""
        return len(self._offsets) - 1

    @property
    def size(self) -> int:
        """Bytes of the file that hold whole frames."""
        return self._end

    @property
    def torn(self) -> TornTail | None:
        """The unfinished append found when opening or refreshing; a writer's names the file it was moved to."""
        return self._torn

    @property
    def left_out(self) -> LeftOut | None:
        """What the file holds after its whole frames, found when opening or refreshing; None for nothing."""
        return self._left_out

    @property
    def writable(self) -> bool:
        """Whether `append` can work: an open writer that no failure has poisoned."""
        return self._handle is not None and self._broken is None

    @property
    def unsure(self) -> bool:
        """Whether a sync failed: the file may read back as what the disk does not hold."""
        return self._unsure

    def payload(self, frame: int) -> bytes:
        """The payload of a frame; O(its size). Raises NoSuchFrame."""
        start = self.offset(frame)
        stop = self._offsets[frame + 1] if frame + 1 < len(self._offsets) else self._end
        if stop <= self._loaded:
            return self._first[start + PAYLOAD_AT : stop]
        return bytes(memoryview(self._later)[start - self._loaded + PAYLOAD_AT : stop - self._loaded])

    def payloads(self, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """Payloads of frames start..stop (all when None) in order, as they stand when called. Raises NoSuchFrame."""
        stop = len(self) if stop is None else stop
        if not 0 <= start <= stop <= len(self):
            raise NoSuchFrame(start if not 0 <= start <= len(self) else stop, len(self))
        return self._payloads(start, stop)

    def offset(self, frame: int) -> int:
        """First byte of a frame in the file. Raises NoSuchFrame."""
        if not 0 <= frame < len(self._offsets):
            raise NoSuchFrame(frame, len(self._offsets))
        return self._offsets[frame]

    def leaf(self, frame: int) -> bytes:
        """The leaf hash of a frame, which the next frame names. Raises NoSuchFrame."""
        count = len(self._offsets)
        if frame == count - 1 and count:
            return self.last_leaf
        if not 0 <= frame < count:
            raise NoSuchFrame(frame, count)
        return bytes(self._leaves[frame * HASH_SIZE : (frame + 1) * HASH_SIZE])

    def leaves(self) -> list[bytes]:
        """The leaf hashes of all frames, in order."""
        whole = bytes(self._leaves)
        return [whole[at : at + HASH_SIZE] for at in range(0, len(whole), HASH_SIZE)]

    def root(self, size: int | None = None) -> bytes:
        """Merkle root over the first `size` frames (all when None). Raises NoSuchFrame."""
        return self.tree.root(size)

    @property
    def tree(self) -> Tree:
        """The Merkle tree over all frames, for roots and proofs; built when first asked for, then kept up to date."""
        done = len(self._tree) * HASH_SIZE
        if done < len(self._leaves):
            self._tree.extend(self._leaves[done:])
        return self._tree

    def refresh(self) -> int:
        """Read what others have appended since; returns the number of new frames (0 for a writer: nobody else may).

        Raises Corrupt, also when the file became shorter than what was read before; DiskError.
        """
        if self._handle is not None:
            return 0
        try:
            size = self._disk.size(self.path)
        except OSError as error:
            raise DiskError(self.path, "read the file", error.strerror or str(error)) from error
        if size < self._end:
            read_file(self._disk, self.path)  # what is no file any more is named as what it is
            raise Corrupt(self.path, len(self), size, f"the file had {self._end} bytes of whole frames before")
        known = len(self)
        self._load(read_file(self._disk, self.path, self._end))
        return len(self) - known

    # appending

    def append(self, payload: bytes, expected_head: int | None, expected_leaf: bytes | None = None) -> int:
        """Append one frame durably; returns its number. One write, one sync.

        `expected_head` is the last frame the caller has seen (None: whatever it is), `expected_leaf` its hash.
        Raises WrongHead, BadPayload, ReadOnly: nothing was written. Raises Poisoned: see there.
        """
        handle = self._handle
        if handle is None or self._broken is not None:
            raise self._refusal()
        offsets, end, tail = self._offsets, self._end, self._tail
        head = len(offsets) - 1
        if expected_leaf is not None or (expected_head is not None and expected_head != head):
            self._check_head(expected_head, expected_leaf)
        frame, leaf = pack(self.last_leaf, payload)
        length = len(frame)
        after = end + length
        read_at, write, identity_at, sync = self._calls
        # set first: whatever interrupts what follows, a signal included, must not be appended to
        self._broken = "an append was interrupted"
        written = 0
        # Before the write the last frame is read through the handle: it must be the one that was put there, and the
        # end of the file. After it the name must stand for the open file, which must end with what was written; else
        # that is taken off again. Both come before the sync: what happens to the file later is as if it happened after
        # the append, where the next one sees it; and what the system was asked just before the wait it answers in half
        # the time that it takes just after it. Where others may write who cannot be kept out (see `Disk.lock`), the
        # name is looked up before the write too, and both are asked again after the sync.
        try:
            if not self._alone or read_at(handle, len(tail) + 1, end - len(tail)) != tail:
                self._stands(tail, end)
            written = write(handle, frame)
            if written == length:
                if self._alone:
                    named = identity_at(self._name)
                    if named.st_size != after or named.st_ino != self._inode or named.st_dev != self._device:
                        self._check_named(named, after)
                sync(handle)
                if not self._alone:
                    self._stands(frame, after)
        except (Moved, OSError) as error:
            self._failed(error, handle, frame, written)
        if written != length:
            self._cut_short(handle, frame, written)
        offsets.append(end)
        self._end = after
        self._leaves += leaf
        self.last_leaf = leaf
        self._later += frame
        self._tail = frame
        self._broken = None
        return head + 1

    def append_many(
        self, payloads: Sequence[bytes], expected_head: int | None, expected_leaf: bytes | None = None
    ) -> int:
        """Append frames one after another; returns the number of the last. Errors as for `append`.

        A crash may keep some leading frames of the batch, each whole: every frame is synced before the next is
        written. Written together, a disk might keep a later one without an earlier one, and the file would be refused
        as corrupt.
        """
        if self._handle is None or self._broken is not None:
            raise self._refusal()
        self._check_head(expected_head, expected_leaf)
        for payload in payloads:
            check_payload(len(payload))
        known = len(self)
        try:
            for payload in payloads:
                self.append(payload, None)
        except BaseException:
            # none of them is acknowledged, also where a signal came between two of them
            self._broken = self._broken or "an append was interrupted"
            if len(self) > known:
                self._forget(known)
            raise
        return self.head

    def cut(self, frame: int) -> None:
        """Take frame `frame` and those after it off the end again, durably: for frames of a writer that give way to
        another's made at the same time. Whoever calls it has kept them elsewhere. Never frame 0.

        Raises NoSuchFrame, ReadOnly: nothing was done. Raises Poisoned: see there.
        """
        handle = self._handle
        if handle is None or self._broken is not None:
            raise self._refusal()
        if not 0 < frame < len(self._offsets):
            raise NoSuchFrame(frame, len(self._offsets))
        self._broken = "taking frames off was interrupted"
        try:
            self._same_file(self._end)
            self._disk.truncate(handle, self._offsets[frame])
            self._disk.sync(handle)
            self._same_file(self._offsets[frame])
        except Moved as error:
            self._broken = error.reason
            raise
        except OSError as error:
            self._broken = f"taking frames off failed ({error.strerror or error})"
            self._unsure = True
            raise Poisoned(self.path, self._broken) from error
        self._forget(frame)
        self._broken = None

    # inside

    def _forget(self, frame: int) -> None:
        """Follow the file, of which frame `frame` and those after it were taken off."""
        end = self._offsets[frame]
        self._first = (self._first[: self._loaded] + bytes(self._later))[:end]
        self._later = bytearray()
        self._loaded = self._end = end
        del self._offsets[frame:]
        del self._leaves[frame * HASH_SIZE :]
        self.last_leaf = bytes(self._leaves[-HASH_SIZE:])
        self._tail = self._first[self._offsets[-1] :]
        self._tree = Tree()

    def _load(self, data: bytes) -> None:
        """Take over the whole frames at the beginning of `data`, which begins at byte `_end` of the file."""
        base, known = self._end, len(self._offsets)
        found = walk(data, self.last_leaf)
        faults: tuple[Fault, ...] = ()
        torn: TornTail | None = None
        if found.damage is not None:
            seen = diagnose(data, found, known, base)
            faults, torn = seen.faults, seen.torn
        if faults:
            if not self._damaged or not faults[0].frame:
                raise Corrupt(self.path, faults[0].frame, faults[0].offset, faults[0].detail)
            # the fault may be the last frame that was walked: one that the frame after it does not vouch for
            found = cut_walk(found, faults[0].frame - known, self.last_leaf)
        if not known and not found.offsets:
            raise NotALedger(self.path, no_first_frame(data))
        if base:
            self._later += data[: found.end]
        self._offsets.extend(found.offsets if not base else array("Q", [base + at for at in found.offsets]))
        self._leaves += found.leaves
        self.last_leaf = found.link
        self._end = base + found.end
        self._torn = torn
        self._left_out = None
        if found.damage is not None:
            kind, why = ("damaged", faults[0].detail) if faults else ("cut", torn.reason if torn is not None else "")
            self._left_out = LeftOut(kind, len(self._offsets), self._end, len(data) - found.end, why)

    def _payloads(self, start: int, stop: int) -> Iterator[bytes]:
        first, loaded = self._first, self._loaded
        # nearly every frame lies in what was read first: cut it out without asking for each where it is
        early = min(stop, bisect_left(self._offsets, loaded))
        ends = self._offsets[start + 1 : early + 1]
        if len(ends) < early - start:
            ends.append(loaded)
        for at, after in zip(self._offsets[start:early], ends, strict=True):
            yield first[at + PAYLOAD_AT : after]
        for number in range(max(start, early), stop):
            yield self.payload(number)

    def _take(self, handle: int, check: Callable[[Ledger], None] | None) -> None:
        """Become the writer of the open, locked file: put an unfinished append aside."""
        try:
            # what was read by its name must be what is locked, whole
            opened = self._disk.identity(handle)
            self._device, self._inode = opened.st_dev, opened.st_ino
            self._same_file(self._end + (self._torn.length if self._torn is not None else 0))
            if check is not None:
                check(self)
            if self._torn is not None:
                self._quarantine(handle, self._torn)
            # frames found here may come from a process that died between write and sync
            self._disk.sync(handle)
            self._tail = self._first[self._offsets[-1] : self._end]
        except OSError as error:
            raise DiskError(self.path, "open the ledger for writing", error.strerror or str(error)) from error
        self._handle = handle

    def _same_file(self, size: int | None = None) -> None:
        """Raises Moved unless the name stands for the open file, and that has the bytes that are known, no others.

        One question to the system: where the name stands for the open file, its size is that of the open file.
        """
        try:
            named = self._disk.identity_at(self._name)
        except _GONE:
            raise self._gone() from None
        self._check_named(named, size)

    def _check_named(self, named: os.stat_result, size: int | None) -> None:
        """Raises Moved unless what has the name is the open file, of this size."""
        if named.st_ino != self._inode or named.st_dev != self._device:
            raise Moved(self.path, "another file was put in its place")
        if size is not None and named.st_size != size:
            raise Moved(self.path, f"another program has written to it: {named.st_size:,} bytes, not {size:,}")

    def _gone(self) -> Moved:
        return Moved(self.path, "the file was renamed or deleted")

    def _quarantine(self, handle: int, torn: TornTail) -> None:
        """Copy the tail to a file of its own, durably, and only then cut it off."""
        tail = self._disk.read(self.path, torn.offset)
        name = f"{self.path.name}.torn-{torn.offset}"
        target = self.path.with_name(name)
        count = 1
        while self._disk.exists(target) and self._disk.read(target) != tail:
            count += 1
            target = self.path.with_name(f"{name}-{count}")
        write_whole(self._disk, target, tail)
        # what was read as unfinished may be another program's write of which only a part was seen: one that is whole
        # by now is acknowledged, and stays
        self._same_file(torn.offset + torn.length)
        self._disk.truncate(handle, torn.offset)
        self._torn = msgspec.structs.replace(torn, quarantine=target)

    def _stands(self, frame: bytes, end: int) -> None:
        """Raises Moved unless the name stands for the open file, whose last frame is in its place, up to byte `end`."""
        self._same_file(end)
        if self._disk.read(self.path, end - len(frame)) != frame:
            raise Moved(self.path, "another program has written to it: the last frame is not where it was put")

    def _failed(self, error: Moved | OSError, handle: int, frame: bytes, written: int) -> NoReturn:
        """An append that something stopped, after so many bytes of its frame. Leaves the handle poisoned."""
        if isinstance(error, _GONE) and written:
            error = self._gone()
        if isinstance(error, Moved):
            self._broken = error.reason
            if written:
                self._take_off(handle, frame, self._end)
            raise error from None
        self._broken = f"writing failed ({error.strerror or error})"
        self._unsure = written == len(frame)
        raise Poisoned(self.path, self._broken) from error

    def _cut_short(self, handle: int, frame: bytes, written: int) -> NoReturn:
        """An append of which the disk took a part. Leaves the handle poisoned."""
        self._broken = f"only {written} of {len(frame)} bytes were written; is the disk full?"
        self._take_off_part(handle, frame[:written], self._end)
        raise Poisoned(self.path, self._broken)

    def _take_off(self, handle: int, data: bytes, end: int) -> None:
        """What was written behind the frame of another program, or into a file that has lost its name, is taken off
        again. Nothing is done where `data` is not the end of the file; nor, where others may write who cannot be kept
        out, where it is in its place or the file has lost its name."""
        with contextlib.suppress(LedgerError, OSError):
            if not self._alone:
                self._same_file()
            start = self._disk.identity(handle).st_size - len(data)
            if (start > end or self._alone) and self._disk.read_at(handle, len(data), start) == data:
                self._disk.truncate(handle, start)
                self._disk.sync(handle)

    def _take_off_part(self, handle: int, part: bytes, end: int) -> None:
        """The beginning of a frame that did not fit is taken off again, so that the file ends with a whole frame.
        Where that cannot be done, or others have written meanwhile, it stays, and who opens the log puts it aside."""
        with contextlib.suppress(LedgerError, OSError):
            self._same_file(end + len(part))
            if self._disk.read_at(handle, len(part), end) == part:
                self._disk.truncate(handle, end)
                self._disk.sync(handle)

    def _check_head(self, expected_head: int | None, expected_leaf: bytes | None) -> None:
        head, leaf = self.head, self.last_leaf
        if expected_head not in (None, head) or expected_leaf not in (None, leaf):
            raise WrongHead(self.path, head if expected_head is None else expected_head, head, expected_leaf, leaf)

    def _refusal(self) -> Poisoned | ReadOnly:
        if self._broken is not None:
            return Poisoned(self.path, self._broken)
        return ReadOnly(self.path, "it is open for reading only, or closed")


def _packed(link: bytes, payloads: Iterable[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Frames that follow each other, and their leaf hashes. Raises BadPayload."""
    frames: list[bytes] = []
    leaves: list[bytes] = []
    for payload in payloads:
        frame, link = pack(link, payload)
        frames.append(frame)
        leaves.append(link)
    return frames, leaves


def _real(path: Path) -> Path:
    # one file reached by two names must meet one lock
    return real_path(path)
