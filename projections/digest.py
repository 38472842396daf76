"""State digest: 16 bytes that name a position, kept up to date change by change.

The digest is the sum mod 2^128 of a keyed hash of every entity (table, key, value). A sum can be updated by
what changed and does not depend on any order; equal positions have equal digests however they came about.
It finds honest mistakes and names the first diverging decision; the ledger's SHA-256 chain is what resists
a forger.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.projections.state import TABLES, Agenda, State

Entity: TypeAlias = tuple[int, int]
"""(table number, key)."""

_MASK = (1 << 128) - 1
_AT, _STEPS, _FLAGS, _ATTACHED, _CONTROL, _MARKERS, _TRACKS, _POOLS, _VARS, _JUDGED, _SEALS, _AGENDA, _CLOCK = range(13)
_tables: Final[Callable[[State], tuple[dict[int, Any], ...]]] = attrgetter(*TABLES)
_encode = msgspec.msgpack.Encoder().encode


def _entity(table: int, key: int, value: object) -> bytes:
    try:
        return _encode((table, key, value))
    except OverflowError:
        # a packed key or a sum beyond 64 bits: only a forged log holds one, and the digest must stay total
        return repr((table, key, value)).encode()


def _keyed(entity: bytes) -> int:
    return int.from_bytes(blake2b(entity, digest_size=16, key=b"hexledger state 1").digest(), "big")


def _hash(table: int, key: int, value: object) -> int:
    return _keyed(_entity(table, key, value))


class _Hashes(dict[tuple[int, Any], int]):
    """The hashes of one table's entries (key, value), each computed once: a digest is then one sum over lookups.

    Only for tables whose values are integers, strings and tuples of integers: a dict takes True for 1.
    """

    LIMIT: Final = 1 << 15

    def __init__(self, table: int) -> None:
        self._table = table

    def __missing__(self, entry: tuple[int, Any]) -> int:
        if len(self) >= self.LIMIT:
            self.clear()
        key, value = entry
        # a rules module that slips and hands in True must not leave the hash of True behind for 1
        found = self[entry] = _hash(self._table, int(key), int(value) if isinstance(value, int) else value)
        return found


_HASHES: Final = tuple(_Hashes(table) for table in range(len(TABLES)))


class _StepHashes(dict[bytes, int]):
    """The hashes of steps on the agenda, by their bytes: as values they could not be told apart, True being 1."""

    LIMIT: Final = 1 << 15

    def __missing__(self, entity: bytes) -> int:
        if len(self) >= self.LIMIT:
            self.clear()
        found = self[entity] = _keyed(entity)
        return found


_STEP_HASHES: Final = _StepHashes()


def _clock(state: State) -> bytes:
    return _entity(_CLOCK, 0, (state.turn, state.phase, state.phase_side, state.winner, state.level))


def _same_clock(old: State, new: State) -> bool:
    # the very same objects, as a copy has them: True would pass for 1
    return (
        old.turn is new.turn
        and old.phase is new.phase
        and old.phase_side is new.phase_side
        and old.winner is new.winner
        and old.level is new.level
    )


def _agenda(agenda: Agenda, start: int = 0) -> int:
    """The part of the steps from depth `start` on."""
    total = 0
    for depth in range(start, len(agenda)):
        total += _STEP_HASHES[_entity(_AGENDA, depth, agenda[depth])]
    return total


def digest(state: State) -> bytes:
    """The digest of a whole position, from nothing; O(entries)."""
    total = _keyed(_clock(state)) + _agenda(state.agenda)
    for hashes, name in zip(_HASHES, TABLES, strict=True):
        total += sum(map(hashes.__getitem__, getattr(state, name).items()))
    return (total & _MASK).to_bytes(16, "big")


def updated(before: bytes, old: State, new: State, events: Collection[ev.Event]) -> bytes:
    """The digest of `new`, given the digest of `old` and the events that led from one to the other; O(events)."""
    touched: dict[Entity, None] = {}
    removed: list[ev.Removed] = []
    touching = _TOUCH.get
    for event in events:
        touch = touching(type(event))
        if touch is not None:
            touched[touch(event)] = None
        elif type(event) in _TOUCH_SEVERAL:
            touched.update(dict.fromkeys(_TOUCH_SEVERAL[type(event)](event)))
            if isinstance(event, ev.Removed):
                removed.append(event)
    if len(removed) > _FEW:
        # looked up once, not once a piece; what was set again is there by the event that set it
        touched.update(dict.fromkeys([(_FLAGS, key) for key in old.flags.keys() - new.flags.keys()]))
        touched.update(dict.fromkeys([(_JUDGED, key) for key in old.judged.keys() - new.judged.keys()]))
    elif removed:
        # with numbers that only a forged log holds a respect of this very frame may name what was there before
        respects = {*old.respects, *(event.subject for event in events if isinstance(event, ev.JudgedFor))}
        for event in removed:
            touched.update(dict.fromkeys(_touch_belongings(old, respects, event.piece)))
    total = int.from_bytes(before, "big")
    if not _same_clock(old, new):
        total += _keyed(_clock(new)) - _keyed(_clock(old))
    if old.agenda is not new.agenda:
        same = 0
        for mine, theirs in zip(old.agenda, new.agenda, strict=False):
            if mine is not theirs:
                break
            same += 1
        total += _agenda(new.agenda, same) - _agenda(old.agenda, same)
    mine_in, theirs_in = _tables(old), _tables(new)
    for entity in touched:
        table, key = entity
        was, now = mine_in[table].get(key), theirs_in[table].get(key)
        if was != now:
            hashes = _HASHES[table]
            total += (0 if now is None else hashes[key, now]) - (0 if was is None else hashes[key, was])
    return (total & _MASK).to_bytes(16, "big")


_DEAR: Final = 4
"""An event that is followed costs as much as so many entries whose hashes are known."""


def digest_from(before: bytes, old: State, new: State, events: Collection[ev.Event]) -> bytes:
    """The digest of `new` as `updated` gives it, or from nothing where that is less work; O(the fewer of events and
    entries)."""
    if _DEAR * len(events) < sum(map(len, _tables(new))):
        return updated(before, old, new, events)
    return digest(new)


_FEW: Final = 8
"""Removed pieces whose belongings are looked up one by one."""


def _touch_placed(e: ev.Placed) -> list[Entity]:
    return [(_AT, e.piece), (_STEPS, e.piece)]


def _touch_removed(e: ev.Removed) -> list[Entity]:
    return [(_AT, e.piece), (_STEPS, e.piece), (_ATTACHED, e.piece), (_JUDGED, e.piece)]


def _touch_belongings(old: State, respects: Collection[int], piece: int) -> list[Entity]:
    """What a piece that is removed takes along, of what grows with the position."""
    gone = [(_JUDGED, subject << 32 | piece) for subject in respects]
    return gone + [(_FLAGS, key) for key in old.flags if key >> 16 == piece]


_TOUCH_SEVERAL: dict[type[ev.Event], Callable[[Any], Iterable[Entity]]] = {
    ev.Placed: _touch_placed,
    ev.Removed: _touch_removed,
}
_TOUCH: dict[type[ev.Event], Callable[[Any], Entity]] = {
    ev.Moved: lambda e: (_AT, e.piece),
    ev.StepsSet: lambda e: (_STEPS, e.piece),
    ev.Flagged: lambda e: (_FLAGS, e.piece << 16 | e.flag),
    ev.Attached: lambda e: (_ATTACHED, e.piece),
    ev.Controlled: lambda e: (_CONTROL, e.place),
    ev.MarkerSet: lambda e: (_MARKERS, e.a << 32 | (e.b + 1) << 16 | e.marker),
    ev.TrackSet: lambda e: (_TRACKS, e.track << 4 | e.side),
    ev.Pooled: lambda e: (_POOLS, e.pool << 20 | e.token),
    ev.Assigned: lambda e: (_VARS, e.variable),
    ev.Judged: lambda e: (_JUDGED, e.piece),
    ev.JudgedFor: lambda e: (_JUDGED, e.subject << 32 | e.piece),
    ev.Sealed: lambda e: (_SEALS, e.side << 16 | e.slot),
    ev.Revealed: lambda e: (_SEALS, e.side << 16 | e.slot),
}
"""The entities that an event may change, agenda and clock left out: those are always looked at."""
