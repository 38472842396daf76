"""France 1944: what may not be missing, item by item: rules that no other test missed when they were taken out."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions import score, supply
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.sequence import InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, attack, field, settle, steps, throw


# ---------------------------------------------------------------------- 3.3, 7 movement
def test_nobody_goes_over_a_blocked_hexside() -> None:
    """3.3, 7.0: from Le Havre to 1610 it is one hex, and two steps."""
    b = position(turn=2).supply("1409").unit("hq_us_1", "1510").unit("us_2ad", "1610").army("hq_us_1", "us_2ad").box(1)
    refused = b.refuses("move us_2ad 1609")
    assert refused.rule == "F44 3.3" and "blocked" in str(refused)
    assert b.refuses("move us_2ad 1612").rule == "F44 7.0"


# ---------------------------------------------------------------------- 4, 5 activation
def test_a_headquarters_with_nobody_in_range_is_not_asked_whom_it_commands() -> None:
    """4.6, 5.1: it is active all the same, and the phase ends."""
    b = field().run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1")
    assert b.quiet and b.pos.var("active") == 0


# ---------------------------------------------------------------------- 9 combat
def test_an_advance_enters_the_hex_that_was_vacated_and_no_other() -> None:
    """9.8."""
    b = field().unit("us_2ad", "1020").unit("ge_2pz", "1120", steps=1).army("hq_us_1", "us_2ad").box(1, "a")
    settle(attack(b, "attack us_2ad 1120", *throw(PASS, ONE, FAIL, THREE)), "advance")
    assert b.refuses("advance us_2ad 1021").rule == "F44 9.8" and "advance us_2ad 1120" in b.choices()


def test_nobody_chooses_where_every_step_is_lost() -> None:
    """9.6: three hits on three steps leave nothing to share out."""
    b = field().units("1020", "us_v", "us_vii").unit("ge_2pz", "1120", steps=1).unit("ge_lxxxiv", "1120", reduced=True)
    b.army("hq_us_1", "us_v", "us_vii").box(1, "a")
    attack(b, "attack us_v,us_vii 1120", *throw(PASS, ONE, FAIL, THREE)).play("lead us_v", "lead ge_2pz")
    assert b.on("ge_2pz") == b.on("ge_lxxxiv") == "eliminated_german"
    assert b.offer is not None and "advance" in b.offer.kinds


# ---------------------------------------------------------------------- 10.1.1 attrition
def test_who_is_fed_again_loses_nothing_and_nobody_is_asked_about_him() -> None:
    """10.1.1, 11.5: the marker goes."""
    b = field().unit("us_v", "1018", oos=1).unit("us_vii", "1018").run(Attrition())
    assert b.quiet and not b.has("us_v", "oos") and steps(b, "us_v") == (3,)


# ---------------------------------------------------------------------- 10.1.3 the south
def test_who_does_not_come_from_the_south_is_not_set_up_there() -> None:
    """10.1.3: those that come by other ways in September do not wait for the south either."""
    b = position(turn=3).unit("ge_2pz", "3510").run(Southern())
    assert b.refuses("place_south ge_2pz 1928").rule == "F44 10.1.3"
    keys = b.pos.scenario.entry_of
    coming = {b.piece(line.split()[1]) for line in b.choices()}
    assert coming and {keys[unit] for unit in coming} == {"southern_reinforcement"}
    assert {keys[unit] for unit in b.pos.pool("waiting")} == {"southern_reinforcement", "southern_boxes"}


# ---------------------------------------------------------------------- 12.3 the 18th
def dropped(turn: int = 4, at: str = "3405") -> Built:
    """Market Garden: the 18th has landed beyond the Rhine, Ninth Army has been activated and goes on."""
    b = position(turn=turn).supply("2907").unit("hq_us_9", "3307").unit("us_v", "3307")
    b.unit("us_xviii_abn", "airborne_box").run(InitiativePhase(w.ALLIED))
    return b.dice(6).play(f"drop {at}")


def test_the_18th_is_in_supply_wherever_it_lands() -> None:
    """12.3: five hexes ahead, out of range of every headquarters and of every source."""
    b = position(turn=4).supply("2907").unit("hq_us_9", "3310").unit("us_xviii_abn", "airborne_box")
    b.unit("us_v", "3310").run(InitiativePhase(w.ALLIED)).play("drop 3308")
    assert supply.supplied(b.pos, b.piece("us_xviii_abn"))


def test_another_unit_that_falls_during_market_garden_is_rebuilt_like_any_other() -> None:
    """3.12, R-5: only the 18th is gone for good."""
    b = dropped().unit("ge_2pz", "3308").play("activate_hq hq_us_9", "designate us_xviii_abn,us_v", "administer -")
    b.act().steps(b.piece("us_v"), 1)
    b.box(1, "a")
    attack(b, "attack us_v 3308", *throw(FAIL, THREE, PASS, ONE))
    settle(b)
    assert b.on("us_v") == "eliminated_allied" and not b.has("us_v", "never")


# ---------------------------------------------------------------------- 13 victory
def test_german_units_in_their_cities_beyond_the_rhine_count_for_nobody() -> None:
    """13: supplied Allied units alone."""
    b = position(turn=9).supply("2907").unit("ge_2pz", "3510")
    assert supply.supplied(b.pos, b.piece("ge_2pz")) and score.supplied_cities(b.pos) == 0
    b = position(turn=9).supply("2907").unit("us_v", "3510")
    assert supply.supplied(b.pos, b.piece("us_v")) and score.supplied_cities(b.pos) == 1, "the city feeds him (R-79)"
