"""Attack plans: which hexes a group of active units could attack, from where, and what that promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from hexledger.engine.games.june_6.advisor.guns import expected
from hexledger.engine.games.june_6.advisor.outlook import odds_of, prospect
from hexledger.engine.games.june_6.advisor.stations import station
from hexledger.engine.games.june_6.advisor.survey import Survey, held, ready
from hexledger.engine.games.june_6.advisor.whims import attack_off, stays_out
from hexledger.engine.games.june_6.questions.attack import may_attack, serves_on_the_beach
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.questions.letters import ignores_losses
from hexledger.engine.games.june_6.questions.movement import immobile, may_end, room
from hexledger.engine.games.june_6.questions.reach import Way
from hexledger.engine.games.june_6.questions.strength import attack_strength
from hexledger.engine.games.june_6.rules.movement import open_reach
from hexledger.engine.games.june_6.tables import flags as f

SPARE: Final = 12
"""Tenths of a point that a unit must add to an attack to be part of it."""
FLOOR: Final = {f.ALLIED: 4, f.GERMAN: 30}
"""Tenths of a point below which a side does not attack."""
TOWN: Final = 10
"""The same for Germans who could win the town back at the end."""


class Plan(NamedTuple):
    """An attack: the hex, unit -> hex that it attacks from, tenths of a point that it promises."""

    target: int
    places: dict[int, int]
    worth: int


def options(survey: Survey, formation: int, moving: bool) -> dict[int, Mapping[int, Way]]:
    """Units of a formation that may attack in this activation -> ways to the hexes that each could go to first."""
    pos = survey.pos
    ways: dict[int, Mapping[int, Way]] = {}
    for piece in pos.active_units():
        if serves_on_the_beach(pos, piece, formation) and may_attack(pos, piece):
            mobile = moving and pos.active_mode == f.ME and ready(pos, piece) and immobile(pos, piece) is None
            ways[piece] = open_reach(pos, piece) if mobile else {}
    return ways


def formations(survey: Survey) -> tuple[int, ...]:
    """Formations of the running activation, ascending."""
    pos = survey.pos
    return tuple(sorted({pos.formation(piece) for piece in pos.active_units()}))


def floor(survey: Survey, target: int) -> int:
    """Tenths of a point that an attack must promise: Germans risk more to win the town back."""
    lowest = survey.points("floor", FLOOR[survey.side])
    if survey.side == f.GERMAN and (survey.left < 2 or survey.bar) and target in survey.town:
        lowest = TOWN
    if target not in survey.town:
        lowest = survey.points("field", lowest)
    stance = survey.pos.game.stance
    return lowest - stance.daring - (stance.pull if target == stance.place and stance.piece < 0 else 0)


def stormed(survey: Survey, target: int) -> bool:
    """Is this the hex that a searching bot's plan has attacked before any other, by all who can come?"""
    stance = survey.pos.game.stance
    return target == stance.place and stance.piece < 0 < stance.pull


def plans(
    survey: Survey, formation: int, moving: bool, taken: Sequence[int] = (), busy: Sequence[int] = ()
) -> list[Plan]:
    """The attacks that a formation should make, best first; `taken` and `busy`: hexes and units of declared attacks."""
    free = {piece: ways for piece, ways in options(survey, formation, moving).items() if piece not in busy}
    targets = [place for place in _in_reach(survey, free) if place not in taken]
    out: list[Plan] = []
    placed: dict[int, int] = {}
    while free and targets:
        tried = [plan for plan in (_plan(survey, target, free, placed) for target in targets) if plan is not None]
        if not tried:
            break
        top = max(tried, key=lambda plan: (stormed(survey, plan.target), plan.worth, -plan.target))
        if top.worth < floor(survey, top.target):
            break
        if not stormed(survey, top.target):
            top = _trimmed(survey, top, placed)
        out.append(top)
        placed.update(top.places)
        free = {piece: ways for piece, ways in free.items() if piece not in top.places}
        targets.remove(top.target)
    return out


def _in_reach(survey: Survey, free: Mapping[int, Mapping[int, Way]]) -> list[int]:
    """Hexes held by the enemy next to which a unit stands or could go, ascending."""
    pos = survey.pos
    from_here = {pos.at(piece) for piece in free}.union(*free.values())
    neighbours = pos.board.neighbours
    return [place for place in held(pos, survey.enemy) if not from_here.isdisjoint(neighbours[place])]


