"""Ways of a retreat: simple paths of a given length, in a fixed order. What may be entered is the game's affair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence


def ways(
    start: int,
    length: int,
    neighbours: Sequence[Sequence[int]],
    may_enter: Callable[[int, int], bool],
    may_end: Callable[[int], bool],
) -> Iterator[tuple[int, ...]]:
    """Every path of exactly `length` different hexes that leaves `start` and never comes back to it.

    neighbours  place -> adjacent places, in the order in which ways are found
    may_enter   (here, there): may a unit go from one hex to the next?
    may_end     (there): may the retreat end there?
    The paths name the hexes entered, without `start`. O(branching ** length).
    """

    def extend(path: tuple[int, ...], here: int) -> Iterator[tuple[int, ...]]:
        for there in neighbours[here]:
            if there == start or there in path or not may_enter(here, there):
                continue
            longer = (*path, there)
            if len(longer) < length:
                yield from extend(longer, there)
            elif may_end(there):
                yield longer

    if length > 0:
        yield from extend((), start)


def most_placed(options: Sequence[Sequence[int]], room: Callable[[int, Sequence[int]], bool]) -> int:
    """How many of several units can find an end for their retreat together.

    options  for each unit the places where it could end
    room     (place, units): do these units, by their number in `options`, fit there together?
    Exact search; for the few units of a stack.
    """

    def place(number: int, taken: dict[int, tuple[int, ...]]) -> int:
        if number == len(options):
            return 0
        best = place(number + 1, taken)
        for there in options[number]:
            if best == len(options) - number:
                break
            together = (*taken.get(there, ()), number)
            if room(there, together):
                best = max(best, 1 + place(number + 1, {**taken, there: together}))
        return best

    return place(0, {})
