"""What a step costs and who may take it (10.1-10.7, 10.11, 9.2-9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.case_yellow.questions import zoc
from hexledger.engine.games.case_yellow.questions.borders import closed, stays
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import REFUGEE_RING
from hexledger.engine.kernel.memory import MARKERS, Basis, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import Reached, cheapest

ON_REFUGEES: Final = Basis(MARKERS, variables=(w.word(REFUGEE_RING.word),))


def prohibited(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """10.4b, 10.6c, 7.9d, 11.7: what keeps a unit out of an adjacent hex whatever it pays, enemies apart."""
    ground, roster = pos.game.ground, pos.game.roster
    key = ground.key(here, there)
    why = closed(pos, piece, here, there)
    if why is not None:
        return why
    side = pos.side(piece)
    if pos.enemy_fortress(there, side):
        return "10.9", f"{pos.label(there)} holds an undestroyed enemy fortified line"
    road = key in ground.road
    if piece in roster.motorized and not road:
        if there in ground.forest or here in ground.forest:
            return "10.4b", "motorized units enter and leave forest along roads only"
        if ground.tec[there].motorized is None:  # type: ignore[union-attr]
            return "10.4b", f"motorized units enter {ground.terrain[there]} hexes along roads only"
    if (piece in roster.arko or piece in roster.supply) and ground.river_between(here, there):
        if key not in ground.crossing:
            return "10.6", f"{pos.name(piece)} crosses rivers at crossings only"
        if piece in roster.supply and side == w.GERMAN and pos.interdicted(here, there):
            return "7.9", f"{pos.name(piece)} does not cross at an interdicted crossing"
    return None


def price(pos: YellowPosition, piece: int, here: int, there: int, taken: bool = False) -> int:
    """10.1, 10.4, 10.6, 10.9b, 10.11, G-C2: MPs to go to an adjacent hex that is not prohibited.

    taken   the unit has been in the hex on this very way: it is ours already (10.6a), and its works are gone
    """
    ground, chart, roster = pos.game.ground, pos.game.chart, pos.game.roster
    key, side = ground.key(here, there), pos.side(piece)
    motorized = piece in roster.motorized
    road = key in ground.road
    if road:
        cost = chart.road_mp
        if motorized and there in ground.forest and any(unit in roster.motorized for unit in pos.units(there)):
            cost = chart.forest_road_mp
    else:
        tec = ground.tec[there]
        cost = (tec.motorized if motorized else tec.foot) or 0  # type: ignore[union-attr]
    river = ground.river_between(here, there)
    if river:
        cost += _river(pos, river, here, there, side, taken)
    if side == w.GERMAN and pos.works(there) and not taken:
        cost += chart.works_mp
    if side == w.ALLIED and there in refugee_hexes(pos):
        cost += chart.refugee_mp
    return cost


def _river(pos: YellowPosition, river: str, here: int, there: int, side: int, taken: bool) -> int:
    """10.4c, 10.6a, 10.7b, 10.7e, 12.5: 1 for a river, 0 for a friendly minor crossing, 1 if interdicted."""
    ground, chart = pos.game.ground, pos.game.chart
    crossing = ground.key(here, there) in ground.crossing
    cost = chart.river_mp[river]
    if crossing and river == "minor_river":
        held = taken or pos.control(there) == side
        given_up = side == w.GERMAN and pos.surrendered(ground.country[there]) and not zoc.in_ezoc(pos, there, side)
        if held or given_up:
            cost = 0
    if side == w.GERMAN and crossing and pos.interdicted(here, there):
        cost += chart.interdicted_mp
    return cost


@kept(ON_REFUGEES)
def refugee_hexes(pos: YellowPosition) -> frozenset[int]:
    """10.11, 12.4d, 12.6, G-C18: hexes in which refugees cost Allied units an MP."""
    found: set[int] = set()
    ring = pos.reading(REFUGEE_RING) != REFUGEE_RING.default
    for key in sorted(pos.state.markers):
        marker, place = key & 0xFFFF, key >> 32
        if marker in (w.REFUGEE_TOWN, w.REFUGEE_CITY, w.TERROR):
            found.add(place)
        if marker == w.TERROR or (marker == w.REFUGEE_CITY and ring):
            found.update(pos.board.neighbours[place])
        elif marker == w.REFUGEE_CITY:
            flight = pos.game.chart.flight
            found.update(near for near in pos.board.neighbours[place] if pos.board.direction(place, near) in flight)
    return frozenset(found)


def step(
    pos: YellowPosition, piece: int, here: int, there: int, fresh: bool, overrun: bool = False, taken: bool = False
) -> tuple[int, Refusal | None]:
    """Price of one step of a move, and why it is refused.

    fresh     the unit has not entered a hex this round
    overrun   the step is into an enemy hex that is overrun (10.3c)
    taken     the unit has been in the hex on this very way
    """
    why = prohibited(pos, piece, here, there) or stays(pos, piece, here, there)
    side = pos.side(piece)
    if why is None and not overrun and pos.enemy_in(there, side):
        why = "10.1", f"an enemy stands in {pos.label(there)}"
    if why is None and zoc.halted(pos, piece, here):
        if not fresh:
            why = "9.2", f"{pos.name(piece)} stops in the enemy ZOC in {pos.label(here)}"
        elif zoc.stopped(pos, piece, there):
            why = "9.2", "nobody goes from one enemy ZOC straight into another"
    if why is None and zoc.barred(pos, piece, here, there):
        why = "9.4", f"enemies on two sides bar the way over the river into {pos.label(there)}"
    return (0, why) if why is not None else (price(pos, piece, here, there, taken), None)


def walk(
    pos: YellowPosition, piece: int, path: Sequence[int], spent: int, rate: int | None = None
) -> tuple[int, Refusal | None]:
    """10.1: MPs spent after a path of hexes to be entered, beginning where the unit stands; or why it cannot go.

    spent   MPs spent earlier in this round, -1 for a unit that has not moved: it may always go one hex (10.1c)
    rate    MA of the stack that it moves with (10.1b), None for its own
    """
    here, total = pos.at(piece), max(0, spent)
    allowance = pos.ma(piece) if rate is None else rate
    fresh = spent < 0
    for number, there in enumerate(path):
        if not pos.board.adjacent(here, there):
            return total, ("10.1", f"{pos.label(there)} is not adjacent to {pos.label(here)}")
        cost, why = step(pos, piece, here, there, fresh, taken=there in path[:number])
        if why is not None:
            return total, why
        total += cost
        minimum = fresh and number == 0 and len(path) == 1 and allowance >= 1
        if total > allowance and not minimum:
            return total, ("10.1", f"{pos.name(piece)} has {allowance} MPs, the way costs {total}")
        here, fresh = there, False
    return min(total, allowance) if path else total, None


def reach(pos: YellowPosition, piece: int) -> Reached:
    """10.1: every hex that a unit which has not moved can come to -> (MPs, hex before)."""

    def cost(here: int, there: int) -> int | None:
        found, why = step(pos, piece, here, there, here == start)
        return None if why is not None else found

    start = pos.at(piece)
    allowance = pos.ma(piece)
    found = cheapest(pos.board, start, cost, limit=allowance, stop=lambda place: zoc.halted(pos, piece, place))
    for there in pos.board.neighbours[start] if allowance >= 1 else ():
        if there not in found and cost(start, there) is not None:
            found[there] = (allowance, start)
    return found


def rate(pos: YellowPosition, units: Sequence[int]) -> int:
    """10.1b: MA of a stack: that of its slowest unit."""
    return min(pos.ma(unit) for unit in units)


def spent(pos: YellowPosition, piece: int) -> int:
    """MPs spent in this round, -1 for a unit that has not moved."""
    return pos.flag(piece, w.MOVED) - 1
