"""Rail movement and rail control (10)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import rail, trains
from hexledger.engine.games.fortress_europa.rules import movement
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.rules.rail import RailControl
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position


def moving(b: Built, side: str = "german", impulse: int = 1) -> Built:
    return b.turn_of(side, impulse).run(MoveImpulse(f.SIDES[side], impulse))


def ride(b: Built, unit: str, end: str) -> str:
    """The shortest train of a unit to a hex."""
    path = trains.reach(b.pos, b.pos.at(b.piece(unit)))[b.hex(end)]
    return f"rail_move {unit} " + ",".join(b.game.place(place) for place in path)


def test_a_german_unit_goes_any_distance_by_rail_and_does_nothing_else_in_that_impulse() -> None:
    b = moving(position(weather="storm").unit("i_243", "JJ20"))
    b.play(ride(b, "i_243", "Q12"))
    assert b.at("i_243") == "Q12"
    assert b.refuses("move i_243 Q13").rule == "FE C-112"
    assert trains.used(b.pos) == 1


def test_six_units_a_turn_go_by_rail() -> None:
    b = position()
    units = ("i_243", "i_352", "i_77", "i_85", "i_89", "i_84", "i_271")
    for unit in units:
        b.unit(unit, "JJ20")
    moving(b)
    for unit in units[:6]:
        b.play(ride(b, unit, "Q12"))
    assert b.refuses(ride(b, units[6], "Q12")).rule == "FE 10.1"


def test_two_aircraft_on_the_railways_leave_two_of_six() -> None:
    b = position().aircraft("railway_attack", "us_8_af_1", "us_8_af_2")
    assert trains.capacity(b.pos) == 2, "FE-110"
    b.aircraft("railway_attack", "bomber_command_1", "bomber_command_2")
    assert trains.capacity(b.pos) == 0, "C-21"


def test_trains_run_in_the_first_impulse_and_never_for_the_allies() -> None:
    b = moving(position().unit("i_243", "JJ20"), impulse=2)
    assert b.refuses(ride(b, "i_243", "Q12")).rule == "FE 10.3"
    c = moving(position().unit("us_1", "JJ20"), "allied")
    assert c.refuses("rail_move us_1 JJ19").rule == "FE 10.11"


def test_no_train_leaves_enters_or_passes_an_enemy_zone() -> None:
    b = position().unit("i_243", "JJ20")
    path = trains.reach(b.pos, b.hex("JJ20"))[b.hex("Q12")]
    line = ",".join(b.game.place(place) for place in path)
    middle = b.game.place(path[len(path) // 2])
    moving(b.unit("us_1", middle))
    assert b.refuses(f"rail_move i_243 {line}").rule == "FE 10.4"
    beside = moving(position().unit("i_243", "JJ20").unit("us_1", "JJ21"))
    assert beside.refuses(f"rail_move i_243 {line}").rule == "FE 10.4"


def test_a_train_stays_on_the_line_and_needs_a_link_to_a_german_city() -> None:
    b = moving(position().unit("i_243", "JJ20").unit("i_352", "O9"))
    assert b.refuses("rail_move i_243 Q12").rule == "FE 10.4"
    assert rail.link(b.pos, f.GERMAN, b.hex("JJ20")) == (b.hex("JJ20"),)


def test_an_hq_goes_by_rail_once_a_month_in_a_second_impulse() -> None:
    b = position(turn="June II").unit("hq_25", "JJ20").unit("hq_student", "JJ20")
    moving(b)
    assert b.refuses(ride(b, "hq_25", "Q12")).rule == "FE 13.1"
    moving(b, impulse=2)
    b.play(ride(b, "hq_25", "Q12"))
    assert b.at("hq_25") == "Q12"
    assert b.refuses(ride(b, "hq_student", "Q12")).rule == "FE 10.10"
    july = position(turn="July I").unit("hq_student", "JJ20").assign("hq_rail_month", 6)
    moving(july, impulse=2)
    assert july.play(ride(july, "hq_student", "Q12")).at("hq_student") == "Q12", "FE-216"
    assert trains.used(july.pos) == 0, "it is in addition to the six"


def test_a_reinforcement_enters_by_rail_at_the_east_edge_and_counts() -> None:
    b = position()
    b.act().pool("pool.due", b.piece("i_243"), 1)
    moving(b)
    assert b.refuses("rail_move i_243 Q12").rule == "FE 10.2"
    b.play("rail_move i_243 RR7")
    assert (b.at("i_243"), b.pooled("due", "i_243"), trains.used(b.pos)) == ("RR7", 0, 1)


def test_off_the_map_trains_go_between_exits_and_to_the_south_through_rr26_only() -> None:
    b = position()

    def near(label: str) -> set[str]:
        return {b.game.place(place) for place in rail.lines(b.pos, b.hex(label))}

    assert {"RR9", "RR26"} <= near("RR7")
    assert not {"KK29", "BB30"} & near("RR7")
    assert {"KK29", "AA35", "BB30", "BB31", "RR7"} <= near("RR26")
    assert {"AA35", "RR26"} <= near("KK29")


def test_a_broken_bridge_and_the_partisan_cut_a_line() -> None:
    b = position().unit("i_243", "JJ20")
    path = (b.hex("JJ20"), *trains.reach(b.pos, b.hex("JJ20"))[b.hex("Q12")])
    b.unit("partisan", b.game.place(path[3]))
    assert rail.cut(b.pos, path[2], path[3])
    assert path[3] not in trains.reach(b.pos, b.hex("JJ20"))


def test_a_bridge_that_is_out_stops_trains_but_cuts_no_line_to_a_city() -> None:
    """10.6, 10.7, 17.10.4, C-142: the Allies gain a rail hex beyond a river whose bridges their own aircraft broke."""
    b = position().control("allied", "R11").unit("us_1", "P12").broken("seine_3").turn_of("allied", 1)
    b.run(MoveImpulse(f.ALLIED, 1)).play("move us_1 Q12").run(RailControl(f.ALLIED))
    assert rail.rail_side(b.pos, b.hex("Q12")) == f.ALLIED
    german = position().control("allied", "O14", "K13", "K10", "M6").unit("i_243", "P12").broken("seine_3")
    assert [german.game.place(place) for place in rail.link(german.pos, f.GERMAN, german.hex("P12")) or ()][-1] == "R11"
    moving(german)
    assert german.refuses("rail_move i_243 Q12,R11").rule == "FE 10.9", "no train goes over it"
    assert german.play("rail_move i_243 Q12").at("i_243") == "Q12"


def test_the_partisan_cuts_the_line_of_germans_and_not_of_allies() -> None:
    """10.6, 24.3: P12 has but one way to a German city, over Q12."""
    b = position().control("allied", "O14", "K13", "K10", "M6").unit("i_243", "P12").unit("partisan", "Q12")
    assert rail.link(b.pos, f.GERMAN, b.hex("P12")) is None
    allied = position().control("allied", "R11").unit("us_1", "P12").unit("partisan", "Q12")
    assert rail.trace(allied.pos, f.ALLIED, allied.hex("P12"), lambda _place: True, edge=False) is not None


def test_only_mountain_units_end_at_innsbruck() -> None:
    b = moving(position().unit("i_243", "JJ20").unit("ss_6_mtn", "JJ20"))
    assert b.refuses(ride(b, "i_243", "KK29")).rule == "FE C-85"
    assert b.play(ride(b, "ss_6_mtn", "KK29")).at("ss_6_mtn") == "KK29"


@pytest.mark.parametrize(("die", "unit", "at"), [(1, "i_272", "W29"), (1, "ss_6_mtn", "V28"), (2, "i_272", "U26")])
def test_a_train_strafed_in_the_alps_stops_short_of_them_unless_it_carries_mountain_units(
    die: int, unit: str, at: str
) -> None:
    """8.4, 17.10.1, C-140: the third hex of its way, in range of an HQ in S27, is alpine."""
    b = position(dice=[die]).unit(unit, "Y30").aircraft("strafing", "2_tac_1").unit("hq_patch", "S27")
    moving(b).play(f"rail_move {unit} X29,W29,V28,V27,U27,U26")
    assert b.at(unit) == at
    assert not b.game.check_invariants(b.pos)


# ------------------------------------------------------------------ control: the line R11 (Paris), Q12, Q13, Q14
@pytest.mark.parametrize("blocked", [False, True])
def test_the_allies_gain_the_line_to_the_farthest_rail_hex_they_reach_from_a_city_of_theirs(blocked: bool) -> None:
    b = position().control("allied", "R11").unit("us_1", "R13")
    if blocked:
        b.unit("pz_2", "P11")
    moving(b, "allied").play("move us_1 Q13")
    line = b.path("Q12", "Q13")
    assert [rail.rail_side(b.pos, p) for p in line] == [f.GERMAN, f.GERMAN], "not before the rail control phase"
    b.run(RailControl(f.ALLIED))
    side = f.GERMAN if blocked else f.ALLIED
    assert [rail.rail_side(b.pos, p) for p in line] == [side, side]
    assert rail.rail_side(b.pos, b.hex("Q14")) == f.GERMAN
    assert not b.pos.state.marker(line[1], -1, f.RAIL_GAINED)


def test_the_german_gains_lines_back_and_does_not_use_them_before_his_rail_control_phase() -> None:
    b = position().unit("i_243", "R12").unit("i_352", "S12").marker("railhead", "R11", count=f.ALLIED)
    moving(b).play("move i_243 R11")
    b.act().flag(b.piece("i_243"), f.MOVED, 0)
    assert b.refuses("rail_move i_243 R12").rule == "FE 10.7"
    b.run(RailControl(f.GERMAN))
    assert rail.rail_side(b.pos, b.hex("R11")) == f.GERMAN


def test_lines_of_the_bulge_are_allied_where_the_hexes_are() -> None:
    b = position("battle_of_the_bulge")
    assert rail.rail_side(b.pos, b.hex("Q12")) == f.ALLIED
    assert rail.rail_side(b.pos, b.hex("JJ20")) == f.GERMAN


def test_counts_of_the_turn_start_again_with_the_first_impulse() -> None:
    b = position().track("rail_moves", 4, f.GERMAN)
    movement.impulse_began(b.act(), f.GERMAN, 1)
    assert trains.used(b.pos) == 0
