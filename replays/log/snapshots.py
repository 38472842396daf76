"""Snapshots: a disposable cache of positions, so that a seek folds few frames.

A snapshot is keyed by the leaf hash of its frame; the file beside the log carries the state schema and the
fold's version in its first entry and is dropped on any mismatch. Losing it costs time, never truth: a state taken
from it is trusted only after its digest equals the digest that the frame itself records.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec

from hexledger.events.errors import DiskError
from hexledger.events.file_kinds import kind_of_file, read_regular
from hexledger.events.frame import UNREADABLE
from hexledger.events.platform import regular_bytes, staging_path
from hexledger.projections.digest import digest
from hexledger.projections.state import TABLES, Agenda, State

SCHEMA = 2
"""Raised when the tables of State or the meaning of events change."""

_FIRST = (b"", b"\x92", b"\x93")
"""What a cache may begin with: nothing, or an array of two (before schema 2) or three."""

INTERVAL = 16
"""Decisions between snapshots. A decision of real rules brings some 16 events, so that a seek folds some
250 events at most; a snapshot is some 2 kB, which makes the cache half as large as the log."""


class Stored(msgspec.Struct, array_like=True, frozen=True):
    """A state as msgpack: its TABLES in their order, the agenda, the clock."""

    at: dict[int, int]
    steps: dict[int, int]
    flags: dict[int, int]
    attached: dict[int, int]
    control: dict[int, int]
    markers: dict[int, int]
    tracks: dict[int, int]
    pools: dict[int, int]
    variables: dict[int, int]
    judged: dict[int, tuple[int, tuple[int, ...]]]
    seals: dict[int, str]
    agenda: Agenda
    clock: tuple[int, int, int, int, int]


def store(state: State) -> bytes:
    """A state as bytes."""
    return msgspec.msgpack.encode(
        Stored(
            **{name: getattr(state, name) for name in TABLES},
            agenda=state.agenda,
            clock=(state.turn, state.phase, state.phase_side, state.winner, state.level),
        )
    )


def restore(data: bytes) -> State:
    """The state again; one of UNREADABLE for anything else."""
    # no decoder made beforehand: most commands read no snapshot, and it would cost each of them its start
    stored = msgspec.msgpack.decode(data, type=Stored)
    state = State()
    for name in TABLES:
        setattr(state, name, getattr(stored, name))
    state.agenda = stored.agenda
    state.turn, state.phase, state.phase_side, state.winner, state.level = stored.clock
    stacks: dict[int, list[int]] = {}
    for piece in sorted(state.at):
        stacks.setdefault(state.at[piece], []).append(piece)
    state.stacks = {place: tuple(pieces) for place, pieces in stacks.items()}
    state.respects = tuple(sorted({key >> 32 for key in state.judged} - {0}))
    return state


class Tip(msgspec.Struct, array_like=True, frozen=True):
    """The end of a log when its cache was saved: leaf hashes of its first and its last frame, the number of the last.
    `check` tells a tip from what a crash may leave in its place."""

    first: bytes
    seq: int
    leaf: bytes
    check: bytes = b""

    def checked(self) -> Tip:
        """The tip with its check."""
        return Tip(self.first, self.seq, self.leaf, self._check())

    def holds(self) -> bool:
        """Whether it is what was saved."""
        return self.check == self._check()

    def _check(self) -> bytes:
        return sha256(b"%b|%d|%b" % (self.first, self.seq, self.leaf)).digest()[:8]


def saved_tip(path: Path) -> Tip | None:
    """The tip in a cache file, None when there is none that can be trusted."""
    try:
        schema, _, tip = msgspec.msgpack.decode(read_regular(path), type=tuple[int, msgspec.Raw, Tip])
    except (DiskError, *UNREADABLE):
        return None
    return tip if schema == SCHEMA and tip.holds() else None


class SnapshotCache:
    """Snapshots of one log by frame, in memory, and in a file beside it when it has one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._states: dict[int, bytes] = {}
        self._leaves: dict[int, bytes] = {}
        self._checked: set[int] = set()
        self._dirty = False
        self._saved: Tip | None = None

    def __contains__(self, seq: int) -> bool:
        return seq in self._states

    def load(self, leaf_of: Callable[[int], bytes], size: int) -> None:
        """Read the file beside the log; entries whose frame is not (or no longer) in the log are dropped."""
        if self._path is None:
            return
        try:
            schema, entries, tip = msgspec.msgpack.decode(
                read_regular(self._path), type=tuple[int, list[tuple[int, bytes, bytes]], Tip]
            )
        except (DiskError, *UNREADABLE):
            return
        if schema != SCHEMA:
            return
        self._saved = tip
        for seq, leaf, data in entries:
            if seq < size and leaf_of(seq) == leaf:
                self._states[seq] = data
                self._leaves[seq] = leaf

    def keep(self, seq: int, leaf: bytes, state: State) -> None:
        """Remember a position whose digest was compared with its frame's."""
        try:
            self._states[seq] = store(state)
        except OverflowError:
            # only a forged log has keys beyond 64 bits; a snapshot is a convenience
            return
        self._leaves[seq] = leaf
        self._checked.add(seq)
        self._dirty = True

    def get(self, seq: int, leaf: bytes, expected_digest: bytes) -> State | None:
        """The position at a frame, if it is here and is what the frame says it is; else None and forgotten."""
        data = self._states.get(seq)
        if data is None:
            return None
        if self._leaves[seq] == leaf:
            with contextlib.suppress(*UNREADABLE):
                state = restore(data)
                if seq in self._checked or digest(state) == expected_digest:
                    self._checked.add(seq)
                    return state
        del self._states[seq], self._leaves[seq]
        return None

    def save(self, tip: Tip) -> None:
        """Write the file, if there is one and something changed. A failure is harmless and silent."""
        tip = tip.checked()
        if self._path is None or not (self._dirty or tip != self._saved):
            return
        entries = [(s, self._leaves[s], d) for s, d in sorted(self._states.items())]
        data = msgspec.msgpack.encode((SCHEMA, entries, tip))
        scratch = staging_path(self._path)
        with contextlib.suppress(OSError):
            if not _replaceable(self._path):
                return
            try:
                with scratch.open("xb") as file:
                    file.write(data)
                scratch.replace(self._path)
            except BaseException:
                scratch.unlink(missing_ok=True)
                raise
            self._dirty = False


def _replaceable(path: Path) -> bool:
    """Whether nothing stands there but a cache, however old or damaged: another file of that name is left alone."""
    if not path.exists():
        return not path.is_symlink()
    if path.is_symlink() or kind_of_file(path) is not None:
        return False
    # a pipe there is never opened: that would wait for a writer
    return regular_bytes(path, most=1) in _FIRST
