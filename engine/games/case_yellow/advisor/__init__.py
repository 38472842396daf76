"""How the greedy bot plays Case Yellow. It enforces nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexledger.engine.kernel.deciding import choices

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.games.case_yellow.questions.position import YellowPosition
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.steps import Prompt


def advise(pos: YellowPosition, _prompt: Prompt, chance: Chance) -> Decision:
    """Any legal decision."""
    return chance.pick(list(choices(pos.game, pos.state)))
