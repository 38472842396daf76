"""Victory at the end of a turn (2.0-12, 13)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions import score
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.steps import Step


class Victory(Step[FrancePosition], frozen=True, array_like=True, tag=103):
    """F44 2.0-12: an automatic victory, or after the last turn the level that the points reach."""

    def run(self, act: Act) -> None:
        """R-59: bridgeheads are looked at once more before."""
        pos = act.pos
        act.phase("phase.victory", 0, "2.0-12")
        aftermath.settle(act)
        row = score.automatic(pos)
        if row is not None:
            act.win(w.SIDES.index(row["side"]) + 1, "level.automatic", "13.0")
        elif act.state.turn >= pos.var("last_turn"):
            reached = score.level(pos)
            lines = [(f"line.vp_{kind}", points, "13.0") for kind, points in _sums(pos)]
            act.reckon("reckon.vp", 0, lines, score.total(pos), "13.0")
            side = w.SIDES.index(reached["side"]) + 1 if "side" in reached else 0
            act.win(side, f"level.{reached['key']}", "13.0")


def _sums(pos: FrancePosition) -> tuple[tuple[str, int], ...]:
    """Points for places, and for what is counted."""
    found = sum(entry.points for entry in score.places(pos))
    return (("places", found), ("counts", score.total(pos) - found))


DECISIONS: Final = ()
STEPS: Final = (Victory,)
