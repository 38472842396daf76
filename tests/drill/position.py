"""A position of Drill: the questions that its rules ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from hexledger.engine.kernel.memory import WHERE, kept
from hexledger.engine.kernel.position import Position
from hexledger.engine.map.paths import cheapest, shortest

if TYPE_CHECKING:
    from hexledger.engine.kernel.recorder import Recorder
    from tests.drill.game import Drill  # noqa: F401


class DrillPosition(Position["Drill"]):
    """Reading only; what is worth keeping says what it hangs on."""

    def strength(self, piece: int) -> int:
        """Combat strength of the side of the counter that is up."""
        counter = self.counters[piece]
        return counter.face(reduced=self.steps(piece) < counter.steps).cs

    def unit_at(self, place: int) -> int:
        """The unit in a hex (rule 2.1 allows one), -1 when it is empty."""
        stack = self.units(place)
        return stack[0] if stack else -1

    @kept(WHERE)
    def reach(self, piece: int) -> Mapping[int, tuple[int, int]]:
        """DR 2.2: hex -> (cost, hex before it) for every hex that a unit can move to, its own included."""

        def price(_: int, there: int) -> int | None:
            return None if self.units(there) else self.game.move_cost[self.board.terrain[there]]

        return cheapest(self.board, self.at(piece), price, limit=self.counters[piece].front.ma)

    def targets(self, piece: int) -> tuple[int, ...]:
        """DR 3.1: adjacent hexes with an enemy in them."""
        enemy = 3 - self.side(piece)
        return tuple(place for place in self.board.neighbours[self.at(piece)] if self.side_at(place) == enemy)

    def free_around(self, place: int) -> tuple[int, ...]:
        """Empty hexes next to a hex, in place order."""
        return tuple(sorted(there for there in self.board.neighbours[place] if not self.units(there)))

    def supply_line(self, piece: int) -> tuple[int, ...]:
        """DR 4.1: the shortest line to the base of the unit's side that no enemy blocks, () when there is none."""
        side = self.side(piece)
        base = self.game.bases[side - 1]

        def free(_: int, there: int) -> bool:
            return self.side_at(there) in (0, side)

        return shortest(self.board, self.at(piece), lambda place: place == base, free, self.game.supply_length)


Act: TypeAlias = "Recorder[DrillPosition]"
"""What the steps of Drill write their events with."""
