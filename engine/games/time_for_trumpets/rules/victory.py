"""Victory (H-6)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Judge(Step[TrumpetsPosition], frozen=True, array_like=True, tag=94):
    """H-6: after the last turn the points are counted."""

    def run(self, act: Act) -> None:
        """Not built yet."""
        if act.state.turn >= act.pos.var("last_turn"):
            raise RuleNotImplemented("TFT H-6", "victory points")


DECISIONS: Final = ()
STEPS: Final = (Judge,)
