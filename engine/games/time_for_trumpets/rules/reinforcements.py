"""Reinforcements (27)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.command import attach
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.kernel.steps import Step


class Due(Step[TrumpetsPosition], frozen=True, array_like=True, tag=25):
    """TFT 27: who is due begins to wait beyond the edge."""

    def run(self, act: Act) -> None:
        """27.1: by the order of appearance."""
        index = act.pos.game.roster.index
        for transfer in act.pos.scenario.hooks.get("transfers", ()):
            if calendar.number(transfer["turn"]) == act.state.turn:
                attach(act, index[transfer["hq"]], index[transfer["to"]], "134.5")
        for row in act.pos.scenario.arrivals:
            if row.turn == act.state.turn:
                act.pool("pool.waiting", row.piece, 1, "27.1")


DECISIONS: Final = ()
STEPS: Final = (Due,)
