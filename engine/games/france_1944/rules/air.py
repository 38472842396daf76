"""Allied air support: availability, interdiction or ground support (2.0-3). Written by france-b."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Step


class AssignAir(Decision, frozen=True, array_like=True, tag=50):
    """`assign_air air.interdiction`: what the next tactical air marker is used for this turn."""

    use: WordId


class AirSupport(Step[FrancePosition], frozen=True, array_like=True, tag=101):
    """F44 2.0-3: markers return, the roll for availability, then a use for each tactical marker."""

    def run(self, act: Act) -> None:
        """Written by france-b."""


DECISIONS: Final = (AssignAir,)
STEPS: Final = (AirSupport,)
