"""`render_svg`: the layers of the picture in order."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files

from hexledger.replays.picture.drawing import FRAME, Drawing
from hexledger.replays.picture.pieces import drawn
from hexledger.replays.picture.scene import Scene
from hexledger.replays.picture.sheet import PictureOptions
from hexledger.replays.picture.svg import escape, group, num, rect, stroke

_FONTS = (
    ("Barlow Condensed SemiBold", "BarlowCondensed-SemiBold.woff2", ""),
    ("EB Garamond SemiBold", "EBGaramond-SemiBoldItalic.woff2", "font-style:italic;"),
)


def render_svg(scene: Scene, options: PictureOptions | None = None, unit: float = 1.0) -> str:
    """The scene as one SVG document, pixels as units; the same scene and options give the same text everywhere.

    `unit`: pixels that a unit will have where the picture is looked at: what could not be read is left out then, and
    names of cities are written larger. Raises SceneError when the scene names hexes that do not exist or do not touch.
    """
    drawing = Drawing(scene, options or PictureOptions())
    drawing.unit = unit
    sheet, theme = drawing.sheet, drawing.theme
    layers = _layers(drawing)
    fonts = "".join(_font_face(*font) for font in _FONTS) if sheet.options.embed_fonts else ""
    wide, high = num(drawing.wide), num(drawing.high)
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">',
        f"<title>{escape(scene.title or 'Board')}</title>",
        f"<style>{fonts}{drawing.style()}</style>",
        '<defs><clipPath id="sheet">' + rect((sheet.left, sheet.top), sheet.width, sheet.height, "") + "</clipPath>",
        "".join([*drawing.shared.values(), *drawing.own()]),
        "</defs>",
        rect((0, 0), drawing.wide, drawing.high, f'fill="{theme.paper}"'),
        group(layers, f'transform="translate({num(FRAME - sheet.left)} {num(FRAME - sheet.top)})"'),
    ]
    if sheet.hexes:
        out.append(rect((FRAME, FRAME), sheet.width, sheet.height, f'fill="none" {stroke(theme.frame, 3)}'))
    for part in drawing.beside:
        back = rect((0, 0), part.wide, part.high, f'fill="{theme.panel}" {stroke(theme.frame, 1.5)}')
        place = f'transform="translate({num(part.left)} {num(part.top)}) scale({part.scale:.3f})"'
        out.append(group([back, *drawn(part.pieces)], place))
    out.append("</svg>")
    return "\n".join(part for part in out if part) + "\n"


def _layers(drawing: Drawing) -> list[str]:
    """The map, cut to its sheet."""
    layers = [
        *drawing.base(),
        group(drawn(drawing.stamps), 'id="stamps"'),
        *drawing.lines(),
        group(drawn(drawing.bridges), 'id="bridges"'),
        group(drawn(drawing.rims), 'id="objectives"'),
        *drawing.letters(),
        group(drawn(drawing.flags), 'id="flags"'),
        group(drawn(drawing.paths), 'id="paths"'),
        group(drawn(drawing.counters), 'id="counters"'),
        group(drawn(drawing.attacks), 'id="attacks"'),
        group(drawn(drawing.markers), 'id="markers"'),
    ]
    return [group(layers, 'clip-path="url(#sheet)"')]


def _font_face(family: str, file: str, style: str) -> str:
    data = b64encode(files(__package__).joinpath("fonts", file).read_bytes()).decode("ascii")
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:600;{style}src:{source}}}"
