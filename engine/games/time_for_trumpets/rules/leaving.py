"""Hexes that are left, and units that retreat off the map (19.0k, 54.1h-i, G-3.24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import sources, stacking
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import (
    DISRUPTED,
    OF_FORMATIONS,
    OF_UNITS,
    eliminate,
    take_off,
)
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.games.time_for_trumpets.tables.switches import EDGE_RETREAT

ROAD_BLOCK: Final = "road_block"
WORKS: Final = ("ip5", "ip6", "strong_point", ROAD_BLOCK, "fort")


def vacated(act: Act, place: int) -> None:
    """19.0k: works of a hex that its defenders have left, or in which they died, are removed at once; 19.4c, f: a road
    block of a hex that is being fought for when the advance is over."""
    if not 0 <= place < act.pos.board.n_hexes or act.pos.fighters(place):
        return
    fought_for = act.pos.marker("attack", place) > 0
    _remove(act, place, WORKS if not fought_for else tuple(name for name in WORKS if name != ROAD_BLOCK))


def taken(act: Act, place: int, side: int) -> None:
    """19.0k: nothing of the works of a side is left in a hex in which none of its combat units is any more."""
    if not act.pos.friend_in(place, side):
        _remove(act, place, WORKS)


def _remove(act: Act, place: int, works: Iterable[str]) -> None:
    for name in works:
        if act.pos.marker(name, place):
            act.marker(place, -1, f"marker.{name}", 0, "19.0")


def retreat_off(act: Act, unit: int) -> None:
    """54.1h-i: an Allied unit that is forced off the map over the north or south edge is in the zone there, as who
    leaves of his own will (34.0a, 34.1b), and may come back; another comes back in its next own turn (Germans: G-3.24,
    G-D29), Disrupt 2."""
    pos = act.pos
    zone = sources.zone_of(pos, pos.at(unit))
    if pos.side(unit) == w.ALLIED and pos.scenario.whole and zone != NOBODY:
        act.move(unit, (pos.at(unit), zone), "mode.off_map", 0, "34.1")
        return
    if pos.side(unit) == w.GERMAN and pos.reading(EDGE_RETREAT) != EDGE_RETREAT.default:
        eliminate(act, unit, "reason.left_map", "54.1")
        return
    place, steps = pos.at(unit), pos.steps(unit)
    take_off(act, unit, "reason.left_map", "54.1", (*OF_FORMATIONS, *OF_UNITS))
    act.pool("pool.fled", unit, 1, "54.1")
    act.flag(unit, w.FLED_FROM, place + 1)
    act.flag(unit, w.FLED_STEPS, steps)
    act.flag(unit, w.DISRUPT, DISRUPTED, "54.1")
    act.flag(unit, w.FLAG["fled"], act.state.turn + 1, "54.1")


def come_back(act: Act, side: int) -> list[int]:
    """34.3, 54.1i, G-D29: units that were forced off the map come back at the hex where they left, or at the nearest
    source of their side that no enemy holds or covers. Those units."""
    pos, back = act.pos, list[int]()
    for unit in sorted(pos.pool("fled")):
        if pos.side(unit) != side or act.state.turn < pos.flag(unit, w.FLAG["fled"]):
            continue
        place = _gate(pos, unit)
        if place < 0:
            continue
        steps = pos.flag(unit, w.FLED_STEPS)
        act.pool("pool.fled", unit, -1, "54.1")
        for flag in (w.FLAG["fled"], w.FLED_FROM, w.FLED_STEPS):
            act.flag(unit, flag, 0)
        act.place(unit, place, steps, "54.1")
        act.flag(unit, w.DISRUPT, DISRUPTED, "54.1")
        back.append(unit)
    return back


def _gate(pos: TrumpetsPosition, unit: int) -> int:
    side, start = pos.side(unit), pos.flag(unit, w.FLED_FROM) - 1
    gates = sources.of(pos, side, pos.above(unit, "army"))
    free = [p for p in gates if not pos.enemy_in(p, side) and stacking.room(pos, unit, p) and sources.on_edge(pos, p)]
    return min(free, key=lambda p: (pos.board.distance(p, start), p), default=-1)


DECISIONS: Final = ()
STEPS: Final = ()
