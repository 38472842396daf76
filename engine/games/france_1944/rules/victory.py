"""Victory (2.0-12, 13). Written by france-b."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Victory(Step[FrancePosition], frozen=True, array_like=True, tag=103):
    """F44 2.0-12: has a side won, or is the scenario over?"""

    def run(self, act: Act) -> None:
        """Written by france-b; until then a draw after the last turn."""
        if act.state.turn >= act.pos.var("last_turn"):
            act.win(0, "level.draw", "2.0-12")


DECISIONS: Final = ()
STEPS: Final = (Victory,)
