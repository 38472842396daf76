"""The advisor: what a sensible player of June 6 would decide now. It plays the greedy bot.

One module a topic. Everything is integers and judgement in points (about 10 for a step); ties are broken by the bot's
chance. The advisor sees what its side may see: the map, the tables and what has been told in the open.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.june_6.advisor import (
    activating,
    attacking,
    beaches,
    chits,
    guns,
    logistics,
    moving,
    suffering,
)
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.advance import Advancing
from hexledger.engine.games.june_6.rules.airborne import DropParachutes
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks, PendingAttacks
from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttacks
from hexledger.engine.games.june_6.rules.chits import ChitMoment, SealNumber
from hexledger.engine.games.june_6.rules.corps_activation import CorpsTot
from hexledger.engine.games.june_6.rules.counterattack import Counter
from hexledger.engine.games.june_6.rules.demolitions import Demolitions, EndDemolitions
from hexledger.engine.games.june_6.rules.detachments import BreakDowns
from hexledger.engine.games.june_6.rules.entering import Entering
from hexledger.engine.games.june_6.rules.first_am import PickFirstAm
from hexledger.engine.games.june_6.rules.gliders import LandGliders
from hexledger.engine.games.june_6.rules.headquarters import ReturnHqs
from hexledger.engine.games.june_6.rules.invasion import KeepAm
from hexledger.engine.games.june_6.rules.landing import Landing, MoveOn
from hexledger.engine.games.june_6.rules.letters import ReduceOne, ShareOut
from hexledger.engine.games.june_6.rules.modes import OpenMode, SealMode
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.ops import OpsTarget, StormOps
from hexledger.engine.games.june_6.rules.purchase import Purchase
from hexledger.engine.games.june_6.rules.reduced_efficiency import ReHalf, ReOrder
from hexledger.engine.games.june_6.rules.release import FailedRelease
from hexledger.engine.games.june_6.rules.retreat import FallBack
from hexledger.engine.games.june_6.rules.rout import RoutAdvance
from hexledger.engine.games.june_6.rules.sealed_ams import SealAm
from hexledger.engine.games.june_6.rules.solitaire import LikelierMode
from hexledger.engine.games.june_6.rules.strategic import AttritionLoss
from hexledger.engine.games.june_6.rules.support import AttackArtillery, DefenceArtillery, GroundSupportChoice
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


def advise(pos: June6Position, prompt: Prompt, chance: Chance) -> Decision:
    """A legal decision for the side that is asked."""
    tag, data = pos.state.agenda[-1]
    step = pos.game.step_codec.unpack(tag, data)
    assert isinstance(step, Choice)
    return _advise(Survey(pos, prompt.side), step, prompt, chance)


def script(pos: June6Position, prompt: Prompt, chance: Chance) -> Iterator[Decision]:
    """The same decision, and what is meant to follow it, as far as it can be said now: the marches and the
    attacks of an activation."""
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    if isinstance(step, Movement):
        return moving.marches(Survey(pos, prompt.side), chance)
    if isinstance(step, DeclareAttacks):
        return attacking.declarations(Survey(pos, prompt.side), step, chance)
    return iter((advise(pos, prompt, chance),))


def _advise(survey: Survey, step: Choice[June6Position], prompt: Prompt, chance: Chance) -> Decision:
    match step:
        case DropParachutes():
            return beaches.drop(survey, step, chance)
        case LandGliders():
            return beaches.glide(survey, step, chance)
        case SealNumber():
            return chits.number(step, chance)
        case ChitMoment():
            return chits.show(survey, step, chance)
        case KeepAm():
            return beaches.keep_am(survey, step, chance)
        case Landing():
            return beaches.land(survey, step, chance)
        case MoveOn():
            return beaches.move_on(survey, step, chance)
        case PickFirstAm():
            return activating.first_am(survey, step, chance)
        case Purchase():
            return logistics.buy(survey, step, chance)
        case SealAm():
            return logistics.seal(survey, step)
        case OpsTarget() | StormOps():
            return logistics.ops(survey, step, chance)
        case CorpsTot():
            return logistics.tot(survey, step, chance)
        case FailedRelease():
            return logistics.failed_release(survey, step)
        case BreakDowns():
            return logistics.first(survey, step)
        case BombardmentPhase():
            return activating.bombard(survey, step, chance)
        case Entering():
            return activating.enter(survey, step, chance)
        case Attachments():
            return activating.attach(survey, step)
        case Movement():
            return moving.move(survey, chance)
        case DeclareAttacks():
            return attacking.declare(survey, step, chance)
        case PendingAttacks():
            return attacking.next_attack(survey, prompt.places, step.attacks, chance)
        case AttackArtillery():
            return guns.attack_artillery(survey, step.fight, chance)
        case DefenceArtillery():
            return guns.defence_artillery(survey, step.fight, step.attack, chance)
        case GroundSupportChoice():
            return guns.ground_support(survey, step.fight, step.attack, step.defence)
        case SealMode():
            return attacking.attack_mode(survey, step.fight, step.support, chance)
        case OpenMode():
            fight = step.fight
            choose = attacking.attack_mode if fight.defence_mode else attacking.defence_mode
            return choose(survey, fight, step.support, chance)
        case LikelierMode():
            return attacking.likelier_mode(survey, step, chance)
        case ShareOut() | ReduceOne() | AttritionLoss():
            return suffering.hit(survey, step, chance)
        case FallBack():
            return suffering.retreat(survey, step, chance)
        case Advancing() | RoutAdvance():
            return suffering.advance(survey, step, chance)
        case SecondAttacks():
            return attacking.second_attack(survey, step, chance)
        case Demolitions():
            return EndDemolitions()
        case Counter():
            return attacking.counterattack(survey, step, chance)
        case ReOrder():
            return activating.re_order()
        case ReHalf():
            return activating.activate_re(survey, step, chance)
        case ReturnHqs():
            return activating.return_hq(survey, step, chance)
    return activating.anything(survey, step, chance)
