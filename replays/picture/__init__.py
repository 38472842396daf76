"""The board as a picture: a neutral scene drawn as SVG, PNG or text. Knows no rules and no game by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from hexledger.replays.picture.png import render_png
    from hexledger.replays.picture.render import render_svg
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
    "render_png",
    "render_svg",
    "render_text",
]

_LATER = {
    "PictureOptions": "sheet",
    "render_png": "png",
    "render_svg": "render",
    "render_text": "textboard",
}
"""Name -> module that holds it: drawing is loaded when something is drawn, so that `hexledger show` starts fast."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
