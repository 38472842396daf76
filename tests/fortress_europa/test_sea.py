"""Sea movement and evacuation (11)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import sea
from hexledger.engine.games.fortress_europa.rules import movement
from hexledger.engine.games.fortress_europa.rules import sea as sea_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import counted


def harbours() -> Built:
    """Brest, Cherbourg and Marseille are Allied."""
    return position(turn="October II").control("allied", "B2", "K2", "N33")


def test_from_brest_to_marseille_a_unit_takes_three_legs_in_three_impulses() -> None:
    """FE-006."""
    b = counted(harbours().unit("us_1", "B2"))
    assert b.refuses("sea_move us_1 N33").rule == "FE 11.4"
    assert b.refuses("sea_move us_1 africa").rule == "FE 11.4", "B2 is served from England"
    b.play("sea_move us_1 england")
    assert b.refuses("sea_move us_1 africa").rule == "FE 11.4", "one leg an impulse"
    counted(b, impulse=2).play("sea_move us_1 africa")
    b.act().flag(b.piece("us_1"), f.BY_SEA, 0)
    b.act().flag(b.piece("us_1"), f.MOVED, 0)
    assert counted(b, impulse=1).play("sea_move us_1 N33").at("us_1") == "N33"


@pytest.mark.parametrize(("bases", "first_clear", "units"), [(False, 0, 5), (True, 0, 6), (True, 18, 10)])
def test_five_units_a_turn_go_by_sea_six_without_u_boats_and_ten_after_an_invasion(
    bases: bool, first_clear: int, units: int
) -> None:
    b = harbours().assign("first_clear", first_clear)
    for base in sorted(b.game.tables.ground.u_boat_bases) if bases else ():
        b.act().marker(base, -1, f.BASE_CAPTURED, 1)
    assert sea_rules.limit(b.pos) == units, "FE-112, FE-113"
    b.unit("us_1", "england").track("sea_moves", units, f.ALLIED)
    assert counted(b).refuses("sea_move us_1 K2").rule == "FE 11.5"


def test_the_first_clear_turn_after_an_invasion_is_remembered() -> None:
    b = position(turn="June III").assign("invasion_turn", 1)
    movement.impulse_began(b.act(), f.ALLIED, 1)
    assert sea_rules.limit(b.pos) == 10
    later = position(turn="June IV").assign("invasion_turn", 1).assign("first_clear", 3)
    movement.impulse_began(later.act(), f.ALLIED, 1)
    assert sea_rules.limit(later.pos) == 5


def test_nothing_sails_in_a_storm_or_on_the_turn_of_an_invasion() -> None:
    storm = position(turn="October II", weather="storm").control("allied", "K2").unit("us_1", "england")
    assert counted(storm).refuses("sea_move us_1 K2").rule == "FE 11.9", "FE-114"
    invasion = harbours().unit("us_1", "england").assign("invasion_turn", 18)
    assert counted(invasion).refuses("sea_move us_1 K2").rule == "FE 12.3"


def test_a_unit_that_lands_goes_on_with_half_its_allowance() -> None:
    """FE-116 (there with 5 points: 2)."""
    b = harbours().unit("us_1", "england")
    counted(b).play("sea_move us_1 K2")
    assert b.refuses("move us_1 K3,K4,K5").rule == "FE 5.4"
    assert b.play("move us_1 K3,K4").at("us_1") == "K4"
    assert b.refuses("move us_1 K5").rule == "FE C-112"


def test_a_unit_may_march_half_its_allowance_and_then_take_ship() -> None:
    b = harbours().unit("us_1", "K4").unit("us_2", "K5")
    counted(b).play("move us_1 K3,K2", "sea_move us_1 england", "move us_2 K4,K3,K2")
    assert b.at("us_1") == "england"
    assert b.refuses("sea_move us_2 england").rule == "FE 11.3"


def test_an_empty_harbour_in_an_enemy_zone_is_closed_and_an_occupied_one_is_open() -> None:
    b = harbours().unit("us_1", "england").unit("pz_2", "K3")
    counted(b)
    assert b.refuses("sea_move us_1 K2").rule == "FE 11.8", "FE-213"
    b.unit("us_2", "K2")
    b.play("sea_move us_1 K2")
    assert b.at("us_1") == "K2", "FE-214"
    assert b.refuses("move us_1 L2").rule == "FE 7.2", "it stops where it landed"


def test_an_inland_harbour_is_closed_by_an_enemy_on_its_passage() -> None:
    b = position(turn="October II").control("allied", "CC6").unit("us_1", "england").unit("us_2", "CC6")
    b.unit("i_346", "BB4")
    counted(b)
    assert b.refuses("sea_move us_1 CC6").rule == "FE 11.4", "FE-212"
    assert b.refuses("sea_move us_2 england").rule == "FE 11.4"


def test_a_landing_may_not_bring_supply_capacity_below_zero() -> None:
    b = position(turn="October II").control("allied", "W4").units("O9", "us_1").units("england", "us_4", "us_5")
    counted(b).play("sea_move us_4 W4")
    assert b.refuses("sea_move us_5 W4").rule == "FE 18.7.4", "C-81: unit by unit"


def test_hqs_sail_in_the_second_impulse_and_held_units_not_at_all() -> None:
    b = harbours().unit("hq_bradley", "england").unit("us_1", "K2", held=True)
    assert counted(b).refuses("sea_move hq_bradley K2").rule == "FE 13.1"
    counted(b, impulse=2)
    assert b.refuses("sea_move us_1 england").rule == "FE 8.9"
    assert b.play("sea_move hq_bradley K2").at("hq_bradley") == "K2"


def test_two_units_a_turn_are_evacuated_from_where_the_allies_landed() -> None:
    b = position(turn="October II").marker("invaded", "L4").units("L4", "us_1", "us_2", "us_4").unit("us_5", "M7")
    counted(b)
    assert b.refuses("evacuate us_5").rule == "FE 11.4"
    b.play("evacuate us_1", "evacuate us_2")
    assert b.at("us_2") == "england"
    assert b.has("us_2", "arrived") == 1, "12.4: it has not started the turn there"
    assert b.refuses("evacuate us_4").rule == "FE 11.4"
    assert sea.used(b.pos) == 2, "they count as sea movement"


def test_a_unit_on_flooded_ground_may_leave_by_sea() -> None:
    b = position(turn="October II").control("allied", "EE4").unit("us_1", "EE4", stuck=True)
    assert counted(b, impulse=2).play("sea_move us_1 england").at("us_1") == "england", "8.2"


def test_every_listed_sea_move_is_legal() -> None:
    b = harbours().units("england", "us_1", "us_2").unit("us_3", "africa").unit("br_3", "B2")
    counted(b)
    assert b.check_choices()
    assert {"sea_move us_1 B2", "sea_move us_3 N33", "sea_move br_3 england"} <= set(b.choices())
