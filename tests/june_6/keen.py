"""A greedy player of June 6 who presses every success."""

from __future__ import annotations

from typing import Any

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttack
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State


def keen_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """The greedy player, but one who never lets a further attack go (13.53, 13.63)."""
    if SecondAttack.kind() in prompt.kinds:
        return next(iter(kernel.choices(game, state)))
    return greedy_bot(game, state, prompt, chance)
