"""Naval units (19): where they are, their support."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class MoveNaval(Step, frozen=True, array_like=True, tag=120):
    """FE 19.1, 19.3: the Allied player places naval units in sea hexes before the first combat impulse."""

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do while no naval unit is in play."""
        if any(piece in act.state.at for piece in act.pos.game.roster.naval):
            refuse(act, MISSING)


MISSING: Missing = (("19.3", "placing naval units"), ("19.4", "naval support"), ("19.8", "withdrawal of naval units"))
DECISIONS: Final = ()
STEPS: Final = (MoveNaval,)
