"""The mutual aircraft segment (5): allocation, strafing, interdiction, interception."""

from __future__ import annotations

from typing import Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.kernel.steps import Step

FIRST_TURN: Final = 5
"""17MO, the first turn on which aircraft fly."""


class AircraftSegment(Step[TrumpetsPosition], frozen=True, array_like=True, tag=70):
    """TFT 5.0: strategic bombing, squadrons, allocation, strafing."""

    def run(self, act: Act) -> None:
        """Not built yet on turns with aircraft."""
        if act.state.turn >= FIRST_TURN and not calendar.night(act.state.turn):
            raise RuleNotImplemented("TFT 5.0", "aircraft segment")


DECISIONS: Final = ()
STEPS: Final = (AircraftSegment,)
