"""Assignment of customers to suppliers of limited capacity."""

from __future__ import annotations

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.procedures.assignment import serve


def test_the_first_in_order_is_served_and_the_last_goes_without() -> None:
    assert serve([(1,), (1,), (1,)], {1: 2}) == (1, 1, -1)


def test_one_already_served_moves_over_to_make_room() -> None:
    assert serve([(1, 2), (1,)], {1: 1, 2: 1}) == (2, 1)


def test_a_supplier_without_capacity_serves_nobody() -> None:
    assert serve([(1,), (3,)], {1: 0}) == (-1, -1)


_PROBLEMS = st.tuples(
    st.lists(st.lists(st.integers(0, 4), max_size=4, unique=True).map(tuple), max_size=12),
    st.dictionaries(st.integers(0, 4), st.integers(0, 4)),
)


def greatest_flow(wishes: list[tuple[int, ...]], capacity: dict[int, int]) -> int:
    """How many can be served at most, by a solver that is not ours."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(("source", "sink"))
    for customer, suppliers in enumerate(wishes):
        graph.add_edge("source", ("c", customer), capacity=1)
        for supplier in suppliers:
            if supplier in capacity:
                graph.add_edge(("c", customer), ("s", supplier), capacity=1)
    for supplier, room in capacity.items():
        graph.add_edge(("s", supplier), "sink", capacity=room)
    return int(networkx.maximum_flow_value(graph, "source", "sink"))


@settings(max_examples=60, deadline=None)
@given(_PROBLEMS)
def test_as_many_are_served_as_a_greatest_flow_serves(problem: tuple[list[tuple[int, ...]], dict[int, int]]) -> None:
    wishes, capacity = problem
    found = serve(wishes, capacity)
    assert sum(1 for supplier in found if supplier >= 0) == greatest_flow(wishes, capacity)
    for customer, supplier in enumerate(found):
        assert supplier == -1 or supplier in wishes[customer]
    for supplier, room in capacity.items():
        assert found.count(supplier) <= room


@settings(max_examples=60, deadline=None)
@given(_PROBLEMS)
def test_nobody_goes_without_for_one_who_comes_later(problem: tuple[list[tuple[int, ...]], dict[int, int]]) -> None:
    wishes, capacity = problem
    found = serve(wishes, capacity)
    for last in range(len(wishes)):
        before = [w for w, s in zip(wishes[:last], found[:last], strict=True) if s >= 0]
        could = greatest_flow([*before, wishes[last]], capacity) == len(before) + 1
        assert could == (found[last] >= 0)
