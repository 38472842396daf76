"""What a step costs: terrain, roads, traffic, ZOC (8.1, 8.2, 8.4, 11.1, 20.24). All costs in half movement points.

A step is first looked at without ZOC (`ground`), then `zone` adds what an enemy ZOC asks. Both give their price as
lines (label, half points, rule), so that the sum and its explanation cannot differ; None means that the unit cannot
go there, and `refusal` then says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.schedule import WAITING
from hexledger.engine.games.june_6.tables.terrain import MP
from hexledger.engine.map.board import ROAD_ORDER

Line = tuple[str, int, str]
"""(label word, half points, rule)."""

ENGINEER_RANGE: Final = 4
"""Hexes from an HQ to what its engineers work on (20.21, 20.42, 20.51)."""


BY_OWN_HQ: Final = 1
"""Value of the flag of a unit that engineers carry within reach of its own HQ."""
_BANKS: Final = {"cliff": "8.43a", "bluff": "8.43b"}
"""Hexside -> the part of 8.43 that closes it."""
OTHER_HQ: Final = 2
"""The flag's value less this is the other HQ within whose reach they carry it (PB 6.42 note 1)."""


class Mover(msgspec.Struct, frozen=True):
    """What about a unit decides its costs; read once for a move.

    itself   the piece, -1 in tables that several like units share (it is not its own traffic)
    column   0 foot, 1 motorized
    steady   neither disordered nor isolated: may enter an EZOC hex (13.12a, 22.24)
    support  combat support unit (11.14)
    alone    commando or Ranger: needs no engineers (20.21)
    hq_hex   hex of the HQ whose engineers carry it over great rivers, -1 without them
    river    name of the river that the scenario closes to it (PB 6.102), "" for most units
    bounds   number of the hexes it may be in (`June6Position.bounds`)
    """

    piece: int
    itself: int
    side: int
    column: int
    steady: bool
    support: bool
    alone: bool
    hq_hex: int
    river: str
    bounds: int


class Ground(msgspec.Struct, frozen=True):
    """A step by terrain and traffic alone. `jam`: half points more if the step before it went along a road (R-73)."""

    lines: tuple[Line, ...]
    road: bool
    jam: int


def mover(pos: June6Position, piece: int) -> Mover:
    """What decides the costs of a unit now."""
    hq_hex = -1
    motorized = pos.motorized(piece)
    carried_by = 0 if motorized else pos.flag(piece, f.ASSISTED)
    if carried_by:
        hq = pos.hq_of(pos.formation(piece)) if carried_by == BY_OWN_HQ else carried_by - OTHER_HQ
        hq_hex = pos.at(hq) if hq >= 0 and pos.on_map(hq) else -1
    return Mover(
        piece,
        piece,
        pos.side(piece),
        1 if motorized else 0,
        not (pos.flag(piece, f.DISORDER) or pos.flag(piece, f.ISOLATED)),
        not pos.is_combat(piece),
        pos.crosses_alone(piece),
        hq_hex,
        pos.scenario.never_cross.get(piece, ""),
        pos.bounds(piece),
    )


# ------------------------------------------------------------------ movement allowance
def allowance(pos: June6Position, piece: int) -> int:
    """J6 8.21: half points that a unit may spend. R-46: weather first (4.12), then isolation halves, down (22.22).
    PB 1.82: what the landing has cost is gone."""
    points = pos.face(piece).ma
    if points and pos.side(piece) == f.GERMAN:
        points += weather_effects(pos)["german_ma"]
    if pos.flag(piece, f.ISOLATED):
        points //= 2
    if pos.flag(piece, f.SLOW) and not pos.landing:
        # PB 1.103: in the activations after the landing.
        points //= 2
    return points * MP - pos.flag(piece, f.LANDED)


def weather_effects(pos: June6Position) -> dict[str, int]:
    """J6 4.12: the row of the chart for the weather of the turn (german_ma in MP, sma, sma_drm ...)."""
    rows: dict[str, dict[str, int]] = pos.game.edition.charts["weather_effects"]["rows"]
    return rows[pos.game.words.key(pos.weather).rpartition(".")[2]]


