"""Zones of control mended from move to move are those made from nothing; a reach with enemies laid over is a search."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.map.paths import cheapest, path_to
from hexledger.engine.map.reach import reach
from hexledger.engine.map.zones import Zones
from tests.engine.test_paths import patch

FIELD = patch(6, 5)
place = st.integers(0, 29)
standing = st.dictionaries(st.integers(0, 7), st.integers(-30, 29))


def hexes(stand: int) -> tuple[int, ...]:
    """A unit's zone: its hex and those around it, or (below zero) its own hex alone."""
    return (stand, *FIELD.neighbours[stand]) if stand >= 0 else (~stand,)


def anew(stands: dict[int, int]) -> dict[int, tuple[int, ...]]:
    over: dict[int, list[int]] = {}
    for piece in sorted(stands):
        for there in hexes(stands[piece]):
            over.setdefault(there, []).append(piece)
    return {there: tuple(over[there]) for there in sorted(over)}


@settings(max_examples=150)
@given(st.lists(standing, min_size=1, max_size=6))
def test_zones_that_follow_the_units_are_those_made_from_nothing_in_the_same_order(course):
    zones = Zones()
    for stands in course:
        before, was = zones, list(zones.over.items())
        zones = zones.now(stands, hexes)
        assert list(zones.over.items()) == list(anew(stands).items())
        assert list(before.over.items()) == was, "what was handed out is left as it is"
        assert zones.now(dict(stands), hexes) is zones


def test_what_the_zones_hang_on_besides_makes_them_anew():
    alone = lambda stand: (stand,)  # noqa: E731
    zones = Zones().now({1: 3}, hexes, "dry")
    assert len(zones.over) > 1
    assert zones.now({1: 3}, alone, "dry") is zones
    assert zones.now({1: 3}, alone, "wet").over == {3: (1,)}


prices = st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=30, max_size=30)


@settings(max_examples=150)
@given(prices, place, st.integers(0, 12), st.frozensets(place), st.frozensets(place))
def test_a_reach_is_what_a_search_finds_that_asks_about_every_step(price, start, limit, enemies, stops):
    steps = {
        here: tuple((there, cost) for there in near if (cost := price[there]) is not None)
        for here, near in enumerate(FIELD.neighbours)
    }
    near = enemies | frozenset(there for here in enemies for there in FIELD.neighbours[here])

    def over(here: int, there: int, cost: int) -> int | None:
        if there in enemies:
            return None
        return cost + 2 if here in near and there in near else cost

    def asked(here: int, there: int) -> int | None:
        cost = price[there]
        return cost if cost is None or not {here, there} & near else over(here, there, cost)

    found = reach(steps, start, limit, near=near, over=over, stops=stops)
    assert list(found.items()) == list(cheapest(FIELD, start, asked, limit, stop=stops.__contains__).items())


def test_without_a_word_on_what_lies_there_nothing_near_it_is_entered():
    steps = {here: tuple((there, 1) for there in near) for here, near in enumerate(FIELD.neighbours)}
    found = reach(steps, 0, 40, near=frozenset(range(12, 18)))
    assert sorted(found) == list(range(12))
    assert path_to(found, 11)[0] == 0


@settings(max_examples=100)
@given(
    st.lists(st.one_of(st.none(), st.integers(2, 5)), min_size=30, max_size=30),
    place,
    st.integers(0, 12),
    st.frozensets(place),
    st.integers(0, 2),
    st.integers(0, 3),
)
def test_nobody_asks_for_the_steps_out_of_a_place_where_too_little_is_left(price, start, limit, stops, least, dearer):
    steps = {
        here: [(there, cost) for there in near if (cost := price[there]) is not None]
        for here, near in enumerate(FIELD.neighbours)
    }
    first = [(there, cost + dearer) for there, cost in steps[start]]
    asked: list[int] = []

    class Table:
        def __getitem__(self, here: int) -> list[tuple[int, int]]:
            asked.append(here)
            return steps[here]

    def step(here: int, there: int) -> int | None:
        return dict(first if here == start else steps[here]).get(there)

    found = reach(Table(), start, limit, first=first, least=least, stops=stops)
    assert list(found.items()) == list(cheapest(FIELD, start, step, limit, stop=stops.__contains__).items())
    assert asked == [here for here in found if found[here][0] + least <= limit and here != start and here not in stops]
