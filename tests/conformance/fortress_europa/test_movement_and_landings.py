"""Conformance cases of movement, stacking, rail, sea and invasion, each named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import allowance, capacity, landing, sea, supply, trains, ways
from hexledger.engine.games.fortress_europa.rules import sea as sea_rules
from hexledger.engine.games.fortress_europa.rules.invasion import AfterReveal, PrimaryInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.rules.stacking import Overstacked
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import counted as moving
from tests.fortress_europa.impulses import invading, june


def legal_line(b: Built, *line: str) -> bool:
    return landing.line_refusal(b.pos, b.path(*line)) is None


def test_FE_006_from_brest_to_marseille_by_england_and_africa() -> None:
    b = position(turn="October II").control("allied", "B2", "N33", "K2").unit("us_1", "B2")
    moving(b)
    assert b.refuses("sea_move us_1 N33").rule == "FE 11.4"
    assert b.play("sea_move us_1 england").refuses("sea_move us_1 africa").rule == "FE 11.4"


def test_FE_008_bb4_and_cc4_are_one_line() -> None:
    assert legal_line(june(), "BB4", "CC4")


def test_FE_009_cc4_and_dd3_are_one_line() -> None:
    assert legal_line(june(), "CC4", "DD3")


def test_FE_010_germans_in_bb4_and_cc4_do_not_save_the_coast_behind() -> None:
    b = june().unit("i_346", "BB4").unit("i_711", "CC4")
    assert legal_line(b, "BB5") and legal_line(b, "CC5")


def test_FE_012_anvers_with_free_banks_is_invadable_even_if_occupied() -> None:
    assert legal_line(june().unit("i_346", "CC6"), "CC6")


def test_FE_013_rotterdam_is_no_inland_port() -> None:
    assert legal_line(june().unit("i_346", "EE5"), "EE4")


def test_FE_014_one_unit_and_79th_land_on_flooded_ground() -> None:
    b = invading(june().units("england", "br_3", "br_50", "br_79_arm"), "CC4", "CC5").play("invade br_3 CC5")
    assert b.refuses("invade br_50 CC5").rule == "FE 12.7"
    assert b.play("invade br_79_arm CC5").at("br_79_arm") == "CC5"


def test_FE_016_bb5_and_cc5_alone_are_no_line() -> None:
    b = june().run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1))
    assert b.refuses("declare_invasion BB5,CC5").rule == "FE 12.15"
    assert "invade" in (b.play("declare_invasion CC5").offer or b).kinds


def test_FE_017_anvers_joins_bb5_and_cc5() -> None:
    assert legal_line(june(), "BB5", "CC6", "CC5")


def test_FE_018_two_districts_may_be_one_capacity_zone() -> None:
    b = june()
    assert {b.game.tables.ground.district[p] for p in b.path("BB4", "CC4")} == {f.FIFTEENTH, f.NETHERLANDS}
    assert landing.capacity(b.pos, b.path("BB4", "CC4"), 1) == landing.capacity(b.pos, b.path("CC4"), 1)


def test_FE_022_a_hidden_unit_draws_the_invaders_of_anvers_to_itself() -> None:
    b = invading(june().units("england", "br_3", "br_79_arm"), "CC6").play("invade br_3 CC6", "invade br_79_arm CC6")
    b.unit("i_346", "CC4").run(AfterReveal())
    assert (b.at("br_3"), b.at("br_79_arm")) == ("CC4", "CC4")


def test_FE_026_second_landers_in_an_enemy_zone_stay() -> None:
    b = invading(june().units("england", "br_3", "br_50"), "BB5").play("invade br_3 BB5").turn_of("allied", 2)
    b.unit("i_346", "CC6").play("invade br_50 BB5")
    assert b.refuses("move br_50 AA6").rule == "FE 7.2"


def test_FE_032_u5_and_u6_are_one_line() -> None:
    assert legal_line(june(), "U5", "U6")


@pytest.mark.parametrize(
    ("a", "b"), [("A16", "B15"), ("C9", "C10"), ("A2", "A3"), ("P4", "P5"), ("BB4", "CC4"), ("DD4", "EE4")]
)
def test_FE_033_FE_034_FE_036_FE_037_FE_038_FE_040_blue_arrows_join_a_line_and_no_march(a: str, b: str) -> None:
    ashore = june().run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1)).play(f"declare_invasion {a},{b}")
    assert ashore.pos.state.marker(ashore.hex(b), -1, f.LANDED), "12.15: they are one line"
    walking = moving(position(turn="October II").unit("us_1", a))
    assert walking.refuses(f"move us_1 {b}").rule == "FE 8.8"
    fed = position(turn="October II").control("allied", a, b).unit("hq_bradley", a)
    assert fed.hex(b) not in supply.reach(fed.pos, fed.path(a), f.ALLIED, limit=1), "nor does supply pass"


def test_FE_085_however_often_halved_a_unit_has_one_hex() -> None:
    b = position(weather="storm").unit("us_1", "O9", by_sea=2).turn_of("allied", 2)
    assert allowance.allowance(b.pos, b.piece("us_1")) == 1


def test_FE_086_of_four_units_in_a_clear_hex_the_owner_removes_one() -> None:
    b = position().units("O9", "us_1", "us_2", "us_4", "us_5").turn_of("allied", 1).run(Overstacked(f.ALLIED))
    assert len(b.choices()) == 4


def test_FE_089_hqs_and_artillery_do_not_count_on_flooded_ground() -> None:
    b = position().units("DD4", "i_243", "hq_25", "art_388").turn_of("german", 1).run(Overstacked(f.GERMAN))
    assert b.quiet


def test_FE_093_a_unit_stops_next_to_an_enemy() -> None:
    b = moving(position().unit("us_1", "O9").unit("pz_2", "O12"))
    assert b.refuses("move us_1 O10,O11,N11").rule == "FE 7.2"


def test_FE_094_no_unit_goes_from_zone_to_zone() -> None:
    assert moving(position().unit("us_1", "O11").unit("pz_2", "O12")).refuses("move us_1 P11").rule == "FE 8.10"


def test_FE_096_rough_as_the_second_hex_leaves_a_panzer_four_of_seven() -> None:
    assert ways.Gone(7).entered(False).entered(True).allowed == 4


def test_FE_097_FE_098_flooded_ground_holds_who_enters_it_and_not_who_stood_there() -> None:
    b = moving(position().unit("us_1", "DD5").unit("us_2", "DD4")).play("move us_1 DD4")
    moving(b, impulse=2)
    assert b.refuses("move us_1 DD5").rule == "FE 8.2"
    assert b.play("move us_2 DD5").at("us_2") == "DD5"


def test_FE_100_FE_101_the_dyke_is_crossed_and_not_a_place_to_stop() -> None:
    b = moving(position().unit("us_1", "HH2"))
    assert b.refuses("move us_1 II2").rule == "FE 8.7"
    assert b.play("move us_1 II2,JJ2").at("us_1") == "JJ2"


def test_FE_102_a_held_unit_does_not_move_in_the_second_impulse() -> None:
    b = moving(position().unit("us_1", "O11", held=True).unit("pz_2", "O12"), impulse=2)
    assert b.refuses("move us_1 O10").rule == "FE 8.9"


def test_FE_110_two_aircraft_on_the_railways_leave_two_units() -> None:
    assert trains.capacity(position().aircraft("railway_attack", "us_8_af_1", "us_8_af_2").pos) == 2


def test_FE_112_ten_units_sail_on_the_first_clear_turn_after_an_invasion() -> None:
    assert sea_rules.limit(position(turn="June III").assign("first_clear", 3).pos) == 10


def test_FE_113_six_units_sail_when_the_u_boat_bases_are_taken() -> None:
    b = position()
    for base in sorted(b.game.tables.ground.u_boat_bases):
        b.act().marker(base, -1, f.BASE_CAPTURED, 1)
    assert sea_rules.limit(b.pos) == 6


def test_FE_114_nothing_sails_in_a_storm() -> None:
    b = position(turn="October II", weather="storm").control("allied", "K2").unit("us_1", "england")
    assert moving(b).refuses("sea_move us_1 K2").rule == "FE 11.9"


def test_FE_117_no_secondary_invasion_in_october() -> None:
    b = position(turn="October I").assign("invasions", 1).assign("invasion_turn", 1)
    assert moving(b).refuses("declare_invasion N33").rule == "FE 12.2"


def test_FE_118_no_secondary_invasion_without_spare_capacity() -> None:
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).control("allied", "W4")
    b.units("O9", "us_1", "us_2")
    assert capacity.reckon(b.pos) == 0
    assert moving(b).refuses("declare_invasion N33").rule == "FE 12.14"


def test_FE_120_FE_122_two_units_and_79th_land_in_a_clear_hex() -> None:
    b = invading(june().units("england", "us_1", "us_2", "us_4", "br_79_arm"), "L4")
    b.play("invade us_1 L4", "invade us_2 L4")
    assert b.refuses("invade us_4 L4").rule == "FE 12.7"
    assert b.play("invade br_79_arm L4").at("br_79_arm") == "L4"


def test_FE_121_one_unit_lands_on_a_rough_coast() -> None:
    b = june()
    rough = next(p for p in sorted(b.game.tables.ground.invadable) if b.pos.terrain(p) == "rough")
    home, beach = b.game.place(sea.home_of(b.pos, rough)), b.game.place(rough)
    invading(b.units(home, "us_1", "us_2"), beach).play(f"invade us_1 {beach}")
    assert b.refuses(f"invade us_2 {beach}").rule == "FE 12.7"


@pytest.mark.parametrize(("die", "end", "steps"), [(3, "N6", 1), (4, "N8", 2)])
def test_FE_160_FE_161_strafing_stops_a_panzer_division_in_the_third_hex(die: int, end: str, steps: int) -> None:
    b = position(dice=[die]).unit("pz_2", "M8").aircraft("strafing", "2_tac_1", "2_tac_2", "9_tac_1")
    moving(b, "german").play("move pz_2 M7,M6,N6,N7,N8")
    assert (b.at("pz_2"), b.pos.steps(b.piece("pz_2"))) == (end, steps)


@pytest.mark.parametrize(("die", "first"), [(3, 0), (6, 4)])
def test_FE_200_FE_201_armour_outside_the_invaded_district_moves_as_the_die_says(die: int, first: int) -> None:
    b = moving(position(turn="June I", dice=[die], options=["31.9"]).unit("pz_2", "T12"), "german")
    b.play("rouse_armor pz_2")
    assert allowance.allowance(b.pos, b.piece("pz_2")) == first
    assert allowance.allowance(b.turn_of("german", 2).pos, b.piece("pz_2")) == 3


def test_FE_212_an_enemy_on_the_passage_closes_anvers() -> None:
    b = position(turn="October II").control("allied", "CC6").unit("us_1", "CC6").unit("i_346", "BB4")
    assert moving(b).refuses("sea_move us_1 england").rule == "FE 11.4"


def test_FE_213_FE_214_a_port_in_an_enemy_zone_works_while_it_is_occupied() -> None:
    b = position(turn="October II").control("allied", "B2", "K2").unit("us_1", "england").unit("pz_2", "K3")
    assert moving(b).refuses("sea_move us_1 K2").rule == "FE 11.8"
    assert b.unit("us_2", "K2").play("sea_move us_1 K2").at("us_1") == "K2"


def test_FE_216_an_hq_by_rail_is_not_saved_up() -> None:
    b = position(turn="July I").units("JJ20", "hq_25", "hq_student").assign("hq_rail_month", 5)
    path = trains.reach(moving(b, "german", 2).pos, b.hex("JJ20"))[b.hex("Q12")]
    line = ",".join(b.game.place(place) for place in path)
    assert b.play(f"rail_move hq_25 {line}").refuses(f"rail_move hq_student {line}").rule == "FE 10.10"


def test_FE_222_bb5_and_cc5_are_not_adjacent() -> None:
    b = position()
    assert not b.pos.linked(b.hex("BB5"), b.hex("CC5"))
