"""Ways of a retreat and who finds an end for it (engine.retreats)."""

from __future__ import annotations

from hexledger.engine.procedures.retreat import most_placed, ways

# a ring of six places round place 0
RING = ((1, 2, 3, 4, 5, 6), *(tuple(sorted({0, 1 + n % 6, 1 + (n - 2) % 6})) for n in range(1, 7)))


def test_a_way_has_the_length_asked_for_and_never_comes_back() -> None:
    found = list(ways(0, 2, RING, lambda _here, _there: True, lambda _there: True))
    assert len(found) == 12 and all(len(set(way)) == 2 and 0 not in way for way in found)


def test_closed_places_and_ends_are_left_out() -> None:
    found = list(ways(0, 2, RING, lambda _here, there: there != 2, lambda there: there in (1, 3)))
    assert found == [(4, 3), (6, 1)]


def test_no_way_is_none_hexes_long() -> None:
    assert list(ways(0, 0, RING, lambda _here, _there: True, lambda _there: True)) == []


def test_units_share_out_the_room_so_that_most_are_saved() -> None:
    one_each = lambda _place, units: len(units) <= 1  # noqa: E731
    assert most_placed([(7, 8), (7,)], one_each) == 2
    assert most_placed([(7,), (7,)], one_each) == 1
    assert most_placed([(), (7,)], one_each) == 1
