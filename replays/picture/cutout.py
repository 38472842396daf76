"""A cut-out of the text board: as many hexes around one of them as fit into so many columns and lines, with colours."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import Final

import msgspec

from hexledger.replays.picture.scene import Hex, Scene, check
from hexledger.replays.picture.textboard import TextBoard

SMALL, LARGE = 4, 5
"""Half the width of a cell in characters, in a narrow and in a wide cut-out."""
WIDE: Final = 100
"""Columns from which cells are drawn large."""

COLOURS: Final[dict[str, str]] = {
    "line": "90",
    "water": "34",
    "road": "33",
    "sea": "34",
    "marked": "30;43",
    "bocage": "32",
    "woods": "32",
    "forest": "32",
    "city": "35",
    "town": "35",
    "village": "35",
    "marsh": "36",
}
"""What a character is -> its colour as a terminal takes it (SGR)."""
SIDES: Final = ("30;46", "37;41", "30;42")
"""Colours of the stacks of each side, in the order of the scene's sides."""


def cut_out(
    scene: Scene,
    width: int,
    height: int,
    around: str,
    *,
    marked: Collection[str] = (),
    colour: bool = False,
) -> list[str]:
    """Lines of at most `width` visible characters and at most `height` of them: the hexes around one label.

    marked  labels of hexes that stand out: those that the question is about
    colour  with SGR sequences; without them a `>` after the label marks a hex that stands out
    Raises SceneError for a scene that does not hang together, KeyError for a label that it does not have.
    """
    hexes = check(scene)
    half = LARGE if width >= WIDE else SMALL
    play = frozenset(scene.clip) if scene.clip else frozenset(hexes)
    pointy = scene.orientation == "pointy"
    kept = _window(hexes, play, hexes[around], (width, height), half, pointy)
    cut = msgspec.structs.replace(scene, clip=tuple(sorted(kept)))
    board = TextBoard(cut, hexes, width, half, frozenset(marked), plain=not colour)
    rows = board.draw()
    if not colour:
        return [row.rstrip() for row in rows]
    styles = {f"side.{side}": SIDES[number % len(SIDES)] for number, side in enumerate(scene.sides)} | COLOURS
    return [_coloured("".join(row), kinds, styles) for row, kinds in zip(board.rows, board.kinds, strict=True)]


def strips(scene: Scene, width: int) -> list[str] | None:
    """The whole board in strips from west to east, each no wider than `width` and under a line that says which it is;
    None when the board fits as it is. A hex that is cut by an edge stands whole in the next strip."""
    hexes = check(scene)
    play = frozenset(scene.clip) if scene.clip else frozenset(hexes)
    if TextBoard(scene, hexes, width).columns <= width:
        return None
    half, pointy = SMALL, scene.orientation == "pointy"
    wide = 2 * half + 1
    starts = sorted({place_of(hexes[label], half, pointy=pointy)[0] for label in play})
    out: list[str] = []
    parts: list[list[str]] = []
    while starts:
        first = starts[0]
        inside = [
            label for label in play if first <= place_of(hexes[label], half, pointy=pointy)[0] <= first + width - wide
        ]
        cut = msgspec.structs.replace(scene, clip=tuple(sorted(inside)))
        parts.append(["".join(row).rstrip() for row in TextBoard(cut, hexes, width, half).draw()])
        starts = [start for start in starts if start > first + width - wide]
    for number, part in enumerate(parts, 1):
        out += [f"strip {number} of {len(parts)}, from the west", *part, ""]
    return out


def place_of(h: Hex, half: int, *, pointy: bool) -> tuple[int, int]:
    """(column, line) of the top left corner of a cell on the board's endless sheet."""
    if pointy:
        return (2 * h.q + h.r) * half, h.r * 3
    return 2 * h.q * half, (2 * h.r + h.q) * 2


def _window(
    hexes: dict[str, Hex], play: frozenset[str], centre: Hex, room: tuple[int, int], half: int, pointy: bool
) -> list[str]:
    """Labels of the cells that lie wholly in a window with the centre in the middle, moved so that no room is lost
    beyond the edge of what is in play."""
    wide, high = 2 * half + 1, 4 if pointy else 5
    places = {label: place_of(hexes[label], half, pointy=pointy) for label in play}
    left, top = place_of(centre, half, pointy=pointy)
    x = _held(left + wide // 2 - room[0] // 2, room[0], [at for at, _ in places.values()], wide)
    y = _held(top + high // 2 - room[1] // 2, room[1], [at for _, at in places.values()], high)
    return [
        label
        for label, (at, line) in places.items()
        if x <= at and at + wide <= x + room[0] and y <= line and line + high <= y + room[1]
    ]


def _held(start: int, room: int, places: list[int], size: int) -> int:
    """The beginning of a window of so much room, kept within what there is."""
    first, last = min(places), max(places) + size
    return max(first, min(start, last - room))


def _coloured(row: str, kinds: list[str], styles: dict[str, str]) -> str:
    out: list[str] = []
    at = 0
    for kind, group in groupby(kinds):
        count = len(list(group))
        text, at = row[at : at + count], at + count
        style = styles.get(kind, "")
        out.append(f"\x1b[{style}m{text}\x1b[0m" if (style and text.strip()) or style in SIDES else text)
    return "".join(out)
