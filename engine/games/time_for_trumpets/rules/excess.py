"""Stacking at the end of a segment (23)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Excess(Step[TrumpetsPosition], frozen=True, array_like=True, tag=19):
    """TFT 23.2, 23.3: hexes over their limits."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = ()
STEPS: Final = (Excess,)
