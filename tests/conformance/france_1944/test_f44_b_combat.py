"""Conformance cases of combat, air support, retreat and advance (3.10, 4.9, 4.10, 8, 9, 11.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from hexledger.engine.games.france_1944.questions import advances, retreats
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.rules import air, losses, retreat
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import (
    FAIL,
    ONE,
    PASS,
    TWO,
    attack,
    battle,
    field,
    result,
    settle,
    steps,
    throw,
)


def front(*, target: str = "1120", box: int = 1, turn: int = 2) -> Built:
    """VII Corps and 2nd Armored in 1020 against the LXXXIV Corps in 1120, in an attack increment of box 1."""
    b = field(turn).units("1020", "us_vii", "us_2ad").unit("ge_lxxxiv", target)
    return b.army("hq_us_1", "us_vii", "us_2ad").box(box, "a")


# ---------------------------------------------------------------------- 3.10 green units
def test_F44_038_a_green_attacker_is_tested_when_its_target_is_emptied() -> None:
    b = field().unit("us_viii_green", "1020", reduced=True).unit("us_vii", "1020").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_viii_green", "us_vii").box(1, "a")
    attack(b, "attack us_viii_green,us_vii 1120", *throw(PASS, ONE, FAIL, ONE)).play("lead us_vii")
    settle(b)
    assert b.gone("us_viii_green") and b.on("us_viii") == "1020" and steps(b, "us_viii") == (2,)


def test_F44_038_a_green_attacker_stays_green_while_the_target_is_held() -> None:
    b = field().units("1020", "us_viii_green", "us_vii").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_viii_green", "us_vii").box(1, "a")
    attack(b, "attack us_viii_green,us_vii 1120", *throw(PASS, ONE, PASS, ONE)).play("lead us_vii")
    settle(b)
    assert b.on("us_viii_green") == "1020", "the defender passed and stood"


@pytest.mark.parametrize(("hits", "tested"), [(ONE, False), (TWO, True)])
def test_F44_039_a_green_defender_is_tested_when_the_attackers_lose_two_steps(hits: int, tested: bool) -> None:
    b = field().unit("us_viii_green", "1120").units("1220", "ge_2pz", "ge_9sspz")
    b.army("hq_ge_1", "ge_2pz", "ge_9sspz").box(1, "a")
    attack(b, "attack ge_2pz,ge_9sspz 1120", *throw(PASS, hits, PASS, ONE)).play("lead ge_2pz")
    settle(b)
    assert (b.on("us_viii") == "1120") is tested and b.gone("us_viii_green") is tested


def test_F44_041_an_eliminated_green_unit_lies_in_the_box_as_its_regular_counter() -> None:
    b = field().cadre("us_viii_green", "1120")
    losses.lose_step(b.act(), b.piece("us_viii_green"), "9.6")
    assert b.gone("us_viii_green") and b.on("us_viii") == "eliminated_allied"


def test_F44_042_a_reduced_green_unit_becomes_a_reduced_regular_unit() -> None:
    b = field().unit("us_viii_green", "1120", reduced=True)
    losses.tested(b.act(), b.piece("us_viii_green"))
    assert steps(b, "us_viii") == (2,) and b.pos.morale(b.piece("us_viii")) > 1


def test_F44_043_an_untested_unit_has_morale_one_for_every_purpose() -> None:
    b = field().unit("us_viii_green", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_viii_green").box(1, "a")
    attack(b, "attack us_viii_green 1120", *throw(2, ONE, PASS, ONE))
    assert b.lines("reckon.morale_attack") and result(b) == "repulse", "a die of 2 fails"


# ---------------------------------------------------------------------- 4.9, 4.10 headquarters
def test_F44_059_an_us_headquarters_gives_nothing_to_a_british_unit_beside_it() -> None:
    b = field().unit("br_7ad", "1019").unit("us_vii", "1020").unit("ge_2pz", "1119")
    b.army("hq_us_1", "us_vii").box(1, "a")
    alone = bt.attack(b.pos, battle(b, "br_7ad", "1119"))
    assert alone.total == b.pos.set_piece(b.piece("br_7ad")), "R-16"
    b.unit("us_2ad", "1019")
    both = bt.attack(b.pos, battle(b, "br_7ad,us_2ad", "1119"))
    assert both.total == 3 + sum(b.pos.set_piece(b.piece(unit)) for unit in ("br_7ad", "us_2ad"))


def test_F44_060_two_german_headquarters_add_three_once() -> None:
    b = field().unit("us_vii", "1020").units("1120", "ge_2pz", "hq_ge_7", "hq_ge_5pz")
    found = bt.defence(b.pos, battle(b, "us_vii", "1120"))
    assert found.total == b.pos.set_piece(b.piece("ge_2pz")) + 3


def test_F44_061_a_headquarters_out_of_supply_adds_nothing() -> None:
    b = position(turn=2).supply("0719", "0724", "0614", "0411", "0208", "0910").unit("us_vii", "1020")
    for label in ("1119", "1121", "1219", "1221"):
        b.unit({"1119": "us_v", "1121": "us_xix", "1219": "us_xv", "1221": "us_xii"}[label], label)
    b.unit("us_2ad", "1220").units("1120", "ge_lxxxiv", "hq_ge_7")
    found = bt.defence(b.pos, battle(b, "us_vii", "1120"))
    assert "line.hq_bonus" not in [label for label, _, _ in found.lines]
    assert found.total == 3, "5 halved and rounded up (11.5)"


def test_F44_065_a_headquarters_in_a_hex_passed_through_retreats_along() -> None:
    b = field().unit("br_i", "1120").unit("hq_br_2", "1119").unit("hq_fr_1", "1119").unit("ge_2pz", "1220")
    b.unit("br_xii", "1119").army("hq_ge_1", "ge_2pz").box(1, "a")
    retreat.fall_back(b.act(), (b.piece("br_i"),), b.path("1120", "1119", "1118"), "mode.retreat", "9.7")
    assert b.on("br_i") == "1118" and b.on("hq_br_2") == "1118", "it may command the corps"
    assert b.on("hq_fr_1") == "1119", "it may not"


def test_F44_067_an_advancing_unit_picks_no_headquarters_up() -> None:
    b = field().units("1019", "us_vii").unit("ge_2pz", "1119").army("hq_us_1", "us_vii").box(1, "a")
    attack(b, "attack us_vii 1119", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "advance").play("advance us_vii 1119")
    assert b.on("us_vii") == "1119" and b.on("hq_us_1") == "1019"


# ---------------------------------------------------------------------- 8.0
def test_F44_129_a_unit_attacks_and_is_attacked_again_in_a_later_increment() -> None:
    b = field().units("1020", "us_2ad", "us_vii").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_2ad", "us_vii")
    b.box(2, "a")
    attack(b, "attack us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
    settle(b)
    assert b.refuses("attack us_2ad 1120").rule == "F44 8.0"
    assert b.refuses("attack us_vii 1120").rule == "F44 8.0", "it has been attacked in this increment"
    b.play("end_increment").box(6, "a")
    attack(b, "attack us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.of(ev.Declared)


def test_F44_129_a_unit_attacks_once_in_an_increment_whomever_it_attacks() -> None:
    b = field().unit("us_2ad", "1020").unit("us_vii", "1020").units("1120", "ge_lxxxiv").unit("ge_lxxxi", "1121")
    b.army("hq_us_1", "us_2ad", "us_vii").box(2, "a")
    attack(b, "attack us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
    settle(b)
    refusal = b.refuses("attack us_2ad 1121")
    assert refusal.rule == "F44 8.0" and "has attacked in this increment" in str(refusal)
    assert "attack us_vii 1121" in b.choices(), "nobody has attacked that hex, and this unit has attacked nobody"


def test_a_box_that_gives_its_attack_to_fast_units_is_refused_to_slow_ones() -> None:
    b = field().unit("hq_br_2", "0920").units("1020", "br_7ad", "br_i").unit("ge_lxxxiv", "1120")
    b.army("hq_br_2", "br_7ad", "br_i").box(4, "a")
    refusal = b.refuses("attack br_i 1120")
    assert refusal.rule == "F44 6.0" and "has MPA 3; 4 is wanted" in str(refusal)
    assert "attack br_7ad 1120" in b.choices()


def test_F44_130_nobody_attacks_across_a_blocked_hexside() -> None:
    b = position(turn=2).unit("us_vii", "1610").unit("ge_lxxxi", "1609").unit("hq_us_1", "1510").supply("1409")
    b.unit("ge_2pz", "1711").army("hq_us_1", "us_vii").box(1, "a")
    refusal = b.refuses("attack us_vii 1609")
    assert refusal.rule == "F44 8.0" and "blocked" in str(refusal)
    assert "attack us_vii 1711" in b.choices()


def test_F44_272_only_commanded_units_of_a_stack_attack() -> None:
    b = field().units("1020", "us_vii", "us_v").unit("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1, "a")
    assert b.refuses("attack us_vii,us_v 1120").rule == "F44 8.0"
    assert "attack us_vii 1120" in b.choices()


# ---------------------------------------------------------------------- 9.1 type
def kind(b: Built) -> str:
    """How the combat of the last play is fought."""
    words = {b.game.word_key(event.message) for event in b.of(ev.Noted)}
    return "mobile" if "note.mobile" in words else "set_piece" if "note.set_piece" in words else ""


@pytest.mark.parametrize(("units", "wanted"), [("us_2ad", "mobile"), ("us_2ad,us_vii", "set_piece")])
def test_F44_121_F44_122_combat_is_mobile_when_every_attacker_has_just_moved_in(units: str, wanted: str) -> None:
    b = field().unit("us_2ad", "1020").unit("us_vii", "1121").unit("ge_lxxxiv", "1220")
    b.army("hq_us_1", "us_2ad", "us_vii").box(4).play("move us_2ad 1120", "end_increment").box(8, "a")
    attack(b, f"attack {units} 1220", *throw(FAIL, ONE, PASS, ONE))
    assert kind(b) == wanted


def test_F44_123_an_attack_across_a_river_is_set_piece() -> None:
    b = position(turn=2).unit("us_2ad", "0914").unit("ge_lxxxiv", "0915").unit("ge_2pz", "1014").assign("increment", 2)
    b.flag("us_2ad", "entered", 1)
    assert bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1014"),))
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("0915"),)), "over the Loire"


def city(*, fresh: bool, advanced: bool) -> bool:
    """Is an attack on a city on clear terrain mobile, when its garrison has just retreated into it, and the attackers
    have advanced?"""
    b = position(turn=2).unit("us_2ad", "2014").unit("ge_lxxxiv", "2013").assign("increment", 2)
    b.flag("us_2ad", "advanced" if advanced else "entered", 1)
    if fresh:
        b.flag("ge_lxxxiv", "retreated", 1)
    assert bt.fortified(b.pos, b.hex("2013")) and b.pos.board.terrain[b.hex("2013")] == "clear"
    return not bt.crossed(b.pos, b.piece("us_2ad"), b.hex("2013")) and bt.is_mobile(
        b.pos, (b.piece("us_2ad"),), (b.hex("2013"),)
    )


def test_F44_125_a_city_into_which_a_unit_has_just_retreated_is_attacked_mobile_by_who_advanced() -> None:
    assert city(fresh=True, advanced=True)
    assert not city(fresh=True, advanced=False) and not city(fresh=False, advanced=True)


def test_F44_126_a_fortress_that_nobody_retreated_into_is_attacked_set_piece() -> None:
    b = position(turn=2).unit("us_2ad", "0911").unit("ge_lxxiv", "0910").assign("increment", 2)
    b.flag("us_2ad", "advanced", 1)
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("0910"),))
    b.flag("ge_lxxiv", "retreated", 1)
    assert bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("0910"),))


def test_F44_127_mobile_combat_knows_no_terrain() -> None:
    b = position(turn=2).unit("us_2ad", "2014").unit("ge_lxxxiv", "2013")
    assert bt.terrain(b.pos, battle(b, "us_2ad", "2013", mobile=True))[1] == 0
    assert bt.terrain(b.pos, battle(b, "us_2ad", "2013"))[1] == 1


def test_F44_274_the_single_terrain_best_for_the_defender_counts() -> None:
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1120")
    assert bt.terrain(b.pos, battle(b, "us_vii", "1120")) == ("clear", 0)
    two = position(turn=2).unit("us_vii", "0911").unit("ge_lxxiv", "0910").unit("ge_2pz", "0912")
    assert bt.terrain(two.pos, battle(two, "us_vii", "0912")) == ("city", 1)
    both = battle(two, "us_vii", "0912,0910")
    assert bt.terrain(two.pos, both) == ("fortress", 2), "one of city 1, city 1 and fortress 2; not their sum"


# ---------------------------------------------------------------------- 9.2, 9.4 air
def morale(marker: int, mobile: bool) -> tuple[int, int]:
    """Adjusted morale of a German lead unit of 4 and an Allied one of 4, with an air marker."""
    b = field().unit("us_v", "1020").unit("ge_lxxxviii", "1120")
    fight = battle(b, "us_v", "1120", mobile=mobile)._replace(air=marker)
    return bt.defence_morale(b.pos, fight).total, bt.attack_morale(b.pos, fight).total


def test_F44_131_tactical_air_takes_one_from_a_german_lead_in_set_piece_combat() -> None:
    assert morale(w.TACTICAL, mobile=False) == (3, 4)
    assert morale(w.TACTICAL, mobile=True) == (2, 5), "9.4: in mobile combat two, and one for the Allied lead"


def test_F44_133_F44_134_a_heavy_bomber_takes_two_in_set_piece_combat_and_nothing_in_mobile() -> None:
    assert morale(w.BOMBER, mobile=False) == (2, 4) and morale(w.BOMBER, mobile=True) == (4, 4)


def air_attacks(*, tactical: int = 2, bombers: int = 2, interdiction: int = 0) -> Built:
    """Two German stacks beside three divisions that may all attack, in box 2."""
    b = field(3).air(tactical, bombers, interdiction).units("1020", "us_2ad", "us_3ad", "us_4ad", "us_6ad")
    b.unit("ge_lxxxiv", "1120").unit("ge_lxxxv", "1121")
    return b.army("hq_us_1", "us_2ad", "us_3ad", "us_4ad", "us_6ad").box(2, "a")


def test_F44_135_no_tactical_air_beside_a_heavy_bomber_in_one_increment() -> None:
    b = air_attacks()
    attack(b, "attack us_2ad 1120").dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.bomber")
    settle(b)
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_3ad 1121")
    assert b.offer is not None and "use_air" not in b.offer.kinds
    assert air.why_not(b.pos, w.TACTICAL, w.ALLIED) is not None


def test_F44_137_each_combat_of_an_increment_has_a_tactical_marker_and_they_go_back() -> None:
    b = air_attacks()
    attack(b, "attack us_2ad 1120").dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    settle(b)
    attack(b, "attack us_3ad 1121").dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    settle(b).play("end_increment").box(6, "a")
    assert b.pos.track("tactical", w.ALLIED) == 2 and air.usable(b.pos, w.ALLIED)[0] == w.TACTICAL


def test_F44_137_a_marker_serves_one_combat_of_an_increment() -> None:
    b = air_attacks(tactical=1, bombers=0)
    attack(b, "attack us_2ad 1120").dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    settle(b)
    assert air.usable(b.pos, w.ALLIED) == (), "R-8"


def test_F44_138_one_marker_supports_a_combat() -> None:
    b = air_attacks()
    attack(b, "attack us_2ad 1120").dice(*throw(FAIL, ONE, PASS, ONE)).play("use_air air.tactical")
    assert b.offer is not None and "use_air" not in b.offer.kinds


def test_F44_139_a_heavy_bomber_bars_the_next_until_an_allied_chit_is_drawn() -> None:
    b = (
        field(3)
        .air(0, 2)
        .points("allied", rp=3)
        .unit("us_2ad", "1020")
        .unit("ge_lxxxiv", "1120")
        .assign("bomber_used", 1)
    )
    b.single("us_2ad").box(1, "a")
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_2ad 1120")
    assert b.offer is None or "use_air" not in b.offer.kinds


def test_F44_141_on_turn_one_there_is_one_tactical_marker_and_no_interdiction() -> None:
    b = position("campaign", with_setup=True, seed="air")
    assert b.pos.track("tactical", w.ALLIED) == 1 and b.pos.var("air")
    assert air.refused(b.pos, 1) is not None and air.refused(b.pos, 0) is None


def test_F44_142_air_markers_do_not_help_allied_defenders() -> None:
    b = field(3).air(2, 2).unit("us_vii", "1120").unit("ge_2pz", "1220").army("hq_ge_1", "ge_2pz").box(1, "a")
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack ge_2pz 1120")
    assert air.usable(b.pos, w.GERMAN) == () and b.offer is not None and "use_air" not in b.offer.kinds


def test_F44_143_a_marker_on_interdiction_supports_no_attack() -> None:
    b = air_attacks(tactical=0, bombers=0, interdiction=2)
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_2ad 1120")
    assert air.usable(b.pos, w.ALLIED) == () and b.offer is not None and "use_air" not in b.offer.kinds


def test_F44_285_interdiction_ends_before_the_roll_for_air() -> None:
    b = field(3).air(0, 4, interdiction=2).dice(6)
    b.run(air.AirSupport())
    assert b.pos.track("interdiction", w.ALLIED) == 0 and b.pos.track("tactical", w.ALLIED) == 2
    kinds = [type(event).__name__ for event in b.events]
    assert kinds.index("TrackSet") < kinds.index("Rolled")
    assert not b.pos.var("air") and air.usable(b.pos, w.ALLIED) == (), "6 is more than the 5 of September"


# ---------------------------------------------------------------------- 9.5, 9.6
def test_F44_145_a_die_above_the_adjusted_morale_fails() -> None:
    charts = position().game.battle
    assert not charts.passes(4, 3) and charts.passes(3, 3)


def test_F44_146_the_hit_die_shows_three_ones_two_twos_and_a_three() -> None:
    game = position().game
    assert Counter(game.die(game.words["roll.hits_attack"], 6)) == {1: 3, 2: 2, 3: 1}
    assert game.die(game.words["roll.hits_defence"], 6) == game.battle.hit_faces


def test_F44_147_attack_passed_and_defence_failed_is_retreat() -> None:
    b = front()
    attack(b, "attack us_vii 1120", *throw(PASS, ONE, FAIL, ONE))
    assert result(b) == "retreat"


def test_F44_149_the_lead_unit_loses_the_first_step_and_the_owner_shares_out_the_second() -> None:
    b = field().units("1020", "us_vii", "us_2ad").unit("us_v", "1121").units("1120", "ge_lxxxiv", "ge_2pz")
    b.army("hq_us_1", "us_vii", "us_2ad", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, FAIL, TWO)).play("lead ge_lxxxiv")
    assert steps(b, "ge_lxxxiv", "ge_2pz") == (2, 3)
    assert sorted(b.choices()) == ["lose_step ge_2pz", "lose_step ge_lxxxiv"]
    b.play("lose_step ge_2pz")
    assert steps(b, "ge_lxxxiv", "ge_2pz") == (2, 2)


# ---------------------------------------------------------------------- 9.7 retreat
def test_F44_150_an_optional_retreat_saves_a_step() -> None:
    b = field().unit("us_v", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(PASS, ONE, PASS, TWO)).play("fall_back")
    assert steps(b, "ge_2pz") == (2,), "two hits less one"
    settle(b)
    assert b.on("ge_2pz") != "1120"


def test_F44_151_a_forced_retreat_saves_nothing() -> None:
    b = field().unit("us_v", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(PASS, ONE, FAIL, TWO))
    assert steps(b, "ge_2pz") == (1,) and b.offer is not None and "retreat" in b.offer.kinds


@pytest.mark.parametrize(
    ("units", "lengths"),
    [
        (("ge_2pz",), {2, 3}),
        (("ge_2pz", "ge_lxxxiv"), {2}),
        (("ge_lxxxiv",), {2}),
        (("us_vii",), {2, 3}),
    ],
)
def test_F44_153_F44_154_F44_155_how_far_stacks_retreat(units: tuple[str, ...], lengths: set[int]) -> None:
    b = position(turn=2).units("1120", *units)
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    assert {len(way) for way in retreats.ways(b.pos, pieces, (b.hex("1020"),))} == lengths


def ways(b: Built, unit: str, attacker: str) -> set[tuple[str, ...]]:
    """Ways of retreat of a unit from an attacker."""
    return {
        tuple(map(b.pos.label, way)) for way in retreats.ways(b.pos, (b.piece(unit),), (b.pos.at(b.piece(attacker)),))
    }


def test_F44_157_F44_158_no_retreat_into_an_enemy_zoc_but_where_a_friendly_combat_unit_stands() -> None:
    b = position(turn=2).unit("ge_lxxxiv", "1120").unit("us_vii", "1020").unit("us_v", "1221")
    assert not any("1220" in way or "1121" in way for way in ways(b, "ge_lxxxiv", "us_vii"))
    b.cadre("ge_2pz", "1220")
    assert any(way[0] == "1220" for way in ways(b, "ge_lxxxiv", "us_vii"))
    b.units("1220", "ge_9sspz", "ge_10sspz", "ge_1sspz")
    assert not any("1220" in way for way in ways(b, "ge_lxxxiv", "us_vii")), "no room (7.1)"


def test_F44_159_a_retreat_ends_two_hexes_from_every_attacker() -> None:
    b = position(turn=2).unit("ge_2pz", "1120").unit("us_vii", "1020")
    found = ways(b, "ge_2pz", "us_vii")
    assert found and all(b.pos.board.distance(b.hex(way[-1]), b.hex("1020")) >= 2 for way in found)
    assert all(b.pos.board.distance(b.hex(way[-1]), b.hex("1120")) >= 2 for way in found), "R-47"


def test_F44_261_who_cannot_retreat_two_hexes_takes_a_hit_more_and_stays() -> None:
    b = field().unit("us_v", "1020").unit("ge_lxxxiv", "1120")
    for unit, label in (("us_xix", "1118"), ("us_xv", "1122"), ("us_xii", "1320")):
        b.unit(unit, label)
    b.army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(PASS, ONE, FAIL, ONE))
    assert b.on("ge_lxxxiv") == "1120" and steps(b, "ge_lxxxiv") == (1,)


def test_F44_288_nobody_retreats_across_a_blocked_hexside() -> None:
    b = position(turn=2).unit("ge_2pz", "1610").unit("us_vii", "1611")
    assert not retreats.may_step(b.pos, (b.piece("ge_2pz"),), b.hex("1610"), b.hex("1609"))
    assert retreats.may_step(b.pos, (b.piece("ge_2pz"),), b.hex("1610"), b.hex("1710"))


# ---------------------------------------------------------------------- 9.8 advance
def lengths(b: Built, unit: str) -> set[int]:
    """Lengths of the advances of a unit into 1120, which is empty."""
    return {len(path) for path in advances.paths(b.pos, b.piece(unit), (b.hex("1120"),))}


def test_F44_161_F44_162_who_goes_a_second_hex_after_a_combat() -> None:
    free = position(turn=2).units("1020", "us_vii", "us_2ad")
    assert lengths(free, "us_vii") == {1, 2} == lengths(free, "us_2ad")
    held = free.unit("ge_2pz", "1220")
    assert lengths(held, "us_vii") == {1} and lengths(held, "us_2ad") == {1, 2}
    second = {path[1] for path in advances.paths(held.pos, held.piece("us_2ad"), (held.hex("1120"),)) if len(path) > 1}
    around = set(held.pos.board.neighbours[held.hex("1120")]) - {held.hex("1220")}
    assert second == around, "in any direction but into the enemy"


def test_F44_163_a_unit_that_did_not_attack_does_not_advance() -> None:
    b = front()
    attack(b, "attack us_vii 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "advance")
    assert b.refuses("advance us_2ad 1120").rule == "F44 9.8"
    b.play("advance us_vii 1120")


# ---------------------------------------------------------------------- 11.5
def cut_off(*units: str) -> Built:
    """Germans in 1120 that have neither a source nor an HQ."""
    b = position(turn=3).supply("0719", "0724", "0614", "0411", "0208", "0910").unit("us_vii", "1020")
    return b.units("1120", *units)


def test_F44_221_F44_222_defenders_out_of_supply_are_added_up_and_halved() -> None:
    b = cut_off("ge_lxxxiv", "ge_2pz")
    total = sum(b.pos.set_piece(b.piece(unit)) for unit in ("ge_lxxxiv", "ge_2pz"))
    assert total == 10 and bt.defence(b.pos, battle(b, "us_vii", "1120")).total == 5
    b.cadre("ge_9pz", "1120")
    assert bt.defence(b.pos, battle(b, "us_vii", "1120")).total == 6, "11 halved and rounded up, not 3 and 3 and 1"


def test_F44_215_a_defender_that_retreats_into_range_keeps_its_marker() -> None:
    b = field().unit("us_v", "1020").unit("ge_2pz", "1120", oos=1).control("allied", "0724", "0614", "0411", "0208")
    b.control("allied", "0910", "1609", "1909", "2206", "2306", "2406", "2506", "2907", "3004", "3203")
    b.army("hq_us_1", "us_v").box(1, "a")
    act = b.act()
    retreat.fall_back(act, (b.piece("ge_2pz"),), b.path("1120", "1220", "1321"), "mode.retreat", "9.7")
    assert b.has("ge_2pz", "oos") == 1
