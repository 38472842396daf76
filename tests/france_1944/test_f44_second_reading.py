"""France 1944: what the second reading of the original asked for (`sentences.txt`), chapters 2 to 9, played through."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions import command
from hexledger.engine.games.france_1944.rules.advance import Advances
from hexledger.engine.games.france_1944.rules.air import AirSupport
from hexledger.engine.games.france_1944.rules.commitment import Commit
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.retreat import Retreats
from hexledger.engine.games.france_1944.sequence import DrawChit, FinalReaction, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, game, position
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, TWO, attack, field, moved_in, result, settle, steps, throw


def cost(b: Built, line: str) -> int:
    """MP that a move cost."""
    return b.play(line).of(ev.Moved)[0].cost


def noted(b: Built) -> list[str]:
    """Notes of the last decision."""
    return [b.game.word_key(event.message) for event in b.of(ev.Noted)]


# ---------------------------------------------------------------------- 2 the turn
@pytest.mark.parametrize("month", range(2, 12))
def test_air_support_comes_with_a_die_up_to_the_number_of_the_turn(month: int) -> None:
    """2.0-3."""
    number = game().chart.turns[month].air
    assert position(turn=month).dice(number).run(AirSupport()).pos.var("air") == 1
    if number < 6:
        b = position(turn=month).assign("air", 1).dice(number + 1).run(AirSupport())
        assert b.pos.var("air") == 0 and b.quiet, "no missions are asked for"


def test_without_air_support_no_marker_of_any_kind_is_used() -> None:
    """2.0-3, 9.2."""
    for there in (False, True):
        b = field(3).air(2, bombers=2, available=there).unit("us_v", "1020").unit("ge_2pz", "1120")
        b.army("hq_us_1", "us_v").box(1, "a")
        attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE))
        assert (b.offer is not None and "use_air" in b.offer.kinds) is there


def test_none_one_or_both_tactical_markers_go_on_interdiction() -> None:
    """2.0-3."""
    b = position(turn=3).dice(1).run(AirSupport())
    assert b.choices() == ["assign_air 0", "assign_air 1", "assign_air 2"]
    assert b.refuses("assign_air 3").rule == b.refuses("assign_air -1").rule == "F44 2.0-3"
    b.play("assign_air 1")
    assert (b.pos.track("interdiction", w.ALLIED), b.pos.track("tactical", w.ALLIED)) == (1, 1)


def test_points_committed_already_count_against_the_limit() -> None:
    """2.0-8."""
    b = position(turn=2).points("german", sp=5, committed=2).run(Commit(w.GERMAN))
    assert b.choices() == ["commit_supply 0", "commit_supply 1"] and b.refuses("commit_supply 2").rule == "F44 2.0-8"
    assert b.play("commit_supply 1").pos.track("committed", w.GERMAN) == 3 and b.pos.track("sp", w.GERMAN) == 4


def test_nobody_commits_more_supply_than_he_has() -> None:
    """2.0-8."""
    b = position(turn=2).points("allied", sp=2).run(Commit(w.ALLIED))
    assert b.refuses("commit_supply 3").rule == b.refuses("commit_supply -1").rule == "F44 2.0-8"
    assert position(turn=2).points("allied").run(Commit(w.ALLIED)).quiet, "without a point nobody is asked"


def test_chits_are_drawn_until_the_cup_is_empty() -> None:
    """2.0-9: without a headquarters that could act each chit passes."""
    b = position(turn=2, seed="cup").chits(allied=2, german=1, admin=1).run(DrawChit())
    while not b.quiet:
        b.play("pass")
    assert b.pos.pool("cup") == {}


# ---------------------------------------------------------------------- 3 combat units
def test_a_fuehrer_division_is_gone_with_one_step_and_has_a_zoc_until_then() -> None:
    """3.2, 3.11, 3.3."""
    b = field(10).unit("us_vii", "1020").unit("ge_f_donau", "1120")
    assert b.game.view().zoc(b.pos, w.GERMAN)[b.hex("1019")] == (b.piece("ge_f_donau"),)
    assert (b.pos.set_piece(b.piece("ge_f_donau")), b.pos.cadre(b.piece("ge_f_donau"))) == (3, False)
    b.army("hq_us_1", "us_vii").box(1, "a")
    attack(b, "attack us_vii 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b)
    assert b.on("ge_f_donau") == "eliminated_german"


def test_the_costs_of_a_zoc_stand_beside_each_other() -> None:
    """3.3, 7.0: leaving costs 2 where nothing is entered, entering 1 where nothing is left."""
    b = field().unit("us_2ad", "1019").unit("ge_2pz", "1120").army("hq_us_1", "us_2ad").box(1)
    assert cost(b, "move us_2ad 0919") == 3 and cost(b, "move us_2ad 1019") == 2


def test_in_an_attack_increment_nobody_moves_and_in_a_movement_increment_nobody_attacks() -> None:
    """3.9, 6.0."""
    b = field().units("1020", "us_vii", "us_2ad").unit("ge_2pz", "1120").army("hq_us_1", "us_vii", "us_2ad")
    assert b.play("choose_box 3").refuses("declare air.tactical").rule == "F44 6.0"
    b.play("declare increment.m")
    assert b.refuses("attack us_vii 1120").rule == "F44 6.0"
    b.play("end_increment", "end_phase").army("hq_us_1", "us_vii", "us_2ad").box(3, "a")
    assert b.refuses("move us_2ad 0920").rule == "F44 6.0"


def test_a_green_defender_stays_green_when_the_attackers_lose_one_step() -> None:
    """3.10."""
    b = field().unit("us_viii_green", "1019").unit("ge_2pz", "1119").unit("ge_lxxxiv", "1119")
    b.army("hq_ge_1", "ge_2pz", "ge_lxxxiv").box(1, "a")
    attack(b, "attack ge_2pz,ge_lxxxiv 1019", *throw(PASS, ONE, PASS, ONE))
    settle(b.play("lead ge_2pz"))
    assert b.on("us_viii_green") == "1019" and steps(b, "ge_2pz", "ge_lxxxiv") == (2, 3)


def test_a_unit_that_was_tested_stays_tested() -> None:
    """3.10: rebuilt from the box it comes in as a regular unit."""
    b = position(turn=3).supply("1309").unit("us_viii", "eliminated_allied", steps=0)
    b.act().steps(b.piece("us_viii"), 2)
    b.flag("us_viii", "rebuilt").run(Reinforcements(w.ALLIED)).play("reinforce us_viii 1309")
    assert b.pos.morale(b.piece("us_viii")) == 4 and steps(b, "us_viii") == (2,)


def test_the_18th_goes_to_its_holding_box_when_it_arrives() -> None:
    """3.12."""
    arrival = next(
        line
        for line in game().scenario_rules(game().scenario_number("campaign")).arrivals
        if game().roster.index["us_xviii_abn"] in line.pieces
    )
    b = position(turn=arrival.turn).run(Reinforcements(w.ALLIED))
    assert b.on("us_xviii_abn") == "airborne_box" and steps(b, "us_xviii_abn") == (3,)
    assert not b.pooled("waiting", "us_xviii_abn")


# ---------------------------------------------------------------------- 4 headquarters
def test_us_headquarters_command_us_and_french_units_alone() -> None:
    """4.5."""
    b = field().units("1018", "us_v", "fr_i").unit("br_i", "0919").unit("ca_ii", "0918").unit("po_1ad", "0918")
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1")
    for unit in ("br_i", "ca_ii", "po_1ad"):
        assert b.refuses(f"designate {unit}").rule == "F44 4.5"
    b.play("designate us_v,fr_i")
    assert b.has("fr_i", "active") and b.has("us_v", "active")


def test_the_range_does_not_go_over_a_blocked_hexside() -> None:
    """4.6: Le Havre is beside 1610 and yet two hexes away from it."""
    b = position(turn=2)
    found = command.reach(b.unit("hq_us_1", "1610").pos, b.piece("hq_us_1"))
    assert found[b.hex("1609")] == 2 and found[b.hex("1510")] == 1


def test_five_infantry_units_are_too_many_for_a_capacity_of_four() -> None:
    """4.7."""
    b = field().units("1019", "us_v", "us_vii").units("1018", "us_xix", "us_xv").unit("us_xii", "0919")
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1")
    assert b.refuses("designate us_v,us_vii,us_xix,us_xv,us_xii").rule == "F44 4.7"
    assert b.refuses("designate us_v,us_v").rule == "F44 5.1"
    b.play("designate us_v,us_vii,us_xix,us_xv")


def test_a_headquarters_moves_six_points_alone_and_never_in_an_army() -> None:
    """4.8, 5.2."""
    b = field().unit("us_v", "1018").points("allied", rp=1).run(FinalReaction(w.ALLIED))
    b.play("react_piece hq_us_1", "administer -", "choose_box 1")
    assert b.refuses("move hq_us_1 0919,0918,0917,0817,0816,0815,0814").rule == "F44 7.0"
    b.play("move hq_us_1 0919,0918,0917", "move hq_us_1 0918,0919,1019")
    assert b.quiet and b.on("hq_us_1") == "1019", "six points and no seventh"
    army = field().unit("us_v", "1018").run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1")
    assert army.refuses("designate hq_us_1,us_v").rule == "F44 5.1"
    army.play("designate us_v", "administer -").box(1)
    assert army.refuses("move hq_us_1 1018").rule == "F44 4.8"


def test_a_headquarters_adds_three_beside_a_unit_that_fights_and_nothing_from_another_hex() -> None:
    """4.9."""
    b = field().units("1019", "us_v", "us_2ad").unit("us_vii", "1119").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_v", "us_2ad", "us_vii").box(3, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.lines("reckon.attack")["line.hq_bonus"] == 3
    other = field().units("1019", "us_v", "us_2ad").unit("us_vii", "1119").unit("ge_2pz", "1120")
    other.army("hq_us_1", "us_v", "us_2ad", "us_vii").box(3, "a")
    attack(other, "attack us_vii 1120", *throw(FAIL, ONE, PASS, ONE))
    assert "line.hq_bonus" not in other.lines("reckon.attack")


def test_an_inactive_headquarters_adds_nothing_to_an_attack() -> None:
    """4.9."""
    b = field().unit("us_v", "1020").unit("hq_us_3", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_v").box(3, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE))
    assert "line.hq_bonus" not in b.lines("reckon.attack")


def test_a_german_headquarters_comes_back_in_the_east_two_turns_later() -> None:
    """4.10."""
    b = field(4).unit("us_2ad", "1119").unit("hq_ge_7", "1320").army("hq_us_1", "us_2ad").box(1)
    b.play("move us_2ad 1219")
    assert b.on("hq_ge_7") == "turn_track" and b.has("hq_ge_7", "due") == 6
    b.play("end_increment").turn(6).run(Reinforcements(w.GERMAN))
    assert b.refuses("reinforce hq_ge_7 1320").rule == "F44 10.1.4"
    assert b.play("reinforce hq_ge_7 3510").on("hq_ge_7") == "3510"


def test_a_headquarters_stays_where_nobody_that_retreats_is_its_own() -> None:
    """4.10: a British headquarters stays behind when a French corps retreats, and is dispersed."""
    b = (
        field()
        .unit("fr_i", "1020")
        .unit("hq_br_2", "1020")
        .unit("ge_2pz", "1120")
        .army("hq_ge_1", "ge_2pz")
        .box(1, "a")
    )
    attack(b, "attack ge_2pz 1020", *throw(PASS, ONE, FAIL, ONE))
    b.play(next(line for line in b.choices() if line.startswith("retreat")))
    assert b.on("hq_br_2") == "turn_track"
    mine = field().unit("us_v", "1020").unit("hq_br_2", "1020").unit("ge_2pz", "1120").army("hq_ge_1", "ge_2pz")
    attack(mine.box(1, "a"), "attack ge_2pz 1020", *throw(PASS, ONE, FAIL, ONE))
    mine.play(next(line for line in mine.choices() if line.startswith("retreat")))
    assert mine.on("hq_br_2") == mine.on("us_v") != "1020", "a US corps may be commanded by it"


# ---------------------------------------------------------------------- 5, 6 initiative, reaction, increments
def test_no_single_piece_acts_on_an_initiative_chit() -> None:
    """5.1."""
    b = field().unit("us_v", "1018").points("allied", rp=9).run(InitiativePhase(w.ALLIED))
    assert b.choices() == ["activate_hq hq_us_1", "pass"] and b.refuses("react_piece us_v").rule == "F44 5.1"


def test_two_points_are_too_few_for_an_army_reaction() -> None:
    """5.2."""
    for points, legal in ((2, False), (3, True)):
        b = field().unit("us_v", "1018").points("allied", rp=points).run(FinalReaction(w.ALLIED))
        assert ("react_army hq_us_1" in b.choices()) is legal
        if not legal:
            assert b.refuses("react_army hq_us_1").rule == "F44 5.2"


def test_three_single_pieces_react_one_after_the_other_and_no_fourth() -> None:
    """5.2."""
    b = field().units("1018", "us_v", "us_vii", "us_2ad", "us_3ad").points("allied", rp=9).run(FinalReaction(w.ALLIED))
    for unit in ("us_v", "us_vii", "us_2ad"):
        assert b.pos.active == 0, "the one before is over"
        b.play(f"react_piece {unit}", "administer -", "end_phase")
    assert b.quiet and b.pos.track("rp", w.ALLIED) == 6


def test_only_commanded_pieces_use_administrative_movement() -> None:
    """5.3."""
    b = field().units("1018", "us_v", "us_vii").run(InitiativePhase(w.ALLIED))
    b.play("activate_hq hq_us_1", "designate us_v")
    assert b.refuses("administer us_vii").rule == b.refuses("administer us_v,us_v").rule == "F44 5.3"
    b.play("administer us_v")
    assert b.has("us_v", "admin")


def test_a_unit_in_administrative_movement_does_not_attack() -> None:
    """5.3."""
    b = field().units("1020", "us_vii", "us_2ad").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_vii", "us_2ad", admin=("us_2ad",)).box(1, "a")
    assert b.refuses("attack us_2ad 1120").rule == b.refuses("attack us_vii,us_2ad 1120").rule == "F44 5.3"


def test_administrative_markers_go_at_the_end_of_the_phase() -> None:
    """5.3, 5.1."""
    b = field().unit("us_v", "1018").army("hq_us_1", "us_v", admin=("us_v",)).play("end_phase")
    assert not b.has("us_v", "admin") and not b.has("us_v", "active") and b.pos.active_hq == -1


# ---------------------------------------------------------------------- 7 movement
def test_all_costs_of_a_step_add_up() -> None:
    """7.0, 3.3: from a ZOC over a river into another in clear country: 1, 2, 1 and 2."""
    b = position(turn=2).supply("1309").unit("hq_us_1", "1510").unit("us_2ad", "1510")
    b.unit("ge_2pz", "1511").unit("ge_lxxxiv", "1310").army("hq_us_1", "us_2ad").box(1)
    assert cost(b, "move us_2ad 1409") == 6


def test_three_infantry_do_not_stack_and_four_armour_do() -> None:
    """7.1."""
    b = field().units("1018", "us_v", "us_vii").unit("us_xix", "1118").army("hq_us_1", "us_xix").box(1)
    assert b.refuses("move us_xix 1018").rule == "F44 7.1"
    b = field().units("1018", "us_2ad", "us_3ad", "us_4ad").unit("us_5ad", "1118").unit("us_xix", "1118")
    b.army("hq_us_1", "us_5ad", "us_xix").box(1).play("move us_5ad 1018")
    assert b.on("us_5ad") == "1018" and b.refuses("move us_xix 1018").rule == "F44 7.1"


# ---------------------------------------------------------------------- 8, 9 combat
def test_two_hexes_are_attacked_by_who_stands_beside_both_and_never_three() -> None:
    """8.0."""
    b = field().unit("us_vii", "1020").unit("us_v", "1119").unit("ge_2pz", "1120").unit("ge_lxxxiv", "1121")
    b.unit("ge_9sspz", "0921").army("hq_us_1", "us_vii", "us_v").box(1, "a")
    assert b.refuses("attack us_v 1120,1121").rule == b.refuses("attack us_vii,us_v 1120,1121").rule == "F44 8.0"
    assert b.refuses("attack us_vii 1120,1121,0921").rule == b.refuses("attack us_vii 1120,1120").rule == "F44 8.0"
    assert b.refuses("attack us_vii 1122").rule == b.refuses("attack us_vii,us_vii 1120").rule == "F44 8.0"
    attack(b, "attack us_vii 1120,1121", *throw(FAIL, ONE, PASS, ONE)).play("lead ge_lxxxiv")
    assert result(b) == "repulse"


def test_every_unit_of_both_hexes_defends() -> None:
    """8.0."""
    b = field().unit("us_vii", "1020").units("1120", "ge_2pz", "ge_lxxxiv").unit("ge_9sspz", "1121")
    b.army("hq_us_1", "us_vii").box(1, "a")
    attack(b, "attack us_vii 1120,1121", *throw(FAIL, ONE, PASS, ONE)).play("lead ge_9sspz")
    totals = [event.total for event in b.of(ev.Reckoned) if event.kind == b.game.words["reckon.defence"]]
    assert totals == [5 + 5 + 5]


def test_one_attacker_that_stood_still_makes_it_set_piece() -> None:
    """9.1."""
    b = field().units("1019", "us_2ad", "us_3ad").unit("ge_lxxxiv", "1121")
    b.army("hq_us_1", "us_2ad", "us_3ad").box(3).play("move us_2ad 1020", "end_increment").box(7, "a")
    units, places = (b.piece("us_2ad"), b.piece("us_3ad")), (b.hex("1121"),)
    assert bt.is_mobile(b.pos, units[:1], places) and not bt.is_mobile(b.pos, units, places)
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_2ad 1121")
    assert b.lines("reckon.attack") and "note.mobile" in noted(b)


def test_in_the_first_increment_every_attack_is_set_piece() -> None:
    """9.1: what a unit did in another phase does not count."""
    b = field().unit("us_2ad", "1020").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_2ad").box(3)
    b.play("end_increment", "end_phase").army("hq_us_1", "us_2ad").box(1, "a")
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1120"),))
    moved_in(b, "us_2ad", before=0)
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1120"),))


def test_only_clear_ground_allows_mobile_combat() -> None:
    """9.1."""
    b = position(turn=2).assign("increment", 2)
    for kind in ("clear", "rough", "forest", "marsh", "mountain"):
        place = next(
            p for p in sorted(b.game.ground.land) if b.pos.board.terrain[p] == kind and not bt.fortified(b.pos, p)
        )
        assert bt.mobile_hex(b.pos, place) is (kind == "clear"), kind


def air_attack(box: int, marker: str) -> Built:
    """2nd Armored has moved in and attacks with air support; in box 6 that is mobile combat, in box 2 it is not."""
    b = field(3).air(2, bombers=2).unit("us_2ad", "1019").unit("ge_lxxxiv", "1121").army("hq_us_1", "us_2ad")
    b.box(2).play("move us_2ad 1020", "end_increment").box(box, "a")
    return b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_2ad 1121", f"use_air {marker}")


def test_tactical_air_in_mobile_combat_takes_two_and_gives_one() -> None:
    """9.2, 9.4."""
    b = air_attack(6, "air.tactical")
    assert b.lines("reckon.morale_attack")["line.air"] == 1 and b.lines("reckon.morale_defence")["line.air"] == -2


def test_each_heavy_bomber_flies_once_in_a_game() -> None:
    """9.2."""
    b = air_attack(6, "air.bomber")
    assert b.pos.track("bombers", w.ALLIED) == 1
    assert "line.air" not in b.lines("reckon.morale_defence"), "nothing in mobile combat"


@pytest.mark.parametrize(
    ("units", "dice", "hits"),
    [
        (("us_vii",), (PASS, ONE, PASS, ONE), (1, 1)),
        (("us_vii",), (PASS, THREE, PASS, TWO), (3, 2)),
        (("us_vii", "us_2ad"), (PASS, ONE, FAIL, THREE), (0, 3)),
        (("us_vii", "us_2ad"), (FAIL, TWO, PASS, ONE), (1, 0)),
    ],
)
def test_hits_are_the_die_the_box_and_the_ratio_and_never_below_none(
    units: tuple[str, ...], dice: tuple[int, int, int, int], hits: tuple[int, int]
) -> None:
    """9.5, 9.6: 6 to 5 and 11 to 5, set-piece."""
    b = field().units("1020", *units).unit("ge_2pz", "1120").army("hq_us_1", *units).box(1, "a")
    attack(b, f"attack {','.join(units)} 1120", *throw(*dice))
    if len(units) > 1:
        b.play("lead us_vii")
    found = {b.game.word_key(event.kind): event.total for event in b.of(ev.Reckoned)}
    assert (found["reckon.hits_attack"], found["reckon.hits_defence"]) == hits


def test_a_stack_that_does_not_fit_does_not_retreat_at_all() -> None:
    """9.7, 7.1: three armour units find no room beside two others, and nobody goes alone."""
    full = field().unit("us_vii", "1020").units("1120", "ge_2pz", "ge_9sspz", "ge_11pz")
    pairs = iter(("ge_1sspz", "ge_2sspz", "ge_10sspz", "ge_12sspz", "ge_9pz", "ge_21pz", "ge_116pz", "ge_lehrpz"))
    for place in ("1219", "1220", "1119", "1121"):
        full.units(place, next(pairs), next(pairs))
    full.run(Retreats((full.piece("us_vii"),), (full.hex("1120"),), True))
    while not full.quiet:
        full.play(full.choices()[0])
    assert {full.on(unit) for unit in ("ge_2pz", "ge_9sspz", "ge_11pz")} == {"1120"}
    assert sum(steps(full, "ge_2pz", "ge_9sspz", "ge_11pz")) == 8, "one hit for staying"


def test_nobody_advances_back_into_a_southern_box() -> None:
    """9.8, 10.1.3."""
    b = position(turn=4).assign("south", 3).unit("us_vi", "S18")
    b.run(Advances((b.piece("us_vi"),), (b.hex("1828"),)))
    assert b.refuses("advance us_vi 1828,S18").rule == "F44 9.8"
    assert b.play("advance us_vi 1828,1827").on("us_vi") == "1827"


def test_a_unit_may_advance_back_to_the_hex_it_came_from() -> None:
    """9.8: in any direction."""
    b = position(turn=4).unit("us_2ad", "1020")
    b.run(Advances((b.piece("us_2ad"),), (b.hex("1120"),)))
    assert "advance us_2ad 1120,1020" in b.choices() and b.play("advance us_2ad 1120,1020").on("us_2ad") == "1020"


def test_nobody_advances_over_a_blocked_hexside() -> None:
    """9.8, 3.3."""
    b = position(turn=2).unit("us_2ad", "1510")
    b.run(Advances((b.piece("us_2ad"),), (b.hex("1610"),)))
    assert b.refuses("advance us_2ad 1610,1609").rule == "F44 9.8"
    assert b.play("advance us_2ad 1610,1711").on("us_2ad") == "1711"
