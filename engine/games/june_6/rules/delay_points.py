"""Delay points (19.1): they cost Allied units movement and are gone for good once they have done so (QA-UNIT-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.costs import Mover, ground, mover, zone

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act


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


def _laid(pos: June6Position) -> tuple[int, ...]:
    """Hexes that hold a delay point, in no order that counts."""
    return pos.mapped(
        "delay_points", lambda: tuple(key >> 32 for key in pos.state.markers if key & MARKER_BITS == f.DELAY_POINT)
    )


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
        if left > 0 and _holding(pos, m, place, left):
            return number
    return -1


def may_stop(pos: June6Position, piece: int, path: Sequence[int]) -> bool:
    """J6 19.13: could a delay point stop the unit at all? Only Allied units, only beside one."""
    return pos.side(piece) == f.ALLIED and any_left(pos) and not _beside_any(pos).isdisjoint(path)


def _beside_any(pos: June6Position) -> frozenset[int]:
    """Hexes next to a delay point."""

    def compute() -> frozenset[int]:
        return frozenset(near for place in _laid(pos) for near in pos.board.neighbours[place])

    return pos.mapped("beside_delay_points", compute)


def _holding(pos: June6Position, m: Mover, place: int, left: int) -> tuple[int, ...]:
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


def after_move(act: Act, piece: int, path: Sequence[int], left: int) -> None:
    """J6 19.12-19.15: delay points that a finished move removes; `left`: half points that the unit did not use.

    Allied: those it entered, and those that stopped it while it had points left (19.14: not with its last point).
    German: that in the hex where it ends.
    """
    pos: June6Position = act.pos
    if not any_left(pos):
        return
    if pos.side(piece) == f.GERMAN:
        if here(pos, path[-1]):
            _remove(act, path[-1], "19.15")
        return
    for place in path:
        if here(act.pos, place):
            _remove(act, place, "19.12")
    if left > 0:
        for place in _holding(act.pos, mover(act.pos, piece), path[-1], left):
            _remove(act, place, "19.13")


def after_landing(act: Act, piece: int, left: int, stuck: bool) -> bool:
    """J6 19.13, 10.13: the beach hex is the first hex of a landing unit's move: delay points next to it that the unit
    cannot enter stop it and are gone, unless it has no point left (19.14). True when they do.

    `stuck`: the unit is pinned and stops there in any case (QA-UNIT-7).
    """
    pos: June6Position = act.pos
    if left <= 0 or not any_left(pos):
        return False
    place = pos.at(piece)
    holding = beside(pos, place) if stuck else _holding(pos, mover(pos, piece), place, left)
    for there in holding:
        _remove(act, there, "19.13")
    return bool(holding)


def _remove(act: Act, place: int, rule: str) -> None:
    act.marker(place, -1, f.DELAY_POINT, 0, rule)
