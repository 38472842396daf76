"""Reach: where a unit can go. The steps of the bare map are priced once for all units that move alike; what enemies and
their zones change of them is asked only where they are."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from heapq import heappop, heappush
from typing import Final, Protocol, TypeAlias

from hexledger.engine.map.paths import NO_PLACE, Reached

Steps: TypeAlias = Sequence[tuple[int, int]]
"""(place one step away, its cost), in the order of the map; a step that the map forbids is left out."""
Over: TypeAlias = Callable[[int, int, int], int | None]
"""(from, to, cost on the bare map) -> cost as things are, None where the step is not allowed."""

NOWHERE: Final[frozenset[int]] = frozenset()


class StepTable(Protocol):
    """Place -> its steps: a mapping, or what finds them out when it is asked."""

    def __getitem__(self, place: int, /) -> Steps: ...


def reach(
    steps: StepTable,
    start: int,
    limit: int,
    *,
    first: Steps | None = None,
    least: int = 0,
    near: Container[int] = NOWHERE,
    over: Over | None = None,
    stops: Container[int] = NOWHERE,
) -> Reached:
    """Cheapest way from start to every place within a movement allowance, as `paths.cheapest` finds it.

    Args:
        steps: place -> its steps on the bare map, for all units that move alike; best kept as `memory.rows`.
        first: steps out of the start where they are others than later.
        least: what every step costs at least: where less than that is left, nobody asks for steps.
        near: places where something lies that may change a step: enemies, their zones, markers.
        over: asked for every step that begins or ends in one of `near`; without it none of those is allowed.
        stops: places that may be entered but not left again. The start may be left.

    A place may be a node that says more than a hex (how it was entered). Ties: fewer hexes, then the lower previous
    place. O(places * steps * log). Costs may not be negative.
    """
    # Heap entries sort by cost, then number of steps, then previous place: that is the tie-break.
    heap: list[tuple[int, int, int, int]] = [(0, 0, NO_PLACE, start)]
    best: dict[int, tuple[int, int, int]] = {start: (0, 0, NO_PLACE)}
    reached: Reached = {}
    while heap:
        spent, count, before, place = heappop(heap)
        if place in reached:
            continue
        reached[place] = (spent, before)
        if spent + least > limit or (place != start and place in stops):
            continue
        touched, count = place in near, count + 1
        for there, price in first if first is not None and place == start else steps[place]:
            if there in reached:
                continue
            total = spent + price
            if touched or there in near:
                cost = None if over is None else over(place, there, price)
                if cost is None:
                    continue
                total = spent + cost
            if total > limit:
                continue
            known = best.get(there)
            if known is None or (total, count, place) < known:
                best[there] = (total, count, place)
                heappush(heap, (total, count, place, there))
    return reached
