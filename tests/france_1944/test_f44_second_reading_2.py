"""France 1944: what the second reading of the original asked for (`sentences.txt`), chapters 10 to 12, played."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import banks, entry, supply, zoc
from hexledger.engine.games.france_1944.rules import airborne
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import SouthRetreats
from hexledger.engine.games.france_1944.sequence import BeginTurn, CycleEnds, FinalReaction, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, attack, field, settle, steps, throw


# ---------------------------------------------------------------------- 3.11, 10.1.1 attrition
def test_a_fuehrer_division_raised_by_attrition_is_made_before_the_crossing() -> None:
    """3.11, 10.1.1, 10.1.2."""
    b = position(turn=5).unit("ge_f_donau", "eliminated_german").unit("ge_f_holstein", "fuehrer_pool")
    b.act().steps(b.piece("ge_f_donau"), 0)
    b.run(Replacements())
    assert b.refuses("replace ge_f_holstein 1").rule == "F44 3.11"
    assert b.refuses("replace ge_f_donau 2").rule == b.refuses("replace ge_f_donau 0").rule == "F44 10.1.2"
    b.play("replace ge_f_donau 1").run(Reinforcements(w.GERMAN)).play("reinforce ge_f_donau 3510")
    assert b.on("ge_f_donau") == "3510" and steps(b, "ge_f_donau") == (1,)


def test_a_german_unit_that_dies_unsurrounded_lies_beside_the_box_and_raises_nobody() -> None:
    """10.1.1."""
    b = position(turn=4).cadre("ge_lxxxiv", "2016", oos=1).unit("ge_f_donau", "fuehrer_pool")
    assert not supply.supplied(b.pos, b.piece("ge_lxxxiv"))
    closed = supply.surrounded(b.pos, b.piece("ge_lxxxiv"))
    b.run(Attrition())
    while not b.quiet:
        b.play("check_rest")
    assert not closed and b.on("ge_lxxxiv") == "beside_eliminated_german"
    assert b.on("ge_f_donau") == "fuehrer_pool"


def test_a_fuehrer_division_goes_into_the_box_when_its_turn_has_come() -> None:
    """10.1.1, 3.11: at the beginning of the turn."""
    b = position(turn=5).unit("ge_f_donau", "turn_track", due=6)
    b.dice(6).run(BeginTurn(6))
    assert b.on("ge_f_donau") == "eliminated_german" and not b.has("ge_f_donau", "due")
    early = position(turn=4).unit("ge_f_donau", "turn_track", due=6).dice(6).run(BeginTurn(5))
    assert early.on("ge_f_donau") == "turn_track"


# ---------------------------------------------------------------------- 10.1.3 the south, 10.1.4-10.1.6
def test_southern_units_advance_as_after_a_combat() -> None:
    """10.1.3, 9.8: the vacated hex first, then a second hex where no enemy ZOC holds the unit."""
    from hexledger.engine.games.france_1944.rules.southern import SouthAdvances

    b = position(turn=3).assign("south", 3).unit("ge_lxxxv", "1828", moved_in=1).unit("us_vi", "S18")
    b.run(SouthRetreats(), SouthAdvances())
    b.play(next(line for line in b.choices() if line.startswith("south_retreat")))
    assert b.refuses("advance us_vi 1728").rule == "F44 9.8", "the vacated hex first"
    b.play("advance us_vi 1828")
    assert b.on("us_vi") == "1828" and not b.has("us_vi", "advanced") and not b.has("ge_lxxxv", "retreated")


def test_a_unit_in_a_southern_box_has_a_zoc_on_the_map_and_no_enemy_has_one_in_the_box() -> None:
    """10.1.3, 3.3."""
    b = position(turn=4).unit("us_vi", "S18").unit("ge_lxxxv", "1828")
    boxes = b.game.ground.near[b.hex("S18")]
    assert boxes and all(zoc.in_ezoc(b.pos, place, w.GERMAN) for place in boxes)
    assert not zoc.in_ezoc(b.pos, b.hex("S18"), w.ALLIED)


@pytest.mark.parametrize(("unit", "points"), [("us_2ad", 12), ("us_v", 8), ("br_i", 6)])
def test_a_reinforcement_has_paid_for_its_entry_hex(unit: str, points: int) -> None:
    """10.1.6, 5.3: administrative movement of box 1 less the entry hex."""
    b = position(turn=2).unit("us_vii", "1409")
    place = b.hex("1409")
    assert entry.points(b.pos, b.piece(unit), place) == points - b.game.ground.cost[place]


def test_a_rebuilt_unit_marches_as_far_as_the_side_that_lies_up() -> None:
    """10.1.2, 10.1.6: a panzer division of two steps has MPA 4."""
    b = position(turn=2).unit("ge_2pz", "eliminated_german", steps=2, rebuilt=1)
    assert entry.points(b.pos, b.piece("ge_2pz"), b.hex("3510")) == 8 - b.game.ground.cost[b.hex("3510")]
    full = position(turn=2).unit("ge_2pz", "eliminated_german", steps=3, rebuilt=1)
    assert entry.points(full.pos, full.piece("ge_2pz"), full.hex("3510")) == 12 - b.game.ground.cost[b.hex("3510")]


# ---------------------------------------------------------------------- 11 supply
def test_an_enemy_headquarters_or_cadre_bars_a_line() -> None:
    """11.1: a line goes into no hex of the enemy."""
    b = position(turn=2).unit("us_v", "1020")
    for unit in ("hq_ge_7", "ge_lxxxiv"):
        there = position(turn=2).unit(unit, "1120", steps=1)
        assert not supply.passes(there.pos, there.hex("1120"), w.ALLIED)
        assert supply.passes(there.pos, there.hex("1121"), w.ALLIED), "neither has a ZOC"
    assert supply.passes(b.pos, b.hex("1120"), w.ALLIED)


def test_a_reacting_unit_out_of_supply_attacks_at_half_rounded_up() -> None:
    """11.5, 5.2."""
    b = position(turn=2).unit("ge_2pz", "1020").unit("us_vii", "1120").points("german", rp=1)
    b.supply("0614", "0208", "0719", "0724").control("allied", "0614", "0208", "0719", "0724")
    assert not supply.supplied(b.pos, b.piece("ge_2pz"))
    b.run(FinalReaction(w.GERMAN)).play("react_piece ge_2pz", "administer -", "choose_box 1", "declare increment.a")
    attack(b, "attack ge_2pz 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.lines("reckon.attack")["line.oos_half"] == -2, "5 become 3"


# ---------------------------------------------------------------------- 12.3, 12.4 the 18th
def garrison(turn_: int = 4) -> Built:
    """Ninth Army near Arnhem, the 18th in its box."""
    return position(turn=turn_).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box")


def test_no_drop_on_a_german_chit() -> None:
    """12.3."""
    b = garrison().unit("hq_ge_7", "3512").unit("us_v", "3307").unit("ge_lxxxvi", "3512").run(InitiativePhase(w.GERMAN))
    assert b.offer is not None and b.offer.side == w.GERMAN and "drop" not in b.offer.kinds
    mine = garrison().run(InitiativePhase(w.ALLIED))
    assert mine.offer is not None and "drop" in mine.offer.kinds


def test_rivers_count_again_once_the_18th_has_left_its_hex_even_if_it_comes_back() -> None:
    """12.3."""
    b = garrison().unit("us_v", "3307").dice(6, 6, 6).run(InitiativePhase(w.ALLIED)).play("drop 3306")
    here, there = b.hex("3306"), b.hex("3305")
    assert banks.water(b.pos, here, there, w.ALLIED) == ""
    b.play("activate_hq hq_us_9", "designate us_xviii_abn", "administer -", "choose_box 3", "declare increment.m")
    b.play("move us_xviii_abn 3205")
    assert banks.water(b.pos, here, there, w.ALLIED) == "rhine"
    assert supply.supplied(b.pos, b.piece("us_xviii_abn")), "it is in supply while it is in play"
    b.play("end_phase" if "end_phase" in b.choices() else "end_increment")
    while b.on("us_xviii_abn") == "3205" and not b.quiet:
        b.play("pass" if "pass" in b.choices() else "end_phase")
    back = garrison().unit("us_v", "3307").dice(6, 6, 6).run(InitiativePhase(w.ALLIED)).play("drop 3306")
    back.play("activate_hq hq_us_9", "designate us_xviii_abn", "administer -", "choose_box 1", "declare increment.m")
    back.play("move us_xviii_abn 3406,3306")
    assert back.on("us_xviii_abn") == "3306" and banks.water(back.pos, here, there, w.ALLIED) == "rhine"


def test_the_18th_lost_after_plunder_varsity_is_rebuilt_like_others() -> None:
    """3.12, 12.4."""
    b = garrison(10).unit("us_v", "3307").dice(6, 6, 6)
    airborne.land(b.act(), w.VARSITY, b.hex("3404"))
    b.run(CycleEnds())
    from hexledger.engine.games.france_1944.rules import losses

    losses.eliminate(b.act(), b.piece("us_xviii_abn"), "9.6")
    b.supply("1309").run(Replacements())
    assert "replace us_xviii_abn 3" in b.choices()
    b.play("replace us_xviii_abn 3")
    while "pass" in b.choices() and not b.quiet:
        b.play("pass")
    assert b.run(Reinforcements(w.ALLIED)).play("reinforce us_xviii_abn 1309").on("us_xviii_abn") == "1309"


# ---------------------------------------------------------------------- 12.6, 12.10
def test_a_unit_out_of_supply_makes_no_bridgehead_and_loses_none() -> None:
    """12.6."""
    from hexledger.engine.games.france_1944.rules import bridgeheads

    b = position(turn=9).unit("us_v", "3506")
    assert not supply.supplied(b.pos, b.piece("us_v"))
    bridgeheads.test(b.act())
    assert not banks.bridgehead(b.pos, b.hex("3506"))
    b.marker("bridgehead", "3506")
    bridgeheads.test(b.act())
    assert banks.bridgehead(b.pos, b.hex("3506"))


def test_a_bridgehead_is_crossed_like_a_bridge() -> None:
    """12.6, 7.0: 1 for the clear hex and 2 as over a river, in any box, for headquarters too."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3307").unit("us_2ad", "3406").marker("bridgehead", "3506")
    b.army("hq_us_9", "us_2ad").box(2).play("move us_2ad 3506")
    assert b.on("us_2ad") == "3506" and b.pos.var("rhine_crossed") == 9
    bare = position(turn=9)
    assert banks.bridged(b.pos, b.hex("3506"), b.hex("3406"))
    assert not banks.bridged(bare.pos, b.hex("3506"), b.hex("3406"))


def test_the_advantage_is_used_by_its_new_holder_from_the_next_turn_on() -> None:
    """12.10."""
    b = field(options={"advantage": "yes"}).unit("us_v", "1020").unit("us_vii", "1020").unit("ge_2pz", "1120")
    b.unit("us_2ad", "1019").army("hq_us_1", "us_v", "us_vii").box(1, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.offer is not None and b.offer.side == w.ALLIED and "reroll" in b.offer.kinds
    b.dice(PASS, ONE).play("reroll reroll.attack")
    assert b.pos.var("advantage") == w.GERMAN
    settle(b).play("end_increment")
    for month, asked in ((2, False), (3, True)):
        b.turn(month).army("hq_us_1", "us_vii").box(1, "a")
        attack(b, "attack us_vii 1120", *throw(FAIL, ONE, PASS, ONE))
        assert (b.offer is not None and "reroll" in b.offer.kinds) is asked
        settle(b).play("end_increment")
