"""The combat segment of a corps (51)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Combat(Step[TrumpetsPosition], frozen=True, array_like=True, tag=91):
    """TFT 51: the attacks of the active corps, one after the other."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet: no attack is offered."""


class EndOfCombat(Step[TrumpetsPosition], frozen=True, array_like=True, tag=92):
    """TFT 58: markers that go after the corps' combats."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet: nothing was marked."""


DECISIONS: Final = ()
STEPS: Final = (Combat, EndOfCombat)
