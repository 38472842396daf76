"""Preparation of demolitions, and demolitions (22)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Demolitions(Step[TrumpetsPosition], frozen=True, array_like=True, tag=17):
    """TFT 22.2: engineers prepare demolitions."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = ()
STEPS: Final = (Demolitions,)