# ------------------------------------------------------------------ one step without ZOC
def traffic(pos: June6Position, m: Mover, place: int) -> int:
    """J6 8.46, R-73: friendly units in a hex when the unit enters it; -1 when enemies, or a beach defence, hold it."""
    stack = pos.state.stacks.get(place)
    if stack is None:
        return -1 if m.side == f.GERMAN and pos.beach_defends(place) else 0
    if pos.game.side_of[stack[0]] != m.side:
        return -1
    count = 0
    for piece in stack:
        if piece != m.itself and not pos.flag(piece, f.ENTRY):
            count += 1
    return count


def open_ground(pos: June6Position, place: int) -> bool:
    """R-73: clear, village, city: ground that costs no more than a road, where only the +1 tells a jam."""
    return pos.game.terrain.hex_cost[pos.board.terrain[place]] == (MP, MP)


def ground(pos: June6Position, m: Mover, a: int, b: int) -> Ground | None:
    """J6 8.4: the step from a to the adjacent b by terrain and traffic; None when the unit cannot go."""
    friends = traffic(pos, m, b)
    return None if friends < 0 else paved(pos, m, a, b, friends)


MANY: Final = 2
"""Friendly units in a hex from which on more of them change no price (8.46b)."""


def paved(pos: June6Position, m: Mover, a: int, b: int, friends: int) -> Ground | None:
    """J6 8.4: the same for so many friendly units in b. Where pieces stand is not looked at.

    Along a road the road's cost replaces those of hex and hexside; +1 MP with one friend in the hex (8.46a). With two
    or more the step is off-road in cost and prohibitions (8.46b), and +1 MP on open ground (QA-MOVE-1, R-19).
    """
    if not pos.in_bounds(m.piece, b) or (m.river and pos.barred(m.piece, a, b)):
        return None
    chart, column = pos.game.terrain, m.column
    road = pos.road(a, b)
    if road is not None and friends < MANY:
        price = chart.road_cost[road][column]
        if price is None:
            return None
        paid = ("cost." + road, price, "8.42")
        return Ground(
            (*delay(pos, m, b), paid, ("cost.traffic", MP, "8.46")) if friends else (*delay(pos, m, b), paid), True, 0
        )
    terrain = pos.board.terrain[b]
    price = chart.hex_cost[terrain][column]
    if price is None:
        return None
    lines: list[Line] = [("cost." + terrain, price, "8.42" if road is None else "8.46")]
    for kind in pos.board.hexsides(a, b):
        if kind in chart.great:
            if pos.bridge(a, b):
                continue
            if column or not carried(pos, m, a):
                return None
            lines.append(("cost.crossing", chart.assisted_cost, "20.24"))
            continue
        price = chart.side_cost[kind][column]
        if price is None and m.alone:
            price = chart.commando_cost.get(kind)
        if price is None:
            return None
        lines.append(("cost." + kind, price, "8.41"))
    lines += delay(pos, m, b)
    jam = MP if friends and open_ground(pos, b) else 0
    if road is not None and jam:
        lines.append(("cost.traffic", jam, "QA-MOVE-1"))
    return Ground(tuple(lines), road is not None, 0 if road is not None else jam)


def delay(pos: June6Position, m: Mover, place: int) -> tuple[Line, ...]:
    """J6 19.11: an Allied unit pays 2 MP more to enter the hex of a delay point."""
    if m.side == f.ALLIED and pos.state.marker(place, -1, f.DELAY_POINT):
        return (("cost.delay_point", 2 * MP, "19.11"),)
    return ()


def carried(pos: June6Position, m: Mover, a: int) -> bool:
    """J6 8.44a, 20.21, 20.23: may a foot unit in hex a cross a great river without a bridge, into an EZOC as well?"""
    return m.alone or (m.hq_hex >= 0 and pos.board.distance(a, m.hq_hex) <= ENGINEER_RANGE)


# ------------------------------------------------------------------ what a ZOC adds
def zone(pos: June6Position, m: Mover, b: int, began: bool, into: bool) -> tuple[Line, ...] | None:
    """J6 11.1: what a step costs on top by ZOC; None when ZOC forbids it.

    began  the step is the first of the move and leaves an EZOC hex (11.13)
    into   b is an EZOC hex (11.11); the move ends there (11.12)
    """
    leave = (("cost.leave_ezoc", MP, "11.13"),) if began else ()
    if not into:
        return leave
    if not m.steady or (began and not m.column) or (m.support and not combat_unit_in(pos, b, m.itself)):
        return None
    return (*leave, ("cost.enter_ezoc", MP, "11.11"))


