"""Invasions (3.6, 12): the line, who lands where, what hidden units do, the second impulse, the secondary invasion."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import allowance, landing
from hexledger.engine.games.fortress_europa.rules.invasion import (
    AfterReveal,
    PrimaryInvasion,
    around,
    end_of_first_combat,
)
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import invading, june


def line_rule(b: Built, *line: str) -> str:
    why = landing.line_refusal(b.pos, b.path(*line))
    return why[0] if why is not None else ""


# ------------------------------------------------------------------ the line
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (("BB4", "CC4"), ""),  # FE-008
        (("CC4", "DD3"), ""),  # FE-009
        (("CC6",), ""),  # FE-012
        (("BB5", "CC5"), "12.15"),  # FE-016
        (("BB5", "CC6", "CC5"), ""),  # FE-017
        (("BB5", "BB4", "CC4", "CC5"), ""),  # C-54
        (("U5", "U6"), ""),  # FE-032
        (("A16", "B15"), ""),  # FE-033
        (("C9", "C10"), ""),  # FE-034
        (("A2", "A3"), ""),  # FE-036
        (("P4", "P5"), ""),  # FE-037
        (("DD4", "EE4"), ""),  # FE-040
        (("L4", "N33"), "12.15"),
        (("V5",), "12.16"),
        (("GG3",), "12.16"),
        (("II2",), "12.16"),
        (("A17",), "12.16"),
        (("L4", "L4"), "12.6"),
    ],
)
def test_an_invasion_goes_for_one_line_of_coastal_hexes(line: tuple[str, ...], rule: str) -> None:
    assert line_rule(june(), *line) == rule


@pytest.mark.parametrize("bank", ["BB4", "BB5", "CC4", "CC5"])
def test_an_enemy_on_the_passage_saves_anvers_and_not_the_coast(bank: str) -> None:
    b = june().unit("i_346", bank, frozen=f.FIFTEENTH)
    assert line_rule(b, "CC6") == "12.5"
    assert line_rule(b, "CC5") == "", "FE-010"
    assert line_rule(june().unit("i_346", "CC6"), "CC6") == "", "an occupied port may be invaded"
    assert line_rule(june().unit("i_346", "EE5"), "EE4") == "", "FE-013"


def test_over_two_zones_the_lower_capacity_holds() -> None:
    b = june()
    assert landing.capacity(b.pos, b.path("L4", "M5"), 1) == 9
    assert landing.capacity(b.pos, b.path("P5", "P4"), 1) == 6
    assert landing.capacity(b.pos, b.path("P5", "P4"), 2) == 4
    assert landing.capacity(b.pos, b.path("CC4", "BB4", "DD3"), 1) == 5, "FE-018: one zone of two districts"


# ------------------------------------------------------------------ landing in the first impulse
def test_two_units_land_in_a_clear_hex_and_one_in_rough_or_flooded_ground_or_an_inland_port() -> None:
    b = invading(june().units("england", "us_1", "us_2", "us_4", "br_79_arm"), "L4", "M5", "M6")
    b.play("invade us_1 L4", "invade us_2 L4")
    assert b.refuses("invade us_4 L4").rule == "FE 12.7", "FE-120"
    b.play("invade br_79_arm L4")
    assert b.at("br_79_arm") == "L4", "FE-122"
    b.play("invade us_4 M6")
    assert landing.room(b.pos, b.piece("us_5"), b.hex("M6")) is False


def test_a_rough_or_flooded_coast_holds_one_unit() -> None:
    b = invading(june().units("england", "us_1", "us_2"), "CC4", "CC5")
    b.play("invade us_1 CC5")
    assert b.refuses("invade us_2 CC5").rule == "FE 12.7", "FE-014, FE-121"


def test_units_that_stack_free_count_in_a_landing() -> None:
    b = invading(june().units("england", "us_1", "us_2", "us_ranger"), "L4").play(
        "invade us_1 L4", "invade us_ranger L4"
    )
    assert b.refuses("invade us_2 L4").rule == "FE 12.7"


def test_invaders_come_from_the_box_of_their_coast_and_have_started_the_turn_there() -> None:
    b = invading(june().unit("us_1", "england", arrived=1).units("africa", "us_3").unit("us_2", "england"), "L4")
    assert b.refuses("invade us_1 L4").rule == "FE 12.4"
    assert b.refuses("invade us_3 L4").rule == "FE 12.4"
    assert b.play("invade us_2 L4").at("us_2") == "L4"
    assert b.refuses("move us_2 L5").rule == "FE C-112", "invaders stop where they land (12.3)"


def test_no_armour_lands_but_79th_and_no_hq_in_the_first_impulse() -> None:
    b = invading(june().units("england", "us_4_arm", "hq_montgomery"), "L4")
    assert b.refuses("invade us_4_arm L4").rule == "FE 12.13"
    assert b.refuses("invade hq_montgomery L4").rule == "FE 13.1"


def test_no_more_units_land_than_the_beaches_hold() -> None:
    b = invading(june().units("england", "us_1", "us_2"), "L4").track("landings", 9, f.ALLIED)
    assert b.refuses("invade us_1 L4").rule == "FE 12.10"


def test_an_invasion_releases_its_district_and_two_districts_all() -> None:
    b = june().units("england", "us_1", "us_2").unit("i_243", "K4", frozen=f.SEVENTH).unit("i_47", "U6", frozen=2)
    invading(b, "M5", "N5", "M6").play("invade us_1 M5")
    assert (b.has("i_243", "frozen"), b.has("i_47", "frozen")) == (0, 2), "FE-104"
    b.play("invade us_2 N5")
    assert b.has("i_47", "frozen") == 0, "FE-105, C-44"


def test_invaders_land_on_top_of_germans_and_have_a_zone_in_their_own_hex_only() -> None:
    b = invading(june().unit("us_1", "england").unit("i_352", "L4"), "L4").play("invade us_1 L4")
    assert b.at("us_1") == "L4"
    assert set(b.pos.zoc(f.ALLIED)) == {b.hex("L4")}
    assert b.pos.controller(b.hex("L4")) == f.GERMAN
    end_of_first_combat(b.act())
    assert b.gone("us_1"), "FE-124"


def test_every_listed_landing_is_legal_and_the_default_line_comes_first() -> None:
    b = june().units("england", "us_1", "hq_bradley", "us_4_arm")
    b.run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1))
    assert b.choices()[0] == "declare_invasion J3,K3,K4,L4,M5"
    b.check_choices()
    b.play(b.choices()[0])
    assert b.check_choices() == 5, "one unit, five hexes, and no end before it has landed"


# ------------------------------------------------------------------ 12.17 hidden units
def test_a_hidden_unit_on_the_passage_draws_the_invaders_of_the_port_to_itself() -> None:
    b = invading(june().units("england", "br_3", "br_79_arm"), "CC6").play("invade br_3 CC6", "invade br_79_arm CC6")
    b.unit("i_346", "CC4").run(AfterReveal())
    assert (b.at("br_3"), b.at("br_79_arm")) == ("CC4", "CC4"), "FE-022"
    assert b.has("br_3", "invading") == 1, "they must attack it"


def test_where_the_hidden_units_hex_is_full_the_nearest_hex_is_taken() -> None:
    b = invading(june().units("england", "br_3", "br_50"), "CC4", "CC5", "CC6")
    b.play("invade br_50 CC5", "invade br_3 CC6")
    b.unit("i_346", "CC5").run(AfterReveal())
    assert b.at("br_50") == "CC5"
    where = b.hex(b.at("br_3"))
    assert b.pos.board.distance(where, b.hex("CC5")) == 1
    assert b.at("br_3") != "CC6"


def test_nothing_happens_to_a_port_whose_passage_is_free() -> None:
    b = invading(june(1).unit("br_3", "england"), "CC6").play("invade br_3 CC6")
    assert b.pos.controller(b.hex("CC6")) == f.GERMAN, "not before the hidden units are revealed"
    b.run(AfterReveal())
    assert b.at("br_3") == "CC6"
    assert b.pos.controller(b.hex("CC6")) == f.ALLIED


# ------------------------------------------------------------------ second impulse
def second() -> Built:
    b = june().units("england", "us_1", "us_2", "us_30", "hq_montgomery", "us_4")
    return invading(b, "L4", "M5").play("invade us_1 L4").turn_of("allied", 2)


def test_second_landings_go_where_the_first_were_and_no_enemy_is() -> None:
    b = second()
    assert b.refuses("invade us_2 M5").rule == "FE 12.11"
    b.play("invade us_2 L4")
    assert b.at("us_2") == "L4"
    b.unit("i_352", "L4")
    assert b.refuses("invade us_30 L4").rule == "FE 12.11"


def test_who_lands_in_the_second_impulse_goes_on_with_half_his_allowance() -> None:
    b = second().play("invade us_2 L4", "invade hq_montgomery L4")
    assert allowance.left(b.pos, b.piece("us_2")) == 1, "half of 2"
    assert allowance.left(b.pos, b.piece("hq_montgomery")) == 2, "half of 5"
    assert b.play("move us_2 L5").at("us_2") == "L5"


def test_a_landing_in_an_enemy_zone_stays_there() -> None:
    b = second().unit("i_352", "L5")
    b.play("invade us_2 L4")
    assert b.refuses("move us_2 K4").rule == "FE 7.2", "FE-026"


def test_a_landing_may_overstack_only_where_a_unit_can_leave() -> None:
    b = second().unit("us_5", "L4", moved=2).unit("us_8", "L4", moved=2)
    assert b.play("invade us_2 L4").at("us_2") == "L4", "it can move on itself"
    held = second().unit("us_5", "L4", moved=2).unit("us_8", "L4", moved=2).unit("i_352", "L5")
    held.act().flag(held.piece("us_1"), f.MOVED, 2)
    assert held.refuses("invade us_2 L4").rule == "FE 12.11"


# ------------------------------------------------------------------ the secondary invasion
def august(turn: str = "August I", weather: str = "clear") -> Built:
    b = position(turn=turn, weather=weather).assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    return b.run(MoveImpulse(f.ALLIED, 1))


def test_the_secondary_invasion_comes_in_august_or_september_in_clear_weather() -> None:
    assert august("October I").refuses("declare_invasion N33").rule == "FE 12.2", "FE-117"
    assert august("July IV").refuses("declare_invasion N33").rule == "FE 12.2"
    assert august(weather="overcast").refuses("declare_invasion N33").rule == "FE 12.1"
    b = august().dice(1).unit("us_3", "africa").play("declare_invasion N33", "invade us_3 N33")
    assert b.at("us_3") == "N33"
    assert b.pos.state.marker(b.hex("N33"), -1, f.INVADED) == 2
    assert b.refuses("declare_invasion L4").rule == "FE 12.2"


def test_with_units_ashore_and_no_spare_capacity_there_is_no_secondary_invasion() -> None:
    b = august().unit("us_1", "O9")
    assert b.refuses("declare_invasion N33").rule == "FE 12.14", "FE-118"


def test_after_a_failed_primary_the_secondary_needs_no_capacity() -> None:
    assert august().play("declare_invasion N33").pos.primary_turn is False, "FE-126"


def test_june_i_asks_for_line_landings_support_and_ships_before_the_hidden_units_appear() -> None:
    moves = MoveImpulse(f.ALLIED, 1)
    names = [type(step).__name__ for step in around(june().pos, moves)]
    assert names == ["PrimaryInvasion", "MoveImpulse", "Commit", "PlaceNaval", "RevealHidden", "AfterReveal"]
    assert around(position(turn="June II").pos, moves) == (moves,)
    assert around(position("battle_of_the_bulge", turn="December IV").pos, moves) == (moves,)
