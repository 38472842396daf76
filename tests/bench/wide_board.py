"""A page with more on it than any game here has: 7,000 hexes and 600 counters, drawn like those of a real page."""

from __future__ import annotations

from typing import Any

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer.builder import Builder

COLUMNS, ROWS = 100, 70
COUNTERS = 600
PER_STACK = 3

Data = dict[str, Any]


def wide_page(chronicle: Chronicle) -> Data:
    """The data of a review of one position: counters of the game, repeated, in stacks of three all over a board of
    100 x 70 hexes with bocage, woods, towns, two rivers, roads, names and zones of control."""
    builder = Builder(chronicle)
    builder.extend()
    data = builder.data()
    first = data["frames"][0]
    faces = first["d"]["f"]
    kinds = [(piece, face) for piece, face in zip(faces[::2], faces[1::2], strict=True) if face >= 0]
    chosen = [kinds[number % len(kinds)] for number in range(COUNTERS)]
    places = [_place(number // PER_STACK) for number in range(COUNTERS)]
    stacks: dict[int, list[int]] = {}
    for piece, place in enumerate(places):
        stacks.setdefault(place, []).append(piece)
    pieces = [[f"unit_{n}", *data["pieces"][kind][1:]] for n, (kind, _) in enumerate(chosen)]
    position = {
        "s": [[place, *stack] for place, stack in stacks.items()],
        "f": [value for piece, (_, face) in enumerate(chosen) for value in (piece, face)],
        "n": [value for piece in range(COUNTERS) for value in (piece, 0)],
        "g": [value for piece in range(COUNTERS) for value in (piece, 1)],
        "z": [[f"{1 + n % 2}.{place}", *stack] for n, (place, stack) in enumerate(stacks.items())],
        "x": [0, 0, 0, 0, 0, -1, 0, 0, 0, 0],
    }
    row = {key: first[key] for key in ("k", "a", "p", "h", "w", "dk")} | {"d": position}
    data["tables"]["maps"][0] = [[], [], [], []]
    lines = {"current": "main", "heads": {"main": 0}, "undone": {}}
    return data | {"board": _board(data["board"]), "pieces": pieces, "frames": [row], "turnings": [], "lines": lines}


def _place(stack: int) -> int:
    """Stacks stand on every sixth column and row of the board, each row shifted."""
    per_row = COLUMNS // 6
    row, column = divmod(stack, per_row)
    return (3 + row * 5) * COLUMNS + (column * 6 + row % 5) % COLUMNS


def _board(known: Data) -> Data:
    cells = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    terrains = ["clear", "bocage", "woods", "town", "marsh"]

    def terrain(column: int, row: int) -> int:
        if (column * 7 + row * 13) % 61 == 0:
            return terrains.index("town")
        patch = (column // 6 * 5 + row // 5 * 3) % 9
        return terrains.index({0: "woods", 1: "woods", 4: "marsh"}.get(patch, "bocage" if patch > 5 else "clear"))

    numbers = {cell: number for number, cell in enumerate(cells)}
    axial = [(column - row // 2, row) for column, row in cells]
    right = [(numbers[c, r], numbers[c + 1, r]) for c, r in cells if c + 1 < COLUMNS]
    down = [(numbers[c, r], numbers[c, r + 1]) for c, r in cells if r + 1 < ROWS and not r % 2]
    return known | {
        "flat": False,
        "hexes": len(cells),
        "labels": [f"{column:02}{row:02}" for column, row in cells],
        "q": [q for q, _ in axial],
        "r": [r for _, r in axial],
        "terrains": terrains,
        "terrain": [terrain(column, row) for column, row in cells],
        "names": {str(n): f"Town {n}" for n, (column, row) in enumerate(cells) if (column * 7 + row * 13) % 61 == 0},
        "features": {},
        "kinds": ["river", "main_road"],
        "sides": [[a, b, 0, "", 0] for a, b in right if cells[a][0] in (30, 66)],
        "links": [[a, b, 1] for a, b in right if cells[a][1] % 12 == 5] + [[a, b, 1] for a, b in down if a % 23 == 0],
        "areas": [],
    }
