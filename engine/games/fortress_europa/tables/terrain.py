"""Terrain of Fortress Europa: what each hex and hexside of the board is, as sets of places and tables (8, 16)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.editions.edition import Edition, EditionError
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.map.board import Board
from hexledger.engine.map.floods import Floods

UNPLAYABLE: Final = frozenset({"sea", "lake", "prohibited"})
"""Terrain that no land unit may enter (8.6, 8.12)."""

_JERSEY_COAST: Final = ("H5", "J3", "J4")

RAIL_CORNER: Final = "RR26"
"""The only east-edge line that leads on to the south edge (10.8)."""

_CLOSED_SIDES: Final = frozenset({"estuary", "lake"})


class Ground:
    """What does not change about the map, as sets of places and tables by place.

    land       hexes that land units may be in; sea: all-sea hexes; both without prohibited hexes
    links      place -> adjacent land hexes that a unit or line may pass to; never over an estuary or a hexside of water
    floods     searches along all links at once; land_bits: land as such a search takes it
    rivers     hexsides (both orders, see `key`) that are rivers -> section of the river, its area's id
    sections   id of a river section -> its hexsides
    rails      place -> adjacent places along a railway
    district   place -> number of the military district, 0 for none (see flags.DISTRICTS)
    """

    def __init__(self, edition: Edition) -> None:
        board: Board = edition.board
        self.board = board
        self.n = board.n_places
        hexes = range(board.n_hexes)
        terrain, features, country = board.terrain, board.features, board.country
        self.land: frozenset[int] = frozenset(place for place in hexes if terrain[place] not in UNPLAYABLE)
        self.sea: frozenset[int] = frozenset(place for place in hexes if terrain[place] == "sea")
        self.jersey = board.index.get("I4", -1)
        self.jersey_coast: tuple[int, ...] = tuple(
            board.index[label] for label in _JERSEY_COAST if label in board.index
        )
        """31.5: hexes between which and Jersey Germans may move."""
        self._water(board)
        self.links: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                there
                for there in board.neighbours[place]
                if {there, place} <= self.land
                and self.key(place, there) not in self.water
                # 31.5: nothing but its special links leads to Jersey.
                and self.jersey not in (place, there)
            )
            for place in range(self.n)
        )
        self.floods = Floods(board, self.links)
        self.land_bits = self.floods.hexes(self.land)
        self._rivers(board)
        rails: list[list[int]] = [[] for _ in range(self.n)]
        for a, b, kind in board.data.links:
            if kind == "rail":
                rails[a].append(b)
                rails[b].append(a)
        self.rails = tuple(tuple(sorted(near)) for near in rails)
        self.rail_exits = (frozenset(board.areas["rail_exit_east"]), frozenset(board.areas["rail_exit_south"]))
        """Rail hexes from which a line leaves the east and the south edge (10.8)."""
        self.train_lines: tuple[tuple[int, ...], ...] = self._train_lines()
        """place -> places next to it along a railway, off the map too, ascending (10.8)."""

        def having(feature: str) -> frozenset[int]:
            return frozenset(place for place in hexes if feature in features[place])

        self.cities, self.fortresses, self.ports = having("city"), having("fortress"), having("port")
        self.coast, self.invadable = having("coastal"), having("invadable")
        self.inland_ports, self.mediterranean = having("inland_port"), having("mediterranean")
        self.u_boat_bases = frozenset(board.areas["u_boat_bases"])
        self.v1_sites = frozenset(board.areas["v1_sites"])
        self.major_cities = frozenset(board.areas["major_cities"])
        self.germany = frozenset(place for place in hexes if country[place] == "Germany")
        self.italy = frozenset(place for place in hexes if country[place] == "Italy")
        self.german_cities = self.cities & self.germany
        self.east_edge = frozenset(board.areas["entry_east"])
        self.tac_radius = frozenset(board.areas["tac_radius"])
        self.dyke = next(iter(place for place in hexes if terrain[place] == "dyke"), -1)
        self.district: tuple[int, ...] = self._districts(board)
        self.zone: dict[int, int] = {}
        """place -> number of its beach zone in `zones` (12.10); a hex of two zones counts for the first named."""
        self.zones: tuple[str, ...] = tuple(name for name in board.areas if board.area(name).kind == "beach_zone")
        for number, name in enumerate(self.zones):
            for place in board.areas[name]:
                self.zone.setdefault(place, number)
        self.england, self.africa = board.place("england"), board.place("africa")
        self.reserve_box = board.place("panzer_reserve")
        ports: dict[str, Any] = edition.chart("ports", "ports")
        self.capacity: dict[int, int] = {board.place(row["hex"]): row["capacity"] for row in ports.values()}
        """Port -> printed capacity (18.2)."""
        passages: dict[str, list[str]] = edition.chart("ports", "inland")
        self.passage: dict[int, tuple[int, ...]] = {
            board.place(ports[name]["hex"]): tuple(board.place(label) for label in labels)
            for name, labels in passages.items()
        }
        """Port -> hexes of its passage to the sea (11.4C, 12.5, 18.8)."""

    def dyke_exits(self, place: int) -> tuple[int, ...]:
        """FE 8.7, C-59: hexes next to the dyke on the side of `place`: those of its column."""
        column = self.board.q[place]
        return tuple(there for there in self.board.neighbours[self.dyke] if self.board.q[there] == column)

    # ------------------------------------------------------------ hexsides
    def key(self, a: int, b: int) -> int:
        """Key of a hexside, the same in either order."""
        return a * self.n + b if a < b else b * self.n + a

    def _water(self, board: Board) -> None:
        """7.1, 8.8, C-55: hexsides that nothing passes: estuaries, blue arrows and lakes."""
        water = {self.key(a, b) for a, b, side in board.data.sides if side.kind in _CLOSED_SIDES}
        arrows = board.area("blue_arrows").pairs
        self.blue_arrows: frozenset[int] = frozenset(self.key(a, b) for a, b in arrows)
        self.arrow_ends: dict[int, tuple[int, ...]] = {}
        for a, b in arrows:
            self.arrow_ends[a] = (*self.arrow_ends.get(a, ()), b)
            self.arrow_ends[b] = (*self.arrow_ends.get(b, ()), a)
        self.water: frozenset[int] = frozenset(water | self.blue_arrows)

    def _train_lines(self) -> tuple[tuple[int, ...], ...]:
        """10.8: off the map trains go between the hexes of one edge, and between the south edge and one of the east."""
        lines = [set(near) for near in self.rails]
        east, south = self.rail_exits
        for edge in (east, south, south | {self.board.place(RAIL_CORNER)}):
            for place in sorted(edge):
                lines[place] |= edge - {place}
        return tuple(tuple(sorted(near)) for near in lines)

    def _rivers(self, board: Board) -> None:
        self.rivers: dict[int, str] = {}
        sections: dict[str, list[tuple[int, int]]] = {}
        for a, b, side in board.data.sides:
            if side.kind != "river":
                continue
            if not side.section:
                where = f"hexsides {board.labels[a]}/{board.labels[b]}"
                raise EditionError("board.json", where, "a river hexside needs its section (17.10.4)")
            self.rivers[self.key(a, b)] = side.section
            sections.setdefault(side.section, []).append((a, b))
        self.sections: dict[str, tuple[tuple[int, int], ...]] = {
            name: tuple(sorted(pairs)) for name, pairs in sections.items()
        }

    def _districts(self, board: Board) -> tuple[int, ...]:
        found = [0] * self.n
        for number, name in enumerate(f.DISTRICTS):
            if name:
                for place in board.areas[f"district_{name}"]:
                    found[place] = number
        return tuple(found)
