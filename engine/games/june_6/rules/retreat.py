"""Retreat (13.3): which ways are legal, and the steps that carry it out.

A retreat is made unit by unit or as a stack (13.33). `FallBack` asks its owner for one group and its way after the
other; `Hop` takes a group one hex further; `letters.ReduceOne` is the price of an enemy ZOC. How far a unit has gone
stands in its flag `retreated` until the fight is over (a counterattack wants to know).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.letters import ReduceOne
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act


class Retreat(Decision, frozen=True, array_like=True, tag=62):
    """A unit or stack retreats along the hexes that it enters."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


# ---------------------------------------------------------------------- legality
def refusal(
    pos: June6Position, units: tuple[int, ...], start: int, length: int, path: tuple[int, ...]
) -> Refusal | None:
    """J6 13.3, R-49, R-67: why `units` may not retreat together along `path`, None when they may.

    `start` is the hex they leave, `length` the retreat that the CRT asks for.
    """
    if not 1 <= len(path) <= 2:
        return "13.35", "a retreat is one or two hexes long"
    here = start
    for there in path:
        wrong = _no_entry(pos, units, start, here, there)
        if wrong is not None:
            return wrong
        here = there
    return _wrong_length(pos, units, start, length, path) or _no_room(pos, units, path)


def _no_entry(pos: June6Position, units: tuple[int, ...], start: int, here: int, there: int) -> Refusal | None:
    """J6 13.32, 8.14, R-62, R-67: a hex that cannot be entered from the one before it."""
    if there not in pos.board.neighbours[here]:
        return "13.35", f"{pos.label(there)} is not next to {pos.label(here)}"
    if there == start:
        return "R-67", f"a retreat may not end in {pos.label(start)}, where it began"
    side = pos.side(units[0])
    if pos.holder(there) == 3 - side:
        return "8.14", f"enemy units are in {pos.label(there)}"
    for unit in units:
        if not pos.can_pass(unit, here, there):
            return "13.32", f"{pos.name(unit)} cannot pass from {pos.label(here)} to {pos.label(there)}"
    return None


def _wrong_length(
    pos: June6Position, units: tuple[int, ...], start: int, length: int, path: tuple[int, ...]
) -> Refusal | None:
    """J6 13.35, 13.37: two hexes when the CRT says so or the first is in an EZOC; a city is always far enough."""
    first = path[0]
    in_zoc = pos.in_ezoc(first, pos.side(units[0]))
    needed = 2 if length == 2 or in_zoc else 1
    if len(path) < needed and pos.board.terrain[first] not in pos.game.terrain.haven:
        why = f"{pos.label(first)} is in an enemy ZOC" if length < 2 else "the result asks for it"
        return "13.35", f"the retreat from {pos.label(start)} must go two hexes: {why}"
    if len(path) > needed:
        return "13.35", f"the retreat from {pos.label(start)} goes one hex, not two"
    return None


def _no_room(pos: June6Position, units: tuple[int, ...], path: tuple[int, ...]) -> Refusal | None:
    """J6 13.34, R-49: no overstacking at the end; on the way only a single unit may pass a hex without room."""
    if not pos.fits(path[-1], units):
        return "13.34", f"{pos.label(path[-1])} has no room for {_names(pos, units)}"
    if len(path) == 2 and len(units) > 1 and not pos.fits(path[0], units):
        return "13.34", f"the stack does not fit into {pos.label(path[0])}; its units may pass there one by one"
    return None


def ways(pos: June6Position, units: tuple[int, ...], start: int, length: int) -> Iterator[tuple[int, ...]]:
    """Every legal way of a group, one-hex ways first, then in direction order."""
    neighbours = pos.board.neighbours
    for first in neighbours[start]:
        if refusal(pos, units, start, length, (first,)) is None:
            yield (first,)
    for first in neighbours[start]:
        if _no_entry(pos, units, start, start, first) is None:
            for second in neighbours[first]:
                if refusal(pos, units, start, length, (first, second)) is None:
                    yield (first, second)


def _names(pos: June6Position, units: tuple[int, ...]) -> str:
    return ", ".join(pos.name(unit) for unit in units)


