"""The printed map as the rules ask it: water, bridges, fords, roads, areas, boundaries, edges, towns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexledger.engine.games.time_for_trumpets.tables.words import ARMIES
from hexledger.engine.map.board import Board
from hexledger.engine.map.paths import flood

WATER: Final = ("stream", "river", "meuse", "lake")
"""Water hexsides, from small to great."""
DRY: Final = ""
NO_ROAD: Final = ""
ROAD_WEST_NORTH: Final = "meuse_west_north"
ZONES: Final = ("A", "B", "C", "D", "E", "F", "G", "K", "L", "M", "N", "O", "P", "Q", "R")
"""Allied off-map zones: south edge A to G, north edge K to R (34.1)."""


class Ground:
    """Tables by place and by `key(a, b)`, the hexside between two adjacent hexes in either direction."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.n = board.n_places
        hexes = range(board.n_hexes)
        self.water: dict[int, str] = {}
        self.fords: frozenset[int]
        fords: dict[int, None] = {}
        self.river_name: dict[int, str] = {}
        for a, b, side in board.data.sides:
            if side.kind not in WATER:
                continue
            for key in (self.key(a, b), self.key(b, a)):
                self.water[key] = max(self.water.get(key, DRY), side.kind, key=_grade)
                if side.name:
                    self.river_name[key] = side.name
                if side.ford:
                    fords[key] = None
        self.fords = frozenset(fords)
        self.road: dict[int, str] = {}
        for a, b, kind in board.data.links:
            for key in (self.key(a, b), self.key(b, a)):
                if self.road.get(key) != "main_road":
                    self.road[key] = kind
        self.bridges: frozenset[int] = frozenset(key for key in self.water if key in self.road)
        """Hexsides of water that a road crosses: printed bridges (22.1a)."""
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                there
                for there in board.neighbours[p]
                if self.water.get(self.key(p, there)) != "lake" or self.key(p, there) in self.bridges
            )
            for p in range(board.n_places)
        )
        """Adjacent hexes: not those across a lake without a bridge."""
        self.zoc_near: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                there
                for there in board.neighbours[p]
                if self.water.get(self.key(p, there), DRY) not in ("lake", "meuse")
            )
            for p in range(board.n_places)
        )
        """25.3: hexes into which a ZOC may go, as far as water lets it."""
        self.roads_of: tuple[tuple[int, ...], ...] = tuple(
            tuple(there for there in board.neighbours[p] if self.key(p, there) in self.road)
            for p in range(board.n_places)
        )
        """Hexes to which a road leads."""
        self.terrain = board.terrain
        self.villages: frozenset[int] = self.featured("village")
        self.towns: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "town")
        self.cities: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "city")
        self.forests: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "forest")
        self.tunnel: frozenset[int] = self.featured("river_tunnel")
        self.schnee_eifel: frozenset[int] = board.in_area("schnee_eifel")
        self.german_start: frozenset[int] = board.in_area("german_start")
        self.beyond_meuse: frozenset[int] = board.in_area(ROAD_WEST_NORTH)
        self.boundary_5_6: frozenset[int] = board.in_area("boundary_5_6")
        self.boundary_5_7_east: frozenset[int] = board.in_area("boundary_5_7_east")
        self.boundary_5_7_west: frozenset[int] = board.in_area("boundary_5_7_west")
        self.area: dict[str, frozenset[int]] = {army: board.in_area(f"area_{army}") for army in ARMIES}
        self.weather_of: tuple[tuple[int, ...], ...] = tuple(self._weather_areas(p) for p in range(board.n_places))
        """Hex -> numbers of the army areas whose weather it has, two on a boundary road, none beyond the Meuse."""
        self.zone: dict[str, int] = {letter: board.place(f"zone_{letter}") for letter in ZONES}
        self.zone_hexes: dict[int, tuple[int, ...]] = {
            place: tuple(board.place(label) for label in board.boxes[f"zone_{letter}"].to)
            for letter, place in self.zone.items()
        }
        self.bridge_box: int = board.place("bridge_box")
        self.fuel_box: int = board.place("captured_fuel")
        self.eliminated: int = board.place("eliminated")
        self.named: dict[str, tuple[int, ...]] = {}
        for p in hexes:
            if board.keys[p]:
                self.named[board.keys[p]] = (*self.named.get(board.keys[p], ()), p)
        self.edge: frozenset[int] = frozenset(
            p for p in hexes if len(board.neighbours[p]) < len(("N", "NE", "SE", "S", "SW", "NW"))
        )

    def west_of_line(self, row: Mapping[str, Any]) -> frozenset[int]:
        """26.2.5e: hexes of the 7th Army's area west of the line Wiltz - Sure - Alzette (chart `xlvii_line`)."""
        place = self.board.place
        first, last = row["columns"]
        closed = {self.key(place(a), place(b)) for a, b in row["sides"]}
        closed |= {self.key(place(b), place(a)) for a, b in row["sides"]}
        rivers = frozenset(row["rivers"])

        def goes(a: int, b: int) -> bool:
            key = self.key(a, b)
            if b not in self.area["7a"] or key in closed:
                return False
            inside = first <= self.column(a) <= last or first <= self.column(b) <= last
            return not (inside and self.river_name.get(key) in rivers)

        return frozenset(flood(self.board, (place(row["west"]),), goes))

    def key(self, a: int, b: int) -> int:
        """The hexside between two hexes."""
        return a * self.n + b

    def featured(self, feature: str) -> frozenset[int]:
        """Hexes with a printed feature."""
        return frozenset(p for p in range(self.board.n_hexes) if feature in self.board.features[p])

    def water_between(self, a: int, b: int) -> str:
        """Kind of the water between two adjacent hexes, `` for none."""
        return self.water.get(a * self.n + b, DRY)

    def within(self, places: Iterable[int], reach: int) -> frozenset[int]:
        """Hexes within so many hexes of any of several."""
        return frozenset(there for place in places for there in self.board.within(place, reach))

    def row(self, place: int) -> int:
        """Printed row of a hex."""
        return int(self.board.labels[place][2:])

    def column(self, place: int) -> int:
        """Printed column of a hex."""
        return int(self.board.labels[place][:2])

    def _weather_areas(self, place: int) -> tuple[int, ...]:
        """3.3.1-3.3.4."""
        if place >= self.board.n_hexes or place in self.beyond_meuse:
            return ()
        for number, army in enumerate(ARMIES):
            if place in self.area[army]:
                return (number,)
        return (0, 1) if place in self.boundary_5_6 else (1, 2)


def _grade(kind: str) -> int:
    return WATER.index(kind) if kind in WATER else -1
