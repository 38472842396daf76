"""Movement and enemy ZOC (11.1, 13.12a, 22.24), and stacking at the end of movement (9.1, 8.46b)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.movement import overfull
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.events import model as ev
from tests.june_6.builder import Built, position

FOOT = "3_br_8"
TANKS = "3_br_27"
ENEMY = "21pz_125"


def moving(b: Built, *units: str) -> Built:
    return b.active(*units).run(Movement())


def cost(b: Built, line: str) -> int:
    return b.play(line).of(ev.Moved)[0].cost


# ------------------------------------------------------------------ 11.11 to 11.13
def test_entering_an_enemy_zoc_costs_one_more_and_ends_the_move() -> None:
    """11.11"""
    b = moving(position().unit(FOOT, "E2336").unit(ENEMY, "E2036"), FOOT)
    assert b.refuses(f"move {FOOT} E2236,E2136,E2137").rule == "J6 11.12"
    assert cost(b, f"move {FOOT} E2236,E2136") == 2 + 2 + 2


def test_a_foot_unit_leaves_an_enemy_zoc_for_one_more_and_may_enter_another_after_a_free_hex() -> None:
    b = moving(position().unit(FOOT, "E2136").unit(ENEMY, "E2036"), FOOT)
    assert b.refuses(f"move {FOOT} E2135").rule == "J6 11.13a"
    assert cost(b, f"move {FOOT} E2236,E2235,E2135") == (2 + 2) + 2 + (2 + 2)
    assert b.lines("reckon.move")["cost.leave_ezoc"] == 2


def test_a_motorized_unit_goes_from_zoc_to_zoc_and_stops_after_one_hex() -> None:
    b = moving(position().unit(TANKS, "E2136").unit(ENEMY, "E2036"), TANKS)
    assert b.refuses(f"move {TANKS} E2135,E2035").rule == "J6 11.12"
    assert cost(b, f"move {TANKS} E2135") == 2 + 2 + 2


def test_a_friend_in_the_hex_does_not_lift_the_enemy_zoc() -> None:
    b = moving(position().unit(FOOT, "E2236").unit("3_br_9", "E2136").unit(ENEMY, "E2036"), FOOT)
    assert b.refuses(f"move {FOOT} E2136,E2137").rule == "J6 11.12"
    assert cost(b, f"move {FOOT} E2136") == 4


@pytest.mark.parametrize(("mark", "rule"), [({"disorder": 1}, "J6 13.12a"), ({"isolated": 1}, "J6 22.24")])
@pytest.mark.parametrize("start", ["E2236", "E2135"])
def test_disordered_and_isolated_units_enter_no_enemy_zoc_not_even_from_one(
    mark: dict[str, int], rule: str, start: str
) -> None:
    b = moving(position().unit(TANKS, start, **mark).unit(ENEMY, "E2036"), TANKS)
    assert b.refuses(f"move {TANKS} E2136").rule == rule
    zone = [b.game.place(place) for place in b.pos.board.neighbours[b.hex("E2036")]]
    ends = [line.rpartition(",")[2].rpartition(" ")[2] for line in b.choices()[:-1]]
    assert ends and not set(ends) & set(zone)


def test_hqs_project_no_zoc() -> None:
    b = moving(position().unit(FOOT, "E2236").unit("21pz_hq", "E2036"), FOOT)
    assert cost(b, f"move {FOOT} E2136,E2137") == 4


# ------------------------------------------------------------------ 11.14
def test_a_support_unit_enters_an_enemy_zoc_only_where_a_combat_unit_stands() -> None:
    b = moving(position().unit("3_br_hq", "E2236").unit(FOOT, "E2235").unit(ENEMY, "E2036"), "3_br_hq", FOOT)
    assert b.refuses("move 3_br_hq E2136").rule == "J6 11.14"
    b.play(f"move {FOOT} E2135")
    assert b.refuses("move 3_br_hq E2136").rule == "J6 11.14"
    assert cost(b, "move 3_br_hq E2135") == 4, "a combat unit that moved in earlier in this activation counts (R-74)"


def test_another_support_unit_is_no_company_in_an_enemy_zoc() -> None:
    b = moving(position().unit("3_br_hq", "E2236").unit("i_br_79", "E2136").unit(ENEMY, "E2036"), "3_br_hq")
    assert b.refuses("move 3_br_hq E2136").rule == "J6 11.14"


def test_the_last_combat_unit_may_not_desert_a_support_unit_that_followed_it_into_an_enemy_zoc() -> None:
    b = position().units("E2136", FOOT).unit("3_br_9", "E2236").unit("i_br_79", "E2237").unit(ENEMY, "E2036")
    moving(b, FOOT, "3_br_9", "i_br_79").play("move i_br_79 E2136")
    assert b.refuses(f"move {FOOT} E2236").rule == "J6 11.14"
    assert not [line for line in b.choices() if line.startswith(f"move {FOOT}")]
    b.play("move 3_br_9 E2136").play(f"move {FOOT} E2236")
    assert b.at(FOOT) == "E2236"


def test_a_support_unit_that_stood_in_the_enemy_zoc_before_may_be_left_there() -> None:
    b = position().units("E2136", FOOT, "i_br_79").unit(ENEMY, "E2036")
    assert moving(b, FOOT, "i_br_79").play(f"move {FOOT} E2236").at(FOOT) == "E2236"


# ------------------------------------------------------------------ 9.11, 8.46b
def test_a_unit_moving_by_road_may_not_end_its_move_over_the_limit() -> None:
    b = position().units("E2237", "3_br_9", "3_br_185").unit(FOOT, "E2336")
    assert moving(b, FOOT, "3_br_9", "3_br_185").refuses(f"move {FOOT} E2237").rule == "J6 8.46b"


def test_across_country_a_full_hex_may_be_entered_when_a_unit_there_can_still_move_on_and_it_must_go_next() -> None:
    b = position().units("E2236", "3_br_9", "3_br_185").unit(FOOT, "E2235").unit("3_br_hq", "E2336")
    moving(b, FOOT, "3_br_9", "3_br_185", "3_br_hq").play(f"move {FOOT} E2236")
    assert b.game.place(overfull(b.pos)) == "E2236"
    assert b.refuses("end_movement").rule == "J6 9.11"
    assert b.refuses("move 3_br_hq E2237").rule == "J6 9.11"
    assert b.refuses("demolish 3_br_hq E1838 E1738").rule == "J6 9.11"
    offered = b.choices()
    assert {line.split()[1] for line in offered} == {"3_br_9", "3_br_185"}
    assert b.check_choices() == len(offered)
    assert b.play("move 3_br_9 E2136").play("end_movement").quiet


def test_two_full_stacks_change_places_one_unit_each() -> None:
    b = position().units("E2236", "3_br_9", "3_br_185").units("E2235", FOOT, TANKS)
    moving(b, FOOT, TANKS, "3_br_9", "3_br_185")
    b.play(f"move {FOOT} E2236", "move 3_br_9 E2235", "end_movement")
    assert (b.at(FOOT), b.at("3_br_9"), b.quiet) == ("E2236", "E2235", True)


def test_a_full_hex_whose_units_cannot_move_on_stays_closed() -> None:
    b = position().units("E2236", "3_br_9", "3_br_185", pinned=1).unit(FOOT, "E2235")
    assert moving(b, FOOT, "3_br_9", "3_br_185").refuses(f"move {FOOT} E2236").rule == "J6 9.11"
    alone = position().units("E2236", "3_br_9", "3_br_185").unit(FOOT, "E2235")
    assert moving(alone, FOOT).refuses(f"move {FOOT} E2236").rule == "J6 9.11", "the others are not active"


def test_a_full_hex_may_be_passed_through() -> None:
    b = position().units("E2236", "3_br_9", "3_br_185").unit(FOOT, "E2235")
    assert moving(b, FOOT).play(f"move {FOOT} E2236,E2237").at(FOOT) == "E2237"


def test_a_position_that_begins_over_the_limit_can_be_played_on() -> None:
    b = position().units("E2236", "3_br_9", "3_br_185", FOOT, pinned=1).unit(TANKS, "E2336")
    assert moving(b, FOOT, TANKS).play(f"move {TANKS} E2237").play("end_movement").quiet


def test_movement_is_passed_over_when_nobody_is_active() -> None:
    assert position().unit(FOOT, "E2336").run(Movement()).quiet
