"""What terrain looks like: which look a terrain word gets, and the small drawings stamped on hexes.

Looks are shared by all games; `LOOKS` maps the terrain words of the games to them. A new word is one line here.
Stamps are drawn once, for a hex of size 100, and placed by reference.
"""

from __future__ import annotations

from hexledger.replays.picture.layout import Point, mix
from hexledger.replays.picture.svg import num, polyline
from hexledger.replays.picture.themes import Theme

LOOKS: dict[str, str] = {
    "clear": "clear",
    "bocage": "bocage",
    "polder": "bocage",
    "woods": "woods",
    "forest": "woods",
    "marsh": "marsh",
    "flooded": "marsh",
    "dyke": "marsh",
    "city": "urban",
    "rough": "rough",
    "broken": "rough",
    "highland": "rough",
    "mountain": "mountain",
    "alpine": "alpine",
    "sea": "sea",
    "lake": "sea",
    "prohibited": "void",
    "out_of_play": "void",
    "neutral": "void",
}
"""Terrain word -> look. Words that are not here (village, town ...) take the ground of their neighbours."""

SETTLEMENTS: frozenset[str] = frozenset({"village", "town"})
REGION_ORDER: tuple[str, ...] = ("bocage", "rough", "mountain", "alpine", "void", "marsh", "woods", "urban")
"""Order in which terrain areas are painted on the clear ground; the sea comes last, over the river mouths."""

VARIANTS = 4


def stamp_name(look: str, q: int, r: int) -> str:
    """Id of the drawing for a hex: variants differ from hex to hex so that no two neighbours look copied."""
    return f"{look}-{(mix(q, r, 7) + 1000) % VARIANTS}"


def stamp_definitions(theme: Theme, wanted: frozenset[str]) -> list[str]:
    """`<g>` definitions of the stamps in `wanted` (looks), all variants, for a hex of size 100 around (0, 0)."""
    makers = {
        "woods": _woods,
        "marsh": _marsh,
        "urban": _urban,
        "settlement": _settlement,
        "clear": _clear,
        "rough": _rough,
        "mountain": _mountain,
        "alpine": _mountain,
        "sea": _sea,
    }
    found = []
    for look in sorted(makers):
        if look in wanted:
            found += [f'<g id="{look}-{v}">{makers[look](theme, v)}</g>' for v in range(VARIANTS)]
    return found


def _scatter(count: int, variant: int, salt: int, reach: float, gap: float) -> list[Point]:
    """Up to `count` points within `reach` of the middle, none nearer than `gap` to another, top to bottom."""
    points: list[Point] = []
    for n in range(count * 12):
        x, y = mix(n, variant, salt) * reach / 1000, mix(n, variant, salt + 50) * reach / 1000
        inside = x * x + y * y <= reach * reach
        if inside and all((x - a) ** 2 + (y - b) ** 2 >= gap * gap for a, b in points):
            points.append((x, y))
        if len(points) == count:
            break
    return sorted(points, key=lambda p: (p[1], p[0]))


def _circle(x: float, y: float, r: float) -> str:
    """Path data of a full circle: many circles in one path keep the file small."""
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0"


def _woods(theme: Theme, variant: int) -> str:
    shade, crown, top = [], [], []
    for i, (x, y) in enumerate(_scatter(26, variant, 100, 80, 15)):
        r = 8 + (mix(i, variant, 3) + 1000) / 400
        shade.append(_circle(x + 2.4, y + 3, r))
        crown.append(_circle(x, y, r))
        top.append(_circle(x - r * 0.25, y - r * 0.3, r * 0.5))
    t = theme.textures
    return (
        f'<path d="{"".join(shade)}" fill="{t["tree_shade"]}" fill-opacity=".45"/>'
        f'<path d="{"".join(crown)}" fill="{t["tree"]}"/>'
        f'<path d="{"".join(top)}" fill="{t["tree_top"]}"/>'
    )


def _marsh(theme: Theme, variant: int) -> str:
    reeds, water = [], []
    for x, y in _scatter(13, variant, 200, 78, 24):
        reeds.append(f"M{num(x - 6)} {num(y)}l-2 -7M{num(x)} {num(y)}v-10M{num(x + 6)} {num(y)}l2 -7")
        water.append(f"M{num(x - 12)} {num(y + 1.5)}h24M{num(x - 6)} {num(y + 5.5)}h16")
    t = theme.textures
    return (
        f'<path d="{"".join(water)}" stroke="{theme.river}" stroke-width="1.8" fill="none"/>'
        f'<path d="{"".join(reeds)}" stroke="{t["reed"]}" stroke-width="1.8" fill="none"/>'
    )


