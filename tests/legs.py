"""Lines of several legs, searched hex by hex: the reference for lines that the engine floods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexledger.engine.map.paths import Neighbourhood, PlaceTest, StepTest


@dataclass(frozen=True)
class Leg:
    """One part of a line: at most ``limit`` steps (None = any number), each accepted by ``step(from, to)``."""

    step: StepTest
    limit: int | None = None


@dataclass(frozen=True)
class Line:
    """A traced line. ``path`` runs from the start to the source; ``lengths`` counts the steps of each leg."""

    path: tuple[int, ...]
    lengths: tuple[int, ...]


def trace_line(
    board: Neighbourhood,
    start: int,
    is_source: PlaceTest,
    legs: Sequence[Leg],
    through: PlaceTest | None = None,
) -> Line | None:
    """Shortest line from start to a source, made of legs in order; None when there is none.

    Two hexes off road and then road of any length is ``[Leg(open_ground, 2), Leg(along_road)]``. A leg may be empty,
    and the source may lie on any leg. ``through`` tells which places a line may run on from (the start always may): a
    line may end in a place that fails it, if that place is a source. Ties: earlier leg, then neighbour order.
    """
    if not legs:
        return Line((start,), ()) if is_source(start) else None
    # A node is (place, leg, steps used on the leg); unlimited legs need no count, so it stays 0 there.
    first = (start, 0, 0)
    parents: dict[tuple[int, int, int], tuple[int, int, int] | None] = {first: None}
    level = [first]
    while level:
        for node in level:
            if is_source(node[0]):
                return _line(node, parents, len(legs))
        following: list[tuple[int, int, int]] = []
        for node in level:
            place, leg, used = node
            if through is not None and place != start and not through(place):
                continue
            for number in range(leg, len(legs)):
                step, limit = legs[number].step, legs[number].limit
                spent = used if number == leg else 0
                if limit is not None:
                    if spent >= limit:
                        continue
                    spent += 1
                for there in board.neighbours[place]:
                    entry = (there, number, spent)
                    if entry not in parents and step(place, there):
                        parents[entry] = node
                        following.append(entry)
        level = following
    return None


def _line(
    node: tuple[int, int, int], parents: Mapping[tuple[int, int, int], tuple[int, int, int] | None], legs: int
) -> Line:
    path: list[int] = []
    lengths = [0] * legs
    at: tuple[int, int, int] | None = node
    while at is not None:
        path.append(at[0])
        before = parents[at]
        if before is not None:
            lengths[at[1]] += 1
        at = before
    return Line(tuple(reversed(path)), tuple(lengths))
