"""Lettering of the map: places, rivers, hex numbers, flags of control and objective stars."""

from __future__ import annotations

from hexledger.replays.picture.layout import NEIGHBOURS, Cell, Point
from hexledger.replays.picture.lettering import width
from hexledger.replays.picture.linework import longest_named
from hexledger.replays.picture.pieces import Piece, around
from hexledger.replays.picture.scene import Hex
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import escape, link, num, path, polyline, rect, smooth, stroke, text
from hexledger.replays.picture.themes import Theme, palette

SMALL = 26.0
"""Hex size in pixels below which hex numbers would only be specks; names never shrink below a readable size."""
LEGIBLE = 4.0
"""Pixels below which hex numbers say nothing any more: smaller ones are left out."""
NAMED = 6.0
"""The same of names, whose letters differ."""
READ = {"city": 9.5, "town": 8.0}
"""Pixels that names of cities and towns have at least, however small the map is drawn; for as many as there is room."""

GREAT: frozenset[str] = frozenset({"great_river", "major_river", "rhine", "meuse", "river"})


def draw_numbers(sheet: Sheet, unit: float = 1.0) -> list[str]:
    """Hex numbers, small, at the top of every hex. `unit`: pixels that a unit of the map is drawn with."""
    if not sheet.options.numbers or sheet.layout.size < SMALL or sheet.layout.size * 0.175 * unit < LEGIBLE:
        return []
    size = sheet.layout.size
    rise = size * (0.66 if sheet.layout.orientation == "pointy" else 0.68)
    found = []
    for h in sheet.shown:
        x, y = sheet.layout.centre((h.q, h.r))
        found.append(text((x, y - rise), h.label, "n"))
    return found


def draw_places(sheet: Sheet, unit: float = 1.0) -> list[str]:
    """Names of places below the middle of their hexes; a name shared by adjacent hexes is written once, larger.

    On a map that is drawn small (`unit` pixels for a unit) those that could be read are left; cities and towns are
    written larger instead, the cities first, where they cover no other name.
    """
    size = sheet.layout.size
    found: list[str] = []
    larger: list[tuple[int, float, str, Point]] = []
    for members in _same_name(sheet):
        h = members[0]
        points = [sheet.layout.centre((m.q, m.r)) for m in members]
        x = sum(p[0] for p in points) / len(points)
        y = points[0][1]
        urban = h.terrain == "city"
        font = max(size * (0.36 if urban and len(members) > 1 else 0.27 if urban else 0.225), 14.0 if urban else 11.0)
        rank = _rank(members)
        if font * unit < READ.get(rank, NAMED) and unit < 1:
            if rank:
                read = READ[rank] / unit
                words = h.name.upper() if urban and len(members) > 1 else h.name
                larger.append((-len(members) - 100 * (rank == "city"), read, words, (x, y + size * 0.45 + read * 0.8)))
            continue
        cls = "p big" if urban else "p"
        if len(members) == 1:
            y += size * 0.71
        else:
            # Above the northern hexes: counters stand in the middle of a city's hexes and would cover it.
            top = min(p[1] for p in points)
            row = [p[0] for p in points if p[1] == top]
            x, y = sum(row) / len(row), top - size * (0.62 if len(row) > 1 else 1.0)
        words = h.name.upper() if urban and len(members) > 1 else h.name
        lines = _halves(words) if len(words) > 16 else [words]
        y -= (len(lines) - 1) * font * 0.2
        for i, line in enumerate(lines):
            found.append(text((x, y + i * font * 0.95), line, cls, f' font-size="{num(font)}"'))
    return found + _where_there_is_room(sheet, larger)


def _rank(members: list[Hex]) -> str:
    """ "city", "town", or nothing."""
    kinds = {m.terrain for m in members}.union(*(m.features for m in members))
    if any(kind == "city" or kind.endswith("_city") for kind in kinds):
        return "city"
    return "town" if "town" in kinds else ""


def _where_there_is_room(sheet: Sheet, names: list[tuple[int, float, str, Point]]) -> list[str]:
    """The names (weight, font size, words, middle of the line) that cover none before them, in order of weight; at an
    edge of the sheet moved inwards."""
    taken: list[tuple[float, float, float, float]] = []
    found = []
    for _, font, words, (x, y) in sorted(names, key=lambda name: (name[0], name[3][1], name[3][0], name[2])):
        half = width(words, font) / 2 + font * 0.2
        if not sheet.left < x < sheet.right or 2 * half > sheet.width:
            continue
        at = min(max(x, sheet.left + half), sheet.right - half)
        left, top, right, bottom = at - half, y - font * 0.85, at + half, y + font * 0.3
        if any(left < e and w < right and top < s and n < bottom for w, n, e, s in taken):
            continue
        taken.append((left, top, right, bottom))
        look = f' font-size="{num(font)}" style="stroke-width:{num(font * 0.2)}px"'
        found.append(text((at, y), words, "p", look))
    return found