def _plan(survey: Survey, target: int, free: Mapping[int, Mapping[int, Way]], placed: Mapping[int, int]) -> Plan | None:
    """Everybody who can come, spread over as many hexes as possible."""
    pos = survey.pos
    places: dict[int, int] = {}
    for piece in sorted(free, key=lambda unit: (not pos.is_combat(unit), bool(free[unit]), -pos.face(unit).cs, unit)):
        hexes = _from(survey, piece, target, free[piece], places, placed)
        if hexes:
            places[piece] = min(hexes, key=lambda place: _awkward(survey, piece, place, target, free, places))
    if not places:
        return None
    worth = worth_of(survey, target, places, placed)
    plan = None if worth is None else Plan(target, places, worth)
    if not survey.points("lone", 0):
        return plan
    return max((one for one in (plan, *_alone(survey, target, places, placed)) if one), key=_best, default=None)


def _best(plan: Plan) -> tuple[int, int]:
    return plan.worth, len(plan.places)


def _alone(survey: Survey, target: int, places: Mapping[int, int], placed: Mapping[int, int]) -> Iterator[Plan]:
    """Attacks by one unit of those that can come, where no Disorder or Reduced can hit it (13.73)."""
    pos = survey.pos
    for piece, place in sorted(places.items()):
        if len(places) > 1 and ignores_losses(pos, (piece,), pos.units(target)):
            worth = worth_of(survey, target, {piece: place}, placed)
            if worth is not None:
                yield Plan(target, {piece: place}, worth)


def _from(
    survey: Survey,
    piece: int,
    target: int,
    ways: Mapping[int, Way],
    places: Mapping[int, int],
    placed: Mapping[int, int],
) -> list[int]:
    """Hexes from which a unit could attack the target."""
    pos = survey.pos
    here = pos.at(piece)
    found: list[int] = []
    if stays_out(pos.game.stance.whim, piece, target):
        return found
    for place in pos.board.neighbours[target]:
        if place != here and not (place in ways and room(pos, piece, place) and may_end(pos, piece, place)):
            continue
        if (
            _unguarded(survey, place, target)
            or pos.needs_bridge(place, target)
            or not pos.can_pass(piece, place, target)
        ):
            continue
        coming = [
            unit for unit, there in (*places.items(), *placed.items()) if there == place and pos.at(unit) != place
        ]
        if place == here or not coming or pos.fits(place, (*coming, piece)):
            found.append(place)
    # A unit in contact stays: leaving an EZOC only to come back costs points and gains a front at best.
    return [here] if here in found and not ways else found


def _unguarded(survey: Survey, place: int, target: int) -> bool:
    """Would an attack out of what a side holds open it to the enemy? An advance after combat is often mandatory."""
    if place in survey.keep:
        return survey.left < 2 and len(survey.pos.units(place)) < 2
    return survey.side == f.GERMAN and survey.left < 2 and place in survey.goal and target not in survey.town


def _awkward(
    survey: Survey,
    piece: int,
    place: int,
    target: int,
    free: Mapping[int, Mapping[int, Way]],
    places: Mapping[int, int],
) -> tuple[int, int, int, int]:
    """Sort key: a second front first, then a new hex, a good hexside, a short way."""
    pos = survey.pos
    used = list(places.values())
    if used and all(place != other and not pos.board.adjacent(place, other) for other in used):
        front = 0
    else:
        front = 1 if place not in used else 2
    chart = pos.game.terrain.side_drm
    side = -min((chart[kind] for kind in pos.board.hexsides(place, target)), default=0)
    way = free[piece].get(place)
    return (side, front, way.cost if way is not None and place != pos.at(piece) else 0, place)


def worth_of(survey: Survey, target: int, places: Mapping[int, int], placed: Mapping[int, int]) -> int | None:
    """Tenths of a point of an attack with units where they attack from; None without strength."""
    moves = {piece: place for piece, place in (*placed.items(), *places.items()) if survey.pos.at(piece) != place}
    there = survey.with_moves(moves) if moves else survey
    pos = there.pos
    units = tuple(sorted(places))
    if attack_strength(pos, units).total <= 0:
        return None
    fight = Fight(FIGHT_NORMAL, target, units, survey.side, defenders=pos.units(target))
    worth = prospect(there, odds_of(there, fight, expected(there, fight)))
    worth += attack_off(pos.game.stance.whim, target)
    if survey.side == f.GERMAN:
        # A German attack that strips the line costs what the line is worth.
        worth -= 10 * sum(
            max(0, station(survey, piece, survey.pos.at(piece)) - station(survey, piece, place))
            for piece, place in places.items()
            if survey.pos.at(piece) != place
        )
    return worth


def _trimmed(survey: Survey, plan: Plan, placed: Mapping[int, int]) -> Plan:
    """The plan without units that add next to nothing."""
    pos = survey.pos
    for piece in sorted(plan.places, key=lambda unit: (pos.face(unit).cs, unit)):
        if len(plan.places) < 2:
            break
        fewer = {unit: place for unit, place in plan.places.items() if unit != piece}
        worth = worth_of(survey, plan.target, fewer, placed)
        if worth is not None and worth > plan.worth - survey.points("spare", SPARE):
            plan = Plan(plan.target, fewer, worth)
    return plan
