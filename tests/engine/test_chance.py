"""The choices of bots: the best of some, where its worth is dear."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.bots.chance import Chance, best, best_hoped


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 5)), min_size=1))
def test_the_best_is_the_same_whether_all_are_asked_or_those_alone_that_may_be_it(items: list[tuple[int, int]]) -> None:
    """Each item: its number, and what it is worth below what is hoped for."""
    numbered = list(enumerate(items))

    def hope(item: tuple[int, tuple[int, int]]) -> int:
        return item[1][0]

    def worth(item: tuple[int, tuple[int, int]]) -> int:
        asked.append(item)
        return item[1][0] - item[1][1]

    asked: list[tuple[int, tuple[int, int]]] = []
    wanted = best(numbered, worth, Chance("a", "b", 1))
    asked.clear()
    assert best_hoped(numbered, hope, worth, Chance("a", "b", 1)) == wanted
    assert all(hope(item) >= wanted[1][0] - wanted[1][1] for item in asked)
