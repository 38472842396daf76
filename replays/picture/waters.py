"""Waters that run along hexsides, and how broad they are drawn."""

from __future__ import annotations

import msgspec


class Water(msgspec.Struct, frozen=True):
    """A river's look; widths are shares of the hex size. `ruled`: straight along the hexsides (canals)."""

    width: float
    ruled: bool = False


WATERS: dict[str, Water] = {
    "stream": Water(0.045),
    "small_river": Water(0.075),
    "minor_river": Water(0.085),
    "river": Water(0.13),
    "great_river": Water(0.19),
    "major_river": Water(0.17),
    "meuse": Water(0.21),
    "rhine": Water(0.25),
    "estuary": Water(0.3),
    "lake": Water(0.3),
    "canal": Water(0.11, ruled=True),
}
"""Hexside kind -> river look. Kinds that are not here and not in `lines.SLOPES` get a plain dotted line."""
