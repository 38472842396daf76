"""Moving units and stacks (10.1-10.6), one at a time; a stack in motion may go on, whole or in part (10.1b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import march, stacking, ways
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.rules.losses import vacated
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import FRANCE
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, is_allowed, permit
from hexledger.engine.map.paths import Reached


class Move(Decision, frozen=True, array_like=True, tag=26):
    """`move ge_1_pz,ge_2_pz 2231,2230`: units of one hex, and the hexes that they enter together."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


def may_move(pos: YellowPosition, piece: int) -> Refusal | None:
    """7.9c, 10.1, 10.1b, 10.5b, 11.9b: why a unit may not move in this round; None when it may, or may go on."""
    if not pos.on_map(piece) or pos.side(piece) != pos.active:
        return "10.1", f"{pos.name(piece)} is not yours to move now"
    if pos.engaged(piece):
        return "11.9b", f"{pos.name(piece)} is Engaged"
    if pos.flag(piece, w.RAILED):
        return "10.5", f"{pos.name(piece)} has come by rail"
    if pos.flag(piece, w.MOVED) and not pos.flag(piece, w.IN_MOTION):
        return "10.1b", f"{pos.name(piece)} has finished its move"
    if pos.ma(piece) < 1:
        return "7.9", f"{pos.name(piece)} has moved in an earlier round of this turn"
    return march.frozen(pos, piece)


def check_stack(pos: YellowPosition, units: Sequence[int]) -> Refusal | None:
    """10.1b: units that move together stand in one hex, keep the stacking limits, and moved together so far."""
    if not units or len(set(units)) != len(units):
        return "10.1b", "units that move are named once each"
    for unit in units:
        why = may_move(pos, unit)
        if why is not None:
            return why
    if len({pos.at(unit) for unit in units}) > 1:
        return "10.1b", "units that move together stand in one hex"
    if len({pos.flag(unit, w.IN_MOTION) for unit in units}) > 1:
        return "10.1b", "nobody joins a stack that has begun to move"
    if len(units) > 1 and not stacking.limits_kept(pos, units):
        return "8.3", "a moving stack keeps the stacking limits"
    return None


def check_move(pos: YellowPosition, move: Move) -> None:
    """10.1-10.6, 10.4b, 10.10, 11.9c, H-1: may these units take this path?"""
    permit(pos, check_stack(pos, move.units))
    if not move.path:
        raise IllegalDecision(pos.game.cite("10.1"), "a move enters a hex")
    rate = ways.rate(pos, move.units)
    for unit in move.units:
        permit(pos, ways.walk(pos, unit, move.path, ways.spent(pos, unit), rate)[1])
    permit(pos, _together(pos, move.units, move.path))
    permit(pos, _engaged_on_way(pos, move.units, move.path))
    for unit in move.units:
        if march.marches(pos, unit) and not pos.flag(unit, w.MOVED):
            ends = march.march_ends(pos, unit)
            if ends and move.path[-1] not in ends:
                raise IllegalDecision(pos.game.cite("H-1"), f"{pos.name(unit)} marches to the Dyle as far as it can")


