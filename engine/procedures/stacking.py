"""Excess stacking: hex by hex, the owner says which units above the limit go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from hexledger.engine.errors import EngineFault, IllegalDecision
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted

P = TypeVar("P", bound=Position[Any])


class Excess(NamedTuple):
    """A hex above its limit, its units of which some must go, and how many of them."""

    place: int
    units: tuple[int, ...]
    over: int


class RemoveUnits(Decision, frozen=True, array_like=True):
    """The units that go. A game subclasses it with its tag."""

    units: tuple[PieceId, ...]


class Overstacked(Choice[P], Generic[P], frozen=True, array_like=True):
    """The end of a phase in which stacks may be too high: asks hex after hex, and goes on when all comply."""

    asks: ClassVar[str] = "prompt.overstacked"
    """Word of the prompt."""
    rule: ClassVar[str]
    """Number of the rule."""
    decision: ClassVar[type[RemoveUnits]]

    def owner(self, pos: P) -> int:
        """Side whose stacks these are."""
        raise NotImplementedError

    def excess(self, pos: P) -> Excess | None:
        """The first hex above its limit, None when every stack complies."""
        raise NotImplementedError

    def remove(self, act: Recorder[P], piece: int) -> None:
        """What becomes of a unit that goes."""
        raise NotImplementedError

    def settled(self, pos: P) -> bool:
        """True when the owner has nothing to choose; by default only when every stack complies."""
        return self.excess(pos) is None

    def prompt(self, pos: P) -> Prompt | None:
        """Asks about the first hex."""
        found = self.excess(pos)
        if found is None or self.settled(pos):
            return None
        places = (found.place,)
        return asking(pos, self.owner(pos), self.asks, self.rule, self.decision, pieces=found.units, places=places)

    def run(self, act: Recorder[P]) -> None:
        """Every stack complies."""

    def check(self, pos: P, decision: Decision) -> None:
        """So many different units of the hex as it is over the limit."""
        rule = pos.game.cite(self.rule)
        units = wanted(decision, self.decision, rule).units
        place, there, over = self._found(pos)
        if len(units) != over or len(set(units)) != over or not set(units) <= set(there):
            number = "1 unit" if over == 1 else f"{over} different units"
            raise IllegalDecision(rule, f"{number} that count for stacking in {pos.label(place)} must go")

    def _found(self, pos: P) -> Excess:
        found = self.excess(pos)
        if found is None:
            raise EngineFault("a decision on a stack that complies")
        return found

    def choices(self, pos: P) -> Iterator[RemoveUnits]:
        """Every set of units."""
        _, units, over = self._found(pos)
        for group in combinations(units, over):
            yield self.decision(tuple(PieceId(piece) for piece in group))

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """They go; the step stays, for the next hex."""
        for piece in passed(decision, self.decision).units:
            self.remove(act, piece)
