"""The builder itself: what it puts down is what a test then sees."""

from __future__ import annotations

import pytest

from tests.june_6.builder import position


def test_a_built_unit_stands_where_and_how_the_test_said() -> None:
    b = position().unit("3_br_8", "E2336", reduced=True, disorder=1, pinned=True)
    assert (b.at("3_br_8"), b.is_reduced("3_br_8"), b.has("3_br_8", "disorder")) == ("E2336", True, 1)
    assert b.has("3_br_8", "pinned") == 1
    assert b.quiet


def test_a_division_hq_can_be_built_on_its_returned_side() -> None:
    b = position().unit("21pz_hq", "E1839", reduced=True)
    assert b.is_reduced("21pz_hq")
    assert b.pos.face(b.piece("21pz_hq")).artillery == b.game.counters[b.piece("21pz_hq")].back.artillery


def test_a_roll_that_nobody_scripted_fails_the_test() -> None:
    b = position(dice=[7])
    act = b.act()
    assert act.roll("var.weather", 10) == 7
    with pytest.raises(AssertionError, match="does not expect"):
        act.roll("var.weather", 10)


def test_an_open_area_lets_a_unit_stand_anywhere_on_land() -> None:
    far = "E1508"
    closed, opened = position(), position(open_area=True)
    assert not closed.pos.in_bounds(closed.piece("3_br_8"), closed.hex(far))
    assert opened.pos.in_bounds(opened.piece("3_br_8"), opened.hex(far))
    assert not position().pos.in_bounds(closed.piece("3_br_8"), closed.hex(far)), "the open area leaked"
