"""Retreat (13.3): which ways are legal, and the steps that carry it out.

A retreat is made unit by unit or as a stack (13.33). `FallBack` asks its owner for one group and its way after the
other; `Hop` takes a group one hex further; `letters.ReduceOne` is the price of an enemy ZOC. How far a unit has gone
stands in its flag `retreated` until the fight is over (a counterattack wants to know).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.retreat import refusal, ways
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.letters import ReduceOne
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class Retreat(Decision, frozen=True, array_like=True, tag=62):
    """A unit or stack retreats along the hexes that it enters."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


# ---------------------------------------------------------------------- steps
class FallBack(Choice[June6Position], frozen=True, array_like=True, tag=64):
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

    def prompt(self, pos: June6Position) -> Prompt | None:
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

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, Retreat, cite("13.31"))
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

    def choices(self, pos: June6Position) -> Iterator[Retreat]:
        left = self.left(pos)
        for size in range(len(left), 0, -1):
            for group in combinations(left, size):
                units = tuple(PieceId(unit) for unit in group)
                for path in ways(pos, group, self.place, self.length):
                    yield Retreat(units, tuple(PlaceId(place) for place in path))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Retreat)
        act.done()
        self._go(act, tuple(sorted(decision.units)), decision.path)

    def _go(self, act: Act, group: tuple[int, ...], path: tuple[int, ...]) -> None:
        rest = tuple(unit for unit in self.left(act.pos) if unit not in group)
        steps: list[Step[June6Position]] = [Hop(self.side, group, path, 1)]
        if rest:
            steps.append(FallBack(self.side, self.place, self.length, rest))
        act.then(*steps)

    def run(self, act: Act) -> None:
        left = self.left(act.pos)
        if not left:
            return
        path = self._forced(act.pos, left)
        if path is not None:
            self._go(act, left, path)
        else:
            act.then(ReduceOne(self.side, left, "13.37"))


class Hop(Step[June6Position], frozen=True, array_like=True, tag=65):
    """One hex of a retreat; an EZOC costs the group a step, friends there or not (13.36, QA-RES-2).

    units  the group, those of it that are left go on
    path   hexes still to enter
    count  1 for the first hex, 2 for the second
    """

    side: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    count: int

    def run(self, act: Act) -> None:
        there = self.path[0]
        group = tuple(unit for unit in self.units if act.pos.on_map(unit))
        if not group:
            return
        rule = "13.37" if act.pos.board.terrain[there] in act.pos.game.terrain.haven else "13.35"
        for unit in group:
            act.move(unit, (act.pos.at(unit), there), "mode.retreat", 0, rule)
            act.flag(unit, f.RETREATED, self.count, "13.35")
        entered(act, there)
        steps: list[Step[June6Position]] = []
        if act.pos.in_ezoc(there, self.side):
            steps.append(ReduceOne(self.side, group, "13.36"))
        if len(self.path) > 1:
            steps.append(Hop(self.side, group, self.path[1:], self.count + 1))
        act.then(*steps)


DECISIONS: Final = (Retreat,)
STEPS: Final = (FallBack, Hop)
