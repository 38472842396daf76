"""The mutual command segment (7)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class MutualCommand(Step[TrumpetsPosition], frozen=True, array_like=True, tag=22):
    """TFT 7.0: who is in command until the next turn's segment."""

    def run(self, act: Act) -> None:
        """Not built yet: everybody is."""
        act.phase("phase.command", 0, "7.0")


DECISIONS: Final = ()
STEPS: Final = (MutualCommand,)
