"""Geometry of the sheet: grid, borders of areas, rivers and roads as lines, numbers and lettering."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.replays.picture import Hex, PictureOptions, Scene
from hexledger.replays.picture.counters import spots
from hexledger.replays.picture.ground import loops
from hexledger.replays.picture.layout import NEIGHBOURS, Cell, Layout, mix
from hexledger.replays.picture.lettering import fit, width, wrap
from hexledger.replays.picture.linework import chains
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import num, smooth
from hexledger.replays.picture.terrain import VARIANTS, stamp_name

Grid = Literal["pointy", "flat"]
GRIDS: tuple[Grid, ...] = ("pointy", "flat")
cells = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@given(cells, st.sampled_from(GRIDS), st.integers(0, 5))
def test_two_neighbours_share_the_same_two_corners(cell: Cell, grid: Grid, direction: int) -> None:
    layout = Layout(grid, 60)
    dq, dr = NEIGHBOURS[direction]
    other = (cell[0] + dq, cell[1] + dr)
    assert set(layout.side(cell, other)) == set(layout.side(other, cell))
    assert set(layout.side(cell, other)) == set(layout.corners(cell)) & set(layout.corners(other))
    assert layout.crossing(cell, other) == pytest.approx(layout.crossing(other, cell))


@given(cells, st.sampled_from(GRIDS))
def test_a_hex_is_found_again_at_its_centre_and_at_each_corner(cell: Cell, grid: Grid) -> None:
    layout = Layout(grid, 60)
    assert layout.cell_at(*layout.lattice(cell)) == cell
    for corner in layout.corners(cell):
        assert layout.cell_at(*corner) is None
        around = layout.cells_at(corner)
        assert len(set(around)) == 3
        assert cell in around


@pytest.mark.parametrize(("grid", "east_of"), [("pointy", (1, 0)), ("flat", (2, -1))])
def test_axial_coordinates_run_east_and_south(grid: Grid, east_of: Cell) -> None:
    layout = Layout(grid, 60)
    assert layout.centre(east_of)[0] > 0
    assert layout.centre(east_of)[1] == 0
    assert layout.centre((0, 1))[1] > 0


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1), st.sampled_from(GRIDS))
def test_the_border_of_an_area_is_closed_and_has_every_outer_side_once(area: set[Cell], grid: Grid) -> None:
    scene = Scene(orientation=grid, hexes=tuple(Hex(f"{q}.{r}", q, r) for q, r in sorted(area)))
    sheet = Sheet(scene, PictureOptions())
    outer = {
        frozenset(sheet.layout.side((q, r), (q + dq, r + dr)))
        for q, r in area
        for dq, dr in NEIGHBOURS
        if (q + dq, r + dr) not in area
    }
    drawn = [frozenset((ring[i - 1], ring[i])) for ring in loops(sheet, frozenset(area)) for i in range(len(ring))]
    assert len(drawn) == len(outer)
    assert set(drawn) == outer


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda e: e[0] < e[1])))
def test_lines_joined_from_stretches_use_every_stretch_once(pairs: set[tuple[int, int]]) -> None:
    edges = [((a, 0), (b, 0)) for a, b in pairs]
    lines = chains(edges)
    used = [frozenset((a, b)) for line in lines for a, b in pairwise(line)]
    assert len(used) == len(edges)
    assert set(used) == {frozenset(e) for e in edges}


@given(st.floats(-1e6, 1e6))
def test_numbers_have_at_most_one_decimal_and_no_minus_zero(value: float) -> None:
    text = num(value)
    assert abs(float(text) - value) <= 0.0501
    assert text != "-0"
    assert not text.endswith(".0")


@given(st.integers(-2000, 2000), st.integers(-2000, 2000), st.integers(0, 999))
def test_the_waver_of_natural_lines_stays_within_its_range(x: int, y: int, salt: int) -> None:
    assert -1000 <= mix(x, y, salt) <= 1000
    assert 0 <= int(stamp_name("woods", x, y).rsplit("-", 1)[1]) < VARIANTS


def test_the_waver_is_the_same_on_every_machine() -> None:
    assert [mix(1, 2, 3), mix(-5, 7), mix(0, 0)] == EXPECTED_WAVER


EXPECTED_WAVER = [-686, 967, -463]


@pytest.mark.parametrize("count", range(1, 10))
def test_counters_in_a_hex_lie_side_by_side_around_its_middle(count: int) -> None:
    side, places = spots(count, 100)
    assert len(places) == count
    assert side > 30
    for i, (x, y) in enumerate(places):
        assert -side * 1.6 <= x <= 60
        for a, b in places[i + 1 :]:
            assert abs(a - x) >= side or abs(b - y) >= side
    assert sum(x + side / 2 for x, _ in places) == pytest.approx(0, abs=1e-6)


def test_long_words_are_set_smaller_until_they_fit() -> None:
    assert fit("25/12SS", 18, 93) == 18
    small = fit("Inns of Court/I C and more", 18, 93)
    assert small < 18
    assert width("Inns of Court/I C and more", small) == pytest.approx(93)


def test_text_is_wrapped_without_losing_a_word() -> None:
    words = "Attack E2135 from E2234 and E2136 with 7/3Cdn and 8/3Cdn"
    lines = wrap(words, 15, 120)
    assert " ".join(lines) == words
    assert len(lines) > 2
    assert all(width(line, 15) <= 120 for line in lines)
    assert wrap("", 15, 120) == []


def test_a_curve_starts_and_ends_where_the_line_does() -> None:
    assert smooth([(0, 0), (10, 0), (10, 10)]) == "M0 0L5 0Q10 0 10 5L10 10"
    assert smooth([(0, 0), (10, 0)]) == "M0 0L10 0"
    assert smooth([]) == ""
