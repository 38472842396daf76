"""Aircraft at their limits (17.1, 17.4-17.7, 17.10): weather and month, range, sections of rivers, trains, points."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import air, trains
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


@pytest.mark.parametrize(
    ("turn", "weather", "sac", "tac"),
    [
        ("June II", "clear", 4, 7),
        ("June II", "overcast", 2, 0),
        ("July IV", "overcast*", 2, 0),
        ("September IV", "storm", 2, 0),
        ("September IV", "clear", 4, 7),
        ("October I", "overcast", 0, 0),
        ("October I", "storm", 0, 0),
        ("October I", "clear", 4, 7),
        ("March I", "clear", 4, 7),
    ],
)
def test_who_flies_for_the_allies_by_turn_and_weather(turn: str, weather: str, sac: int, tac: int) -> None:
    """FE 17.1, 17.6: bad weather leaves two SAC until September IV; German aircraft fly in clear weather only."""
    b = position(turn=turn, weather=weather)
    assert air_rules.flies(b.pos, f.ALLIED) == {"SAC": sac, "TAC": tac}
    assert (air_rules.flies(b.pos, f.GERMAN)["TAC"] > 0) is (weather == "clear")


def test_the_aircraft_of_the_worked_example_lie_in_range_of_shaef_in_p11() -> None:
    """FE 17.10.4: TAC on the Seine above the Oise and on the Marne, not on the Oise; SAC on all of them."""
    b = position().unit("hq_shaef", "P11").aircraft("bridge_attack", "2_tac_1", "bomber_command_1")

    def may(plane: str, section: str) -> bool:
        return air_rules.bridge_refusal(b.pos, b.piece(plane), *game().tables.ground.sections[section][0]) is None

    assert [may("2_tac_1", name) for name in ("seine_3", "marne_1", "seine_2", "oise")] == [True, True, True, False]
    assert all(may("bomber_command_1", name) for name in game().tables.ground.sections)
    no_hq = position().aircraft("bridge_attack", "2_tac_1")
    assert (
        air_rules.bridge_refusal(no_hq.pos, no_hq.piece("2_tac_1"), *game().tables.ground.sections["marne_1"][0])
        is not None
    )


def test_one_aircraft_takes_the_bridges_of_its_section_and_of_no_other() -> None:
    """FE 17.10.4: from junction to junction; a second aircraft on the same section is refused."""
    b = position().aircraft("bridge_attack", "bomber_command_1", "us_8_af_1").turn_of("allied", 1)
    b.run(air_rules.BridgeAttacks())
    (a, c), *_ = game().tables.ground.sections["seine_2"]
    place = game().place
    b.play(f"break_bridges bomber_command_1 {place(a)} {place(c)}")
    assert all(b.pos.broken(*pair) for pair in game().tables.ground.sections["seine_2"])
    assert not any(b.pos.broken(*pair) for name in ("seine_3", "oise") for pair in game().tables.ground.sections[name])
    assert b.refuses(f"break_bridges us_8_af_1 {place(a)} {place(c)}").rule == "FE 17.10.4"


def test_in_the_german_turn_of_june_i_headquarters_ashore_are_a_base_again() -> None:
    """FE 17.4: the exception is the Allied turn of the primary invasion."""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).unit("hq_bradley", "P11")
    far = b.hex("P19")
    assert not air.in_tac_range(b.turn_of("allied", 1).pos, f.ALLIED, far)
    assert air.in_tac_range(b.turn_of("german", 1).pos, f.ALLIED, far)


@pytest.mark.parametrize(("label", "reached"), [("P19", True), ("P20", False)])
def test_eight_hexes_from_a_headquarters_and_no_ninth_for_either_side(label: str, reached: bool) -> None:
    """FE 17.4, 17.5."""
    b = position().unit("hq_7", "P11")
    assert air.in_tac_range(b.pos, f.GERMAN, b.hex(label)) is reached
    c = position().unit("hq_bradley", "P11")
    assert air.in_tac_range(c.pos, f.ALLIED, c.hex(label)) is reached


@pytest.mark.parametrize(
    ("planes", "left"),
    [
        ((), 6),
        (("us_8_af_1",), 4),
        (("us_8_af_1", "2_tac_1"), 2),
        (("us_8_af_1", "us_8_af_2", "bomber_command_1"), 0),
        (("us_8_af_1", "us_8_af_2", "bomber_command_1", "2_tac_1"), 0),
        (("2_tac_1", "2_tac_2"), 6),
    ],
)
def test_every_aircraft_on_the_railways_takes_two_of_six_trains(planes: tuple[str, ...], left: int) -> None:
    """FE 10.1, 17.10.3: SAC, or TAC with them; TAC alone do nothing (C-94); never below none (C-21)."""
    assert trains.capacity(position().aircraft("railway_attack", *planes).pos) == left


def test_without_a_train_left_the_hq_of_the_month_still_goes_and_only_an_hq() -> None:
    """FE 10.10, 17.10.3."""
    b = position().aircraft("railway_attack", "us_8_af_1", "us_8_af_2", "bomber_command_1")
    b.units("JJ20", "hq_25", "i_243", "hqt_136").turn_of("german", 2).run(MoveImpulse(f.GERMAN, 2))
    line = ",".join(game().place(p) for p in trains.reach(b.pos, b.hex("JJ20"))[b.hex("Q12")])
    assert b.refuses(f"rail_move i_243 {line}").rule == "FE 10.3"
    assert b.refuses(f"rail_move hqt_136 {line}").rule == "FE 10.3", "13.3: HQ troops are no HQ"
    assert b.play(f"rail_move hq_25 {line}").at("hq_25") == "Q12"


def carpet(turn: str, **variables: int) -> Built:
    b = position(turn=turn)
    for name, value in variables.items():
        b.assign(name, value)
    return b.run(air_rules.Allocate(f.ALLIED, ()))


def test_a_carpet_is_flown_once_a_month_and_again_in_the_next() -> None:
    """FE 17.10.9."""
    send = "send_aircraft us_8_af_1 pool.carpet_bombing"
    assert carpet("July IV", carpet_month=7).refuses(send).rule == "FE 17.10.9"
    assert air.allied_on(carpet("August I", carpet_month=7).play(send).pos, "carpet_bombing")
    assert carpet("June I").refuses(send).rule == "FE 17.10.9", "the turn of the invasion"
    assert carpet("July I").refuses("send_aircraft 2_tac_1 pool.carpet_bombing").rule == "FE 17.10.9", "SAC only"


def test_units_of_any_nationality_have_ground_support_from_any_air_force() -> None:
    """FE 17.10.2: aircraft are outside 6.2."""
    b = position().unit("us_1", "O9").unit("i_352", "O10").unit("hq_bradley", "O8")
    b.aircraft("ground_support", "2_tac_1").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(6).play("attack us_1 O10 2_tac_1")
    assert "17.10.2" in b.rules()


def test_a_german_aircraft_takes_one_allied_aircraft_of_its_mission_and_both_are_gone() -> None:
    """FE 17.9.3: two strafing, one cancelled, one left; the German one does not fight any more."""
    b = position().aircraft("strafing", "2_tac_1", "2_tac_2").run(air_rules.Allocate(f.GERMAN, ()))
    b.play("intercept german_tac_1 pool.strafing")
    assert len(air.allied_on(b.pos, "strafing")) == 1
    assert b.refuses("send_aircraft german_tac_1 pool.ground_support").rule == "FE 17.7"
    assert not [p for p in air.on_mission(b.pos, "ground_support") if b.pos.side(p) == f.GERMAN]
