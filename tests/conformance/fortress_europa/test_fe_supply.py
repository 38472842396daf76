"""Conformance cases of supply, capacity, ports, Mulberries and replacements, each named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import allowance, capacity, points, sea, supply
from hexledger.engine.games.fortress_europa.rules import air, mulberries, ports, reinforcements, replacements
from hexledger.engine.games.fortress_europa.rules import capacity as capacity_rules
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules import supply as supply_rules
from hexledger.engine.games.fortress_europa.rules.control import entered
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving

BRITISH = ("br_3", "br_7_arm", "br_11_arm", "br_15", "br_43", "br_49", "br_51", "br_53", "br_59")
AMERICAN = ("us_1", "us_2", "us_4", "us_5", "us_8", "us_9")


def example() -> Built:
    """The supply example: Montgomery at G7, Bradley at J10, the Mulberry of 12, St. Nazaire and Nantes."""
    ground = game().tables.ground
    labels = [game().place(place) for place in sorted(ground.land - ground.ports)]
    west = [label for label in labels if len(label.rstrip("0123456789")) == 1 and label[0] < "T"]
    b = position().control("allied", *west, "C9", "E10").unit("mulberry_12", "D7")
    b.unit("hq_montgomery", "G7").unit("hq_bradley", "J10").units("G9", *BRITISH).units("K12", *AMERICAN)
    return b.unit("us_101_ab", "L8", by_air=True)


def fed_by(b: Built) -> dict[str, int]:
    """Port -> units that it feeds."""
    found: dict[str, int] = {}
    for port in supply.fed(b.pos, supply.hungry(b.pos)).values():
        found[game().place(port)] = found.get(game().place(port), 0) + 1
    return found


def test_FE_050_two_headquarters_draw_seventeen_points_from_a_mulberry_and_two_ports() -> None:
    b = example()
    assert supply_rules.unsupplied(b.pos, f.ALLIED) == ()
    assert fed_by(b) == {"D7": 12, "C9": 3, "E10": 2}


def test_FE_052_the_dropped_101st_is_not_counted_and_traces_to_bradley() -> None:
    b = example()
    verdict = supply.standing(b.pos, b.piece("us_101_ab"))
    assert not capacity.counts(b.pos, b.piece("us_101_ab"))
    assert verdict.supplied and verdict.hq == b.piece("hq_bradley") and verdict.port == -1
    assert len(verdict.path) == 4, "three hexes"


def test_FE_053_either_headquarters_and_every_port_in_reach_may_feed_a_unit() -> None:
    b = example().unit("us_30", "H9")
    assert set(supply.wishes(b.pos, b.piece("hq_montgomery"))) == {b.hex(port) for port in ("D7", "C9", "E10")}
    assert len(supply.hqs_for(b.pos, f.ALLIED)[b.hex("H9")]) == 2


def test_FE_221_units_dropped_this_turn_take_no_point_of_a_port() -> None:
    b = example()
    before = fed_by(b)
    b.unit("us_82_ab", "K9", by_air=True, dropped=1)
    assert fed_by(b) == before and supply.standing(b.pos, b.piece("us_82_ab")).supplied


def test_FE_030_capacity_is_set_when_the_second_impulse_of_the_primary_invasion_ends() -> None:
    b = position(turn="June I").turn_of("allied", 2).assign("invasion_turn", 1).assign("invasions", 1)
    b.marker("invaded", "L4").control("allied", "K2").units("L4", "us_1", "us_4", invading=1)
    b.run(sequence.EndMove(f.ALLIED, 2)).play("set_mulberry mulberry_12 L4")
    assert capacity.current(b.pos) == 12 + 12 - 2, "Mulberry and Cherbourg less the units"


def test_FE_217_one_invasion_has_one_mulberry() -> None:
    b = position(turn="June I").turn_of("allied", 2).assign("invasion_turn", 1).assign("invasions", 1)
    b.marker("invaded", "L4").unit("us_1", "L4", invading=1).run(sequence.EndMove(f.ALLIED, 2))
    b.play("set_mulberry mulberry_12 L4")
    assert b.quiet and b.gone("mulberry_9")
    later = position(turn="June II").assign("invasion_turn", 1).assign("invasions", 1).turn_of("allied", 2)
    assert later.marker("invaded", "L4").unit("us_1", "L4").run(mulberries.PlaceMulberry()).quiet


def test_FE_188_a_storm_halves_the_mulberry_of_twelve_on_a_six() -> None:
    b = position(weather="storm", dice=[6]).unit("mulberry_12", "L4").run(mulberries.StormDamage())
    assert b.pos.mulberry_capacity(b.piece("mulberry_12")) == 6


def test_FE_054_a_damaged_mulberry_of_nine_takes_four_with_it_when_it_is_destroyed() -> None:
    b = position(weather="storm", dice=[6]).unit("mulberry_9", "L4").run(mulberries.StormDamage())
    before = capacity.reckon(b.pos)
    mulberries.overrun(b.act(), b.hex("L4"))
    assert before - capacity.reckon(b.pos) == 4


def test_FE_056_a_port_taken_by_ordinary_units_lands_others_in_the_same_impulse() -> None:
    b = position(dice=[1]).unit("mulberry_9", "L4").units("L6", *BRITISH[:8]).unit("us_1", "K3").unit("us_4", "england")
    b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED)).turn_of("allied", 1)
    assert sea.may_land(b.pos, b.piece("us_4"), b.hex("L4")) is not None, "nothing is left"
    b.act().move(b.piece("us_1"), b.path("K3", "K2"), "mode.move")
    entered(b.act(), b.piece("us_1"), b.path("K3", "K2"))
    assert capacity.reckon(b.pos) == 12 and capacity.usable_port(b.pos, b.hex("K2"))
    again = position(dice=[1]).unit("mulberry_9", "L4").units("L6", *BRITISH[:7]).unit("us_1", "K3")
    again.unit("us_4", "england").turn_of("allied").run(reinforcements.TurnStart(f.ALLIED)).turn_of("allied", 1)
    again.unit("us_5", "L7")
    assert sea.may_land(again.pos, again.piece("us_4"), again.hex("L4")) is not None
    again.act().move(again.piece("us_1"), again.path("K3", "K2"), "mode.move")
    entered(again.act(), again.piece("us_1"), again.path("K3", "K2"))
    assert sea.may_land(again.pos, again.piece("us_4"), again.hex("K2")) is None


def test_FE_057_a_port_of_one_falls_to_zero_and_is_repaired_by_the_end_of_the_next_turn() -> None:
    b = position(turn="July I", dice=[5]).marker("port_damage", "E10").unit("us_1", "E10")
    assert b.pos.port_capacity(b.hex("E10")) == 1
    b.control("allied", "E10")
    ports.captured(b.act(), b.hex("E10"), by_air=False)
    assert b.pos.port_capacity(b.hex("E10")) == 0
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("E10")) == 0, "not in the turn of its capture"
    b.marker("port_taken", "E10", count=b.state.turn - 1)
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("E10")) == 1


def bremen(german: str) -> Built:
    return position(turn="February I").control("allied", "QQ4").unit("i_352", german)


@pytest.mark.parametrize("german", ["PP2", "QQ2", "QQ3", "QQ4"])
def test_FE_058_FE_060_FE_061_FE_062_a_german_on_the_weser_or_in_bremen_closes_the_port(german: str) -> None:
    assert not capacity.usable_port(bremen(german).pos, game().find_place("QQ4"))
    assert capacity.usable_port(bremen("RR13").pos, game().find_place("QQ4"))


def test_FE_164_a_german_six_hexes_from_the_enemy_needs_a_line_of_any_length_only() -> None:
    b = position().unit("hq_7", "R20").unit("i_352", "R13").unit("us_1", "R7").turn_of("german")
    b.run(supply_rules.SupplyPhase(f.GERMAN))
    assert b.pos.steps(b.piece("i_352")) == 2 and supply.standing(b.pos, b.piece("i_352")).rule == "18.6"


def test_FE_165_a_german_four_hexes_from_the_enemy_and_six_from_his_headquarters_loses_a_step() -> None:
    b = position().unit("hq_7", "R20").unit("i_352", "R14").unit("us_1", "R10").turn_of("german")
    b.run(supply_rules.SupplyPhase(f.GERMAN))
    assert b.pos.steps(b.piece("i_352")) == 1


def taken(b: Built, die: int) -> int:
    """Capacity of Cherbourg after it is captured with a die."""
    b.dice(die)
    ports.captured(b.act(), b.hex("K2"), by_air=False)
    return b.pos.port_capacity(b.hex("K2"))


def test_FE_166_a_first_capture_with_a_five_halves_a_port() -> None:
    assert taken(position(), 5) == 6
    assert taken(position(), 4) == 12


def test_FE_168_a_port_damaged_at_first_keeps_its_reduced_value_on_a_four() -> None:
    b = position()
    assert taken(b, 6) == 6 and taken(b, 4) == 6
    assert taken(b, 5) == 3, "18.7.10: damage halves the reduced value"


def landing(b: Built) -> str:
    why = sea.may_land(b.pos, b.piece("us_79"), b.hex("L4"))
    return "" if why is None else why[0]


def ashore(units: int) -> Built:
    b = position().unit("mulberry_9", "L4").units("L6", *(*BRITISH, "us_1")[:units]).unit("us_79", "england")
    return b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED)).turn_of("allied", 1)


def test_FE_169_from_zero_a_unit_lands_in_the_second_impulse_for_one_that_was_lost() -> None:
    b = ashore(9).unit("us_83", "england")
    moving(b)
    assert b.refuses("sea_move us_79 L4").rule == "FE 18.7.6"
    b.act().remove(b.piece("br_3"), "reason.eliminated")
    moving(b, impulse=2)
    assert b.play("sea_move us_79 L4").at("us_79") == "L4", "18.7.5"
    assert b.refuses("sea_move us_83 L4").rule == "FE 18.7.4", "for one, not for two"


def test_FE_170_below_zero_a_captured_port_lands_nobody_this_turn_but_raiders() -> None:
    b = ashore(10).control("allied", "K2").unit("us_ranger", "england")
    assert capacity.reckon(b.pos) > 0 and landing(b) == "18.7.7"
    assert sea.may_land(b.pos, b.piece("us_ranger"), b.hex("L4")) is None


# ---------------------------------------------------------------------- replacements
def test_FE_045_two_aircraft_leave_two_of_four_points_and_no_armour() -> None:
    b = position(turn="December II").aircraft("german_replacements", "bomber_command_1", "bomber_command_2")
    assert points_rules.chart_points(b.pos, "german") == (4, 2)
    points_rules.receive(b.act(), "german")
    assert points.stock(b.pos, "german") == (2, 0)


def test_FE_046_a_rate_of_three_without_cover_is_one() -> None:
    b = position(turn="June II")
    assert points_rules.chart_points(b.pos, "us")[0] == 3
    points_rules.receive(b.act(), "us")
    assert points.stock(b.pos, "us")[0] == 1


def test_FE_072_option_a_turns_a_rate_of_four_with_two_into_four_with_none() -> None:
    assert points_rules.chart_points(position(turn="December II").assign("panzer_option", 1).pos, "german") == (4, 0)
    assert points_rules.chart_points(position(turn="December II").assign("panzer_option", 2).pos, "german") == (4, 2)


def destroyed(side: str, unit: str, **stock: int) -> Built:
    b = position(turn="July II").turn_of(side)
    for track, value in stock.items():
        b.track(track, value, f.SIDES[side])
    b.act().pool("pool.eliminated", b.piece(unit), 1)
    return b.run(replacements.Spend(f.SIDES[side]))


@pytest.mark.parametrize(("full", "cost", "steps"), [("yes", 3, 2), ("no", 2, 1)])
def test_FE_181_FE_182_a_destroyed_unit_costs_three_points_or_two_reduced(full: str, cost: int, steps: int) -> None:
    b = destroyed("german", "i_352", german=5).play(f"rebuild i_352 RR13 {full}")
    assert points.stock(b.pos, "german")[0] == 5 - cost and b.pos.steps(b.piece("i_352")) == steps


def test_FE_223_a_rebuilt_allied_unit_is_put_into_england_or_africa_and_stays_there() -> None:
    b = destroyed("allied", "us_1", us=3).control("allied", "K2")
    assert b.refuses("rebuild us_1 K2 yes").rule == "FE 27.8"
    b.play("rebuild us_1 england yes")
    assert b.at("us_1") == "england" and b.has("us_1", "cannot_move"), "it does not sail this turn"


# ---------------------------------------------------------------------- bridges
def oise() -> tuple[tuple[int, int], ...]:
    """The river section to which Y10 belongs."""
    y10 = game().find_place("Y10")
    return next(pairs for pairs in game().tables.ground.sections.values() if any(y10 in pair for pair in pairs))


def test_FE_048_a_strategic_aircraft_attacks_the_seine_from_the_sea_to_the_junction() -> None:
    b = position().unit("hq_bradley", "P11").aircraft("bridge_attack", "bomber_command_1")
    assert air.bridge_refusal(b.pos, b.piece("bomber_command_1"), *game().tables.ground.sections["seine_2"][0]) is None
    assert b.path("P5", "Q5") in game().tables.ground.sections["seine_2"], "at the sea"


def test_FE_049_a_tactical_aircraft_of_p11_does_not_reach_y10() -> None:
    b = position().unit("hq_bradley", "P11").aircraft("bridge_attack", "9_tac_1", "us_8_af_1")
    assert b.pos.board.distance(b.hex("P11"), b.hex("Y10")) > 8
    why = air.bridge_refusal(b.pos, b.piece("9_tac_1"), *oise()[0])
    assert why is not None and "out of range" in why[1]
    assert air.bridge_refusal(b.pos, b.piece("us_8_af_1"), *oise()[0]) is None


def test_FE_116_a_unit_of_five_that_came_by_sea_goes_two_hexes() -> None:
    b = position(turn="October II").control("allied", "K2").turn_of("allied", 1)
    capacity_rules.turn_began(b.act())
    unit = next(
        game().piece(piece)
        for piece in sorted({*game().tables.roster.land_of[f.ALLIED]} - game().tables.roster.hqs)
        if game().counters[piece].front.values.get("mf") == 5
    )
    b.unit(unit, "england").run(MoveImpulse(f.ALLIED, 1))
    assert allowance.allowance(b.pos, b.piece(unit)) == 5
    b.play(f"sea_move {unit} K2")
    assert b.refuses(f"move {unit} K3,K4,K5").rule == "FE 5.4"
    b.play(f"move {unit} K3,K4")
    assert b.at(unit) == "K4"
