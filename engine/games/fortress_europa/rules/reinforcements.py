"""Reinforcements, withdrawals and conversions (26, 23, 13.2)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step


class TurnStart(Step, frozen=True, array_like=True, tag=175):
    """FE 26.7, C-49: withdrawals at the start of the owner's player turn."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do when the display withdraws nobody."""
        if act.pos.scenario.arriving(act.state.turn, self.side, "withdraw"):
            refuse(act, MISSING)


class Arrivals(Step, frozen=True, array_like=True, tag=176):
    """FE 26.1-26.6: what the display brings in the first move impulse.

    Allied units are put into England or Africa at once (26.6); German units wait in the pool `due` until they are
    placed. Conversions and scheduled flips of HQs (23, 13.2) happen here.
    """

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Bring them."""
        pos = act.pos
        for row in pos.scenario.arriving(act.state.turn, self.side, "arrive", "invasion_response"):
            if self.side == f.ALLIED:
                act.place(row.piece, row.place, pos.counters[row.piece].steps, "26.1")
                act.flag(row.piece, f.ARRIVED, 1, "26.6")
            else:
                act.pool("pool.due", row.piece, 1, "26.4" if row.kind == "invasion_response" else "26.1")
        if pos.scenario.arriving(act.state.turn, self.side, "flip_hq", "flip_regular"):
            refuse(act, MISSING[1:])


MISSING: Missing = (
    ("26.7", "withdrawals"),
    ("13.2", "scheduled flips and conversions"),
    ("26.3", "placing German reinforcements"),
    ("26.5", "the Paris garrison"),
)
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = (TurnStart, Arrivals)
