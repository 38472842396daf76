"""Case Yellow: an examination set from the rulebook alone: what it found amiss, and questions that nobody had asked."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import ways
from hexledger.engine.games.case_yellow.rules import dynamo, entering, paris, terror
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


# ---------------------------------------------------------------------- questions that nobody had asked
@pytest.mark.parametrize(("german", "marked", "allied", "weak", "goes_on"), [
    ("ge_5_pz", 0, "br_i", 0, False),
    ("ge_5_pz", 0, "br_i", 1, True),
    ("ge_1_pz", 1, "fr_i", 0, False),
    ("ge_1_pz", 1, "fr_x", 0, True),
])  # fmt: skip
def test_disruption_counts_when_a_zoc_is_ignored(
    german: str, marked: int, allied: str, weak: int, goes_on: bool
) -> None:
    """9.3, 6.2: TR 4 stops before 4 and passes 4 that is disrupted; 5 that is disrupted stops before 3 and passes 2."""
    b = moving(position().unit(allied, "2812", disrupted=weak).unit(german, "2713", disrupted=marked), "german")
    assert legal(b, f"move {german} 2712,2711") is goes_on


def test_a_unit_without_mps_goes_one_hex_and_has_none_left_for_a_bridgehead() -> None:
    """10.1c, 10.8c.2: out of supply and disrupted: MA 1, the way to 2125 costs two; nothing is left to try."""
    b = position(dice=[3]).unit("ge_1_pz", "2226", oos=1, disrupted=1).unit("fr_53_di", "2124")
    b = moving(b, "german")
    assert ways.price(b.pos, b.piece("ge_1_pz"), b.hex("2226"), b.hex("2125")) == 2
    assert b.refuses("move ge_1_pz 2125,2026").rule == "CY 10.1"
    b.play("move ge_1_pz 2125", "end_movement").run(Combats(w.GERMAN)).play("attack ge_1_pz 2124")
    assert b.offer is not None and "try_bridgehead" not in b.offer.kinds


def test_interdiction_ends_in_a_turn_of_dynamo_though_nobody_flies_it() -> None:
    """5.1c, 13.2b: the markers of the last turn come off at the beginning of the segment; nobody is asked."""
    b = position(dice=[3]).dynamo("3312").marker("interdicted", "2125").unit("br_51", "3312").turn(4)
    b.run(sequence.AirPhase())
    assert not b.state.marker(b.hex("2125"), -1, w.INTERDICTED)
    assert b.offer is not None and b.offer.kinds[0] == "bomb"


def test_who_came_this_turn_leaves_in_neither_of_its_move_rounds() -> None:
    """13.4.2: not in the turn in which it was placed."""
    b = position().dynamo("3312").unit("br_51", "3312", reduced=True, arrived=1).unit("br_12", "3312")
    for _ in range(2):
        whole_round(b, "allied", w.MOVE, 4)
        assert legal(b, "evacuate br_12") and b.refuses("evacuate br_51").rule == "CY 13.4"
        b.play("end_movement")


def test_a_stuka_lost_at_the_declaration_is_back_two_turns_later() -> None:
    """13.3e, 5.1e.2: turn 3 and two are five; the Allied player then moves with the port undisrupted."""
    b = position(dice=[1]).air("german", 1).unit("br_51", "3312").round_of("allied", "move", 3)
    b.run(dynamo.Dynamo()).play("declare_dynamo 3312", "bomb 3312")
    assert b.pos.pool("stukas_lost") == {5: 1} and not b.pos.track("air_used", w.GERMAN)


def test_a_stack_of_french_and_british_is_parted_after_dynamo() -> None:
    """8.6c, 13.5.1: they may part in their next movement; who still stands with the other is one too many."""
    b = position().dynamo("3312").units("3213", "fr_53_di", "br_51")
    entering.end_dynamo(b.act())
    whole_round(b, "allied", w.MOVE, 7)
    assert legal(b, "end_movement")
    b.play("move br_51 3113", "end_movement")
    assert b.on("br_51") == "3113" and b.on("fr_53_di") == "3213"
    late = position().dynamo("3312").units("3213", "fr_53_di", "br_51")
    entering.end_dynamo(late.act())
    whole_round(late, "allied", w.MOVE, 7).play("end_movement")
    assert late.offer is not None and late.choices() == ["remove_excess br_51", "remove_excess fr_53_di"]


@pytest.mark.parametrize("what", ["terror", "open city"])
def test_an_engaged_combat_ends_when_its_city_is_emptied_in_the_end_phase(what: str) -> None:
    """11.9b, 12.4c, 12.7: the last defender is lost to terror bombing, or leaves the open city, Engaged or not."""
    if what == "terror":
        b = engaged(position().unit("be_cycl", "3122").unit("ge_x", "3123"), "ge_x", "3122").turn(5)
        b.run(terror.Terror()).play("terror_bomb 3122")
        assert b.on("be_cycl") == "-"
    else:
        b = engaged(position().unit("fr_i", "1411").unit("ge_x", "1511"), "ge_x", "1411").turn(5)
        b.run(paris.OpenCity()).play("declare_open_city", "retreat fr_i 1410,1309")
        assert b.on("fr_i") == "1309"
    assert not b.pos.fights() and not b.pos.engaged(b.piece("ge_x"))


def test_one_defender_out_of_supply_shifts_a_column_for_all() -> None:
    """11.3c: one or more units that defend are out of supply."""
    b = position().unit("fr_i", "2711", oos=1).unit("fr_10_di", "2711").unit("ge_x", "2812")
    attack(b, "german", "attack ge_x 2711", dice=(1,), turn=1)
    assert b.lines("reckon.odds") == {"line.initial": 1, "line.defender_oos": 1}


def test_a_belgian_lends_its_tr_to_a_better_british_unit() -> None:
    """8.6b, 11.9a: TR 3 against 2, not against the 4 of the Highlanders: the defender alone loses a step."""
    b = position().units("3122", "be_iv", "br_51").unit("ge_xxvii", "3123").unit("ge_v", "3023")
    attack(b, "german", "attack ge_xxvii,ge_v 3122", dice=(4,), turn=1)
    assert b.offer is not None and b.offer.side == w.ALLIED
    assert b.lines("reckon.engaged") == {"line.attacker_tr": 3, "line.defender_tr": 2}


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


def test_who_enters_an_engaged_hex_of_his_own_stays_in_it() -> None:
    """11.9c, G-B26: and within the stacking limits at once, though a full hex is passed otherwise (8.4)."""
    b = moving(
        engaged(position().unit("fr_i", "2711").unit("ge_x", "2812").unit("ge_1_pz", "2814"), "ge_x", "2711"), "german"
    )
    assert b.refuses("move ge_1_pz 2813,2812,2811").rule == "CY 11.9c", "not even through it"
    assert b.refuses("move ge_1_pz 2813,2812").rule == "CY 11.9c", "a motorized division beside a corps"


@pytest.mark.parametrize("marked", [0, 1])
def test_an_attack_supply_unit_alone_is_overrun_like_any_other(marked: int) -> None:
    """10.3c, 7.9e, G-B27: an overrun is no attack: driven off two hexes by the overrunner, or dead."""
    b = moving(position().unit("fr_ag1_supply", "2711", disrupted=marked).unit("ge_lah", "2712"), "german")
    b.play("overrun ge_lah 2711")
    if not marked:
        assert b.offer is not None and b.offer.side == w.GERMAN
        b.play("retreat fr_ag1_supply 2611,2610")
    assert b.on("fr_ag1_supply") == ("-" if marked else "2610") and b.on("ge_lah") == "2711"
