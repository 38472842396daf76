"""Weather and the course of a turn (3.4, 4.3, 9.1 B, 24.1, 29.5, 31.12, 33.1.4)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.rules.mulberries import StormDamage
from hexledger.engine.games.fortress_europa.rules.partisan import RollForPartisan
from hexledger.engine.games.fortress_europa.rules.reinforcements import Arrivals
from hexledger.engine.games.fortress_europa.rules.weather import WeatherPhase, growing
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import game, position


def test_june_one_is_clear_without_a_roll() -> None:
    assert position(turn="June I", weather="storm").run(WeatherPhase()).pos.weather == f.CLEAR, "FE-084"


@pytest.mark.parametrize(("die", "weather"), [(1, f.CLEAR), (4, f.OVERCAST), (6, f.STORM)])
def test_the_weather_of_july_is_read_from_the_chart(die: int, weather: int) -> None:
    assert position(turn="July II", dice=[die]).run(WeatherPhase()).pos.weather == weather


def test_april_uses_the_march_column() -> None:
    assert position(turn="April I", dice=[4]).run(WeatherPhase()).pos.weather == f.OVERCAST


def test_with_the_coming_storm_every_roll_from_june_two_is_one_higher_until_the_first_storm() -> None:
    b = position(turn="June II", options=("31.12",), dice=[5]).run(WeatherPhase())
    assert b.pos.weather == f.STORM, "FE-218: 5 + 1"
    assert growing(b.pos) == (0, ""), "after a storm nothing grows"
    assert growing(position(turn="July I", options=("31.12",)).pos) == (4, "31.12")
    assert growing(position(turn="July I").pos) == (0, "")


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_in_the_invasion_scenario_two_or_twelve_on_two_dice_is_a_storm_on_turn_two(dice: tuple[int, int]) -> None:
    assert position("invasion", turn="June II", dice=dice).run(WeatherPhase()).pos.weather == f.STORM, "FE-194"


def test_in_the_invasion_scenario_other_rolls_on_turn_two_bring_no_storm() -> None:
    b = position("invasion", turn="June II", dice=(3, 4, 6)).run(WeatherPhase())
    assert b.pos.weather == f.OVERCAST_STAR, "C-12"


def test_in_the_invasion_scenario_the_modifier_grows_from_turn_four() -> None:
    names = ("June III", "June IV", "July I")
    assert [growing(position("invasion", turn=name).pos)[0] for name in names] == [0, 1, 2], "FE-196"


def test_historical_weather_of_the_bulge_needs_its_option() -> None:
    b = position("battle_of_the_bulge", turn="January I", options=("historical_weather",)).run(WeatherPhase())
    assert b.pos.weather == f.STORM
    assert position("battle_of_the_bulge", turn="January I", dice=[1]).run(WeatherPhase()).pos.weather == f.CLEAR


def test_on_july_four_every_frozen_unit_is_released() -> None:
    b = position(turn="July III", dice=[6]).unit("i_245", "R5", frozen=f.FIFTEENTH)
    b.run(sequence.BeginTurn(game().tables.calendar.number("July IV")))
    assert b.has("i_245", "frozen") == 0, "9.1 B"
    assert "R6" in {game().place(place) for place in b.pos.zoc(f.GERMAN)}, "9.7: full ZOC at once"


def test_units_in_an_enemy_zone_at_the_start_of_the_second_move_impulse_are_held() -> None:
    b = position().unit("us_1", "O9").unit("us_2", "O12").unit("i_352", "O8").turn_of("allied")
    b.run(sequence.BeginMove(f.ALLIED, 2))
    assert b.has("us_1", "held") and not b.has("us_2", "held")
    assert b.pos.impulse == 2 and b.offer is not None and "end_moves" in b.offer.kinds
    b.play("end_moves")
    assert not b.has("us_1", "held") and b.quiet


def test_what_a_unit_did_is_forgotten_when_its_player_turn_ends() -> None:
    b = position().unit("us_1", "O9", moved=2, stuck=1).unit("i_352", "Q9", moved=2).turn_of("allied", 2)
    b.run(sequence.EndPlayerTurn(f.ALLIED))
    assert not b.has("us_1", "moved") and not b.has("us_1", "stuck")
    assert b.has("i_352", "moved") == 2, "only the side whose turn it was"


def test_allied_reinforcements_are_put_into_england_or_africa_on_their_turn() -> None:
    b = position(turn="August I").turn_of("allied").run(Arrivals(f.ALLIED))
    assert (b.at("fr_2_db"), b.at("fr_1_db")) == ("england", "africa")
    assert b.has("fr_2_db", "arrived"), "they did not start the turn there (12.4)"


def test_german_reinforcements_wait_until_they_are_placed() -> None:
    b = position(turn="December I").run(Arrivals(f.GERMAN))
    assert b.pooled("due", "i_340") == 1 and b.gone("i_340"), "FE-002: group 13"


@pytest.mark.parametrize(("die", "comes"), [(4, 0), (5, 1), (6, 1)])
def test_a_partisan_is_available_on_five_or_six(die: int, comes: int) -> None:
    b = position(turn="June II", dice=[die]).run(RollForPartisan())
    assert b.pooled("due", "partisan") == comes


def test_turn_one_has_its_partisan_without_a_roll_and_no_second_one_is_rolled_for() -> None:
    assert position(turn="June I").run(RollForPartisan()).pooled("due", "partisan") == 1
    assert position(turn="June II").unit("partisan", "O9").run(RollForPartisan()).pooled("due", "partisan") == 0


def test_a_storm_halves_a_mulberry_on_five_or_six_and_a_second_storm_halves_what_is_left() -> None:
    b = position(weather="storm", dice=[5, 6]).unit("mulberry_9", "L4").run(StormDamage())
    assert b.pos.mulberry_capacity(b.piece("mulberry_9")) == 4, "FE-054: 9 halved, rounded down"
    b.run(StormDamage())
    assert b.pos.mulberry_capacity(b.piece("mulberry_9")) == 2, "C-51"


def test_without_a_storm_mulberries_are_not_rolled_for() -> None:
    b = position(weather="overcast").unit("mulberry_9", "L4").run(StormDamage())
    assert b.pos.mulberry_capacity(b.piece("mulberry_9")) == 9
