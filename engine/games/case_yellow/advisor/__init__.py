"""The advisor: what a sensible player of Case Yellow would decide now. It plays the greedy bot and enforces nothing.

Movement is planned unit by unit (`moving`); everything else is the best of what is offered, by a judgement in points
(about six for a step). Ties are broken by the bot's chance.
"""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.case_yellow.advisor import deciding, fighting, moving
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.fight import AirSupport
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


def advise(pos: YellowPosition, prompt: Prompt, chance: Chance) -> Decision:
    """A legal decision for the side that is asked."""
    step = pos.game.step_codec.unpack(*pos.state.agenda[-1])
    assert isinstance(step, Choice)
    match step:
        case Movement():
            return moving.move(pos, prompt.side, chance)
        case Combats():
            return fighting.attack(pos, step, chance)
        case AirSupport():
            return fighting.air(pos, step)
    return best(step.choices(pos), lambda decision: deciding.value(pos, prompt.side, decision), chance)
