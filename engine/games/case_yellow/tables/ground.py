"""The printed map as the rules ask it: rivers, crossings, roads, works, cities, borders, edges (2.1, 2.4m)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.case_yellow.tables.chart import RIVERS, Chart
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN
from hexledger.engine.map.board import Board

GERMANY, NETHERLANDS, BELGIUM, FRANCE, LUXEMBOURG = "Germany", "Netherlands", "Belgium", "France", "Luxembourg"
FORT_FEATURES: Final = frozenset({"fortified_line", "eben_emael", "fortress_metz"})
BARRIERS: Final = frozenset({"major_river", "rhine"})
NO_RIVER: Final = ""


class Ground:
    """Tables by place and by `key(a, b)`, the hexside between two adjacent hexes in either direction."""

    def __init__(self, board: Board, chart: Chart) -> None:
        self.n = board.n_places
        self.board = board
        hexes = range(board.n_hexes)
        self.terrain = board.terrain
        self.tec = tuple(chart.terrain[name] if name else None for name in board.terrain)
        self.country = board.country
        self.land: frozenset[int] = frozenset(p for p in hexes if chart.terrain[board.terrain[p]].foot is not None)
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(there for there in board.neighbours[p] if there in self.land) for p in range(board.n_places)
        )
        """Adjacent land hexes."""
        self.river: dict[int, str] = {}
        self.crossing: frozenset[int]
        crossings: dict[int, None] = {}
        for a, b, side in board.data.sides:
            if side.kind in RIVERS:
                for key in (self.key(a, b), self.key(b, a)):
                    self.river[key] = max(self.river.get(key, NO_RIVER), side.kind, key=_grade)
                    if side.bridge:
                        crossings[key] = None
        self.crossing = frozenset(crossings)
        self.road: frozenset[int] = frozenset(
            key for a, b, kind in board.data.links if kind == "road" for key in (self.key(a, b), self.key(b, a))
        )
        self.crossings_of: dict[int, tuple[int, ...]] = {
            p: tuple(t for t in self.near[p] if self.key(p, t) in self.crossing) for p in self.land
        }
        """Hex -> hexes across its crossings."""
        self.line_near: tuple[tuple[tuple[int, bool], ...], ...] = tuple(
            tuple(
                (t, self.key(t, p) in self.crossing)
                for t in self.near[p]
                if not self.river_between(t, p) or self.key(t, p) in self.crossing
            )
            for p in range(board.n_places)
        )
        """Adjacent land hexes that a line of supply can come from (7.2b), and whether it does so over a crossing."""
        self.free_near = tuple(tuple((t, False) for t in near) for near in self.near)
        """The same for a line of communication, which rivers do not bar (G-A35)."""
        self.garrison: dict[int, int] = {
            p: int(board.attributes(p)["garrison"]) for p in hexes if FORT_FEATURES & board.features[p]
        }
        """Fortified line hex (Eben Emael and Metz too) -> garrison strength."""
        self.works: frozenset[int] = self.featured("defensive_works")
        self.cities: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "city")
        self.towns: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "town")
        self.forest: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "forest")
        self.flooded: frozenset[int] = frozenset(p for p in hexes if board.terrain[p] == "flooded")
        self.ports: frozenset[int] = self.featured("port")
        self.dynamo_ports: tuple[int, ...] = board.areas["dynamo_ports"]
        self.eben_emael: int = min(self.featured("eben_emael"))
        self.west_edge: frozenset[int] = board.in_area("west_edge")
        self.south_edge: frozenset[int] = board.in_area("south_edge")
        self.east_edge: frozenset[int] = board.in_area("east_edge")
        self.paris: tuple[int, ...] = board.areas["paris"]
        self.ruhr: tuple[int, ...] = board.areas["ruhr"]
        self.west_wall: tuple[int, ...] = board.areas["west_wall"]
        self.maginot: tuple[int, ...] = board.areas["maginot"]
        self.dyle: frozenset[int] = board.in_area("dyle")
        self.dutch_cities: tuple[int, ...] = board.areas["dutch_cities"]
        self.dutch_towns: tuple[int, ...] = board.areas["dutch_towns"]
        self.belgian_cities: tuple[int, ...] = board.areas["belgian_surrender"]
        self.airborne: int = board.place("german_airborne")
        self.german_cities: tuple[int, ...] = tuple(sorted(p for p in self.cities if board.country[p] == GERMANY))
        self.owner: tuple[int, ...] = tuple(
            (GERMAN if board.country[p] == GERMANY else ALLIED) if p in self.land else 0 for p in range(board.n_places)
        )
        """G-A33: who controls a hex at first, and whose its fortifications are."""
        self.reach: tuple[tuple[int, ...], ...] = tuple(
            tuple(t for t in self.near[p] if self._zoc_goes(chart, p, t)) if p in self.land else ()
            for p in range(board.n_places)
        )
        """9.4: adjacent hexes into which a ZOC goes as far as printed terrain lets it; works are looked at later."""
        self.named: dict[str, tuple[int, ...]] = {}
        for p in hexes:
            if board.names[p]:
                self.named[board.names[p]] = (*self.named.get(board.names[p], ()), p)

    def key(self, a: int, b: int) -> int:
        """The hexside between two hexes."""
        return a * self.n + b

    def featured(self, feature: str) -> frozenset[int]:
        """Hexes with a printed feature."""
        return frozenset(p for p in range(self.board.n_hexes) if feature in self.board.features[p])

    def river_between(self, a: int, b: int) -> str:
        """Kind of the river between two adjacent hexes, `` for none."""
        return self.river.get(a * self.n + b, NO_RIVER)

    def within(self, places: Iterable[int], reach: int) -> frozenset[int]:
        """Hexes within so many hexes of any of several."""
        return frozenset(there for place in places for there in self.board.within(place, reach))

    def _zoc_goes(self, chart: Chart, a: int, b: int) -> bool:
        if self.river_between(a, b) in BARRIERS:
            return False
        if self.terrain[b] == "forest":
            return self.key(a, b) in self.road
        return chart.terrain[self.terrain[b]].zoc


def _grade(kind: str) -> int:
    return RIVERS.index(kind) if kind else -1
