"""France 1944: the second part of the examination: positions from the booklet's text alone, chapters 3 to 9, where two
rules meet or a limit is touched; what must happen stands in each test as the text says it."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions import command, increments, supply, zoc
from hexledger.engine.games.france_1944.rules.advance import Advances
from hexledger.engine.games.france_1944.rules.results import AfterLosses
from hexledger.engine.games.france_1944.rules.retreat import Retreats
from hexledger.engine.games.france_1944.sequence import FinalReaction, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, TWO, attack, battle, field, moved_in, settle, steps, throw


def legal(b: Built, line: str) -> bool:
    """May this be decided now?"""
    return line in b.choices()


def kinds(b: Built) -> tuple[str, ...]:
    """What is asked now."""
    return b.offer.kinds if b.offer is not None and not b.quiet else ()


# ---------------------------------------------------------------------- 3
def test_a_friend_in_a_hex_takes_nothing_off_the_price_of_the_enemy_zoc() -> None:
    """3.3: a friend opens a hex to retreats, command and supply; a move from one hex of a ZOC into another costs three
    points and the ground also where a friend stands."""
    b = field().unit("us_v", "1119").unit("us_vii", "1019").unit("ge_2pz", "1120").army("hq_us_1", "us_v").box(1)
    assert b.play("move us_v 1019").of(ev.Moved)[0].cost == 4


def test_over_a_blocked_hexside_there_is_no_zoc_no_attack_and_no_dispersal() -> None:
    """3.3, 4.10, 8.0: 1609 and 1610 lie beside each other behind one."""
    b = position(turn=4).supply("0719").unit("ge_2pz", "1609").unit("hq_us_1", "1610").unit("hq_ge_7", "1709")
    assert not zoc.in_ezoc(b.pos, b.hex("1610"), w.ALLIED) and b.on("hq_us_1") == "1610"
    b = position(turn=4).unit("ge_2pz", "1609").unit("us_2ad", "1610").unit("hq_ge_7", "1609")
    b.army("hq_ge_7", "ge_2pz").box(1, "a")
    assert b.refuses("attack ge_2pz 1610").rule == "F44 8.0"


def test_a_green_corps_that_starves_lies_beside_the_box_as_a_regular_one() -> None:
    """3.10 (3), 10.1.1: the untested counter is gone for good, the regular one waits a turn beside the box."""
    b = position(turn=4).unit("us_viii_green", "1120", steps=1, oos=1)
    b.control("german", *map(b.pos.label, sorted(b.game.ground.allied_sources)))
    for unit, label in zip(("ge_2pz", "ge_9sspz", "ge_1sspz"), ("1219", "1019", "1121"), strict=True):
        b.unit(unit, label)
    b.run(b.step("Attrition"))
    settle(b)
    assert b.on("us_viii_green") == "-"
    assert b.on("us_viii") == b.pos.label(b.game.ground.beside[w.ALLIED])


def test_a_cadre_leads_with_the_morale_that_is_printed() -> None:
    """3.2, 9.3: strengths become 1, morale stays."""
    b = field().cadre("us_vii", "1020").unit("ge_2pz", "1120")
    piece = b.piece("us_vii")
    assert b.pos.morale(piece) == 5 and (b.pos.set_piece(piece), b.pos.mobile(piece)) == (1, 1)


# ---------------------------------------------------------------------- 4
def test_a_retreat_takes_along_the_headquarters_of_a_hex_that_it_passes_though_friends_stay_there() -> None:
    """4.10: "whether or not the retreat began in the hex of the headquarters"; who stays keeps none."""
    b = field().unit("ge_lxxxiv", "1120").units("1220", "hq_ge_7", "ge_lxxxvi").unit("us_v", "1019")
    b.army("hq_us_1", "us_v").box(3, "a")
    attack(b, "attack us_v 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "retreat").play("retreat 1120 1220,1321")
    assert (b.on("ge_lxxxiv"), b.on("hq_ge_7"), b.on("ge_lxxxvi")) == ("1321", "1321", "1220")


def test_a_british_headquarters_brings_its_three_for_one_american_and_a_french_one_does_not() -> None:
    """4.5, 4.9: it may command one."""
    for hq, bonus in (("hq_br_2", True), ("hq_fr_1", False), ("hq_ca_1", False)):
        b = position(turn=4).supply("0719").unit(hq, "1019").unit("us_v", "1019").unit("ge_2pz", "1120")
        found = bt.defence(b.pos, battle(b, "ge_2pz", "1019"))
        assert (("line.hq_bonus", 3, "4.9") in found.lines) is bonus, hq


def test_only_canadian_and_british_headquarters_bring_poles_their_three() -> None:
    """4.4, 4.5, 4.9: there is no Polish headquarters."""
    for hq, bonus in (("hq_ca_1", True), ("hq_br_2", True), ("hq_us_1", False), ("hq_fr_1", False)):
        b = position(turn=4).supply("0719").unit(hq, "1019").unit("po_1ad", "1019").unit("ge_2pz", "1120")
        assert (bt.defence_hq(b.pos, (b.hex("1019"),), (b.piece("po_1ad"),)) >= 0) is bonus, hq


def test_two_hexes_with_a_headquarters_each_get_three_once() -> None:
    """4.9: in defence one headquarters only; 8.0: one strength of both hexes."""
    b = field().units("1120", "ge_lxxxiv", "hq_ge_7").units("1220", "ge_lxxxvi", "hq_ge_5pz").unit("us_v", "1219")
    found = bt.defence(b.pos, battle(b, "us_v", "1120,1220"))
    assert [line for line in found.lines if line[0] == "line.hq_bonus"] == [("line.hq_bonus", 3, "4.9")]


def test_in_one_stack_a_corps_is_halved_and_its_neighbours_headquarters_still_helps() -> None:
    """4.9, 11.1, 11.5: French First Army feeds the French corps beside it and not the American one."""
    b = position(turn=4).supply("0719").units("1321", "hq_fr_1", "fr_i", "us_v").unit("ge_2pz", "1421")
    lines = bt.defence(b.pos, battle(b, "ge_2pz", "1321")).lines
    assert ("line.oos_half", -3, "11.5") in lines and ("line.hq_bonus", 3, "4.9") in lines


def test_a_headquarters_in_administrative_movement_avoids_a_zoc_with_a_friend_in_it_too() -> None:
    """4.8, 5.3: "under no circumstances"; without it, it may go there."""
    for admin in (False, True):
        b = field().unit("us_v", "1120").unit("ge_2pz", "1121").single("hq_us_1", admin=admin).box(1)
        assert legal(b, "move hq_us_1 1120") is not admin
    assert b.refuses("move hq_us_1 1120").rule == "F44 5.3"


def test_a_headquarters_out_of_supply_reacts_with_four_points_and_no_army() -> None:
    """4.8, 5.2, 11.5: 6 becomes 4."""
    b = position(turn=4).unit("hq_us_1", "1019").unit("us_v", "1019").points("allied", rp=3)
    b.control("german", *map(b.pos.label, sorted(b.game.ground.allied_sources))).run(FinalReaction(w.ALLIED))
    assert b.refuses("react_army hq_us_1").rule == "F44 11.5"
    b.play("react_piece hq_us_1", "administer -", "choose_box 1")
    assert increments.left(b.pos, b.piece("hq_us_1")) == 4
    assert b.pos.flag(b.piece("hq_us_1"), w.OOS) == 0, "no marker outside the Administrative Phase"


def test_command_goes_through_a_zoc_where_a_cadre_stands_and_through_an_empty_hex_beside_a_cadre() -> None:
    """3.2, 4.6: the cadre of a friend opens the hex, the cadre of an enemy never shut it."""

    def corridor(enemy: int, friend: bool) -> bool:
        b = position(turn=4).supply("0719").unit("hq_us_1", "1019").unit("us_v", "1421")
        b.unit("ge_2pz", "1221", steps=enemy)
        if friend:
            b.cadre("us_vii", "1220").cadre("us_xix", "1321")
        return command.in_range(b.pos, b.piece("hq_us_1"), b.piece("us_v"))

    assert [corridor(3, False), corridor(1, False), corridor(3, True)] == [False, True, True]


def test_an_american_corps_at_a_british_headquarters_is_in_supply_and_so_is_a_second() -> None:
    """4.5, 11.1: each could be the one that it commands; both at once it does not command."""
    b = position(turn=4).supply("0719").unit("hq_br_2", "1119").units("1219", "us_v", "us_vii")
    assert supply.supplied(b.pos, b.piece("us_v")) and supply.supplied(b.pos, b.piece("us_vii"))
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_br_2")
    assert b.refuses("designate us_v,us_vii").rule == "F44 4.5"


# ---------------------------------------------------------------------- 5, 6
def test_who_acted_on_the_chit_may_react_when_the_other_side_spends_nothing() -> None:
    """5.1, 5.2: the headquarters too, which is inactive again; and nobody twice in the reaction."""
    b = field().unit("us_v", "1018").points("allied", rp=3).points("german", rp=3).run(InitiativePhase(w.ALLIED))
    b.play("activate_hq hq_us_1", "designate us_v", "administer -", "choose_box 1", "declare increment.m")
    b.play("move us_v 1017", "end_increment")
    assert b.offer is not None and b.offer.side == w.GERMAN
    b.play("pass")
    assert b.offer.side == w.ALLIED and legal(b, "react_piece us_v") and legal(b, "react_piece hq_us_1")
    b.play("react_piece us_v", "administer -", "choose_box 1", "declare increment.m", "end_increment")
    assert legal(b, "react_piece hq_us_1") and not legal(b, "react_piece us_v")


def test_after_a_pass_the_other_side_has_its_opportunity_all_the_same() -> None:
    """5.1: "the initiative phase ends at once and the reaction phase begins"."""
    b = field().unit("us_v", "1018").unit("ge_2pz", "1322").points("german", rp=1).points("allied", rp=1)
    b.run(InitiativePhase(w.ALLIED)).play("pass")
    assert b.offer is not None and b.offer.side == w.GERMAN and legal(b, "react_piece ge_2pz")
    b.play("pass")
    assert b.offer.side == w.ALLIED and legal(b, "react_piece us_v")


def test_the_active_headquarters_is_not_put_on_administrative_movement() -> None:
    """4.8, 5.3: commanded units may be; it does not move."""
    b = field().unit("us_v", "1018").run(InitiativePhase(w.ALLIED))
    b.play("activate_hq hq_us_1", "designate us_v")
    assert b.refuses("administer hq_us_1").rule == "F44 5.3"


def test_a_panzer_division_that_loses_a_step_attacks_no_more_in_the_box_that_wants_six() -> None:
    """3.9, 6.0: its reduced side has 4; series 4, 10, 14. One that loses nothing attacks there."""
    for die, again in ((PASS, False), (None, True)):
        b = position(turn=2).supply("0719").unit("hq_ge_1", "1322").unit("ge_2pz", "1120").unit("us_v", "1119")
        b.army("hq_ge_1", "ge_2pz").box(4, "a")
        if die is not None:
            attack(b, "attack ge_2pz 1119", *throw(die, ONE, PASS, ONE))
            settle(b)
        b.play("end_increment", "choose_box 10", "end_increment", "choose_box 14")
        if "declare" in kinds(b):
            b.play("declare increment.a")
        offered = [line for line in b.choices() if line.startswith("attack")] if kinds(b) else []
        assert bool(offered) is again
        assert (b.pos.mpa(b.piece("ge_2pz")) == 6) is again


def test_out_of_supply_at_activation_a_unit_is_halved_to_the_end_of_the_phase() -> None:
    """5.2, 11.5: it marches into the range of its headquarters, and attacks in the next increment at half."""
    b = position(turn=4).supply("0719").unit("hq_us_1", "1019").unit("us_2ad", "1522").cadre("ge_2pz", "1420")
    assert not supply.supplied(b.pos, b.piece("us_2ad"))
    b.single("us_2ad").box(4).play("move us_2ad 1421")
    assert supply.supplied(b.pos, b.piece("us_2ad"))
    b.play("end_increment", "choose_box 8", "declare increment.a")
    assert legal(b, "attack us_2ad 1420")
    assert ("line.oos_half", -2, "11.5") in bt.attack(b.pos, battle(b, "us_2ad", "1420")).lines


def test_in_a_single_increment_nobody_is_attacked_twice_and_in_the_next_one_he_is() -> None:
    """8.0: attacker and defender both once an increment, as often as there are increments."""
    b = field().unit("ge_lxxxiv", "1120").unit("us_2ad", "1119").unit("us_v", "1020").army("hq_us_1", "us_2ad", "us_v")
    b.box(4, "a")
    attack(b, "attack us_2ad 1120", *throw(PASS, ONE, PASS, ONE))
    settle(b)
    assert b.refuses("attack us_v 1120").rule == "F44 8.0"
    b.play("end_increment", "choose_box 8", "declare increment.a")
    assert legal(b, "attack us_2ad 1120") and legal(b, "attack us_v 1120")


def test_of_a_stack_only_commanded_units_attack() -> None:
    """6.0, 8.0: the corps beside the commanded division stays out of it."""
    b = field().units("1119", "us_2ad", "us_v").unit("ge_2pz", "1120").army("hq_us_1", "us_2ad").box(1, "a")
    assert legal(b, "attack us_2ad 1120") and b.refuses("attack us_2ad,us_v 1120").rule == "F44 8.0"


# ---------------------------------------------------------------------- 9
def test_attackers_that_are_wiped_out_still_drive_away_whom_they_beat() -> None:
    """9.5, 9.7, 9.8: who failed must retreat; nobody is left to advance."""
    b = field().cadre("us_v", "1020").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v").box(3, "a")
    attack(b, "attack us_v 1120", *throw(PASS, THREE, FAIL, ONE))
    settle(b, "retreat")
    assert b.on("us_v") != "1020" and kinds(b) == ("retreat",)
    b.play(next(line for line in b.choices()))
    settle(b)
    assert b.on("ge_lxxxiv") != "1120" and "advance" not in kinds(b)


def test_a_cadre_that_passed_gets_away_from_one_hit_and_one_that_failed_does_not() -> None:
    """9.7: "may" saves a step, and it is the last one; "must" saves none."""
    for die, alive in ((PASS, True), (FAIL, False)):
        b = field().cadre("ge_lxxxiv", "1120").cadre("us_v", "1020").army("hq_us_1", "us_v").box(3, "a")
        attack(b, "attack us_v 1120", *throw(PASS, ONE, die, ONE))
        settle(b, "fall_back", "advance")
        assert ("fall_back" in kinds(b)) is alive
        if alive:
            b.play("fall_back")
            settle(b, "retreat").play(b.choices()[0])
        assert b.pos.on_map(b.piece("ge_lxxxiv")) is alive and b.on("ge_lxxxiv") != "1120"


def test_a_stack_without_a_way_loses_its_further_step_where_its_owner_will() -> None:
    """9.7: "from one of the units that are retreating", not from the lead unit first."""
    b = field().units("1120", "ge_lxxxiv", "ge_2pz").units("1219", "us_v", "us_vii").unit("us_2ad", "1021")
    b.unit("us_3ad", "1122").unit("us_4ad", "1321").unit("us_xix", "1019")
    b.run(Retreats((b.piece("us_v"),), (b.hex("1120"),), True))
    lines = b.choices()
    assert len(lines) == 2 and any("ge_2pz" in line for line in lines) and any("ge_lxxxiv" in line for line in lines)


def test_infantry_stops_in_a_zoc_also_when_armour_has_gone_in_before_it() -> None:
    """3.3, 9.8: a friend takes away a ZOC for retreats, command and supply, not for advances."""
    b = position(turn=4).units("1020", "us_2ad", "us_v").unit("ge_lxxxiv", "1220")
    b.run(Advances((b.piece("us_2ad"), b.piece("us_v")), (b.hex("1120"),)))
    b.play("advance us_2ad 1120")
    assert legal(b, "advance us_v 1120")
    assert not [line for line in b.choices() if line.startswith("advance us_v 1120,")]


def test_armour_goes_out_of_one_zoc_into_another_when_it_advances() -> None:
    """9.8: "in any direction"; only the first hex stops, and infantry alone."""
    b = position(turn=4).unit("us_2ad", "1020").unit("ge_lxxxiv", "1220").unit("ge_lxxxvi", "1122")
    b.run(Advances((b.piece("us_2ad"),), (b.hex("1120"),)))
    assert legal(b, "advance us_2ad 1120,1121")


def test_more_attackers_than_a_hex_holds_advance_only_as_far_as_there_is_room() -> None:
    """7.1, 9.8: two infantry corps are the most at any moment; a third passes through no full hex."""
    b = position(turn=4).units("1020", "us_v", "us_vii").unit("us_xix", "1119")
    b.run(Advances(tuple(map(b.piece, ("us_v", "us_vii", "us_xix"))), (b.hex("1120"),)))
    b.play("advance us_v 1120", "advance us_vii 1120")
    assert "advance" not in kinds(b) and b.on("us_xix") == "1119"
    b = position(turn=4).units("1020", "us_v", "us_vii").unit("us_xix", "1119")
    b.run(Advances(tuple(map(b.piece, ("us_v", "us_vii", "us_xix"))), (b.hex("1120"),)))
    b.play("advance us_v 1120,1220", "advance us_vii 1120", "advance us_xix 1120,1220")
    assert (b.on("us_v"), b.on("us_vii"), b.on("us_xix")) == ("1220", "1120", "1220")


def test_cadres_that_destroy_the_last_defender_do_not_drive_off_its_headquarters() -> None:
    """3.2, 4.10, 9.8, R-45: without a ZOC nothing disperses it, and the hex is not vacated."""
    for strength, gone in ((1, False), (3, True)):
        b = position(turn=4).unit("us_v", "1020", steps=strength).units("1120", "hq_ge_7", "ge_lxxxiv")
        fight = battle(b, "us_v", "1120")
        b.act().remove(b.piece("ge_lxxxiv"), "reason.eliminated")
        b.run(AfterLosses(fight, (b.piece("ge_lxxxiv"),), 0))
        assert (b.on("hq_ge_7") == "turn_track") is gone
        assert ("advance" in kinds(b)) is gone


def test_germans_who_attack_get_no_air_against_them() -> None:
    """9.2: never while the Allies defend."""
    b = position(turn=4).supply("0719").unit("hq_ge_1", "1322").unit("ge_2pz", "1120").unit("us_v", "1119")
    b.unit("hq_us_1", "1019").air(tactical=2, bombers=2).army("hq_ge_1", "ge_2pz").box(1, "a")
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack ge_2pz 1119")
    assert "use_air" not in kinds(b)


def test_a_marker_on_interdiction_supports_no_attack_and_the_other_one_does_once_an_increment() -> None:
    """2.0-3, 9.2: and in a reaction as on a chit."""
    b = field().unit("ge_lxxxiv", "1120").unit("ge_lxxxvi", "1021").unit("us_2ad", "1119").unit("us_v", "1020")
    b.air(tactical=1, interdiction=1).army("hq_us_1", "us_2ad", "us_v", kind=w.ARMY).box(1, "a")
    b.play("attack us_2ad 1120")
    assert legal(b, "use_air air.tactical")
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    settle(b)
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_v 1021")
    assert "use_air" not in kinds(b)


def test_a_heavy_bomber_waits_for_an_allied_chit_over_a_german_one_and_over_the_end_of_the_turn() -> None:
    """9.2 and its example: "until he draws another of his initiative chits"."""
    b = field().unit("ge_lxxxiv", "1120").unit("us_2ad", "1119").air(bombers=2).assign("bomber_used", 1)
    b.run(InitiativePhase(w.GERMAN))
    settle(b, "react_piece")
    assert b.pos.var("bomber_used") == 1
    b.turn(3)
    c = field(turn=3).unit("ge_lxxxiv", "1120").unit("us_2ad", "1119").air(bombers=2).assign("bomber_used", 1)
    c.army("hq_us_1", "us_2ad", kind=w.ARMY).box(1, "a").dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_2ad 1120")
    assert "use_air" not in kinds(c)


def test_of_two_targets_the_ground_that_is_best_for_the_defender_counts_and_bars_the_run() -> None:
    """9.1, 9.4: one hex of rough ground makes it set-piece for both, and nothing is added up."""
    b = position(turn=4)
    ground, board = b.game.ground, b.pos.board
    clear, rough, start = next(
        (one, two, here)
        for here in sorted(ground.land)
        for one in ground.near[here]
        for two in ground.near[here]
        if board.terrain[one] == "clear" and not board.features[one] and board.terrain[two] == "rough"
        and not board.features[two] and not any(ground.is_river(here, there) for there in (one, two))
    )  # fmt: skip
    label = b.pos.label
    b.unit("us_2ad", label(start)).unit("ge_lxxxiv", label(clear)).unit("ge_lxxxvi", label(rough))
    b.assign("increment", 2)
    moved_in(b, "us_2ad")
    assert bt.is_mobile(b.pos, (b.piece("us_2ad"),), (clear,))
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (clear, rough))
    assert bt.terrain(b.pos, battle(b, "us_2ad", f"{label(clear)},{label(rough)}")) == ("rough", 1)


def test_losses_beyond_the_lead_unit_go_where_the_owner_will() -> None:
    """9.6: the lead unit takes the first step, whoever is named the others."""
    b = field().units("1120", "ge_lxxxiv", "ge_2pz").unit("us_v", "1019").army("hq_us_1", "us_v").box(3, "a")
    b.dice(*throw(PASS, ONE, FAIL, TWO)).play("attack us_v 1120", "lead ge_lxxxiv")
    assert kinds(b) == ("lose_step",) and steps(b, "ge_lxxxiv", "ge_2pz") == (2, 3)
    assert legal(b, "lose_step ge_lxxxiv") and legal(b, "lose_step ge_2pz")


def test_a_second_single_piece_attacks_whom_the_first_has_attacked() -> None:
    """5.2, 8.0: each reaction goes down the track by itself: another increment, whatever number it has."""
    b = field().unit("ge_lxxxiv", "1120").unit("us_2ad", "1119").unit("us_v", "1020").points("allied", rp=3)
    b.run(FinalReaction(w.ALLIED)).play("react_piece us_2ad", "administer -", "choose_box 1", "declare increment.a")
    attack(b, "attack us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
    settle(b, "react_piece")
    if "end_increment" in kinds(b):
        b.play("end_increment")
    b.play("react_piece us_v", "administer -", "choose_box 1", "declare increment.a")
    assert legal(b, "attack us_v 1120")


def test_a_corps_that_was_tested_goes_on_in_the_same_phase_as_what_it_has_become() -> None:
    """3.10, 5.1, 9.1: commanded to the end, and with its advance it attacks on the run."""
    b = field().unit("us_viii_green", "1020").cadre("ge_lxxxiv", "1120").unit("ge_2pz", "1221")
    b.army("hq_us_1", "us_viii_green").box(4, "a")
    attack(b, "attack us_viii_green 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "advance").play("advance us_viii_green 1120")
    settle(b)
    assert b.on("us_viii") == "1120" and b.on("us_viii_green") == "-"
    b.play("end_increment") if "end_increment" in kinds(b) else None
    b.play("choose_box 8", "declare increment.a")
    assert b.refuses("attack us_viii 1221").rule == "F44 8.0", "not adjacent, but commanded"
    c = field().unit("us_viii_green", "1020").cadre("ge_lxxxiv", "1120").unit("ge_2pz", "1121")
    c.army("hq_us_1", "us_viii_green").box(4, "a")
    attack(c, "attack us_viii_green 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(c, "advance").play("advance us_viii_green 1120")
    settle(c)
    c.play("end_increment") if "end_increment" in kinds(c) else None
    c.play("choose_box 8", "declare increment.a")
    assert legal(c, "attack us_viii 1121") and bt.is_mobile(c.pos, (c.piece("us_viii"),), (c.hex("1121"),))


def test_a_headquarters_leaves_a_zoc_for_two_points_more() -> None:
    """3.3, 4.8: it stands there with a corps, and pays like everybody."""
    b = field().units("1120", "us_v").unit("ge_2pz", "1121").points("allied", rp=1)
    b.act().move(b.piece("hq_us_1"), (b.hex("1019"), b.hex("1120")), "mode.move")
    b.single("hq_us_1").box(1)
    assert b.play("move hq_us_1 1119").of(ev.Moved)[0].cost == 3


def test_when_its_units_have_attacked_out_of_a_hex_the_headquarters_that_stays_is_alone() -> None:
    """4.10, 5.1, 9.8, R-52: dispersed, the phase goes on, and its three are gone from the next attack."""
    b = position(turn=2).supply("0719").units("1020", "hq_us_1", "us_2ad").cadre("ge_lxxxiv", "1120")
    b.unit("ge_2pz", "1121").unit("hq_ge_1", "1322").army("hq_us_1", "us_2ad").box(4, "a")
    attack(b, "attack us_2ad 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "advance").play("advance us_2ad 1120")
    assert b.on("hq_us_1") == "turn_track"
    settle(b)
    b.play("end_increment") if "end_increment" in kinds(b) else None
    b.play("choose_box 8", "declare increment.a")
    assert legal(b, "attack us_2ad 1121") and bt.attack_hq(b.pos, (b.piece("us_2ad"),)) < 0
