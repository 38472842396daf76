"""Replacements (27): points of the turn, restoring, rebuilding, augmented divisions, HQ troops, 79th Armoured."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class ReplacementPhase(Step, frozen=True, array_like=True, tag=185):
    """FE 4.3 B1, 27: a side receives its points and spends them."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing on turn 1 (27.2) and in the Battle of the Bulge (33.3.3)."""
        scenario, turn = act.pos.scenario, act.state.turn
        act.phase("phase.replacement", self.side, "27.1")
        if turn == 1 or (scenario.bulge and not scenario.berlin):
            return
        if scenario.berlin and turn < act.pos.game.calendar.number("January III"):
            return
        refuse(act, MISSING)


MISSING: Missing = (
    ("27.1", "replacements"),
    ("27.11", "splitting 79th Armoured"),
    ("27.12", "augmented divisions"),
    ("27.13", "HQ troops"),
)
DECISIONS: Final = ()
STEPS: Final = (ReplacementPhase,)
