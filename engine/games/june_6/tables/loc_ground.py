"""Roads and open ground of the board as lines of communication see them (5.3); the map alone decides it."""

from __future__ import annotations

from functools import cached_property

from hexledger.engine.games.june_6.tables.terrain import Terrain
from hexledger.engine.map.board import ROAD_ORDER, Board


class LocGround:
    """What a LOC needs of the map, state apart; derived from the board, the same for every position.

    great    a * places + b, both ways: hexsides of great rivers and canals
    banks    hexes with such a hexside
    """

    def __init__(self, board: Board, terrain: Terrain) -> None:
        self.places = board.n_places
        self._board, self._chart = board, terrain
        great = [(a, b) for a, b, side in board.data.sides if side.kind in terrain.great]
        self.great = frozenset(key for a, b in great for key in (a * self.places + b, b * self.places + a))
        self.banks = frozenset(place for a, b in great for place in (a, b))

    @cached_property
    def roads(self) -> tuple[tuple[int, ...], ...]:
        """Place -> neighbours that a road leads to, ascending."""
        roads: list[list[int]] = [[] for _ in range(self.places)]
        for a, b, kind in self._board.data.links:
            if kind in ROAD_ORDER and b not in roads[a]:
                roads[a].append(b)
                roads[b].append(a)
        return tuple([tuple(sorted(near)) if near else () for near in roads])

    def steps(self, place: int) -> tuple[int, ...]:
        """Neighbours that a foot unit could go to (R-79), great rivers and canals not looked at."""
        return tuple(there for there in self._board.neighbours[place] if self._passable(place, there))

    def _passable(self, a: int, b: int) -> bool:
        chart = self._chart
        if b in self.roads[a]:
            return True
        return chart.hex_cost[self._board.terrain[b]][0] is not None and all(
            kind in chart.great or chart.side_cost[kind][0] is not None for kind in self._board.hexsides(a, b)
        )
