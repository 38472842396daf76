"""Retreats: the ways that lead so many hexes on, and the step in which units of a hex take them.

What may be entered and what a retreat costs is the game's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, asking, passed, permit, wanted

P = TypeVar("P", bound=Position[Any])
Way: TypeAlias = tuple[int, ...]
"""The hexes that a retreat enters, without the one that it leaves."""


def ways(
    start: int,
    length: int,
    neighbours: Sequence[Sequence[int]],
    may_enter: Callable[[int, int], bool],
    may_end: Callable[[int], bool],
) -> Iterator[tuple[int, ...]]:
    """Every path of exactly `length` different hexes that leaves `start` and never comes back to it.

    neighbours  place -> adjacent places, in the order in which ways are found
    may_enter   (here, there): may a unit go from one hex to the next?
    may_end     (there): may the retreat end there?
    The paths name the hexes entered, without `start`. O(branching ** length).
    """

    def extend(path: tuple[int, ...], here: int) -> Iterator[tuple[int, ...]]:
        for there in neighbours[here]:
            if there == start or there in path or not may_enter(here, there):
                continue
            longer = (*path, there)
            if len(longer) < length:
                yield from extend(longer, there)
            elif may_end(there):
                yield longer

    if length > 0:
        yield from extend((), start)


def most_placed(options: Sequence[Sequence[int]], room: Callable[[int, Sequence[int]], bool]) -> int:
    """How many of several units can find an end for their retreat together.

    options  for each unit the places where it could end
    room     (place, units): do these units, by their number in `options`, fit there together?
    Exact search; for the few units of a stack.
    """

    def place(number: int, taken: dict[int, tuple[int, ...]]) -> int:
        if number == len(options):
            return 0
        best = place(number + 1, taken)
        for there in options[number]:
            if best == len(options) - number:
                break
            together = (*taken.get(there, ()), number)
            if room(there, together):
                best = max(best, 1 + place(number + 1, {**taken, there: together}))
        return best

    return place(0, {})


# ---------------------------------------------------------------------- the step
class RetreatAlong(Decision, frozen=True, array_like=True):
    """Units of a hex retreat together along the hexes that they enter. A game subclasses it with its tag."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class Retreating(Choice[P], Generic[P], frozen=True, array_like=True):
    """Units of one hex must retreat, group after group. A game says who moves them, which ways are open to a group,
    what going there does, and what becomes of those without a way."""

    asks: ClassVar[str] = "prompt.retreat"
    """Word of the prompt."""
    rule: ClassVar[str]
    """Number of the rule."""
    group_rule: ClassVar[str] = ""
    """Number of the rule by which units go together, where that is another."""
    decision: ClassVar[type[RetreatAlong]]

    def moved_by(self, pos: P) -> int:
        """Side that says how they go: their owner, or the enemy."""
        raise NotImplementedError

    def left(self, pos: P) -> tuple[int, ...]:
        """Units that must still go, all of them in one hex."""
        raise NotImplementedError

    def open_ways(self, pos: P, group: tuple[int, ...]) -> Iterable[Way]:
        """Ways that are legal for a group, in a fixed order."""
        raise NotImplementedError

    def refusal(self, pos: P, group: tuple[int, ...], path: Way) -> Refusal | None:
        """Why a group may not go that way; a game that can say it better than `open_ways` does."""
        return None if path in self.open_ways(pos, group) else (self.rule, "they cannot retreat that way")

    def go(self, act: Recorder[P], group: tuple[int, ...], path: Way) -> None:
        """Take a group along its way, and push what follows: the next group of those that are left."""
        raise NotImplementedError

    def stuck(self, act: Recorder[P], units: tuple[int, ...]) -> None:
        """Those who must still go, some or all of them without a way: eliminate, reduce, ask again."""
        raise NotImplementedError

    def blocked(self, pos: P) -> bool:
        """True when `stuck` must settle things before anybody goes; by default when somebody has no way."""
        return not all(next(iter(self.open_ways(pos, (unit,))), None) for unit in self.left(pos))

    def forced(self, pos: P) -> Way | None:
        """The only way of the only unit, None when there is anything to choose."""
        left = self.left(pos)
        if len(left) != 1:
            return None
        found = iter(self.open_ways(pos, left))
        first = next(found, None)
        return first if next(found, None) is None else None

    def prompt(self, pos: P) -> Prompt | None:
        """Asks for a group and its way, unless nobody is left, somebody is stuck or nothing is to be chosen."""
        left = self.left(pos)
        if not left or self.blocked(pos) or self.forced(pos) is not None:
            return None
        here = (pos.at(left[0]),)
        return asking(pos, self.moved_by(pos), self.asks, self.rule, self.decision, pieces=left, places=here)

    def run(self, act: Recorder[P]) -> None:
        """Settle those who are stuck; a single unit with a single way takes it."""
        left = self.left(act.pos)
        if not left:
            return
        if self.blocked(act.pos):
            self.stuck(act, left)
            return
        path = self.forced(act.pos)
        if path is not None:
            self.go(act, left, path)

    def check(self, pos: P, decision: Decision) -> None:
        """Units that must go, each named once, along a way that is open to them together."""
        decision = wanted(decision, self.decision, pos.game.cite(self.rule))
        permit(pos, self._unfit(pos, decision.units) or self.refusal(pos, decision.units, decision.path))

    def _unfit(self, pos: P, units: tuple[int, ...]) -> Refusal | None:
        if not units or len(set(units)) != len(units):
            return self.group_rule or self.rule, "name the units that retreat, each once"
        left = self.left(pos)
        stranger = next((unit for unit in units if unit not in left), None)
        if stranger is None:
            return None
        return self.rule, f"{pos.game.piece_name(stranger)} does not have to retreat from {pos.label(pos.at(left[0]))}"

    def choices(self, pos: P) -> Iterator[RetreatAlong]:
        """Every group, large ones first, along every way that is open to it."""
        left = self.left(pos)
        for size in range(len(left), 0, -1):
            for group in combinations(left, size):
                units = tuple(PieceId(unit) for unit in group)
                for path in self.open_ways(pos, group):
                    yield self.decision(units, tuple(PlaceId(place) for place in path))

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """They go."""
        decision = passed(decision, self.decision)
        act.done()
        self.go(act, tuple(sorted(decision.units)), decision.path)
