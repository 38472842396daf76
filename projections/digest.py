"""State digest: 16 bytes that name a position, kept up to date change by change.

The digest is the sum mod 2^128 of a keyed hash of every entity (table, key, value). A sum can be updated by
what changed and does not depend on any order; equal positions have equal digests however they came about.
It finds honest mistakes and names the first diverging decision; the ledger's SHA-256 chain is what resists
a forger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.projections.state import State

Entity: TypeAlias = tuple[int, int]
"""(table number, key)."""

_MASK = (1 << 128) - 1
_AT, _STEPS, _FLAGS, _ATTACHED, _CONTROL, _MARKERS, _TRACKS, _POOLS, _VARS, _JUDGED, _SEALS, _AGENDA, _CLOCK = range(13)
_TABLES = ("at", "steps", "flags", "attached", "control", "markers", "tracks", "pools", "variables", "judged", "seals")
_encode = msgspec.msgpack.Encoder().encode


def _hash(table: int, key: int, value: object) -> int:
    try:
        entity = _encode((table, key, value))
    except OverflowError:
        # a packed key or a sum beyond 64 bits: only a forged log holds one, and the digest must stay total
        entity = repr((table, key, value)).encode()
    return int.from_bytes(blake2b(entity, digest_size=16, key=b"hexledger state 1").digest(), "big")


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


_HASHES: Final = tuple(_Hashes(table) for table in range(len(_TABLES)))


def _clock(state: State) -> int:
    return _hash(_CLOCK, 0, (state.turn, state.phase, state.phase_side, state.winner, state.level))


def _agenda(state: State, start: int = 0) -> int:
    """The part of the steps from depth `start` on. Not remembered: a step's data may hold True, which is not 1."""
    return sum(_hash(_AGENDA, depth, state.agenda[depth]) for depth in range(start, len(state.agenda)))


def digest(state: State) -> bytes:
    """The digest of a whole position, from nothing; O(entries)."""
    total = _clock(state) + _agenda(state)
    for hashes, name in zip(_HASHES, _TABLES, strict=True):
        total += sum(map(hashes.__getitem__, getattr(state, name).items()))
    return (total & _MASK).to_bytes(16, "big")


def updated(before: bytes, old: State, new: State, events: Iterable[ev.Event]) -> bytes:
    """The digest of `new`, given the digest of `old` and the events that led from one to the other; O(events)."""
    touched: dict[Entity, None] = {}
    for event in events:
        touch = _TOUCH.get(type(event))
        if touch is not None:
            for entity in touch(old, event):
                touched[entity] = None
    same = 0
    for mine, theirs in zip(old.agenda, new.agenda, strict=False):
        if mine is not theirs:
            break
        same += 1
    total = int.from_bytes(before, "big") + _clock(new) - _clock(old) + _agenda(new, same) - _agenda(old, same)
    for table, key in touched:
        name = _TABLES[table]
        was, now = getattr(old, name).get(key), getattr(new, name).get(key)
        if was is not now:
            hashes = _HASHES[table]
            total += (0 if now is None else hashes[key, now]) - (0 if was is None else hashes[key, was])
    return (total & _MASK).to_bytes(16, "big")


def _touch_removed(old: State, e: ev.Removed) -> list[Entity]:
    gone = [(_AT, e.piece), (_STEPS, e.piece), (_ATTACHED, e.piece), (_JUDGED, e.piece)]
    return gone + [(_FLAGS, key) for key in old.flags if key >> 16 == e.piece]


_TOUCH: dict[type[ev.Event], Callable[[State, Any], Iterable[Entity]]] = {
    ev.Placed: lambda _s, e: ((_AT, e.piece), (_STEPS, e.piece)),
    ev.Moved: lambda _s, e: ((_AT, e.piece),),
    ev.StepsSet: lambda _s, e: ((_STEPS, e.piece),),
    ev.Removed: _touch_removed,
    ev.Flagged: lambda _s, e: ((_FLAGS, e.piece << 16 | e.flag),),
    ev.Attached: lambda _s, e: ((_ATTACHED, e.piece),),
    ev.Controlled: lambda _s, e: ((_CONTROL, e.place),),
    ev.MarkerSet: lambda _s, e: ((_MARKERS, e.a << 32 | (e.b + 1) << 16 | e.marker),),
    ev.TrackSet: lambda _s, e: ((_TRACKS, e.track << 4 | e.side),),
    ev.Pooled: lambda _s, e: ((_POOLS, e.pool << 20 | e.token),),
    ev.Assigned: lambda _s, e: ((_VARS, e.variable),),
    ev.Judged: lambda _s, e: ((_JUDGED, e.piece),),
    ev.Sealed: lambda _s, e: ((_SEALS, e.side << 16 | e.slot),),
    ev.Revealed: lambda _s, e: ((_SEALS, e.side << 16 | e.slot),),
}
"""The entities that an event may change, agenda and clock left out: those are always looked at."""
