"""The board as a picture: a neutral scene drawn as SVG, PNG or text. Knows no rules and no game by name."""

from hexledger.replays.picture.png import render_png
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
    "render_png",
    "render_svg",
    "render_text",
]
