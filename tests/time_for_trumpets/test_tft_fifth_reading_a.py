"""Preparation, supply, orders, engineers and movement tried a fifth time: what lasts a day, what two rules do together,
what happens at the edge of the map."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import comm, reserves, supply, zoc
from hexledger.engine.games.time_for_trumpets.rules import arriving, dumps, works
from hexledger.engine.games.time_for_trumpets.rules import reserve_moves as rm
from hexledger.engine.games.time_for_trumpets.rules.activation import ACTIVE, REST, Statuses, begin_statuses, may_set
from hexledger.engine.games.time_for_trumpets.rules.advance import go
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand, StepsFindHq
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.movement import BeginMovement, Movement
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried


# ---------------------------------------------------------------------- 9.5
def test_a_headquarters_in_supply_before_dawn_hands_supply_on_all_day_though_its_road_is_cut() -> None:
    """9.5c: it is in supply for the rest of the day; 9.5e, 9.7a: a unit that comes back to it is in supply again, and
    one that has left its range loses nothing before the next PD turn."""
    b = position(turn="18PD").unit("6pza_hq", "9922").unit("i_ss_hq", "9922").unit("12vg_hq", "9420")
    b.unit("12_48_i", "7720").unit("12_48_ii", "9320").run(MutualSupply())
    assert [b.flagged(unit, "oos") for unit in ("12vg_hq", "12_48_i", "12_48_ii")] == [0, 1, 0]
    for label in [b.pos.label(p) for p in b.pos.board.neighbours[b.hex("9420")]]:
        b.marker("rubble", label)
    b.unit("12_48_i", "9321").unit("12_48_ii", "7721").turn("18MO").run(MutualSupply())
    assert not supply.judge_hq(b.pos, b.piece("12vg_hq")).good, "no road leads to it any more"
    assert [b.flagged(unit, "oos") for unit in ("12vg_hq", "12_48_i", "12_48_ii")] == [0, 0, 0]
    b.turn("19PD").run(MutualSupply())
    assert [b.flagged(unit, "oos") for unit in ("12vg_hq", "12_48_i", "12_48_ii")] == [1, 1, 1]


def test_a_headquarters_out_of_supply_hands_nothing_on_later_in_the_day() -> None:
    """9.5d, e: neither it nor its unit has what a PD turn asks for."""
    b = position(turn="18MO").unit("12vg_hq", "9420", oos=1).unit("12_48_i", "9321", oos=1)
    for label in [b.pos.label(p) for p in b.pos.board.neighbours[b.hex("9420")]]:
        b.marker("rubble", label)
    b.run(MutualSupply())
    assert b.flagged("12vg_hq", "oos") and b.flagged("12_48_i", "oos")


# ---------------------------------------------------------------------- 12.3
def test_captured_fuel_comes_to_units_of_whatever_army() -> None:
    """12.3e: it moves as a truck; 26.1.2 keeps units of two armies apart, and it is of none."""
    b = position().unit("i_ss_hq", "9421").unit("captured_fuel_1", "9420").units("9320", "12vg_hq", "12_48_i")
    b.corps("i_ss_hq").run(Movement(w.GERMAN)).play("move captured_fuel_1 9320")
    assert b.on("captured_fuel_1") == "9320"
    other = position().unit("i_ss_hq", "9421").unit("12_48_i", "9420").unit("2pz_304_i", "9320")
    other.corps("i_ss_hq").run(Movement(w.GERMAN))
    assert other.refuses("move 12_48_i 9320").rule == "TFT 26.1.2"


def test_a_dump_in_two_hexes_of_a_city_is_looted_once() -> None:
    """12.3c, B-42: Verviers."""
    b = position(turn="18MO").unit("1ss_1_i", "6504").unit("1ss_1_ii", "6604")
    dumps.capture(b.act(), b.piece("1ss_1_i"), b.hex("6504"))
    found = [fuel for fuel in b.game.roster.fuel if fuel in b.state.at]
    assert len(found) == dumps.left(b.pos, "Verviers") > 0
    dumps.capture(b.act(), b.piece("1ss_1_ii"), b.hex("6604"))
    assert [fuel for fuel in b.game.roster.fuel if fuel in b.state.at] == found


# ---------------------------------------------------------------------- 7.13
def test_an_american_step_between_two_headquarters_is_led_by_the_one_that_its_owner_chooses() -> None:
    """7.13a, c: the rule that is cited is that of the Allies."""
    b = position(turn="18PD").unit("us_2id_hq", "8316").unit("us_99id_hq", "8318").unit("us_1a_740_tk", "8317", steps=2)
    b.run(StepsFindHq(w.ALLIED))
    assert b.refuses("nearest_hq us_1a_740_tk us_1a_hq").rule == "TFT 7.13"
    b.play("nearest_hq us_1a_740_tk us_99id_hq")
    assert b.pos.parent(b.piece("us_1a_740_tk")) == b.piece("us_99id_hq")


# ---------------------------------------------------------------------- 7.10, 34
def test_a_headquarters_that_has_left_the_map_is_replaced_by_no_other() -> None:
    """7.10a, b, 9.12: no path leads from it; G-D6: another one stands in only for one that has not arrived yet."""
    for left in (True, False):
        b = position(turn="20PD").unit("us_1a_hq", "5011", mode=1).unit("us_v_corps_hq", "7202", mode=1)
        b.unit("us_1_26_i", "7503").unit("us_2id_hq", "7403", mode=1)
        if left:
            b.act().place(b.piece("us_1id_hq"), b.game.ground.zone["Q"], 1)
        b.run(MutualCommand(), MutualSupply())
        unit = b.piece("us_1_26_i")
        assert comm.superior(b.pos, unit) == b.piece("us_1id_hq" if left else "us_2id_hq")
        assert b.flagged("us_1_26_i", "out_comm") == b.flagged("us_1_26_i", "oos") == int(left)


# ---------------------------------------------------------------------- 24.1, 24.2
@pytest.mark.parametrize(("tired", "other", "rule"), [("1ssd_hq", "3fj_hq", "24.1"), ("560vg_hq", "116pz_hq", "24.2")])
def test_of_two_divisions_that_act_as_one_neither_is_active_while_the_other_is_exhausted(
    tired: str, other: str, rule: str
) -> None:
    """24.1b, 24.2b: their activities are one; 4.3c: an exhausted formation rests all day."""
    b = position("campaign", turn="19MO").unit(tired, "9320", exhausted=1).unit(other, "9321")
    why = may_set(b.pos, b.piece(other), ACTIVE)
    assert why is not None and why[0] == rule and may_set(b.pos, b.piece(other), REST) is None
    begin_statuses(b.act(), (b.piece(tired), b.piece(other)), "16.0")
    assert b.pos.resting(b.piece(other)) and not b.pos.active(b.piece(other))
    assert Statuses(w.GERMAN, (b.piece(other),), "16.0").prompt(b.pos) is None, "there is nothing to choose"
    b.flag(tired, "exhausted", 0)
    assert may_set(b.pos, b.piece(other), ACTIVE) is None


# ---------------------------------------------------------------------- 19.0k
def test_works_that_are_left_of_ones_own_will_stay_until_the_turn_of_the_player_ends() -> None:
    """19.0k, 60.2d: they go at once with defenders who retreat or die, but not with who advances or reacts."""
    b = position(turn="18MO").unit("12_48_i", "9219").marker("ip5", "9219")
    go(b.act(), b.piece("12_48_i"), (b.hex("9119"),))
    assert b.on("12_48_i") == "9119" and b.pos.marker("ip5", b.hex("9219"))
    b.run(PlayerEnd(w.GERMAN))
    assert not b.pos.marker("ip5", b.hex("9219"))
    away = position(turn="18MO").unit("12_48_i", "9219", reserve=1).marker("ip5", "9219")
    rm.carry_out(away.act(), away.piece("12_48_i"), (away.hex("9119"),), "mode.reaction", "38.0")
    assert away.pos.marker("ip5", away.hex("9219"))


# ---------------------------------------------------------------------- 29.1b
@pytest.mark.parametrize("work", ["building", "bridging", "ferry", "prep"])
def test_an_engineer_at_work_moves_as_a_reserve_no_more_than_otherwise(work: str) -> None:
    """29.1b, 21.1k, 22.2e: work of an earlier turn holds him where he is in reaction and exploitation too."""
    b = position(turn="18MO").unit("12vg_eng", "9219", reserve=1)
    path = (b.hex("9119"),)
    assert rm.refusal(b.pos, b.piece("12vg_eng"), path, True, True) is None
    b.flag("12vg_eng", work, b.hex("9119") + 1)
    why = rm.refusal(b.pos, b.piece("12vg_eng"), path, True, True)
    assert why is not None and why[0] == "29.1"
    assert reserves.kind(b.pos, b.piece("12vg_eng"))


@pytest.mark.parametrize(("work", "rule"), [("building", "19.0"), ("bridging", "21.1"), ("prep", "22.2")])
def test_an_engineer_is_told_the_work_that_holds_him(work: str, rule: str) -> None:
    """19.0f, 21.1k, 22.2e."""
    b = position(turn="18MO").unit("12vg_eng", "9420").unit("i_ss_hq", "9421").corps("i_ss_hq")
    b.flag("12vg_eng", work, b.hex("9320") + 1).run(Movement(w.GERMAN))
    assert b.refuses("move 12vg_eng 9320").rule == f"TFT {rule}"


# ---------------------------------------------------------------------- 33.0
def test_a_vehicle_may_avoid_interdiction_once_more_in_another_forest() -> None:
    """33.0e, i: before the first forest-road hex of each; on the roads that are connected it has avoided already."""
    b = position(turn="24MO", dice=(1, 1)).marker("strafe_allied", "5935").marker("strafe_allied", "6037")
    b.unit("116pz_panther_1", "6138").unit("116pz_hq", "6339").unit("lviii_hq", "6339").corps("lviii_hq")
    b.run(Movement(w.GERMAN)).play("avoid 116pz_panther_1 6037")
    assert b.refuses("avoid 116pz_panther_1 6036").rule == "TFT 33.0", "it goes on there as it is"
    b.play("move 116pz_panther_1 6036,6035", "avoid 116pz_panther_1 5936")
    assert b.on("116pz_panther_1") == "5936" and b.flagged("116pz_panther_1", "avoids") == b.hex("5936") + 1


def test_a_vehicle_that_has_entered_the_first_forest_hex_tries_no_more_to_avoid_interdiction() -> None:
    """33.0e: it stops before that one; who begins there stands before the next, which is his first."""
    for begins in ("6035", "5936"):
        b = position(turn="24MO", dice=(1,)).marker("strafe_allied", "5935").unit("116pz_panther_1", begins)
        b.unit("116pz_hq", "6339").unit("lviii_hq", "6339").corps("lviii_hq").run(Movement(w.GERMAN))
        if begins == "6035":
            b.play("move 116pz_panther_1 5936")
            assert b.refuses("avoid 116pz_panther_1 5835").rule == "TFT 33.0"
        else:
            assert b.play("avoid 116pz_panther_1 5835").on("116pz_panther_1") == "5835"


# ---------------------------------------------------------------------- 25.4, 25.6, 34.1
def at_the_edge(start: str, *foes: str) -> Built:
    """American infantry about to leave the map, and Germans at the edge."""
    b = position(turn="20MO").unit("us_v_corps_hq", "7202").unit("us_1id_hq", "7301").unit("us_1_26_i", start)
    for foe, place in zip(("12_48_i", "12_48_ii"), foes, strict=False):
        b.unit(foe, place)
    return b.corps("us_v_corps_hq").run(Movement(w.ALLIED))


def test_a_unit_that_comes_into_an_enemy_zone_at_the_edge_stops_there() -> None:
    """25.6a, 34.0d: it does not go on over the edge with what it has left; without an enemy it does."""
    b = at_the_edge("7303", "7501").play("move us_1_26_i 7402,7401")
    assert zoc.stops(b.pos, b.piece("us_1_26_i"), b.hex("7401"))
    assert b.refuses("leave_map us_1_26_i").rule == "TFT 25.6"
    free = at_the_edge("7303").play("move us_1_26_i 7402,7401", "leave_map us_1_26_i")
    assert free.pos.at(free.piece("us_1_26_i")) == free.game.ground.zone["Q"]


def test_a_unit_that_begins_in_an_enemy_zone_leaves_by_a_hex_that_this_enemy_does_not_cover() -> None:
    """25.4c, 25.6b, c: not where all that lies beyond is in the ZOC of those in whose ZOC it stands."""
    assert at_the_edge("7301", "7401", "7201").play("leave_map us_1_26_i").on("us_1_26_i") == "zone_Q"
    assert at_the_edge("7401", "7501").refuses("leave_map us_1_26_i").rule == "TFT 25.6"
    fog = at_the_edge("7401", "7501").sky("dense_fog")
    assert fog.play("leave_map us_1_26_i").on("us_1_26_i") == "zone_Q", "25.4d"


# ---------------------------------------------------------------------- 27.1, 29.6, 5.8
def test_what_a_reinforcement_pays_for_its_first_hex_is_what_anybody_pays_for_it() -> None:
    """27.1k: along a road that a jam makes dearer (29.6) or strafers interdict (5.8b); off it by night one MF more."""
    tank, road, field = "116pz_panther_1", "9922", "7601"
    plain = position(turn="18MO")
    cost = arriving.entry_cost(plain.pos, plain.piece(tank), plain.hex(road))
    assert cost is not None
    jam = position(turn="16MO")
    jammed = jam.game.chart.jam["16MO"]["afv"]["main_road"]
    assert arriving.entry_cost(jam.pos, jam.piece(tank), jam.hex(road)) == jammed > cost
    air = position(turn="24MO").marker("strafe_allied", road)
    assert arriving.entry_cost(air.pos, air.piece(tank), air.hex(road)) == cost + MF
    day, night = position(turn="18MO"), position(turn="18EV")
    foot = plain.piece("us_1_26_i")
    by_day = arriving.entry_cost(day.pos, foot, day.hex(field))
    assert by_day is not None and arriving.entry_cost(night.pos, foot, night.hex(field)) == by_day + MF


# ---------------------------------------------------------------------- 23.5, 23.6, 23.7, 28.4
@pytest.mark.parametrize(
    ("mover", "there", "strategic", "rule"),
    [
        ("us_1_26_i", "us_iii_6_cav", 0, "23.5"),
        ("us_1_26_i", "us_30_117_i", 0, "23.6"),
        ("us_1_26_i", "us_2_9_i", 0, "23.7"),
        ("us_1_26_i", "us_1_26_ii", 1, "28.4"),
    ],
)
def test_who_may_not_stand_together_is_told_the_rule_that_keeps_them_apart(
    mover: str, there: str, strategic: int, rule: str
) -> None:
    """23.5b of two armies, 23.6b of two corps, 23.7b of two divisions, 28.4d with and without a marker."""
    b = position(turn="24MO").units("7202", "us_v_corps_hq", "us_1id_hq").unit(mover, "7303")
    b.unit(there, "7304", strategic=strategic)
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses(f"move {mover} 7304").rule == f"TFT {rule}"


# ---------------------------------------------------------------------- 19, 31.3
def test_kg_peipers_headquarters_builds_as_an_engineer_does_but_no_position_of_er_five() -> None:
    """31.3b: it is an engineer too; 19.1a: headquarters do not build that; 19.2a: nor others anything else."""
    b = position(turn="18MO").unit("kgp_hq", "9219").unit("12vg_hq", "9220").unit("i_ss_hq", "9420")
    b.corps("i_ss_hq", "works").run(works.Works(w.GERMAN))
    assert b.refuses("build kgp_hq work.ip5").rule == "TFT 19.1"
    assert b.refuses("build 12vg_hq work.ip6").rule == "TFT 19.2"
    b.play("build kgp_hq work.ip6").run(PlayerEnd(w.GERMAN))
    assert b.pos.marker("ip6", b.hex("9219"))


# ---------------------------------------------------------------------- 34.0, 54.1
def test_americans_who_retreat_over_the_north_edge_are_in_the_zone_there_and_come_back_when_they_like() -> None:
    """34.0a, f, 34.1b, 54.1i: in a later movement of theirs, when their HQ acts, or stay, or go to the next zone."""
    b = position(turn="20MO").units("9320", "12vg_hq", "i_ss_hq").unit("12_48_i", "6503").marker("attack", "6402")
    b.unit("us_1_26_i", "6402").units("6005", "us_1id_hq", "us_v_corps_hq")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "6402"), "DR3")
    assert b.on("us_1_26_i") == "zone_P" and not b.pooled("fled", "us_1_26_i")
    b.turn("20AF").corps("us_v_corps_hq").run(BeginMovement(w.ALLIED))
    assert b.on("us_1_26_i") == "zone_P", "nothing brings it back but its owner"
    assert b.refuses("enter us_1_26_i 7501").rule == "TFT 34.3", "that is of another zone"
    assert {"enter us_1_26_i 6301", "change_zone us_1_26_i zone_Q"} <= set(b.choices())
    assert b.play("enter us_1_26_i 6301").on("us_1_26_i") == "6301"
