"""Hex arithmetic."""

from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.map import hexes

coordinate = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@given(coordinate, coordinate, coordinate)
def test_range_is_a_metric(a, b, c):
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(coordinate, st.integers(0, 5))
def test_each_neighbour_is_one_hex_away_and_the_opposite_direction_leads_back(here, direction):
    there = hexes.neighbour(here, direction)
    assert hexes.distance(here, there) == 1
    assert hexes.neighbour(there, hexes.opposite(direction)) == here


@given(st.integers(0, 12))
def test_a_range_of_n_hexes_covers_the_hexes_of_the_formula(radius):
    found = list(hexes.offsets(radius))
    assert len(found) == len({offset for _, offset in found}) == 1 + 3 * radius * (radius + 1)
    assert all(hexes.distance((0, 0), offset) == d <= radius for d, offset in found)


def test_directions_are_named_as_the_map_is_printed():
    origin = (0, 0)
    pointy = {
        name: hexes.layout(hexes.neighbour(origin, n), "pointy")
        for n, name in enumerate(hexes.direction_names("pointy"))
    }
    assert pointy == {"E": (2, 0), "NE": (1, -1), "NW": (-1, -1), "W": (-2, 0), "SW": (-1, 1), "SE": (1, 1)}
    flat = {
        name: hexes.layout(hexes.neighbour(origin, n), "flat") for n, name in enumerate(hexes.direction_names("flat"))
    }
    assert flat == {"SE": (1, 1), "NE": (1, -1), "N": (0, -2), "NW": (-1, -1), "SW": (-1, 1), "S": (0, 2)}
