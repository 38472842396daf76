"""Cases on weather, initiative, points, Ops markers, Corps Activations (4, 5, 7): one test a case, named by its id."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules import weather
from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import CheckLoc, DrawAm, PlayAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.schedule import pooled

JUNE_11, JUNE_13, JUNE_15 = 4, 5, 6
"""Turns of the campaign."""


def weather_of(b: Built) -> str:
    return b.game.words.key(b.pos.weather)


def test_J6_060_in_a_tie_the_allied_player_rolls_again_and_the_german_die_stands() -> None:
    b = position("campaign", turn=JUNE_11, dice=[5, 5, 4])
    weather.determine(b.act(), JUNE_11)
    assert b.pos.initiative == f.GERMAN
    assert weather_of(b) == "weather.light_overcast", "the German 5 is the weather"
    assert not b.coming


def test_J6_061_a_storm_limits_allied_points_in_its_turn_and_in_the_next() -> None:
    b = position("campaign", turn=JUNE_11, dice=[9, 0])
    weather.determine(b.act(), JUNE_11)
    assert weather_of(b) == "weather.storm"
    b.dice(6).run(Logistics(f.ALLIED))
    assert b.lines("reckon.rp") == {"line.rp_base": 8, "line.rp_die": 6, "line.rp_cap": -4, "line.rp_spent": 0}
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) == 0
    b = position("campaign", turn=JUNE_11, dice=[9, 0])
    weather.determine(b.act(), JUNE_11)
    b.act().emit(ev.TurnBegan(JUNE_13))
    b.dice(0, 5)
    weather.determine(b.act(), JUNE_13)
    assert weather_of(b) == "weather.heavy_overcast", "whatever the die says"
    b.dice(9).run(Logistics(f.ALLIED))
    assert b.lines("reckon.rp")["line.rp_cap"] == 15 - (9 + 9)


def test_J6_069_two_air_markers_at_most_interdict_supply_at_a_point_each() -> None:
    b = position("campaign", turn=JUNE_11).unit("g352_914", "E2416").track("air", 8).run(BombardmentPhase())
    assert b.refuses("interdict supply_interdiction track.air 3").rule == "J6 17.23"
    b.play("interdict supply_interdiction track.air 2")
    assert b.state.track(f.AIR) == 6
    assert b.refuses("interdict supply_interdiction track.air 1").rule == "J6 17.23"
    b.play("end_bombardment").dice(4).run(Logistics(f.GERMAN))
    assert b.lines("reckon.rp") == {"line.rp_base": 5, "line.rp_die": 4, "line.rp_interdiction": -2, "line.rp_spent": 0}


# ---------------------------------------------------------------------- free Ops markers
def saint_lo(weather: str = "clear") -> Built:
    """Two German HQs with a LOC, one regiment each, no enemy near."""
    b = position("st_lo", weather=weather)
    b.unit("g352_hq", "E1018").unit("g352_914", "E1018").unit("3fj_hq", "E1012").unit("3fj_5", "E1012")
    return b.unit("1_us_hq", "E2520").unit("1_us_18", "E2320")


def test_J6_403_no_ops_marker_activates_an_hq_a_fourth_time() -> None:
    b = saint_lo().flag("g352_hq", "activations", 3).pool("ops.german")
    b.draws("ops.german").run(DrawAm())
    assert b.refuses("activate_by_ops g352_hq").rule == "J6 7.24e"
    b.play("activate_by_ops 3fj_hq")
    assert b.has("3fj_5", "active") == f.ME


def test_J6_404_in_a_storm_the_german_declares_the_next_activation() -> None:
    b = saint_lo("storm").pool("am.1_us")
    b.act().assign("var.storm_ops", 2)
    b.run(CheckLoc(b.game.words["am.1_us"]), DrawAm())
    b.pass_until("activate_by_ops")
    assert b.has("1_us_hq", "activations") == 1, "an Allied activation has just ended"
    assert set(b.choices()) == {"activate_by_ops g352_hq", "activate_by_ops 3fj_hq", "pass_ops"}
    b.play("activate_by_ops g352_hq")
    assert b.has("g352_914", "active") == f.ME
    assert b.state.variable(b.game.words["var.storm_ops"]) == 1
    assert pooled(b) == {"am.1_us": 1}, "nothing was drawn before it"


def test_J6_503_a_storm_marker_may_be_declared_after_the_last_activation() -> None:
    b = saint_lo("storm")
    b.act().assign("var.storm_ops", 1)
    b.run(CheckLoc(b.game.words["am.1_us"]), DrawAm())
    b.pass_until("activate_by_ops")
    assert pooled(b) == {}
    b.play("activate_by_ops 3fj_hq").pass_until("activate_re", "re_first")
    assert b.has("3fj_hq", "activations") == 1
    assert b.has("3fj_hq", "re") == 0
    assert "StormOps" not in [b.game.step(tag) for tag, _ in b.state.agenda]


# ---------------------------------------------------------------------- Corps Activations
GERMAN_DIVISIONS = ("g352", "3fj", "g275", "g353", "g77", "g91")


def corps_turn() -> Built:
    """13/14 June of the campaign: the German has the initiative, a corps HQ and six divisions."""
    b = position("campaign", turn=JUNE_13, initiative="german").unit("lxxxiv_hq", "E1012")
    for number, division in enumerate(GERMAN_DIVISIONS):
        b.unit(f"{division}_hq", f"E10{13 + number}")
    return b


def test_J6_411_a_german_corps_activation_takes_five_divisions_at_most_once_a_scenario() -> None:
    """7.51"""
    b = corps_turn().dice(9)
    b.run(Logistics(f.GERMAN))
    points = b.state.track(b.game.words["track.rp"], f.GERMAN)
    assert points == 6 + 9
    six = ",".join(f"{division}_hq" for division in GERMAN_DIVISIONS)
    assert b.refuses(f"buy_corps_activation lxxxiv_hq {six}").rule == "J6 7.54"
    five = ",".join(f"{division}_hq" for division in GERMAN_DIVISIONS[:5])
    b.play(f"buy_corps_activation lxxxiv_hq {five}")
    assert b.state.track(b.game.words["track.rp"], f.GERMAN) == points - 12, "nothing more for the divisions (R-55)"
    aside = pooled(b, "pool.am_aside")
    assert aside == {"am.german_corps": 1} | {f"am.{division}": 1 for division in GERMAN_DIVISIONS[:5]}
    b.act().assign("var.corps_activation", 0)
    b.track("rp", 15, f.GERMAN)
    assert b.refuses(f"buy_corps_activation lxxxiv_hq {five}").rule == "J6 7.57"


def test_the_am_of_a_corps_activation_is_the_first_of_the_turn_and_no_other_is_taken_out_of_the_pool() -> None:
    """7.51, 7.52: the corps AM is the initiative AM; the AMs bought besides all stay in the cup."""
    b = corps_turn().dice(9).unit("g352_914", "E1113").run(Logistics(f.GERMAN))
    b.play("buy_corps_activation lxxxiv_hq g352_hq", "buy_am am.3fj", "buy_am am.g352", "buy_am am.german_corps")
    assert b.quiet, "nobody is asked for a first AM"
    assert pooled(b, "pool.am") == {"am.3fj": 1, "am.g352": 1, "am.german_corps": 1}


def test_the_german_is_offered_the_five_nearest_divisions_and_none_beyond_ten_hexes() -> None:
    """7.54, 7.55"""
    b = corps_turn().unit("12ss_hq", "E1024").dice(9).run(Logistics(f.GERMAN))
    offered = [line for line in b.choices() if line.startswith("buy_corps_activation")]
    named = {tuple(line.split()[2].split(",")) for line in offered}
    assert max(map(len, named)) == 5, "not the sixth"
    assert {f"{division}_hq" for division in GERMAN_DIVISIONS[:5]} in [set(names) for names in named]
    assert not any("12ss_hq" in names for names in named), "it stands twelve hexes from the corps HQ"
    assert b.check_choices() == len(b.choices())


def test_the_am_of_a_division_takes_effect_after_its_corps_activation_as_well() -> None:
    """7.54: the second AM was bought and is drawn normally."""
    b = saint_lo().run(PlayAm(position("st_lo").game.words["am.3fj"]))
    b.pass_until("move")
    assert b.has("3fj_5", "active") == f.ME
