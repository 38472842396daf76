"""Luck in Fortress Europa: every die is tried with all six faces, and its lottery must agree with what followed."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.rules import march, mulberries, partisan, ports, strafing
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.weather import WeatherPhase
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events.model import Rolled
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.test_airborne import moving, ready
from tests.trying import Make, resolved, tried

MERIT = ("ae", "a2", "a1", "ar", "e2", "ex", "dr", "d1", "de")
"""Combat results, the worst for the attacker first."""


def battle(*attackers: str, defender: str = "i_352") -> Make:
    def make() -> Built:
        b = position().units("O9", *attackers).unit(defender, "O10")
        return b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))

    return make


@pytest.mark.parametrize("attackers", [("us_1",), ("us_1", "us_9"), ("us_1", "us_9", "us_4")])
def test_the_chance_of_a_battle_is_that_of_trying_every_face(attackers: tuple[str, ...]) -> None:
    lottery = tried(
        battle(*attackers),
        lambda b: b.play(f"attack {','.join(attackers)} O10"),
        lambda b: MERIT.index(resolved(b)),
    )
    assert lottery.side == f.ALLIED


def test_modifiers_of_the_die_count_and_faces_held_at_six_are_one_result() -> None:
    def make() -> Built:
        b = position("campaign", turn="June I").unit("br_79_arm", "O9", invading=1).unit("i_352", "O9")
        b.assign("invasions", 1).assign("invasion_turn", 1)
        return b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))

    lottery = tried(make, lambda b: b.play("attack br_79_arm O9"), lambda b: MERIT.index(resolved(b)))
    assert lottery.ranks[3] == lottery.ranks[4] == lottery.ranks[5]


@pytest.mark.parametrize("turn", ["June III", "July I", "December I"])
def test_the_allies_want_clear_skies(turn: str) -> None:
    skies = ("storm", "overcast_star", "overcast", "clear")
    keys = {game().words[f"weather.{name}"]: name for name in skies if f"weather.{name}" in game().words}
    assert len(keys) == 4
    lottery = tried(
        lambda: position(turn=turn, options=("31.12",)),
        lambda b: b.run(WeatherPhase()),
        lambda b: skies.index(keys[b.pos.weather]),
    )
    assert lottery.side == f.ALLIED


def test_the_two_dice_of_june_two_in_the_invasion_are_no_single_die_on_a_table() -> None:
    b = position("invasion", turn="June II", dice=(3, 4, 6))
    before = b.state.copy()
    b.run(WeatherPhase())
    dice = [at for at, event in enumerate(b.events) if isinstance(event, Rolled)]
    found = [game().lottery(b.events, number, before) for number in dice]
    assert found[:2] == [None, None]
    assert found[2] is not None


@pytest.mark.parametrize("place", ["L8", "L7"])
def test_a_unit_dropped_lands_loses_a_step_or_is_lost(place: str) -> None:
    order = ("lost", "step", "ok")
    tried(
        lambda: moving(ready()),
        lambda b: b.play(f"drop us_101_ab:{place}"),
        lambda b: order.index(resolved(b)),
    )


def test_the_more_aircraft_strafe_the_less_a_german_unit_gets_through() -> None:
    lottery = tried(
        lambda: position().unit("pz_2", "M8").aircraft("strafing", "2_tac_1", "2_tac_2"),
        lambda b: strafing.hit(b.act(), b.piece("pz_2")),
        lambda b: b.pos.steps(b.piece("pz_2")),
    )
    assert (lottery.side, lottery.ranks) == (f.GERMAN, (0, 0, 1, 1, 1, 1))


def test_armour_gets_across_a_river_or_stops() -> None:
    tried(
        lambda: position().unit("us_2_arm", "L5").turn_of("allied", 1),
        lambda b: march.crosses(b.act(), b.piece("us_2_arm")),
        lambda b: ("stop", "cross").index(resolved(b)),
    )


def test_a_port_a_mulberry_and_the_partisan_have_the_dice_of_their_charts() -> None:
    def port() -> int:
        return sorted(game().tables.ground.ports)[0]

    tried(
        position,
        lambda b: ports.captured(b.act(), port(), by_air=False),
        lambda b: -b.state.marker(port(), -1, f.PORT_DAMAGE),
    )
    mulberry = sorted(game().tables.roster.mulberries)[0]
    tried(
        lambda: position(weather="storm").unit(game().piece(mulberry), "L5"),
        lambda b: b.run(mulberries.StormDamage()),
        lambda b: -b.pos.flag(mulberry, f.DAMAGE),
    )
    (piece,) = game().tables.roster.partisans
    tried(
        position,
        lambda b: b.run(partisan.RollForPartisan()),
        lambda b: b.state.pooled(game().words["pool.due"], piece),
    )


def test_dice_that_no_table_reads_have_no_lottery() -> None:
    """Only dice have lotteries, and of those only the ones that the charts read."""
    b = position()
    b.act().note("note.option", (1,), "31")
    assert game().lottery(b.events, 0, b.state) is None
    b.dice(3).act().roll("roll.weather", 6, rule="33.1.4", low=1)
    assert game().lottery(b.events, 0, b.state) is None
