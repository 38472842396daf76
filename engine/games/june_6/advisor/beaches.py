"""The invasion turn (PB 1.5-1.9, 1.105): drops, gliders, landings, moves off the beach, the AM that is kept out."""

from __future__ import annotations

from typing import Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.june_6.advisor.logistics import strength
from hexledger.engine.games.june_6.advisor.stations import station
from hexledger.engine.games.june_6.advisor.survey import Survey, combat_units
from hexledger.engine.games.june_6.questions.airborne import drms
from hexledger.engine.games.june_6.questions.landing import waiting
from hexledger.engine.games.june_6.rules.airborne import (
    DropHistorical,
    DropParachutes,
    DropUnit,
)
from hexledger.engine.games.june_6.rules.first_am import PickAm
from hexledger.engine.games.june_6.rules.gliders import LandGlider, LandGliders
from hexledger.engine.games.june_6.rules.invasion import KeepAm
from hexledger.engine.games.june_6.rules.landing import Land, Landing, MoveOn
from hexledger.engine.games.june_6.rules.movement import Move
from hexledger.engine.kernel.decisions import Decision

CERTAIN: Final = 10
"""Faces of the die: chances are counted in tenths."""
FIRE: Final = 12
"""Points for staying where an enemy can be attacked from the beach."""
ROOM: Final = 8
"""Points for going on while others wait in the box."""
LANDS: Final = {"combat": 100, "hq": 90, "support": 70}
"""Points for landing a unit of each kind: the fighters first, then an HQ beside them."""
ALONE: Final = 45
"""Points against an HQ or support unit without a combat unit in its hex."""


def drop(survey: Survey, step: DropParachutes, chance: Chance) -> Decision:
    """The historical drop; where the enemy forbids it, the best hexes one by one."""
    pos = survey.pos

    def worth(choice: DropUnit | DropHistorical) -> int:
        if isinstance(choice, DropHistorical):
            return 10_000
        return station(survey, choice.unit, choice.at)

    return best(step.choices(pos), worth, chance)


def glide(survey: Survey, step: LandGliders, chance: Chance) -> Decision:
    """A hex near the goal in which the landing goes well: every DRM counts."""

    def worth(choice: LandGlider) -> int:
        there = survey.with_moves({choice.unit: choice.at})
        risk = sum(value for _, value, _ in drms(there.pos, choice.unit, "PB 1.105"))
        return station(survey, choice.unit, choice.at) - 3 * risk

    return best(step.choices(survey.pos), worth, chance)


def keep_am(survey: Survey, step: KeepAm, chance: Chance) -> Decision:
    """The AM of the formation that does most, its chance of a release counted."""
    pos = survey.pos
    invasion = pos.invasion

    def worth(choice: PickAm) -> int:
        formations = pos.game.ams[choice.am].formations
        return sum(
            strength(survey, (formation,)) * (invasion.release.get(formation, (CERTAIN - 1, 0))[0] + 1)
            for formation in formations
        )

    return best(step.choices(pos), worth, chance)


def land(survey: Survey, step: Landing, chance: Chance) -> Decision:
    """Fighters of high cohesion first, next to the enemy; HQs and guns beside them. Whoever can land does."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        if not isinstance(choice, Land):
            return 0
        piece, place = choice.unit, choice.at
        fighters = len(combat_units(pos, survey.friends(place)))
        if pos.is_combat(piece):
            points = LANDS["combat"] + 2 * pos.cohesion(piece) + pos.face(piece).cs - 6 * fighters
            return points + (4 if pos.enemy_adjacent(place, survey.side) else 0) - survey.away(place) // 2
        points = LANDS["hq" if pos.is_hq(piece) else "support"] + 2 * pos.face(piece).artillery
        return points - (0 if fighters else ALONE)

    return best(step.choices(pos), worth, chance)


def move_on(survey: Survey, step: MoveOn, chance: Chance) -> Decision:
    """Inland, unless there is somebody to attack from the beach; HQs and guns only behind fighters."""
    pos = survey.pos
    unit = step.unit
    here = pos.at(unit)
    stay = station(survey, unit, here)
    if pos.is_combat(unit) and pos.enemy_adjacent(here, survey.side):
        stay += FIRE
    if len(pos.units(here)) > 1 and _queue(survey, unit):
        stay -= ROOM

    def worth(choice: Decision) -> int:
        return station(survey, unit, choice.path[-1]) if isinstance(choice, Move) else stay

    return best(step.choices(pos), worth, chance)


def _queue(survey: Survey, unit: int) -> bool:
    """Do others wait in the box that a unit came from?"""
    pos = survey.pos
    invasion = pos.invasion
    return any(invasion.box[piece] == invasion.box[unit] for piece in waiting(pos))
