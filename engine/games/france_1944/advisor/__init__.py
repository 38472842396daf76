"""The advisor: what a sensible player of France 1944 would decide now. It plays the greedy bot and enforces nothing.

Headquarters, boxes and reactions are chosen in `choosing`, marches in `moving`, attacks in `fighting`; everything else
is the best of what is offered, by a judgement in points (six for a step). Ties are broken by the bot's chance.
"""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.france_1944.advisor import choosing, deciding, fighting, moving
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.increments import Declaring, Increment, NextBox
from hexledger.engine.games.france_1944.rules.initiative import Activate, DesignateAdmin, DesignateUnits
from hexledger.engine.games.france_1944.rules.reaction import Reacting
from hexledger.engine.games.france_1944.rules.reinforcements import BringingIn
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


def advise(pos: FrancePosition, prompt: Prompt, chance: Chance) -> Decision:
    """A legal decision for the side that is asked."""
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    assert isinstance(step, Choice)
    match step:
        case Activate():
            return choosing.activate(pos, step.side, chance)
        case DesignateUnits():
            return choosing.designate(pos)
        case DesignateAdmin():
            return choosing.administer(pos)
        case NextBox():
            return choosing.next_box(pos)
        case Declaring():
            return choosing.declare(pos)
        case Increment():
            moves = pos.var("declared") == w.MOVEMENT
            return moving.march(pos, chance) if moves else fighting.attack(pos, chance)
        case Reacting():
            return choosing.react(pos, step, chance)
        case BringingIn():
            coming = deciding.reinforce(pos, step.side)
            if coming is not None:
                return coming
    return best(step.choices(pos), lambda decision: deciding.value(pos, prompt.side, step, decision), chance)
