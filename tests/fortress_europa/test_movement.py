"""Movement by land (5, 8, 9.1C, 9.3, 13.1, 17.10.1, 17.10.4, 31.9, 33.3.7-9)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import allowance, movement, ways
from hexledger.engine.games.fortress_europa.rules import movement as movement_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import moving, relief


def reach(b: Built, unit: str) -> set[str]:
    return {b.game.place(place) for place in movement.reach(b.pos, b.piece(unit))}


# ------------------------------------------------------------------ allowance
@pytest.mark.parametrize(
    ("unit", "impulse", "weather", "hexes"),
    [
        ("us_1", 1, "clear", 4),
        ("us_1", 1, "overcast*", 2),
        ("us_1", 2, "clear", 2),
        ("us_1", 2, "storm", 1),
        ("us_4_arm", 2, "clear", 6),
        ("br_3", 2, "overcast", 1),
        ("hq_bradley", 1, "clear", 0),
        ("hq_bradley", 2, "storm", 5),
    ],
)
def test_the_chart_gives_each_class_its_allowance_by_impulse_and_weather(
    unit: str, impulse: int, weather: str, hexes: int
) -> None:
    b = position(weather=weather).unit(unit, "O10").turn_of("allied", impulse)
    assert allowance.allowance(b.pos, b.piece(unit)) == hexes


def test_a_unit_that_may_move_always_has_one_hex() -> None:
    b = position(weather="storm").unit("br_3", "O10").turn_of("allied", 2)
    b.act().flag(b.piece("br_3"), f.BY_SEA, 2)
    assert allowance.allowance(b.pos, b.piece("br_3")) == 1, "5.6"


def test_an_infantry_division_moves_four_hexes_in_clear_weather_and_no_fifth() -> None:
    b = moving(position().unit("us_1", "O9"))
    assert b.refuses("move us_1 O10,O11,O12,O13,O14").rule == "FE 5.4"
    b.play("move us_1 O10,O11,O12,O13")
    assert b.at("us_1") == "O13"
    assert b.refuses("move us_1 O12").rule == "FE C-112"


def test_every_listed_move_is_legal_and_moves_of_the_other_side_are_not_listed() -> None:
    b = moving(position().unit("us_1", "O9").unit("us_4_arm", "P12").unit("pz_2", "Q9"))
    assert b.check_choices() > 30
    assert not any("pz_2" in line for line in b.choices())
    assert b.refuses("move pz_2 Q8").rule == "FE 5.1"


# ------------------------------------------------------------------ ZOC
def test_a_unit_stops_in_an_enemy_zone() -> None:
    b = moving(position().unit("us_1", "O9").unit("pz_2", "O12"))
    assert b.refuses("move us_1 O10,O11,N11").rule == "FE 7.2"
    assert b.play("move us_1 O10,O11").at("us_1") == "O11"


def test_a_unit_goes_from_zone_to_zone_only_through_a_free_hex() -> None:
    b = moving(position().unit("us_1", "O11").unit("pz_2", "O12"))
    assert b.refuses("move us_1 P11").rule == "FE 8.10"
    assert b.play("move us_1 O10,P10,P11").at("us_1") == "P11"


def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    b = moving(position().unit("us_1", "O11").unit("i_243", "O12", frozen=f.SEVENTH))
    assert b.refuses("move us_1 O12").rule == "FE C-61"


def test_a_unit_held_in_a_zone_at_the_start_of_the_second_impulse_may_not_move() -> None:
    b = position().unit("us_1", "O11", held=True).unit("us_2", "O9").unit("pz_2", "O12")
    moving(b, impulse=2)
    assert b.refuses("move us_1 O10").rule == "FE 8.9"
    assert b.play("move us_2 O10,O11").at("us_2") == "O11", "others may move up"


# ------------------------------------------------------------------ terrain
def test_rough_terrain_halves_the_allowance_of_armour_rounded_up() -> None:
    """FE-096: seven points, rough as the second hex: four hexes in all."""
    gone = ways.Gone(7).entered(False).entered(True)
    assert gone.allowed == 4


def test_armour_that_has_spent_half_stops_in_the_first_rough_hex() -> None:
    gone = ways.Gone(6)
    for is_rough in (False, False, False, True):
        gone = gone.entered(is_rough)
    assert (gone.spent, gone.allowed) == (4, 4)


def test_rough_terrain_slows_armour_on_every_way_and_does_not_slow_infantry() -> None:
    b = moving(position().unit("us_1", "EE14").unit("us_4_arm", "EE14"))

    def rough_ways(unit: str) -> list[tuple[int, int]]:
        """(number of the first rough hex, hexes) of each way with rough hexes."""
        found = []
        for path in movement.reach(b.pos, b.piece(unit)).values():
            numbers = [number for number, place in enumerate(path, 1) if b.pos.terrain(place) == "rough"]
            if numbers:
                found.append((numbers[0], len(path)))
        return found

    assert max(hexes for _, hexes in rough_ways("us_1")) == 4
    assert all(hexes <= max(3, first) for first, hexes in rough_ways("us_4_arm"))
    assert max(hexes for _, hexes in rough_ways("us_4_arm")) > 3, "entered late, it stops there"


def test_flooded_ground_holds_a_unit_for_the_whole_turn() -> None:
    b = moving(position().unit("us_1", "DD5").unit("us_2", "DD4"))
    b.play("move us_1 DD4")
    assert b.has("us_1", "stuck") == 1, "FE-097"
    b.turn_of("allied", 2).act().flag(b.piece("us_1"), f.MOVED, 0)
    assert b.refuses("move us_1 DD5").rule == "FE 8.2"
    assert b.play("move us_2 DD5").at("us_2") == "DD5", "FE-098"


def test_only_mountain_units_enter_alpine_hexes() -> None:
    b = position().unit("us_1", "U31").unit("ss_6_mtn", "KK28")
    alpine = next(p for p in b.game.tables.ground.links[b.hex("KK28")] if b.pos.terrain(p) == "alpine")
    infantry = position().unit("i_243", "KK28")
    assert movement_rules.can_enter(b.pos, b.piece("ss_6_mtn"), b.hex("KK28"), alpine) is None
    why = movement_rules.can_enter(infantry.pos, infantry.piece("i_243"), b.hex("KK28"), alpine)
    assert why is not None and why[0] == "8.4"


def test_a_unit_crosses_the_dyke_and_does_not_stop_on_it() -> None:
    b = moving(position().unit("us_1", "HH2"))
    assert b.refuses("move us_1 II2").rule == "FE 8.7"
    assert b.play("move us_1 II2,JJ2").at("us_1") == "JJ2", "FE-101"


def test_an_enemy_at_its_end_closes_the_dyke() -> None:
    b = moving(position().unit("us_1", "HH2").unit("i_243", "JJ1", frozen=f.NETHERLANDS))
    assert b.refuses("move us_1 II2,JJ2").rule == "FE 8.7"


def test_blue_arrows_and_sea_are_no_way_by_land() -> None:
    b = moving(position().unit("us_1", "BB4").unit("us_2", "A2"))
    assert b.refuses("move us_1 CC4").rule == "FE 8.8"
    assert b.refuses("move us_2 A1").rule == "FE 8.6"
    assert b.refuses("move us_2 O9").rule == "FE 5.2"


def test_a_unit_may_pass_through_friends_and_the_limit_is_not_looked_at_on_the_way() -> None:
    b = position().units("O10", "us_2", "us_4", "us_5").unit("us_1", "O9")
    assert moving(b).play("move us_1 O10,O11").at("us_1") == "O11"


def test_a_stack_moves_at_the_rate_of_its_slowest_unit() -> None:
    b = moving(position().units("O9", "us_1", "us_4_arm"))
    assert b.refuses("move_stack us_1,us_4_arm O10,O11,O12,O13,O14").rule == "FE 5.4"
    b.play("move_stack us_1,us_4_arm O10,O11,O12,O13")
    assert (b.at("us_1"), b.at("us_4_arm")) == ("O13", "O13")


# ------------------------------------------------------------------ frozen units
def test_a_frozen_unit_does_not_move_until_a_mobile_unit_takes_its_place() -> None:
    b = moving(relief(), "german")
    assert b.refuses("move i_243 K5").rule == "FE 9.1"
    assert b.refuses("relieve pz_2 i_243").rule == "FE 9.1"
    b.play("move pz_2 K4")
    assert "relieve pz_2 i_243" in b.choices()
    b.play("relieve pz_2 i_243")
    assert not b.has("i_243", "frozen"), "FE-106"
    assert b.play("move i_243 K5").at("i_243") == "K5", "it may move in the same impulse"


def test_no_unit_is_relieved_while_the_district_is_below_its_first_number() -> None:
    b = moving(position("campaign").unit("i_243", "K4", frozen=f.SEVENTH).unit("pz_2", "L4"), "german")
    b.play("move pz_2 K4")
    assert b.refuses("relieve pz_2 i_243").rule == "FE C-15"


def test_a_coastal_unit_that_moves_becomes_infantry() -> None:
    b = moving(position().unit("cd_7a", "K4"), "german")
    b.play("move cd_7a L4")
    assert b.has("cd_7a", "flipped") == 1


# ------------------------------------------------------------------ rivers without bridges
def test_infantry_stops_behind_a_river_without_bridges_in_the_first_impulse_only() -> None:
    b = position().unit("us_1", "M7").unit("us_2", "M7").broken("orne")
    moving(b)
    assert b.refuses("move us_1 N6,O7").rule == "FE 17.10.4"
    b.play("move us_1 N6")
    moving(b, impulse=2)
    assert b.play("move us_2 N6,O7").at("us_2") == "O7"


def test_armour_that_fails_to_cross_may_try_another_hexside() -> None:
    b = moving(position(dice=[6, 1, 1]).unit("us_4_arm", "M7").broken("orne"))
    b.play("move us_4_arm N6,O7")
    assert b.at("us_4_arm") == "M7"
    assert b.refuses("continue N6").rule == "FE C-84"
    b.play("continue M6,N6")
    assert b.at("us_4_arm") == "N6", "another hexside of the section; Caen was captured on the way"
    assert [roll.value for roll in b.of(ev.Rolled)] == [1, 1]


def test_armour_that_crosses_goes_on_and_one_that_stays_has_moved() -> None:
    b = moving(position(dice=[3]).unit("us_4_arm", "M7").broken("orne"))
    b.play("move us_4_arm N6,O7,P7")
    assert b.at("us_4_arm") == "P7"
    c = moving(position(dice=[6]).unit("us_4_arm", "M7").broken("orne"))
    c.play("move us_4_arm N6", "stay")
    assert c.refuses("move us_4_arm M8").rule == "FE C-112"


# ------------------------------------------------------------------ strafing
@pytest.mark.parametrize(("die", "end", "steps"), [(3, "N6", 1), (4, "N8", 2)])
def test_a_german_that_moves_farther_than_three_hexes_in_range_is_strafed(die: int, end: str, steps: int) -> None:
    b = position(dice=[die]).unit("pz_2", "M8").aircraft("strafing", "2_tac_1", "2_tac_2", "9_tac_1")
    moving(b, "german").play("move pz_2 M7,M6,N6,N7,N8")
    assert b.at("pz_2") == end, "FE-160, FE-161"
    assert b.pos.steps(b.piece("pz_2")) == steps


def test_three_hexes_are_free_of_strafing() -> None:
    b = position().unit("pz_2", "O12").aircraft("strafing", "2_tac_1")
    assert moving(b, "german").play("move pz_2 O11,O10,O9").at("pz_2") == "O9"


# ------------------------------------------------------------------ 31.9
@pytest.mark.parametrize(("die", "first", "second"), [(1, 0, 0), (3, 0, 3), (6, 4, 3)])
def test_armour_outside_the_invaded_district_is_roused_by_a_die(die: int, first: int, second: int) -> None:
    b = position(turn="June I", dice=[die], options=["31.9"]).unit("pz_2", "T12")
    moving(b, "german")
    assert b.refuses("move pz_2 T11").rule == "FE 31.9"
    b.play("rouse_armor pz_2")
    assert b.refuses("rouse_armor pz_2").rule == "FE 31.9"
    piece = b.piece("pz_2")
    assert b.pos.mf(piece) == 7, "FE-200, FE-201"
    assert allowance.allowance(b.pos, piece) == first
    assert allowance.allowance(b.turn_of("german", 2).pos, piece) == second


def test_armour_that_the_die_keeps_for_the_second_impulse_moves_in_that_one() -> None:
    """FE 31.9."""
    b = position(turn="June I", dice=[3], options=["31.9"]).unit("pz_2", "T12")
    moving(b, "german").play("rouse_armor pz_2")
    why = movement.immobile(b.pos, b.piece("pz_2"))
    assert why is not None and why == ("31.9", f"{b.pos.name(b.piece('pz_2'))} may not move in the first impulse")
    assert movement.immobile(b.turn_of("german", 2).pos, b.piece("pz_2")) is None


# ------------------------------------------------------------------ the Bulge
def bulge(turn: str = "December IV", weather: str = "clear") -> Built:
    return position("battle_of_the_bulge", turn=turn, weather=weather)


def test_the_british_do_not_cross_the_meuse_and_the_canadians_and_americans_may() -> None:
    b = bulge().units("AA11", "br_3", "ca_2", "us_1", "po_1_arm")
    moving(b)
    assert b.refuses("move br_3 BB11").rule == "FE 33.3.7"
    assert b.refuses("move po_1_arm BB11").rule == "FE 33.3.7"
    assert b.play("move ca_2 BB11").at("ca_2") == "BB11"


def test_the_french_do_not_go_north_of_nancy() -> None:
    b = moving(bulge().unit("fr_2_db", "BB16").unit("fr_paris", "Q12"))
    assert b.refuses("move fr_2_db BB15").rule == "FE 33.3.8"
    assert reach(b, "fr_2_db")


def test_american_units_in_contact_and_those_listed_move_in_full_in_december_iv() -> None:
    b = bulge(weather="overcast*").unit("us_28", "FF13").unit("us_1", "BB15").unit("us_4_arm", "BB15")
    b.unit("pz_2", "GG13").unit("hq_patton", "BB15").unit("hq_hodges", "BB15")
    b.turn_of("allied", 1)
    movement_rules.impulse_began(b.act(), f.ALLIED, 1)

    def hexes(unit: str) -> int:
        return allowance.allowance(b.pos, b.piece(unit))

    assert [hexes(unit) for unit in ("us_28", "us_4_arm", "us_1", "hq_patton")] == [4, 6, 1, 0]
    b.turn_of("allied", 2)
    assert [hexes(unit) for unit in ("us_28", "us_4_arm", "us_1", "hq_patton", "hq_hodges")] == [4, 6, 1, 5, 1]


def test_1ss_neither_stops_for_zones_nor_is_held_by_them_in_the_second_impulse_of_december_iii() -> None:
    b = bulge("December III", "overcast*").unit("ss_1_new", "GG13", held=True).unit("pz_2", "GG13", held=True)
    b.unit("us_28", "FF12")
    moving(b, "german", 2)
    assert b.refuses("move pz_2 FF13").rule == "FE 8.9"
    assert b.play("move ss_1_new FF13,EE13").at("ss_1_new") == "EE13"


def test_a_german_that_comes_into_range_later_is_strafed_there() -> None:
    b = position(dice=[1]).unit("pz_2", "O12").aircraft("strafing", "2_tac_1")
    moving(b, "german").play("move pz_2 O11,O10,O9,O8,O7")
    assert (b.at("pz_2"), b.pos.steps(b.piece("pz_2"))) == ("O8", 1), "C-4: the first hex in range beyond the third"
