"""Victory (H-6): after the last turn the points are counted; who held a hex last is noted for it."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import scoring
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev


class Judge(Step[TrumpetsPosition], frozen=True, array_like=True, tag=94):
    """H-6: after the last turn the points are counted."""

    def run(self, act: Act) -> None:
        """Both sides' points, their difference, the level."""
        pos = act.pos
        if act.state.turn < pos.var("last_turn"):
            return
        for side in (w.GERMAN, w.ALLIED):
            lines = [(f"line.vp_{row.key}", row.points, "H-6") for row in scoring.scores(pos) if row.side == side]
            act.reckon("reckon.victory", side, lines, scoring.total(pos, side), "H-6")
            act.track("track.vp", scoring.total(pos, side), side, "H-6")
        level = scoring.verdict(pos)
        act.win(level.winner, level.word, "H-6")


def note_holder(act: Act, piece: int, place: int) -> None:
    """H-6, 5.1: the side that held a hex last, where it counts: victory hexes and towns."""
    pos = act.pos
    if piece not in pos.game.roster.combat or place not in pos.scenario.noted:
        return
    if pos.state.control.get(place) != pos.side(piece):
        act.emit(ev.Controlled(place, pos.side(piece)))


DECISIONS: Final = ()
STEPS: Final = (Judge,)
