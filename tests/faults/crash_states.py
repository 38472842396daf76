"""What a disk may hold after a crash: every legal state of recorded calls, after SQLite's crash tests and ALICE.

The model is the least that file systems promise. Bytes are on disk once their file was synced, names once their folder
was. Until then any of them may be there or not, whatever their order: a write whole, torn at any byte, or with some of
its sectors missing (zeros, or what the disk held there before); a file cut or not; a name given or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults.system_calls import Call

SECTOR = 32
"""Far smaller than a disk's, so that short frames are torn in as many places as long ones."""
STALE = 0xA5

Files = dict[str, bytes]


class CrashState(NamedTuple):
    """Files that a crash leaves, and what had been acknowledged before it."""

    files: Files
    acknowledged: tuple[Any, ...]


class _Inode:
    def __init__(self, data: bytes) -> None:
        self.durable = data
        self.pending: list[Call] = []


class _Disk:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.names: dict[str, _Inode] = {name: _Inode(data) for name, data in files.items()}
        self.durable = dict(self.names)
        self.unsettled: list[dict[str, _Inode | None]] = []
        """Changes of names since the last sync of the folder: name -> file, None: none has it any more."""

    def take(self, call: Call) -> None:
        kind, name, data = call
        if kind in ("write", "truncate"):
            self.names[name].pending.append(call)
        elif kind == "sync" and name.endswith("/"):
            self.unsettled.clear()
            self.durable = dict(self.names)
        elif kind == "sync":
            inode = self.names[name]
            inode.durable, inode.pending = _content(inode.durable, inode.pending), []
        elif kind == "create":
            self._rename({name: _Inode(b"")})
        elif kind == "rename":
            self._rename({name: None, data: self.names[name]})
        elif kind == "link":
            self._rename({data: self.names[name]})
        elif kind == "unlink":
            self._rename({name: None})

    def _rename(self, change: dict[str, _Inode | None]) -> None:
        self.unsettled.append(change)
        self.names = _named(self.names, [change])

    def states(self, fine: bool) -> Iterator[Files]:
        for names in self._namings():
            contents = [list(dict.fromkeys(_contents(inode, fine))) for inode in names.values()]
            for chosen in product(*contents):
                yield dict(zip(names, chosen, strict=True))

    def _namings(self) -> Iterator[dict[str, _Inode]]:
        changes = self.unsettled
        for count in range(len(changes) + 1):
            for chosen in combinations(changes, count):
                yield _named(self.durable, chosen)


def _named(names: Mapping[str, _Inode], changes: Iterable[dict[str, _Inode | None]]) -> dict[str, _Inode]:
    found = dict(names)
    for change in changes:
        for name, inode in change.items():
            if inode is None:
                found.pop(name, None)
            else:
                found[name] = inode
    return found


def _content(data: bytes, calls: Iterable[Call]) -> bytes:
    for call in calls:
        data = data + call.data if call.kind == "write" else data[: call.data].ljust(call.data, b"\0")
    return data


def _contents(inode: _Inode, fine: bool) -> Iterator[bytes]:
    """What a file may hold: `fine` tears writes at every byte, else at bytes near the ends and borders of sectors."""
    data = inode.durable
    yield data
    for call in inode.pending:
        if call.kind == "write":
            yield from _torn(data, call.data, fine)
        data = _content(data, [call])
        yield data
    if len(inode.pending) > 1:
        # a later change is there and an earlier one is not
        for at in range(len(inode.pending)):
            yield _content(inode.durable, inode.pending[:at] + inode.pending[at + 1 :])


def _torn(before: bytes, added: bytes, fine: bool) -> Iterator[bytes]:
    start, end = len(before), len(before) + len(added)
    whole = before + added
    borders = sorted({start, end, *range(-(-start // SECTOR) * SECTOR, end, SECTOR)})
    near = {start + at for at in (1, 7, 8, 40)} | {end - 1, *borders[1:3], *borders[-3:]}
    for cut in range(start, end + 1):
        if fine or cut in near:
            yield whole[:cut]
    sectors = [slice(a, b) for a, b in pairwise(borders)]
    for turn, missing in enumerate(_missing(len(sectors), fine)):
        for filler in (0, STALE) if fine else (STALE * (turn % 2),):
            holed = bytearray(whole)
            for at in missing:
                holed[sectors[at]] = bytes([filler]) * (sectors[at].stop - sectors[at].start)
            yield bytes(holed)


def _missing(count: int, fine: bool) -> Iterator[tuple[int, ...]]:
    """Which of `count` sectors never reached the disk: every choice (`fine`, of up to 6), else all, every other one,
    each one alone, and all but one at the ends."""
    every = tuple(range(count))
    if fine and count <= 6:
        for some in range(1, count + 1):
            yield from combinations(every, some)
        return
    yield every
    yield every[::2]
    ends = (0, 1, 2, count - 2, count - 1)
    for at in every:
        if fine or at in ends:
            yield (at,)
            yield every[:at] + every[at + 1 :]


def crash_states(start: Mapping[str, bytes], calls: Sequence[Call], *, fine: bool = False) -> list[CrashState]:
    """Every state that a crash during or after any of the calls may leave; each once, with the most acknowledged."""
    disk = _Disk(start)
    acknowledged: tuple[Any, ...] = ()
    found: dict[tuple[tuple[str, bytes], ...], tuple[Any, ...]] = {}
    for call in (None, *calls):
        if call is not None and call.kind == "ack":
            acknowledged = (*acknowledged, call.data)
        elif call is not None:
            disk.take(call)
        for files in disk.states(fine):
            found[tuple(sorted(files.items()))] = acknowledged
    return [CrashState(dict(files), done) for files, done in found.items()]


def files_in(folder: Path) -> Files:
    """What a folder holds, lock files left out."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".lock"}


def put(folder: Path, files: Mapping[str, bytes], private: Sequence[str] = ()) -> None:
    """Make a folder hold just these files; those whose names contain one of `private` are readable by their owner
    only."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        path = folder / name
        path.write_bytes(data)
        if any(part in name for part in private):
            path.chmod(0o600)