def _urban(theme: Theme, variant: int) -> str:
    """Blocks between streets, on a slightly turned grid, some of them missing."""
    blocks = []
    turn = (0.18, -0.22, 0.1, -0.12)[variant]
    for row in range(-3, 4):
        for column in range(-3, 4):
            if mix(row, column, 300 + variant) > 820:
                continue
            x, y = column * 25.0 + mix(row, column, 301) * 0.002, row * 23.0
            w, h = 20 + mix(row, column, 302 + variant) * 0.0025, 18 + mix(column, row, 303 + variant) * 0.0025
            corners = [(x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2)]
            turned = [(a - b * turn, b + a * turn) for a, b in corners]
            if all(a * a + b * b <= 88 * 88 for a, b in turned):
                blocks.append(polyline(turned, close=True))
    t = theme.textures
    return f'<path d="{"".join(blocks)}" fill="{t["block"]}" stroke="{t["block_edge"]}" stroke-width="1.2"/>'


def _settlement(theme: Theme, variant: int) -> str:
    houses = []
    for i, (x, y) in enumerate(_scatter(13, variant, 400, 40, 13)):
        w, h = (10, 6) if i % 2 else (6, 9)
        houses.append(f"M{num(x - w / 2)} {num(y - h / 2)}h{w}v{h}h{-w}Z")
    t = theme.textures
    return f'<path d="{"".join(houses)}" fill="{t["house"]}" stroke="{t["block_edge"]}" stroke-width="1"/>'


def _clear(theme: Theme, variant: int) -> str:
    furrows = []
    for i, (x, y) in enumerate(_scatter(5, variant, 500, 72, 42)):
        slope = (3, -3, 1, -2)[(variant + i) % 4]
        furrows += [f"M{num(x - 11)} {num(y + k * 4.5)}l22 {slope}" for k in (-1, 0, 1)]
    look = f'stroke="{theme.textures["furrow"]}" stroke-width="1.3" fill="none" stroke-opacity=".8"'
    return f'<path d="{"".join(furrows)}" {look}/>'


def _rough(theme: Theme, variant: int) -> str:
    strokes = []
    for x, y in _scatter(11, variant, 600, 76, 26):
        strokes.append(f"M{num(x - 9)} {num(y + 4)}q9 -14 18 0M{num(x - 4)} {num(y + 1)}v5M{num(x + 3)} {num(y)}v6")
    return f'<path d="{"".join(strokes)}" stroke="{theme.textures["slope"]}" stroke-width="1.7" fill="none"/>'


def _mountain(theme: Theme, variant: int) -> str:
    peaks, shade = [], []
    for x, y in _scatter(7, variant, 700, 70, 36):
        peaks.append(f"M{num(x - 18)} {num(y + 13)}l18 -28l18 28")
        shade.append(f"M{num(x)} {num(y - 15)}l18 28l-12 0l-3 -9Z")
    t = theme.textures
    return (
        f'<path d="{"".join(shade)}" fill="{t["slope"]}" fill-opacity=".6"/>'
        f'<path d="{"".join(peaks)}" stroke="{t["slope"]}" stroke-width="2.4" fill="none" stroke-linejoin="round"/>'
    )


def _sea(theme: Theme, variant: int) -> str:
    waves = []
    for x, y in _scatter(4, variant, 800, 70, 44):
        waves.append(f"M{num(x - 16)} {num(y)}q5 -6 10 0t10 0t10 0")
    return f'<path d="{"".join(waves)}" stroke="{theme.textures["wave"]}" stroke-width="1.8" fill="none"/>'


def hedgerows(theme: Theme, scale: float) -> str:
    """Pattern of the bocage: small fields of several tints between hedges, repeating without a seam."""
    rows, halves, wide, high = 8, 14, 26, 44

    def corner(row: int, half: int) -> Point:
        """A bend of hedge line `row`; positions repeat from tile to tile, so the edges of the tile fit."""
        i, k = row % rows, half % halves
        return (half * wide + mix(i, k, 900) * 0.007, row * high + mix(i, k, 901) * 0.008)

    fields: dict[str, list[str]] = {"field_a": [], "field_b": [], "field_c": []}
    hedges: list[str] = []
    for row in range(-1, rows + 1):
        hedges.append(polyline([corner(row, half) for half in range(-3, halves + 4)]))
        for half in range(row % 2 - 2, halves + 2, 2):
            ring = [corner(row, half + k) for k in range(3)] + [corner(row + 1, half + k) for k in (2, 1, 0)]
            tint = mix(row % rows, half % halves, 910)
            name = "field_a" if tint < -350 else "field_b" if tint < 150 else "field_c" if tint > 600 else ""
            if name:
                fields[name].append(polyline(ring, close=True))
            hedges.append(polyline([ring[0], ring[-1]]))
    t = theme.textures
    body = "".join(f'<path d="{"".join(d)}" fill="{t[name]}"/>' for name, d in sorted(fields.items()))
    body += (
        f'<path d="{"".join(hedges)}" stroke="{t["hedge"]}" stroke-width="2.2" fill="none" stroke-opacity=".7" '
        f'stroke-linecap="round" stroke-dasharray="9 3 4 3.5"/>'
    )
    return (
        f'<pattern id="hedgerows" width="{halves * wide}" height="{rows * high}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale:.3f}) rotate(-7)">{body}</pattern>'
    )
