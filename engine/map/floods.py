"""Floods over a board: the shortest lines from the nearest of several hexes to all others, one step a hex.

`paths` goes from place to place and can ask a rule about each step. Where the steps are fixed and only the hexes that a
line may run through differ, as with lines of supply, all hexes of one length are taken a step on at once: a set of
hexes is an integer with a bit for each hex, and a step in one of the six directions is a shift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from hexledger.engine.map.hexes import DIRECTIONS


class Coordinates(Protocol):
    """What a flood needs of a board: axial coordinates of its hexes; places beyond them are boxes."""

    @property
    def q(self) -> Sequence[int]: ...

    @property
    def r(self) -> Sequence[int]: ...


class Floods:
    """A board and its links, ready to be flooded.

    links   place -> adjacent places to which a line may step; whatever leads there leads back
    bits    place -> the integer that stands for it; 0 for a box, which no line reaches
    """

    def __init__(self, board: Coordinates, links: Sequence[Sequence[int]]) -> None:
        self.links = links
        width = max(board.q) - min(board.q) + 1
        low = min(board.q) + width * min(board.r)
        numbers = [q + width * r - low for q, r in zip(board.q, board.r, strict=True)]
        self._place_of: dict[int, int] = {number: place for place, number in enumerate(numbers)}
        """Number of a bit -> the hex that it stands for."""
        self.bits: tuple[int, ...] = (*[1 << number for number in numbers], *[0] * (len(links) - len(numbers)))
        # from which hexes a line may step so many bits on
        open_: dict[int, list[int]] = {dq + width * dr: [] for dq, dr in DIRECTIONS}
        for here, near in zip(numbers, links, strict=False):
            for there in near:
                if there < len(numbers) and (by := numbers[there] - here) in open_:
                    open_[by].append(here)
        size = max(numbers) + 1
        self._up = [(_integer(found, size), by) for by, found in open_.items() if by > 0]
        self._down = [(_integer(found, size), -by) for by, found in open_.items() if by < 0]

    def hexes(self, places: Iterable[int]) -> int:
        """Several hexes as one integer."""
        found, bits = 0, self.bits
        for place in places:
            found |= bits[place]
        return found

    def places(self, hexes: int) -> list[int]:
        """The hexes of one integer, ascending. O(their number)."""
        found: list[int] = []
        while hexes:
            lowest = hexes & -hexes
            hexes ^= lowest
            found.append(self._place_of[lowest.bit_length() - 1])
        found.sort()
        return found

    def lines(self, starts: Iterable[int], through: int, limit: int = -1) -> Lines:
        """Lines of at most `limit` steps (-1 = any number) from the nearest start. `through`: hexes that a line may run
        on from; a start always may, and a line may end anywhere. O(greatest length), each step O(hexes / word)."""
        return self.flood(self.hexes(starts), through, limit)

    def flood(self, starts: int, through: int, limit: int = -1) -> Lines:
        """The same as `lines`, with the starts as one integer."""
        edge = seen = starts
        levels = [edge]
        while edge and len(levels) != limit + 1:
            reached = 0
            for open_, by in self._up:
                reached |= (edge & open_) << by
            for open_, by in self._down:
                reached |= (edge & open_) >> by
            reached &= ~seen
            seen |= reached
            levels.append(reached)
            edge = reached & through
        return Lines(self, levels, seen, through)


def _integer(numbers: Iterable[int], size: int) -> int:
    """The integer that has these of its `size` bits, read from its binary figures: one after the other added up, they
    would each cost as much as all of it."""
    figures = bytearray(b"0") * size
    for number in numbers:
        figures[-1 - number] = ord("1")
    return int(figures, 2)


class Lines:
    """The lines of a flood. Of two equally short ones the one through the lower previous place counts."""

    __slots__ = ("_back", "_floods", "_lengths", "_levels", "_paths", "_seen", "_through")

    def __init__(self, floods: Floods, levels: list[int], seen: int, through: int) -> None:
        self._floods, self._levels, self._seen, self._through = floods, levels, seen, through
        self._back: dict[tuple[int, int], int] = {}
        """(length, hex) -> hex before it on its line, as far as it has been asked for."""
        self._lengths: dict[int, int] = {}
        self._paths: dict[int, tuple[int, ...]] = {}
        """Place -> steps of its line, and its line, as far as they have been asked for."""

    def agrees(self, fresh: Lines) -> bool:
        """True when both are lines of the same flood, whatever has been asked of either."""
        return (self._levels, self._through) == (fresh._levels, fresh._through)

    @property
    def hexes(self) -> int:
        """The hexes to which a line leads, as one integer."""
        return self._seen

    def bit(self, place: int) -> int:
        """The integer that stands for a hex; 0 for a box."""
        return self._floods.bits[place]

    def __contains__(self, place: int) -> bool:
        return self._seen & self._floods.bits[place] != 0

    def __iter__(self) -> Iterator[int]:
        """Places to which a line leads, ascending. O(their number)."""
        return iter(self._floods.places(self._seen))

    def nearest(self, places: Iterable[int]) -> tuple[int, ...]:
        """Those of several places to which a line leads, nearest first, then ascending. O(greatest length)."""
        left, found = self._floods.hexes(places) & self._seen, list[int]()
        for level in self._levels:
            if not left:
                break
            if reached := level & left:
                found += self._floods.places(reached)
                left ^= reached
        return tuple(found)

    def length(self, place: int) -> int:
        """Steps of the line to a place; -1 where none leads. O(length), once."""
        found = self._lengths.get(place)
        if found is None:
            bit = self._floods.bits[place]
            levels = self._levels if self._seen & bit else ()
            found = self._lengths[place] = next((step for step, level in enumerate(levels) if level & bit), -1)
        return found

    def leads(self, near: int, place: int) -> bool:
        """May a line run on from `near` to the adjacent `place`? A start always does."""
        here = self.length(near)
        free = here == 0 or (here > 0 and self._through & self._floods.bits[near] != 0)
        return free and place in self._floods.links[near]

    def to(self, place: int) -> tuple[int, ...]:
        """The line to a place, its start and the place included; () where none leads. O(length), once."""
        found = self._paths.get(place)
        if found is None:
            found = self._paths[place] = self._to(place)
        return found

    def _to(self, place: int) -> tuple[int, ...]:
        length = self.length(place)
        if length < 0:
            return ()
        bits, path, back = self._floods.bits, [place], self._back
        for before in range(length - 1, -1, -1):
            here = path[-1]
            found = back.get((before, here))
            if found is None:
                level = self._levels[before] & self._through if before else self._levels[before]
                found = back[before, here] = min([near for near in self._floods.links[here] if level & bits[near]])
            path.append(found)
        return tuple(reversed(path))


class Leg(NamedTuple):
    """One part of a line: along which links, through which hexes it may run on, and how many steps at most (-1: any
    number). The floods of all legs of a line are of one board."""

    floods: Floods
    through: int
    limit: int = -1


class Trace:
    """Lines made of legs, from the nearest of several sources: along roads any number of hexes and then two off the
    road is `Trace(sources, [Leg(roads, free), Leg(ground, free, 2)])`. A leg may be empty: a line may end on any leg.

    A line takes the earliest leg that leads to its end, and there the shortest way (of equal ones the one through the
    lower previous place), from whatever the leg before has reached. O(legs * greatest length).
    """

    def __init__(self, sources: Iterable[int], legs: Sequence[Leg]) -> None:
        self._legs: list[Lines] = []
        start = edge = legs[0].floods.hexes(sources) if legs else 0
        for leg in legs:
            found = leg.floods.flood(edge, leg.through, leg.limit)
            self._legs.append(found)
            edge = start | found.hexes & leg.through

    def agrees(self, fresh: Trace) -> bool:
        """True when both are of the same floods, whatever has been asked of either."""
        pairs = zip(self._legs, fresh._legs, strict=False)
        return len(self._legs) == len(fresh._legs) and all(mine.agrees(theirs) for mine, theirs in pairs)

    def __contains__(self, place: int) -> bool:
        return any(place in lines for lines in self._legs)

    def to(self, place: int) -> tuple[int, ...]:
        """The line from its source to a place, both included; () where none leads."""
        first = next((number for number, lines in enumerate(self._legs) if place in lines), -1)
        path: tuple[int, ...] = (place,) if first >= 0 else ()
        for lines in reversed(self._legs[: first + 1]):
            path = (*lines.to(path[0]), *path[1:])
        return path

    def from_(self, place: int) -> tuple[int, ...]:
        """The line as a unit traces it, from its place to the source; () where none leads."""
        return self.to(place)[::-1]
