"""What a board picture shows, as plain data that knows no rules and no game.

A caller fills a `Scene` from whatever it holds (a state, an edition, a what-if) and hands it to `render_svg` or
`render_text`. Hexes are named by their labels; `q`, `r` are axial coordinates as in a board file (pointy-top:
x = sqrt(3)(q + r/2), y = 3/2 r; flat-top: x = 3/2 q, y = sqrt(3)(r + q/2); y grows southward). Nothing here is
ordered by chance: sequences are drawn in the order given, later ones on top.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Orientation = Literal["pointy", "flat"]


class SceneError(ValueError):
    """The scene names something that does not exist; the message says what and where."""


class Hex(msgspec.Struct, frozen=True):
    """One hex. `terrain` and `features` are free words; unknown ones get the plain look.

    `control` is a side's id and draws a small flag; `objective` draws a star and a bright rim.
    """

    label: str
    q: int
    r: int
    terrain: str = "clear"
    name: str = ""
    features: tuple[str, ...] = ()
    control: str = ""
    objective: bool = False


class Hexside(msgspec.Struct, frozen=True):
    """The side between two adjacent hexes. `state`: "" as printed, "blown" (bridge destroyed) or "pontoon"."""

    a: str
    b: str
    kind: str
    name: str = ""
    bridge: bool = False
    state: str = ""


class Link(msgspec.Struct, frozen=True):
    """A road or railway between two adjacent hexes: "main_road", "minor_road", "road", "rail"."""

    a: str
    b: str
    kind: str


class Area(msgspec.Struct, frozen=True):
    """A group of hexes to be outlined. `kind`: "edge" (limit of play), "zone" (thin line) or "objective" (bright)."""

    name: str
    hexes: tuple[str, ...]
    kind: str = "zone"


class CounterFace(msgspec.Struct, frozen=True):
    """The side of a counter that lies face up.

    `colours`: palette key ("german", "german_ss", "british" ...; see themes.PALETTES). `symbol`: unit type. `size`:
    "battalion", "regiment", "brigade", "division", "corps" ... `values`: the printed line, such as "8-5-6" or
    "(1)-6-8". `artillery`, `armor`, `at`: the small printed numbers, 0 = none. `band`: the white band of combat support
    units. `statuses`: short words drawn as badges ("RE", "D1", "D2", "PIN", "ISO", "fired", "moved"). `dimmed`: done
    for this phase. `tag` replaces the name where room is short (text board), 8 characters or fewer. `called`: what the
    unit is called in words (empty: the printed name).
    """

    id: str
    name: str
    side: str
    colours: str
    symbol: str
    size: str = ""
    values: str = ""
    formation: str = ""
    artillery: int = 0
    armor: int = 0
    at: int = 0
    band: bool = False
    reduced: bool = False
    dimmed: bool = False
    statuses: tuple[str, ...] = ()
    tag: str = ""
    called: str = ""


class Stack(msgspec.Struct, frozen=True):
    """Counters in one hex, the top one first."""

    hex: str
    counters: tuple[CounterFace, ...]


class Marker(msgspec.Struct, frozen=True):
    """A token in a hex that is no unit: `kind` "air", "naval", "bombardment", "interdiction", "entry" or any word.

    `text` (at most three characters) is printed on it; empty takes the first letter of the kind. `name`: what it is
    called where words tell it; empty takes the kind.
    """

    hex: str
    kind: str
    text: str = ""
    side: str = ""
    name: str = ""


class Arrow(msgspec.Struct, frozen=True):
    """A line of the current decision through hexes, first to last.

    `kind`: "move", "attack", "support" (dashed, from a distance), "retreat" or "advance". `text`: a short word such as
    "+4" or "3:1", printed on attack and support arrows beside the point.
    """

    kind: str
    path: tuple[str, ...]
    text: str = ""


class Track(msgspec.Struct, frozen=True):
    """A row of boxes with a marker on one of them (turn record, weather ...). `current`: index, -1 = none; `marks`: for
    each box `used`, `open` or an empty text, or nothing at all."""

    name: str
    cells: tuple[str, ...]
    current: int = -1
    marks: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A block of the side panel: lines of text, then counters that are off the map."""

    title: str
    lines: tuple[str, ...] = ()
    counters: tuple[CounterFace, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """A whole picture. `clip`: labels of the hexes in play (empty = all); the rest of the sheet is veiled.

    `formations` fixes the colours of formations from picture to picture: give every formation of the game in a fixed
    order; when empty, those on the counters are taken in name order. `sides`: id -> the name for players.
    `counter_notes`: lines of the key beside a counter, `{name}` and `{values}` are those of that counter.
    """

    title: str = ""
    subtitle: str = ""
    edition: str = ""
    orientation: Orientation = "pointy"
    hexes: tuple[Hex, ...] = ()
    hexsides: tuple[Hexside, ...] = ()
    links: tuple[Link, ...] = ()
    areas: tuple[Area, ...] = ()
    stacks: tuple[Stack, ...] = ()
    markers: tuple[Marker, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    tracks: tuple[Track, ...] = ()
    sections: tuple[Section, ...] = ()
    clip: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    sides: dict[str, str] = {}
    counter_notes: tuple[str, ...] = ()


def check(scene: Scene) -> dict[str, Hex]:
    """Hexes by label, after every reference in the scene has been looked up.

    Raises SceneError for a label used twice, an unknown hex, a side or link between hexes that do not touch, an empty
    stack, two stacks in one hex or an arrow of fewer than two hexes. Cost: one pass over the scene.
    """
    hexes: dict[str, Hex] = {}
    for h in scene.hexes:
        if h.label in hexes:
            raise SceneError(f"hex {h.label} is listed twice")
        hexes[h.label] = h

    def known(label: str, what: str) -> None:
        if label not in hexes:
            raise SceneError(f"{what}: no hex {label} on this board")

    for s in scene.hexsides:
        _check_pair(hexes, s.a, s.b, f"hexside {s.a}/{s.b} ({s.kind})")
        if s.state not in ("", "blown", "pontoon"):
            raise SceneError(f"hexside {s.a}/{s.b}: state {s.state!r} is not '', 'blown' or 'pontoon'")
    for link in scene.links:
        _check_pair(hexes, link.a, link.b, f"link {link.a}/{link.b} ({link.kind})")
    for area in scene.areas:
        for label in area.hexes:
            known(label, f"area {area.name}")
    stacked: set[str] = set()
    for stack in scene.stacks:
        known(stack.hex, "stack")
        if stack.hex in stacked:
            raise SceneError(f"two stacks in {stack.hex}: give one, with all counters")
        stacked.add(stack.hex)
        if not stack.counters:
            raise SceneError(f"stack in {stack.hex} has no counters")
    for marker in scene.markers:
        known(marker.hex, f"marker {marker.kind}")
    for arrow in scene.arrows:
        if len(arrow.path) < 2:
            raise SceneError(f"{arrow.kind} arrow needs at least two hexes, has {len(arrow.path)}")
        for label in arrow.path:
            known(label, f"{arrow.kind} arrow")
    for label in scene.clip:
        known(label, "clip")
    return hexes


def _check_pair(hexes: dict[str, Hex], a: str, b: str, what: str) -> None:
    for label in (a, b):
        if label not in hexes:
            raise SceneError(f"{what}: no hex {label} on this board")
    dq, dr = hexes[b].q - hexes[a].q, hexes[b].r - hexes[a].r
    if max(abs(dq), abs(dr), abs(dq + dr)) != 1:
        raise SceneError(f"{what}: the two hexes are not adjacent")


def between(scene: Scene, one: str, two: str) -> tuple[str, ...]:
    """Labels of the hexes whose centres lie in the rectangle that two hexes are opposite corners of. KeyError for a
    label that the scene does not have."""
    places = {h.label: _on_paper(scene, h) for h in scene.hexes}
    (x1, y1), (x2, y2) = places[one], places[two]
    (left, right), (top, bottom) = sorted((x1, x2)), sorted((y1, y2))
    return tuple(label for label, (x, y) in places.items() if left <= x <= right and top <= y <= bottom)


def near(scene: Scene, centre: str, radius: int) -> tuple[str, ...]:
    """Labels of the hexes at most `radius` hexes away. KeyError for a label that the scene does not have."""
    middle = next((h for h in scene.hexes if h.label == centre), None)
    if middle is None:
        raise KeyError(centre)
    q, r = middle.q, middle.r
    return tuple(h.label for h in scene.hexes if max(abs(h.q - q), abs(h.r - r), abs(h.q - q + h.r - r)) <= radius)


def _on_paper(scene: Scene, h: Hex) -> tuple[int, int]:
    """Where a centre lies, in steps across and down that are the same for all hexes of the scene."""
    return (2 * h.q + h.r, h.r) if scene.orientation == "pointy" else (h.q, 2 * h.r + h.q)
