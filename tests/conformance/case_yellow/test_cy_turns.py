"""Conformance cases of the sequence, the END phase, Dynamo and the scenarios (4.0c, 12, 13, CL, QA.7, QA.8)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import supply, surrender
from hexledger.engine.games.case_yellow.rules import better_defence, paradrop, refit, replacements
from hexledger.engine.games.case_yellow.rules.attrition import Attrition
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.terror import Surrender
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, edition, position


# ---------------------------------------------------------------------- 4.0c
def test_CY_113_with_only_a_third_chit_of_the_same_side_left_the_action_phase_ends() -> None:
    b = position().round_of("german", "combat").assign("run", 2)
    b.act().pool("pool.cup", w.CHITS[w.GERMAN]["move"], 2)
    b.run(sequence.DrawChit(), sequence.EndOfActions())
    assert b.pos.var("round") == 1 and b.pos.pool("cup") == {}
    assert not b.rolls, "nothing was drawn"


# ---------------------------------------------------------------------- 12.5
def test_CY_114_four_cities_three_towns_and_a_bombed_city_make_six_and_the_netherlands_surrender() -> None:
    b = position().taken("4326", "4123", "4127", "4030", "3725", "3627", "3727").unit("nl_1", "4024")
    assert not surrender.falls(b.pos, "Netherlands"), "five"
    b.assign("terror_now", b.hex("4024") + 1)
    assert [value for _, value, _ in surrender.dutch_count(b.pos)] == [4, 1, 1]
    b.run(Surrender())
    assert b.pos.var("netherlands") == 2 and b.on("nl_1") == "-"
    assert b.pos.destroyed(b.hex("4028")) or b.pos.destroyed(min(b.pos.game.ground.works))


# ---------------------------------------------------------------------- 12.9
def test_CY_078_chits_of_eliminated_units_are_set_aside_and_two_steps_are_lost_in_four_draws() -> None:
    cup = ("fr_3_dlm", "fr_1_dcr", "fr_2_dcr", "br_1_tank")
    b = position(seed="attrition 1").unit("fr_3_dlm", "2812").unit("br_1_tank", "2813").turn(3)
    b.pool("cup_allied", *cup).pool("dead", "fr_1_dcr", "fr_2_dcr")
    b.run(Attrition(w.ALLIED))
    drawn = [b.game.piece(event.token) for event in b.events if isinstance(event, ev.Drawn)]
    assert drawn == list(cup), "as in the example"
    assert b.pos.steps(b.piece("fr_3_dlm")) == 1 and b.on("br_1_tank") == "-"
    assert b.pos.pool("cup_allied") == {}, "chits do not go back"


# ---------------------------------------------------------------------- 12.10, CL.3
def test_CY_094_no_replacement_is_spent_on_turn_4() -> None:
    b = position().unit("fr_i", "1305", reduced=True).turn(4)
    why = replacements.refusal(b.pos, b.piece("fr_i"), w.ALLIED)
    assert why is not None and why[0] == "12.10"


def test_CY_096_on_turn_5_of_scenario_3_a_step_is_spent() -> None:
    b = position("free_command").unit("fr_i", "1305", reduced=True).turn(5)
    b.run(sequence.Segment("phase.replacements", "12.10"), replacements.Replacements(w.ALLIED))
    b.play("replace fr_i")
    assert b.pos.steps(b.piece("fr_i")) == 2 and b.pos.track("infantry", w.ALLIED) == 7


# ---------------------------------------------------------------------- 12.12
def test_CY_082_a_refit_declared_on_turn_4_ends_on_turn_7() -> None:
    for scenario, ends in (("historical", 7), ("informed_allies", 7), ("free_command", 6)):
        b = position(scenario).unit("ge_1_pz", "3434").turn(4).run(refit.Declaration()).play("declare_refit")
        assert b.pos.var("refit_end") == ends and b.on("ge_1_pz") == "-"


def test_CY_116_a_panzer_division_lost_while_out_of_supply_never_returns() -> None:
    for marked, back in ((1, False), (0, True)):
        b = position().unit("ge_1_pz", "2812", reduced=True, oos=marked)
        eliminate(b.act(), b.piece("ge_1_pz"), "reason.attrition", "12.9")
        b.turn(4).run(refit.Declaration()).play("declare_refit")
        assert (b.piece("ge_1_pz") in b.pos.pool("rotated")) == back


# ---------------------------------------------------------------------- 13
def test_CY_084_the_allied_side_loses_the_initiative_with_the_turn_after_the_capture_of_the_port() -> None:
    b = position().dynamo("3312", declared=3, turn=4)
    sides = []
    for turn in (4, 5, 6):
        if turn == 6:
            b.unit("ge_x", "3313")
            act = b.act()
            act.move(b.piece("ge_x"), b.path("3313", "3312"), "mode.move")
            enter(act, b.piece("ge_x"), b.hex("3312"))
        b.turn(turn).run(sequence.Initiative())
        sides.append(b.pos.var("initiative"))
        b.state.agenda = b.state.agenda[:1]
    assert sides == [w.ALLIED, w.ALLIED, w.GERMAN]
    assert b.pos.var("dynamo_end") == 0 and b.pos.var("port_lost") == 5


def test_CY_085_an_early_declaration_costs_three_vp_and_plays_an_allied_move_chit_in_box_2() -> None:
    b = position(seed="early").units("3312", "br_5").round_of("german", "combat", turn=3).assign("cup_reserve", 1)
    b.assign("run", 1)
    b.act().pool("pool.cup", w.CHITS[w.ALLIED]["combat"], 1)
    b.run(sequence.NextRound()).play("declare_dynamo 3312")
    assert b.state.track(w.TRACK["vp"], w.GERMAN) == 3
    assert (b.pos.var("round"), b.pos.active, b.pos.var("kind")) == (2, w.ALLIED, w.MOVE)
    assert b.pos.var("dynamo_end") == 6 and b.pos.var("cup_reserve") == 0
    b.play("end_movement")
    assert b.pos.var("round") == 3, "the draws go on"


def evacuating(*units: str) -> Built:
    b = position().dynamo("3312").units("3312", *units)
    return b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED))


def test_CY_086_of_seven_steps_in_the_port_six_leave_in_one_move_round() -> None:
    b = evacuating("br_i", "br_ii", "br_iii", "br_12")
    b.play("evacuate br_i 2", "evacuate br_ii 2", "evacuate br_iii 2")
    assert b.refuses("evacuate br_12 1").rule == "CY 13.4"
    assert b.state.track(w.TRACK["vp"], w.ALLIED) == 6 and set(b.pos.pool("evacuated")) == {
        b.piece(unit) for unit in ("br_i", "br_ii", "br_iii")
    }


def test_CY_088_a_disrupted_two_step_unit_that_ends_its_movement_in_the_port_is_reduced_and_fit() -> None:
    b = position().dynamo("3312").unit("br_5", "3212", disrupted=1).round_of("allied", "move", turn=4)
    b.run(Movement(w.ALLIED), Excess(w.ALLIED)).play("move br_5 3312")
    assert b.pos.steps(b.piece("br_5")) == 1 and b.pos.disrupted(b.piece("br_5"))
    b.play("end_movement")
    assert not b.pos.disrupted(b.piece("br_5"))


# ---------------------------------------------------------------------- CL, QA, errata
def test_CY_092_hex_1006_is_of_the_west_edge() -> None:
    b = position()
    assert b.hex("1006") in b.pos.game.ground.west_edge


def test_CY_093_so_are_1505_1600_and_2200() -> None:
    b = position()
    assert set(b.path("1505", "1600", "2200")) <= b.pos.game.ground.west_edge
    assert set(b.path("1505", "1600", "2200")) <= supply.sources(b.pos, "british")


def test_CY_097_other_terrain_costs_what_the_terrain_of_the_hex_costs() -> None:
    effects = edition().charts["terrain_effects"]
    assert {effects["features"][name]["mp"] for name in ("fortified_line", "defensive_works", "destroyed")} == {"OT"}
    b = position().unit("fr_i", "2222")
    from hexledger.engine.games.case_yellow.questions import ways

    cost = ways.price(b.pos, b.piece("fr_i"), b.hex("2324"), b.hex("2323"))
    assert cost == 2 and "defensive_works" in b.pos.board.features[b.hex("2323")], "broken 1, the river 1 more"


def test_CY_108_the_air_landing_division_uses_only_the_modifier_for_eliminated_regiments() -> None:
    b = position().unit("ge_22_al", "german_airborne").unit("nl_1", "4024").turn(2)
    assert paradrop.modifiers(b.pos, b.piece("ge_22_al"), b.hex("4025")) == []
    assert len(paradrop.modifiers(b.pos, b.piece("ge_fj1"), b.hex("4025"))) == 2, "turn 2, and a Dutch unit beside it"
    b.pool("dead", "ge_fj1")
    assert paradrop.modifiers(b.pos, b.piece("ge_22_al"), b.hex("4025")) == [("line.regiments", 3, "QA.7")]


def test_CY_109_a_contested_zoc_stops_a_los_and_not_a_loc() -> None:
    b = position().unit("ge_x", "2911").unit("fr_i", "2813")
    place = b.hex("2812")
    assert supply.open_to_loc(b.pos, place, w.ALLIED) and not supply.open_to_los(b.pos, place, w.ALLIED)
    lone = position().unit("ge_x", "2911")
    assert not supply.open_to_loc(lone.pos, place, w.ALLIED), "an uncontested one stops both"


def test_CY_121_hex_3331_is_clear() -> None:
    b = position()
    assert b.pos.board.terrain[b.hex("3331")] == "clear"


def test_CY_122_a_line_that_reaches_only_another_edge_places_no_better_defence() -> None:
    b = position().unit("fr_i", "1305").track("better_defence", 2, w.ALLIED)
    assert better_defence.placeable(b.pos, b.hex("1305")) is None
    belgium = position().unit("fr_i", "2822").track("better_defence", 2, w.ALLIED)
    why = better_defence.placeable(belgium.pos, belgium.hex("2822"))
    assert why is not None and why[0] == "12.11"
    shut = position().unit("fr_i", "1437").track("better_defence", 2, w.ALLIED)
    act = shut.act()
    for place in sorted(shut.pos.game.ground.south_edge | shut.pos.game.ground.west_edge):
        if place != shut.hex("1437"):
            act.emit(ev.Controlled(place, w.GERMAN))
    assert better_defence.placeable(shut.pos, shut.hex("1437")) is not None, "only the east edge is left"
