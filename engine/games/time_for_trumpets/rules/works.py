"""Construction of defences (19)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Works(Step[TrumpetsPosition], frozen=True, array_like=True, tag=14):
    """TFT 19: the active corps begins to build."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = ()
STEPS: Final = (Works,)
