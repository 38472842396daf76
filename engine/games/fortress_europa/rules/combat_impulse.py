"""A combat impulse (4.3 B3, B5, 14): the side attacks, one battle after the other, until nobody is obliged any more."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class CombatImpulse(Step, frozen=True, array_like=True, tag=35):
    """FE 14: the battles of an impulse."""

    side: int
    number: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do while no unit of the side lies in an enemy ZOC."""
        zone = act.pos.zoc(3 - self.side)
        if any(act.pos.at(piece) in zone for piece in act.pos.ashore(self.side)):
            refuse(act, MISSING)


MISSING: Missing = (
    ("14.1", "who must attack, and declaring attacks"),
    ("15.2", "resolving combat"),
    ("15.4", "retreats"),
)
DECISIONS: Final = ()
STEPS: Final = (CombatImpulse,)
