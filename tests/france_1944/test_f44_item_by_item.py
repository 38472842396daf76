"""France 1944: what may not be missing, item by item: rules that no other test missed when they were taken out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import advances, banks, command, retreats, score, south, supply, ways
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions.invariants import complaints
from hexledger.engine.games.france_1944.rules import air, retreat, turn
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.rules.increments import MENUS
from hexledger.engine.games.france_1944.rules.movement import Move
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.rules.victory import Victory
from hexledger.engine.games.france_1944.sequence import (
    AdministrativePhase,
    BulgePhases,
    FinalReaction,
    InitiativePhase,
    NextTurn,
    Opportunity,
    PlayTurn,
)
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import PieceId
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, attack, battle, field, settle, steps, throw


# ---------------------------------------------------------------------- 3.3, 7 movement
def test_nobody_goes_over_a_blocked_hexside() -> None:
    """3.3, 7.0: from Le Havre to 1610 it is one hex, and two steps."""
    b = position(turn=2).supply("1409").unit("hq_us_1", "1510").unit("us_2ad", "1610").army("hq_us_1", "us_2ad").box(1)
    refused = b.refuses("move us_2ad 1609")
    assert refused.rule == "F44 3.3" and "blocked" in str(refused)
    assert b.refuses("move us_2ad 1612").rule == "F44 7.0"


def test_a_piece_without_points_in_the_box_is_refused_by_the_track() -> None:
    """6.0: allowance 2 has none in box 4, and no path is looked at."""
    b = field().units("1321", "ge_feldt", "ge_2pz").army("hq_ge_1", "ge_feldt", "ge_2pz").box(4)
    assert b.refuses("move ge_feldt 1221").rule == "F44 6.0"


def test_a_unit_goes_its_way_in_one_where_nothing_is_to_be_settled() -> None:
    """R-35: no headquarters is left behind, so that nothing interrupts the move."""
    b = field().unit("us_2ad", "1020").unit("ge_2pz", "1121").army("hq_us_1", "us_2ad").box(1)
    b.play("move us_2ad 1019,1018")
    assert [len(event.path) for event in b.of(ev.Moved)] == [3]


# ---------------------------------------------------------------------- 4, 5 activation
def test_an_enemy_headquarters_is_not_activated() -> None:
    """5.1."""
    b = field().units("1018", "us_v").unit("ge_2pz", "1322").run(InitiativePhase(w.ALLIED))
    assert b.refuses("activate_hq hq_ge_1").rule == "F44 5.1" and b.refuses("activate_hq us_v").rule == "F44 5.1"


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
    b = field().units("1020", "us_v", "us_vii").unit("ge_2pz", "1120", reduced=True).unit("ge_lxxxiv", "1120", steps=1)
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
def dropped(month: int = 4, at: str = "3405") -> Built:
    """Market Garden: the 18th has landed beyond the Rhine, Ninth Army has been activated and goes on."""
    b = position(turn=month).supply("2907").unit("hq_us_9", "3307").unit("us_v", "3307")
    b.unit("us_xviii_abn", "airborne_box").run(InitiativePhase(w.ALLIED))
    return b.dice(6).play(f"drop {at}")


def test_the_18th_is_in_supply_wherever_it_lands() -> None:
    """12.3: five hexes ahead, out of range of every headquarters and of every source."""
    b = position(turn=4).supply("2907").unit("hq_us_9", "3009").unit("us_v", "3009")
    b.unit("us_xviii_abn", "airborne_box").run(InitiativePhase(w.ALLIED)).dice(6).play("drop 3508")
    unit, hq = b.piece("us_xviii_abn"), b.piece("hq_us_9")
    assert not command.in_range(b.pos, hq, unit) and supply.beside_source(b.pos, unit) < 0
    assert supply.supplied(b.pos, unit)
    b.play("activate_hq hq_us_9")
    assert b.refuses("designate us_v").rule == "F44 12.3", "and it is under the command of that headquarters"


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


# ---------------------------------------------------------------------- refusals that nobody had been given
def test_ways_into_the_sea_and_far_away_are_refused() -> None:
    """7.0, R-80."""
    b = position(turn=2).supply("1309").unit("hq_us_1", "1410").unit("us_2ad", "1409").army("hq_us_1", "us_2ad").box(1)
    sea = next(p for p in b.pos.board.neighbours[b.hex("1409")] if p not in b.game.ground.land)
    assert "is not entered" in str(b.refuses(f"move us_2ad {b.pos.label(sea)}"))
    far = b.refuses("move us_2ad 1612")
    assert far.rule == "F44 7.0" and "not adjacent" in str(far)
    with pytest.raises(IllegalDecision, match="enters a hex"):
        MENUS[w.MOVEMENT].check(b.pos, Move(PieceId(b.piece("us_2ad")), ()), "F44 6.0")


def test_nobody_leaves_the_area_of_a_training_scenario_or_attacks_out_of_it() -> None:
    """13.1, R-49."""
    b = position("falaise_gap", turn=1)
    inside = b.pos.scenario.land
    here, out = next(
        (here, there)
        for here in sorted(inside)
        for there in b.game.ground.near[here]
        if there not in inside and b.game.ground.cost[there] == 1
    )
    b.supply("1309").unit("us_2ad", b.pos.label(here)).single("us_2ad").box(1)
    assert b.refuses(f"move us_2ad {b.pos.label(out)}").rule == "F44 R-49"
    b = position("falaise_gap", turn=1).supply("1309").unit("us_2ad", b.pos.label(here))
    b.unit("ge_2pz", b.pos.label(out)).single("us_2ad").box(1, "a")
    assert b.refuses(f"attack us_2ad {b.pos.label(out)}").rule == "F44 13.1"


def test_only_pieces_of_the_side_that_stand_on_the_map_react() -> None:
    """5.2."""
    b = field().unit("us_v", "1018").unit("ge_2pz", "1322").unit("us_vii", "eliminated_allied", steps=0)
    b.points("allied", rp=3).run(FinalReaction(w.ALLIED))
    assert b.refuses("react_piece ge_2pz").rule == b.refuses("react_piece us_vii").rule == "F44 5.2"
    assert b.refuses("react_army us_v").rule == "F44 5.1"


def test_who_takes_no_replacement_points() -> None:
    """10.1.2: headquarters, enemies, units beside the box; more steps than it lacks, or none."""
    b = field().unit("us_v", "1018", reduced=True).unit("ge_2pz", "1322", reduced=True)
    b.unit("us_xii", "beside_eliminated_allied", steps=0).run(Replacements()).play("pass")
    for unit in ("hq_us_1", "ge_2pz", "us_xii"):
        assert b.refuses(f"replace {unit} 1").rule == "F44 10.1.2"
    for points in (0, 2):
        assert "cannot take" in str(b.refuses(f"replace us_v {points}"))


def test_a_stack_retreats_from_its_hex_along_a_way_that_is_open() -> None:
    """9.7."""
    b = field().units("1020", "us_v", "us_2ad").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v", "us_2ad").box(1, "a")
    settle(attack(b, "attack us_v,us_2ad 1120", *throw(PASS, ONE, FAIL, ONE)), "retreat")
    assert b.refuses("retreat 1121 1222,1322").rule == "F44 9.7"
    close = b.refuses("retreat 1120 1121,1122")
    assert close.rule == "F44 9.7" and "there are" in str(close), "1121 is beside the attackers"


def test_the_lead_unit_takes_the_first_step_and_units_of_the_combat_the_others() -> None:
    """9.6."""
    b = field().units("1020", "us_v", "us_2ad").unit("us_vii", "1019").units("1120", "ge_2pz", "ge_lxxxiv")
    b.army("hq_us_1", "us_v", "us_2ad").box(1, "a")
    attack(b, "attack us_v,us_2ad 1120", *throw(FAIL, THREE, PASS, ONE)).play("lead us_v", "lead ge_2pz", "pass")
    assert steps(b, "us_v", "us_2ad") == (2, 3) and "lose_step" in b.choices()[0]
    assert b.refuses("lose_step us_vii").rule == b.refuses("lose_step ge_2pz").rule == "F44 9.6"


def test_an_advance_finds_room_or_does_not_happen() -> None:
    """9.8, 7.1: two infantry units are in the hex that was vacated, the third stays."""
    b = field().units("1020", "us_v", "us_vii").unit("us_xix", "1119").unit("ge_2pz", "1120", steps=1)
    b.army("hq_us_1", "us_v", "us_vii", "us_xix").box(1, "a")
    attack(b, "attack us_v,us_vii,us_xix 1120", *throw(PASS, ONE, FAIL, THREE)).play("lead us_v")
    settle(b, "advance").play("advance us_v 1120", "advance us_vii 1120")
    assert b.choices() == ["end_increment"] and b.on("us_xix") == "1119", "he is not even asked"


def test_a_unit_over_the_rhine_is_attacked_by_those_who_began_the_phase_there() -> None:
    """12.8."""
    b = position(turn=8).supply("2907").unit("hq_us_9", "3308").unit("us_2ad", "3308").unit("ge_2pz", "3508")
    b.unit("us_3ad", "3408").army("hq_us_9", "us_2ad", "us_3ad").box(1, "a").flag("us_3ad", "at_rhine", 0)
    refused = b.refuses("attack us_3ad 3508")
    assert refused.rule == "F44 12.8" and "did not begin" in str(refused)


def test_nobody_attacks_into_a_southern_box() -> None:
    """10.1.3."""
    b = position(turn=4).unit("hq_ge_1", "1927").unit("ge_2pz", "1928").unit("us_vi", "S19").assign("south", 3)
    b.army("hq_ge_1", "ge_2pz").box(1, "a")
    assert b.refuses("attack ge_2pz S19").rule == "F44 10.1.3"


def test_a_bridge_that_is_blown_stops_the_move_and_the_advance_before_it() -> None:
    """12.7, R-58."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3309").unit("us_2ad", "3309").army("hq_us_9", "us_2ad").box(1)
    b.dice(6).play("move us_2ad 3409,3509")
    assert b.on("us_2ad") == "3409" and b.pos.var("rhine_crossed") == 0
    fight = position(turn=9).supply("2907").unit("hq_us_9", "3309").unit("us_2ad", "3309")
    fight.unit("ge_lxxxiv", "3409", steps=1).army("hq_us_9", "us_2ad").box(1, "a")
    settle(attack(fight, "attack us_2ad 3409", *throw(PASS, ONE, FAIL, THREE)), "advance")
    fight.dice(6).play("advance us_2ad 3409,3509")
    assert fight.on("us_2ad") == "3409" and fight.pos.var("rhine_crossed") == 0
    note = fight.game.words["note.move_ends"]
    assert [event for event in fight.of(ev.Noted) if event.message == note]


