"""Lines on the map: rivers and other hexsides, roads, bridges, the grid, outlines of areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import TypeVar

from hexledger.replays.picture.ground import hard_outline
from hexledger.replays.picture.layout import NEIGHBOURS, Cell, Lattice, Point, middle, mix, toward, unit
from hexledger.replays.picture.pieces import Piece, around
from hexledger.replays.picture.scene import Hexside, Link
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import at, num, path, polyline, smooth, stroke
from hexledger.replays.picture.waters import WATERS

Node = TypeVar("Node", Lattice, Cell)

MANY = 30
"""A kind of river with at least this many sides, all bridged, is drawn without bridges."""
SLOPES: frozenset[str] = frozenset({"cliff", "bluff"})
WET: frozenset[str] = frozenset({"marsh_hexside"})


def chains(edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The edges joined into the longest lines that do not fork, in a fixed order; rings return to their start."""
    near: dict[Node, list[Node]] = {}
    for a, b in sorted(edges):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    used: set[tuple[Node, Node]] = set()

    def walk(a: Node, b: Node) -> list[Node]:
        line = [a, b]
        used.update(((a, b), (b, a)))
        while len(near[line[-1]]) == 2:
            nexts = [n for n in near[line[-1]] if (line[-1], n) not in used]
            if not nexts:
                break
            used.update(((line[-1], nexts[0]), (nexts[0], line[-1])))
            line.append(nexts[0])
        return line

    found = []
    ends: list[Node] = [n for n in sorted(near) if len(near[n]) != 2]
    for start in [*ends, *sorted(near)]:
        found += [walk(start, n) for n in near[start] if (start, n) not in used]
    return found


def _seen(sheet: Sheet, sides: Iterable[Hexside]) -> list[Hexside]:
    return [s for s in sides if s.a in sheet.shown_labels and s.b in sheet.shown_labels]


def _corners(sheet: Sheet, s: Hexside) -> tuple[Lattice, Lattice]:
    v, w = sheet.layout.side(sheet.cell(s.a), sheet.cell(s.b))
    return (v, w) if v < w else (w, v)


def draw_rivers(sheet: Sheet) -> list[str]:
    """Rivers and canals, bank first, the widest last."""
    theme, size = sheet.theme, sheet.layout.size
    banks, waters = [], []
    sides = _seen(sheet, sheet.scene.hexsides)
    for kind, look in sorted(WATERS.items(), key=lambda item: (item[1].width, item[0])):
        edges = sorted({_corners(sheet, s) for s in sides if s.kind == kind})
        if not edges:
            continue
        data = []
        for line in chains(edges):
            points = river_points(sheet, line)
            data.append(polyline(points) if look.ruled else smooth(points))
        width = size * look.width
        joined = "".join(data)
        stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        banks.append(path(joined, f'{stroke} stroke="{theme.river_bank}" stroke-width="{num(width + size * 0.035)}"'))
        waters.append(path(joined, f'{stroke} stroke="{theme.river}" stroke-width="{num(width)}"'))
        if look.ruled:
            dash = f'stroke-dasharray="{num(size * 0.12)} {num(size * 0.1)}"'
            waters.append(path(joined, f'fill="none" stroke="{theme.halo}" stroke-width="{num(width * 0.3)}" {dash}'))
    return banks + waters


def river_points(sheet: Sheet, line: list[Lattice]) -> list[Point]:
    """Points of a river along corners; an end that touches the sea runs on into it, under the water."""
    layout = sheet.layout
    points = [layout.soft(v) for v in line]
    for end, insert in ((0, 0), (-1, len(points) + 1)):
        seas = [c for c in layout.cells_at(line[end]) if c in sheet.by_cell and sheet.by_cell[c].terrain == "sea"]
        if seas:
            points.insert(insert, toward(layout.soft(line[end]), layout.centre(min(seas)), 0.5))
    return points


