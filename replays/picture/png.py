"""`render_png`: an SVG picture as PNG bytes, with the bundled fonts so that it looks the same on every machine."""

from __future__ import annotations

from hexledger.replays.picture.scene import SceneError

_FONTS = ("BarlowCondensed-SemiBold.ttf", "EBGaramond-SemiBoldItalic.ttf")
_LAST_BUNDLED = 0x2E80
"""Text from here on (Japanese, for one) is not in the bundled fonts; only then are the system's fonts looked at."""


def render_png(svg: str, width: int | None = None) -> bytes:
    """PNG bytes of an SVG from `render_svg`, `width` pixels wide (default: the picture's own size).

    Raises SceneError when the SVG cannot be drawn. System fonts are used only for scripts the bundled fonts lack.
    """
    # drawing is rare and the libraries large: loaded when a PNG is asked for
    from importlib.resources import as_file, files

    import resvg_py

    with as_file(files(__package__).joinpath("fonts")) as folder:
        try:
            return bytes(
                resvg_py.svg_to_bytes(
                    svg_string=svg,
                    width=width,
                    skip_system_fonts=all(ord(c) < _LAST_BUNDLED or c == "\ufffd" for c in svg),
                    font_files=[str(folder / name) for name in _FONTS],
                    sans_serif_family="Barlow Condensed SemiBold",
                    serif_family="EB Garamond SemiBold",
                    font_family="Barlow Condensed SemiBold",
                )
            )
        except ValueError as problem:
            raise SceneError(f"this SVG cannot be drawn: {problem}") from problem
