"""The mutual supply segment (9)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class MutualSupply(Step[TrumpetsPosition], frozen=True, array_like=True, tag=23):
    """TFT 9.0: who is in supply."""

    def run(self, act: Act) -> None:
        """Not built yet: everybody is."""
        act.phase("phase.supply", 0, "9.0")


DECISIONS: Final = ()
STEPS: Final = (MutualSupply,)