def test_allied_units_do_not_retreat_over_a_bridge_that_has_to_be_tried() -> None:
    """9.7, R-58."""
    b = position(turn=9).supply("2907").unit("us_2ad", "3509")
    piece = (b.piece("us_2ad"),)
    assert not retreats.may_step(b.pos, piece, b.hex("3509"), b.hex("3409"))
    b.marker("bridge_intact", "3409", "3509")
    assert retreats.may_step(b.pos, piece, b.hex("3509"), b.hex("3409"))


def test_boats_take_who_can_move_and_finds_room() -> None:
    """12.8, 11.5, 7.1."""
    b = position(turn=8).supply("2907").unit("hq_us_9", "3308").units("3408", "us_2ad", "us_v")
    b.units("3508", "us_vii", "us_xix").army("hq_us_9", "us_2ad", "us_v").box(1)
    assert b.refuses("move us_v 3508").rule == "F44 7.1"


def test_an_enemy_in_an_entry_hex_keeps_reinforcements_out() -> None:
    """10.1.4, 7.1."""
    b = position(turn=9).unit("us_v", "3510").unit("hq_ge_7", "turn_track", due=9).run(Reinforcements(w.GERMAN))
    assert b.refuses("reinforce hq_ge_7 3510").rule == "F44 7.1"
    assert "reinforce hq_ge_7 3510 -" not in b.choices() and "reinforce hq_ge_7 3512 -" in b.choices()