def _halves(words: str) -> list[str]:
    """A long name in two lines of similar length, broken at a space or after a hyphen."""
    breaks = [i + 1 for i, c in enumerate(words) if c in " -"]
    if not breaks:
        return [words]
    cut = min(breaks, key=lambda i: (abs(i - len(words) / 2), i))
    return [words[:cut].rstrip(), words[cut:]]


def _same_name(sheet: Sheet) -> list[list[Hex]]:
    """Named hexes in view, those with one name that touch each other together."""
    named = {(h.q, h.r): h for h in sheet.shown if h.name}
    done: set[Cell] = set()
    found = []
    for cell, h in named.items():
        if cell in done:
            continue
        group_cells, queue = [cell], [cell]
        done.add(cell)
        while queue:
            q, r = queue.pop()
            for dq, dr in NEIGHBOURS:
                other = (q + dq, r + dr)
                if other in named and other not in done and named[other].name == h.name:
                    done.add(other)
                    group_cells.append(other)
                    queue.append(other)
        found.append([named[c] for c in sorted(group_cells)])
    return found


def draw_river_names(sheet: Sheet, unit: float = 1.0) -> tuple[list[str], list[str]]:
    """(definitions, drawing): river names in italics along their banks, reading from west to east."""
    size = sheet.layout.size
    defs, found = [], []
    for i, (name, kind, points) in enumerate(longest_named(sheet)):
        if len(points) < 5:
            continue
        line = points if points[0][0] <= points[-1][0] else points[::-1]
        font = max(size * (0.34 if kind in GREAT else 0.26), 11.0)
        if font * unit < NAMED:
            continue
        defs.append(f'<path id="river-{i}" d="{smooth(_eased(line))}"/>')
        found.append(
            f'<text class="w" font-size="{num(font)}" dy="{num(-size * 0.17)}">'
            f'<textPath {link(f"river-{i}")} startOffset="50%" text-anchor="middle">{escape(name)}</textPath></text>'
        )
    return defs, found


def _eased(line: list[Point]) -> list[Point]:
    """The line with the zigzag of the hexsides taken out, so that letters stand side by side."""
    for _ in range(2):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        line = [line[0], *inner, line[-1]]
    return line


STAR: tuple[Point, ...] = (
    *((0.0, -1.0), (0.22, -0.31), (0.95, -0.31), (0.36, 0.12), (0.59, 0.81)),
    *((0.0, 0.38), (-0.59, 0.81), (-0.36, 0.12), (-0.95, -0.31), (-0.22, -0.31)),
)


FORT: tuple[Point, ...] = (
    *((-4, 3), (-4, -3), (-2, -3), (-2, -1), (-1, -1), (-1, -3)),
    *((1, -3), (1, -1), (2, -1), (2, -3), (4, -3), (4, 3)),
)


TAGS: dict[str, str] = {"v1_site": "V1", "u_boat_base": "U"}
"""Features shown as letters on a plate."""


def tag(letters: str, at: Point, size: float, theme: Theme) -> str:
    """A small plate with a letter or two, its middle at `at`."""
    x, y = at
    wide, high = size * 0.34, size * 0.24
    plate = rect((x - wide / 2, y - high / 2), wide, high, f'rx="{num(size * 0.04)}" fill="{theme.ink}"')
    look = f' font-size="{num(size * 0.2)}" style="fill:{theme.halo};text-anchor:middle"'
    return plate + text((x, y + size * 0.07), letters, "s", look)


WORKS: dict[str, frozenset[str]] = {
    "casemate": frozenset({"fortified_line", "west_wall", "eben_emael", "fortress_metz"}),
    "comb": frozenset({"defensive_works"}),
}
"""Sign of fieldworks -> the features it stands for; a hex shows the first that it has."""


