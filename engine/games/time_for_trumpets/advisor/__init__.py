"""The advisor: what a sensible player of A Time for Trumpets would decide now. It plays the greedy bot and enforces
nothing.

Movement goes unit by unit (`moving`), attacks by what the table promises (`fighting`); everything else is the best of
what is offered (`deciding`). Ties are broken by the bot's chance.
"""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.time_for_trumpets.advisor import deciding, fighting, moving
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.activation import Statuses
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.hold import Hold
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.support import AirSupport, AttackGuns, DefenceGuns, SealGuns
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


def advise(pos: TrumpetsPosition, prompt: Prompt, chance: Chance) -> Decision:
    """A legal decision for the side that is asked."""
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    assert isinstance(step, Choice)
    match step:
        case Movement():
            return moving.move(pos, step)
        case Combat():
            return fighting.attack(pos, step)
        case AttackGuns() | SealGuns():
            return fighting.guns(pos, step.battle)
        case DefenceGuns():
            return fighting.cover(pos, step)
        case AirSupport():
            return fighting.fly(pos, step)
        case Hold():
            return fighting.hold(pos, step)
        case Statuses():
            # active by day, at rest in the evening: what holds without a choice
            return EndSegment()
    return best(step.choices(pos), lambda decision: deciding.value(pos, prompt.side, decision), chance)
