"""The board as a picture: a neutral scene drawn as SVG, PNG or text. Knows no rules and no game by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexledger.replays.picture.png import render_png
    from hexledger.replays.picture.raster import picture_png
    from hexledger.replays.picture.render import render_svg
    from hexledger.replays.picture.scene import (
        Area,
        Arrow,
        CounterFace,
        Hex,
        Hexside,
        Link,
        Marker,
        Scene,
        SceneError,
        Section,
        Stack,
        Track,
    )
    from hexledger.replays.picture.sheet import PictureOptions
    from hexledger.replays.picture.textboard import render_text

__all__ = [
    "Area",
    "Arrow",
    "CounterFace",
    "Hex",
    "Hexside",
    "Link",
    "Marker",
    "PictureOptions",
    "Scene",
    "SceneError",
    "Section",
    "Stack",
    "Track",
    "picture_png",
    "render_png",
    "render_svg",
    "render_text",
]

_HOMES = {
    "picture_png": "raster",
    "render_png": "png",
    "render_svg": "render",
    "PictureOptions": "sheet",
    "render_text": "textboard",
}


def __getattr__(name: str) -> Any:
    # each name is imported when it is used: a board as text needs none of what draws pictures
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'scene')}"), name)