def test_where_southern_units_are_not_set_up() -> None:
    """10.1.3, R-69, 7.1."""
    b = position(turn=3).unit("us_v", "2028").run(Southern())
    assert b.refuses("place_south ge_lxxxv 2028").rule == "F44 7.1"
    b.play("place_south ge_lxxxv 1128", "place_south ge_ivlw 1828")
    units = [piece for piece in south.coming(b.pos, w.ALLIED) if not b.pos.is_hq(piece)]
    for piece in units[2:]:
        b.act().pool("pool.waiting", piece, -1)
    assert b.refuses("place_south ge_11pz 2528").rule == "F44 R-69", "two units cannot stand beside three hexes"
    while b.offer is not None and b.offer.side == w.GERMAN:
        b.play(b.choices()[0])
    unit = b.choices()[0].split()[1]
    assert b.refuses(f"place_south {unit} 1128").rule == "F44 10.1.3"


def test_southern_stacks_retreat_from_their_own_hexes_by_two() -> None:
    """10.1.3, 9.7."""
    b = position(turn=3).run(Southern())
    while b.offer is not None and "place_south" in b.offer.kinds:
        b.play(b.choices()[0])
    at = b.choices()[0].split()[1]
    assert b.refuses("south_retreat 3510 3509,3508").rule == "F44 10.1.3"
    one = b.pos.label(next(iter(b.game.ground.near[b.hex(at)])))
    assert b.refuses(f"south_retreat {at} {one}").rule == "F44 10.1.3"


def test_the_offensive_is_offered_and_may_be_left() -> None:
    """12.5."""
    b = position(turn=6).chits(german=2).run(BulgeWindow())
    assert b.choices() == ["declare_bulge", "pass"]


