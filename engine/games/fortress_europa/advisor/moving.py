"""Moves of the greedy bot: arrivals, then every unit once, in order of number, to the best hex in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import (
    aims,
    assault,
    beaches,
    distances,
    drops,
    feeding,
    fighting,
    ground,
    marches,
)
from hexledger.engine.games.fortress_europa.advisor.distances import FAR
from hexledger.engine.games.fortress_europa.questions import arrivals, battle, capacity, contact, retreat, trains
from hexledger.engine.games.fortress_europa.questions import sea as sea_questions
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import path_of
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    movement,
    panzer_reserve,
    partisan,
    reinforcements,
    sea,
    sudden_death,
)
from hexledger.engine.games.fortress_europa.rules import trains as trains_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import EndMoves
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.memory import BOARD, kept

_BY_ODDS: Final = (-36, -30, -24, -16, -8, 2, 6, 8, 9, 10)
"""What it is worth to stand beside an enemy hex that could be attacked in a column of the CRT: about twice the combat
factors that such an attack brings."""
_HOPELESS: Final = -40
_EXPOSED: Final = 2
_MOST_EXPOSED: Final = 16
"""How many times its own strength a stack may have against it without danger, and the greatest penalty."""
_MARGIN: Final = 2
"""A unit moves when that is worth so much more than to stay."""
_PER_HQ: Final = 9
"""Units ashore for each HQ before another one comes."""
_CLOSE: Final = 4
"""Hexes from the enemy within which what is worth something is not left empty."""
_WON: Final = 7
"""Column of the CRT from which on an attack needs nobody more."""
_DRIVE: Final = 12
"""Hexes from what the German wants in the Bulge within which nearer is better."""
_RIDE: Final = 8
"""Hexes from the enemy beyond which Germans take a train."""


def decide(pos: FortressPosition) -> Decision | None:
    """The next move, or the end of moves; None when only the listed choices can tell."""
    for plan in _ALLIED if pos.active_side == f.ALLIED else _GERMAN:
        found = plan(pos)
        if found is not None:
            return found
    return EndMoves() if not _kept(pos) else None


def _kept(pos: FortressPosition) -> bool:

    return bool(retreat.must_leave(pos))


# ---------------------------------------------------------------------- Allied arrivals
def _sail(pos: FortressPosition) -> Decision | None:
    """HQs, armour and strong units to the harbour nearest to the enemy, while the ports can feed them; in the first
    impulse a passage is kept for an HQ that is wanted, for it sails in the second (13.1)."""
    kept = beaches.SPARE if beaches.keeps_capacity(pos) else 0
    if capacity.reckon(pos) < 1 + kept or pos.invasion_turn:
        return None
    near = distances.to_enemy(pos, f.ALLIED)
    wanted = _wants_hq(pos)
    if wanted and pos.impulse == 1 and sea.limit(pos) - sea_questions.used(pos) <= 1:
        return None
    best: tuple[tuple[int, ...], Decision] | None = None
    for decision in sea.sea_moves(pos):
        unit, to = decision.unit, decision.to
        if pos.on_map(unit) or to >= pos.board.n_hexes:
            continue
        is_hq = unit in pos.tables.roster.hqs
        if (is_hq and not wanted) or drops.waits(pos, unit):
            continue
        supplied = is_hq or feeding.feeds(pos, unit, to)
        key = (int(supplied), int(is_hq), pos.cf(unit), -near.get(to, FAR), -unit, -to)
        if best is None or key > best[0]:
            best = key, decision
    return None if best is None or not best[0][0] else best[1]


def _wants_hq(pos: FortressPosition) -> bool:
    """Are there too few HQs ashore for the units, and one at home that could come?"""
    if len(pos.hqs(f.ALLIED)) * _PER_HQ > len(pos.ashore(f.ALLIED)):
        return False
    return any(pos.at_home(unit) for unit in sorted(pos.tables.roster.hqs) if pos.side(unit) == f.ALLIED)


def _drop(pos: FortressPosition) -> Decision | None:
    """Paratroops behind the beaches on June I; the one drop of 32 later, where it brings most."""
    if sudden_death.in_play(pos):
        return drops.promised(pos, value_of)
    if not pos.primary_turn or pos.impulse != 1:
        return None
    line = {place for place in pos.tables.ground.invadable if pos.state.marker(place, -1, f.LANDED)}
    near = {there for place in sorted(line) for there in pos.tables.ground.links[place]} - line
    for decision in airborne.drops(pos):
        places = _drop_places(decision)
        if all(place in near and not pos.in_ezoc(place, f.ALLIED) and _clear(pos, place) for place in places):
            return decision
    return None


def _drop_places(decision: airborne.Drop) -> tuple[int, ...]:
    return tuple(place for _, place in decision.units)


def _clear(pos: FortressPosition, place: int) -> bool:
    return pos.terrain(place) == "clear" and place not in pos.tables.ground.cities


def _uprising(pos: FortressPosition) -> Decision | None:
    """The Partisan where most railways meet."""
    best: tuple[tuple[int, int], Decision] | None = None
    for decision in partisan.uprisings(pos):
        key = len(pos.tables.ground.rails[decision.at]), -decision.at
        if best is None or key > best[0]:
            best = key, decision
    return None if best is None else best[1]


# ---------------------------------------------------------------------- German arrivals
def _nearest(pos: FortressPosition, options: Iterator[tuple[int, Decision]]) -> Decision | None:
    """The decision whose place is nearest to the enemy."""
    near = distances.to_enemy(pos, f.GERMAN)
    best: tuple[int, Decision] | None = None
    for place, decision in options:
        length = near.get(place, FAR)
        if best is None or length < best[0]:
            best = length, decision
    return None if best is None else best[1]


def _return(pos: FortressPosition) -> Decision | None:
    """The panzer reserve comes back as soon as it can, all in the city nearest to the enemy."""
    return _nearest(
        pos,
        ((one.units[0][1], one) for one in panzer_reserve.entries(pos)),
    )


def _arrive(pos: FortressPosition) -> Decision | None:
    """Reinforcements into the German city nearest to the enemy that has room."""
    due = arrivals.due(pos)
    if not due or pos.impulse != 1:
        return None
    return _nearest(
        pos,
        ((one.at, one) for one in reinforcements.placements(pos) if one.unit == due[0] and pos.fits(one.at, (due[0],))),
    )


def _ride(pos: FortressPosition) -> Decision | None:
    """The strongest units far behind the front go by train to where it is."""
    if trains.used(pos) >= trains.capacity(pos) or pos.impulse != 1 or _last_walker(pos) >= 0:
        return None
    near = distances.to_enemy(pos, f.GERMAN)
    far = [
        unit
        for unit in pos.ashore(f.GERMAN)
        if near.get(pos.at(unit), 0) > _RIDE and trains.stays(pos, unit) is None and pos.mf(unit)
    ]
    for unit in sorted(far, key=lambda one: (-pos.cf(one), one))[:4]:
        start = pos.at(unit)
        if not pos.tables.ground.rails[start] or marches.guards(pos, unit):
            continue
        best: tuple[int, int] | None = None
        ways = trains.reach(pos, start, trains.front(pos))
        for place in ways:
            length = near.get(place, FAR)
            if length < near[start] - _RIDE // 2 and pos.fits(place, (unit,)) and (best is None or length < best[0]):
                best = length, place
        if best is not None:
            decision = trains_rules.RailMove(PieceId(unit), path_of(ways[best[1]]))
            if trains.refusal(pos, unit, decision.path) is None:
                return decision
    return None


# ---------------------------------------------------------------------- by land
def _strike(pos: FortressPosition) -> Decision | None:
    """The attack that gains most is put together first, before anybody walks."""
    return assault.next_move(pos) if _last_walker(pos) < 0 else None


def _command(pos: FortressPosition) -> Decision | None:
    """HQs move before the others of the second impulse, so that these know where they will be fed."""
    if pos.impulse != 2 or _last_walker(pos) >= 0:
        return None
    for hq in pos.hqs(pos.active_side):
        ways = marches.of(pos, hq)
        if not ways:
            continue
        start = pos.at(hq)
        best, to = feeding.value_of_hq(pos, hq, start) + _MARGIN, start
        for place in ways:
            value = feeding.value_of_hq(pos, hq, place)
            if value > best:
                best, to = value, place
        if to != start:
            return movement.Move(PieceId(hq), path_of(ways[to]))
    return None


def _walk(pos: FortressPosition) -> Decision | None:
    """The next unit, in order of their numbers, that has somewhere better to be."""
    side, hqs = pos.active_side, pos.tables.roster.hqs
    last = _last_walker(pos)
    for unit in pos.ashore(side):
        if unit <= last or unit in hqs or not marches.of(pos, unit) or marches.guards(pos, unit):
            continue
        start = pos.at(unit)
        best, to = value_of(pos, unit, start) + _MARGIN, start
        for place in marches.of(pos, unit):
            if not pos.fits(place, (unit,)) or contact.idled(pos, unit, place) is not None:
                continue
            value = value_of(pos, unit, place)
            if value > best:
                best, to = value, place
        if to != start:
            return movement.Move(PieceId(unit), path_of(marches.of(pos, unit)[to]))
    return None


def _thin(pos: FortressPosition) -> Decision | None:
    """6.3: who is over the stacking limit when the moves end is lost: the unit goes that loses least by it."""
    side = pos.active_side
    best: tuple[int, int, int] | None = None
    for start in pos.overstacked(side):
        for unit in pos.units_of(start, side):
            if not pos.stacks(unit):
                continue
            for place in marches.of(pos, unit):
                if pos.fits(place, (unit,)) and contact.idled(pos, unit, place) is None:
                    worth = value_of(pos, unit, place) - value_of(pos, unit, start)
                    best = max(best or (worth, -unit, -place), (worth, -unit, -place))
    if best is None:
        return None
    unit, to = -best[1], -best[2]
    return movement.Move(PieceId(unit), path_of(marches.of(pos, unit)[to]))


@kept(BOARD)
def _last_walker(pos: FortressPosition) -> int:
    """The highest number of the units that have moved in this impulse and not gone to attack; -1 for none."""
    last = -1
    for key, value in pos.state.flags.items():
        unit = key >> 16
        if key & 0xFFFF != f.WENT or value >> 8 != pos.impulse or pos.side(unit) != pos.active_side:
            continue
        if unit not in pos.tables.roster.hqs and pos.on_map(unit) and not pos.in_ezoc(pos.at(unit), pos.active_side):
            last = max(last, unit)
    return last


def value_of(pos: FortressPosition, unit: int, place: int) -> int:
    """What it is worth that a unit ends its move in a hex."""
    side = pos.side(unit)
    near = distances.to_enemy(pos, side).get(place, FAR)
    value = _contact(pos, unit, place) - _danger(pos, unit, place)
    if not feeding.feeds(pos, unit, place):
        value -= 24
    if side == f.ALLIED:
        value -= 2 * ground.to_goal(pos, side).get(place, FAR)
        if pos.controller(place) == f.GERMAN or (near <= _CLOSE and not _held(pos, unit, place)):
            value += 3 * ground.prized(pos, place)
        if place in capacity.sources(pos):
            # A harbour must have room for one who lands in it.
            others = [one for one in pos.units_of(place, side) if one != unit]
            value -= 8 * int(pos.stacked((*others, unit)) >= pos.stack_limit(place))
        if _repairs(pos, unit, place):
            value += 12
        return value
    value -= near if near < 12 else 12 + near // 4
    if side == aims.attacker(pos):
        value -= 2 * min(_DRIVE, aims.away(pos)[place])
    if near <= 6 and ground.prized(pos, place) and not _held(pos, unit, place):
        value += 2 * ground.prized(pos, place) + 3 * int(pos.controller(place) == f.ALLIED)
    if near <= 2 and (pos.fortress(place) or pos.is_city(place) or pos.terrain(place) == "rough"):
        value += 3
    return value


def _repairs(pos: FortressPosition, unit: int, place: int) -> bool:
    """18.7.8, 29.5: would a unit be the one that has a damaged port or Mulberry in its hex repaired?"""
    infantry = pos.tables.roster.land - pos.tables.roster.armored - pos.tables.roster.hqs
    damaged = pos.state.marker(place, -1, f.PORT_DAMAGE) and pos.controller(place) == f.ALLIED
    damaged = damaged or any(pos.at(m) == place and pos.flag(m, f.DAMAGE) for m in sorted(pos.tables.roster.mulberries))
    if not damaged or unit not in infantry:
        return False
    return not any(one in infantry and one != unit for one in pos.units_of(place, f.ALLIED))


def _held(pos: FortressPosition, unit: int, place: int) -> bool:
    return any(one != unit for one in pos.units_of(place, pos.side(unit)))


def _contact(pos: FortressPosition, unit: int, place: int) -> int:
    """What the enemy stacks beside a hex make of standing there: the worst of them, and all of them together, since a
    unit has to attack whatever has it in its ZOC (14.6). Only who stands there already helps."""
    covering = pos.zoc(3 - pos.side(unit)).get(place)
    if not covering:
        return 0
    worst = _BY_ODDS[-1]
    stacks = list(dict.fromkeys(pos.at(one) for one in covering))
    for enemies in (*((enemy,) for enemy in stacks), *((tuple(stacks),) if len(stacks) > 1 else ())):
        column = fighting.odds_on(pos, enemies, pos.nation(unit), (unit,), place)
        worst = min(worst, _HOPELESS if column < 0 else _BY_ODDS[column])
    if worst > 0 and all(fighting.odds_on(pos, (enemy,), pos.nation(unit)) >= _WON for enemy in stacks):
        return 0
    return worst


def _danger(pos: FortressPosition, unit: int, place: int) -> int:
    """How far the strength that the enemy could bring against a hex goes beyond what would stand there."""
    side = pos.side(unit)
    against = ground.threat(pos, side).get(place, 0)
    if not against:
        return 0
    there = {*pos.units_of(place, side), unit}
    own = sum(battle.defence_value(pos, one, place, False)[0] for one in sorted(there))
    return min(_MOST_EXPOSED, max(0, 4 * against // max(1, own) - 4 * _EXPOSED))


_ALLIED: Final[tuple[Callable[[FortressPosition], Decision | None], ...]] = (
    beaches.second,
    beaches.land,
    _drop,
    _command,
    _strike,
    _walk,
    _thin,
    _sail,
    _uprising,
)
_GERMAN: Final[tuple[Callable[[FortressPosition], Decision | None], ...]] = (
    _return,
    _arrive,
    _ride,
    _command,
    _strike,
    _walk,
    _thin,
)
"""What a side thinks of, in turn."""