def draw_other_sides(sheet: Sheet) -> list[str]:
    """Cliffs and bluffs as hachures, marsh sides as reeds, other kinds as a dotted line."""
    theme, size = sheet.theme, sheet.layout.size
    hachures, reeds, dots = [], [], []
    for s in sorted(_seen(sheet, sheet.scene.hexsides), key=lambda s: (s.a, s.b, s.kind)):
        if s.kind in WATERS:
            continue
        v, w = (sheet.layout.soft(c) for c in _corners(sheet, s))
        low = sheet.centre(s.b)
        if s.kind in SLOPES:
            hachures.append(polyline([v, w]))
            hachures += [
                polyline([toward(v, w, k / 8), toward(toward(v, w, k / 8), low, 0.16 if k % 2 else 0.1)])
                for k in range(9)
            ]
        elif s.kind in WET:
            for k in range(1, 6):
                p = toward(v, w, k / 6)
                reeds.append(f"M{num(p[0] - size * 0.07)} {num(p[1])}h{num(size * 0.14)}M{at(p)}v{num(-size * 0.13)}")
        else:
            dots.append(polyline([v, w]))
    line = 'fill="none" stroke-linecap="round"'
    return [
        path("".join(hachures), f'{line} stroke="{theme.textures["slope"]}" stroke-width="{num(size * 0.035)}"'),
        path("".join(reeds), f'{line} stroke="{theme.textures["reed"]}" stroke-width="{num(size * 0.04)}"'),
        path(
            "".join(dots),
            f'{line} stroke="{theme.ink}" stroke-width="{num(size * 0.05)}" stroke-dasharray="1 {num(size * 0.1)}"',
        ),
    ]


def _road_points(sheet: Sheet, line: list[Cell], wet: frozenset[tuple[Lattice, Lattice]]) -> str:
    """Path data of a road: through hex centres at its ends, rounded through the hexes between."""
    layout = sheet.layout
    crossings = []
    for a, b in pairwise(line):
        v, w = sorted(layout.side(a, b))
        # On a river the road crosses where the river runs; elsewhere it may wander along the hexside a little.
        shift = 0.0 if (v, w) in wet else mix(v[0] + w[0], v[1] + w[1], 5) * 0.00016
        crossings.append(toward(layout.soft(v), layout.soft(w), 0.5 + shift))
    first, last = layout.centre(line[0]), layout.centre(line[-1])
    parts = [f"M{at(first)}L{at(crossings[0])}"]
    for i in range(1, len(crossings)):
        parts.append(f"Q{at(layout.centre(line[i]))} {at(crossings[i])}")
    parts.append(f"L{at(last)}")
    return "".join(parts)


def draw_roads(sheet: Sheet) -> list[str]:
    """Railways, then minor roads, then main roads: casings below fills."""
    theme, size = sheet.theme, sheet.layout.size
    wet = frozenset(_corners(sheet, s) for s in _seen(sheet, sheet.scene.hexsides) if s.kind in WATERS)
    shown = sheet.shown_labels
    by_kind: dict[str, list[Link]] = {}
    for link in sheet.scene.links:
        if link.a in shown and link.b in shown:
            by_kind.setdefault(
                "main" if link.kind == "main_road" else "rail" if link.kind == "rail" else "minor", []
            ).append(link)
    data = {}
    for kind, links in by_kind.items():
        edges = sorted({tuple(sorted((sheet.cell(x.a), sheet.cell(x.b)))) for x in links})
        data[kind] = "".join(_road_points(sheet, line, wet) for line in chains((e[0], e[1]) for e in edges))
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    rail_dash = f'stroke-dasharray="{num(size * 0.03)} {num(size * 0.14)}"'
    layers = (
        ("rail", f'{line} stroke="{theme.ink}" stroke-width="{num(size * 0.035)}"'),
        ("rail", f'fill="none" stroke="{theme.ink}" stroke-width="{num(size * 0.12)}" {rail_dash}'),
        ("minor", f'{line} stroke="{theme.minor_case}" stroke-width="{num(size * 0.075)}"'),
        ("minor", f'{line} stroke="{theme.minor_road}" stroke-width="{num(size * 0.04)}"'),
        ("main", f'{line} stroke="{theme.main_case}" stroke-width="{num(size * 0.125)}"'),
        ("main", f'{line} stroke="{theme.main_road}" stroke-width="{num(size * 0.075)}"'),
    )
    return [path(data[kind], attributes) for kind, attributes in layers if kind in data]


