"""Movement of an activation: recover, bombard, go where the attacks are planned, then to better hexes (8, 16.4, 21)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.june_6.advisor.plans import Plan, formations, plans
from hexledger.engine.games.june_6.advisor.stations import NO_LOC, station
from hexledger.engine.games.june_6.advisor.survey import Survey, moved, ready, step_value
from hexledger.engine.games.june_6.questions import supply
from hexledger.engine.games.june_6.questions.costs import allowance, weather_effects
from hexledger.engine.games.june_6.questions.movement import immobile, may_end, room
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reach import Way
from hexledger.engine.games.june_6.questions.strategic import strategic_reach
from hexledger.engine.games.june_6.rules import bombardment, departures, recovery
from hexledger.engine.games.june_6.rules.bombardment import Bombard
from hexledger.engine.games.june_6.rules.movement import (
    EndMovement,
    Move,
    StrategicMove,
    entering,
    leavers,
    moves,
    must_clear,
    open_reach,
)
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

STIR: Final = 2
"""Points that a hex must be better before a unit moves there."""
FARE: Final = 4
ALONE: Final = 12
"""Points against strategic movement that may cost a step: for most units, for one that would be gone with it."""
OUTSIDE: Final = -1000
"""Points of a box off the map: any hex is better."""
LOOKED_AT: Final = 4
"""Hexes of the best points for which the LOC is traced."""
READY_TO_FIGHT: Final = 45
"""Tenths of a point above which a disordered unit in contact attacks instead of recovering."""


def move(survey: Survey, chance: Chance) -> Decision:
    """The next thing to do in the movement of an activation."""
    return next(marches(survey, chance))


def marches(survey: Survey, chance: Chance) -> Iterator[Decision]:
    """What is to be done now in the movement of an activation, and after that, as far as it can be said now: every
    unit of the intended attacks to its hex, then the others to better hexes, each where those before it would stand."""
    pos = survey.pos
    first = _first_of_all(survey, chance)
    if first is not None:
        yield first
        return
    intended = [plan for formation in formations(survey) for plan in plans(survey, formation, moving=True)]
    fighting = {piece for plan in intended for piece in plan.places}
    rested: set[int] = set()
    while (rest := _recovery(survey, intended, chance, rested)) is not None:
        yield rest
        rested.add(rest.unit)
        if rest.reduced or rest.unit in fighting:
            return
    there: dict[int, int] = {}
    for piece, way in _to_attack(survey, intended):
        there[piece] = way.place
        yield Move(PieceId(piece), _path(way))
    busy = fighting | rested
    while (found := _reposition(survey.with_moves(there) if there else survey, busy, chance)) is not None:
        yield found
        busy.add(found.unit)
        there[found.unit] = found.path[-1]
    # a unit that can enter the map enters.
    piece = entering(pos)
    yield EndMovement() if piece < 0 else next(iter(moves(pos, piece)))


def _first_of_all(survey: Survey, chance: Chance) -> Decision | None:
    """What comes before any march of the activation's own choice: hexes to be cleared, a bombardment, units that leave
    the map, an open hex of the goal."""
    pos = survey.pos
    place = must_clear(pos)
    if place >= 0:
        piece, way = best(leavers(pos, place), lambda one: station(survey, one[0], one[1].place), chance)
        return Move(PieceId(piece), _path(way))
    shot = _bombardment(survey, chance)
    if shot is not None:
        return shot
    leaving = next(departures.choices(pos), None)
    if leaving is not None and (survey.side == f.ALLIED or not survey.left):
        return leaving
    return _walk_in(survey, chance)


def _path(way: Way) -> tuple[PlaceId, ...]:
    return way.path


# ---------------------------------------------------------------------- the objective lies open
def _walk_in(survey: Survey, chance: Chance) -> Decision | None:
    """An Allied combat unit, the strongest that can, goes into a hex of the goal that nobody holds."""
    pos = survey.pos
    if survey.side != f.ALLIED:
        return None
    free = sorted(place for place in survey.goal if not pos.units(place))
    ways: list[tuple[int, Way]] = []
    for piece in pos.active_units() if free else ():
        if (
            pos.is_combat(piece)
            and ready(pos, piece)
            and pos.at(piece) not in survey.goal
            and _could_come(pos, piece, free)
            and immobile(pos, piece) is None
        ):
            ways += [(piece, way) for way in open_reach(pos, piece).values() if _open(survey, piece, way.place)]
    if not ways:
        return None
    piece, way = best(ways, lambda one: pos.face(one[0]).cs, chance)
    return Move(PieceId(piece), _path(way))


def _could_come(pos: June6Position, piece: int, places: Iterable[int]) -> bool:
    """Is one of the hexes no farther away than the unit has half points? No step costs less. True for one in a box."""
    here, limit = pos.at(piece), allowance(pos, piece)
    return not pos.on_map(piece) or any(pos.board.distance(here, place) <= limit for place in places)


def _open(survey: Survey, piece: int, place: int) -> bool:
    pos = survey.pos
    return place in survey.goal and not pos.units(place) and supply.loc(moved(pos, {piece: place}), piece) is not None


# ---------------------------------------------------------------------- 16.4
def _bombardment(survey: Survey, chance: Chance) -> Decision | None:
    """Rockets on the hex where a pinned unit hurts most: an HQ alone, else the strongest stack."""
    pos = survey.pos
    shots = [shot for shot in bombardment.bombard_choices(pos) if isinstance(shot, Bombard)]
    if not shots:
        return None

    def worth(shot: Bombard) -> int:
        units = pos.units(shot.target)
        guns = sum(pos.face(piece).artillery for piece in units) if all(pos.is_hq(piece) for piece in units) else 0
        return 4 * guns + sum(pos.face(piece).cs for piece in units) - 2 * survey.away(shot.target)

    return best(shots, worth, chance)


# ---------------------------------------------------------------------- 21
def _recovery(
    survey: Survey, intended: Iterable[Plan], chance: Chance, rested: Collection[int] = ()
) -> recovery.Recover | None:
    """Disordered units recover unless they stand in a promising attack; one reduced unit out of the fight refits.
    `rested`: units that have recovered meanwhile."""
    pos = survey.pos
    fights = {piece: plan.worth for plan in intended for piece in plan.places}
    disorder = [
        one
        for one in recovery.choices(pos)
        if not one.reduced
        and one.unit not in rested
        and (fights.get(one.unit, 0) < READY_TO_FIGHT or pos.flag(one.unit, f.DISORDER) > 1)
    ]
    if disorder:
        return best(disorder, lambda one: 100 * pos.flag(one.unit, f.DISORDER) + step_value(pos, one.unit), chance)
    refits = [
        one
        for one in recovery.choices(pos)
        if one.reduced and pos.is_combat(one.unit) and one.unit not in fights and not _needed(survey, one.unit)
    ]
    return best(refits, lambda one: step_value(pos, one.unit), chance) if refits else None


def _needed(survey: Survey, piece: int) -> bool:
    """True for a unit that could walk into the objective now instead of recovering."""
    return (
        any(place in survey.town for place in open_reach(survey.pos, piece)) and survey.pos.at(piece) not in survey.town
    )


# ---------------------------------------------------------------------- to the attack
def _to_attack(survey: Survey, intended: Iterable[Plan]) -> Iterator[tuple[int, Way]]:
    """Planned units that are not yet where they attack from, and their ways; combat units before support (11.14)."""
    pos = survey.pos
    for plan in intended:
        for piece, place in sorted(plan.places.items(), key=lambda one: (not pos.is_combat(one[0]), one[0])):
            if pos.at(piece) != place:
                yield piece, open_reach(pos, piece)[place]


# ---------------------------------------------------------------------- to better hexes
def _reposition(survey: Survey, busy: Collection[int], chance: Chance) -> Move | StrategicMove | None:
    """The first unit that has a better hex to go to: combat units before support before HQs, those in front first."""
    pos = survey.pos
    idle = [
        piece
        for piece in pos.active_units()
        if piece not in busy and ready(pos, piece) and immobile(pos, piece) is None and not _holds_on(survey, piece)
    ]
    order = sorted(
        idle, key=lambda unit: (pos.is_hq(unit), not pos.is_combat(unit), survey.enemy_near(pos.at(unit)), unit)
    )
    return next((found for found in (_best_way(survey, piece, chance) for piece in order) if found), None)


def _holds_on(survey: Survey, piece: int) -> bool:
    """In RE only units that have not moved may attack, and only out of an EZOC (12.22): the Allies stay in contact."""
    pos = survey.pos
    return pos.active_mode == f.RE_MODE and survey.side == f.ALLIED and pos.flag(piece, f.BEGAN_EZOC) > 0


def fare(survey: Survey, piece: int) -> int:
    """Points that strategic movement costs a German unit: it may cost its formation a step (8.3). Nothing more where
    another unit has run the risk already; much for an HQ that would run it alone."""
    pos = survey.pos
    if survey.side != f.GERMAN or not weather_effects(pos)["sma"]:
        return 0
    mates = [unit for unit in pos.members(pos.formation(piece)) if pos.flag(unit, f.STRATEGIC) and not pos.is_hq(unit)]
    if mates:
        return 0
    return ALONE if pos.is_hq(piece) or pos.steps(piece) == 1 else FARE


def _best_way(survey: Survey, piece: int, chance: Chance) -> Move | StrategicMove | None:
    """The move to the best hex with a LOC; None when the unit stays."""
    pos = survey.pos
    here = pos.at(piece)
    enters = pos.flag(piece, f.ENTRY) > 0
    near = open_reach(pos, piece)
    ways: list[tuple[int, Move | StrategicMove, int]] = []
    for way in near.values():
        if room(pos, piece, way.place) and may_end(pos, piece, way.place):
            ways.append((station(survey, piece, way.place), Move(PieceId(piece), _path(way)), way.place))
    if not enters or not ways:
        price = fare(survey, piece)
        for way in strategic_reach(pos, piece, near).values():
            if room(pos, piece, way.place) and may_end(pos, piece, way.place):
                points = station(survey, piece, way.place) - price
                ways.append((points, StrategicMove(PieceId(piece), _path(way)), way.place))
    stay = OUTSIDE
    if pos.on_map(piece):
        stay = station(survey, piece, here) - (0 if supply.loc(pos, piece) else NO_LOC)
    top = sorted((way for way in ways if way[0] >= stay + STIR), key=lambda way: -way[0])
    if not top:
        return None
    # Equal hexes in an order of chance, so that not always the first one on the map is taken.
    equal = [way for way in top if way[0] == top[0][0]]
    first = chance.pick(equal) if len(equal) > 1 else top[0]
    for points, decision, place in [first, *(way for way in top if way is not first)][:LOOKED_AT]:
        after = moved(pos, {piece: place})
        worth = points - (0 if supply.loc(after, piece) else NO_LOC)
        if worth >= stay + STIR:
            return decision
    return None
