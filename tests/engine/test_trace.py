"""Lines of several legs: what the floods find is what a search hex by hex finds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.editions.edition import open_edition
from hexledger.engine.map.floods import Floods, Leg, Trace
from tests import legs as slow
from tests.engine.test_floods import Patch, patch

FIELD = patch(6, 5)
places = st.integers(0, 29)


class Walked:
    """A patch as a search hex by hex wants it."""

    neighbours = FIELD.links


def roads(on: frozenset[int]) -> Patch:
    """The same hexes, linked only where a road runs from hex to hex."""
    return FIELD._replace(links=tuple(tuple(b for b in near if {a, b} <= on) for a, near in enumerate(FIELD.links)))


@settings(max_examples=150)
@given(st.sets(places, max_size=3), st.frozensets(places), st.frozensets(places), st.integers(0, 3))
def test_a_line_over_roads_and_then_off_them_leads_where_a_search_hex_by_hex_finds_one(sources, on_road, closed, off):
    free = frozenset(range(30)) - closed
    ground, net = Floods(FIELD, FIELD.links), Floods(FIELD, roads(on_road).links)
    through = ground.hexes(free)
    trace = Trace(sources, [Leg(net, through), Leg(ground, through, off)])
    for place in range(30):
        line = slow.trace_line(
            Walked,
            place,
            sources.__contains__,
            [slow.Leg(lambda _, b: b in free or b in sources, off), slow.Leg(lambda a, b: {a, b} <= on_road)],
            through=free.__contains__,
        )
        found = trace.from_(place)
        assert (place in trace) == bool(found)
        assert bool(found) == (line is not None)
        if found:
            assert found[0] == place and found[-1] in sources and len(set(found)) == len(found)
            assert all(b in FIELD.links[a] for a, b in pairwise(found))
            assert all(there in free for there in found[1:-1])
            steps = list(pairwise(found))
            assert any(all({a, b} <= on_road for a, b in steps[k:]) for k in range(min(off, len(steps)) + 1))


def test_a_line_prefers_the_road_all_the_way_to_a_shorter_way_across_country():
    on_road = frozenset({0, 1, 2, 8, 14})
    ground, net = Floods(FIELD, FIELD.links), Floods(FIELD, roads(on_road).links)
    through = ground.hexes(range(30))
    trace = Trace([0], [Leg(net, through), Leg(ground, through, 2)])
    assert trace.to(14) == (0, 1, 2, 8, 14)
    assert trace.from_(14) == (14, 8, 2, 1, 0)
    assert trace.to(20) == (0, 1, 2, 8, 14, 20)
    assert 29 not in trace and trace.to(29) == ()
    assert 0 not in Trace([0], []) and 0 in Trace([0], [Leg(net, through)])


def test_lines_of_the_same_flood_agree_whatever_has_been_asked_of_them():
    ground = Floods(FIELD, FIELD.links)
    one, other, shorter = (ground.lines([0], ground.hexes(range(30)), limit) for limit in (-1, -1, 3))
    assert one.to(29)
    assert one.agrees(other) and other.agrees(one)
    assert not one.agrees(shorter)


def test_a_line_of_communication_runs_from_caen_along_real_roads_to_a_german_source():
    """J6 5.31, on an empty board."""
    board = open_edition("june_6").board
    ground = Floods(board, board.neighbours)
    net = Floods(board, [[b for b in near if board.road(a, b) is not None] for a, near in enumerate(board.neighbours)])
    through = ground.hexes(range(board.n_hexes))
    sources = board.in_area("supply_german")
    line = Trace(sources, [Leg(net, through), Leg(ground, through, 2)]).from_(board.index["E1737"])
    assert line[-1] in sources
    assert all(board.road(a, b) for a, b in list(pairwise(line))[2:])
