"""The AM that the initiative player keeps out for the first activation of the turn (4.21, 7.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class PickAm(Decision, frozen=True, array_like=True, tag=16):
    """Keep this AM out of the pool for the first activation of the turn."""

    am: WordId


# ---------------------------------------------------------------------- 7.21 the first AM
class PickFirstAm(Choice[June6Position], frozen=True, array_like=True, tag=3):
    """J6 7.21, 4.21: before the AMs are mixed the initiative player takes out the one that will act first."""

    side: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when the side has AMs in the pool and the turn does not begin with its Corps Activation (7.51)."""
        if not _own_ams(pos, self.side) or pos.state.variable(pos.game.words["var.corps_activation"]):
            return None
        return Prompt(self.side, pos.game.words["ask.first_am"], pos.game.rules["7.21"], (PickAm.kind(),))

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses an AM that is not in the pool or belongs to the other side."""
        decision = wanted(decision, PickAm, pos.game.cite("7.21"))
        if decision.am not in _own_ams(pos, self.side):
            name = pos.game.word(decision.am)
            raise IllegalDecision(pos.game.cite("7.21"), f"{name} is not among the AMs that this side has put in")

    def choices(self, pos: June6Position) -> Iterator[PickAm]:
        """Every kind of AM that the side has put in."""
        for am in _own_ams(pos, self.side):
            yield PickAm(WordId(am))

    def take(self, act: Act, decision: Decision) -> None:
        """The AM leaves the pool."""
        decision = passed(decision, PickAm)
        act.pool("pool.am", decision.am, -1, "7.21")
        act.assign("var.first_am", decision.am, "7.21")
        act.done()

    def run(self, act: Act) -> None:
        """No AM of its own: the turn begins with a draw, or with a Corps Activation."""


def _own_ams(pos: June6Position, side: int) -> tuple[int, ...]:
    """R-43: AMs of a side in the pool that were bought, or that a preset pool lists; never an Ops marker."""
    pool, free = pos.state.pool(pos.game.words["pool.am"]), pos.state.pool(pos.game.words["pool.free_am"])
    ams = pos.game.ams
    return tuple(
        am for am, count in pool.items() if ams[am].side == side and not ams[am].ops and count > free.get(am, 0)
    )


DECISIONS: Final = (PickAm,)
STEPS: Final = (PickFirstAm,)
