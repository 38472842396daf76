"""The advisor of Drill, for the greedy bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexledger.engine.bots.chance import Chance
from hexledger.engine.kernel.deciding import choices
from hexledger.engine.kernel.decisions import Decision
from tests.drill.decisions import Attack, Move

if TYPE_CHECKING:
    from tests.drill.position import DrillPosition


def advise(pos: DrillPosition, chance: Chance) -> Decision:
    """Attack whoever is not stronger, else go nearer to the hill; anything else is left to chance."""
    legal = list(choices(pos.game, pos.state))

    def value(decision: Decision) -> int:
        if isinstance(decision, Attack):
            return 10 + pos.strength(decision.unit) - pos.strength(pos.unit_at(decision.target))
        if isinstance(decision, Move):
            hill, board = pos.game.hill, pos.board
            return board.distance(pos.at(decision.unit), hill) - board.distance(decision.path[-1], hill)
        return 0

    best = max(map(value, legal))
    return chance.pick([decision for decision in legal if value(decision) == best])
