"""The board: hexes and boxes as integers, with every table the rules look things up in.

A *place* is an integer. Places ``0 .. n_hexes-1`` are hexes in the order of the edition's ``board.json``; the boxes
(landing boxes, tracks, holding boxes) follow. All accessors are table lookups; tables that few commands need are
built when first asked for and are a pure function of the board, so a board never changes once built.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from hexledger.engine.map.hexes import DIRECTION_OF, Axial, Orientation, direction_names, layout, rings

ROAD_ORDER: Final[tuple[str, ...]] = ("main_road", "road", "minor_road")
"""Road kinds from best to worst. Rail and sea lanes are links, but not roads."""

TELLS_APART: Final = "_"
"""What follows it in the name of a hex tells two places of one name apart, and is not on the map: Mont_B."""


class BoardError(LookupError):
    """A question that the board cannot answer: an unknown label or area, or a range measured from a box."""


def _road_rank(kind: str) -> int:
    """Place of a kind of link in ROAD_ORDER; what is no road comes after "", which stands for none."""
    return ROAD_ORDER.index(kind) if kind in ROAD_ORDER else len(ROAD_ORDER) + (kind != "")


class Hexside(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One terrain feature on the side between two hexes; a side may carry several (river and bluff)."""

    kind: str
    name: str = ""
    bridge: bool = False
    ford: bool = False
    section: str = ""
    bridge_id: str = ""