def combat_unit_in(pos: June6Position, place: int, besides: int = -1) -> bool:
    """True when a combat unit other than `besides` stands in a hex that enemies do not hold (11.14)."""
    return any(piece != besides and pos.is_combat(piece) for piece in pos.units(place))


# ------------------------------------------------------------------ entering the map
def entry(pos: June6Position, m: Mover, place: int) -> Ground | None:
    """J6 8.48: the entry hex as the first hex that is paid for; None when traffic or terrain keeps the unit out.

    An entry hex with a road is entered along the best road that leads out of it.
    """
    friends = traffic(pos, m, place)
    if friends < 0:
        return None
    road = entry_road(pos, place)
    column, chart = m.column, pos.game.terrain
    if road and friends < 2:
        price = chart.road_cost[road][column]
        if price is None:
            return None
        paid = ("cost.entry", price, "8.48")
        return Ground((paid, ("cost.traffic", MP, "8.46")) if friends else (paid,), True, 0)
    price = chart.hex_cost[pos.board.terrain[place]][column]
    if price is None:
        return None
    paid = ("cost.entry", price, "8.48")
    if road and open_ground(pos, place):
        return Ground((paid, ("cost.traffic", MP, "QA-MOVE-1")), True, 0)
    return Ground((paid,), bool(road), 0)


def landing(pos: June6Position, m: Mover, place: int) -> Ground | None:
    """J6 8.47, QA-BEACH-3, QA-BEACH-4, QA-BEACH-5: from a landing box: half the allowance, rounded up, then
    the beach hex; None where enemies stand (10.21) or the beach is closed to the unit."""
    if traffic(pos, m, place) < 0:
        return None
    terrain = pos.board.terrain[place]
    price = pos.game.terrain.hex_cost[terrain][m.column]
    if price is None:
        return None
    half = (pos.face(m.piece).ma + 1) // 2 * MP
    return Ground((("cost.landing", half, "8.47"), ("cost." + terrain, price, "8.42"), *delay(pos, m, place)), False, 0)


def first_hex(pos: June6Position, m: Mover, place: int) -> Ground | None:
    """J6 10.13: the step of a unit that waits in a box into its first hex; None when it may not enter there."""
    gate = pos.gate(m.piece)
    if gate is None or place not in gate.hexes or not pos.in_bounds(m.piece, place):
        return None
    return entry(pos, m, place) if pos.board.labels[gate.box] == WAITING else landing(pos, m, place)


def entry_road(pos: June6Position, place: int) -> str:
    """The best road that leads out of an entry hex, "" without one."""
    roads = {pos.board.road(place, there) for there in pos.board.neighbours[place]}
    return next((road for road in ROAD_ORDER if road in roads), "")


# ------------------------------------------------------------------ a whole path
def walk(pos: June6Position, m: Mover, path: Iterable[int]) -> list[Line]:
    """J6 8.11, 11.1: lines of a move along the hexes of `path`, entered in order; IllegalDecision where it may not go.

    The movement allowance, the unit's right to move and stacking are not looked at.
    """
    here, first, by_road = pos.at(m.piece), True, False
    lines: list[Line] = []
    if pos.in_box(m.piece):
        path = tuple(path)
        lines, by_road = _enter(pos, m, path[0])
        here, first, path = path[0], False, path[1:]
    began = stopped = pos.in_ezoc(here, m.side)
    if pos.flag(m.piece, f.ENTRY):
        entered = entry(pos, m, here)
        if entered is None:
            raise _refused(pos, "8.48b", f"{pos.name(m.piece)} cannot enter at {pos.label(here)}")
        lines.extend(entered.lines)
        by_road = entered.road
        if began:
            raise _refused(
                pos, "11.12", f"{pos.name(m.piece)} enters the map in an enemy ZOC at {pos.label(here)} and stops there"
            )
    for there in path:
        if not first and stopped:
            raise _refused(pos, "11.12", f"{pos.name(m.piece)} must stop in the enemy ZOC at {pos.label(here)}")
        if there not in pos.board.neighbours[here]:
            raise _refused(pos, "8.11", f"{pos.label(there)} is not next to {pos.label(here)}")
        step = ground(pos, m, here, there)
        if step is None:
            raise refusal(pos, m, here, there)
        stopped = pos.in_ezoc(there, m.side)
        toll = zone(pos, m, there, first and began, stopped)
        if toll is None:
            raise zone_refusal(pos, m, here, there, first and began)
        lines.extend(step.lines)
        if by_road and step.jam:
            lines.append(("cost.traffic", step.jam, "QA-MOVE-1"))
        lines.extend(toll)
        here, by_road, first = there, step.road, False
    return lines