def draw_bridges(sheet: Sheet) -> list[Piece]:
    """Bridges across river sides; blown ones are broken and crossed out, pontoons lie on boats.

    Where every side of a kind is bridged, as on boards whose rivers may be crossed anywhere, they say nothing and are
    left out.
    """
    parts = []
    without = {s.kind for s in sheet.scene.hexsides if not s.bridge}
    count = Counter(s.kind for s in sheet.scene.hexsides)
    for s in sorted(_seen(sheet, sheet.scene.hexsides), key=lambda s: (s.a, s.b, s.kind)):
        if (s.bridge and (s.kind in without or count[s.kind] < MANY)) or s.state:
            parts.append(_bridge(sheet, s))
    return parts


def _bridge(sheet: Sheet, s: Hexside) -> Piece:
    theme, size = sheet.theme, sheet.layout.size
    a, b = sheet.cell(s.a), sheet.cell(s.b)
    mid = sheet.layout.crossing(a, b)
    ux, uy = unit(sheet.layout.centre(a), sheet.layout.centre(b))
    half = size * (WATERS[s.kind].width if s.kind in WATERS else 0.1) / 2 + size * 0.1

    def p(along: float, across: float) -> Point:
        return (ux * along - uy * across, uy * along + ux * across)

    wide, flare = size * 0.075, size * 0.06
    box = around(half + size * 0.2)
    rails = []
    for side in (-1, 1):
        rail = [p(-half - flare, side * (wide + flare)), p(-half, side * wide), p(half, side * wide)]
        rails.append(polyline([*rail, p(half + flare, side * (wide + flare))]))
    deck = polyline([p(-half, -wide), p(half, -wide), p(half, wide), p(-half, wide)], close=True)
    stroke = f'fill="none" stroke="{theme.ink}" stroke-width="{num(size * 0.045)}" stroke-linejoin="round"'
    if s.state == "pontoon":
        boats = "".join(polyline([p(k * half * 0.6, -wide * 2), p(k * half * 0.6, wide * 2)]) for k in (-1, 0, 1))
        under = path(boats, f'stroke="{theme.ink}" stroke-width="{num(size * 0.07)}" stroke-linecap="round"')
        deck = path(deck, f'fill="{theme.sand}"')
        return Piece(under + deck + path("".join(rails), stroke), box, mid, name="pontoon")
    if s.state == "blown":
        r = size * 0.17
        cross = polyline([p(-r, -r), p(r, r)]) + polyline([p(-r, r), p(r, -r)])
        halo = path(cross, f'stroke="{theme.arrow_case}" stroke-width="{num(size * 0.14)}" stroke-linecap="round"')
        red = path(cross, f'stroke="{theme.arrows["attack"]}" stroke-width="{num(size * 0.08)}" stroke-linecap="round"')
        return Piece(path("".join(rails), stroke) + halo + red, box, mid, name="blown")
    return Piece(path(deck, f'fill="{theme.halo}"') + path("".join(rails), stroke), box, mid, name="bridge")


