"""Strategic movement (8.23, 8.24): who may use it, how far it leads, and whom the attrition of 8.3 may take."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.bombardment import has_bombarded
from hexledger.engine.games.june_6.questions.costs import Line, Mover, allowance, entry_road, mover, traffic
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reach import Way
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.schedule import WAITING
from hexledger.engine.games.june_6.tables.terrain import MP
from hexledger.engine.kernel.decisions import PlaceId
from hexledger.engine.map.paths import cheapest, path_to

FREE_HEXES: Final = 2
"""Hexes that must lie between a unit that begins strategic movement and the nearest enemy (8.24b, R-05)."""
ALLIED_FROM: Final = "11/12 June"
"""First turn in which the Allies may use strategic movement (8.24f)."""


# ------------------------------------------------------------------ 8.24 who may
def bar(pos: June6Position, piece: int) -> tuple[str, str] | None:
    """J6 7.3d, 8.24a, b, f, 22.26, R-114: (rule, reason) why a unit may not begin strategic movement, else None."""
    name = pos.name(piece)
    counter = pos.counters[piece]
    if pos.flag(piece, f.BROKEN_DOWN):
        return "7.3d", f"{name} has been broken down in this activation and may not use strategic movement"
    if has_bombarded(pos, piece):
        return "7.3d", f"{name} has bombarded in this activation and may not use strategic movement"
    if pos.flag(piece, f.ISOLATED):
        return "8.24a", f"{name} is isolated and may not use strategic movement"
    if counter.pool or piece in pos.scenario.cherbourg_units:
        return "8.24a", f"{name} may never use strategic movement"
    hq = pos.hq_here(pos.formation(piece))
    if hq < 0:
        return "8.24a", f"the HQ of {name} is not on the map, so it may not use strategic movement"
    if pos.flag(hq, f.ISOLATED):
        return "8.24a", f"{pos.name(hq)} is isolated, so {name} may not use strategic movement"
    if pos.side(piece) == f.ALLIED and too_early(pos):
        return "8.24f", f"the Allies may not use strategic movement before {ALLIED_FROM}"
    if pos.in_box(piece):
        if pos.label(pos.at(piece)) != WAITING:
            return "8.47b", f"{name} lands from a box and may not use strategic movement"
        return None
    return _too_near(pos, piece, pos.at(piece))


def _too_near(pos: June6Position, piece: int, start: int) -> tuple[str, str] | None:
    """J6 8.24b: (rule, reason) when an enemy unit stands too near to the hex where a unit begins."""
    enemy = 3 - pos.side(piece)
    for place in pos.board.within(start, FREE_HEXES):
        if pos.side_at(place) == enemy:
            return (
                "8.24b",
                f"{pos.name(piece)} begins too near to the enemy in {pos.label(place)} for strategic movement",
            )
    return None


def too_early(pos: June6Position) -> bool:
    """J6 8.24f: a turn before 11/12 June (turns are counted along the turn record track, 6 June = 1)."""
    track: list[str] = pos.game.edition.charts["turn_track"]["turns"]
    return pos.state.turn < track.index(ALLIED_FROM) + 1


def strategic_allowance(pos: June6Position, piece: int) -> int:
    """J6 8.23a: twice the movement allowance, in half points (weather before doubling: R-46)."""
    return 2 * allowance(pos, piece)


# ------------------------------------------------------------------ 8.23 what it costs
def road_price(pos: June6Position, m: Mover, road: str) -> int | None:
    """J6 8.23b: half points for a hex along a road; motorized and bicycle units pay half on a main road."""
    column = 2 if pos.face(m.piece).bicycle else m.column
    return pos.game.terrain.road_sm[road][column]


def stride(pos: June6Position, m: Mover, a: int, b: int) -> tuple[Line, ...] | None:
    """J6 8.23, 8.24c-d, 11.15, 20.25: one hex along an open road, never next to an enemy; None when it may not go."""
    road = pos.road(a, b)
    if road is None or not pos.in_bounds(m.piece, b) or pos.barred(m.piece, a, b):
        return None
    friends = traffic(pos, m, b)
    price = road_price(pos, m, road)
    if not 0 <= friends < 2 or price is None or pos.enemy_adjacent(b, m.side) or _delayed(pos, m, b):
        return None
    paid = ("cost." + road, price, "8.23")
    return (paid, ("cost.traffic", MP, "8.46")) if friends else (paid,)


def _delayed(pos: June6Position, m: Mover, place: int) -> bool:
    """J6 19.11: a delay point in or next to a hex stops the strategic movement of Allied units."""
    if m.side != f.ALLIED:
        return False
    return any(pos.state.marker(near, -1, f.DELAY_POINT) for near in (place, *pos.board.neighbours[place]))


def entry_stride(pos: June6Position, m: Mover, place: int) -> tuple[Line, ...] | None:
    """J6 8.48a: the entry hex as the first hex of strategic movement; None when it has no road or is jammed."""
    road = entry_road(pos, place)
    friends = traffic(pos, m, place)
    price = road_price(pos, m, road) if road else None
    if price is None or not 0 <= friends < 2:
        return None
    paid = ("cost.entry", price, "8.48")
    return (paid, ("cost.traffic", MP, "8.46")) if friends else (paid,)


def walk_strategic(pos: June6Position, m: Mover, path: Iterable[int]) -> list[Line]:
    """J6 8.23: lines of strategic movement along `path`; IllegalDecision where it may not go."""
    here = pos.at(m.piece)
    lines: list[Line] = []
    if pos.in_box(m.piece):
        first, *rest = path
        lines.extend(_gate_stride(pos, m, first))
        here, path = first, rest
    if pos.flag(m.piece, f.ENTRY):
        entered = entry_stride(pos, m, here)
        if entered is None:
            raise refused(pos, "8.48a", f"{pos.name(m.piece)} cannot enter at {pos.label(here)} by strategic movement")
        lines.extend(entered)
    for there in path:
        if there not in pos.board.neighbours[here]:
            raise refused(pos, "8.11", f"{pos.label(there)} is not next to {pos.label(here)}")
        step = stride(pos, m, here, there)
        if step is None:
            raise _stride_refusal(pos, m, here, there)
        lines.extend(step)
        here = there
    return lines


def _gate_stride(pos: June6Position, m: Mover, place: int) -> tuple[Line, ...]:
    """J6 8.48a, 8.24b: lines of the first hex of a unit that enters by strategic movement."""
    gate = pos.gate(m.piece)
    entered = entry_stride(pos, m, place) if gate is not None and place in gate.hexes else None
    if entered is None or pos.enemy_adjacent(place, m.side) or not pos.in_bounds(m.piece, place):
        raise refused(pos, "8.48a", f"{pos.name(m.piece)} cannot enter at {pos.label(place)} by strategic movement")
    near = _too_near(pos, m.piece, place)
    if near is not None:
        raise refused(pos, *near)
    return entered


def _stride_refusal(pos: June6Position, m: Mover, a: int, b: int) -> IllegalDecision:
    name, here, there = pos.name(m.piece), pos.label(a), pos.label(b)
    if pos.holder(b) == 3 - m.side:
        return refused(pos, "8.14", f"{there} is held by enemy units")
    if pos.road(a, b) is None:
        return refused(pos, "8.23", f"no open road leads from {here} to {there}; strategic movement keeps to roads")
    if not pos.in_bounds(m.piece, b):
        return refused(pos, "R-62", f"{there} is closed to {name} in this scenario")
    if pos.barred(m.piece, a, b):
        river = pos.board.hexside_name(a, b)
        return refused(pos, "PB 6.102", f"{name} may never cross the {river} ({here} to {there})")
    if traffic(pos, m, b) > 1:
        return refused(pos, "8.24d", f"two or more friendly units in {there}: strategic movement keeps to the road")
    return refused(pos, "8.24c", f"{there} is next to an enemy unit; strategic movement may not come so near")


def refused(pos: June6Position, rule: str, reason: str) -> IllegalDecision:
    return IllegalDecision(pos.game.cite(rule), reason)


def strategic_reach(pos: June6Position, piece: int, besides: Collection[int] = ()) -> dict[int, Way]:
    """Hexes that a unit could go to by strategic movement, in place order; stacking is not looked at.

    `besides`: hexes that are not asked for.
    """
    if bar(pos, piece) is not None:
        return {}
    m = mover(pos, piece)
    start, limit = pos.at(piece), strategic_allowance(pos, piece)
    if pos.in_box(piece):
        return _from_box(pos, m, limit, besides)
    if pos.flag(piece, f.ENTRY):
        entered = entry_stride(pos, m, start)
        if entered is None:
            return {}
        limit -= sum(line[1] for line in entered)
    return _drive(pos, m, start, limit, besides)


def _from_box(pos: June6Position, m: Mover, limit: int, besides: Collection[int]) -> dict[int, Way]:
    """J6 8.48a: where a unit that waits to enter could drive to."""
    gate = pos.gate(m.piece)
    best: dict[int, Way] = {}
    for place in gate.hexes if gate is not None else ():
        try:
            paid = sum(line[1] for line in _gate_stride(pos, m, place))
        except IllegalDecision:
            continue
        for way in _drive(pos, m, place, limit - paid, besides).values():
            if way.place not in best or paid + way.cost < best[way.place].cost:
                best[way.place] = Way(way.place, paid + way.cost, (PlaceId(place), *way.path))
    return {place: best[place] for place in sorted(best)}


def _drive(pos: June6Position, m: Mover, start: int, limit: int, besides: Collection[int]) -> dict[int, Way]:
    def cost(a: int, b: int) -> int | None:
        step = stride(pos, m, a, b)
        return None if step is None else sum(line[1] for line in step)

    reached = cheapest(pos.board, start, cost, limit)
    return {
        place: Way(place, reached[place][0], tuple(map(PlaceId, path_to(reached, place)[1:])))
        for place in sorted(reached)
        if place != start and place not in besides
    }


# ------------------------------------------------------------------ 8.3 attrition
def strategic_groups(pos: June6Position) -> tuple[int, ...]:
    """J6 8.31, R-52: formations of the active side that used strategic movement in this activation, ascending."""
    users = {pos.formation(piece) for piece in pos.active_units() if pos.flag(piece, f.STRATEGIC)}
    return tuple(sorted(users))


def victims(pos: June6Position, formation: int) -> tuple[int, ...]:
    """J6 8.31b: units of a formation that used strategic movement; its HQ only when it was alone (6.16)."""
    users = tuple(
        piece for piece in pos.active_units() if pos.flag(piece, f.STRATEGIC) and pos.formation(piece) == formation
    )
    return tuple(piece for piece in users if not pos.is_hq(piece)) or users
