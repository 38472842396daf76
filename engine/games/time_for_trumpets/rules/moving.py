"""The movement segment of a corps (29)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Movement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=18):
    """TFT 29: the active corps moves."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = ()
STEPS: Final = (Movement,)
