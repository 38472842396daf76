"""Zones of control and stacking (6, 7, 8.8, 16.3)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import game, position


def zone(b: object, side: int) -> set[str]:
    return {game().place(place) for place in b.pos.zoc(side)}  # type: ignore[attr-defined]


def test_a_unit_controls_its_own_hex_and_the_six_around_it() -> None:
    b = position().unit("us_1", "O9")
    assert zone(b, f.ALLIED) == {"O9", "O8", "O10", "N8", "N9", "P8", "P9"}


def test_bordeaux_is_cut_by_rivers_and_not_by_an_estuary() -> None:
    b = position().unit("us_1", "B19")
    assert {"A19", "B18"} <= zone(b, f.ALLIED), "FE-004"


@pytest.mark.parametrize(
    ("a", "b"),
    [("A16", "B15"), ("C9", "C10"), ("A3", "A4"), ("A2", "A3"), ("P4", "P5"), ("BB4", "CC4"), ("CC4", "DD3")],
)
def test_hexes_joined_by_a_blue_arrow_are_not_adjacent(a: str, b: str) -> None:
    built = position().unit("us_1", a)
    assert b not in zone(built, f.ALLIED)
    assert not built.pos.linked(built.hex(a), built.hex(b)), "8.8"


def test_a_river_whose_bridges_are_out_stops_a_zone_and_a_river_with_bridges_does_not() -> None:
    b = position().unit("us_1", "M6")
    assert "N6" in zone(b, f.ALLIED)
    b.broken("orne")
    assert "N6" not in zone(b, f.ALLIED)


def test_an_allied_zone_does_not_reach_into_an_intact_fortress() -> None:
    b = position().unit("us_1", "H6")
    assert "H5" not in zone(b, f.ALLIED)
    b.marker("fortress_destroyed", "H5")
    assert "H5" in zone(b, f.ALLIED), "C-10"


def test_the_unit_in_a_fortress_controls_the_hexes_outside() -> None:
    assert "H6" in zone(position().unit("i_77", "H5"), f.GERMAN)


@pytest.mark.parametrize("marks", [{"frozen": f.SEVENTH}])
def test_a_frozen_unit_controls_its_own_hex_only(marks: dict[str, int]) -> None:
    assert zone(position().unit("i_243", "K4", **marks), f.GERMAN) == {"K4"}


def test_paratroops_in_the_turn_of_their_drop_and_rangers_always_control_their_own_hex_only() -> None:
    assert zone(position().unit("us_101_ab", "L8", dropped=True), f.ALLIED) == {"L8"}
    assert zone(position().unit("us_ranger", "L8"), f.ALLIED) == {"L8"}


def test_invaders_control_their_own_hex_in_the_first_impulse_and_all_around_in_the_second() -> None:
    b = position().unit("us_1", "L4", invading=1).turn_of("allied", impulse=1)
    assert zone(b, f.ALLIED) == {"L4"}
    b.turn_of("allied", impulse=2)
    assert "L5" in zone(b, f.ALLIED)


def test_naval_units_mulberries_and_units_at_home_have_no_zone() -> None:
    b = position().unit("naval_1", "N4").unit("mulberry_12", "L4").unit("us_1", "england")
    assert zone(b, f.ALLIED) == set()


def test_three_units_stack_in_clear_two_in_rough_one_in_mountains() -> None:
    b = position()
    limits = {game().board.terrain[place]: b.pos.stack_limit(place) for place in game().tables.ground.land}
    assert limits["clear"] == 3 and limits["rough"] == 2
    assert limits["mountain"] == limits["alpine"] == limits["flooded"] == 1


def test_units_without_a_stacking_value_join_any_stack() -> None:
    b = position().units("O9", "us_1", "us_2", "us_4")
    free = ("hq_bradley", "us_ranger", "br_1_cdo")
    assert all(b.pos.fits(b.hex("O9"), (b.piece(unit),)) for unit in free)
    assert not b.pos.fits(b.hex("O9"), (b.piece("us_5"),))
    assert not b.pos.stacks(b.piece("flak_1")) and not b.pos.stacks(b.piece("art_7")), "6.5: flak and artillery"
    assert b.pos.stacks(b.piece("ag_654")) and b.pos.stacks(b.piece("hqt_b")), "6.5: assault guns and HQ troops count"


def test_each_side_has_its_own_limit_in_a_hex_that_both_share() -> None:
    b = position().units("O9", "us_1", "us_2", "us_4").units("O9", "i_352", "i_353")
    assert b.pos.overstacked(f.ALLIED) == () == b.pos.overstacked(f.GERMAN)
    b.unit("us_5", "O9")
    assert b.pos.overstacked(f.ALLIED) == (b.hex("O9"),) and b.pos.overstacked(f.GERMAN) == ()


def test_battalions_stack_free_with_the_option_only() -> None:
    battalion = position().piece("ss_101")
    assert position().pos.stacks(battalion)
    assert not position(options=("31.4",)).pos.stacks(battalion)


def test_in_the_bulge_the_654th_and_the_150th_ss_stack_free() -> None:
    b = position("battle_of_the_bulge", turn="December III")
    assert not b.pos.stacks(b.piece("ag_654")) and not b.pos.stacks(b.piece("ss_150"))


def test_a_german_on_either_bank_closes_the_way_to_caen_even_when_frozen() -> None:
    b = position()
    caen = b.hex("M6")
    assert b.pos.passage_open(caen)
    assert not b.unit("i_711", "N5", frozen=f.FIFTEENTH).pos.passage_open(caen)


@pytest.mark.parametrize("label", ["PP2", "PP3", "QQ2", "QQ3"])
def test_a_german_on_the_weser_closes_the_way_to_bremen(label: str) -> None:
    b = position().control("allied", "QQ4").unit("i_352", label)
    assert not b.pos.passage_open(b.hex("QQ4")), "FE-058 to FE-061"
