"""Pieces: small drawings with coordinates of their own that lie at a place of the sheet or of the panel.

An SVG has them as groups, one after the other; a PNG has each drawn once and laid down wherever it lies (`raster`).
"""

from __future__ import annotations

from typing import NamedTuple

from hexledger.replays.picture.layout import Point
from hexledger.replays.picture.svg import escape, group, num

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Piece(NamedTuple):
    """A drawing around its own origin.

    body   SVG; the same text draws the same picture wherever it lies
    box    what the body may touch, in its own units
    at     where its origin lies, in units of the map or panel that holds it
    scale  units of the holder for a unit of its own
    group  a point that this piece keeps its whole distance from in a PNG, so that counters of a hex lie in one raster
    exact  drawn in a PNG where it lies to the part of a pixel; others lie at the nearest whole pixel, and are crisp
    """

    body: str
    box: Box
    at: Point
    scale: float = 1.0
    name: str = ""
    about: str = ""
    group: Point | None = None
    exact: bool = False

    def svg(self) -> str:
        """The piece as an element; `name` is its class, `about` what is said of it under the pointer."""
        place = ""
        if self.at != (0.0, 0.0) or self.scale != 1.0:
            size = "" if self.scale == 1.0 else f" scale({self.scale:.3f})"
            place = f'transform="translate({num(self.at[0])} {num(self.at[1])}){size}"'
        marks = [f'class="{self.name}"' if self.name else "", place]
        said = f"<title>{escape(self.about)}</title>" if self.about else ""
        return group([said, self.body], " ".join(mark for mark in marks if mark)) if self.body else ""


def drawn(pieces: list[Piece]) -> list[str]:
    """The pieces as elements."""
    return [piece.svg() for piece in pieces]


def around(radius: float) -> Box:
    """The box of what reaches so far from its origin."""
    return (-radius, -radius, radius, radius)
