"""Taking losses: a side loses steps, and its owner says which units lose them, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted

P = TypeVar("P", bound=Position[Any])


def lose_step(act: Recorder[P], piece: int, rule: str, eliminate: Callable[[Recorder[P], int, str], object]) -> None:
    """A unit loses a step; instead of its last one, `eliminate(act, piece, rule)` says what becomes of it."""
    left = act.pos.steps(piece) - 1
    if left > 0:
        act.steps(piece, left, rule)
    else:
        eliminate(act, piece, rule)


class LoseOne(Decision, frozen=True, array_like=True):
    """The unit that takes the next loss. A game subclasses it with its tag."""

    unit: PieceId


class TakeLosses(Choice[P], Generic[P], frozen=True, array_like=True):
    """Losses that an owner shares out. A game says whose they are, who can take the next one, and what it does."""

    asks: ClassVar[str] = "prompt.losses"
    """Word of the prompt."""
    rule: ClassVar[str]
    """Number of the rule."""
    decision: ClassVar[type[LoseOne]]

    def cited(self) -> str:
        """Number of the rule that takes these losses, where one step serves several rules."""
        return self.rule

    def owner(self, pos: P) -> int:
        """Side that chooses."""
        raise NotImplementedError

    def takers(self, pos: P) -> tuple[int, ...]:
        """Units that can take the next loss, the one that takes it if nobody chooses first."""
        raise NotImplementedError

    def lose(self, act: Recorder[P], piece: int) -> None:
        """Carry one loss out."""
        raise NotImplementedError

    def onward(self) -> Self | None:
        """This step with one loss fewer; None after the last."""
        return None

    def settled(self, pos: P) -> bool:
        """True when there is nothing to choose: by default where at most one unit can take the loss. A game says here
        that all steps go where there are as many losses."""
        return len(self.takers(pos)) < 2

    def places(self, pos: P) -> tuple[int, ...]:
        """Hexes that the question is about, if it names any."""
        return ()

    def prompt(self, pos: P) -> Prompt | None:
        """Asks the owner for a unit, unless there is nothing to choose."""
        if self.settled(pos):
            return None
        units, places = self.takers(pos), self.places(pos)
        return asking(pos, self.owner(pos), self.asks, self.cited(), self.decision, pieces=units, places=places)

    def run(self, act: Recorder[P]) -> None:
        """Nothing to choose: whoever is first takes loss after loss."""
        step: TakeLosses[P] | None = self
        while step is not None:
            takers = step.takers(act.pos)
            if takers:
                step.lose(act, takers[0])
            step = step.onward()

    def check(self, pos: P, decision: Decision) -> None:
        """One of the units that can take the loss."""
        rule = pos.game.cite(self.cited())
        if wanted(decision, self.decision, rule).unit not in self.takers(pos):
            names = ", ".join(pos.name(unit) for unit in self.takers(pos))
            raise IllegalDecision(rule, f"the loss is taken by one of {names}")

    def choices(self, pos: P) -> Iterator[LoseOne]:
        """Each unit that can take it."""
        return (self.decision(PieceId(unit)) for unit in self.takers(pos))

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """The loss, after the step has gone on: what follows from the loss may come before the next one."""
        unit, step = passed(decision, self.decision).unit, self.onward()
        if step is None:
            act.done()
        else:
            act.become(step)
        self.lose(act, unit)
