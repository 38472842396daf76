"""Zones of control: which pieces cast theirs over a hex. Kept from one position to the next, and mended where a piece
has moved; what a zone is and how far it reaches is the game's affair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final


class Zones:
    """The zones of the pieces of one side. Unchanging: `now` gives the next ones and leaves these as they are.

    over    hex -> pieces whose zone lies on it, both ascending; hexes in no zone are left out
    stands  piece -> a number that says all that its zone hangs on: its place, and whether it is confined ...
    """

    __slots__ = ("given", "over", "stands")

    def __init__(
        self,
        over: Mapping[int, tuple[int, ...]] | None = None,
        stands: Mapping[int, int] | None = None,
        given: object = None,
    ) -> None:
        self.over: Final[Mapping[int, tuple[int, ...]]] = over or {}
        self.stands: Final[Mapping[int, int]] = stands or {}
        self.given: Final = given

    def now(self, stands: Mapping[int, int], hexes: Callable[[int], Iterable[int]], given: object = None) -> Zones:
        """The zones of these pieces. The same as made from nothing; O(pieces) to see who stands elsewhere, then
        O(zones of those).

        hexes   a number of `stands` -> the hexes of such a piece's zone, each once
        given   what else `hexes` hangs on (bridges, weather): where it is not equal, all zones are made anew
        """
        if given != self.given:
            return Zones(given=given).now(stands, hexes, given)
        before = self.stands
        if stands == before:
            return self
        moved = [piece for piece, stand in stands.items() if before.get(piece) != stand]
        gone = [piece for piece in before if piece not in stands] if len(before) != len(stands) or moved else []
        over = dict(self.over)
        for piece in (*moved, *gone):
            if piece in before:
                _lift(over, piece, hexes(before[piece]))
        added = False
        for piece in moved:
            added = _lay(over, piece, hexes(stands[piece])) or added
        # in order of the hexes: what came before in this process must show nowhere
        return Zones(dict(sorted(over.items())) if added else over, dict(stands), given)


def _lift(over: dict[int, tuple[int, ...]], piece: int, hexes: Iterable[int]) -> None:
    for place in hexes:
        left = tuple([one for one in over[place] if one != piece])
        if left:
            over[place] = left
        else:
            del over[place]


def _lay(over: dict[int, tuple[int, ...]], piece: int, hexes: Iterable[int]) -> bool:
    """Add a piece's zone; True when a hex came in that lay in no zone."""
    added = False
    for place in hexes:
        there = over.get(place)
        if there is None:
            added = True
            over[place] = (piece,)
        else:
            over[place] = tuple(sorted((*there, piece)))
    return added
