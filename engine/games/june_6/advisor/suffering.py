"""Losses, retreats and advances (13.2-13.4, 13.7): who takes what, where to go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from hexledger.engine.bots.chance import Chance, best, best_hoped
from hexledger.engine.games.june_6.advisor.stations import NO_LOC, station
from hexledger.engine.games.june_6.advisor.survey import Survey, moved, step_value
from hexledger.engine.games.june_6.questions import counterattack, supply
from hexledger.engine.games.june_6.rules.advance import Advance, Advancing
from hexledger.engine.games.june_6.rules.letters import ReduceOne, ShareOut
from hexledger.engine.games.june_6.rules.retreat import FallBack
from hexledger.engine.games.june_6.rules.rout import RoutAdvance
from hexledger.engine.games.june_6.rules.strategic import AttritionLoss, LoseStep
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.procedures.losses import LoseOne
from hexledger.engine.procedures.retreat import RetreatAlong

Ended: TypeAlias = tuple[tuple[int, ...], int]
"""Units that retreat together, and the hex in which they end."""

TOGETHER: Final = 4
"""Points for each unit that retreats with the others: one EZOC costs a stack one step only (13.36)."""
EZOC_PRICE: Final = 10
"""Points against each EZOC hex of a retreat (13.36)."""


def hit(survey: Survey, step: ShareOut | ReduceOne | AttritionLoss, chance: Chance) -> Decision:
    """The unit whose step is worth least takes a loss; the one worth most is spared."""
    pos = survey.pos
    spared = isinstance(step, ShareOut) and step.share(pos).word == "ask.spared"
    sign = 1 if spared else -1

    def worth(choice: LoseOne | LoseStep) -> int:
        return sign * step_value(pos, choice.unit)

    choices: Iterator[LoseOne | LoseStep] = step.choices(pos)
    return best(choices, worth, chance)


def retreat(survey: Survey, step: FallBack, chance: Chance) -> Decision:
    """The whole stack together where it can, to the best hex without EZOC."""
    pos = survey.pos
    ends: dict[Ended, tuple[int, Survey]] = {}
    """Points of the hex in which some units end, whatever the way, as long as a LOC can be traced from there; and what
    is seen then."""
    cut_off: dict[Ended, bool] = {}

    def points(choice: RetreatAlong, end: int) -> int:
        found = end - EZOC_PRICE * sum(pos.in_ezoc(place, step.side) for place in choice.path)
        return found * 10 // len(choice.units) + 10 * TOGETHER * (len(choice.units) - 1)

    def hope(choice: RetreatAlong) -> int:
        units, end = ended = choice.units, choice.path[-1]
        if ended not in ends:
            after = survey.seen(moved(pos, dict.fromkeys(units, end)))
            ends[ended] = sum(station(after, piece, end) for piece in units), after
        return points(choice, ends[ended][0])

    def worth(choice: RetreatAlong) -> int:
        ended = choice.units, choice.path[-1]
        value, after = ends[ended]
        if ended not in cut_off:
            cut_off[ended] = not supply.loc(after.pos, choice.units[0])
        return points(choice, value - NO_LOC if cut_off[ended] else value)

    return best_hoped(step.choices(pos), hope, worth, chance)


def advance(survey: Survey, step: Advancing | RoutAdvance, chance: Chance) -> Decision:
    """The strongest unit first, into a hex that is better than its own; nobody where none is."""
    pos = survey.pos

    alone = isinstance(step, Advancing) and step.gca and _expects_counterattack(survey, step)

    def worth(choice: Decision) -> int:
        if not isinstance(choice, Advance):
            return 0
        if pos.is_hq(choice.unit):
            return -1
        gain = station(survey, choice.unit, choice.path[-1]) - station(survey, choice.unit, pos.at(choice.unit))
        if gain > 0 and not supply.loc(moved(pos, {choice.unit: choice.path[-1]}), choice.unit):
            gain -= NO_LOC
        strength = 2 * pos.face(choice.unit).cs + pos.cohesion(choice.unit)
        # The first unit may have to face a counterattack by itself (14): it must be a strong one.
        return (1000 * strength + gain) if gain > 0 and alone else 100 * gain + strength

    return best(step.choices(pos), worth, chance)


def _expects_counterattack(survey: Survey, step: Advancing) -> bool:
    """Could the Germans counterattack the first unit that enters?"""
    pos, target = survey.pos, step.fight.target
    must = counterattack.must_attack(pos, target, step.near)
    return bool(must or counterattack.may_join(pos, target, (*step.near, *step.gone)))
