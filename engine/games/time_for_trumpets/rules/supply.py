"""The mutual supply segment (9)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import supply
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.demolition import lapse
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Step

FIRST: Final = calendar.number("17PD")
"""9.5a: the first check."""


class MutualSupply(Step[TrumpetsPosition], frozen=True, array_like=True, tag=23):
    """TFT 9.5: a full check at PD; on other turns units that are out of supply may come back into it."""

    def run(self, act: Act) -> None:
        """G-D1: before the first PD turn everybody is in supply."""
        act.phase("phase.supply", 0, "9.0")
        if act.state.turn < FIRST:
            return
        full = act.pos.code == "PD"
        for piece, verdict in (supply.judge_all if full else supply.judge_later)(act.pos).items():
            if full or act.pos.flag(piece, w.OOS):
                write(act, piece, verdict)
        lapse(act, (*act.pos.of(w.GERMAN), *act.pos.of(w.ALLIED)))


def write(act: Act, piece: int, verdict: supply.Supplied) -> None:
    """The flag, and for HQs and what changes the line that proves it; 9.16: isolation of what is out of supply."""
    changed = act.pos.flag(piece, w.OOS) != int(not verdict.good)
    act.flag(piece, w.OOS, int(not verdict.good), verdict.rule)
    cut_off = not verdict.good and supply.isolated(act.pos, piece)
    act.flag(piece, w.ISOLATED, int(cut_off), "9.16")
    if changed or piece in act.pos.game.roster.hqs:
        status = "status.supplied" if verdict.good else "status.isolated" if cut_off else "status.unsupplied"
        act.judge(piece, status, verdict.line, verdict.rule, "subject.supply")


DECISIONS: Final = ()
STEPS: Final = (MutualSupply,)
