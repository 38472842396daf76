"""`render_png`: an SVG picture as PNG bytes, with the bundled fonts so that it looks the same on every machine."""

from __future__ import annotations

import re
from typing import Final

from hexledger.replays.picture.names import LEGIBLE
from hexledger.replays.picture.scene import SceneError

_FONTS = ("BarlowCondensed-SemiBold.ttf", "EBGaramond-SemiBoldItalic.ttf")
_NOT_BUNDLED: Final = re.compile("[\u2e80-\ufffc\ufffe-\U0010ffff]")
"""Letters (Japanese, for one) that are not in the bundled fonts; only then are the system's fonts looked at."""
_NUMBERS: Final = re.compile(r'<g id="numbers">(?:<text [^>]*>[^<]*</text>)*</g>')
_NUMBER_SIZE: Final = re.compile(r"\.n\{[^}]*font-size:([0-9.]+)px")


EDGE: Final = 1600
"""Pixels of the longer edge beyond which a picture is drawn smaller unless its scale is named: a whole campaign at the
size of its SVG has fifty million."""
_SIZE: Final = r'<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"'


def width_of(svg: str, scale: float | None = None) -> int:
    """Pixels across of a picture from `render_svg` at a scale of its own size; None: its own size, or what keeps its
    longer edge within EDGE. SceneError for a text that says no size."""
    found = re.match(_SIZE, svg)
    if found is None:
        raise SceneError("this SVG cannot be drawn: it does not say its size")
    return scale_to(float(found[1]), float(found[2]), scale)


def scale_to(wide: float, high: float, scale: float | None) -> int:
    """Pixels across of a picture of that size at a scale of it; None: its own size, or what keeps its longer edge
    within EDGE."""
    return max(1, round(wide * (min(1.0, EDGE / max(wide, high)) if scale is None else scale)))


def render_png(svg: str, width: int | None = None) -> bytes:
    """PNG bytes of an SVG from `render_svg`, `width` pixels wide (default: the picture's own size).

    Raises SceneError when the SVG cannot be drawn. System fonts are used only for scripts the bundled fonts lack.
    """
    svg = _legible(svg, width)
    # drawing is rare and the libraries large: loaded when a PNG is asked for
    from importlib.resources import as_file, files

    import resvg_py

    with as_file(files(__package__).joinpath("fonts")) as folder:
        try:
            return bytes(
                resvg_py.svg_to_bytes(
                    svg_string=svg,
                    width=width,
                    skip_system_fonts=_NOT_BUNDLED.search(svg) is None,
                    font_files=[str(folder / name) for name in _FONTS],
                    sans_serif_family="Barlow Condensed SemiBold",
                    serif_family="EB Garamond SemiBold",
                    font_family="Barlow Condensed SemiBold",
                )
            )
        except ValueError as problem:
            raise SceneError(f"this SVG cannot be drawn: {problem}") from problem


def _legible(svg: str, width: int | None) -> str:
    """The picture without hex numbers that nobody could read at this width: thousands of texts that cost a quarter of
    the time and come out as grey dust."""
    size, set_in = re.match(_SIZE, svg), _NUMBER_SIZE.search(svg)
    if width is None or size is None or set_in is None or float(set_in[1]) * width / float(size[1]) >= LEGIBLE:
        return svg
    return _NUMBERS.sub("", svg, count=1)
