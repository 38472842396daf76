"""Works that defend a hex: improved positions, strong points, forts, road blocks (19, 2.13i; chart 4A)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w

_BEST_FIRST: Final = (("fort", "fort"), ("strong_point", "SP"), ("ip6", "IP6"), ("ip5", "IP5"))
"""Marker -> row of the chart of defensive positions."""


def defence(pos: TrumpetsPosition, place: int) -> str:
    """19.0i, 2.13i: row of the chart of defensive positions for a hex, "" for none; a company on its fort side is a
    fort for all of the hex."""
    for marker, row in _BEST_FIRST:
        if pos.marker(marker, place):
            return row
        if row == "fort" and any(pos.flag(unit, w.FORT_SIDE) for unit in pos.units(place)):
            return row
    return ""


def sheltered(pos: TrumpetsPosition, place: int) -> bool:
    """52.12b, 39.7f: a Strong Point or a fort."""
    return defence(pos, place) in ("SP", "fort")


def road_block(pos: TrumpetsPosition, place: int) -> bool:
    """19.4: a road block stands in the hex."""
    return pos.marker("road_block", place) > 0
