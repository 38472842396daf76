"""Where things lie on the sheet: hex centres, corners and sides in pixels, and the hand-drawn waver of natural lines.

Corners are shared between hexes, so they are named by integers: the centre of hex (q, r) is the lattice point
(2q + r, 3r) pointy-top or (3q, 2r + q) flat-top, and the six corners are fixed offsets from it. Only multiplication,
division and square roots are used: these give the same result on every machine.
"""

from __future__ import annotations

from math import sqrt

from hexledger.replays.picture.scene import Orientation

Cell = tuple[int, int]
Lattice = tuple[int, int]
Point = tuple[float, float]

# Side i lies between corner i and corner i+1 and faces neighbour i, clockwise from the north-east in both orientations.
NEIGHBOURS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_CORNERS: dict[Orientation, tuple[Lattice, ...]] = {
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "flat": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}
ROOT3 = sqrt(3)


def mix(x: int, y: int, salt: int = 0) -> int:
    """A well-stirred number from -1000 to 1000 that depends on the three integers only (no randomness)."""
    n = (x * 0x9E3779B1 + y * 0x85EBCA77 + salt * 0xC2B2AE3D + 0x27D4EB2F) & 0xFFFFFFFF
    n = ((n ^ (n >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    n = ((n ^ (n >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return (n ^ (n >> 15)) % 2001 - 1000


def toward(a: Point, b: Point, share: float) -> Point:
    """The point that lies `share` of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def middle(a: Point, b: Point) -> Point:
    return toward(a, b, 0.5)


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b, length 1; (0, 0) when they coincide."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length else (0.0, 0.0)


class Layout:
    """Geometry of one sheet. `size` is the distance from a hex's centre to its corner, in pixels."""

    def __init__(self, orientation: Orientation, size: float) -> None:
        self.orientation = orientation
        self.size = size
        self.pitch = size * ROOT3
        """Distance between the centres of adjacent hexes."""
        self.corner_offsets = _CORNERS[orientation]
        half, long = size / 2, size * ROOT3 / 2
        self._ux, self._uy = (long, half) if orientation == "pointy" else (half, long)

    def lattice(self, cell: Cell) -> Lattice:
        q, r = cell
        return (2 * q + r, 3 * r) if self.orientation == "pointy" else (3 * q, 2 * r + q)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The hex whose centre is lattice point (x, y), or None where no hex centre lies."""
        along, across = (y, x) if self.orientation == "pointy" else (x, y)
        if along % 3:
            return None
        third = along // 3
        if (across - third) % 2:
            return None
        other = (across - third) // 2
        return (other, third) if self.orientation == "pointy" else (third, other)

    def cells_at(self, corner: Lattice) -> tuple[Cell, ...]:
        """The three hexes that meet at a corner, whether or not they are on the board."""
        x, y = corner
        cells = (self.cell_at(x - dx, y - dy) for dx, dy in self.corner_offsets)
        return tuple(cell for cell in cells if cell is not None)

    def point(self, at: Lattice) -> Point:
        return (at[0] * self._ux, at[1] * self._uy)

    def centre(self, cell: Cell) -> Point:
        return self.point(self.lattice(cell))

    def corners(self, cell: Cell) -> tuple[Lattice, ...]:
        x, y = self.lattice(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.corner_offsets)

    def side(self, a: Cell, b: Cell) -> tuple[Lattice, Lattice]:
        """The two corners that adjacent hexes a and b share."""
        i = NEIGHBOURS.index((b[0] - a[0], b[1] - a[1]))
        corners = self.corners(a)
        return corners[i], corners[(i + 1) % 6]

    def soft(self, corner: Lattice) -> Point:
        """The corner, moved a little: coasts, rivers and wood edges follow these, so they look surveyed, not ruled."""
        x, y = self.point(corner)
        reach = self.size * 0.11 / 1000
        return (x + mix(*corner, 1) * reach, y + mix(*corner, 2) * reach)

    def crossing(self, a: Cell, b: Cell) -> Point:
        """Where a road passes from a to b; a river along that side runs through the same point."""
        v, w = self.side(a, b)
        return middle(self.soft(v), self.soft(w))
