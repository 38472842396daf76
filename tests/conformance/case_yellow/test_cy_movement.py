"""Conformance cases of stacking, ZOC and movement (8.3, 9.1-9.4, 10.3c, 10.4b, 10.6a, 10.8, 12.3)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import banks, borders, contact, stacking, supply, ways, zoc
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.paradrop import Paradrop
from hexledger.engine.games.case_yellow.rules.recovery import Crossings
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position


def stack(*units: str) -> bool:
    b = position()
    return stacking.limits_kept(b.pos, [b.piece(unit) for unit in units])


def moving(side: str = "german", dice: tuple[int, ...] = ()) -> Built:
    """A Move round of a side on an empty map, the movement not begun."""
    return position(dice=dice).round_of(side, "move")


def begin(b: Built) -> Built:
    return b.run(Movement(b.pos.active))


def refused(b: Built, line: str) -> str:
    """The rule that refuses a decision."""
    return b.refuses(line).rule


# ---------------------------------------------------------------------- 8.3
def test_CY_026_a_corps_and_a_red_box_division_do_not_stack() -> None:
    assert not stack("ge_x", "ge_1_pz") and stack("fr_x", "fr_10_di")


def test_CY_028_a_corps_a_regiment_and_a_brigade_stack() -> None:
    assert stack("ge_x", "ge_gd", "ge_11sch")


def test_CY_029_beside_a_corps_and_a_division_there_is_room_for_one_regiment_only() -> None:
    assert not stack("ge_x", "ge_1kav", "ge_gd", "ge_lah") and stack("ge_x", "ge_1kav", "ge_gd")


# ---------------------------------------------------------------------- 9.1
def test_CY_030_a_unit_with_a_white_band_projects_nothing() -> None:
    b = position().unit("ge_gd", "2812")
    assert zoc.projecting(b.pos, b.hex("2812")) == () and zoc.zone(b.pos, w.GERMAN) == {}


def test_CY_032_two_divisions_with_yellow_bands_project_together_and_not_alone() -> None:
    b = position().unit("fr_10_di", "2812")
    assert zoc.zone(b.pos, w.ALLIED) == {}
    b.unit("fr_14_di", "2812")
    assert set(zoc.zone(b.pos, w.ALLIED)) == set(b.path("2813", "2912", "2911", "2811", "2711", "2712"))


def test_CY_033_a_french_corps_projects_into_the_six_hexes_around() -> None:
    b = position().unit("fr_i", "2812")
    assert len(zoc.zone(b.pos, w.ALLIED)) == 6


# ---------------------------------------------------------------------- 9.4a over the Seine: 1609 to the empty hex 1508
def barrier(*french: str) -> Built:
    """Germans at 1609 on the far bank; 1508 is empty; French corps project into it."""
    b = moving().units("1609", "ge_x", "ge_1kav").unit("ge_1_pz", "1709")
    for number, at in enumerate(french):
        b.unit(("fr_i", "fr_iii")[number], at)
    return begin(b)


def test_CY_034_nobody_crosses_a_major_river_into_an_empty_hex_between_two_projecting_enemies() -> None:
    assert refused(barrier("1507", "1409"), "move ge_x 1508") == "CY 9.4"
    one = barrier("1507").play("move ge_x 1508")
    assert one.on("ge_x") == "1508", "with one of them he may enter and stop"


def test_CY_036_either_of_two_units_enters_a_hex_into_which_one_enemy_projects_within_stacking() -> None:
    b = barrier("1507").play("move ge_x 1508")
    assert refused(b, "move ge_x 1509") == "CY 9.2", "and stops there"
    b.play("move ge_1kav 1508")
    assert stacking.legal(b.pos, b.hex("1508"), b.pos.units(b.hex("1508")))


def test_CY_037_hexes_without_enemy_zoc_are_entered_freely() -> None:
    b = begin(moving().unit("ge_x", "2812").unit("ge_xi", "2712"))
    b.play("move ge_x 2912", "move ge_xi 2713")
    assert (b.on("ge_x"), b.on("ge_xi")) == ("2912", "2713")


def test_CY_038_a_tie_of_tr_does_not_ignore_a_zoc() -> None:
    b = position().unit("ge_sst", "2713").unit("fr_i", "2911").unit("fr_x", "2811")
    assert b.pos.tr(b.piece("ge_sst")) == 3
    assert [b.pos.tr(b.piece(unit)) for unit in ("fr_i", "fr_x")] == [3, 2]
    assert not zoc.ignores(b.pos, b.piece("ge_sst"), b.hex("2812"))


def test_CY_040_a_tr_of_five_ignores_two_french_units_and_goes_on() -> None:
    b = moving().unit("ge_1_pz", "2713").unit("fr_i", "2911").unit("fr_x", "2711")
    begin(b).play("move ge_1_pz 2712,2812,2912")
    assert b.on("ge_1_pz") == "2912"
    slow = begin(moving().unit("ge_x", "2713").unit("fr_i", "2911").unit("fr_x", "2711"))
    assert refused(slow, "move ge_x 2712,2812") == "CY 9.2"


# ---------------------------------------------------------------------- 10.3c overrun
def overrunning(*, disrupted: bool = False) -> Built:
    b = moving().units("2813", "ge_1_pz", "ge_2_pz").unit("br_12", "2810", disrupted=disrupted)
    return begin(b).play("move ge_1_pz,ge_2_pz 2812,2811")


def test_CY_048_two_panzer_divisions_overrun_a_british_unit_of_one_and_drive_it_off_two_hexes() -> None:
    b = overrunning().play("overrun ge_1_pz,ge_2_pz 2810")
    assert b.offer is not None and b.offer.side == w.GERMAN, "the overrunner chooses the way"
    start = b.hex("2810")
    b.play(b.choices()[0])
    victim = b.piece("br_12")
    assert b.pos.disrupted(victim) and b.pos.board.distance(b.pos.at(victim), start) == 2
    assert b.on("ge_1_pz") == b.on("ge_2_pz") == "2810"
    assert b.pos.ma(b.piece("ge_1_pz")) - ways.spent(b.pos, b.piece("ge_1_pz")) == 2


def test_CY_049_a_disrupted_unit_that_is_overrun_is_eliminated() -> None:
    b = overrunning(disrupted=True).play("overrun ge_1_pz,ge_2_pz 2810")
    assert b.on("br_12") == "-" and b.on("ge_1_pz") == "2810"


def test_an_overrun_needs_nine_to_one_and_no_works() -> None:
    b = begin(moving().units("2812", "ge_1_pz", "ge_2_pz").unit("br_5", "2811"))
    assert refused(b, "overrun ge_1_pz,ge_2_pz 2811") == "CY 10.3c"


# ---------------------------------------------------------------------- 10.4b forest roads
def test_CY_050_a_forest_road_hex_with_a_supply_unit_costs_a_panzer_division_two_and_it_must_go_on() -> None:
    b = moving().unit("ge_aga_supply", "2731").unit("ge_1_pz", "2730")
    here, there = b.hex("2730"), b.hex("2731")
    assert there in b.pos.game.ground.forest and b.pos.game.ground.key(here, there) in b.pos.game.ground.road
    assert ways.price(b.pos, b.piece("ge_1_pz"), here, there) == 2
    assert not stacking.room(b.pos, there, (b.piece("ge_1_pz"),))
    b.run(Movement(w.GERMAN), Excess(w.GERMAN)).play("move ge_1_pz 2731", "end_movement")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",)


# ---------------------------------------------------------------------- 10.6a crossings of minor rivers
def test_CY_117_a_crossing_of_a_minor_river_into_a_hex_of_ours_costs_nothing_more() -> None:
    b = position().unit("ge_x", "2015").taken("2115")
    assert ways.price(b.pos, b.piece("ge_x"), b.hex("2015"), b.hex("2115")) == 1


def test_CY_118_into_an_enemy_hex_it_costs_one_and_the_hex_is_ours_for_the_next_unit() -> None:
    b = begin(moving().unit("ge_x", "2015").unit("ge_xi", "2015"))
    here, there = b.hex("2015"), b.hex("2115")
    assert ways.price(b.pos, b.piece("ge_x"), here, there) == 2
    b.play("move ge_x 2115")
    assert b.pos.control(there) == w.GERMAN
    assert ways.price(b.pos, b.piece("ge_xi"), here, there) == 1


# ---------------------------------------------------------------------- 10.8 bridgeheads
def test_CY_052_only_one_attempt_is_made_for_a_hex_in_a_round() -> None:
    b = begin(moving(dice=(1,)).units("1709", "ge_8_pz", "ge_9_pz").taken("1609"))
    b.play("move ge_8_pz 1609", "try_bridgehead 1508")
    assert not b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD)
    b.play("move ge_9_pz 1609")
    assert refused(b, "try_bridgehead 1508") == "CY 10.8f"


def test_CY_053_both_panzer_divisions_cross_in_the_end_phase_into_an_enemy_zoc_and_the_marker_comes_off() -> None:
    b = position().units("1609", "ge_8_pz", "ge_9_pz").unit("fr_i", "1507").marker("bridgehead", "1508")
    b.run(Crossings()).play("cross_bridgehead ge_8_pz 1508", "cross_bridgehead ge_9_pz 1508")
    assert b.on("ge_8_pz") == b.on("ge_9_pz") == "1508"
    assert not b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD)


def test_CY_054_units_that_crossed_where_no_crossing_is_are_out_of_supply_at_the_next_check() -> None:
    b = position().units("1508", "ge_8_pz", "ge_9_pz").unit("fr_i", "1506").unit("fr_iii", "1409").taken("1609")
    b.unit("fr_iv", "1510")
    assert not supply.los_step(b.pos, b.hex("1508"), b.hex("1609"), w.GERMAN)
    assert supply.supply_line(b.pos, b.piece("ge_8_pz")) is None


def test_CY_056_a_failed_bridgehead_leaves_river_ground_and_works_to_the_defenders_of_2323() -> None:
    b = position(dice=[1, 4]).units("2324", "ge_6_pz", "ge_8_pz").unit("fr_xli", "2323").round_of("german", "combat")
    b.run(Combats(w.GERMAN)).play("attack ge_6_pz,ge_8_pz 2323", "try_bridgehead 2323")
    assert {"line.terrain", "line.works", "line.river"} <= shifts(b)


def test_a_bridgehead_takes_the_river_from_the_defenders_of_2124_only() -> None:
    b = position(dice=[6, 4]).units("2125", "ge_1_pz", "ge_2_pz").unit("fr_x", "2124").round_of("german", "combat")
    b.run(Combats(w.GERMAN)).play("attack ge_1_pz,ge_2_pz 2124", "try_bridgehead 2124")
    assert "line.river" not in shifts(b)


def shifts(b: Built) -> set[str]:
    """Labels of the shifts of the last combat."""
    from hexledger.events import model as ev

    word = b.game.words["reckon.odds"]
    found = [event for event in b.events if isinstance(event, ev.Reckoned) and event.kind == word][-1]
    return {b.game.word_key(label) for label, _, _ in found.lines}


def test_CY_057_a_landing_destroys_the_works_and_holds_both_rivers_beside_it() -> None:
    b = position(dice=[1]).unit("ge_fj1", "german_airborne").turn(1)
    b.run(Paradrop(False)).play("drop ge_fj1 3825")
    place = b.hex("3825")
    assert b.pos.destroyed(place) and b.on("ge_fj1") == "3825"
    assert b.state.marker(place, -1, w.BRIDGEHEAD) == 0, "no marker"
    ground = b.pos.game.ground
    across = [there for there in ground.crossings_of[place] if ground.river_between(place, there)]
    from hexledger.engine.games.case_yellow.questions import battle as bt

    assert across and all(bt.bridged(b.pos, place, there, w.GERMAN) for there in across)
    b.act().remove(b.piece("ge_fj1"), "reason.eliminated", "11.3f")
    assert not any(bt.bridged(b.pos, place, there, w.GERMAN) for there in across)
    assert banks.markers_left(b.pos) == 6


# ---------------------------------------------------------------------- QA.5, QA.9, QA.11
def test_CY_106_a_bridgehead_is_no_crossing_for_motorized_attacks_over_a_major_river() -> None:
    b = position().unit("ge_1_pz", "1609").unit("ge_x", "1609").unit("fr_i", "1508").marker("bridgehead", "1508")
    why = contact.hexside(b.pos, b.piece("ge_1_pz"), b.hex("1609"), b.hex("1508"))
    assert why is not None and why[0] == "QA.5"
    assert contact.hexside(b.pos, b.piece("ge_x"), b.hex("1609"), b.hex("1508")) is None


def test_CY_110_a_red_star_stays_in_the_dyle_area_until_dynamo_and_others_may_leave() -> None:
    b = begin(moving("allied").unit("br_i", "2820").unit("fr_10_di", "2820"))
    out = next(p for p in b.pos.board.neighbours[b.hex("2820")] if p not in b.pos.game.ground.dyle)
    label = b.pos.label(out)
    assert refused(b, f"move br_i {label}") == "CY QA.9"
    b.play(f"move fr_10_di {label}")
    free = begin(moving("allied").unit("br_i", "2820").assign("dynamo", 2))
    assert free.play(f"move br_i {label}").on("br_i") == label


def test_CY_112_a_german_unit_leaves_the_dyle_area_on_any_side_and_does_not_enter_it_from_the_south_or_west() -> None:
    b = position().unit("ge_x", "2820").unit("ge_xi", "2720")
    south = next(p for p in b.pos.board.neighbours[b.hex("2820")] if p not in b.pos.game.ground.dyle)
    assert borders.closed(b.pos, b.piece("ge_x"), b.hex("2820"), south) is None
    inside = next(p for p in b.pos.board.neighbours[b.hex("2720")] if p in b.pos.game.ground.dyle)
    why = borders.closed(b.pos, b.piece("ge_xi"), b.hex("2720"), inside)
    assert why is not None and why[0] == "QA.11"
