"""Supply (18.1-18.6, 18.8): lines of units and HQs, ports assigned, losses of the unsupplied."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules import capacity, ports
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class SupplyPhase(Step, frozen=True, array_like=True, tag=155):
    """FE 4.3 B7, 18.1, 18.3: units without supply lose a step."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Repair ports first (18.7.8); nothing more to do while the side has no unit on the map."""
        act.phase("phase.supply", self.side, "18.1" if self.side == f.ALLIED else "18.3")
        if self.side == f.ALLIED:
            ports.repair(act)
            capacity.update(act, "18.7.8")
        if act.pos.ashore(self.side):
            refuse(act, MISSING)


MISSING: Missing = (("18.1", "lines of supply"), ("18.2", "supply through ports"), ("18.3", "German supply"))
DECISIONS: Final = ()
STEPS: Final = (SupplyPhase,)
