"""`render_svg`: the layers of the picture in order."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files

from hexledger.replays.picture.arrows import draw_attacks, draw_markers, draw_paths
from hexledger.replays.picture.counters import draw_stack
from hexledger.replays.picture.ground import built_up, draw_land, draw_sea, looks
from hexledger.replays.picture.linework import (
    draw_areas,
    draw_bridges,
    draw_grid,
    draw_objectives,
    draw_other_sides,
    draw_rivers,
    draw_roads,
)
from hexledger.replays.picture.names import draw_features, draw_numbers, draw_places, draw_river_names
from hexledger.replays.picture.panel import WIDTH, Panel
from hexledger.replays.picture.scene import Scene
from hexledger.replays.picture.sheet import PictureOptions, Sheet
from hexledger.replays.picture.svg import escape, group, num, rect, stroke
from hexledger.replays.picture.symbols import symbol_definition
from hexledger.replays.picture.terrain import hedgerows, stamp_definitions

SANS = "'Barlow Condensed SemiBold','Barlow Condensed','Arial Narrow','Liberation Sans Narrow',sans-serif"
SERIF = "'EB Garamond SemiBold','EB Garamond',Garamond,Georgia,serif"
_FONTS = (
    ("Barlow Condensed SemiBold", "BarlowCondensed-SemiBold.woff2", ""),
    ("EB Garamond SemiBold", "EBGaramond-SemiBoldItalic.woff2", "font-style:italic;"),
)
FRAME = 14.0
_TALL = 1250.0
"""Map height in pixels up to which the panel keeps its own size; beyond, it grows with the map."""
_LONGER = 1.25
"""A panel longer than the map by more than this gives its counters to a tray under the map."""
_TRAY = 3
"""Panel widths that a map must have for a tray."""


def render_svg(scene: Scene, options: PictureOptions | None = None) -> str:
    """The scene as one SVG document, pixels as units; the same scene and options give the same text everywhere.

    Raises SceneError when the scene names hexes that do not exist or do not touch.
    """
    sheet = Sheet(scene, options or PictureOptions())
    theme = sheet.theme
    defs, map_layers = _map(sheet)
    scale = max(1.0, sheet.height / _TALL)
    panel_parts, panel_high, tray_parts, tray_high = _beside(sheet, scale)
    map_high = sheet.height + (tray_high + FRAME if tray_parts else 0)
    high = max(map_high, panel_high) + 2 * FRAME
    wide = sheet.width + 2 * FRAME + (WIDTH * scale + FRAME if panel_parts else 0)
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide)}" height="{num(high)}" role="img">',
        f"<title>{escape(scene.title or 'Board')}</title>",
        f"<style>{_style(sheet)}</style>",
        '<defs><clipPath id="sheet">' + rect((sheet.left, sheet.top), sheet.width, sheet.height, "") + "</clipPath>",
        "".join(defs),
        "</defs>",
        rect((0, 0), wide, high, f'fill="{theme.paper}"'),
        group(map_layers, f'transform="translate({num(FRAME - sheet.left)} {num(FRAME - sheet.top)})"'),
    ]
    if sheet.hexes:
        out.append(rect((FRAME, FRAME), sheet.width, sheet.height, f'fill="none" {stroke(theme.frame, 3)}'))
    panel_back = f'fill="{theme.panel}" {stroke(theme.frame, 1.5)}'
    if panel_parts:
        back = rect((0, 0), WIDTH, (high - 2 * FRAME) / scale, panel_back)
        out.append(_placed([back, *panel_parts], sheet.width + 2 * FRAME, FRAME, scale))
    if tray_parts:
        top = sheet.height + 2 * FRAME
        back = rect((0, 0), sheet.width / scale, (high - FRAME - top) / scale, panel_back)
        out.append(_placed([back, *tray_parts], FRAME, top, scale))
    out.append("</svg>")
    return "\n".join(part for part in out if part) + "\n"


def _beside(sheet: Sheet, scale: float) -> tuple[list[str], float, list[str], float]:
    """(panel, its height, tray under the map, its height): heights in pixels, all empty without `options.panel`."""
    if not sheet.options.panel:
        return [], 0.0, [], 0.0
    sections = sheet.scene.sections
    panel = Panel(sheet)
    panel.draw(sections)
    held = tuple(s for s in sections if s.counters)
    room = sheet.width >= WIDTH * _TRAY * scale
    if not held or not room or panel.y * scale <= sheet.height * _LONGER:
        return panel.parts, panel.y * scale, [], 0.0
    panel = Panel(sheet)
    panel.draw(tuple(s for s in sections if not s.counters))
    tray = Panel(sheet, sheet.width / scale)
    tray.draw_tray(held)
    return panel.parts, panel.y * scale, tray.parts, tray.y * scale


def _placed(parts: list[str], x: float, y: float, scale: float) -> str:
    return group(parts, f'transform="translate({num(x)} {num(y)}) scale({scale:.3f})"')


def _map(sheet: Sheet) -> tuple[list[str], list[str]]:
    """(definitions, layers) of the map."""
    scene = sheet.scene
    look = looks(sheet)
    sea_defs, sea = draw_sea(sheet, look)
    name_defs, river_names = draw_river_names(sheet)
    wanted = set(look.values())
    if any(built_up(h) for h in sheet.shown):
        wanted.add("settlement")
    faces = [c for s in scene.stacks for c in s.counters] + [c for s in scene.sections for c in s.counters]
    defs = stamp_definitions(sheet.theme, frozenset(wanted))
    if "bocage" in wanted:
        defs.append(hedgerows(sheet.theme, sheet.layout.size / 100))
    defs += [symbol_definition(symbol) for symbol in sorted({c.symbol for c in faces})]
    defs += sea_defs + name_defs
    # In rows from the north, so that the counter in front lies over the one behind.
    stacks = sorted(
        (s for s in scene.stacks if s.hex in sheet.shown_labels),
        key=lambda s: (sheet.centre(s.hex)[1], sheet.centre(s.hex)[0], s.hex),
    )
    arrows = tuple(a for a in scene.arrows if all(label in sheet.shown_labels for label in a.path))
    layers = [
        group(draw_land(sheet, look), 'id="land"'),
        group(draw_rivers(sheet), 'id="rivers"'),
        group(sea, 'id="water"'),
        group(draw_other_sides(sheet), 'id="hexsides"'),
        group(draw_grid(sheet), 'id="grid"'),
        group(draw_roads(sheet), 'id="roads"'),
        group(draw_bridges(sheet), 'id="bridges"'),
        group(draw_numbers(sheet), 'id="numbers"'),
        group(draw_areas(sheet), 'id="areas"'),
        group(draw_objectives(sheet), 'id="objectives"'),
        group(draw_features(sheet), 'id="features"'),
        group(river_names + draw_places(sheet), 'id="names"'),
        group(draw_paths(sheet, arrows), 'id="paths"'),
        group((draw_stack(sheet, s) for s in stacks), 'id="counters"'),
        group(draw_attacks(sheet, arrows), 'id="attacks"'),
        group(draw_markers(sheet, tuple(m for m in scene.markers if m.hex in sheet.shown_labels)), 'id="markers"'),
    ]
    return defs, [group(layers, 'clip-path="url(#sheet)"')]


def _style(sheet: Sheet) -> str:
    """The style sheet: text classes c counter, n hex number, p place, w water, t title, h heading, s text, k track."""
    theme, size = sheet.theme, sheet.layout.size
    halo = f"paint-order:stroke;stroke:{theme.halo};stroke-linejoin:round;"
    rules = [
        f"text{{font-family:{SANS};font-weight:600}}",
        ".c{text-anchor:middle}",
        f".n{{text-anchor:middle;font-size:{num(size * 0.175)}px;fill:{theme.number};fill-opacity:.8}}",
        f".p{{text-anchor:middle;fill:{theme.name};{halo}stroke-width:{num(max(size * 0.06, 2.0))}px}}",
        f".big{{letter-spacing:{num(size * 0.02)}px}}",
        f".w{{font-family:{SERIF};font-style:italic;fill:{theme.water_name};{halo}"
        f"stroke-width:{num(size * 0.05)}px;letter-spacing:{num(size * 0.03)}px}}",
        f".t{{font-family:{SERIF};font-style:italic;fill:{theme.ink}}}",
        f".h{{font-size:14px;letter-spacing:1.2px;fill:{theme.faint}}}",
        f".s{{fill:{theme.ink}}}",
        f".k{{text-anchor:middle;fill:{theme.ink}}}",
    ]
    if sheet.options.embed_fonts:
        rules = [*(_font_face(*font) for font in _FONTS), *rules]
    return "".join(rules)


def _font_face(family: str, file: str, style: str) -> str:
    data = b64encode(files(__package__).joinpath("fonts", file).read_bytes()).decode("ascii")
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:600;{style}src:{source}}}"
