"""A map of the size of A Time for Trumpets: 5,811 hexes and 1,100 pieces of two sides along a front."""

from __future__ import annotations

from hexledger.engine.map.hexes import DIRECTIONS

COLUMNS, ROWS = 149, 39
"""149 x 39 hexes are 5,811."""
PIECES = 1_100


class WideMap:
    """Axial coordinates and neighbours, as the searches want them, and terrain prices 2 to 6 in half points."""

    def __init__(self) -> None:
        cells = [(column - row // 2, row) for row in range(ROWS) for column in range(COLUMNS)]
        index = {cell: place for place, cell in enumerate(cells)}
        self.q = [q for q, _ in cells]
        self.r = [r for _, r in cells]
        self.neighbours = tuple(
            tuple(index[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in index) for q, r in cells
        )
        self.price = [2 + (q * 7 + r * 13) % 5 for q, r in cells]

    def __len__(self) -> int:
        return len(self.q)


def front(board: WideMap) -> dict[int, int]:
    """Piece -> place: even pieces of the first side west of the middle, odd ones of the second east of it."""
    at: dict[int, int] = {}
    for piece in range(PIECES):
        row, depth = piece // 2 % ROWS, piece // 2 // ROWS
        middle = COLUMNS // 2
        column = middle - 2 - 3 * depth if piece % 2 == 0 else middle + 2 + 3 * depth
        at[piece] = row * COLUMNS + column
    assert len(board) == COLUMNS * ROWS
    return at
