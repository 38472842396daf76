"""Case Yellow: an examination set from the rulebook alone: what it found amiss, and questions that nobody had asked."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.paradrop import Paradrop
from hexledger.engine.games.case_yellow.rules.refit import ReturnPanzers
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def engaged(b: Built, unit: str, at: str) -> Built:
    """An Engaged combat of a unit against a hex."""
    place = b.hex(at)
    return b.run(MarkEngaged(bt.Battle((b.piece(unit),), place, b.pos.fighters(place))))


def whole_round(b: Built, side: str, kind: int, turn: int = 3) -> Built:
    """A whole action round."""
    return b.turn(turn).run(sequence.Round(w.SIDES.index(side) + 1, kind))


def moving(b: Built, side: str) -> Built:
    """The movement of a Move round."""
    return b.round_of(side, "move", 3).run(Movement(w.SIDES.index(side) + 1))


def strengths(b: Built) -> tuple[int, int]:
    """Attack and defence of the last combat, in halves."""
    found = {b.game.word_key(event.kind): event.total for event in b.events if isinstance(event, ev.Reckoned)}
    return found["reckon.attack"], found["reckon.defence"]


def legal(b: Built, line: str) -> bool:
    """May this be decided now?"""
    try:
        b.refuses(line)
    except AssertionError:
        return True
    return False


# ---------------------------------------------------------------------- 11.4c
@pytest.mark.parametrize(("behind", "onward"), [(True, True), (False, False)])
def test_who_may_stop_in_a_city_need_not_where_the_compass_leads_no_further(behind: bool, onward: bool) -> None:
    """11.4b.1, 11.4c, G-B25: a division retreats from 3223; into Bruxelles alone it can go by the compass. Where all
    that the compass leads to behind the city is held, the second hex is one off the compass, or is waived; where one of
    these hexes is free, the compass is followed."""
    b = position().unit("fr_53_di", "3223").unit("ge_iv", "3224").unit("ge_11sch", "3222").unit("ge_fj1", "3322")
    b.unit("ge_gd", "3121")
    if behind:
        b.unit("ge_lah", "3022")
    settle(attack(b, "german", "attack ge_iv 3223", dice=(4,)), until="retreat")
    assert b.offer is not None and b.offer.side == w.ALLIED and b.on("fr_53_di") == "3223"
    assert "retreat fr_53_di 3122" in b.choices()
    assert ("retreat fr_53_di 3122,3023" in b.choices()) is onward
    assert ("retreat fr_53_di 3122,3022" in b.choices()) is not behind


# ---------------------------------------------------------------------- 11.9b, G-A47
def test_a_unit_that_is_engaged_elsewhere_does_not_hold_another_defender() -> None:
    """11.9b, G-B4: of two units of one hex each is Engaged with a hex of its own. One of them dies: nobody goes on with
    its combat, for a unit fights one combat a round, and the defender may leave; the other combat goes on."""
    b = position(dice=[6, 5]).unit("fr_i", "2811").unit("br_51", "2711").units("2812", "ge_lah", "ge_1_pz")
    engaged(engaged(b, "ge_1_pz", "2811"), "ge_lah", "2711")
    whole_round(b, "german", w.COMBAT).play("fight_on 2711")
    settle(b, until="end_combats")
    assert b.on("ge_lah") == "-" and [b.pos.label(fight.target) for fight in b.pos.fights()] == ["2811"]
    whole_round(b, "allied", w.MOVE).play("move br_51 2710")
    assert b.on("br_51") == "2710" and b.refuses("move fr_i 2810").rule == "CY 11.9b"


# ---------------------------------------------------------------------- 11.9d
def test_a_panzer_division_that_returns_into_an_engaged_hex_does_not_join_in_a_combat_round() -> None:
    """11.9d, 12.12g, G-B22: no new units in a Combat round; in a Move round it may leave."""
    b = position(dice=[4]).unit("fr_10_di", "2711").unit("ge_22_al", "2812")
    engaged(b, "ge_22_al", "2711").pool("refit", "ge_1_pz", "ge_1_pz").turn(8).run(ReturnPanzers())
    b.play("return_panzer ge_1_pz 2812")
    settle(whole_round(b, "german", w.COMBAT, 9), until="lose_step")
    assert strengths(b)[0] == b.pos.game.roster.cs[b.piece("ge_22_al")][0]
    move = engaged(position().unit("fr_10_di", "2711").unit("ge_22_al", "2812"), "ge_22_al", "2711")
    move.pool("refit", "ge_1_pz", "ge_1_pz").turn(8).run(ReturnPanzers()).play("return_panzer ge_1_pz 2812")
    assert legal(moving(move, "german"), "move ge_1_pz 2813") and not legal(move, "move ge_22_al 2813")


def test_paratroops_that_land_among_engaged_friends_do_not_join_them() -> None:
    """11.9d, 5.1d: the first round after the drop is a Combat round."""
    b = position(dice=[1, 4]).unit("nl_1", "4025").unit("ge_x", "4026").unit("ge_fj1", "german_airborne")
    engaged(b, "ge_x", "4025").turn(1).run(Paradrop(False)).play("drop ge_fj1 4026")
    settle(whole_round(b, "german", w.COMBAT, 1), until="retreat")
    assert b.on("ge_fj1") == "4026" and strengths(b)[0] == b.pos.cs(b.piece("ge_x"))


def test_a_unit_that_moves_into_the_attacking_hex_joins_and_one_beside_it_does_not() -> None:
    """11.9c: the other side of the line, in the Move round."""
    b = (
        position(dice=[4])
        .unit("fr_i", "2711")
        .unit("ge_xxvii", "2812")
        .units("2814", "ge_22_al")
        .unit("ge_1_pz", "2811")
    )
    whole_round(engaged(b, "ge_xxvii", "2711"), "german", w.MOVE).play("move ge_22_al 2813,2812", "end_movement")
    assert strengths(b) == (12, 8), "CS 5 and 1; the panzer division next door stays out of it"


# ---------------------------------------------------------------------- 13.5.3
@pytest.mark.parametrize(("attackers", "die"), [("ge_iv", 5), ("ge_iv,ge_1_pz,ge_2_pz", 6)], ids=["BL1", "DE"])
def test_nobody_is_asked_who_loses_a_step_where_all_die(attackers: str, die: int) -> None:
    """13.5.3, G-A30: a forced retreat out of the Dynamo port kills all in it, whoever lost a step before."""
    b = position().dynamo("3312").units("3312", "br_51", "fr_14_di", reduced=True).unit("ge_iv", "3213")
    b.units("3313", "ge_1_pz", "ge_2_pz").round_of("german", "combat", 1).dice(die).run(Combats(w.GERMAN))
    settle(b.play(f"attack {attackers} 3312"), until="lose_step")
    assert b.on("br_51") == b.on("fr_14_di") == "-"


# ---------------------------------------------------------------------- 11.8a, 7.6e
@pytest.mark.parametrize("marked", [0, 1])
def test_an_arko_that_draws_supply_now_counts_whatever_marker_it_bears(marked: int) -> None:
    """11.8a, 7.6c, 7.6e: attack supply is traced at each combat; 6 halves against 12 are 1:2, 2 are below 1:3."""
    b = position(dice=[1]).units("3029", "fr_i", "fr_14_di").unit("ge_gd", "3030").unit("ge_arko1", "3031", nas=marked)
    attack(b, "german", "attack ge_gd,ge_arko1 3029", turn=3)
    assert strengths(b) == (6, 12) and not b.has("ge_arko1", "nas")


def test_what_an_attack_is_said_to_come_to_reckons_with_the_attack_supply_of_now() -> None:
    """7.6c, 7.6d: the column is told before the attack is declared."""
    b = position().unit("fr_53_di", "2711").unit("ge_x", "2812").round_of("german", "combat", 3).run(Combats(w.GERMAN))
    said = b.game.view().forecast(b.pos, b.decision("attack ge_x 2711"))
    assert said == "5 against 1, column 4:1 after shifts", "no attack supply in Picardy"
    assert b.turn(1).game.view().forecast(b.pos, b.decision("attack ge_x 2711")) == "5 against 1"


def test_a_fortified_line_has_no_tr_to_be_told() -> None:
    """11.7b, G-C13: what is told of an Engaged result against a garrison."""
    b = position().unit("fr_xliii", "1436")
    attack(b, "allied", "attack fr_xliii 1536", dice=(5,), turn=1)
    assert b.lines("reckon.engaged") == {"line.attacker_tr": 2, "line.line_tr": 2}
    assert b.pos.reduced(b.piece("fr_xliii"))


def test_an_attack_that_nothing_obliged_takes_no_duty_away() -> None:
    """9.5b: the record tells of a hex that must be attacked where there was one."""
    b = position().unit("fr_53_di", "2711").unit("ge_x", "2812")
    attack(b, "german", "attack ge_x 2711", dice=(5,), turn=1)
    assert not any(event.marker == w.MUST for event in b.of(ev.MarkerSet))


@pytest.mark.parametrize(("side", "line", "said"), [
    ("german", "rail ge_x 1719", "units ride in Allied Move rounds only"),
    ("german", "evacuate ge_x", "Operation Dynamo is not on"),
    ("allied", "rail fr_i 1719", "is no rail head far enough from the Germans"),
    ("allied", "evacuate fr_i", "Operation Dynamo is not on"),
])  # fmt: skip
def test_a_refusal_says_what_is_amiss(side: str, line: str, said: str) -> None:
    """10.5, 13.4."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2711").assign("rail_left", 2)
    assert said in str(moving(b, side).refuses(line))


def test_the_chit_of_box_1_is_refused_with_its_reason() -> None:
    """4.0c, G-C24."""
    b = position(seed="first").turn(1).run(sequence.Initiative())
    assert "is a Move chit this turn" in str(b.refuses("choose_chit chit.german_combat"))
    assert "a chit of yours" in str(b.refuses("choose_chit chit.allied_move"))
