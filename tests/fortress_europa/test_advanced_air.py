"""The advanced air system (A 17)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import air, fuel
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules import fuel as fuel_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position

ADVANCED = ("advanced_air",)


def fuelled(turn: str = "July II", stock: int = 30, production: int = 7, weather: str = "clear") -> Built:
    b = position(turn=turn, weather=weather, options=ADVANCED).track("fuel", stock, f.GERMAN)
    return b.track("fuel_production", production, f.GERMAN)


def test_more_aircraft_fly_on_both_sides() -> None:
    assert air_rules.flies(fuelled().pos, f.ALLIED) == {"SAC": 5, "TAC": 7}
    assert air_rules.flies(fuelled().pos, f.GERMAN) == {"SAC": 0, "TAC": 5, "NF": 2}
    assert air_rules.flies(fuelled("October I").pos, f.GERMAN)["NF"] == 3
    assert air_rules.flies(fuelled(weather="overcast").pos, f.ALLIED) == {"SAC": 3, "TAC": 0}
    assert air_rules.flies(fuelled(weather="overcast").pos, f.GERMAN) == {"SAC": 0, "TAC": 0, "NF": 2}
    october = fuelled("October I", weather="overcast").pos
    assert not any(air_rules.flies(october, f.ALLIED).values()) and not any(air_rules.flies(october, f.GERMAN).values())


def test_the_game_begins_with_thirty_of_fuel_and_seven_a_month() -> None:
    b = position("campaign", with_setup=True, options=ADVANCED)
    assert (fuel.stock(b.pos), fuel_rules.production(b.pos)) == (30, 7)


def test_a_month_adds_its_production_up_to_forty() -> None:
    b = fuelled("August I", stock=35, production=7)
    fuel_rules.month_began(b.act())
    assert fuel.stock(b.pos) == 40, "FE-220"
    first = fuelled("June I")
    fuel_rules.month_began(first.act())
    assert fuel.stock(first.pos) == 30, "C-60"


def test_an_attack_on_fuel_costs_one_of_production_however_many_fly_and_a_turn_without_adds_one() -> None:
    b = fuelled().aircraft("german_fuel", "bomber_command_1", "bomber_command_2", "us_8_af_1")
    b.run(air_rules.CounterAir())
    assert fuel_rules.production(b.pos) == 6, "FE-202"
    assert fuel_rules.production(fuelled().run(air_rules.CounterAir()).pos) == 8
    assert (
        fuel_rules.production(
            fuelled(production=0).aircraft("german_fuel", "us_8_af_1").run(air_rules.CounterAir()).pos
        )
        == 0
    )


def test_german_aircraft_burn_fuel_and_stay_down_without_it() -> None:
    b = fuelled(stock=1).run(air_rules.Allocate(f.GERMAN, ()))
    b.play("send_aircraft german_tac_1 pool.ground_support")
    assert fuel.stock(b.pos) == 0 and b.quiet, "nobody else can fly"


def test_boxes_are_filled_at_the_start_of_a_month_and_bind_the_aircraft() -> None:
    b = fuelled("July I").aircraft("german_fuel", "us_8_af_1").aircraft("strafing", "2_tac_1").run(fuel_rules.Boxes())
    assert b.refuses("assign_boxes 6").rule == "FE A 17.9.1"
    b.play("assign_boxes 2").run(air_rules.Allocate(f.GERMAN, ()))
    assert b.refuses("send_aircraft german_tac_5 pool.ground_support").rule == "FE A 17.9.2", "it defends Germany"
    assert b.refuses("intercept german_tac_5 pool.strafing").rule == "FE A 17.9.2"
    assert b.refuses("intercept german_tac_1 pool.german_fuel").rule == "FE A 17.9.2", "it is in the west"
    b.play("intercept german_nf_1 pool.german_fuel")
    assert not air.allied_on(b.pos, "german_fuel"), "a night fighter defends Germany"
    b.play("intercept german_tac_1 pool.strafing")
    assert not air.allied_on(b.pos, "strafing")


def test_only_heavy_bombers_attack_fuel_and_only_in_the_advanced_system() -> None:
    b = fuelled().run(air_rules.Allocate(f.ALLIED, ()))
    assert b.refuses("send_aircraft 2_tac_1 pool.german_fuel").rule == "FE A 17.10.10"
    b.play("send_aircraft us_8_af_3 pool.german_fuel")
    assert air.allied_on(b.pos, "german_fuel") == (game().find_piece("us_8_af_3"),)
    plain = position(turn="July II").run(air_rules.Allocate(f.ALLIED, ()))
    assert plain.refuses("send_aircraft us_8_af_1 pool.german_fuel").rule == "FE 17.9.1"
    assert plain.refuses("send_aircraft us_8_af_3 pool.u_boat").rule == "FE 17.6", "the twelfth aircraft"


def test_everything_offered_to_the_german_is_legal() -> None:
    b = fuelled().assign("air_germany", 2).aircraft("german_fuel", "us_8_af_1").aircraft("u_boat", "us_8_af_2")
    assert b.run(air_rules.Allocate(f.GERMAN, ())).check_choices() >= 4
