"""Bridge construction (21)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Bridging(Step[TrumpetsPosition], frozen=True, array_like=True, tag=16):
    """TFT 21: bridges are begun, continued, given up, dismantled."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = ()
STEPS: Final = (Bridging,)
