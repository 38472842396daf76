"""The board: look-ups that the rules make in their inner loops."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.editions.edition import open_edition
from hexledger.engine.map import hexes
from hexledger.engine.map.board import BoardError

BOARD = open_edition("june_6").board
any_hex = st.integers(0, BOARD.n_hexes - 1)


def at(label):
    return BOARD.index[label]


def test_hexes_come_first_and_boxes_follow():
    assert BOARD.n_hexes == 2316
    assert BOARD.n_places == 2316 + 14
    assert BOARD.labels[BOARD.n_hexes] == "utah_box"
    assert [BOARD.index[label] for label in BOARD.labels] == list(range(BOARD.n_places))
    assert BOARD.is_hex(at("E1737")) and not BOARD.is_hex(at("utah_box"))
    assert BOARD.names[at("utah_box")] == "Utah landing box"


def test_neighbours_are_in_compass_order_and_mutual():
    assert [BOARD.labels[p] for p in BOARD.neighbours[at("E1940")]] == [
        "E1941", "E2041", "E2040", "E1939", "E1840", "E1841",
    ]  # fmt: skip
    for a in range(BOARD.n_hexes):
        assert all(a in BOARD.neighbours[b] for b in BOARD.neighbours[a])
    assert BOARD.neighbours[at("utah_box")] == ()


def test_every_neighbour_is_found_by_direction_and_name():
    here = at("E1940")
    names = [BOARD.direction_name(here, there) for there in BOARD.neighbours[here]]
    assert names == ["E", "NE", "NW", "W", "SW", "SE"]
    assert BOARD.direction(here, at("E1737")) is None
    assert BOARD.direction(here, at("utah_box")) is None
    assert BOARD.direction_name(here, here) is None


@given(any_hex, any_hex)
def test_range_on_the_board_is_the_axial_range(a, b):
    assert BOARD.distance(a, b) == hexes.distance((BOARD.q[a], BOARD.r[a]), (BOARD.q[b], BOARD.r[b]))
    assert BOARD.adjacent(a, b) == (BOARD.distance(a, b) == 1)


@given(any_hex, st.integers(0, 6))
def test_hexes_within_range_match_a_search_of_the_whole_board(a, n):
    brute = sorted((BOARD.distance(a, b), b) for b in range(BOARD.n_hexes) if BOARD.distance(a, b) <= n)
    assert BOARD.within(a, n) == tuple(place for _, place in brute)
    assert BOARD.within(a, n) is BOARD.within(a, n), "the second look-up is the cached tuple"


def test_a_box_has_no_range_and_no_place_on_the_grid():
    box, caen = at("utah_box"), at("E1737")
    for question in (
        lambda: BOARD.distance(box, caen),
        lambda: BOARD.within(box, 1),
        lambda: BOARD.xy(box),
    ):
        with pytest.raises(BoardError, match="utah_box"):
            question()


def test_unknown_names_are_refused_by_name():
    with pytest.raises(BoardError, match="X9999"):
        BOARD.place("X9999")
    with pytest.raises(BoardError, match="no_such_area"):
        BOARD.in_area("no_such_area")
    with pytest.raises(BoardError, match="no_such_box"):
        BOARD.box_hexes("no_such_box")


def test_a_hexside_is_the_same_from_both_sides_and_plain_ones_are_empty():
    crossed = 0
    for a in range(BOARD.n_hexes):
        for b in BOARD.neighbours[a]:
            assert BOARD.hexsides(a, b) == BOARD.hexsides(b, a)
            assert BOARD.has_bridge(a, b) == BOARD.has_bridge(b, a)
            assert BOARD.road(a, b) == BOARD.road(b, a)
            crossed += bool(BOARD.hexsides(a, b))
    assert crossed == 2 * len({(a, b) for a, b, _ in BOARD.data.sides}) > 0
    assert BOARD.hexsides(at("W1001"), at("W1002")) == ()
    assert BOARD.hexside_name(at("W1001"), at("W1002")) == ""


def test_the_bridges_of_the_board_are_those_that_the_hexsides_report():
    reported = {(a, b) for a in range(BOARD.n_hexes) for b in BOARD.neighbours[a] if a < b and BOARD.has_bridge(a, b)}
    assert tuple(sorted(reported)) == BOARD.bridges()
    assert len(reported) > 0
    assert all(BOARD.hexsides(a, b) for a, b in reported)


def test_the_better_road_counts_where_two_run_together():
    both = [(a, b) for a, b, _ in BOARD.data.links if set(BOARD.links(a, b)) == {"main_road", "minor_road"}]
    assert both, "the board has hexes joined by a main and a minor road"
    assert {BOARD.road(a, b) for a, b in both} == {"main_road"}
    single = [(a, b) for a, b, _ in BOARD.data.links if len(BOARD.links(a, b)) == 1]
    assert all(BOARD.road(a, b) == BOARD.links(a, b)[0] for a, b in single)


def test_a_box_leads_to_hexes_and_to_the_hexes_of_its_areas():
    assert [BOARD.labels[p] for p in BOARD.box_hexes("sword_box")] == ["E2540", "E2640"]
    entries = BOARD.box_hexes("interdiction_cde")
    assert entries == tuple(itertools.chain(*(BOARD.areas[f"entry_{x}"] for x in "cde")))


def test_a_board_cannot_be_changed():
    with pytest.raises(AttributeError, match="never changes"):
        BOARD.terrain = ()
    assert open_edition("june_6").board == BOARD


def test_neighbouring_centres_are_equally_far_apart_in_the_layout():
    here = at("E1940")
    x, y = BOARD.xy(here)
    steps = [(BOARD.xy(p)[0] - x, BOARD.xy(p)[1] - y) for p in BOARD.neighbours[here]]
    assert steps == [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)]
