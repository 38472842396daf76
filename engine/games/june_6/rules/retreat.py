"""Retreat (13.3): which ways are legal, and the steps that carry it out.

A retreat is made unit by unit or as a stack (13.33). `FallBack` asks its owner for one group and its way after the
other; `Hop` takes a group one hex further; `letters.ReduceOne` is the price of an enemy ZOC. How far a unit has gone
stands in its flag `retreated` until the fight is over (a counterattack wants to know).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.retreat import refusal, ways
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.letters import ReduceOne
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.steps import Refusal, Step
from hexledger.engine.procedures.retreat import RetreatAlong, Retreating, Way


class Retreat(RetreatAlong, frozen=True, array_like=True, tag=62):
    """A unit or stack retreats along the hexes that it enters."""


# ---------------------------------------------------------------------- steps
class FallBack(Retreating[June6Position], frozen=True, array_like=True, tag=64):
    """J6 13.31, 13.33, QA-RES-1: units of one hex must retreat; those that cannot stay, and one is reduced (13.37).

    side    owner of the units
    place   the hex they leave
    length  1 or 2, as the CRT says
    units   those that have not retreated yet
    """

    asks = "ask.retreat"
    rule = "13.31"
    group_rule = "13.33"
    decision = Retreat

    side: int
    place: int
    length: int
    units: tuple[int, ...]

    def moved_by(self, pos: June6Position) -> int:
        """Their owner."""
        return self.side

    def left(self, pos: June6Position) -> tuple[int, ...]:
        """Units that must still go."""
        return tuple(unit for unit in self.units if pos.at(unit) == self.place)

    def open_ways(self, pos: June6Position, group: tuple[int, ...]) -> Iterator[Way]:
        """Ways of a group that are legal (13.31-13.39)."""
        return ways(pos, group, self.place, self.length)

    def blocked(self, pos: June6Position) -> bool:
        """J6 13.37: nobody has a way."""
        return not any(next(self.open_ways(pos, (unit,)), None) for unit in self.left(pos))

    def refusal(self, pos: June6Position, group: tuple[int, ...], path: Way) -> Refusal | None:
        """Why a group may not go that way."""
        if not all(0 <= place < pos.board.n_hexes for place in path):
            return "13.38", "a retreat goes through hexes of the map"
        return refusal(pos, group, self.place, self.length, path)

    def go(self, act: Act, group: tuple[int, ...], path: Way) -> None:
        """Hex by hex, then the others."""
        rest = tuple(unit for unit in self.left(act.pos) if unit not in group)
        steps: list[Step[June6Position]] = [Hop(self.side, group, path, 1)]
        if rest:
            steps.append(FallBack(self.side, self.place, self.length, rest))
        act.then(*steps)

    def stuck(self, act: Act, units: tuple[int, ...]) -> None:
        """They stay, and one of them is reduced."""
        act.then(ReduceOne(self.side, units, "13.37"))


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
