"""The land: terrain areas with soft edges, their textures, the sea and its coast, settlements and features."""

from __future__ import annotations

from collections.abc import Callable

from hexledger.replays.picture.layout import NEIGHBOURS, Cell, Lattice, Point
from hexledger.replays.picture.pieces import Piece, around
from hexledger.replays.picture.scene import Hex
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import group, link, num, path, polyline, smooth, smooth_loop
from hexledger.replays.picture.terrain import LOOKS, REGION_ORDER, SETTLEMENTS, stamp_name


def look_of(sheet: Sheet, h: Hex) -> str:
    """The ground under a hex: its terrain's look; settlements and unknown words take what most neighbours have."""
    look = LOOKS.get(h.terrain)
    if look is not None:
        return look
    around = [LOOKS.get(n.terrain) for n in sheet.neighbours(h) if n is not None]
    counted = sorted(((around.count(x), x) for x in ("bocage", "rough", "clear") if x in around), reverse=True)
    return counted[0][1] if counted else "clear"


def built_up(h: Hex) -> bool:
    """Whether houses are drawn: a village or town by terrain, or a town or city by feature."""
    return h.terrain in SETTLEMENTS or any(f in SETTLEMENTS or f.endswith("city") for f in h.features)


def looks(sheet: Sheet) -> dict[Cell, str]:
    return {(h.q, h.r): look_of(sheet, h) for h in sheet.shown}


def loops(sheet: Sheet, cells: frozenset[Cell]) -> list[list[Lattice]]:
    """Borders of a group of hexes as closed rings of corners, hexes on the right-hand side; in a fixed order."""
    after: dict[Lattice, Lattice] = {}
    for cell in sorted(cells):
        corners = sheet.layout.corners(cell)
        for i, (dq, dr) in enumerate(NEIGHBOURS):
            if (cell[0] + dq, cell[1] + dr) not in cells:
                after[corners[i]] = corners[(i + 1) % 6]
    found = []
    while after:
        start = min(after)
        ring = [start]
        at = after.pop(start)
        while at != start:
            ring.append(at)
            at = after.pop(at)
        found.append(ring)
    return found


def on_board_edge(sheet: Sheet, cells: frozenset[Cell]) -> Callable[[Lattice], bool]:
    """A test for corners that touch the outside of the board: they stay sharp."""
    layout = sheet.layout
    edge: set[Lattice] = set()
    for cell in cells:
        corners = layout.corners(cell)
        for i, (dq, dr) in enumerate(NEIGHBOURS):
            if (cell[0] + dq, cell[1] + dr) not in sheet.by_cell:
                edge.update((corners[i], corners[(i + 1) % 6]))
    return edge.__contains__


def soft_outline(sheet: Sheet, cells: frozenset[Cell], sharp: Callable[[Lattice], bool]) -> str:
    """Path data of a group of hexes with rounded, slightly wavering edges."""
    parts = []
    for ring in loops(sheet, cells):
        flags = [sharp(v) for v in ring]
        points = [sheet.layout.point(v) if f else sheet.layout.soft(v) for v, f in zip(ring, flags, strict=True)]
        parts.append(smooth_loop(points, flags))
    return "".join(parts)


def hard_outline(sheet: Sheet, cells: frozenset[Cell]) -> str:
    """Path data of a group of hexes along the printed grid."""
    return "".join(polyline([sheet.layout.point(v) for v in ring], close=True) for ring in loops(sheet, cells))


def draw_land(sheet: Sheet, look: dict[Cell, str]) -> list[str]:
    """Ground colours, without the sea (rivers are drawn next, and the sea over their mouths)."""
    theme = sheet.theme
    cells = frozenset(look)
    sharp = on_board_edge(sheet, cells)
    parts = [path(hard_outline(sheet, cells), f'fill="{theme.grounds["clear"]}"')]
    for name in REGION_ORDER:
        region = frozenset(c for c in cells if look[c] == name)
        if not region:
            continue
        outline = soft_outline(sheet, region, sharp)
        parts.append(path(outline, f'fill="{theme.grounds[name]}"'))
        if name == "bocage":
            parts.append(path(outline, 'fill="url(#hedgerows)"'))
        if name == "urban":
            parts.append(
                path(
                    outline, f'fill="none" stroke="{theme.textures["block_edge"]}" stroke-width="1" stroke-opacity=".5"'
                )
            )
    return parts


