"""Aircraft (17): who flies, allocation, cancelling, range, bridges."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def send(unit: str, mission: str) -> air_rules.SendAircraft:
    return air_rules.SendAircraft(game().find_piece(unit), game().words[f"pool.{mission}"])  # type: ignore[arg-type]


def intercept(unit: str, mission: str) -> air_rules.Intercept:
    return air_rules.Intercept(game().find_piece(unit), game().words[f"pool.{mission}"])  # type: ignore[arg-type]


END = air_rules.EndAllocation()


def names(b: Built, mission: str) -> list[str]:
    return [game().piece(plane) for plane in air.on_mission(b.pos, mission)]


def test_in_clear_weather_the_allies_fly_four_strategic_and_seven_tactical_aircraft() -> None:
    assert air_rules.flies(position().pos, f.ALLIED) == {"SAC": 4, "TAC": 7}


def test_until_september_two_strategic_aircraft_fly_in_other_weather_and_none_from_october() -> None:
    assert air_rules.flies(position(turn="July II", weather="overcast").pos, f.ALLIED) == {"SAC": 2, "TAC": 0}, "FE-156"
    assert air_rules.flies(position(turn="July II", weather="overcast").pos, f.GERMAN)["TAC"] == 0, "FE-156"
    assert air_rules.flies(position(turn="October II", weather="overcast").pos, f.ALLIED) == {"SAC": 0, "TAC": 0}, (
        "FE-157"
    )


def test_german_aircraft_of_a_month_are_used_up() -> None:
    b = position(turn="July III")
    assert air_rules.flies(b.pos, f.GERMAN)["TAC"] == 3, "6(3)"
    assert air_rules.flies(b.track("german_tac", 5, f.GERMAN).pos, f.GERMAN)["TAC"] == 1
    b = position("battle_of_the_bulge", turn="January I")
    assert air_rules.flies(b.pos, f.GERMAN)["TAC"] == 7, "33.3.5"
    assert air_rules.flies(position("battle_of_the_bulge", turn="December IV").pos, f.GERMAN)["TAC"] == 6


def test_a_new_month_brings_new_german_aircraft() -> None:
    b = position(turn="August I").track("german_tac", 6, f.GERMAN).run(air_rules.AirPhase())
    assert air_rules.flies(b.pos, f.GERMAN)["TAC"] == 3


def test_missions_take_the_classes_of_the_chart() -> None:
    b = position().run(air_rules.AirPhase())
    assert b.refuses(send("bomber_command_1", "strafing")).rule == "FE 17.10.1"
    assert b.refuses(send("2_tac_1", "u_boat")).rule == "FE 17.10.6"
    assert b.refuses(send("2_tac_1", "railway_attack")).rule == "FE 17.10.3", "not without a SAC"
    assert b.refuses(send("us_1", "strafing")).rule == "FE 17.9.1"
    assert b.refuses(send("german_tac_1", "ground_support")).rule == "FE 17.9.1"
    b.play(send("bomber_command_1", "railway_attack"), send("2_tac_1", "railway_attack"))
    assert air.railway_attackers(b.pos) == 2
    assert b.refuses(send("2_tac_1", "strafing")).rule == "FE 17.6", "it flies already"
    assert b.check_choices() > 10


def test_the_germans_allocate_after_the_allies_and_each_cancels_one_aircraft() -> None:
    b = position().run(air_rules.AirPhase())
    b.play(send("2_tac_1", "strafing"), send("2_tac_2", "strafing"), END)
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert b.refuses(intercept("german_tac_1", "u_boat")).rule == "FE 17.9.3", "nobody flies there"
    b.play(intercept("german_tac_1", "strafing"))
    assert names(b, "strafing") == ["2_tac_2"]
    assert b.refuses(intercept("german_tac_1", "strafing")).rule == "FE 17.7", "it has flown"
    b.play(END)
    assert b.quiet and b.state.track(game().words["track.german_tac"], f.GERMAN) == 1


def test_the_allied_player_says_which_of_two_kinds_of_aircraft_is_cancelled() -> None:
    b = position().run(air_rules.AirPhase())
    b.play(send("bomber_command_1", "railway_attack"), send("2_tac_1", "railway_attack"), END)
    b.play(intercept("german_tac_1", "railway_attack"))
    assert b.offer is not None and b.offer.side == f.ALLIED and b.check_choices() == 2
    assert b.refuses("lose_aircraft 2_tac_2").rule == "FE 17.9.3"
    b.play("lose_aircraft bomber_command_1", END)
    assert names(b, "railway_attack") == ["2_tac_1"] and air.railway_attackers(b.pos) == 0, "C-94"


def test_counter_air_takes_german_ground_support_away_and_both_go_home() -> None:
    b = position().run(air_rules.AirPhase())
    b.play(send("2_tac_1", "counter_air"), END, send("german_tac_1", "ground_support"))
    b.play(send("german_tac_2", "ground_support"), END)
    assert names(b, "counter_air") == [] and names(b, "ground_support") == ["german_tac_2"], "FE-158"


def test_carpet_bombing_is_flown_once_a_month_not_on_an_invasion_turn_and_never_cancelled() -> None:
    b = position().run(air_rules.AirPhase()).play(send("bomber_command_1", "carpet_bombing"), END)
    assert b.refuses(intercept("german_tac_1", "carpet_bombing")).rule == "FE 17.10.9"
    used = position(turn="July III").assign("carpet_month", 7).run(air_rules.AirPhase())
    assert used.refuses(send("bomber_command_1", "carpet_bombing")).rule == "FE 17.10.9"
    first = position(turn="June I").run(air_rules.AirPhase())
    assert first.refuses(send("bomber_command_1", "carpet_bombing")).rule == "FE 17.10.9"


def test_on_to_berlin_carpet_bombing_flies_in_overcast_from_january_three() -> None:
    b = position("on_to_berlin", turn="January III", weather="overcast").run(air_rules.AirPhase())
    assert b.refuses(send("bomber_command_1", "u_boat")).rule == "FE 33.4.5"
    b.play(send("bomber_command_1", "carpet_bombing"))
    assert b.quiet, "no other aircraft flies"
    assert position("on_to_berlin", turn="January III", weather="storm").run(air_rules.AirPhase()).quiet


def test_tactical_aircraft_reach_eight_hexes_from_a_headquarters_but_not_on_the_turn_of_the_landing() -> None:
    b = position().unit("hq_bradley", "P11")
    assert air.in_tac_range(b.pos, f.ALLIED, b.hex("P19")) and not air.in_tac_range(b.pos, f.ALLIED, b.hex("P20"))
    b = position(turn="June I").unit("hq_bradley", "P11").assign("invasion_turn", 1).assign("invasions", 1)
    assert not air.in_tac_range(b.turn_of("allied", 1).pos, f.ALLIED, b.hex("P19")), "17.4"


def test_range_is_not_counted_through_switzerland() -> None:
    ground, board = game().tables.ground, game().board
    swiss = [p for p in range(board.n_hexes) if board.country[p] == "Switzerland"]
    for place in sorted(ground.land):
        beyond = set(board.within(place, 8)) - set(air.from_hq(position().pos, place))
        if beyond - set(swiss):
            assert set(swiss) & set(board.within(place, 8))
            return
    raise AssertionError("no hex lies behind Switzerland")


def test_german_aircraft_fly_over_germany_and_near_their_headquarters() -> None:
    b = position().unit("hq_7", "P11")
    reach = [air.in_tac_range(b.pos, f.GERMAN, b.hex(h)) for h in ("HH12", "P19", "P20")]
    assert reach == [True, True, False], "17.5"


def test_bridges_of_a_section_are_out_until_the_turn_ends() -> None:
    section, pairs = next(iter(game().tables.ground.sections.items()))
    a, b_ = pairs[0]
    b = position().aircraft("bridge_attack", "bomber_command_1", "bomber_command_2").run(air_rules.BridgeAttacks())
    assert b.check_choices() == len(game().tables.ground.sections) + 1
    b.play(air_rules.BreakBridges(b.piece("bomber_command_1"), a, b_))  # type: ignore[arg-type]
    assert all(b.pos.broken(*pair) for pair in pairs), section
    assert b.refuses(air_rules.BreakBridges(b.piece("bomber_command_2"), a, b_)).rule == "FE 17.10.4"  # type: ignore[arg-type]
    b.play("end_bridge_attacks")
    air_rules.turn_ended(b.act())
    assert not b.pos.broken(a, b_) and air.on_mission(b.pos, "bridge_attack") == ()


def test_a_tactical_aircraft_needs_every_hex_of_the_section_in_range_and_a_strategic_one_does_not() -> None:
    sections = game().tables.ground.sections
    seine = next(pairs for name, pairs in sections.items() if name.startswith("seine"))
    b = position().unit("hq_bradley", "P11").aircraft("bridge_attack", "bomber_command_1", "2_tac_1")
    far = max(sections, key=lambda name: max(b.pos.board.distance(b.hex("P11"), p) for p in sections[name][0]))
    pair = sections[far][0]
    assert air_rules.bridge_refusal(b.pos, b.piece("bomber_command_1"), *pair) is None, "FE-048"
    why = air_rules.bridge_refusal(b.pos, b.piece("2_tac_1"), *pair)
    assert why is not None and "out of range" in why[1], "FE-049"
    assert air_rules.bridge_refusal(b.pos, b.piece("2_tac_1"), *seine[0]) is None


@pytest.mark.parametrize("weather", ["overcast", "storm"])
def test_from_october_nobody_is_asked_in_bad_weather(weather: str) -> None:
    assert position(turn="October II", weather=weather).run(air_rules.AirPhase()).quiet
