"""Rule 5 of Drill: the hill, and who wins."""

from __future__ import annotations

from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev
from tests.drill.position import Act, DrillPosition


def take_hill(act: Act, piece: int) -> None:
    """DR 5.1: the side that stood on the hill last controls it."""
    hill, side = act.pos.game.hill, act.pos.side(piece)
    if act.pos.at(piece) == hill and act.state.control.get(hill) != side:
        act.emit(ev.Controlled(hill, side, act.rule("5.1")))


def score_hill(act: Act) -> None:
    """DR 5.1: the side that controls the hill at the end of a turn gets a victory point."""
    side = act.state.control.get(act.pos.game.hill, 0)
    if side:
        act.track("track.vp", act.state.track(act.word("track.vp"), side) + 1, side, "5.1")


class CheckVictory(Step[DrillPosition], frozen=True, array_like=True, tag=5):
    """DR 5.1: a side alone on the field wins at the end of any turn; after the last, the victory points decide."""

    final: bool

    def run(self, act: Act) -> None:
        standing = [side for side in (1, 2) if act.pos.in_play(side)]
        if len(standing) == 1:
            act.win(standing[0], "level.alone", "5.1")
        elif self.final or not standing:
            red, blue = (act.state.track(act.word("track.vp"), side) for side in (1, 2))
            if red == blue:
                act.win(0, "level.draw", "5.1")
            else:
                act.win(1 if red > blue else 2, "level.hill", "5.1")