# ---------------------------------------------------------------------- steps
class FallBack(Choice, frozen=True, array_like=True, tag=64):
    """J6 13.31, QA-RES-1: units of one hex must retreat; those that cannot stay and one of them is reduced (13.37).

    side    owner of the units
    place   the hex they leave
    length  1 or 2, as the CRT says
    units   those that have not retreated yet
    """

    side: int
    place: int
    length: int
    units: tuple[int, ...]

    def left(self, pos: June6Position) -> tuple[int, ...]:
        """Units that must still go."""
        return tuple(unit for unit in self.units if pos.at(unit) == self.place)

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        assert isinstance(pos, June6Position)
        left = self.left(pos)
        if not left or self._forced(pos, left) is not None or not self._any_way(pos, left):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["ask.retreat"], rules["13.31"], ("retreat",), left, (self.place,))

    def _any_way(self, pos: June6Position, left: tuple[int, ...]) -> bool:
        return any(next(ways(pos, (unit,), self.place, self.length), None) is not None for unit in left)

    def _forced(self, pos: June6Position, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """The only way of the only unit, None when there is anything to choose."""
        if len(left) != 1:
            return None
        found = ways(pos, left, self.place, self.length)
        first = next(found, None)
        return first if first is not None and next(found, None) is None else None

    def check(self, pos: Position[Any], decision: Decision) -> None:
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (Retreat,), cite("13.31"))
        assert isinstance(decision, Retreat)
        left = self.left(pos)
        units = decision.units
        if not units or len(set(units)) != len(units):
            raise IllegalDecision(cite("13.33"), "name the units that retreat, each once")
        for unit in units:
            if unit not in left:
                raise IllegalDecision(
                    cite("13.31"), f"{pos.game.piece_name(unit)} does not have to retreat from {pos.label(self.place)}"
                )
        for place in decision.path:
            if not 0 <= place < pos.board.n_hexes:
                raise IllegalDecision(cite("13.38"), "a retreat goes through hexes of the map")
        wrong = refusal(pos, units, self.place, self.length, decision.path)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        assert isinstance(pos, June6Position)
        left = self.left(pos)
        for size in range(len(left), 0, -1):
            for group in combinations(left, size):
                units = tuple(PieceId(unit) for unit in group)
                for path in ways(pos, group, self.place, self.length):
                    yield Retreat(units, tuple(PlaceId(place) for place in path))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        assert isinstance(decision, Retreat)
        act.done()
        self._go(act, tuple(sorted(decision.units)), decision.path)

    def _go(self, act: Act, group: tuple[int, ...], path: tuple[int, ...]) -> None:
        rest = tuple(unit for unit in self.left(act.pos) if unit not in group)
        steps: list[Step] = [Hop(self.side, group, path, 1)]
        if rest:
            steps.append(FallBack(self.side, self.place, self.length, rest))
        act.then(*steps)

    def run(self, act: Recorder[Any]) -> None:
        left = self.left(act.pos)
        if not left:
            return
        path = self._forced(act.pos, left)
        if path is not None:
            self._go(act, left, path)
        else:
            act.then(ReduceOne(self.side, left, "13.37"))


class Hop(Step, frozen=True, array_like=True, tag=65):
    """One hex of a retreat; an EZOC costs the group a step, friends there or not (13.36, QA-RES-2).

    units  the group, those of it that are left go on
    path   hexes still to enter
    count  1 for the first hex, 2 for the second
    """

    side: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    count: int

    def run(self, act: Recorder[Any]) -> None:
        there = self.path[0]
        group = tuple(unit for unit in self.units if act.pos.on_map(unit))
        if not group:
            return
        rule = "13.37" if act.pos.board.terrain[there] in act.pos.game.terrain.haven else "13.35"
        for unit in group:
            act.move(unit, (act.pos.at(unit), there), "mode.retreat", 0, rule)
            act.flag(unit, f.RETREATED, self.count, "13.35")
        entered(act, there)
        steps: list[Step] = []
        if act.pos.in_ezoc(there, self.side):
            steps.append(ReduceOne(self.side, group, "13.36"))
        if len(self.path) > 1:
            steps.append(Hop(self.side, group, self.path[1:], self.count + 1))
        act.then(*steps)


DECISIONS: Final = (Retreat,)
STEPS: Final = (FallBack, Hop)
