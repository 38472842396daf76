"""The turn from its preparation to its end: weather, aircraft, command, supply, activity (3 to 9, 13 to 18)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import borders, comm, supply
from hexledger.engine.games.time_for_trumpets.rules.activation import Statuses, begin_statuses
from hexledger.engine.games.time_for_trumpets.rules.aircraft import AircraftSegment
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import Orders
from hexledger.engine.games.time_for_trumpets.rules.preparation import Freshness, TurnPreparation
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.rules.works import Works
from hexledger.engine.games.time_for_trumpets.sequence import ChooseArmy, ChooseCorps
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position


def rolled(b: Built, word: str) -> int:
    """Dice of a purpose in the last run."""
    return sum(b.game.word_key(event.purpose) == word for event in b.of(ev.Rolled))


# ---------------------------------------------------------------------- 3
def test_ground_and_weather_are_rolled_where_the_track_says_so_and_hold_for_the_turn() -> None:
    """3.2, 3.3, 3.1: three army areas, each for itself; clear where the track asks for no roll."""
    chart = position().game.chart
    turns = {bool(row["weather_roll"]): turn for turn, row in chart.track.items() if turn > 4}
    for rolls, turn in turns.items():
        b = position(seed="sky").sky("fog")
        b.act().emit(ev.TurnBegan(turn))
        b.run(TurnPreparation())
        assert rolled(b, "roll.weather") == (6 if rolls else 0), "two dice an area"
        if not rolls:
            assert set(b.pos.army_weather()) == {w.CLEAR}
    variable = next((turn for turn, row in chart.track.items() if row["ground"] == "variable"), 0)
    if variable:
        b = position(seed="mud")
        b.act().emit(ev.TurnBegan(variable))
        b.run(TurnPreparation())
        assert rolled(b, "roll.ground") == 1 and b.pos.ground in ("firm", "mud", "frozen")


def test_each_army_area_has_its_weather_and_beyond_the_meuse_it_is_clear() -> None:
    """3.3.1, 3.3.2, 3.3.3, 3.3.4."""
    b = position(turn="18MO").sky(a6="fog", a5="snow", a7="dense_fog")
    ground = b.game.ground
    only = {army: next(iter(sorted(ground.area[army] - ground.boundary_5_6 - ground.boundary_5_7_east
                                   - ground.boundary_5_7_west))) for army in w.ARMIES}  # fmt: skip
    assert [b.pos.weather(only[army]) for army in w.ARMIES] == [w.FOG, w.SNOW, w.DENSE_FOG]
    assert all(b.pos.weather(place) == w.CLEAR for place in ground.beyond_meuse)


def test_a_double_in_a_snow_squall_worsens_the_roll_of_an_attack_on_the_schnee_eifel() -> None:
    """3.3.5: the two dice of the attack; not without the option, nor elsewhere."""
    from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
    from tests.time_for_trumpets.fights import battle, combat

    for option, marked in (("yes", True), ("no", False)):
        b = position(turn="18MO").option("snow_squall", option).unit("18_293_i", "8828").unit("us_106_422_i", "8829")
        b.marker("squall", "8829")
        assert md.squall(b.pos, battle(b, "18_293_i", "8829")) is marked
        b.unit("18vg_hq", "8927").unit("lxvi_hq", "9028").unit("us_106id_hq", "8330")
        combat(b, "lxvi_hq", 3, 3).play("attack 18_293_i 8829")
        assert ("line.squall" in b.lines("reckon.roll")) is marked


# ---------------------------------------------------------------------- 4
def test_fatigue_with_one_rested_marker_is_exhaustion_and_exhaustion_passes_with_the_day() -> None:
    """4.0, 4.1.3, 4.3h, 4.1.1c; Night Moves are nothing to it."""
    for before, flags in (
        ({"fatigued": 1, "rested": 1}, {"exhausted": 1, "fatigued": 0, "rested": 0}),
        ({"exhausted": 1}, {"exhausted": 0, "fatigued": 0}),
        ({"rested": 1, "night_moves": 1}, {"fatigued": 0, "rested": 0}),
    ):
        b = position(turn="19PD").unit("12vg_hq", "9322")
        for flag, value in before.items():
            b.flag("12vg_hq", flag, value)
        b.run(Freshness())
        assert {flag: b.flagged("12vg_hq", flag) for flag in flags} == flags, before
    early = position(turn="17PD").unit("12vg_hq", "9322").run(Freshness())
    assert not early.flagged("12vg_hq", "fatigued"), "not before 18PD"


# ---------------------------------------------------------------------- 5
def test_no_aircraft_but_on_their_turns_and_bombing_from_the_23rd() -> None:
    """5.0, 5.1, 5.2."""
    b = position(turn="18PD", seed="no").run(AircraftSegment())
    assert b.quiet and not b.of(ev.Rolled)
    chart = b.game.air
    from hexledger.engine.games.time_for_trumpets.tables import calendar

    bombing = {calendar.name(turn) for turn in chart.bombing}
    assert bombing == {f"{day}{code}" for day in (23, 24, 25, 26) for code in ("MO", "AF")}
    bombed = position(turn="23MO", seed="b").unit("kgp_2_iii", "7826").run(AircraftSegment())
    assert any(b.game.word_key(event.purpose) == "roll.bombing" for event in bombed.of(ev.Rolled))


def test_rubble_is_two_and_never_more_and_costs_vehicles_four() -> None:
    """5.1c, d, f: and no supply road enters it."""
    from hexledger.engine.games.time_for_trumpets.questions import ways

    assert ways.rubble_cost("foot") == ways.rubble_cost("horse") == 2 * 4 and ways.rubble_cost("afv") == 4 * 4


# ---------------------------------------------------------------------- 6, 7
LINKS = [
    ("6pza_hq", "6pza_1098_hvy", "7.4"),
    ("6pza_hq", "i_ss_hq", "7.5"),
    ("i_ss_hq", "388_vak_i", "7.6"),
    ("us_v_corps_hq", "us_fag_406_hq", "7.7"),
    ("us_fag_406_hq", "us_v_76_fa", "7.8"),
    ("i_ss_hq", "12vg_hq", "7.9"),
    ("12vg_hq", "12_48_i", "7.10"),
]


@pytest.mark.parametrize(("hq", "below", "rule"), LINKS)
def test_an_hq_commands_within_the_range_of_the_side_that_is_up(hq: str, below: str, rule: str) -> None:
    """6.0, 6.2.1, 7.1a, f, h, 7.4, 7.5, 7.6, 7.7, 7.8, 7.9, 7.10: farther away is out of command; deployed it reaches
    twice as far."""
    home = "9016"
    for deployed in (0, 1):
        b = position(turn="18MO").unit(hq, home, mode=deployed)
        reach = b.pos.command_range(b.piece(hq))
        if hq in ("i_ss_hq", "12vg_hq"):
            b.unit("6pza_hq", home, mode=1)
        if hq == "12vg_hq":
            b.unit("i_ss_hq", home)
        if hq.startswith("us_"):
            b.unit("us_1a_hq", home, mode=1)
        if hq.startswith("us_fag"):
            b.unit("us_v_corps_hq", home)
        board = b.pos.board
        inside = borders.within(b.pos, b.piece(below))
        ring = [p for p in sorted(inside) if board.distance(p, b.hex(home)) in (reach, reach + 1)]
        near = next(p for p in ring if board.distance(p, b.hex(home)) == reach)
        far = next(p for p in ring if board.distance(p, b.hex(home)) == reach + 1)
        for place, good in ((near, True), (far, False)):
            b.unit(below, board.labels[place]).run(MutualCommand())
            assert b.flagged(below, "out_comm") == int(not good)
            assert comm.judge_all(b.pos)[b.piece(below)].good is good, (rule, deployed)
    printed = b.game.counters[b.piece(hq)]
    assert printed.back is not None
    assert printed.back.get("command_range") == 2 * printed.front.get("command_range")


def test_a_formation_whose_hq_is_out_of_command_is_so_too() -> None:
    """7.2, 7.11."""
    b = position(turn="18MO").unit("6pza_hq", "9523").unit("i_ss_hq", "9423").unit("12vg_hq", "5020")
    b.unit("12_48_i", "5021").run(MutualCommand())
    assert b.flagged("12vg_hq", "out_comm") == 1 and not b.pos.in_comm(b.piece("12_48_i"))


# ---------------------------------------------------------------------- 9
def supplied(b: Built, unit: str) -> bool:
    """What a check would say now."""
    return supply.judged_now(b.pos)[b.piece(unit)].good


def test_a_unit_is_supplied_by_its_hq_within_the_deployed_range_whatever_its_mode() -> None:
    """9.7b, 9.9, 9.12: an HQ out of supply takes its units with it (9.8)."""
    b = position(turn="18PD").unit("6pza_hq", "9922").unit("i_ss_hq", "9922").unit("12vg_hq", "9923")
    b.unit("12_48_i", "9822").unit("388_vak_i", "9821").run(MutualSupply())
    assert not any(b.flagged(unit, "oos") for unit in ("12vg_hq", "12_48_i", "388_vak_i"))
    for hq in ("12vg_hq", "i_ss_hq"):
        b.act().move(b.piece(hq), (b.pos.at(b.piece(hq)), b.hex("5020")), "mode.move")
    b.run(MutualSupply())
    assert b.flagged("12vg_hq", "oos") == 1 and not b.pos.in_supply(b.piece("12_48_i"))
    assert not b.pos.in_supply(b.piece("388_vak_i"))


def test_an_enemy_zone_across_the_road_cuts_it_and_a_friend_in_it_does_not_help() -> None:
    """9.4b, c, 9.6."""
    b = position(turn="18PD").unit("6pza_hq", "9922").unit("i_ss_hq", "9420").run(MutualSupply())
    assert not b.flagged("i_ss_hq", "oos")
    line = supply.judged_now(b.pos)[b.piece("i_ss_hq")].line
    middle = line[len(line) // 2]
    foe = next(p for p in b.game.ground.near[middle] if p not in line and b.pos.board.terrain[p] != "lake")
    b.unit("us_99_393_i", b.pos.label(foe))
    cut = supply.judged_now(b.pos)[b.piece("i_ss_hq")]
    assert cut.line != line
    b.unit("12_48_i", b.pos.label(middle))
    assert supply.judged_now(b.pos)[b.piece("i_ss_hq")].line == cut.line, "a friend negates nothing here"


# ---------------------------------------------------------------------- 13-16
def test_each_hq_has_a_status_of_its_own_and_its_units_share_it() -> None:
    """13.1, 13.2, 13.3, 13.5, 14.1, 15.1, 16.1, 16.2: echelon units follow their army or corps HQ."""
    b = position(turn="18MO")
    for unit in ("6pza_hq", "i_ss_hq", "12vg_hq", "277vg_hq", "6pza_1098_hvy", "388_vak_i", "12_48_i", "277_989_i"):
        b.unit(unit, "9423")
    for hq, resting in (("6pza_hq", "6pza_1098_hvy"), ("i_ss_hq", "388_vak_i"), ("12vg_hq", "12_48_i")):
        b.corps("i_ss_hq", "orders").run(Statuses(w.GERMAN, (b.piece(hq),), "16.0"))
        b.play(f"set_status {hq} status.resting", "end_segment")
        assert b.pos.resting(b.piece(resting)), hq
    assert b.pos.active(b.piece("277_989_i"))


def test_rest_is_the_normal_state_of_an_evening_and_activity_that_of_the_day() -> None:
    """13.3, 13.4."""
    for turn, rests in (("18MO", 0), ("18PD", 0), ("18EV", 1)):
        b = position(turn=turn).unit("12vg_hq", "9322")
        begin_statuses(b.act(), (b.piece("12vg_hq"),), "16.0")
        assert b.flagged("12vg_hq", "resting") == rests, turn


def test_resting_units_move_half_their_mf_and_neither_build_nor_attack() -> None:
    """13.5.1b, 13.5.2a, e: their HQ goes as far as ever (13.5.1a)."""
    from hexledger.engine.games.time_for_trumpets.questions import ways

    b = position(turn="18MO").unit("12vg_hq", "9322", resting=1).unit("12_48_i", "9121").unit("us_99_394_iii", "9021")
    full = b.game.counters[b.piece("12_48_i")].front.get("mf")
    assert ways.allowance(b.pos, b.piece("12_48_i")).quarters == (full + 1) // 2 * 4
    assert ways.allowance(b.pos, b.piece("12vg_hq")).quarters == b.game.counters[b.piece("12vg_hq")].front.get("mf") * 4
    assert b.corps("i_ss_hq", "works").run(Works(w.GERMAN)).quiet


def test_the_player_orders_armies_and_their_corps_as_he_likes() -> None:
    """14.0, 15.0: the only one left goes without a question."""
    b = (
        position(turn="18MO")
        .unit("6pza_hq", "9523")
        .unit("5pza_hq", "9832")
        .unit("i_ss_hq", "9423")
        .unit("lxvi_hq", "9730")
    )
    b.assign("side", w.GERMAN).run(ChooseArmy(w.GERMAN))
    assert {"activate 6pza_hq", "activate 5pza_hq"} <= set(b.choices())
    c = position(turn="18MO").unit("6pza_hq", "9523").unit("i_ss_hq", "9423").unit("lxvii_hq", "9208")
    c.assign("side", w.GERMAN).assign("army", c.piece("6pza_hq") + 1).run(ChooseCorps(w.GERMAN, c.piece("6pza_hq")))
    assert set(c.choices()) == {"activate i_ss_hq", "activate lxvii_hq"}
    assert c.refuses("activate lxvi_hq").rule == "TFT 15.0"


# ---------------------------------------------------------------------- 18
def test_german_reserves_are_three_front_line_or_support_units_of_a_division() -> None:
    """18.4.1: no artillery, no HQ; in supply, in command and away from enemies (18.4e-g)."""
    b = position(turn="18PD").option("reserves").unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    b.units("9321", "12_48_i", "12_48_ii", "12_89_i").units("9421", "12_89_ii", "12vg_fa_i", "12vg_pzj")
    b.corps("i_ss_hq", "orders").run(Orders(w.GERMAN))
    assert b.refuses("designate 12vg_hq 12vg_fa_i").rule.startswith("TFT 18.4")
    for flag in ("oos", "out_comm"):
        assert b.flag("12_89_ii", flag).refuses("designate 12vg_hq 12_89_ii").rule.startswith("TFT 18.4")
        b.flag("12_89_ii", flag, 0)
    b.play("designate 12vg_hq 12_48_i,12_48_ii,12vg_pzj")
    assert b.quiet, "there is no fourth"


# ---------------------------------------------------------------------- 28
def test_a_unit_gives_its_strategic_movement_up_before_it_moves_and_not_after() -> None:
    """28.3b: it may go on with it, it need not."""
    b = position(turn="18MO").unit("us_v_corps_hq", "7501").unit("us_1_16_i", "7501", strategic=1)
    b.unit("us_1_16_ii", "7401", strategic=1).unit("us_1id_hq", "7401").corps("us_v_corps_hq").run(Movement(w.ALLIED))
    b.play("change_mode us_1_16_i")
    assert not b.flagged("us_1_16_i", "strategic")
    moves = [line for line in b.choices() if line.startswith("move us_1_16_ii")]
    road = next(c for c in moves) if moves else ""
    if road:
        b.play(road)
        assert b.refuses("change_mode us_1_16_ii").rule == "TFT 28.3"
