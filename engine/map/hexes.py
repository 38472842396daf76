"""Hex arithmetic in axial coordinates: neighbours, distance, rings and integer layout.

A hex is a pair ``(q, r)`` of integers; ``r`` grows southward. Neighbour order is fixed everywhere and starts
in the east for pointy-top grids (south-east for flat-top grids), then turns anticlockwise on the printed map.
Source of the convention: the edition format, whose ``board.json`` gives axial coordinates for each hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

Axial = tuple[int, int]
Orientation = Literal["pointy", "flat"]

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps to a neighbour; the index 0..5 is the direction number used by boards and rules."""

POINTY_NAMES: Final[tuple[str, ...]] = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_NAMES: Final[tuple[str, ...]] = ("SE", "NE", "N", "NW", "SW", "S")

DIRECTION_OF: Final[dict[Axial, int]] = {step: number for number, step in enumerate(DIRECTIONS)}


def direction_names(orientation: Orientation) -> tuple[str, ...]:
    """Compass names of directions 0..5 on a grid of this orientation."""
    return POINTY_NAMES if orientation == "pointy" else FLAT_NAMES


def opposite(direction: int) -> int:
    """The direction number that points back."""
    return (direction + 3) % 6


def neighbour(hex_: Axial, direction: int) -> Axial:
    """The hex one step away in direction 0..5."""
    dq, dr = DIRECTIONS[direction]
    return hex_[0] + dq, hex_[1] + dr


def distance(a: Axial, b: Axial) -> int:
    """Number of hexes from a to b (0 for the same hex), counting as range is counted on a map."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def offsets(radius: int) -> Iterator[tuple[int, Axial]]:
    """Every ``(distance, (dq, dr))`` with distance <= radius, the centre included; no set order is involved."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
            yield max(abs(dq), abs(dr), abs(dq + dr)), (dq, dr)


@cache
def rings(radius: int) -> tuple[tuple[Axial, ...], ...]:
    """The offsets at each distance 0..radius; worked out once."""
    found: list[list[Axial]] = [[] for _ in range(radius + 1)]
    for far, offset in offsets(radius):
        found[far].append(offset)
    return tuple(map(tuple, found))


def layout(hex_: Axial, orientation: Orientation) -> Axial:
    """Integer centre of a hex on the drawing grid.

    Pointy-top: x in half hex widths, y in units of 3/2 of the hex side. Flat-top: x in units of 3/2 of the hex
    side, y in half hex heights. Picture code multiplies by its own (possibly fractional) scale.
    """
    q, r = hex_
    return (2 * q + r, r) if orientation == "pointy" else (q, 2 * r + q)
