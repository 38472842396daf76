"""END 8: armour attrition (12.9)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.losses import lose_step
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import UNARRIVED
from hexledger.engine.kernel.steps import Step

_CUP: Final = {w.GERMAN: "cup_german", w.ALLIED: "cup_allied"}


class Attrition(Step[YellowPosition], frozen=True, array_like=True, tag=70):
    """CY 12.9: a side draws chits until two armour steps are lost or the cup is empty.

    lost    steps lost so far; back: chits of units that have not arrived, for the other reading (G-A54)
    """

    side: int
    lost: int = 0
    back: tuple[int, ...] = ()

    def run(self, act: Act) -> None:
        """One chit, and on."""
        pos, pool = act.pos, f"pool.{_CUP[self.side]}"
        if self.lost >= pos.game.chart.number("attrition", "steps") or not pos.pool(_CUP[self.side]):
            for piece in self.back:
                act.pool(pool, piece, 1, "G-A54")
            return
        piece = act.draw(pool, "12.9")
        if pos.on_map(piece):
            act.then(Attrition(self.side, self.lost + 1, self.back))
            lose_step(act, piece, "reason.attrition", "12.9")
            return
        act.note("note.set_aside", (piece,), "12.9")
        returns = pos.reading(UNARRIVED) != UNARRIVED.default and not _gone(pos, piece)
        act.then(Attrition(self.side, self.lost, (*self.back, piece) if returns else self.back))


def _gone(pos: YellowPosition, piece: int) -> bool:
    return any(piece in pos.pool(name) for name in ("dead", "gone", "evacuated"))


DECISIONS: Final = ()
STEPS: Final = (Attrition,)
