"""Buying AMs, free Ops markers, Corps Activations, releases and the like (4.23, 5.1, 7.5, 10.3)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.purchase import in_play
from hexledger.engine.games.june_6.rules.bombardment import Bombard
from hexledger.engine.games.june_6.rules.corps_activation import CorpsTot
from hexledger.engine.games.june_6.rules.ops import ActivateByOps, OpsTarget, StormOps
from hexledger.engine.games.june_6.rules.payment import BuyAm
from hexledger.engine.games.june_6.rules.purchase import EndPurchase, Purchase
from hexledger.engine.games.june_6.rules.release import AwaitRelease, EnterAnyway, FailedRelease
from hexledger.engine.games.june_6.rules.sealed_ams import BuySealed, SealAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice

REACH: Final = 6
"""Hexes from the enemy beyond which a unit does not count as near the front."""
SECOND: Final = 3
"""By how much less a second AM of the same formation is worth: divisor."""


def strength(survey: Survey, formations: tuple[int, ...]) -> int:
    """Fighting strength of some formations, what stands near the enemy counting most."""
    pos = survey.pos
    points = 0
    for formation in formations:
        for piece in pos.members(formation):
            if pos.on_map(piece) and pos.is_combat(piece) and not pos.flag(piece, f.DISORDER):
                points += pos.face(piece).cs * max(1, REACH - survey.enemy_near(pos.at(piece)))
    return points


def buy(survey: Survey, step: Purchase, chance: Chance) -> Decision:
    """AMs of the strongest formations at the front first; a formation's second AM counts less."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        if isinstance(choice, EndPurchase):
            return -1
        if isinstance(choice, BuySealed):
            return choice.number
        if not isinstance(choice, BuyAm):
            return -2
        points = strength(survey, pos.game.ams[choice.am].formations)
        return points // SECOND if in_play(pos, choice.am) else points

    return best(step.choices(pos), worth, chance)


def seal(survey: Survey, step: SealAm) -> Decision:
    """The same AMs as in the open, in their order of worth: the first token holds the best. No seal need be looked into
    for that."""
    pos = survey.pos
    wanted: list[tuple[int, int, Decision]] = []
    for choice in step.sealable(pos):
        points = strength(survey, pos.game.ams[choice.am].formations)
        left = pos.scenario.budget.number(step.side, choice.am) - in_play(pos, choice.am)
        wanted += [(-(points if copy == 0 else points // SECOND), choice.am, choice) for copy in range(left)]
    wanted.sort(key=lambda row: row[:2])
    return wanted[(step.at - 1) % len(wanted)][2]


def ops(survey: Survey, step: OpsTarget | StormOps, chance: Chance) -> Decision:
    """The HQ with the most strength at the front."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        return strength(survey, (pos.formation(choice.hq),)) if isinstance(choice, ActivateByOps) else 0

    return best(step.choices(pos), worth, chance)


def tot(survey: Survey, step: CorpsTot, chance: Chance) -> Decision:
    """The strongest stack in range."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        return sum(pos.face(piece).cs for piece in pos.units(choice.target)) if isinstance(choice, Bombard) else 0

    return best(step.choices(pos), worth, chance)


def failed_release(survey: Survey, step: FailedRelease) -> Decision:
    """Wait while another AM of the group may still be drawn, then enter all the same."""
    pos = survey.pos
    arrival = pos.scenario.arrival(step.lead)
    another = arrival.am and pos.state.pooled(pos.game.words["pool.am"], arrival.am)
    return AwaitRelease() if another else EnterAnyway()


def first(survey: Survey, step: Choice[June6Position]) -> Decision:
    """The first decision that is offered: for questions where it is as good as any."""
    return next(step.choices(survey.pos))
