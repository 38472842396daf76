"""Case Yellow: what a fifth reading of the rulebook found: last units, and places where two rules meet."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.rules import entering, refit
from hexledger.engine.games.case_yellow.rules.air import Stukas
from hexledger.engine.games.case_yellow.rules.combat import EngagedCombats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.refit import Declaration
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, result, settle


def engaged(b: Built, units: tuple[str, ...], at: str) -> Built:
    """An Engaged combat of these units against a hex."""
    place = b.hex(at)
    return b.run(MarkEngaged(bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place))))


def totals(b: Built) -> dict[str, int]:
    """What the calculations of the last decision came to."""
    return {b.game.word_key(event.kind): event.total for event in b.events if isinstance(event, ev.Reckoned)}


# ---------------------------------------------------------------------- 11.9b the last unit of an Engaged combat
@pytest.mark.parametrize("left", ["ge_agb_supply", "ge_arko1"])
def test_an_engaged_combat_ends_when_nobody_who_could_attack_is_left_in_the_attacking_hex(left: str) -> None:
    """11.9b, 7.9e, 11.8: a supply unit has no strength, and an ARKO only supports: the defender is free to move."""
    b = position(dice=[5]).units("2812", "ge_lah", left).unit("br_51", "2811")
    engaged(b, ("ge_lah",), "2811").round_of("german", "combat", turn=1).run(EngagedCombats(w.GERMAN))
    assert result(b) == "ENG" and b.on("ge_lah") == "-" and b.pos.reduced(b.piece("br_51")), "TR 4 each"
    assert b.on(left) == "2812" and not b.pos.fights()
    b.round_of("allied", "move", turn=2).run(Movement(w.ALLIED)).play("move br_51 2810")
    assert b.on("br_51") == "2810"


def test_an_engaged_combat_goes_on_with_a_unit_of_the_hex_that_could_attack() -> None:
    """11.9b, G-A29: the other side of the line."""
    b = position(dice=[5]).units("2812", "ge_lah", "ge_11sch").unit("br_51", "2811")
    engaged(b, ("ge_lah",), "2811").round_of("german", "combat", turn=1).run(EngagedCombats(w.GERMAN))
    b.play("lose_step ge_lah")
    assert b.pos.fight_at(b.hex("2811")) is not None


def test_an_engaged_combat_ends_when_only_a_supply_unit_is_left_to_defend() -> None:
    """11.9b, 7.9e: the combat goes on if the defender survives; the attackers are free."""
    b = position(dice=[6]).unit("ge_x", "2812").units("2811", "fr_53_di", "fr_ag1_supply")
    engaged(b.turn(3), ("ge_x",), "2811").air("german", 1).run(Stukas()).play("bomb 2811", "lose_step fr_53_di")
    assert b.on("fr_ag1_supply") == "2811" and not b.pos.fights()
    b.round_of("german", "move", turn=3).run(Movement(w.GERMAN))
    assert any(line.startswith("move ge_x ") for line in b.choices())


# ---------------------------------------------------------------------- 11.9d, 11.2a
def test_a_unit_that_retreats_into_an_engaged_hex_does_not_join_the_combat() -> None:
    """11.9d: no new units in a Combat round; 11.2a: and no unit is attacked twice in it. It may leave in the next Move
    round, and it defends against any other attack (G-B22)."""
    b = position(dice=[6, 1]).unit("fr_i", "2811").unit("fr_10_di", "2809")
    b.units("2812", "ge_1_pz", "ge_9_pz").unit("ge_xi", "2808")
    engaged(engaged(b, ("ge_1_pz", "ge_9_pz"), "2811"), ("ge_xi",), "2809")
    b.round_of("german", "combat", turn=1).run(EngagedCombats(w.GERMAN))
    b.play("fight_on 2811", "retreat fr_i 2810,2809", "pass")
    assert totals(b)["reckon.defence"] == b.pos.cs(b.piece("fr_10_di")) == 4, "the division alone, in halves"


def test_a_unit_that_retreats_into_its_sides_attacking_hex_does_not_join_the_attack() -> None:
    """11.9d: nor on the side of the attackers."""
    b = position(dice=[6, 1]).unit("ge_1kav", "2811").unit("ge_22_al", "2813").units("2710", "fr_i", "fr_14_di")
    b.unit("fr_53_di", "2814")
    engaged(engaged(b, ("fr_i", "fr_14_di"), "2811"), ("ge_22_al",), "2814")
    b.round_of("allied", "combat", turn=1).run(EngagedCombats(w.ALLIED)).play("fight_on 2811")
    settle(b, until="retreat").play("retreat ge_1kav 2812,2813")
    settle(b)
    assert totals(b)["reckon.attack"] == b.pos.game.roster.cs[b.piece("ge_22_al")][0], "the airborne division alone"


# ---------------------------------------------------------------------- 8.4 in combat
def test_the_port_of_a_dynamo_that_has_ended_is_brought_within_the_limits_before_it_fights() -> None:
    """8.4, 13.5.3: the limits hold throughout combat; only during Dynamo a stack is named and the others stand by."""
    b = position(dice=[4]).dynamo("3312").units("3312", "fr_i", "fr_iii", "br_51", reduced=True).unit("ge_x", "3212")
    entering.end_dynamo(b.act())
    attack(b, "german", "attack ge_x 3312", turn=7)
    assert b.offer is not None and b.offer.side == w.ALLIED and b.offer.kinds == ("remove_excess",)
    assert b.refuses("remove_excess ge_x").rule == "CY 8.4"
    b.play("remove_excess fr_iii")
    assert b.on("fr_iii") == "-"
    settle(b)
    assert totals(b)["reckon.defence"] == 6, "CS 2 and 1 in halves"


def test_the_attack_out_of_such_a_port_is_made_by_those_who_are_left() -> None:
    """8.4: the owner who attacks is over the limits himself."""
    b = position(dice=[4]).dynamo("3312").units("3312", "fr_i", "fr_iii", "fr_14_di", reduced=True)
    b.unit("ge_lah", "3212")
    entering.end_dynamo(b.act())
    attack(b, "allied", "attack fr_i,fr_iii 3212", turn=7).play("remove_excess fr_iii")
    settle(b)
    assert totals(b)["reckon.attack"] == 4 and b.on("fr_iii") == "-"


# ---------------------------------------------------------------------- 11.3c, 11.3g
def test_the_1st_tank_brigade_takes_the_first_loss_of_ae_too() -> None:
    """11.3c: any loss of step, whoever else takes part; of the second one the attacker chooses who takes it."""
    b = position().units("2811", "br_51", "br_1_tank").units("2812", "ge_x", "ge_1kav")
    attack(b, "allied", "attack br_51,br_1_tank 2812", dice=(1,), turn=1)
    assert result(b) == "AE"
    assert b.on("br_1_tank") == "-" and b.pos.reduced(b.piece("br_51")), "and nobody is asked"


def test_without_the_brigade_the_attacker_chooses_both_losses_of_ae() -> None:
    """11.3g: the other side of the line."""
    b = position().units("2811", "br_i", "br_51").units("2812", "ge_x", "ge_1kav")
    attack(b, "allied", "attack br_i,br_51 2812", dice=(1,), turn=1)
    assert result(b) == "AE"
    assert {line.split()[1] for line in b.choices()} == {"br_i", "br_51"}
    b.play("lose_step br_51", "lose_step br_51")
    assert b.on("br_51") == "-" and not b.pos.reduced(b.piece("br_i"))


# ---------------------------------------------------------------------- 12.12c
def test_the_panzers_that_are_withdrawn_together_are_judged_together() -> None:
    """12.12c: all that have a line when they are taken off; the first to go does not cut the second, whose line ran
    through its hex."""
    b = position().unit("ge_2_pz", "1635").unit("ge_1_pz", "1636").turn(6)
    for unit, place in (("fr_i", "1735"), ("fr_iii", "1634"), ("fr_ii", "1535")):
        b.unit(unit, place)
    assert supply.supply_line(b.pos, b.piece("ge_2_pz"))
    b.run(Declaration()).play("declare_refit")
    assert b.on("ge_1_pz") == b.on("ge_2_pz") == "-"
    assert set(b.pos.pool("refit")) == {b.piece("ge_1_pz"), b.piece("ge_2_pz")}


def test_a_panzer_division_without_a_line_stays_when_the_others_leave() -> None:
    """12.12c: the other side of the line."""
    b = position().unit("ge_2_pz", "1635").turn(6)
    for unit, place in (("fr_i", "1735"), ("fr_iii", "1634"), ("fr_ii", "1535")):
        b.unit(unit, place)
    refit.declare(b.act())
    assert b.on("ge_2_pz") == "1635" and not b.pos.pool("refit")