class Area(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A named group of hexes, in the order of the edition file. ``pairs`` lists hexsides for areas made of them."""

    id: str
    name: str
    kind: str
    hexes: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()
    note: str = ""
    prov: str = ""


class Box(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A holding, landing or track box. ``to`` names the hexes or areas it leads to, as the file writes them."""

    id: str
    name: str
    kind: str = ""
    nation: str = ""
    to: tuple[str, ...] = ()
    values: dict[str, Any] = {}
    note: str = ""
    prov: str = ""


class BoardData(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A board as columns, the stored form. Text columns hold indices into ``words``.

    ``sides`` and ``links`` list each hexside once with ``a < b`` as place numbers in file order of their labels.
    """

    orientation: Orientation
    hex_miles: str
    words: tuple[str, ...]
    labels: str
    q: tuple[int, ...]
    r: tuple[int, ...]
    terrain: tuple[int, ...]
    country: tuple[int, ...]
    prov: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    names: dict[int, str]
    features: dict[int, tuple[str, ...]]
    attributes: dict[int, dict[str, int | str]]
    sides: tuple[tuple[int, int, Hexside], ...]
    links: tuple[tuple[int, int, str], ...]
    areas: tuple[Area, ...]
    boxes: tuple[Box, ...]


_NOTHING: Final[frozenset[str]] = frozenset()
_NO_ATTRIBUTES: Final[Mapping[str, int | str]] = {}


class Board:
    """An unchanging board. Equal data gives equal boards; see the module docstring for *place*.

    Attributes (one entry a place unless stated):
        labels: hex ids, then box ids; ``index`` is the inverse.
        n_hexes: number of hexes; ``n_places`` counts the boxes as well.
        names: place names as they are printed, ``""`` where none.
        keys: the same as the data write them: two places of one name are told apart behind TELLS_APART (`Mont_B`).
        q, r: axial coordinates, hexes only.
        terrain, country, prov: keys, ``""`` for boxes.
        features: what a hex has besides its terrain (port, strongpoint ...).
        neighbours: adjacent existing hexes in direction order E, NE, NW, W, SW, SE; empty for boxes.
        areas: area id -> hexes in file order. ``boxes``: box id -> Box.
    """

    __slots__ = (
        "_area_info",
        "_area_set",
        "_at",
        "_bridges",
        "_data",
        "_links",
        "_roads",
        "_side_info",
        "_side_names",
        "_sides",
        "_within",
        "areas",
        "boxes",
        "country",
        "features",
        "hex_miles",
        "index",
        "keys",
        "labels",
        "n_hexes",
        "n_places",
        "names",
        "neighbours",
        "orientation",
        "prov",
        "q",
        "r",
        "terrain",
    )

    labels: tuple[str, ...]
    index: dict[str, int]
    n_hexes: int
    n_places: int
    names: tuple[str, ...]
    keys: tuple[str, ...]
    q: tuple[int, ...]
    r: tuple[int, ...]
    terrain: tuple[str, ...]
    country: tuple[str, ...]
    prov: tuple[str, ...]
    features: tuple[frozenset[str], ...]
    neighbours: tuple[tuple[int, ...], ...]
    areas: dict[str, tuple[int, ...]]
    boxes: dict[str, Box]
    orientation: Orientation
    hex_miles: str
    _data: BoardData
    _area_info: dict[str, Area]
    _area_set: dict[str, frozenset[int]]
    _within: dict[tuple[int, int], tuple[int, ...]]
    _at: dict[Axial, int] | None
    _sides: dict[int, tuple[str, ...]] | None
    _side_names: dict[int, str]
    _side_info: dict[int, tuple[Hexside, ...]]
    _bridges: frozenset[int]
    _links: dict[int, tuple[str, ...]] | None
    _roads: dict[int, str]

    def __init__(self, data: BoardData) -> None:
        put: Callable[[str, object], None] = lambda name, value: object.__setattr__(self, name, value)  # noqa: E731
        word = data.words.__getitem__
        labels = data.labels.split("\n") if data.labels else []
        n = len(labels)
        labels.extend(box.id for box in data.boxes)
        tail = ("",) * len(data.boxes)
        names = [""] * n
        for place, name in data.names.items():
            names[place] = name
        names.extend(box.name for box in data.boxes)
        features = [_NOTHING] * len(labels)
        for place, marks in data.features.items():
            features[place] = frozenset(marks)
        put("_data", data)
        put("labels", tuple(labels))
        put("index", {label: place for place, label in enumerate(labels)})
        put("n_hexes", n)
        put("n_places", len(labels))
        put("names", tuple([name and name.partition(TELLS_APART)[0] for name in names]))
        put("keys", tuple(names))
        put("q", data.q)
        put("r", data.r)
        put("terrain", tuple(map(word, data.terrain)) + tail)
        put("country", tuple(map(word, data.country)) + tail)
        put("prov", tuple(map(word, data.prov)) + tuple(box.prov for box in data.boxes))
        put("features", tuple(features))
        put("neighbours", data.neighbours + ((),) * len(data.boxes))
        put("areas", {area.id: area.hexes for area in data.areas})
        put("boxes", {box.id: box for box in data.boxes})
        put("orientation", data.orientation)
        put("hex_miles", data.hex_miles)
        put("_area_info", {area.id: area for area in data.areas})
        put("_area_set", {})
        put("_within", {})
        for lazy in ("_at", "_sides", "_links"):
            put(lazy, None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board never changes: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<Board {self.n_hexes} hexes, {len(self.boxes)} boxes, {self.orientation}-top>"

    @property
    def data(self) -> BoardData:
        """The stored form (see BoardData)."""
        return self._data

    # ------------------------------------------------------------------ places

    def place(self, label: str) -> int:
        """The place with this hex or box id. BoardError names the label when there is none."""
        try:
            return self.index[label]
        except KeyError:
            raise BoardError(f"no hex or box {label!r} on this board") from None

    def is_hex(self, place: int) -> bool:
        """True for a hex, False for a box."""
        return place < self.n_hexes

    def attributes(self, place: int) -> Mapping[str, int | str]:
        """Further printed values of a hex that only some games have (district, garrison ...)."""
        return self.data.attributes.get(place, _NO_ATTRIBUTES)

    def at(self, q: int, r: int) -> int | None:
        """The hex at axial coordinates, or None where the board has none."""
        return self._table_at().get((q, r))

    def _table_at(self) -> dict[Axial, int]:
        table = self._at
        if table is None:
            table = {coordinates: place for place, coordinates in enumerate(zip(self.q, self.r, strict=True))}
            object.__setattr__(self, "_at", table)
        return table

    def xy(self, place: int) -> tuple[int, int]:
        """Integer layout coordinates of a hex centre (units: see hexes.layout). BoardError for a box."""
        if place >= self.n_hexes:
            raise BoardError(f"box {self.labels[place]} has no position on the hex grid")
        return layout((self.q[place], self.r[place]), self.orientation)

    # ------------------------------------------------------------------ geometry

    def adjacent(self, a: int, b: int) -> bool:
        """True when a and b are neighbouring hexes of the board."""
        return b in self.neighbours[a]

    def direction(self, a: int, b: int) -> int | None:
        """Direction number 0..5 (hexes.DIRECTIONS) from a to its neighbour b; None when they do not adjoin."""
        if a >= self.n_hexes or b >= self.n_hexes:
            return None
        return DIRECTION_OF.get((self.q[b] - self.q[a], self.r[b] - self.r[a]))

    def direction_name(self, a: int, b: int) -> str | None:
        """Compass name of the direction from a to its neighbour b, as the grid is printed."""
        number = self.direction(a, b)
        return None if number is None else direction_names(self.orientation)[number]

    def distance(self, a: int, b: int) -> int:
        """Range in hexes between two hexes, over holes of the board as well. BoardError for a box."""
        try:
            dq = self.q[a] - self.q[b]
            dr = self.r[a] - self.r[b]
        except IndexError:
            raise BoardError(f"no range between {self.labels[a]} and {self.labels[b]}: a box has no position") from None
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, a: int, n: int) -> tuple[int, ...]:
        """All hexes at range 0..n of hex a, a itself first, sorted by range, then by place. BoardError for a box."""
        key = (a, n)
        found = self._within.get(key)
        if found is None:
            if a >= self.n_hexes:
                raise BoardError(f"no range from {self.labels[a]}: a box has no position")
            q, r = self.q[a], self.r[a]
            at = self._table_at().get
            near: list[int] = []
            for ring in rings(n):
                places = [at((q + dq, r + dr)) for dq, dr in ring]
                near += sorted([place for place in places if place is not None])
            found = self._within[key] = tuple(near)
        return found

    # ------------------------------------------------------------------ hexsides

    def hexsides(self, a: int, b: int) -> tuple[str, ...]:
        """Kinds of the hexside between two adjacent hexes, in file order; () when it is plain."""
        table = self._sides
        if table is None:
            table = self._build_sides()
        return table.get(a * self.n_places + b, ())

    def has_bridge(self, a: int, b: int) -> bool:
        """True when the map prints a bridge on this hexside (whether it stands is the state's business)."""
        if self._sides is None:
            self._build_sides()
        return a * self.n_places + b in self._bridges

    def hexside_name(self, a: int, b: int) -> str:
        """Name of the river (or other feature) on this hexside, "" when it has none."""
        if self._sides is None:
            self._build_sides()
        return self._side_names.get(a * self.n_places + b, "")

    def hexside_info(self, a: int, b: int) -> tuple[Hexside, ...]:
        """Everything the map prints on this hexside."""
        if self._sides is None:
            self._build_sides()
        return self._side_info.get(a * self.n_places + b, ())

    def bridges(self) -> tuple[tuple[int, int], ...]:
        """Every bridged hexside once, a < b as place numbers, in ascending order."""
        return tuple(sorted({(min(a, b), max(a, b)) for a, b, side in self.data.sides if side.bridge}))

    def _build_sides(self) -> dict[int, tuple[str, ...]]:
        n = self.n_places
        info: dict[int, tuple[Hexside, ...]] = {}
        for a, b, side in self.data.sides:
            key = a * n + b
            info[key] = info[b * n + a] = (*info[key], side) if key in info else (side,)
        kinds: dict[int, tuple[str, ...]] = {}
        names: dict[int, str] = {}
        for key, sides in info.items():
            if len(sides) == 1:  # nearly always
                kinds[key], names[key] = (sides[0].kind,), sides[0].name
            else:
                kinds[key] = tuple(side.kind for side in sides)
                names[key] = next((side.name for side in sides if side.name), "")
        bridged = [(a * n + b, b * n + a) for a, b, side in self.data.sides if side.bridge]
        object.__setattr__(self, "_side_info", info)
        object.__setattr__(self, "_side_names", names)
        object.__setattr__(self, "_bridges", frozenset(key for both in bridged for key in both))
        object.__setattr__(self, "_sides", kinds)
        return kinds

    # ------------------------------------------------------------------ links

    def links(self, a: int, b: int) -> tuple[str, ...]:
        """Kinds of all links (roads, rail, sea lanes) between two places, in file order."""
        table = self._links
        if table is None:
            table = self._build_links()
        return table.get(a * self.n_places + b, ())

    def road(self, a: int, b: int) -> str | None:
        """The best road between two places (ROAD_ORDER), or None. Rail does not count."""
        if self._links is None:
            self._build_links()
        return self._roads.get(a * self.n_places + b)

    def _build_links(self) -> dict[int, tuple[str, ...]]:
        n = self.n_places
        table: dict[int, tuple[str, ...]] = {}
        for a, b, kind in self.data.links:
            key = a * n + b
            table[key] = table[b * n + a] = (*table[key], kind) if key in table else (kind,)
        best = {kinds: min((*kinds, ""), key=_road_rank) for kinds in dict.fromkeys(table.values())}
        object.__setattr__(self, "_links", table)
        object.__setattr__(self, "_roads", {key: road for key, kinds in table.items() if (road := best[kinds])})
        return table

    # ------------------------------------------------------------------ areas and boxes

    def area(self, name: str) -> Area:
        """The area with this id. BoardError when there is none."""
        try:
            return self._area_info[name]
        except KeyError:
            raise BoardError(f"no area {name!r} on this board") from None

    def in_area(self, name: str) -> frozenset[int]:
        """The hexes of an area, for membership tests. BoardError when there is no such area."""
        found = self._area_set.get(name)
        if found is None:
            found = self._area_set[name] = frozenset(self.area(name).hexes)
        return found

    def box_hexes(self, box: str) -> tuple[int, ...]:
        """The hexes a box leads to, its areas opened up, each once and in the order of the file."""
        if box not in self.boxes:
            raise BoardError(f"no box {box!r} on this board")
        hexes: dict[int, None] = {}
        for target in self.boxes[box].to:
            hexes.update(dict.fromkeys(self.areas[target] if target in self.areas else (self.index[target],)))
        return tuple(hexes)
