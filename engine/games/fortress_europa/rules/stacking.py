"""Stacking at the end of a move impulse (6.3, C-74): units above the limit are eliminated at the owner's choice."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class Overstacked(Step, frozen=True, array_like=True, tag=45):
    """FE 6.3: the end of a move impulse; acts only where a hex is over the limit."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do while every stack is within the limit."""
        if act.pos.overstacked(self.side):
            refuse(act, MISSING)


MISSING: Missing = (("6.3", "removing units above the stacking limit"),)
DECISIONS: Final = ()
STEPS: Final = (Overstacked,)
