"""Fortress Europa: more positions of that reading: chapters 12, 17-31, 33, and where two of them meet."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import air as flights
from hexledger.engine.games.fortress_europa.questions import capacity, points, supply
from hexledger.engine.games.fortress_europa.rules import air, mulberries, replacements, weather
from hexledger.engine.games.fortress_europa.rules import capacity as counting
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.invasion import PrimaryInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import column, finish, result, strength
from tests.fortress_europa.test_fe_examination import impulse, says, second, stood

FLEET = (
    "us_1 england, us_2 england, us_4 england, us_5 england, us_8 england, us_9 england, br_3 england, br_50 england"
)
LANDERS = (
    f"{FLEET}, br_79_arm england, us_2_arm england, us_ranger england, br_1_cdo england, us_82_ab england,"
    " hq_bradley england"
)


def june(facts: str = "", line: str = "", *landings: str) -> Built:
    """June I: the primary invasion of a line, with these landings."""
    b = stood(f"{LANDERS}, {facts}", turn="June I").turn_of("allied", 1)
    counting.turn_began(b.act())
    b.run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1))
    if line:
        b.play(f"declare_invasion {line}")
    return b.play(*(f"invade {landing}" for landing in landings))


def august(facts: str, line: str = "", *landings: str) -> Built:
    """August I, the primary invasion long past: a secondary one of a line."""
    b = stood(f"{LANDERS}, held K2 R11 P4, {facts}", turn="August I").assign("invasions", 1).assign("invasion_turn", 1)
    impulse(b, "allied 1")
    if line:
        b.play(f"declare_invasion {line}")
    return b.play(*(f"invade {landing}" for landing in landings))


def battle(b: Built, number: int = 1) -> Built:
    """The moves are over, the ships stay: the Allied combat impulse."""
    b.play("end_moves").turn_of("allied", number).run(sequence.BeginCombat(f.ALLIED, number))
    while b.offer is not None and "end_naval" in b.offer.kinds:
        b.play("end_naval")
    return b


def later(facts: str, whose: str = "allied 1", turn: str = "July II", **given: str) -> Built:
    """An impulse of a turn in which the primary invasion is past."""
    b = stood(facts, turn=turn, **given).assign("invasions", 1).assign("invasion_turn", 1)
    return impulse(b, whose)


# ---------------------------------------------------------------------- 12 invasions
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("K4,L4,M5", ""),
        ("K4,M5", "FE 12.15"),
        ("P4,P5", ""),
        ("A3,A4", ""),
        ("M5,M6,N5", ""),
        ("M5,N5", "FE 12.15"),
        ("CC4,CC5", ""),
        ("BB5,CC5", "FE 12.15"),
        ("BB5,CC6,CC5", ""),
        ("A16,A17", "FE 12.16"),
        ("D9", "FE 12.16"),
        ("C9,E10", ""),
        ("N33", ""),
        ("GG3", "FE 12.16"),
        ("JJ1", "FE 12.16"),
        ("V5", "FE 12.16"),
        ("U5,U6", ""),
        ("V4,U5", ""),
        ("HH2", "FE 12.16"),
        ("FF3,GG2", "FE 12.15"),
    ],
)
def test_what_is_a_line_of_invadable_hexes(line: str, rule: str) -> None:
    """12.5, 12.6, 12.15, 12.16, with the hexes of the figure of chapter 12 among them."""
    assert says(june(), f"declare_invasion {line}") == rule


@pytest.mark.parametrize(
    ("facts", "line", "landed", "tried", "rule"),
    [
        ("", "K4,L4", "us_1 K4,us_2 K4", "invade us_4 K4", "FE 12.7"),
        ("", "K4,L4", "us_1 K4,us_2 K4", "invade br_79_arm K4", ""),
        ("", "K4,L4", "us_1 K4,us_ranger K4", "invade us_2 K4", "FE 12.7"),
        ("", "K4,L4", "us_1 K4", "invade us_2_arm L4", "FE 12.13"),
        ("", "K4,L4", "us_1 K4", "invade hq_bradley L4", "FE 13.1"),
        ("", "K4,L4", "us_1 K4", "invade us_2 J3", "FE 12.6"),
        ("", "K4,L4", "us_1 K4", "move us_1 K5", "FE C-112"),
        ("held K2", "K4,L4", "us_1 K4", "sea_move us_2 K2", "FE 12.3"),
        ("", "M5,M6", "us_1 M6", "invade us_2 M6", "FE 12.7"),
        ("", "CC4,CC5", "us_1 CC4", "invade us_2 CC4", "FE 12.7"),
        ("", "CC4,CC5", "us_1 CC4", "invade br_79_arm CC4", ""),
        ("", "J4,J5", "us_1 J4", "invade us_2 J4", "FE 12.7"),
        ("", "E4", "us_1 E4", "invade us_2 E4", "FE 12.7"),
        ("i_352 L4", "K4,L4", "us_1 K4", "raid us_ranger:L4", "FE 21.9"),
        ("", "K4,L4", "us_1 K4", "raid us_ranger:K4", ""),
        ("", "K4,L4", "us_1 K4", "raid us_ranger:K3,br_1_cdo:M5", "FE 21.2"),
        ("", "K4,L4", "us_1 K4", "drop us_82_ab:K4", "FE 20.14"),
        ("", "K4,L4", "us_1 K4", "drop us_82_ab:L5", ""),
    ],
)
def test_who_may_come_ashore_in_the_first_impulse(facts: str, line: str, landed: str, tried: str, rule: str) -> None:
    """12.3, 12.7, 12.13, 20.14, 21.2, 21.9."""
    assert says(june(facts, line, *landed.split(",")), tried) == rule


def test_no_unit_of_the_invasion_lands_under_paratroops_and_a_gap_is_no_line() -> None:
    """12.6, 20.14."""
    b = june("i_352 L4", "K4,L4").dice(1).play("drop us_82_ab:L4")
    assert (says(b, "invade us_1 L4"), says(b, "invade us_1 K4")) == ("FE 20.14", "")
    assert says(june("", "K4,L4,M5", "us_1 K4", "us_2 M5"), "end_moves") == "FE 12.6"


def test_two_units_on_a_beach_hold_for_those_who_walk_there_in_a_secondary_invasion_too() -> None:
    """12.7."""
    b = august("us_28 K4, us_29 J3", "K4,L4", "us_1 K4")
    assert says(b, "invade us_2 K4") == "FE 12.7" and says(b, "invade us_2 L4") == ""
    b.play("move us_29 K4", "end_moves")
    assert b.choices() == ["remove_excess us_1", "remove_excess us_28", "remove_excess us_29"]


@pytest.mark.parametrize(
    ("tried", "rule"),
    [
        ("invade us_9 K4", ""),
        ("invade us_9 J3", "FE 12.6"),
        ("invade us_2_arm L4", "FE 12.13"),
        ("invade br_79_arm L4", ""),
        ("invade hq_bradley L4", ""),
        ("move us_8 K5", ""),
        ("move us_8 K5,K6", "FE 5.4"),
        ("move us_1 K5,K6", ""),
        ("move us_1 K5,K6,K7", "FE 5.4"),
    ],
)
def test_the_second_impulse_of_an_invasion(tried: str, rule: str) -> None:
    """12.11, 12.13: us_1 came in the first one, us_8 comes now and has half, rounded down, of half."""
    b = june("", "K4,L4", "us_1 K4", "us_2 K4", "us_4 L4", "us_5 L4").play("end_moves")
    impulse(b, "allied 2").play("invade us_8 K4")
    assert says(b, tried) == rule


def test_invaders_fight_the_hex_that_they_invade_and_nothing_else() -> None:
    """12.8, 12.9, 12.13."""
    b = battle(june("i_352 L4, i_716 M6", "K4,L4", "us_1 L4", "us_2 L4", "us_4 K4"))
    assert says(b, "attack us_1,us_2,us_4 L4") == says(b, "attack us_1,us_2 M6") == "FE 12.8"
    b.dice(6).play("attack us_1,us_2 L4")
    assert result(b) == "dr" and b.play(b.choices()[0]).quiet
    b = battle(june("i_352 L4", "L4", "br_3 L4", "br_50 L4", "br_79_arm L4")).dice(3)
    b.play("attack br_3,br_50,br_79_arm L4")
    assert (strength(b, "reckon.attack"), column(b), result(b)) == (18, "3-1", "dr"), "3 + 2"
    b = battle(june("i_352 L4, i_716 L4", "L4", "us_1 L4", "us_2 L4")).dice(4).play("attack us_1,us_2 L4")
    assert result(b) == "ar" and b.gone("us_1") and b.gone("us_2"), "no invader retreats"
    b = battle(june("i_352 H5", "H5", "us_1 H5", "us_2 H5")).dice(6).play("attack us_1,us_2 H5", "stand i_352")
    finish(b)
    assert result_of_both_gone(b), "whoever is still on top of Germans is lost"


def result_of_both_gone(b: Built) -> bool:
    return b.gone("us_1") and b.gone("us_2") and b.at("i_352") == "H5"


# ---------------------------------------------------------------------- 17 aircraft
@pytest.mark.parametrize(
    ("turn", "sent", "tried", "rule"),
    [
        ("June I", "", "us_8_af_1 pool.carpet_bombing", "FE 17.10.9"),
        ("June I", "", "2_tac_1 pool.bridge_attack", ""),
        ("June I", "", "2_tac_1 pool.u_boat", "FE 17.10.6"),
        ("June I", "", "2_tac_1 pool.v1_sites", ""),
        ("June I", "", "us_8_af_1 pool.strafing", "FE 17.10.1"),
        ("June I", "", "us_8_af_1 pool.ground_support", "FE 17.10.2"),
        ("June I", "", "us_8_af_1 pool.counter_air", "FE 17.10.8"),
        ("June I", "", "2_tac_1 pool.german_replacements", "FE 17.10.5"),
        ("June I", "", "2_tac_1 pool.railway_attack", "FE 17.10.3"),
        ("June I", "us_8_af_1 pool.railway_attack", "2_tac_1 pool.railway_attack", ""),
        ("July I", "", "us_8_af_1 pool.carpet_bombing", ""),
    ],
)
def test_who_flies_what(turn: str, sent: str, tried: str, rule: str) -> None:
    b = position(turn=turn).run(air.AirPhase())
    if sent:
        b.play(f"send_aircraft {sent}")
    assert says(b, f"send_aircraft {tried}") == rule


def test_under_clouds_two_heavy_bombers_fly_until_september_and_nothing_later() -> None:
    """17.1, 33.4.5: and carpets of On to Berlin from January III on, though not in a storm."""
    for turn, sky, most in (("July I", "overcast", 2), ("September IV", "storm", 2), ("October I", "overcast", 0)):
        b, sent = position(turn=turn, weather=sky).run(air.AirPhase()), 0
        while not b.quiet and b.choices()[0].startswith("send_aircraft"):
            b.play(b.choices()[0])
            sent += 1
        assert sent == most, (turn, sky)
    for turn, sky, carpet in (
        ("January III", "overcast*", True),
        ("January III", "storm", False),
        ("January I", "overcast*", False),
    ):
        b = position("on_to_berlin", turn=turn, weather=sky).run(air.AirPhase())
        missions = set() if b.quiet else {line.split()[2] for line in b.choices() if line.startswith("send_")}
        assert missions == ({"pool.carpet_bombing"} if carpet else set()), (turn, sky)


def test_the_ally_chooses_which_aircraft_of_a_mission_is_lost() -> None:
    """17.9.3."""
    b = position(turn="July I").run(air.AirPhase())
    b.play("send_aircraft us_8_af_1 pool.railway_attack", "send_aircraft 2_tac_1 pool.railway_attack", "end_allocation")
    b.play("intercept german_tac_1 pool.railway_attack")
    assert b.offer is not None and b.offer.side == f.ALLIED
    assert b.choices() == ["lose_aircraft us_8_af_1", "lose_aircraft 2_tac_1"]


PLANES = ("2_tac_1", "2_tac_2", "2_tac_3", "1_tac")


@pytest.mark.parametrize(
    ("number", "facts", "line", "rule"),
    [
        (1, "us_1 K4, i_352 L4", "us_1 L4 2_tac_1,2_tac_2,2_tac_3 - no 0", ""),
        (1, "us_1 K4, i_352 L4", "us_1 L4 2_tac_1,2_tac_2,2_tac_3,1_tac - no 0", "FE 17.10.2"),
        (1, "us_1 O9, i_352 O10", "us_1 O10 2_tac_1 - no 0", "FE 17.4"),
        (1, "us_1 O9, i_352 O10, hq_bradley M8", "us_1 O10 2_tac_1 - no 0", ""),
        (2, "us_1 O9, i_352 O10, hq_bradley M8", "us_1 O10 2_tac_1 - no 0", "FE 17.10.2"),
        (1, "us_1 K4, i_352 L4", "us_1 L4 - - yes 0", ""),
        (2, "us_1 K4, i_352 L4", "us_1 L4 - - yes 0", "FE 17.10.9"),
        (1, "us_1 K4, i_352 L4", "us_1 L4 2_tac_1 - yes 0", "FE 17.10.9"),
        (1, "us_1 K4, us_2 K4, us_4 K4, i_352 L4", "us_1,us_2,us_4 L4 - - yes 0", "FE 17.10.9"),
        (1, "us_1 K4, us_2 K4, us_4 K4, i_352 L4", "us_1,us_2,us_4 L4 - - yes 1", ""),
        (1, "us_1 K4, i_352 L4, naval_1 L3, naval_2 K1", "us_1 L4 - naval_1 no 0", ""),
        (2, "us_1 K4, i_352 L4, naval_1 L3, naval_2 K1", "us_1 L4 - naval_1 no 0", ""),
        (1, "us_1 K4, i_352 L4, naval_1 L3, naval_2 K1", "us_1 L4 - naval_2 no 0", "FE 19.6"),
        (1, "us_1 M7, i_352 M6, i_77 L6, naval_1 L3", "us_1 M6,L6 - naval_1 no 0", "FE 19.6"),
    ],
)
def test_support_from_the_air_and_the_sea(number: int, facts: str, line: str, rule: str) -> None:
    """17.4, 17.10.2, 17.10.9, 19.4, 19.6."""
    b = stood(facts, turn="July II").aircraft("ground_support", *PLANES).aircraft("carpet_bombing", "us_8_af_1")
    b.turn_of("allied", number).run(CombatImpulse(f.ALLIED, number))
    assert says(b, f"attack {line}") == rule


@pytest.mark.parametrize(
    ("facts", "target", "rule"),
    [
        ("pz_2 O10, us_1 O9, hq_7 R10", "O9", ""),
        ("pz_2 O10, us_1 O9", "O9", "FE 17.5"),
        ("pz_2 GG9, us_1 GG10", "GG10", ""),
        ("pz_2 GG9, us_1 FF8", "FF8", "FE 17.5"),
    ],
)
def test_german_aircraft_fly_in_germany_or_near_an_hq(facts: str, target: str, rule: str) -> None:
    """17.5."""
    b = stood(facts).aircraft("ground_support", "german_tac_1").turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert says(b, f"attack pz_2 {target} german_tac_1 - no 0") == rule


@pytest.mark.parametrize(
    ("planes", "unit", "path", "dice", "end"),
    [
        (1, "pz_2 O15", "O14,O13,O12", (), ("O12", 2)),
        (1, "pz_2 O15", "O14,O13,O12,O11", (1,), ("O12", 1)),
        (1, "pz_2 O15", "O14,O13,O12,O11", (2,), ("O11", 2)),
        (2, "pz_2 O15", "O14,O13,O12,O11", (2,), ("O12", 1)),
        (1, "pz_2 O21", "O20,O19,O18,O17,O16,O15", (1,), ("O17", 1)),
        (1, "pz_2 O23", "O24,O25,P25,P26", (), ("P26", 2)),
        (1, "pz_2 O15 reduced", "O14,O13,O12,O11", (1,), ("", 0)),
    ],
)
def test_strafing(planes: int, unit: str, path: str, dice: tuple[int, ...], end: tuple[str, int]) -> None:
    """17.10.1: an HQ in O9 reaches O17."""
    b = stood(f"{unit}, hq_bradley O9, us_1 O8", turn="July II").aircraft("strafing", *PLANES[:planes]).dice(*dice)
    impulse(b, "german 1").play(f"move pz_2 {path}")
    assert (b.at("pz_2"), b.state.steps.get(b.piece("pz_2"), 0)) == end
    assert not b.coming


# ---------------------------------------------------------------------- 18 supply
BEACH = "held L6 K2 K3 K4 L4 L5 M7 M8 M9 M10 L8 L7"


@pytest.mark.parametrize(
    ("side", "facts", "without"),
    [
        (f.ALLIED, f"{BEACH}, us_1 O9, hq_bradley M8", ""),
        (f.ALLIED, f"{BEACH}, us_1 P11, hq_bradley L8", ""),
        (f.ALLIED, f"{BEACH}, us_1 Q12, hq_bradley L8", "us_1"),
        (f.ALLIED, f"{BEACH}, us_1 O11, hq_bradley M8, i_352 P10, i_77 M10", "us_1"),
        (f.ALLIED, f"{BEACH}, us_1 P8, hq_bradley M8, i_352 M9", ""),
        (f.ALLIED, f"{BEACH}, us_1 N6, hq_bradley M8, broken orne", ""),
        (f.ALLIED, "held K2, us_1 O9, hq_bradley M8", "us_1 hq_bradley"),
        (f.ALLIED, "held Q7, us_1 Q7", ""),
        (f.ALLIED, "us_1 GG10", "us_1"),
        (f.ALLIED, "us_1 H5, razed H5", "us_1"),
        (f.ALLIED, "us_ranger P20, br_1_cdo P20", ""),
        (f.GERMAN, "i_352 O10, us_1 O9", "i_352"),
        (f.GERMAN, "i_352 P13, us_1 O9", "i_352"),
        (f.GERMAN, "i_352 P14, us_1 O9", ""),
        (f.GERMAN, "i_352 O14, us_1 O13", ""),
        (f.GERMAN, "i_352 R10, us_1 O9, hq_7 S8", ""),
        (f.GERMAN, "i_352 H5, us_1 H6", ""),
        (f.GERMAN, "i_352 H5, us_1 H6, razed H5", "i_352"),
        (f.GERMAN, "i_352 W30, us_1 W31", ""),
        (f.GERMAN, "i_352 I6 frozen 3, us_1 H6", ""),
    ],
)
def test_who_is_in_supply(side: int, facts: str, without: str) -> None:
    """18.1-18.6, 16.3, 18.9, 21.1."""
    b = stood(facts)
    bare = {b.game.piece(piece) for piece, one in supply.standings(b.pos, side).items() if not one.supplied}
    assert bare == set(without.split())


def test_ports_as_they_are_taken_lost_and_taken_again() -> None:
    """18.7.8, 18.7.10: undamaged at first, so that a three does it the second time."""
    b = impulse(stood("us_1 K3, i_352 R9").dice(4), "allied 1").play("move us_1 K2")
    assert b.pos.port_capacity(b.hex("K2")) == 12 and capacity.reckon(b.pos) == 11
    b.act().place(b.piece("us_1"), b.hex("L4"), 2)
    b.act().place(b.piece("i_352"), b.hex("K3"), 2)
    impulse(b, "german 1").play("move i_352 K2")
    b.act().place(b.piece("i_352"), b.hex("R9"), 2)
    b.act().place(b.piece("us_1"), b.hex("K3"), 2)
    b.run(sequence.EndPlayerTurn(f.ALLIED)).dice(3)
    impulse(b, "allied 1").play("move us_1 K2")
    assert b.pos.port_capacity(b.hex("K2")) == 6
    fresh = impulse(stood("us_1 V5").dice(6), "allied 1").play("move us_1 U5")
    assert fresh.pos.port_capacity(fresh.hex("U5")) == 2, "five halved, rounded down"


def test_a_port_left_empty_in_an_enemy_zone_feeds_nobody_until_somebody_is_there() -> None:
    """18.7.11."""
    b = stood("us_1 L4, i_352 K3, held K2")
    assert capacity.reckon(b.pos) == -1
    assert capacity.reckon(b.unit("us_2", "K2").pos) == 10


@pytest.mark.parametrize(
    ("mulberry", "dice", "left"),
    [("mulberry_9", (5,), 4), ("mulberry_12", (6,), 6), ("mulberry_12", (4,), 12), ("mulberry_9", (5, 6), 2)],
)
def test_storms_and_mulberries(mulberry: str, dice: tuple[int, ...], left: int) -> None:
    """29.5, C-51."""
    b = stood(f"{mulberry} K4", weather="storm").dice(*dice)
    for _ in dice:
        b.run(mulberries.StormDamage())
    assert capacity.reckon(b.pos) == left


def test_a_german_who_walks_over_a_mulberry_destroys_it() -> None:
    """29.4."""
    b = later("i_352 L5, us_1 K2, mulberry_12 L4, held L4 K4 K2", "german 1").play("move i_352 L4")
    assert b.gone("mulberry_12")


@pytest.mark.parametrize(
    ("ashore", "first", "tried", "rule"),
    [
        (11, "", "sea_move us_94 K2", ""),
        (11, "sea_move us_94 K2", "sea_move us_95 K2", "FE 18.7.4"),
        (12, "", "sea_move us_94 K2", "FE 18.7.6"),
        (12, "sea_move us_1 england", "sea_move us_94 K2", ""),
        (12, "", "drop us_82_ab:M7", "FE 18.7.6"),
        (12, "", "airlift us_82_ab K2", "FE 18.7.6"),
        (12, "", "raid us_ranger:M5", ""),
        (13, "sea_move us_1 england,sea_move us_2 england", "sea_move us_94 K2", "FE 18.7.7"),
        (13, "", "drop us_82_ab:M7", "FE 18.7.7"),
        (13, "", "raid us_ranger:M5", ""),
    ],
)
def test_who_lands_with_little_supply_capacity(ashore: int, first: str, tried: str, rule: str) -> None:
    """18.7.4, 18.7.6, 18.7.7: Cherbourg is the only port, and works for twelve."""
    b = stood("held K2 K3 K4 L4 L5 L6", turn="July III").assign("invasions", 1).assign("invasion_turn", 1)
    for number in range(ashore):
        b.unit(INFANTRY[number], ("K2", "K3", "K4", "L4", "L5")[number // 3])
    b.units("england", "us_94", "us_95", "us_82_ab", "us_ranger")
    impulse(b, "allied 1").play(*filter(None, first.split(",")))
    assert says(b, tried) == rule


INFANTRY = tuple(f"us_{number}" for number in (1, 2, 4, 5, 8, 9, 28, 29, 30, 35, 79, 83, 90))


@pytest.mark.parametrize(
    ("facts", "turn", "side", "at", "within"),
    [
        ("", "July II", f.ALLIED, "N31", True),
        ("", "July II", f.ALLIED, "N30", False),
        ("", "July II", f.ALLIED, "I29", True),
        ("", "July II", f.ALLIED, "I28", False),
        ("hq_bradley P4", "July II", f.ALLIED, "X4", True),
        ("hq_bradley BB21", "July II", f.ALLIED, "AA28", False),
        ("hq_bradley M8", "June I", f.ALLIED, "O13", False),
        ("hq_bradley M8", "June I", f.GERMAN, "O13", True),
    ],
)
def test_the_range_of_allied_tac(facts: str, turn: str, side: int, at: str, within: bool) -> None:
    """17.4: beside the Mediterranean, over sea, not through Switzerland; HQs count from the German turn of June I."""
    b = stood(facts, turn=turn).assign("invasions", 1).assign("invasion_turn", 1)
    b.turn_of("allied" if side == f.ALLIED else "german")
    assert flights.in_tac_range(b.pos, f.ALLIED, b.hex(at)) is within


# ---------------------------------------------------------------------- 20, 21 from the air, raids
PARAS = "us_82_ab england, us_101_ab england, br_6_ab england, br_1_ab england, hq_bradley K3, us_1 K2, held K2 K3 R11"


@pytest.mark.parametrize(
    ("facts", "first", "tried", "rule"),
    [
        ("", "", "drop us_82_ab:L7,us_101_ab:L8,br_6_ab:L9", ""),
        ("", "", "drop us_82_ab:L4,us_101_ab:L7,br_6_ab:L10", ""),
        ("", "", "drop us_82_ab:L4,us_101_ab:L8,br_6_ab:L8", "FE 20.4"),
        ("", "", "drop us_82_ab:L4,us_101_ab:L7,br_6_ab:L7,br_1_ab:L7", "FE 20.4"),
        ("", "", "drop us_82_ab:II10", "FE 20.2"),
        ("", "", "drop us_82_ab:N33", "FE 20.2"),
        ("", "move us_1 K3", "drop us_82_ab:L8", "FE 20.9"),
        ("", "airlift us_101_ab R11", "drop us_82_ab:L8", "FE 20.9"),
        ("", "drop us_82_ab:L8", "drop us_101_ab:L9", "FE 20.4"),
        ("", "drop us_82_ab:L8", "airlift us_101_ab R11", ""),
        ("", "drop us_82_ab:L7,us_101_ab:L8,br_6_ab:L9", "airlift br_1_ab R11", "FE 20.17"),
        ("", "airlift us_101_ab R11", "airlift us_82_ab R11", "FE 20.10"),
        ("", "", "airlift us_101_ab K3", "FE 20.10"),
        ("i_352 R12", "", "airlift us_101_ab R11", "FE 20.10"),
        ("us_2_arm O8", "move us_2_arm P7,Q7", "airlift us_101_ab Q7", "FE 20.10"),
        ("us_ranger england", "", "raid us_ranger:M6", ""),
        ("us_ranger england, i_716 M5", "", "raid us_ranger:M6", "FE 7.4"),
        ("us_ranger england", "", "raid us_ranger:L5", "FE 21.2"),
        ("us_ranger england", "", "raid us_ranger:O34", "FE 21.8"),
        ("br_1_cdo africa", "", "raid br_1_cdo:O34", ""),
        ("us_ranger england", "raid us_ranger:K4", "move us_ranger K5", "FE C-112"),
    ],
)
def test_drops_airlifts_and_raids(facts: str, first: str, tried: str, rule: str) -> None:
    """20.2-20.17, 21.2-21.10."""
    b = later(f"{PARAS}, {facts}").dice(1, 1, 1)
    if first:
        b.play(*first.split(";"))
    assert says(b, tried) == rule


def test_paratroops_on_top_of_germans_fight_first_and_them_alone() -> None:
    """20.7, 20.8."""
    b = later(f"{PARAS}, i_716 L8, i_709 L7, us_2 K8").dice(1).play("drop us_82_ab:L8")
    assert says(b, "move us_82_ab L9") == "FE C-112"
    battle(b)
    assert b.choices() == ["attack us_82_ab L8 - - no 0"] and says(b, "attack us_2 L7") == "FE 20.8"
    b.dice(2).play("attack us_82_ab L8")
    assert (column(b), result(b)) == ("2-1", "a1") and b.gone("us_82_ab"), "they do not retreat"


@pytest.mark.parametrize(("die", "ours"), [(6, True), (1, False)])
def test_an_occupied_port_is_taken_by_paratroops_when_its_garrison_is_gone(die: int, ours: bool) -> None:
    """20.8, 30.2: nor is a fortress destroyed or a base captured before."""
    b = later("us_82_ab england, sec_221 B2").dice(1).play("drop us_82_ab:B2")
    marks = [b.state.marker(b.hex("B2"), -1, mark) for mark in (f.FORTRESS_DESTROYED, f.BASE_CAPTURED)]
    assert marks == [0, 0] and not b.pos.holds(f.ALLIED, b.hex("B2"))
    finish(battle(b).dice(die, 4).play("attack us_82_ab B2"))
    marks = [b.state.marker(b.hex("B2"), -1, mark) for mark in (f.FORTRESS_DESTROYED, f.BASE_CAPTURED)]
    assert marks == [int(ours)] * 2 and b.pos.holds(f.ALLIED, b.hex("B2")) is ours


@pytest.mark.parametrize(
    ("facts", "tried", "rule"),
    [
        ("heydte II10, hq_7 HH10, us_1 FF8", "drop heydte:EE12", ""),
        ("heydte II10, fj_3 RR7, hq_7 HH10", "drop heydte:EE12,fj_3:EE12", "FE 20.5"),
        ("fj_3 RR7, hq_7 HH10", "drop fj_3:R11", "FE 20.3"),
        ("fj_3 R11, hq_7 HH10", "drop fj_3:EE12", "FE 20.3"),
        ("fj_3 RR7", "drop fj_3:OO11", ""),
        ("fj_3 RR7, us_1 RR8", "drop fj_3:OO11", "FE 20.3"),
        ("fj_3 RR7", "airlift fj_3 R11", ""),
        ("fj_3 RR7, us_1 R12", "airlift fj_3 R11", "FE 20.11"),
    ],
)
def test_german_paratroops(facts: str, tried: str, rule: str) -> None:
    """20.3, 20.5, 20.11."""
    assert says(later(facts, "german 1", "December IV"), tried) == rule


# ---------------------------------------------------------------------- 22, 24, 25 special units
def test_coastal_units_die_of_a_loss_and_turn_over_when_they_retreat() -> None:
    """22.3."""
    for die, of_it in ((4, "ex"), (5, "dr")):
        b = stood("us_1 L4, cd_7a K4").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(die)
        b.play("attack us_1 K4")
        assert result(b) == of_it and b.gone("cd_7a") is (die == 4)
        finish(b)
    assert b.has("cd_7a", "flipped") and b.at("cd_7a") == "L2"


@pytest.mark.parametrize(
    ("facts", "at", "rule"),
    [
        ("", "L8", ""),
        ("", "M6", "FE 24.2"),
        ("", "K8", "FE 24.2"),
        ("i_352 L8 frozen 3", "L8", "FE 24.2"),
        ("i_352 L8 frozen 3", "L9", ""),
        ("i_352 L8", "L9", "FE 24.2"),
        ("ss_1 P12", "N13", "FE 24.2"),
        ("ss_1 P12", "L8", ""),
        ("ss_1 O12", "L8", "FE 24.2"),
        ("pz_2 P12", "N13", ""),
    ],
)
def test_where_the_partisan_appears(facts: str, at: str, rule: str) -> None:
    """24.2: L8 is six hexes from P12, five from O12."""
    b = stood(facts)
    b.act().pool("pool.due", b.piece("partisan"), 1)
    assert says(impulse(b, "allied 2"), f"place_partisan {at}") == rule


def test_volkssturm_overstack_until_the_end_of_the_next_german_move_impulse() -> None:
    """25.1, 25.3."""
    b = later("us_2_arm II14, i_352 II11, i_77 II11, i_719 II11", turn="October I").play("move us_2_arm II13")
    assert sorted(filter(None, (b.at(f"volkssturm_{n}") for n in range(1, 9)))) == ["II10", "II11", "LL14"]
    assert b.play("end_moves").quiet
    impulse(b, "german 1").play("end_moves")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",) and len(b.choices()) == 4


@pytest.mark.parametrize(
    ("options", "unit", "fits"),
    [
        ((), "flak_1", True),
        ((), "art_7", True),
        ((), "sec_221", True),
        ((), "ag_654", False),
        ((), "hqt_b", False),
        ((), "pz_503", False),
        (("31.4",), "pz_503", True),
        (("31.4",), "pz_b105", False),
    ],
)
def test_who_stacks_free(options: tuple[str, ...], unit: str, fits: bool) -> None:
    """6.5, 31.4."""
    b = stood(f"i_352 O10, i_77 O10, i_719 O10, {unit} O11")
    b.option(*options)
    assert impulse(b, "german 1").play(f"move {unit} O10", "end_moves").quiet is fits


# ---------------------------------------------------------------------- 27 replacements
@pytest.mark.parametrize(
    ("facts", "unit", "takes"),
    [
        ("i_352 T8 reduced", "i_352", True),
        ("i_77 H5 reduced, us_1 H6", "i_77", False),
        ("i_77 R12 reduced, us_1 R13", "i_77", False),
        ("fj_3 Q10 reduced", "fj_3", True),
        ("pz_2 R10 reduced", "pz_2", True),
        ("pz_2 R10 reduced, us_1 R9", "pz_2", False),
    ],
)
def test_german_replacements_reach_who_is_not_in_contact(facts: str, unit: str, takes: bool) -> None:
    """27.5, 27.7, 27.9."""
    b = stood(facts).turn_of("german").track("german", 3, f.GERMAN).track("german_armor", 1, f.GERMAN)
    assert (f"restore {unit}" in b.run(replacements.Spend(f.GERMAN)).choices()) is takes


@pytest.mark.parametrize(
    ("aircraft", "dice", "stock", "left"),
    [
        (2, (), (4, 2), (4, 2)),
        (3, (2,), (4, 2), (3, 1)),
        (3, (4,), (4, 2), (3, 2)),
        (4, (5, 3), (4, 2), (3, 1)),
        (3, (3,), (4, 0), (4, 0)),
    ],
)
def test_bombers_to_spare_go_for_what_the_german_has_saved(
    aircraft: int, dice: tuple[int, ...], stock: tuple[int, int], left: tuple[int, int]
) -> None:
    """17.10.5, 31.3: two points come in June."""
    heavies = ("bomber_command_1", "bomber_command_2", "us_8_af_1", "us_8_af_2")
    b = position(turn="June II", options=("31.3",)).dice(*dice).aircraft("german_replacements", *heavies[:aircraft])
    b.track("german", stock[0], f.GERMAN).track("german_armor", stock[1], f.GERMAN)
    points_rules.receive(b.act(), "german")
    assert points.stock(b.pos, "german") == left and not b.coming


# ---------------------------------------------------------------------- 31, 33 options and scenarios
@pytest.mark.parametrize(
    ("option", "whose", "facts", "tried", "rule"),
    [
        ("31.5", "german 1", "i_319 I4", "move i_319 J4", ""),
        ("31.5", "german 1", "i_319 I4", "move i_319 J4,J5", "FE 31.5"),
        ("31.5", "allied 1", "us_1 I4, held I4", "move us_1 J4", "FE 8.8"),
        ("31.5", "allied 1", "us_1 I4, held I4", "sea_move us_1 england", ""),
        ("31.5", "allied 1", "us_1 J4, held I4", "move us_1 I4", "FE 8.8"),
        ("31.11", "allied 1", "us_1 DD5", "move us_1 DD4,CC5", ""),
        ("31.13", "german 1", "ss_150 O11, us_1 O9", "move ss_150 O10,P9", ""),
        ("31.13", "german 1", "ss_150 O11, us_1 O9", "move ss_150 O10,P9,P8", "FE 7.2"),
        ("31.16", "allied 1", "us_1 M7, br_79_a N6, broken orne", "move us_1 N6,O6", ""),
        ("31.16", "allied 1", "us_1 M7, br_79_a M7, broken orne", "move us_1 N6,O6", ""),
        ("31.16", "allied 1", "us_2_arm M7, br_79_a N6, broken orne", "move us_2_arm N6,O6", ""),
        ("31.16", "allied 1", "br_3 M7, br_79_a N6, i_352 N5, broken orne", "move br_3 N6,O6", "FE 7.2"),
    ],
)
def test_options_change_what_they_name(option: str, whose: str, facts: str, tried: str, rule: str) -> None:
    b = stood(facts, turn="July II").assign("invasions", 1).assign("invasion_turn", 1)
    b.option(option)
    assert says(impulse(b, whose), tried) == rule


@pytest.mark.parametrize(
    ("die", "first", "far", "then"),
    [(2, "FE 31.9", "FE 31.9", "FE 31.9"), (3, "FE 31.9", "FE 31.9", ""), (5, "", "FE 5.4", "")],
)
def test_panzers_outside_the_invaded_district_ask_leave_on_june_i(die: int, first: str, far: str, then: str) -> None:
    """31.9: those inside do not."""
    b = position(turn="June I", options=("31.9",), dice=[die]).unit("pz_2", "O9").unit("pz_21", "L5")
    impulse(b.assign("invaded_districts", 1 << f.SEVENTH).assign("invasions", 1), "german 1")
    assert says(b, "move pz_2 O10") == "FE 31.9" and says(b, "move pz_21 L6") == ""
    b.play("rouse_armor pz_2")
    assert says(b, "move pz_2 O10,O11,O12,O13") == first and says(b, "move pz_2 O10,O11,O12,O13,O14") == far
    assert says(second(b, "german"), "move pz_2 O10,O11,O12") == then


@pytest.mark.parametrize(
    ("scenario", "option", "turn", "dice", "sky"),
    [
        ("campaign", "", "June II", (5,), "overcast"),
        ("campaign", "31.12", "June II", (5,), "storm"),
        ("invasion", "", "June II", (1, 1), "storm"),
        ("invasion", "", "June II", (6, 6), "storm"),
        ("invasion", "", "June II", (3, 4, 6), "overcast*"),
        ("invasion", "", "June III", (5,), "overcast"),
        ("invasion", "", "June IV", (5,), "storm"),
        ("invasion", "", "July I", (4,), "storm"),
    ],
)
def test_storms_come_sooner_or_later(scenario: str, option: str, turn: str, dice: tuple[int, ...], sky: str) -> None:
    """31.12, 33.1.4, C-12."""
    b = position(scenario, turn=turn, dice=dice, options=(option,) if option else ()).run(weather.WeatherPhase())
    assert b.state.variable(f.VAR_WEATHER) == f.WEATHER[sky] and not b.coming


@pytest.mark.parametrize(
    ("whose", "turn", "facts", "tried", "rule"),
    [
        ("allied 1", "December IV", "br_3 DD9", "move br_3 DD10", "FE 33.3.7"),
        ("allied 1", "December IV", "be_bde DD9", "move be_bde DD10", "FE 33.3.7"),
        ("allied 1", "December IV", "ca_3 DD9", "move ca_3 DD10", ""),
        ("allied 1", "December IV", "fr_2_db BB16", "move fr_2_db BB15", "FE 33.3.8"),
        ("allied 1", "December IV", "fr_2_db BB16", "move fr_2_db BB17", ""),
        ("allied 1", "December IV", "us_82_ab england, hq_bradley EE10", "drop us_82_ab:EE12", "FE 20.4"),
        ("allied 1", "December IV", "us_ranger england", "raid us_ranger:K4", "FE 21.2"),
        ("german 1", "December IV", "heydte RR7, hq_7 GG13", "drop heydte:FF11", ""),
        ("german 1", "December III", "heydte RR7, hq_7 GG13", "drop heydte:FF11", "FE 33.3.3"),
        ("german 1", "December IV", "fj_3 RR7, hq_7 GG13", "drop fj_3:FF11", "FE 33.3.3"),
        ("allied 1", "December IV", "us_9 FF9", "move us_9 FF8,FF7", "FE 5.4"),
        ("allied 1", "December IV", "us_4_arm CC14", "move us_4_arm CC13,CC12", ""),
    ],
)
def test_the_battle_of_the_bulge(whose: str, turn: str, facts: str, tried: str, rule: str) -> None:
    """33.3.3, 33.3.7, 33.3.8, 33.3.9.5."""
    assert says(impulse(stood(facts, "battle_of_the_bulge", turn), whose), tried) == rule


# ---------------------------------------------------------------------- 3, 11, 13, 18.7.13 and a few more
@pytest.mark.parametrize(
    ("tried", "rule"),
    [
        ("cd_7a K4", ""),
        ("cd_7a B2", ""),
        ("cd_7a K5", "FE 22.1"),
        ("cd_7a M6", "FE 22.1"),
        ("cd_7a P4", "FE 22.1"),
        ("cd_15a CC6", "FE 22.1"),
        ("i_709 K5", ""),
        ("i_709 D3", ""),
        ("i_709 O9", "FE 3.3"),
        ("i_709 P11", "FE 3.3"),
        ("hq_7 R11", "FE 3.3"),
    ],
)
def test_where_the_german_sets_up(tried: str, rule: str) -> None:
    """3.3, 22.1."""
    assert says(position(with_setup=True, seed="1"), f"set_up {tried}") == rule


@pytest.mark.parametrize(
    ("whose", "facts", "tried", "rule"),
    [
        ("allied 1", "us_1 england, held K2", "sea_move us_1 K2", ""),
        ("allied 1", "us_1 england, held C9", "sea_move us_1 C9", "FE 18.7.13"),
        ("allied 1", "us_1 england, hq_bradley D8, held C9 D8", "sea_move us_1 C9", ""),
        ("allied 1", "us_1 england, mulberry_12 L4, held L4", "sea_move us_1 L4", "FE 18.7.13"),
        ("allied 2", "hq_bradley england, mulberry_12 L4, held L4", "sea_move hq_bradley L4", ""),
    ],
)
def test_after_the_secondary_invasion_units_land_where_they_are_fed(
    whose: str, facts: str, tried: str, rule: str
) -> None:
    """18.7.13: a city feeds whoever is in it (18.4)."""
    b = stood(facts, turn="October II").assign("invasions", 2)
    assert says(impulse(b, whose), tried) == rule


@pytest.mark.parametrize(("bases", "most"), [(0, 5), (5, 5), (6, 6)])
def test_five_units_sail_in_a_turn_and_six_when_the_u_boats_have_no_base(bases: int, most: int) -> None:
    """11.5, 11.7."""
    b = stood("held K2 M6 P4", turn="July III").assign("invasions", 1).assign("invasion_turn", 1)
    b.assign("first_clear", 2)
    for base in ("B2", "B6", "C9", "D13", "A19", "O35")[:bases]:
        b.marker("base_captured", base)
    b.units("england", *INFANTRY[: most + 1])
    impulse(b, "allied 1")
    ports = ("K2", "K2", "K2", "P4", "P4", "P4", "M6")
    for unit, port in zip(INFANTRY[:most], ports, strict=False):
        b.play(f"sea_move {unit} {port}")
    assert says(b, f"sea_move {INFANTRY[most]} M6") == "FE 11.5"


def test_two_units_a_turn_are_taken_off_the_beaches_on_which_the_allies_landed() -> None:
    """11.4 B."""
    b = stood("us_1 L2, us_2 L2, us_4 K4, us_5 J3, held L2 K4 J3", turn="July III").marker("invaded", "L2")
    b.assign("invasions", 1).assign("invasion_turn", 1).assign("first_clear", 2).marker("invaded", "K4")
    impulse(b, "allied 1").play("evacuate us_1")
    assert says(b, "evacuate us_5") == "FE 11.4" and says(b, "evacuate us_4") == ""
    b.play("evacuate us_2")
    assert says(b, "evacuate us_4") == "FE 11.4" and b.at("us_1") == "england"


@pytest.mark.parametrize("flipped", [0, 1])
def test_an_hq_that_is_lost_comes_back_once(flipped: int) -> None:
    """13.2: on its other side, in the next turn."""
    b = stood("us_1 O9, us_9 O9, us_2 O9, hq_7 O10").flag("hq_7", "flipped", flipped)
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(6).play("attack us_1,us_2,us_9 O10")
    assert b.gone("hq_7")
    assert (b.pooled("due_flipped", "hq_7"), b.pooled("eliminated", "hq_7")) == (1 - flipped, flipped)


def test_an_hq_in_contact_attacks_and_another_nationality_may_come_to_do_it_instead() -> None:
    """13.4, 14.11."""
    assert stood("us_1 O9, hq_7 O10").turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1)).choices() == [
        "attack hq_7 O9 - - no 0"
    ]
    facts = "us_1 O7, hq_montgomery O9, i_352 O10"
    assert says(impulse(stood(facts), "allied 1"), "move us_1 O8,O9") == ""
    other = facts.replace("hq_montgomery", "br_3")
    assert says(impulse(stood(other), "allied 1"), "move us_1 O8,O9") == "FE 14.11"


def test_a_ship_supports_one_attack_a_turn() -> None:
    """19.4."""
    b = stood("us_1 K4, us_2 L5, i_352 L4, i_709 M5, naval_1 L3", turn="June II")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(6)
    assert says(b, "attack us_2 M5 - naval_1 no 0") == ""
    b.play("attack us_1 L4 - naval_1 no 0")
    while b.offer is not None and "attack" not in b.offer.kinds:
        b.play(b.choices()[0])
    assert says(b, "attack us_2 M5 - naval_1 no 0") == "FE 19.4" and says(b, "attack us_2 M5") == ""


def test_a_mulberry_goes_to_an_invaded_hex_in_an_enemy_zone_as_well() -> None:
    """12.12, 29.1, 29.2: the capacity is its points less two units (18.7.1)."""
    b = june("i_352 L5", "K4,L4", "us_1 K4", "us_2 L4").play("end_moves")
    b.turn_of("allied", 2).run(mulberries.PlaceMulberry())
    assert says(b, "set_mulberry mulberry_12 K3") == "FE 12.12"
    b.play("set_mulberry mulberry_12 L4")
    assert b.quiet and capacity.reckon(b.pos) == 10


def test_on_to_berlin_the_german_owes_two_attacks_on_the_american_line() -> None:
    """33.4.1; the Battle of the Bulge asks for none (33.3.9.1)."""
    b = position("on_to_berlin", with_setup=True, seed="1").dice(6, 6, 6)
    assert says(b, "end_attacks") == "FE 33.4.1"
    assert says(position("battle_of_the_bulge", with_setup=True, seed="1"), "end_attacks") == ""
    for _ in range(2):
        assert says(b, "end_attacks") == "FE 33.4.1"
        b.play(next(line for line in b.choices() if line.startswith("attack")))
        while b.offer is not None and "attack" not in b.offer.kinds:
            b.play(b.choices()[0])
    assert says(b, "end_attacks") == ""
