"""Delay points (19.1): where they lie, what they cost Allied units and whom they stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.costs import Mover, ground, mover, zone
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.memory import MARKS, kept

MARKER_BITS: Final = 0xFFFF
"""Part of a marker's key that says which marker it is."""


def here(pos: June6Position, place: int) -> bool:
    """True when a delay point lies in a hex."""
    return pos.state.marker(place, -1, f.DELAY_POINT) > 0


def beside(pos: June6Position, place: int) -> tuple[int, ...]:
    """Hexes next to a hex that hold a delay point, in direction order."""
    return tuple(there for there in pos.board.neighbours[place] if here(pos, there))


def any_left(pos: June6Position) -> bool:
    """True while delay points are on the map: most scenarios have none, and no move has to look for them."""
    return bool(_laid(pos))


@kept(MARKS)
def _laid(pos: June6Position) -> tuple[int, ...]:
    """Hexes that hold a delay point, in no order that counts."""
    return tuple(key >> 32 for key in pos.state.markers if key & MARKER_BITS == f.DELAY_POINT)


def price(pos: June6Position, m: Mover, a: int, b: int, began: bool) -> int | None:
    """Half points of the step into a delay point's hex, None where the unit cannot go (QA-UNIT-7: for any reason)."""
    step = ground(pos, m, a, b)
    toll = zone(pos, m, b, began, pos.in_ezoc(b, m.side)) if step is not None else None
    if step is None or toll is None:
        return None
    return sum(line[1] for line in (*step.lines, *toll))


def check_path(pos: June6Position, piece: int, path: Sequence[int], costs: Sequence[int], limit: int) -> None:
    """J6 19.13: raise IllegalDecision where an Allied unit goes past a delay point that it has too few points to enter.

    `costs`: half points of the path up to and with each hex.
    """
    stop = stops_at(pos, piece, path, costs, limit)
    if 0 <= stop < len(path) - 1:
        what = f"{pos.name(piece)} cannot enter the delay point next to {pos.label(path[stop])} and must stop there"
        raise IllegalDecision(pos.game.cite("19.13"), what)


def stops_at(pos: June6Position, piece: int, path: Sequence[int], costs: Sequence[int], limit: int) -> int:
    """J6 19.13: index of the first hex of a path at which delay points stop a unit with points left, -1 for none."""
    if pos.side(piece) != f.ALLIED or not any_left(pos):
        return -1
    m = mover(pos, piece)
    for number, place in enumerate(path):
        left = limit - costs[number]
        if left > 0 and held_by(pos, m, place, left):
            return number
    return -1


def may_stop(pos: June6Position, piece: int, path: Sequence[int]) -> bool:
    """J6 19.13: could a delay point stop the unit at all? Only Allied units, only beside one."""
    return pos.side(piece) == f.ALLIED and any_left(pos) and not _beside_any(pos).isdisjoint(path)


@kept(MARKS)
def _beside_any(pos: June6Position) -> frozenset[int]:
    """Hexes next to a delay point."""
    return frozenset(near for place in _laid(pos) for near in pos.board.neighbours[place])


def held_by(pos: June6Position, m: Mover, place: int, left: int) -> tuple[int, ...]:
    """Delay points next to a hex that a unit with so many half points cannot enter; an EZOC stops it, too (11.12)."""
    if pos.in_ezoc(place, m.side):
        return beside(pos, place)
    costs = ((there, price(pos, m, place, there, False)) for there in beside(pos, place))
    return tuple(there for there, cost in costs if cost is None or cost > left)


def may_always_enter(pos: June6Position, piece: int, path: Sequence[int]) -> bool:
    """J6 8.12: an Allied unit that begins its move next to a hex with a delay point and nothing else may enter it."""
    return (
        len(path) == 1
        and pos.side(piece) == f.ALLIED
        and pos.on_map(piece)
        and not pos.flag(piece, f.LANDED)
        and here(pos, path[0])
        and not pos.units(path[0])
    )
