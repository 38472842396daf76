"""Path searches, on small boards where every path can be counted, and on the real one."""

import itertools
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.editions.edition import open_edition
from hexledger.engine.map.hexes import DIRECTIONS
from hexledger.engine.map.paths import (
    NO_PLACE,
    cheapest,
    components,
    flood,
    path_to,
    shortest,
    spread,
)

BOARD = open_edition("june_6").board


@dataclass(frozen=True)
class Patch:
    """A parallelogram of hexes, numbered row by row."""

    neighbours: tuple[tuple[int, ...], ...]


def patch(width, height):
    at = {(q, r): r * width + q for r in range(height) for q in range(width)}
    return Patch(
        tuple(
            tuple(at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in at)
            for r in range(height)
            for q in range(width)
        )
    )


def row(length):
    return Patch(tuple(tuple(p for p in (n - 1, n + 1) if 0 <= p < length) for n in range(length)))


def one(*_):
    return 1


def simple_paths(board, start, goal, seen=()):
    if start == goal:
        yield (goal,)
        return
    for there in board.neighbours[start]:
        if there not in seen:
            for rest in simple_paths(board, there, goal, (*seen, start)):
                yield (start, *rest)


def total_cost(path, cost):
    steps = [cost(a, b) for a, b in itertools.pairwise(path)]
    return None if None in steps else sum(steps)


SMALL = patch(3, 3)
prices = st.lists(st.one_of(st.none(), st.integers(0, 5)), min_size=9, max_size=9)
stops = st.sets(st.integers(1, 8))


@settings(max_examples=60)
@given(prices, st.one_of(st.none(), st.integers(0, 10)), stops)
def test_the_cheapest_path_is_the_cheapest_of_all_paths(price, limit, halted):
    def cost(_, there):
        return price[there]

    reached = cheapest(SMALL, 0, cost, limit, stop=lambda place: place in halted)
    for goal in range(9):
        allowed = [p for p in simple_paths(SMALL, 0, goal) if not any(place in halted for place in p[1:-1])]
        totals = [(total, len(p)) for p in allowed if (total := total_cost(p, cost)) is not None]
        within = [pair for pair in totals if limit is None or pair[0] <= limit]
        assert (goal in reached) == bool(within)
        if within:
            path = path_to(reached, goal)
            assert path[0] == 0 and path[-1] == goal
            assert all(b in SMALL.neighbours[a] for a, b in itertools.pairwise(path))
            assert total_cost(path, cost) == reached[goal][0] == min(within)[0]
            assert len(path) == min(within)[1], "of equally cheap paths the shortest"


def test_places_come_in_order_of_cost_and_the_start_has_no_predecessor():
    reached = cheapest(SMALL, 4, lambda _, there: there + 1, None)
    costs = [spent for spent, _ in reached.values()]
    assert costs == sorted(costs) and reached[4] == (0, NO_PLACE)
    assert len(reached) == 9


def test_of_two_equal_paths_the_one_through_the_lower_place_is_taken():
    reached = cheapest(patch(2, 2), 0, lambda a, b: 1 if (a, b) != (1, 2) else None)
    assert path_to(reached, 3) == (0, 1, 3)
    assert path_to(reached, 99) == ()


def test_of_two_equally_cheap_paths_the_one_with_fewer_hexes_is_taken_even_when_found_later():
    price = {(0, 1): 0, (1, 2): 0, (2, 3): 2, (0, 4): 1, (4, 3): 1}
    web = Patch(((1, 4), (2,), (3,), (), (3,)))
    reached = cheapest(web, 0, lambda a, b: price[a, b])
    assert path_to(reached, 3) == (0, 4, 3) and reached[3][0] == 2


def test_a_unit_stopped_by_a_place_may_enter_but_not_leave_it():
    reached = cheapest(row(6), 0, one, None, stop=lambda place: place == 3)
    assert sorted(reached) == [0, 1, 2, 3]
    assert sorted(cheapest(row(6), 3, one, 1, stop=lambda _: True)) == [2, 3, 4], "the start may be left"


def test_other_steps_than_neighbours_can_be_given():
    reached = cheapest(row(3), 0, one, steps=lambda place: (place + 10,) if place < 30 else ())
    assert list(reached) == [0, 10, 20, 30]


def test_a_negative_cost_is_an_error():
    with pytest.raises(ValueError, match="negative cost -1"):
        cheapest(row(2), 0, lambda *_: -1)


def anywhere(*_):
    return True


@settings(max_examples=60)
@given(st.sets(st.integers(0, 8)), st.sets(st.integers(0, 8)), st.one_of(st.none(), st.integers(0, 4)))
def test_the_shortest_way_is_the_shortest_of_all_ways(closed, goals, limit):
    def can_step(_, there):
        return there not in closed

    way = shortest(SMALL, 4, lambda place: place in goals, can_step, limit)
    ways = [p for goal in goals for p in simple_paths(SMALL, 4, goal) if not closed & set(p[1:])]
    lengths = [len(p) for p in ways if limit is None or len(p) - 1 <= limit]
    assert bool(way) == bool(lengths)
    if way:
        assert way in ways and len(way) == min(lengths)


def test_of_two_shortest_ways_the_one_through_the_first_neighbour_is_taken():
    web = Patch(((2, 1), (3,), (3,), ()))
    assert shortest(web, 0, lambda place: place == 3, anywhere) == (0, 2, 3)


def test_connected_land_and_sea():
    land = flood(BOARD, (BOARD.index["E1737"],), lambda _, there: BOARD.terrain[there] != "sea")
    assert BOARD.index["W4911"] in land and all(BOARD.terrain[p] != "sea" for p in land)
    assert list(land) == sorted(land)


def test_places_fall_into_their_connected_groups():
    assert components(row(9), [7, 0, 1, 4, 8, 3]) == ((0, 1), (3, 4), (7, 8))
    assert components(row(9), []) == ()


def test_spread_reaches_what_lies_within_the_limit_and_asks_what_was_spent():
    board = row(6)
    assert spread(0, 3, lambda place, _spent: board.neighbours[place]) == {
        0: (0, NO_PLACE),
        1: (1, 0),
        2: (2, 1),
        3: (3, 2),
    }
    tired = spread(0, 5, lambda place, spent: board.neighbours[place] if spent < 2 else ())
    assert list(tired) == [0, 1, 2]
