"""Case Yellow: the END phase and Dynamo (12, 13)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import surrender
from hexledger.engine.games.case_yellow.rules import (
    better_defence,
    dynamo,
    evacuation,
    recovery,
    refit,
    replacements,
    terror,
    victory,
)
from hexledger.engine.games.case_yellow.rules.attrition import Attrition
from hexledger.engine.games.case_yellow.rules.losses import eliminate, vacated
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.paris import OpenCity
from hexledger.engine.games.case_yellow.rules.victory import VictoryPoints
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position

DUTCH = ("4326", "4123", "4024", "4127", "4030", "3830", "3528", "3029")
BELGIAN = ("3423", "3122", "3319", "3515")


def vp(b: Built) -> tuple[int, int]:
    return b.state.track(w.TRACK["vp"], w.GERMAN), b.state.track(w.TRACK["vp"], w.ALLIED)


# ---------------------------------------------------------------------- 12.3
def test_engaged_units_do_not_cross_and_unused_bridgeheads_stay() -> None:
    """12.3, G-A19, G-A31."""
    b = position().unit("ge_8_pz", "1609").unit("fr_i", "1710").marker("bridgehead", "1508")
    b.marker("engaged_low", "1609", "1710", count=w.GERMAN)
    why = recovery.crossing(b.pos, b.piece("ge_8_pz"), b.hex("1508"))
    assert why is not None and why[0] == "12.3"
    free = position().unit("ge_8_pz", "1609").marker("bridgehead", "1508").run(recovery.Crossings()).play("pass")
    assert free.state.marker(free.hex("1508"), -1, w.BRIDGEHEAD) == 1


# ---------------------------------------------------------------------- 12.4
def test_terror_bombing_takes_a_step_lifts_refugees_and_lasts_until_the_next() -> None:
    """12.4, 5.3, G-A58."""
    b = position().units("3122", "be_i", "be_1ch").marker("refugee_city", "3122").taken("4024")
    b.run(terror.ClearTerror(), terror.Terror())
    assert b.refuses("terror_bomb 1411").rule == "CY 12.4", "never Paris"
    assert b.refuses("terror_bomb 4024").rule == "CY 12.4", "German-controlled"
    b.play("terror_bomb 3122", "lose_step be_i")
    assert b.pos.steps(b.piece("be_i")) == 1 and not b.state.marker(b.hex("3122"), -1, w.REFUGEE_CITY)
    b.run(terror.ClearTerror())
    assert not b.state.marker(b.hex("3122"), -1, w.TERROR)


# ---------------------------------------------------------------------- 12.5
def test_belgium_surrenders_with_its_four_cities_or_without_units() -> None:
    """12.5b, 10.9d, G-A33."""
    b = position().unit("be_i", "3022").unit("fr_i", "2812").taken(*BELGIAN).run(terror.Surrender())
    assert b.pos.var("belgium") == 2 and b.on("be_i") == "-" and b.on("fr_i") == "2812"
    assert b.pos.destroyed(b.hex("2828")) and b.pos.destroyed(b.hex("2928")) and b.pos.destroyed(b.hex("3124"))
    assert not b.pos.destroyed(b.hex("2224")), "French works stand"
    assert b.pos.control(b.hex("3022")) == w.ALLIED, "control does not change"
    flips = position(options={"surrender_flips_control": "yes"}).taken(*BELGIAN).run(terror.Surrender())
    assert flips.pos.control(flips.hex("3022")) == w.GERMAN
    gone = position()
    assert surrender.falls(gone.pos, "Belgium"), "no Belgian unit is left"


def test_german_units_cross_minor_rivers_of_a_surrendered_country_at_no_cost() -> None:
    """12.5a."""
    from hexledger.engine.games.case_yellow.questions import ways

    b = position().unit("ge_x", "3125")
    ground = b.pos.game.ground
    here, there = next(
        (h, t)
        for h in sorted(ground.land)
        for t in ground.near[h]
        if ground.river_between(h, t) == "minor_river"
        and ground.key(h, t) in ground.crossing
        and b.pos.board.country[t] == "Belgium"
        and b.pos.board.terrain[t] == "clear"
        and not b.pos.board.features[t]
    )
    before = ways.price(b.pos, b.piece("ge_x"), here, there)
    b.assign("belgium", 2)
    assert ways.price(b.pos, b.piece("ge_x"), here, there) == before - 1


# ---------------------------------------------------------------------- 12.6
def test_refugees_are_placed_in_cities_near_the_germans_and_moved_to_towns() -> None:
    """12.6, 2.2d."""
    b = (
        position()
        .unit("ge_x", "2725")
        .track("refugees", 1, w.GERMAN)
        .run(*terror.refugee_segment(position().turn(2).pos))
    )
    b.play("place_refugees 2722")
    assert b.pos.track("refugees", w.GERMAN) == 0
    assert b.refuses("place_refugees 2724").rule == "CY 12.6", "the markers are all on the map"
    b.play("lift_refugees 2722", "place_refugees 2625")
    assert b.state.marker(b.hex("2625"), -1, w.REFUGEE_TOWN)
    b.round_of("german", "move").run(Movement(w.GERMAN)).play("move ge_x 2625")
    assert not b.state.marker(b.hex("2625"), -1, w.REFUGEE_TOWN) and b.pos.track("refugees", w.GERMAN) == 1


# ---------------------------------------------------------------------- 12.7
def test_paris_is_declared_open_from_turn_5_while_no_german_is_in_it() -> None:
    """12.7, G-C16."""
    early = position().unit("fr_i", "1411").turn(4).run(OpenCity())
    assert early.offer is None or early.offer.kinds == ()
    held = position().unit("ge_x", "1412").turn(5).run(OpenCity())
    assert held.offer is None or held.offer.kinds == ()
    b = position().unit("fr_i", "1411").unit("fr_x", "1409").turn(5).run(OpenCity()).play("declare_open_city")
    b.play(b.choices()[0])
    assert b.pos.var("open_city") == 5 and b.pos.board.distance(b.hex(b.on("fr_i")), b.hex("1411")) >= 2
    assert b.on("fr_x") == "1409", "only the units in Paris leave at once"
    b.turn(6).run(sequence.Round(w.ALLIED, w.MOVE))
    while b.offer is not None and "end_movement" not in b.offer.kinds:
        b.play("pass")
    assert b.refuses("move fr_x 1410").rule == "CY 12.7"
    b.play("end_movement")
    assert b.on("fr_x") == "-", "who is still within two hexes after his own movement is lost"
    strict = position(options={"open_city_strict": "yes"}).unit("fr_x", "1409").turn(5)
    strict.run(OpenCity()).play("declare_open_city")
    assert strict.offer is not None and strict.offer.kinds == ("retreat",)


# ---------------------------------------------------------------------- 12.8
def test_points_are_claimed_once_by_the_german_then_the_allied_side_and_never_lost() -> None:
    """3.1, 12.8, G-A57."""
    b = position().turn(2).assign("netherlands", 2).taken("2412", "3310").unit("fr_i", "3312")
    b.run(VictoryPoints())
    german, _ = vp(b)
    assert german == 5 + 2 + 2, "surrender on turn 2, Amiens, Calais; the other ports have their line"
    b.run(VictoryPoints())
    assert vp(b)[0] == german


def test_eliminated_units_count_once_and_not_those_lost_to_attrition() -> None:
    """12.8, 12.9, G-A57."""
    b = position().turn(1).pool("dead", "fr_i", "br_i", "fr_1_dcr", "fr_2_dcr", "ge_x", "ge_1_pz", "ge_agb_supply")
    b.pool("lost_attrition", "fr_2_dcr")
    assert victory.counted_units(b.pos, w.GERMAN, "armour_destroyed") == (b.piece("fr_1_dcr"),)
    b.run(VictoryPoints())
    assert vp(b) == (1 + 2 + 1, 1 + 1 + 4)
    b.run(VictoryPoints())
    assert vp(b) == (4, 6)


def test_paris_held_and_the_link_to_the_channel_are_worth_points() -> None:
    """12.8, QA.8."""
    b = position(dice=[6]).turn(5).assign("belgium", 5).run(VictoryPoints())
    german, allied = vp(b)
    assert allied == 1 + 5, "Paris, and a six for the link"
    assert victory.linked(b.pos, {"each": ["Calais"]}) and not victory.linked(b.pos, {"each": ["Oostende"]})
    assert german >= 0


# ---------------------------------------------------------------------- 12.9
def test_each_side_loses_two_armour_steps_a_turn_and_chits_do_not_go_back() -> None:
    """12.9, G-A54."""
    b = position(seed="attrition").units("2812", "ge_1_pz", "ge_2_pz").unit("ge_3_pz", "2813")
    b.pool("cup_german", "ge_1_pz", "ge_2_pz", "ge_3_pz").run(Attrition(w.GERMAN))
    assert sum(b.pos.steps(b.piece(unit)) for unit in ("ge_1_pz", "ge_2_pz", "ge_3_pz")) == 4
    assert len(b.pos.pool("cup_german")) == 1
    for reading, back in (("no", 0), ("yes", 1)):
        b = position(seed="unarrived", options={"attrition_return_unarrived": reading}).pool("cup_allied", "fr_4_dcr")
        b.run(Attrition(w.ALLIED))
        assert len(b.pos.pool("cup_allied")) == back


# ---------------------------------------------------------------------- 12.10
def test_what_replacement_steps_rebuild() -> None:
    """12.10, G-A55."""
    b = position().turn(5)
    kinds = {
        unit: replacements.step_kind(b.pos, b.piece(unit))
        for unit in ("fr_i", "fr_1_dlc", "fr_1_dcr", "ge_1_pz", "ge_gd", "br_30", "ge_arko1", "fr_ag1_supply", "nl_1")
    }
    assert kinds == {
        "fr_i": "infantry",
        "fr_1_dlc": "infantry",
        "fr_1_dcr": "armour",
        "ge_1_pz": "",
        "ge_gd": "infantry",
        "br_30": "",
        "ge_arko1": "",
        "fr_ag1_supply": "",
        "nl_1": "infantry",
    }
    b.track("infantry", 2, w.ALLIED).pool("dead", "fr_i", "be_i").assign("belgium", 4)
    b.run(replacements.Replacements(w.ALLIED))
    assert b.refuses("replace be_i").rule == "CY 12.10"
    b.play("replace fr_i")
    assert b.piece("fr_i") in b.pos.pool("returning") and b.piece("fr_i") not in b.pos.pool("dead")
    from hexledger.engine.games.case_yellow.rules.reinforcements import Reinforcements

    b.turn(6).run(Reinforcements(w.ALLIED)).play("reinforce fr_i 1411")
    assert b.pos.steps(b.piece("fr_i")) == 1 and b.pos.reduced(b.piece("fr_i"))


# ---------------------------------------------------------------------- 12.11
def test_better_defence_leaves_the_map_in_four_ways() -> None:
    """12.11, G-C4, QA.2."""
    b = position().unit("fr_i", "2012").marker("better_defence", "2012").round_of("allied", "move", 6)
    b.run(Movement(w.ALLIED)).play("move fr_i 2013")
    assert b.pos.track("better_defence", w.ALLIED) == 1 and not b.pos.better(b.hex("2012")), "all left by movement"
    retreated = position().marker("better_defence", "2012")
    vacated(retreated.act(), retreated.hex("2012"), True)
    assert retreated.pos.track("better_defence", w.ALLIED) == 1, "somebody retreated and lives"
    dead = position().unit("fr_i", "2012").marker("better_defence", "2012")
    eliminate(dead.act(), dead.piece("fr_i"), "reason.eliminated", "11.3f")
    assert dead.pos.track("better_defence", w.ALLIED) == 0 and not dead.pos.better(dead.hex("2012")), "lost for good"
    cut = position().marker("better_defence", "2822")
    vacated(cut.act(), cut.hex("2822"), True)
    assert cut.pos.track("better_defence", w.ALLIED) == 0, "no LOC"
    lifted = position().unit("fr_vi", "1731").marker("better_defence", "1731").turn(6)
    lifted.run(better_defence.BetterDefence()).play("lift_better 1731", "place_better 1731")
    assert lifted.pos.better(lifted.hex("1731")), "QA.2: in the Maginot Line"


# ---------------------------------------------------------------------- 12.12
def test_the_refit_takes_panzers_with_a_line_and_returns_them_three_turns_later() -> None:
    """12.12, CL.1, 12.9."""
    b = position().unit("ge_1_pz", "3434", reduced=True).unit("ge_2_pz", "2812").turn(5)
    b.unit("fr_i", "2911").unit("fr_x", "2712").pool("cup_german", "ge_1_pz")
    b.pool("dead", "ge_3_pz").pool("lost_attrition", "ge_3_pz").run(refit.Declaration()).play("declare_refit")
    assert b.on("ge_1_pz") == "-" and b.on("ge_2_pz") == "2812", "2 Panzer has no line"
    assert b.pos.pool("cup_german") == {} and b.piece("ge_3_pz") in b.pos.pool("rotated")
    b.turn(8).run(refit.RefitDue()).play("refit_panzer ge_1_pz", "refit_panzer ge_3_pz", "pass")
    b.play("return_panzer ge_1_pz 3435", "return_panzer ge_3_pz 3435")
    assert b.pos.steps(b.piece("ge_1_pz")) == 2 and b.pos.steps(b.piece("ge_3_pz")) == 1
    assert b.pos.var("fall_rot") == 9
    assert set(b.pos.pool("cup_german")) == {b.piece(unit) for unit in ("ge_1_pz", "ge_2_pz", "ge_3_pz")}


def test_the_refit_is_compulsory_on_turn_6_and_combat_losses_join_it_by_another_reading() -> None:
    """12.12, G-A13."""
    b = position().turn(6).run(refit.Declaration())
    assert b.refuses("pass").rule == "CY 12.12"
    for reading, back in (("no", False), ("yes", True)):
        b = position(options={"refit_supplied_combat_losses": reading}).turn(4).pool("dead", "ge_1_pz")
        b.run(refit.Declaration()).play("declare_refit")
        assert (b.piece("ge_1_pz") in b.pos.pool("rotated")) is back


# ---------------------------------------------------------------------- 13
def test_dynamo_is_declared_on_turns_3_and_4_of_the_first_two_scenarios() -> None:
    """13.1, G-A1, G-A18."""
    assert [dynamo.may_declare(position().turn(turn).pos) for turn in (2, 3, 4, 5)] == [False, True, True, False]
    assert not dynamo.may_declare(position("free_command").turn(3).pos)
    for reading, turn, may in (("turn_3", 4, False), ("turns_3_and_4", 4, True), ("turn_3", 3, True)):
        b = (
            position(options={"dynamo_early_turns": reading})
            .round_of("german", "combat", turn)
            .assign("cup_reserve", 1)
        )
        assert dynamo.early(b.pos) is may
    without = position().round_of("german", "combat", 3)
    assert not dynamo.early(without.pos), "no chit outside the cup"


def test_a_declaration_takes_the_air_assets_and_puts_the_reserve_chit_into_the_cup() -> None:
    """13.1, 13.3, G-A52."""
    b = position().turn(3).air("allied", 2).air("german", 1).assign("cup_reserve", 1).assign("round", 2)
    b.act().pool("pool.french_lost", 5, 1)
    b.run(dynamo.Dynamo())
    assert b.refuses("declare_dynamo 2412").rule == "CY 13.3"
    b.play("declare_dynamo 3312")
    assert b.pos.pool("assets") == {} and b.pos.pool("french_lost") == {} and b.pos.track("air", w.ALLIED) == 0
    assert b.pos.pool("cup") == {w.CHITS[w.ALLIED]["move"]: 1} and b.pos.var("dynamo_end") == 6
    assert b.offer is not None and b.offer.kinds == ("bomb", "pass"), "13.3e: the Stukas may come at once"


def test_dynamo_ends_with_the_turn_of_its_marker() -> None:
    """13.3."""
    b = position(seed="end").dynamo("3312", declared=3, turn=6).marker("port_disruption", "3312")
    b.run(sequence.EndTurn())
    assert b.pos.var("dynamo_end") == 0 and not b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION)


def evacuating(**marks: int) -> Built:
    b = position().dynamo("3312").unit("br_5", "3312", **marks).unit("nl_1", "3312").round_of("allied", "move", turn=4)
    return b.run(Movement(w.ALLIED))


def test_who_may_leave_by_sea() -> None:
    """13.4.2, 13.4.3, 13.4.4, 13.4.5, G-A53."""
    assert evacuating(arrived=1).refuses("evacuate br_5 1").rule == "CY 13.4"
    assert evacuating(moved=5).refuses("evacuate br_5 1").rule == "CY 13.4", "no MP left"
    b = evacuating(moved=4)
    assert b.refuses("evacuate nl_1 1").rule == "CY 13.4", "no Dutch"
    b.play("evacuate br_5 1")
    assert b.pos.steps(b.piece("br_5")) == 1 and vp(b) == (0, 1), "one step of two may go"
    assert evacuation.capacity(b.pos) == 6


def test_entering_the_port_flips_a_unit_without_points_and_the_hexes_around_keep_the_limits() -> None:
    """13.5.1, 13.5.2, 13.5.4."""
    b = position().dynamo("3312").unit("br_5", "3212").unit("br_50", "3312").units("3311", "fr_i").unit("br_i", "3211")
    b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED), Excess(w.ALLIED)).play("move br_5 3312")
    assert b.pos.steps(b.piece("br_5")) == 1 and vp(b) == (0, 0)
    b.play("move br_i 3311", "end_movement")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",), "two corps do not stand beside the port"
