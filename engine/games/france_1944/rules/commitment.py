"""Commitment of supply points for the next turn (2.0-8, R-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted


class CommitSupply(Decision, frozen=True, array_like=True, tag=17):
    """`commit_supply 3`: supply points that become initiative chits next turn."""

    points: int


def most(pos: FrancePosition, side: int) -> int:
    """2.0-8: points that a side may commit now: up to its limit, of those it has."""
    limit = pos.game.chart.number("supply_points", "max_committed", w.SIDES[side - 1])
    return max(0, min(pos.track("sp", side), limit - pos.track("committed", side)))


class Commit(Choice[FrancePosition], frozen=True, array_like=True, tag=13):
    """F44 2.0-8: available supply points become committed ones, one for one. On the last turn of a game it is for
    nothing, and nobody is asked."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if not most(pos, self.side) or pos.state.turn >= pos.var("last_turn"):
            return None
        return asking(pos, self.side, "prompt.commit", "2.0-8", CommitSupply)

    def run(self, act: Act) -> None:
        """Nothing to commit."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("2.0-8")
        points = wanted(decision, CommitSupply, rule).points
        if not 0 <= points <= most(pos, self.side):
            raise IllegalDecision(rule, f"from 0 to {most(pos, self.side)} supply points may be committed")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return (CommitSupply(points) for points in range(most(pos, self.side) + 1))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        points = passed(decision, CommitSupply).points
        pos = act.pos
        act.track("track.sp", pos.track("sp", self.side) - points, self.side, "2.0-8")
        act.track("track.committed", pos.track("committed", self.side) + points, self.side, "2.0-8")


DECISIONS: Final = (CommitSupply,)
STEPS: Final = (Commit,)