def _together(pos: YellowPosition, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """10.4b, 10.10: motorized units go through forest one by one; no third Belgian goes to France."""
    ground, roster = pos.game.ground, pos.game.roster
    if len(units) < 2:
        return None
    way = (pos.at(units[0]), *path)
    if any(place in ground.forest for place in way) and any(unit in roster.motorized for unit in units):
        return "10.4b", "motorized units move through forest one by one"
    belgians = sum(pos.nation(unit) == "belgian" for unit in units)
    if belgians > 1 and ground.country[way[0]] != FRANCE and any(ground.country[p] == FRANCE for p in path):
        abroad = [u for u in pos.of(w.ALLIED) if pos.nation(u) == "belgian" and ground.country[pos.at(u)] == FRANCE]
        if len(abroad) + belgians > pos.game.chart.number("belgians_abroad", "units"):
            return "10.10", "at most two Belgian units are in France"
    return None


def _engaged_on_way(pos: YellowPosition, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """11.9c: who enters an own Engaged hex stays in it, within the stacking limits."""
    for place in path[:-1]:
        if pos.engaged_hex(place):
            return "11.9c", f"who enters the Engaged hex {pos.label(place)} stays there"
    if pos.engaged_hex(path[-1]) and not stacking.room(pos, path[-1], units):
        return "11.9c", f"no room in the Engaged hex {pos.label(path[-1])}"
    return None


def take_move(act: Act, move: Move) -> None:
    """Carry a move out: costs, control of every hex entered, markers left behind."""
    pos = act.pos
    start = pos.at(move.units[0])
    totals = {unit: ways.walk(pos, unit, move.path, ways.spent(pos, unit))[0] for unit in move.units}
    before = {unit: max(0, ways.spent(pos, unit)) for unit in move.units}
    begin_motion(act, move.units)
    for unit in move.units:
        act.move(unit, (start, *move.path), "mode.move", totals[unit] - before[unit], "10.1")
        act.flag(unit, w.MOVED, totals[unit] + 1)
        if unit in pos.game.roster.supply:
            act.flag(unit, w.FLIPPED, 1, "7.9")
    for unit in move.units:
        for place in move.path:
            enter(act, unit, place)
    vacated(act, start, True)


def begin_motion(act: Act, units: Sequence[int]) -> None:
    """10.1b: the units begin to move, or go on; who was in motion before and does not go on has finished."""
    pos = act.pos
    end_motion(act, units)
    for unit in units:
        if not pos.flag(unit, w.MOVED):
            act.flag(unit, w.BEGAN, pos.at(unit) + 1)
            if unit in pos.scenario.maginot_corps:
                act.assign("var.maginot_moved", pos.var("maginot_moved") + 1)
        act.flag(unit, w.IN_MOTION, 1)


def end_motion(act: Act, but: Sequence[int] = ()) -> None:
    """10.1b: a move is finished before another begins."""
    for key in sorted(key for key in act.state.flags if key & 0xFFFF == w.IN_MOTION):
        if key >> 16 not in but:
            act.flag(key >> 16, w.IN_MOTION, 0)


def groups(pos: YellowPosition) -> Iterator[tuple[int, ...]]:
    """Units and whole stacks that may move now: those in motion first."""
    movers = [unit for unit in pos.of(pos.active) if may_move(pos, unit) is None]
    movers.sort(key=lambda unit: (not pos.flag(unit, w.IN_MOTION), pos.at(unit), unit))
    stacks: dict[tuple[int, int], list[int]] = {}
    for unit in movers:
        yield (unit,)
        stacks.setdefault((pos.at(unit), pos.flag(unit, w.IN_MOTION)), []).append(unit)
    for units in stacks.values():
        if len(units) > 1 and check_stack(pos, units) is None:
            yield tuple(units)


def listed(pos: YellowPosition) -> Iterator[Move]:
    """Moves of one hex, which a unit in motion may continue; the march of one red star to the Dyle, whole."""
    marched = False
    for units in groups(pos):
        if any(march.marches(pos, unit) and not pos.flag(unit, w.MOVED) for unit in units):
            if len(units) == 1 and not marched:
                yield from _marches(pos, units[0])
                marched = bool(march.march_ends(pos, units[0]))
            continue
        here = pos.at(units[0])
        for there in pos.game.ground.near[here]:
            if _step_ok(pos, units, there):
                yield Move(tuple(map(PieceId, units)), (PlaceId(there),))


def moves_of(pos: YellowPosition, units: tuple[int, ...]) -> Iterator[Move]:
    """10.1: moves of a unit or stack to every hex in reach of its first unit, by the way that is cheapest for it."""
    if check_stack(pos, units) is not None:
        return
    reached = ways.reach(pos, units[0])
    for end in reached:
        move = Move(tuple(map(PieceId, units)), tuple(map(PlaceId, path_of(reached, end))))
        if move.path and is_allowed(check_move, pos, move):
            yield move


def _step_ok(pos: YellowPosition, units: tuple[int, ...], there: int) -> bool:
    path, rate = (there,), ways.rate(pos, units)
    if any(ways.walk(pos, unit, path, ways.spent(pos, unit), rate)[1] is not None for unit in units):
        return False
    return _together(pos, units, path) is None and _engaged_on_way(pos, units, path) is None


def _marches(pos: YellowPosition, unit: int) -> Iterator[Move]:
    ends = march.march_ends(pos, unit)
    if not ends:
        for there in pos.game.ground.near[pos.at(unit)]:
            if _step_ok(pos, (unit,), there):
                yield Move((PieceId(unit),), (PlaceId(there),))
        return
    reached = ways.reach(pos, unit)
    for end in sorted(ends):
        yield Move((PieceId(unit),), tuple(map(PlaceId, path_of(reached, end))))


def path_of(reached: Reached, end: int) -> tuple[int, ...]:
    """The hexes entered on the way to an end."""
    path = [end]
    while (before := reached[path[-1]][1]) >= 0:
        path.append(before)
    return tuple(reversed(path[:-1]))


ACTIONS: Final = (Action(Move, check_move, take_move, listed),)
DECISIONS: Final = (Move,)
STEPS: Final = ()
