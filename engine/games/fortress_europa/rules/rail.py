"""Rail movement and rail control (10)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class RailControl(Step, frozen=True, array_like=True, tag=50):
    """FE 10.7: the side adjusts the railheads."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do while the side has no unit on the map."""
        act.phase("phase.rail", self.side, "10.7")
        if act.pos.ashore(self.side):
            refuse(act, MISSING)


MISSING: Missing = (("10.7", "rail control"), ("10.1", "rail movement"), ("10.10", "rail movement of an HQ"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = (RailControl,)