def works(kind: str, at: Point, size: float, theme: Theme) -> str:
    """A casemate with its slit, or the comb of a trench, its middle at `at`."""
    x, y = at
    s = size * 0.05
    if kind == "casemate":
        dome = f"M{num(x - 4 * s)} {num(y + 2.4 * s)}v{num(-2 * s)}"
        dome += f"q{num(4 * s)} {num(-5 * s)} {num(8 * s)} 0v{num(2 * s)}z"
        slit = polyline([(x - 2 * s, y + 0.6 * s), (x + 2 * s, y + 0.6 * s)])
        look = f'fill="{theme.faint}" stroke="{theme.ink}" stroke-width="{num(size * 0.025)}"'
        return path(dome, look) + path(slit, f'stroke="{theme.ink}" stroke-width="{num(size * 0.045)}"')
    teeth = f"M{num(x - 4 * s)} {num(y + 1.6 * s)}v{num(-3 * s)}h{num(8 * s)}v{num(3 * s)}"
    teeth += "".join(f"M{num(x + a * s)} {num(y - 1.4 * s)}v{num(3 * s)}" for a in (-1.35, 1.35))
    halo = path(teeth, f'fill="none" stroke="{theme.halo}" stroke-width="{num(size * 0.1)}"')
    return halo + path(teeth, f'fill="none" stroke="{theme.ink}" stroke-width="{num(size * 0.05)}"')


def draw_features(sheet: Sheet) -> list[str]:
    """What is printed in hexes: airfields, ports, strongpoints, fieldworks."""
    theme, size = sheet.theme, sheet.layout.size
    found = []
    line = f'fill="none" stroke="{theme.ink}" stroke-width="{num(size * 0.05)}" stroke-linecap="round"'
    for h in sheet.shown:
        x, y = sheet.layout.centre((h.q, h.r))
        if "airfield" in h.features:
            runway = polyline([(x - size * 0.45, y + size * 0.12), (x + size * 0.45, y - size * 0.16)])
            runway += polyline([(x - size * 0.2, y - size * 0.28), (x + size * 0.16, y + size * 0.3)])
            found.append(
                path(runway, f'stroke="{theme.faint}" stroke-width="{num(size * 0.11)}" stroke-linecap="round"')
            )
            found.append(
                path(runway, f'stroke="{theme.halo}" stroke-width="{num(size * 0.06)}" stroke-linecap="round"')
            )
        if "port" in h.features:
            ax, ay, s = x + size * 0.4, y + size * 0.34, size * 0.15
            anchor = f"M{num(ax)} {num(ay - s)}v{num(2 * s)}M{num(ax - s * 0.5)} {num(ay - s * 0.5)}h{num(s)}"
            anchor += f"M{num(ax - s)} {num(ay + s * 0.3)}q{num(s)} {num(s * 1.4)} {num(2 * s)} 0"
            found.append(path(anchor, line))
        if "strongpoint" in h.features or "fortress" in h.features:
            s = size * 0.05
            fort = polyline([(x + a * s, y + b * s) for a, b in FORT], close=True)
            found.append(path(fort, f'fill="{theme.faint}" stroke="{theme.ink}" stroke-width="{num(size * 0.02)}"'))
        sign = next((kind for kind, features in WORKS.items() if features & set(h.features)), "")
        if sign:
            found.append(works(sign, (x - size * 0.65, y + size * 0.45), size * 0.8, theme))
        for feature, letters in TAGS.items():
            if feature in h.features:
                found.append(tag(letters, (x - size * 0.48, y + size * 0.42), size, theme))
    return found


def draw_flags(sheet: Sheet) -> list[Piece]:
    """Flags of who holds a hex, and stars on objectives."""
    theme, size = sheet.theme, sheet.layout.size
    side_colours = {c.side: c.colours for s in reversed(sheet.scene.stacks) for c in reversed(s.counters)}
    line = f'fill="none" stroke="{theme.ink}" stroke-width="{num(size * 0.05)}" stroke-linecap="round"'
    pole = path(polyline([(0, size * 0.14), (0, -size * 0.1)]), line)
    cloth = polyline([(0, -size * 0.1), (size * 0.26, -size * 0.02), (0, size * 0.08)], close=True)
    star = polyline([(a * size * 0.13, b * size * 0.13) for a, b in STAR], close=True)
    star = path(star, f'fill="{theme.objective}" {stroke(theme.ink, size * 0.025)}')
    box = around(size * 0.3)
    found = []
    for h in sheet.shown:
        if not h.control and not h.objective:
            continue
        x, y = sheet.layout.centre((h.q, h.r))
        if h.control:
            dark = palette(side_colours.get(h.control, h.control)).dark
            flag = pole + path(cloth, f'fill="{dark}" stroke="{theme.ink}" stroke-width="1"')
            found.append(Piece(flag, box, (x + size * 0.26, y - size * 0.7), name="control"))
        if h.objective:
            found.append(Piece(star, box, (x - size * 0.34, y - size * 0.71), name="objective"))
    return found