def test_without_a_headquarters_on_the_map_nobody_drops() -> None:
    """12.3: five hexes from nowhere."""
    b = position(turn=4).unit("us_xviii_abn", "airborne_box").run(InitiativePhase(w.ALLIED))
    assert b.quiet


def test_infantry_is_released_for_the_18th_in_april_and_nobody_else() -> None:
    """12.4, R-63."""
    b = position(turn=10).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box")
    b.units("3307", "us_v", "us_vii").units("3308", "us_xix", "us_xv").unit("us_2ad", "3306")
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_9", "designate us_v,us_vii,us_xix,us_xv,us_2ad")
    b.play("administer -").dice(6, 6, 6).play("drop 3506")
    assert set(b.choices()) == {f"release {unit}" for unit in ("us_v", "us_vii", "us_xix", "us_xv")}
    assert b.refuses("release us_2ad").rule == "F44 12.4"
    b.play("release us_xv")
    assert not b.has("us_xv", "active") and b.has("us_xviii_abn", "active")


def test_no_other_marker_is_an_air_marker() -> None:
    """9.2."""
    b = field().air(tactical=2, bombers=2).unit("us_v", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_v")
    b.box(1, "a").play("attack us_v 1120")
    assert b.refuses("use_air increment.a").rule == "F44 9.2"


def test_what_no_position_may_show() -> None:
    """7.1, 3.2, 4.8, 2.0-8."""
    b = position(turn=2).unit("us_v", "1018")
    assert not complaints(b.pos)
    b.unit("ge_2pz", "1018")
    b.act().steps(b.piece("us_v"), 4)
    b.points("allied", committed=6)
    found = ["1018 holds pieces of both sides", "V Corps has 4 steps", "6 supply points are committed"]
    assert complaints(b.pos) == found
    lone = field().unit("ge_2pz", "1020")
    lone.act().move(lone.piece("hq_us_1"), lone.path("1019"), "mode.move")
    assert complaints(lone.pos) == ["US First Army stands alone in an enemy ZOC"]


def test_by_the_other_reading_the_headquarters_and_the_attacker_may_be_matched_by_two_units() -> None:
    """4.9, R-16."""
    for reading, bonus in (("", False), ("any_unit", True)):
        options = {"hq_bonus": reading} if reading else None
        b = field(options=options).unit("hq_br_2", "1020").units("1020", "fr_i", "br_i").unit("ge_2pz", "1120")
        found = battle(b, "fr_i", "1120")
        assert (bt.helps(b.pos, b.piece("hq_br_2"), found.units)) is bonus


def test_the_second_hex_of_an_advance_is_not_over_the_rhine() -> None:
    """12.8, R-38: not without a bridge."""
    b = (
        position(turn=9)
        .supply("2907")
        .unit("hq_us_9", "3309")
        .unit("us_2ad", "3309")
        .unit("ge_lxxxiv", "3409", steps=1)
    )
    b.marker("bridge_blown", "3409", "3509").army("hq_us_9", "us_2ad").box(1, "a")
    settle(attack(b, "attack us_2ad 3409", *throw(PASS, ONE, FAIL, THREE)), "advance")
    assert b.refuses("advance us_2ad 3409,3509").rule == "F44 12.8" and "advance us_2ad 3409,3408" in b.choices()


def test_no_heavy_bomber_follows_tactical_air_in_the_same_increment() -> None:
    """9.2: in the next one it may."""
    b = field().air(tactical=2, bombers=2).units("1020", "us_v", "us_2ad").unit("us_3ad", "1119")
    b.unit("ge_2pz", "1120").unit("ge_lxxxiv", "1219").army("hq_us_1", "us_v", "us_2ad", "us_3ad").box(4, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    settle(b).play("attack us_3ad 1219")
    assert b.refuses("use_air air.bomber").rule == "F44 9.2" and "use_air air.tactical" in b.choices()


def test_an_advance_stays_within_the_area_of_a_training_scenario() -> None:
    """9.8, R-49."""
    b = position("falaise_gap", turn=1)
    ground, land = b.game.ground, b.pos.scenario.land
    first, out = next(
        (here, there)
        for here in sorted(land)
        for there in ground.near[here]
        if there not in land and there in ground.land and not ground.is_river(here, there)
    )
    here = next(near for near in ground.near[first] if near in land and not ground.is_river(first, near))
    b.unit("us_2ad", b.pos.label(here))
    unit = b.piece("us_2ad")
    assert advances.refusal(b.pos, unit, (first,), (first,)) is None
    assert advances.refusal(b.pos, unit, (first, out), (first,)) == ("9.8", f"{b.pos.label(out)} cannot be entered")


def test_a_southern_box_holds_no_more_than_a_hex() -> None:
    """10.1.3, 7.1: two infantry units, and armour besides; 2528 has one box beside it."""
    b = position(turn=3).run(Southern())
    for unit in ("ge_lxxxv", "ge_ivlw", "ge_11pz", "hq_ge_19"):
        b.play(f"place_south {unit} 2528")
    b.play("place_south us_vi S25", "place_south fr_i S25")
    assert b.refuses("place_south fr_ii S25").rule == "F44 7.1"
    assert b.refuses("place_south fr_ii S24").rule == "F44 10.1.3", "no German unit stands beside it"
    assert "place_south fr_1db S25" in b.choices()


def test_the_reach_of_a_piece_knows_the_stacking_limits() -> None:
    """7.1: beside two infantry units there is room for armour and for a headquarters, not for a third."""
    b = field().units("1120", "us_v", "us_vii").units("1018", "us_xix", "us_2ad")
    for unit, there in (("us_xix", False), ("us_2ad", True), ("hq_us_1", True)):
        found = ways.reach(b.pos, b.piece(unit), b.hex("1020"), 6, admin=False)
        assert (b.hex("1120") in found) is there, unit
    b.units("1120", "us_3ad", "us_4ad")
    assert b.hex("1120") not in ways.reach(b.pos, b.piece("us_2ad"), b.hex("1020"), 6, admin=False)
    assert b.hex("1120") in ways.reach(b.pos, b.piece("hq_us_1"), b.hex("1020"), 6, admin=False)


def test_steps_that_a_unit_lacked_at_the_set_up_are_neither_lost_nor_won_back() -> None:
    """13, R-77."""
    b = position("falaise_gap", with_setup=True, seed="steps")
    for side in (w.ALLIED, w.GERMAN):
        assert score.steps_lost(b.pos, side) == 0
    weak = next(piece for piece, _, lay in b.pos.scenario.setup if lay == 2 and b.pos.side(piece) == w.GERMAN)
    b.act().steps(weak, 3)
    assert score.steps_lost(b.pos, w.GERMAN) == 0
    b.act().steps(weak, 1)
    assert score.steps_lost(b.pos, w.GERMAN) == 1


def test_the_row_of_the_ratio_is_told_as_it_stands_on_the_chart() -> None:
    """9.6: 2:1 is the fourth of seven."""
    b = field().units("1020", "us_v", "us_vii").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v", "us_vii").box(1, "a")
    attack(b, "attack us_v,us_vii 1120", *throw(FAIL, ONE, PASS, ONE)).play("lead us_v")
    table = b.game.words["table.strength_ratio"]
    (read,) = [event for event in b.of(ev.Resolved) if event.table == table]
    ours, theirs = sum(b.lines("reckon.attack").values()), sum(b.lines("reckon.defence").values())
    rows = b.game.battle.bands
    assert b.game.word_key(read.results[0]) == f"result.ratio_{read.row}" and 1 <= read.row <= len(rows)
    assert read.row == b.game.battle.band(ours, theirs) + 1


def test_each_tactical_marker_supports_one_combat_of_an_increment() -> None:
    """9.2, R-8: two markers, three combats."""
    b = field().air(tactical=2).unit("us_v", "1020").unit("us_3ad", "1119").unit("us_2ad", "1021")
    b.unit("ge_2pz", "1120").unit("ge_lxxxiv", "1219").unit("ge_9pz", "1121").army(
        "hq_us_1", "us_v", "us_2ad", "us_3ad"
    )
    b.box(4, "a")
    for line in ("attack us_v 1120", "attack us_3ad 1219"):
        settle(attack(b, line, *throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical"))
    assert air.why_not(b.pos, w.TACTICAL, w.ALLIED) == ("9.2", "no tactical air marker is left for this increment")
    attack(b, "attack us_2ad 1121", *throw(FAIL, ONE, PASS, ONE))
    assert b.offer is not None and "use_air" not in b.offer.kinds


def test_by_the_other_reading_two_hexes_that_are_attacked_lie_beside_each_other() -> None:
    """8.0, R-6."""
    for reading, rule in (("cross", ""), ("mutual", "F44 8.0")):
        b = (
            field(options={"attack_adjacency": reading})
            .unit("us_v", "1020")
            .unit("ge_2pz", "1120")
            .unit("ge_9pz", "0920")
        )
        b.army("hq_us_1", "us_v").box(1, "a")
        if rule:
            assert b.refuses("attack us_v 0920,1120").rule == rule and "attack us_v 0920,1120" not in b.choices()
        else:
            assert "attack us_v 0920,1120" in b.choices()


def test_attrition_is_told_by_what_brings_it() -> None:
    """10.1.1: out of supply again brings a step, and to be surrounded another."""
    for oos, surrounded in ((0, 1), (1, 1)):
        b = position(turn=2).unit("us_v", "2016", oos=oos).control("german", "1207", "1309", "1409").run(Attrition())
        if b.offer is not None and "check_rest" in b.offer.kinds:
            b.play("check_rest")
        assert b.lines("reckon.attrition") == {"line.unsupplied": oos, "line.surrounded": surrounded}
        assert steps(b, "us_v") == (3 - oos - surrounded,)


def test_the_bonus_of_both_coasts_is_told_in_two_lines() -> None:
    """12.1, 12.2."""
    b = position(turn=5)
    ground = b.game.ground
    b.control("allied", *map(b.pos.label, (*ground.brittany, *ground.v1_ports)))
    b.run(turn.ReactionPoints())
    lines = b.lines("reckon.rp", w.ALLIED)
    assert (lines["line.brittany"], lines["line.v1_coast"]) == (3, 2)
    one = position(turn=5).control("allied", *map(b.pos.label, ground.v1_ports)).run(turn.ReactionPoints())
    lines = one.lines("reckon.rp", w.ALLIED)
    assert (lines["line.brittany"], lines["line.v1_coast"]) == (0, 2)


def test_the_points_at_the_end_are_told_in_two_lines_that_make_the_sum() -> None:
    """13."""
    b = position("falaise_gap", with_setup=True, seed="sum")
    b.run(Victory())
    lines = b.lines("reckon.vp")
    assert sum(lines.values()) == score.total(b.pos)
    assert lines["line.vp_places"] == sum(entry.points for entry in score.places(b.pos))


def test_a_game_that_ended_in_a_draw_has_no_next_turn() -> None:
    """2.0-12."""
    b = position(turn=5)
    b.act().win(0, "level.draw", "13.0")
    b.run(NextTurn())
    assert b.state.turn == 5 and b.state.over


def test_units_of_this_month_count_from_the_administrative_phase_on() -> None:
    """R-77: they come with that chit."""
    b = position(turn=2).chits(admin=1)
    unit = b.piece("us_xii")
    assert unit not in score.units_of(b.pos, w.ALLIED)
    b.act().pool("pool.cup", w.ADMIN_CHIT, -1)
    assert unit in score.units_of(b.pos, w.ALLIED)


# ---------------------------------------------------------------------- the order of the turn
def phases(b: Built) -> list[str]:
    """Phases in the order in which they began, with the side that is on."""
    sides = ("", " allied", " german")
    return [b.game.word_key(e.phase).removeprefix("phase.") + sides[e.side] for e in b.of(ev.PhaseBegan)]


def passed(b: Built) -> list[str]:
    """The phases that begin from now on while everything that is asked is passed, until a new turn has begun."""
    month, found = b.state.turn, phases(b)
    for _ in range(200):
        if b.offer is None or b.quiet or b.state.turn != month:
            return found
        offered = b.choices()
        found += phases(b.play("pass" if "pass" in offered else offered[0]))
    raise AssertionError("no end of the turn")


def test_a_turn_goes_from_commitment_over_the_cup_to_both_final_reactions_and_the_verdict() -> None:
    """2.0-8 to 2.0-12: the Germans react first, then the Allies."""
    b = field(5).unit("us_v", "1018").unit("ge_2pz", "1322").chits(allied=1, german=1)
    for side in ("allied", "german"):
        b.points(side, rp=2, sp=1)
    b.draws("chit.german", "chit.allied").run(PlayTurn())
    assert passed(b) == [
        "commitment",
        "cycle",
        "initiative german",
        "reaction allied",
        "cycle",
        "initiative allied",
        "reaction german",
        "final_reaction german",
        "final_reaction allied",
        "victory",
    ]


def test_a_declared_offensive_comes_before_the_first_chit() -> None:
    """12.5, R-65: up to three points, then two phases in a row, each with its reaction."""
    b = field(6).unit("us_v", "1018").unit("ge_2pz", "1322").chits(allied=1, german=3)
    b.points("german", rp=4).draws("chit.german", "chit.allied").run(PlayTurn()).play("declare_bulge")
    assert b.offer is not None and b.offer.side == w.GERMAN and "react_piece" in b.offer.kinds
    assert passed(b)[:7] == [
        "bulge german",
        "initiative german",
        "reaction allied",
        "initiative german",
        "reaction allied",
        "cycle",
        "initiative german",
    ]


def test_the_administrative_phase_goes_through_its_segments_in_order() -> None:
    """10.1, 10.1.3: in September the south comes before the other reinforcements, the Germans before the Allies."""
    usual = ["administrative", "attrition", "replacements", "reinforcements german", "reinforcements allied"]
    assert passed(position(turn=4).run(AdministrativePhase())) == usual
    september = passed(position(turn=3).run(AdministrativePhase()))
    assert september == [*usual[:3], "southern_german german", "southern_allied allied", *usual[3:]]


def test_a_score_on_the_limit_of_a_level_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """13."""
    b = position("campaign", turn=11)
    levels = b.pos.scenario.victory["levels"]
    for row, below in pairwise(levels):
        monkeypatch.setattr(score, "total", lambda _pos, row=row: row["from"])
        assert score.level(b.pos) is row
        monkeypatch.setattr(score, "total", lambda _pos, row=row: row["from"] - 1)
        assert score.level(b.pos) is below


def test_nobody_who_lacks_nothing_is_offered_replacements() -> None:
    """10.1.2."""
    b = field().units("1018", "us_v", "us_2ad").run(Replacements())
    assert b.quiet
    b = field().unit("us_v", "1018", reduced=True).unit("us_2ad", "1018").run(Replacements())
    assert b.offer is not None and b.offer.pieces == (b.piece("us_v"),)


def test_a_headquarters_that_an_advance_leaves_alone_before_the_enemy_is_dispersed_at_once() -> None:
    """4.10, R-35: before the next unit advances."""
    b = field().units("1020", "us_v", "us_2ad").unit("ge_lxxxiv", "1120", steps=1).unit("hq_ge_7", "1220")
    b.army("hq_us_1", "us_v", "us_2ad").box(1, "a")
    attack(b, "attack us_v,us_2ad 1120", *throw(PASS, ONE, FAIL, THREE)).play("lead us_v")
    settle(b, "advance").play("advance us_2ad 1120")
    assert b.on("hq_ge_7") == "turn_track" and b.offer is not None and "advance" in b.offer.kinds


def test_a_reinforcement_that_is_placed_beside_a_lone_headquarters_disperses_it_and_marches_on() -> None:
    """10.1.6, 4.10, R-35."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3410").unit("ge_2pz", "eliminated_german", steps=0)
    b.act().steps(b.piece("ge_2pz"), 3)
    b.flag("ge_2pz", "rebuilt").run(Reinforcements(w.GERMAN)).play("reinforce ge_2pz 3310 3209")
    assert b.on("hq_us_9") == "turn_track" and b.on("ge_2pz") == "3209"


def test_a_piece_that_reacted_may_react_again_after_the_next_chit() -> None:
    """5.2: once in a reaction phase; the offensive's reaction is one of its own."""
    b = field().unit("us_v", "1018").unit("ge_2pz", "1322").points("german", rp=9)
    for _ in range(2):
        b.run(Opportunity(w.ALLIED)).play("react_piece ge_2pz", "administer -", "end_phase")
        assert b.refuses("react_piece ge_2pz").rule == "F44 5.2"
        b.play("pass")
        assert b.quiet and not b.has("ge_2pz", "reacted")
    bulge = field(6).unit("us_v", "1018").unit("ge_2pz", "1322").points("german", rp=9).assign("bulge_left", 2)
    bulge.run(BulgePhases()).play("react_piece ge_2pz", "administer -", "end_phase", "pass")
    assert not bulge.has("ge_2pz", "reacted") and bulge.offer is not None and "activate_hq" in bulge.offer.kinds


def test_market_garden_ends_with_the_cycle_of_its_chit() -> None:
    """12.3, R-37: the 18th goes back to England when the reaction is over."""
    b = dropped().points("german", rp=1).play("pass")
    assert b.on("us_xviii_abn") == "3405" and b.offer is not None and b.offer.side == w.GERMAN
    b.play("pass")
    assert b.on("us_xviii_abn") == "airborne_box" and b.pos.var("airborne") == 0


def test_the_south_goes_from_set_up_over_the_retreat_to_the_advance() -> None:
    """10.1.3: the Allies follow into the hex that was left, one by one."""
    b = position(turn=3).run(Southern())
    for unit in ("ge_lxxxv", "ge_ivlw", "ge_11pz", "hq_ge_19"):
        b.play(f"place_south {unit} 2428")
    while "place_south" in (b.offer.kinds if b.offer else ()):
        b.play(b.choices()[0])
    b.play(next(line for line in b.choices() if line.startswith("south_retreat")))
    assert b.offer is not None and b.offer.side == w.ALLIED and "advance" in b.offer.kinds
    assert b.on("ge_lxxxv") == b.on("hq_ge_19") != "2428"
    b.play(next(line for line in b.choices() if line.startswith("advance us_vi 2428")))
    assert b.on("us_vi").startswith("24") and "pass" in b.choices()


def test_the_germans_roll_for_a_bridge_to_which_an_allied_unit_retreats() -> None:
    """12.7, R-58: any entry of an end of the bridge."""
    b = position(turn=9).supply("2907").unit("us_2ad", "3309").dice(1)
    retreat.fall_back(b.act(), (b.piece("us_2ad"),), b.path("3309", "3409"), "mode.retreat", "9.7")
    b.run()
    bridge = next(one for one in b.game.ground.bridges if one.id == "dusseldorf")
    assert banks.intact(b.pos, bridge)


def test_a_lone_headquarters_is_dispersed_also_where_a_bridge_is_rolled_for() -> None:
    """4.10, R-35, 12.7."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3309").unit("us_2ad", "3309").unit("hq_ge_7", "3408")
    b.army("hq_us_9", "us_2ad").box(1).dice(6).play("move us_2ad 3409")
    assert b.on("hq_ge_7") == "turn_track" and b.on("us_2ad") == "3409"


def test_what_came_later_loses_steps_too() -> None:
    """R-77: full less what is left, for units that arrived."""
    b = position(turn=4)
    before = score.steps_lost(b.pos, w.ALLIED)
    assert score.steps_lost(b.unit("us_xii", "1309", steps=1).pos, w.ALLIED) == before + 2


def test_who_leaves_a_headquarters_that_no_enemy_is_near_goes_on_without_a_halt() -> None:
    """R-35."""
    b = field().unit("us_2ad", "1019").unit("ge_2pz", "1322").army("hq_us_1", "us_2ad").box(1)
    b.play("move us_2ad 1018,1017")
    assert [len(event.path) for event in b.of(ev.Moved)] == [3]


# ---------------------------------------------------------------------- what a sample of mutants showed
def test_southern_boxes_feed_and_let_out_allied_pieces_alone() -> None:
    """11.2, 10.1.3."""
    b = position(turn=4).control("german", "1207", "1309", "1409").assign("south", 3).control("allied", "2028")
    b.unit("us_vi", "2028").unit("ge_2pz", "1720")
    boxes = b.game.ground.in_south
    assert set(supply.lines(b.pos, w.ALLIED)) & boxes and not set(supply.lines(b.pos, w.GERMAN)) & boxes
    b.control("german", *(b.pos.label(place) for place in b.game.ground.row_28)).unit("us_v", "2127")
    way = supply.way_out(b.pos, b.piece("us_v"))
    assert way[-1] in boxes
    home = supply.way_out(b.pos, b.piece("ge_2pz"))
    assert home and not boxes & set(home)


def test_a_unit_on_a_source_needs_no_line_and_one_beside_it_a_line_of_one_hex() -> None:
    """11.1."""
    b = position(turn=4).supply("2907").unit("us_v", "2907").unit("us_vii", "2908")
    assert supply.line(b.pos, b.piece("us_v")) == b.path("2907")
    assert supply.line(b.pos, b.piece("us_vii")) == b.path("2908", "2907")


def test_the_18th_that_takes_points_in_its_box_stays_there() -> None:
    """3.12, R-64: it is not rebuilt and need not enter."""
    b = position(turn=6).unit("us_xviii_abn", "airborne_box", steps=1).run(Replacements())
    b.play("replace us_xviii_abn 2")
    assert steps(b, "us_xviii_abn") == (3,) and not b.has("us_xviii_abn", "rebuilt")


def test_the_dice_of_a_combat_are_about_the_lead_units() -> None:
    """9.5."""
    b = field().unit("us_v", "1020").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, ONE))
    about = [event.subject for event in b.of(ev.Rolled)]
    assert about == [b.piece("us_v")] * 2 + [b.piece("ge_lxxxiv")] * 2


def test_a_hex_that_is_no_entry_hex_is_named() -> None:
    """10.1.4."""
    b = position(turn=9).unit("hq_ge_7", "turn_track", due=9).run(Reinforcements(w.GERMAN))
    assert "2013 is no entry hex" in str(b.refuses("reinforce hq_ge_7 2013"))


def test_a_piece_that_acts_alone_is_told_its_whole_line_and_one_of_an_army_its_headquarters() -> None:
    """11.1, 11.5."""
    b = position(turn=2).supply("1309").unit("hq_us_1", "1411").unit("us_v", "1612")
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1", "designate us_v")
    (army,) = [event.path for event in b.of(ev.Judged) if event.piece == b.piece("us_v")]
    assert army == b.path("1612", "1411")
    whole = position(turn=2).supply("1309").unit("hq_us_1", "1411").unit("us_v", "1612").run(Attrition())
    (way,) = [event.path for event in whole.of(ev.Judged) if event.piece == b.piece("us_v")]
    assert way[:2] == b.path("1612", "1411") and b.pos.label(way[-1]) in ("1309", "1409")
