"""Searches over the board that every game uses: cheapest and shortest paths, connected hexes.

All of them take the rules as small functions of place numbers and know nothing of any game. Costs are integers (use
half or quarter points where a rulebook has fractions). Results do not depend on hashing or set order: where two paths
are equally good, the one with fewer hexes wins, then the one that comes first in place order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, Protocol

StepCost = Callable[[int, int], int | None]
"""Cost of the step from one place to the next, None when the step is not allowed. Never negative."""
StepTest = Callable[[int, int], bool]
PlaceTest = Callable[[int], bool]

NO_PLACE: Final = -1
"""The predecessor of a starting place."""

Reached = dict[int, tuple[int, int]]
"""Place -> (cost from the start, place before it); the start has cost 0 and NO_PLACE. In order of cost."""


class Neighbourhood(Protocol):
    """What the searches need of a board: the places one step away from each place, in fixed order."""

    @property
    def neighbours(self) -> Sequence[Sequence[int]]: ...


def cheapest(
    board: Neighbourhood,
    start: int,
    cost: StepCost,
    limit: int | None = None,
    stop: PlaceTest | None = None,
    steps: Callable[[int], Iterable[int]] | None = None,
) -> Reached:
    """Cheapest way from start to every place within a budget (Dijkstra).

    Args:
        cost: integer cost of a step, or None where it is not allowed.
        limit: greatest total cost, the movement allowance; None = no limit.
        stop: places that may be entered but not left again (an enemy ZOC that ends movement). The start may be left.
        steps: places one step away, where they are not just the neighbours (rail lines, boxes).

    Returns every reached place, the start first. Ties: fewer hexes, then the lower previous place.
    Raises ValueError when a cost is negative.
    """
    neighbours = board.neighbours
    # Heap entries sort by cost, then number of steps, then previous place: that is the tie-break.
    heap: list[tuple[int, int, int, int]] = [(0, 0, NO_PLACE, start)]
    best: dict[int, tuple[int, int, int]] = {start: (0, 0, NO_PLACE)}
    reached: Reached = {}
    while heap:
        spent, count, before, place = heappop(heap)
        if place in reached:
            continue
        reached[place] = (spent, before)
        if stop is not None and place != start and stop(place):
            continue
        for there in neighbours[place] if steps is None else steps(place):
            if there in reached:
                continue
            price = cost(place, there)
            if price is None:
                continue
            if price < 0:
                raise ValueError(f"the step from place {place} to {there} has negative cost {price}")
            total = spent + price
            if limit is not None and total > limit:
                continue
            entry = (total, count + 1, place)
            known = best.get(there)
            if known is None or entry < known:
                best[there] = entry
                heappush(heap, (total, count + 1, place, there))
    return reached


def path_to(reached: Mapping[int, tuple[int, int]], place: int) -> tuple[int, ...]:
    """The path found by `cheapest` from its start to place, both ends included; () when place was not reached."""
    if place not in reached:
        return ()
    path = [place]
    while (before := reached[path[-1]][1]) != NO_PLACE:
        path.append(before)
    return tuple(reversed(path))


def shortest(
    board: Neighbourhood, start: int, is_goal: PlaceTest, can_step: StepTest, limit: int | None = None
) -> tuple[int, ...]:
    """Shortest way from start to the nearest goal by allowed steps, both ends included; () when there is none within
    `limit` steps. Ties: neighbour order. O(places). For lines from many units to few sources see `floods.Trace`."""
    before = {start: NO_PLACE}
    level = [start]
    while level:
        goal = next((place for place in level if is_goal(place)), None)
        if goal is not None:
            path = [goal]
            while before[path[-1]] != NO_PLACE:
                path.append(before[path[-1]])
            return tuple(reversed(path))
        if limit is not None:
            limit -= 1
        following: list[int] = []
        for place in level if limit is None or limit >= 0 else ():
            for there in board.neighbours[place]:
                if there not in before and can_step(place, there):
                    before[there] = place
                    following.append(there)
        level = following
    return ()


def spread(start: int, limit: int, onward: Callable[[int, int], Iterable[int]]) -> Reached:
    """Every node within `limit` steps of start, where each step costs one point (breadth first).

    `onward(node, spent)` says where one may step from a node that was reached for `spent` points; a node may be more
    than a place (a hex and what has happened on the way), so that rules may depend on both. Ties: the lower previous
    node. The start has cost 0 and NO_PLACE. O(nodes * steps).
    """
    reached: Reached = {start: (0, NO_PLACE)}
    level = [start]
    for spent in range(limit):
        following: list[int] = []
        for node in level:
            for there in onward(node, spent):
                if there not in reached:
                    reached[there] = (spent + 1, node)
                    following.append(there)
        if not following:
            break
        level = sorted(following)
    return reached


def flood(board: Neighbourhood, starts: Iterable[int], can_step: StepTest) -> tuple[int, ...]:
    """Every place connected to the starts by allowed steps, the starts included, in place order."""
    found = dict.fromkeys(starts)
    queue = list(found)
    for place in queue:
        for there in board.neighbours[place]:
            if there not in found and can_step(place, there):
                found[there] = None
                queue.append(there)
    return tuple(sorted(found))


def components(board: Neighbourhood, places: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The places split into connected groups; groups and their members in place order."""
    members = frozenset(places)
    seen: dict[int, None] = {}
    groups: list[tuple[int, ...]] = []
    for place in sorted(members):
        if place not in seen:
            group = flood(board, (place,), lambda _, there: there in members)
            seen.update(dict.fromkeys(group))
            groups.append(group)
    return tuple(groups)
