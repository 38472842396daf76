"""State digest: 16 bytes that name a position, kept up to date change by change.

The digest is the sum mod 2^128 of a keyed hash of every entity (table, key, value). A sum can be updated by
what changed and does not depend on any order; equal positions have equal digests however they came about.
It finds honest mistakes and names the first diverging decision; the ledger's SHA-256 chain is what resists
a forger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.projections.state import State

Entity: TypeAlias = tuple[int, int]
"""(table number, key)."""

_MASK = (1 << 128) - 1
_AT, _STEPS, _FLAGS, _ATTACHED, _CONTROL, _MARKERS, _TRACKS, _POOLS, _VARS, _JUDGED, _SEALS, _AGENDA, _CLOCK = range(13)
_TABLES = ("at", "steps", "flags", "attached", "control", "markers", "tracks", "pools", "variables", "judged", "seals")
_encode = msgspec.msgpack.Encoder().encode


def _entity(table: int, key: int, value: object) -> bytes:
    try:
        return _encode((table, key, value))
    except OverflowError:
        # a packed key or a sum beyond 64 bits: only a forged log holds one, and the digest must stay total
        return repr((table, key, value)).encode()


@lru_cache(maxsize=1 << 16)
def _hash(entity: bytes) -> int:
    # keyed by bytes, not by the values: to a cache 1 and True are one key, in the ledger they are two
    return int.from_bytes(blake2b(entity, digest_size=16, key=b"hexledger state 1").digest(), "big")


def _value(state: State, table: int, key: int) -> object:
    if table == _AGENDA:
        return state.agenda[key] if key < len(state.agenda) else None
    if table == _CLOCK:
        return (state.turn, state.phase, state.phase_side, state.winner, state.level)
    return getattr(state, _TABLES[table]).get(key)


def digest(state: State) -> bytes:
    """The digest of a whole position, from nothing; O(entries)."""
    total = 0
    for table, name in enumerate(_TABLES):
        for key, value in getattr(state, name).items():
            total += _hash(_entity(table, key, value))
    for depth, step in enumerate(state.agenda):
        total += _hash(_entity(_AGENDA, depth, step))
    total += _hash(_entity(_CLOCK, 0, _value(state, _CLOCK, 0)))
    return (total & _MASK).to_bytes(16, "big")


def updated(before: bytes, old: State, new: State, events: Iterable[ev.Event]) -> bytes:
    """The digest of `new`, given the digest of `old` and the events that led from one to the other."""
    touched: dict[Entity, None] = {}
    for event in events:
        touch = _TOUCH.get(type(event))
        if touch is not None:
            touched.update(dict.fromkeys(touch(old, event)))
    if (_AGENDA, 0) in touched:
        depths = range(max(len(old.agenda), len(new.agenda)))
        touched.update(dict.fromkeys((_AGENDA, depth) for depth in depths))
    total = int.from_bytes(before, "big")
    for table, key in touched:
        was, now = _value(old, table, key), _value(new, table, key)
        if was is now:
            continue
        total += (0 if now is None else _hash(_entity(table, key, now))) - (
            0 if was is None else _hash(_entity(table, key, was))
        )
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
    ev.TurnBegan: lambda _s, _e: ((_CLOCK, 0),),
    ev.PhaseBegan: lambda _s, _e: ((_CLOCK, 0),),
    ev.Pushed: lambda _s, _e: ((_AGENDA, 0),),
    ev.Popped: lambda _s, _e: ((_AGENDA, 0),),
    ev.Stepped: lambda _s, _e: ((_AGENDA, 0),),
    ev.Judged: lambda _s, e: ((_JUDGED, e.piece),),
    ev.Sealed: lambda _s, e: ((_SEALS, e.side << 16 | e.slot),),
    ev.Revealed: lambda _s, e: ((_SEALS, e.side << 16 | e.slot),),
    ev.Won: lambda _s, _e: ((_CLOCK, 0),),
}