def draw_grid(sheet: Sheet) -> list[str]:
    """The hex grid, every side once."""
    shown = {(h.q, h.r) for h in sheet.shown}
    lines = []
    for cell in ((h.q, h.r) for h in sheet.shown):
        corners = sheet.layout.corners(cell)
        for i, (dq, dr) in enumerate(NEIGHBOURS):
            # Sides 0 to 2 belong to this hex; the other three to the neighbour, if it is drawn.
            if i >= 3 and (cell[0] + dq, cell[1] + dr) not in shown:
                lines.append(polyline([sheet.layout.point(corners[i]), sheet.layout.point(corners[(i + 1) % 6])]))
        lines.append(polyline([sheet.layout.point(corner) for corner in corners[:4]]))
    look = stroke(sheet.theme.grid, max(0.6, sheet.layout.size * 0.016))
    return [path("".join(lines), f'{look} stroke-opacity=".38" fill="none"')]


def draw_areas(sheet: Sheet) -> list[str]:
    """The veil over hexes out of play, then area outlines and the rims of objective hexes."""
    theme, size = sheet.theme, sheet.layout.size
    parts = []
    play = frozenset((h.q, h.r) for h in sheet.shown if h.label in sheet.in_play)
    if sheet.scene.clip:
        frame = polyline(
            [
                (sheet.left, sheet.top),
                (sheet.right, sheet.top),
                (sheet.right, sheet.bottom),
                (sheet.left, sheet.bottom),
            ],
            close=True,
        )
        parts.append(
            path(frame + hard_outline(sheet, play), f'fill="{theme.veil}" fill-rule="evenodd" fill-opacity=".5"')
        )
    for area in sheet.scene.areas:
        cells = frozenset(sheet.cell(label) for label in area.hexes if label in sheet.shown_labels)
        outline = hard_outline(sheet, cells)
        if area.kind == "edge":
            halo = f'{stroke(theme.halo, size * 0.13)} stroke-linejoin="round" stroke-opacity=".8"'
            parts.append(path(outline, f'fill="none" {halo}'))
            dash = f'stroke-dasharray="{num(size * 0.3)} {num(size * 0.12)} {num(size * 0.06)} {num(size * 0.12)}"'
            parts.append(path(outline, f'fill="none" stroke="{theme.edge}" stroke-width="{num(size * 0.07)}" {dash}'))
        else:
            colour = theme.objective if area.kind == "objective" else theme.zone
            dash = f'stroke-dasharray="{num(size * 0.1)} {num(size * 0.08)}"'
            parts.append(path(outline, f'fill="none" stroke="{colour}" stroke-width="{num(size * 0.06)}" {dash}'))
    return parts


def draw_objectives(sheet: Sheet) -> list[Piece]:
    """A bright rim inside every objective hex."""
    theme, layout = sheet.theme, sheet.layout
    rim = polyline([toward((0.0, 0.0), layout.point(v), 0.93) for v in layout.corner_offsets], close=True)
    look = f'fill="{theme.objective}" fill-opacity=".13" {stroke(theme.objective, layout.size * 0.07)}'
    body = path(rim, f'{look} stroke-linejoin="round" stroke-opacity=".95"')
    return [Piece(body, around(layout.size), layout.centre((h.q, h.r))) for h in sheet.shown if h.objective]


def longest_named(sheet: Sheet) -> list[tuple[str, str, list[Point]]]:
    """(name, kind, points) of the longest visible stretch of each named river, for its lettering."""
    groups: dict[tuple[str, str], set[tuple[Lattice, Lattice]]] = {}
    layout = sheet.layout
    for s in _seen(sheet, sheet.scene.hexsides):
        v, w = _corners(sheet, s)
        x, y = middle(layout.point(v), layout.point(w))
        if s.name and s.kind in WATERS and sheet.left < x < sheet.right and sheet.top < y < sheet.bottom:
            groups.setdefault((s.name, s.kind), set()).add((v, w))
    found = []
    for (name, kind), edges in sorted(groups.items()):
        line = max(chains(sorted(edges)), key=len)
        found.append((name, kind, [layout.soft(v) for v in line]))
    return found
