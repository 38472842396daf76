"""The printed map as the rules ask it: land, rivers, the Rhine and its bridges, places, southern boxes (1.3, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.france_1944.tables.chart import Chart
from hexledger.engine.map.board import Board

RIVER: Final = "river"
RHINE: Final = "rhine"
BLOCKED: Final = "blocked"


class Bridge(NamedTuple):
    """12.7: a printed Rhine bridge and its ends."""

    id: str
    name: str
    west: int
    east: int


class Ground:
    """Tables by place and by `key(a, b)`, the hexside between two adjacent places in either direction."""

    def __init__(self, board: Board, chart: Chart, charts: Mapping[str, Any]) -> None:
        self.n = board.n_places
        self.board = board
        hexes = range(board.n_hexes)
        self.terrain = board.terrain
        self.land: frozenset[int] = frozenset(p for p in hexes if chart.entry[board.terrain[p]] is not None)
        """R-80: hexes that are entered, and through which lines go."""
        self.south: tuple[int, ...] = tuple(board.place(name) for name in charts["southern_arrival"]["allied_boxes"])
        """G-8: the blue off-map hexes S11 to S25."""
        self.in_south: frozenset[int] = frozenset(self.south)
        self.between_boxes: frozenset[int] = frozenset(
            self.key(box, board.place(label))
            for box in self.south
            for label in board.boxes[board.labels[box]].values["neighbours"]
        )
        """Hexsides between southern boxes that lie beside each other; nobody goes over one (10.1.3)."""
        self.map: frozenset[int] = self.land | self.in_south
        """Where pieces fight and are supplied; the other boxes hold pieces out of play."""
        self.blocked: frozenset[int] = self._sides(BLOCKED)
        self.rivers: frozenset[int] = self._sides(RIVER)
        self.rhine: frozenset[int] = self._sides(RHINE)
        self.waters: frozenset[int] = self.rivers | self.rhine
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(there for there in self._around(p) if there in self.land and self.key(p, there) not in self.blocked)
            for p in range(board.n_places)
        )
        """Adjacent land hexes, blocked hexsides left out; of a southern box the hexes of row 28 that it leads to."""
        self.boxes_at: dict[int, tuple[int, ...]] = {
            there: tuple(box for box in self.south if there in self.near[box])
            for there in board.areas["southern_reinforcement"]
        }
        """Hex of row 28 -> southern boxes adjacent to it."""
        self.cost: tuple[int, ...] = tuple(
            (chart.entry.get(board.terrain[p]) or 0)
            + sum(chart.entry[feature] or 0 for feature in ("city", "fortress") if feature in board.features[p])
            for p in range(board.n_places)
        )
        """7.0: MP to enter a hex as across a hexside without a river."""
        self.bridges: tuple[Bridge, ...] = tuple(
            Bridge(row["id"], row["name"], board.place(row["west"]), board.place(row["east"]))
            for row in charts["rhine_bridges"]["rows"]
        )
        self.bridge_side: dict[int, Bridge] = {
            key: bridge
            for bridge in self.bridges
            for key in (self.key(bridge.west, bridge.east), self.key(bridge.east, bridge.west))
        }
        """Hexside, either way -> the printed bridge over it."""
        self.bridges_at: dict[int, tuple[Bridge, ...]] = {
            place: tuple(bridge for bridge in self.bridges if place in (bridge.west, bridge.east))
            for place in sorted({end for bridge in self.bridges for end in (bridge.west, bridge.east)})
        }
        self.east_bank: frozenset[int] = board.in_area("rhine_east_bank")
        self.west_bank: frozenset[int] = board.in_area("rhine_west_bank")
        self.east: frozenset[int] = board.in_area("east_of_rhine")
        self.german_cities: frozenset[int] = self.featured("german_city")
        self.ports: frozenset[int] = self.featured("port")
        self.allied_sources: frozenset[int] = self.featured("allied_source")
        self.cities: frozenset[int] = self.featured("city")
        self.fortresses: frozenset[int] = self.featured("fortress")
        self.row_28: tuple[int, ...] = board.areas["southern_reinforcement"]
        self.normandy: tuple[int, ...] = board.areas["normandy_reinforcement"]
        special = charts["special_operations"]["antwerp"]
        self.antwerp: int = board.place(special["antwerp_hex"])
        self.scheldt: tuple[int, ...] = tuple(board.place(label) for label in special["clear_hexes"])
        self.brittany: tuple[int, ...] = tuple(board.place(label) for label in charts["objectives"]["brittany"])
        self.v1_ports: tuple[int, ...] = tuple(board.place(label) for label in charts["objectives"]["v1_ports"])
        self.airborne_box: int = board.place("airborne_box")
        self.turn_track: int = board.place("turn_track")
        self.fuehrer_pool: int = board.place("fuehrer_pool")
        self.eliminated: tuple[int, int, int] = (-1, board.place("eliminated_allied"), board.place("eliminated_german"))
        """Side -> its Eliminated Units box."""
        self.beside: tuple[int, int, int] = (
            -1,
            board.place("beside_eliminated_allied"),
            board.place("beside_eliminated_german"),
        )
        """10.1.1: side -> beside its Eliminated Units box."""
        self.idle: frozenset[int] = frozenset({self.fuehrer_pool, *self.eliminated[1:], *self.beside[1:]})
        """Boxes whose pieces are not in play."""

    def key(self, a: int, b: int) -> int:
        """The hexside between two places."""
        return a * self.n + b

    def ends(self, key: int) -> tuple[int, int]:
        """The two places of a hexside."""
        return divmod(key, self.n)

    def featured(self, feature: str) -> frozenset[int]:
        """Hexes with a printed feature."""
        return frozenset(p for p in range(self.board.n_hexes) if feature in self.board.features[p])

    def is_river(self, a: int, b: int) -> bool:
        """A river or the Rhine lies between two adjacent places."""
        return a * self.n + b in self.waters

    def is_rhine(self, a: int, b: int) -> bool:
        """The Rhine lies between two adjacent places."""
        return a * self.n + b in self.rhine

    def within(self, places: Iterable[int], reach: int) -> frozenset[int]:
        """Hexes within so many hexes of any of several, counted plainly."""
        return frozenset(there for place in places for there in self.board.within(place, reach))

    def _sides(self, kind: str) -> frozenset[int]:
        found = [(a, b) for a, b, side in self.board.data.sides if side.kind == kind]
        return frozenset(key for a, b in found for key in (self.key(a, b), self.key(b, a)))

    def _around(self, place: int) -> tuple[int, ...]:
        if place in self.in_south:
            box = self.board.boxes[self.board.labels[place]]
            return tuple(self.board.place(label) for label in box.to)
        return self.board.neighbours[place]
