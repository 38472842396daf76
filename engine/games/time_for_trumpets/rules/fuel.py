"""German fuel shortage (11) and captured fuel (12)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.kernel.steps import Step

FIRST: Final = calendar.number("19PD")


class GermanFuel(Step[TrumpetsPosition], frozen=True, array_like=True, tag=24):
    """TFT 11.0: which panzer formations are short of fuel this turn."""

    def run(self, act: Act) -> None:
        """From 19PD."""
        if act.state.turn >= FIRST:
            raise RuleNotImplemented("TFT 11.0", "fuel shortage")


DECISIONS: Final = ()
STEPS: Final = (GermanFuel,)
