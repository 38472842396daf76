"""Strategic movement (8.23, 8.24) and its attrition (8.3)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.activation import course
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.strategic import Attrition
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built
from tests.june_6.in_turn import JULY, in_turn


def moving(b: Built, *units: str) -> Built:
    return b.active(*units).run(Movement(), Attrition())


def division(weather: str = "heavy_overcast") -> Built:
    """The HQ of 21 Panzer and two of its units south of Caen; no enemy anywhere near."""
    b = in_turn(JULY, weather=weather).unit("21pz_hq", "E1739")
    return b.unit("21pz_125", "E1539").unit("21pz_200", "E1439")


# ------------------------------------------------------------------ 8.23
def test_motorized_units_pay_half_a_point_on_a_main_road_and_a_whole_one_on_a_minor_road() -> None:
    b = moving(division(), "21pz_125", "21pz_200")
    assert b.play("strategic_move 21pz_125 E1639,E1738,E1838,E1938").of(ev.Moved)[0].cost == 4
    assert b.of(ev.Moved)[0].mode == b.game.words["mode.strategic"]
    assert b.play("strategic_move 21pz_200 E1438,E1537,E1638,E1738").of(ev.Moved)[0].cost == 4 * 2


def test_foot_units_pay_a_whole_point_on_every_road() -> None:
    b = moving(in_turn(JULY).unit("3_br_hq", "E2438").unit("3_br_9", "E2240"), "3_br_9")
    assert b.play("strategic_move 3_br_9 E2139,E2039,E1938,E1838").of(ev.Moved)[0].cost == 8


def test_bicycle_units_pay_like_motorized_ones_on_a_main_road_only_in_strategic_movement() -> None:
    """8.21"""
    bike = "lxxxiv_30"
    b = in_turn(JULY, open_area=True).unit("lxxxiv_hq", "E1739").units("E1539", bike)
    moving(b, bike)
    assert not b.pos.motorized(b.piece(bike))
    assert b.play(f"strategic_move {bike} E1639,E1738").of(ev.Moved)[0].cost == 2
    walk = moving(in_turn(JULY, open_area=True).unit("lxxxiv_hq", "E1739").units("E1539", bike), bike)
    assert walk.play(f"move {bike} E1639,E1738").of(ev.Moved)[0].cost == 4


def test_strategic_movement_doubles_the_allowance_after_the_weather() -> None:
    b = moving(division(), "21pz_125")
    ma = b.pos.face(b.piece("21pz_125")).ma
    to_and_fro = ["E1639", "E1539"] * (2 * (ma + 2))
    assert b.refuses(f"strategic_move 21pz_125 {','.join([*to_and_fro, 'E1639'])}").rule == "J6 8.12"
    assert b.play(f"strategic_move 21pz_125 {','.join(to_and_fro)}").of(ev.Moved)[0].cost == 4 * (ma + 2)


def test_strategic_movement_leaves_no_road_and_enters_no_jam() -> None:
    b = moving(division().unit("i_ss_hq", "E1639"), "21pz_125")
    assert b.refuses("strategic_move 21pz_125 E1538").rule == "J6 8.23"
    assert b.play("strategic_move 21pz_125 E1639,E1738").of(ev.Moved)[0].cost == (1 + 2) + 1


def test_strategic_movement_ends_at_a_blown_bridge() -> None:
    b = moving(division().marker("blown", "E1838", "E1738"), "21pz_125")
    assert b.refuses("strategic_move 21pz_125 E1639,E1738,E1838").rule == "J6 8.23"


# ------------------------------------------------------------------ 8.24
def test_strategic_movement_comes_next_to_no_enemy_of_any_kind_not_even_in_passing() -> None:
    b = moving(division().unit("3_br_hq", "E1939"), "21pz_125")
    assert b.refuses("strategic_move 21pz_125 E1639,E1738,E1838,E1938").rule == "J6 8.24c"
    assert b.refuses("strategic_move 21pz_125 E1639,E1738,E1739,E1839").rule == "J6 8.24c"
    assert b.play("strategic_move 21pz_125 E1639,E1738,E1838").at("21pz_125") == "E1838"


def test_who_may_never_use_strategic_movement() -> None:
    lone = in_turn(JULY).unit("21pz_125", "E1539")
    assert moving(lone, "21pz_125").refuses("strategic_move 21pz_125 E1639").rule == "J6 8.24a"
    for marks in ({"unit": "21pz_125"}, {"unit": "21pz_hq"}):
        b = division().flag(marks["unit"], "isolated")
        assert moving(b, "21pz_125").refuses("strategic_move 21pz_125 E1639").rule == "J6 8.24a"
    dets = in_turn(JULY).unit("det_1", "E1539")
    assert moving(dets, "det_1").refuses("strategic_move det_1 E1639").rule == "J6 8.24a"


def test_units_under_the_corps_hq_by_the_scenario_look_to_that_hq() -> None:
    b = in_turn(JULY).unit("16lw_32", "E1639")
    assert moving(b, "16lw_32").refuses("strategic_move 16lw_32 E1539").rule == "J6 8.24a"
    b = in_turn(JULY).unit("16lw_32", "E1639").unit("i_ss_hq", "E1739")
    assert moving(b, "16lw_32").play("strategic_move 16lw_32 E1539").at("16lw_32") == "E1539"


def test_units_with_an_re_marker_may_use_strategic_movement() -> None:
    b = division().flag("21pz_hq", "re").flag("21pz_125", "re").active("21pz_125", mode=f.RE_MODE).run(Movement())
    assert b.play("strategic_move 21pz_125 E1639").at("21pz_125") == "E1639"


def test_a_unit_moves_or_moves_strategically_but_not_both() -> None:
    b = moving(division(), "21pz_125")
    b.play("strategic_move 21pz_125 E1639")
    assert b.has("21pz_125", "strategic") and b.has("21pz_125", "moved")
    assert b.refuses("move 21pz_125 E1739").rule == "J6 8.11"
    assert b.refuses("strategic_move 21pz_125 E1738").rule == "J6 8.11"


def test_an_entering_unit_may_use_strategic_movement_and_pays_half_for_a_main_road() -> None:
    b = in_turn(JULY).unit("i_ss_hq", "E1737").unit("1ss_2", "E1639", entry=1)
    assert moving(b, "1ss_2").play("strategic_move 1ss_2 E1738").of(ev.Moved)[0].cost == 1 + 1


def test_offered_strategic_moves_go_where_normal_movement_does_not() -> None:
    b = moving(in_turn(JULY).unit("3_br_hq", "E2438").unit("3_br_9", "E2240"), "3_br_9")
    offered = b.choices()
    near = {line.rpartition(",")[2].rpartition(" ")[2] for line in offered if line.startswith("move ")}
    far = {line.rpartition(",")[2].rpartition(" ")[2] for line in offered if line.startswith("strategic_move ")}
    assert near and far and not near & far
    assert b.check_choices() == len(offered)


# ------------------------------------------------------------------ 8.3
def moved_strategically(weather: str, *dice: int) -> Built:
    b = moving(division(weather), "21pz_hq", "21pz_125", "21pz_200").dice(*dice)
    return b.play("strategic_move 21pz_125 E1639", "end_movement")


@pytest.mark.parametrize(
    ("weather", "die", "lost"),
    [("clear", 5, False), ("clear", 6, True), ("light_overcast", 6, False), ("light_overcast", 7, True)],
)
def test_attrition_is_read_with_the_weather_and_hits_the_unit_that_used_strategic_movement(
    weather: str, die: int, lost: bool
) -> None:
    b = moved_strategically(weather, die)
    assert b.quiet
    assert b.is_reduced("21pz_125") == lost
    assert not b.is_reduced("21pz_200")
    assert len(b.of(ev.Rolled)) == 1


@pytest.mark.parametrize("weather", ["heavy_overcast", "storm"])
def test_there_is_no_attrition_under_heavy_clouds(weather: str) -> None:
    b = moved_strategically(weather)
    assert b.quiet and not b.of(ev.Rolled)


def test_nobody_rolls_when_nobody_used_strategic_movement_and_the_allies_never_do() -> None:
    b = moving(division("clear"), "21pz_125").play("move 21pz_125 E1639", "end_movement")
    assert b.quiet and not b.of(ev.Rolled)
    allied = in_turn(JULY, weather="clear").unit("3_br_hq", "E2438").unit("3_br_9", "E2240")
    moving(allied, "3_br_9").play("strategic_move 3_br_9 E2139", "end_movement")
    assert allied.quiet and not allied.of(ev.Rolled)


def test_the_german_chooses_who_pays_among_those_that_used_strategic_movement() -> None:
    b = moving(division("clear"), "21pz_hq", "21pz_125", "21pz_200").dice(9)
    b.play("strategic_move 21pz_125 E1639", "strategic_move 21pz_200 E1438", "strategic_move 21pz_hq E1839")
    b.play("end_movement")
    assert b.choices() == ["lose_step 21pz_125", "lose_step 21pz_200"], "the HQ is the last to pay (6.16)"
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert b.refuses("lose_step 21pz_hq").rule == "J6 8.31b"
    b.play("lose_step 21pz_200")
    assert b.is_reduced("21pz_200") and not b.is_reduced("21pz_125") and b.quiet


def test_each_formation_that_used_strategic_movement_rolls_for_itself() -> None:
    b = division("clear").unit("i_ss_hq", "E1739").unit("16lw_32", "E1439").unit("1ss_2", "E1438")
    moving(b, "21pz_125", "21pz_200", "16lw_32", "1ss_2").dice(0, 9)
    b.play("strategic_move 21pz_125 E1639", "strategic_move 1ss_2 E1537")
    b.play("end_movement")
    assert b.quiet and len(b.of(ev.Rolled)) == 2
    assert [b.is_reduced(unit) for unit in ("21pz_125", "1ss_2")] == [False, True]


@pytest.mark.parametrize(("die", "attacks"), [(9, False), (0, True)])
def test_whose_hq_is_lost_on_its_drive_declares_no_attack_any_more(die: int, attacks: bool) -> None:
    """6.16a, 3.63, 8.31b, R-116: RE at once, and who has it does not attack in ME."""
    b = in_turn(JULY, weather="clear").unit("21pz_hq", "E1539").unit("21pz_192", "E1838")
    b.unit("3_br_8", "E1938").unit("3_br_hq", "E2438").active("21pz_hq", "21pz_192").dice(die).run(*course())
    b.play("strategic_move 21pz_hq E1639", "end_movement")
    assert b.gone("21pz_hq") is not attacks and b.has("21pz_192", "re") == (not attacks)
    assert b.quiet is not attacks
    if attacks:
        b.play("attack E1938 21pz_192")