def _enter(pos: June6Position, m: Mover, place: int) -> tuple[list[Line], bool]:
    """J6 10.13, 11.11: lines of the step from a box into the first hex, and whether it went by road."""
    step = first_hex(pos, m, place)
    if step is None:
        raise _refused(pos, "10.13", f"{pos.name(m.piece)} cannot enter the map at {pos.label(place)}")
    toll = zone(pos, m, place, False, pos.in_ezoc(place, m.side))
    if toll is None:
        raise zone_refusal(pos, m, place, place, False)
    return [*step.lines, *toll], step.road


def summed(lines: Iterable[Line]) -> list[Line]:
    """Lines of the same label and rule added up, in order of first appearance."""
    totals: dict[tuple[str, str], int] = {}
    for label, value, rule in lines:
        totals[label, rule] = totals.get((label, rule), 0) + value
    return [(label, value, rule) for (label, rule), value in totals.items()]


def points(half: int) -> str:
    """Half points as a player writes them: 5 -> `2 1/2`."""
    whole, rest = divmod(half, MP)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


# ------------------------------------------------------------------ why not
def _refused(pos: June6Position, rule: str, reason: str) -> IllegalDecision:
    return IllegalDecision(pos.game.cite(rule), reason)


def refusal(pos: June6Position, m: Mover, a: int, b: int) -> IllegalDecision:
    """Why `ground` has no price for the step from a to the adjacent b."""
    name, here, there = pos.name(m.piece), pos.label(a), pos.label(b)
    chart, board = pos.game.terrain, pos.board
    if pos.holder(b) == 3 - m.side and not pos.units(b):
        return _refused(pos, "9.2", f"the beach hex {there} defends itself: it must be taken by an attack")
    if pos.side_at(b) == 3 - m.side:
        return _refused(pos, "8.14", f"{there} is held by enemy units")
    if board.terrain[b] == "sea":
        return _refused(pos, "8.42", f"{there} is sea")
    if not pos.in_bounds(m.piece, b):
        if b in pos.scenario.area:
            return _refused(pos, "R-62", f"{there} lies in the rear hexes, where only HQs may be")
        return _refused(pos, "R-62", f"{there} lies outside the scenario's area")
    if pos.barred(m.piece, a, b):
        return _refused(pos, "PB 6.102", f"{name} may never cross the {board.hexside_name(a, b)} ({here} to {there})")
    kind = "motorized" if m.column else "foot"
    if pos.needs_bridge(a, b):
        if m.column:
            return _refused(pos, "8.43c", f"{name} is motorized and there is no bridge from {here} to {there}")
        return _refused(pos, "20.21", f"{name} needs engineers within {ENGINEER_RANGE} hexes to cross to {there}")
    for side in board.hexsides(a, b):
        if side not in chart.great and chart.side_cost[side][m.column] is None:
            what = f"{kind} units may not cross the {side.replace('_', ' ')} from {here} to {there}"
            return _refused(pos, _BANKS.get(side, "8.43"), what)
    terrain = board.terrain[b]
    if pos.road(a, b) is not None:
        return _refused(
            pos, "8.46b", f"two or more friendly units in {there}: off-road, and {terrain} is closed to {kind} units"
        )
    return _refused(pos, "8.42", f"{terrain} in {there} is closed to {kind} units")


def zone_refusal(pos: June6Position, m: Mover, a: int, b: int, began: bool) -> IllegalDecision:
    """Why `zone` forbids the step from a into the EZOC hex b."""
    name, there = pos.name(m.piece), pos.label(b)
    if pos.flag(m.piece, f.DISORDER):
        return _refused(pos, "13.12a", f"{name} is disordered and may not enter the enemy ZOC at {there}")
    if pos.flag(m.piece, f.ISOLATED):
        return _refused(pos, "22.24", f"{name} is isolated and may not enter the enemy ZOC at {there}")
    if began and not m.column:
        return _refused(
            pos,
            "11.13a",
            f"{name} is a foot unit and may not go from the enemy ZOC at {pos.label(a)} to that at {there}",
        )
    return _refused(pos, "11.14", f"{name} is a support unit and no friendly combat unit stands in {there}")