def draw_stamps(sheet: Sheet, look: dict[Cell, str]) -> list[Piece]:
    """The texture of each hex of land: trees, houses, furrows."""
    uses = []
    size = sheet.layout.size / 100
    for h in sheet.shown:
        name, scale = look[(h.q, h.r)], size
        if built_up(h) and name != "urban":
            # Some boards have towns as features of the hex, not as its terrain; cities get larger houses.
            name, scale = "settlement", size * (1.5 if any(f.endswith("city") for f in h.features) else 1.0)
        if name not in ("bocage", "void", "sea"):
            body = f"<use {link(stamp_name(name, h.q, h.r))}/>"
            uses.append(Piece(body, around(110.0), sheet.layout.centre((h.q, h.r)), round(scale, 3)))
    return uses


def _use(name: str, at: Point, scale: float) -> str:
    return f'<use {link(name)} transform="translate({num(at[0])} {num(at[1])}) scale({scale:.3f})"/>'


def draw_sea(sheet: Sheet, look: dict[Cell, str]) -> tuple[list[str], list[str]]:
    """(definitions, drawing) of the sea: water, pale shallows along the shore, waves, coast line, sand on beaches."""
    theme, layout = sheet.theme, sheet.layout
    sea = frozenset(c for c, name in look.items() if name == "sea")
    if not sea:
        return [], []
    outline = soft_outline(sheet, sea, on_board_edge(sheet, frozenset(look)))
    shore = _shore(sheet, sea, lambda _: True)
    sand = _shore(sheet, sea, lambda h: "beach" in h.features)
    defs = [f'<clipPath id="sea"><path d="{outline}"/></clipPath>']
    s = layout.size
    shallows = "".join(
        path(
            shore,
            f'fill="none" stroke="{theme.sea_edge}" stroke-width="{num(s * w)}" stroke-opacity=".35" '
            'stroke-linejoin="round"',
        )
        for w in (0.9, 0.55, 0.25)
    )
    waves = group(
        _use(stamp_name("sea", h.q, h.r), layout.centre((h.q, h.r)), s / 100) for h in sheet.shown if (h.q, h.r) in sea
    )
    parts = [
        path(sand, f'fill="none" stroke="{theme.sand}" stroke-width="{num(s * 0.36)}"'),
        path(outline, f'fill="{theme.sea}"'),
        group([shallows, waves], 'clip-path="url(#sea)"'),
        path(shore, f'fill="none" stroke="{theme.coast}" stroke-width="{num(s * 0.035)}" stroke-linejoin="round"'),
    ]
    return defs, parts


def _shore(sheet: Sheet, sea: frozenset[Cell], wanted: Callable[[Hex], bool]) -> str:
    """Path data of the coast: stretches between sea and land hexes for which `wanted(land)` holds."""
    layout = sheet.layout
    parts = []
    for ring in loops(sheet, sea):
        sides = []
        for i, v in enumerate(ring):
            w = ring[(i + 1) % len(ring)]
            land = _facing(sheet, v, w, sea)
            sides.append(land is not None and wanted(land))
        if all(sides):
            parts.append(smooth_loop([layout.soft(v) for v in ring], [False] * len(ring)))
            continue
        start = next(i for i, ok in enumerate(sides) if not ok)
        run: list[Lattice] = []
        for k in range(1, len(ring) + 1):
            i = (start + k) % len(ring)
            if sides[i]:
                run = run or [ring[i]]
                run.append(ring[(i + 1) % len(ring)])
            elif run:
                parts.append(smooth([layout.soft(v) for v in run]))
                run = []
    return "".join(parts)


def _facing(sheet: Sheet, v: Lattice, w: Lattice, sea: frozenset[Cell]) -> Hex | None:
    """The land hex at side v-w of the sea, or None at the edge of the board or of the drawn hexes."""
    shared = [c for c in sheet.layout.cells_at(v) if c in sheet.layout.cells_at(w)]
    land = next((sheet.by_cell.get(c) for c in shared if c not in sea), None)
    return land if land is not None and land.label in sheet.shown_labels else None
