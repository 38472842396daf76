"""The Bulge offensive (12.5, R-21, R-65). Written by france-b."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Step


class DeclareBulge(Decision, frozen=True, array_like=True, tag=58):
    """`declare_bulge`: two German chits leave the cup for two initiative phases in a row."""


class BulgeWindow(Step[FrancePosition], frozen=True, array_like=True, tag=102):
    """F44 12.5: October to January, before any chit is drawn; a declaration sets `var.bulge_left` to 2."""

    def run(self, act: Act) -> None:
        """Written by france-b."""


DECISIONS: Final = (DeclareBulge,)
STEPS: Final = (BulgeWindow,)
