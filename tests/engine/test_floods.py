"""Floods: lines to all hexes at once are those that a search from hex to hex finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.editions.edition import open_edition
from hexledger.engine.map.floods import Floods
from hexledger.engine.map.hexes import DIRECTIONS

BOARD = open_edition("fortress_europa").board


class Patch(NamedTuple):
    """A parallelogram of hexes, numbered row by row, and the links between those next to each other."""

    q: tuple[int, ...]
    r: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]


def patch(width: int, height: int, shut: frozenset[tuple[int, int]] = frozenset()) -> Patch:
    """`shut`: pairs of places, the lower first, between which no link leads."""
    at = {(q, r): r * width + q for r in range(height) for q in range(width)}
    links = tuple(tuple(at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in at) for (q, r) in at)
    opened = (tuple(b for b in near if (min(a, b), max(a, b)) not in shut) for a, near in enumerate(links))
    # the axes may begin anywhere, below nought as well
    return Patch(tuple(q - 3 for q, _ in at), tuple(r + 5 for _, r in at), tuple(opened))


def walked(
    links: Sequence[Sequence[int]], starts: Sequence[int], through: frozenset[int], limit: int
) -> dict[int, tuple[int, ...]]:
    """Place -> the line to it, place by place: the shortest, then the one through the lower previous place."""
    lines = {start: (start,) for start in starts}
    edge = sorted(starts)
    while edge and len(lines[edge[0]]) != limit + 1:
        found: list[int] = []
        for place in edge:
            if place in starts or place in through:
                for there in links[place]:
                    if there not in lines:
                        lines[there] = (*lines[place], there)
                        found.append(there)
        edge = sorted(found)
    return lines


places = st.integers(0, 29)


@settings(max_examples=200)
@given(
    st.sets(places, min_size=1, max_size=3), st.frozensets(places), st.frozensets(st.tuples(places, places)), st.data()
)
def test_every_line_of_a_flood_is_the_one_that_a_walk_finds(starts, through, shut, data):
    ground = patch(6, 5, shut)
    limit = data.draw(st.integers(-1, 6))
    floods = Floods(ground, ground.links)
    lines = floods.lines(sorted(starts), floods.hexes(through), limit)
    wanted = walked(ground.links, sorted(starts), through, limit)
    assert {place: lines.to(place) for place in range(30) if place in lines} == wanted
    assert [lines.length(place) for place in range(30)] == [len(wanted.get(place, ())) - 1 for place in range(30)]
    assert all(lines.to(place) == () for place in range(30) if place not in wanted)
    assert list(lines) == sorted(wanted)
    some = data.draw(st.sets(places))
    assert lines.nearest(some) == tuple(
        sorted((place for place in some if place in wanted), key=lambda place: (len(wanted[place]), place))
    )


@pytest.mark.parametrize("label", ["L6", "RR26", "BB12"])
def test_lines_over_the_whole_map_are_those_of_a_walk(label: str) -> None:
    start, through = BOARD.place(label), frozenset(p for p in range(BOARD.n_hexes) if BOARD.terrain[p] != "sea")
    floods = Floods(BOARD, BOARD.neighbours)
    lines = floods.lines((start,), floods.hexes(through))
    wanted = walked(BOARD.neighbours, (start,), through, -1)
    assert len(wanted) > 1000
    assert {place: lines.to(place) for place in range(BOARD.n_places) if place in lines} == wanted


def test_no_line_leads_to_a_box_or_from_one():
    floods = Floods(BOARD, BOARD.neighbours)
    everything = floods.hexes(range(BOARD.n_places))
    box = BOARD.place("england")
    assert box not in floods.lines((0,), everything)
    assert floods.lines((box,), everything).to(0) == ()
