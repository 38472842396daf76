"""Conformance cases of combat, retreats, naval units, drops and raids (6.2, 9.8, 12, 14-16, 17.10, 19-21, 33.3.9)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import battle, battle_sets, naval, retreat
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules import retreat as retreat_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.rules.retreat import FallBack
from hexledger.engine.games.fortress_europa.sequence import BeginCombat
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import column, fight, result, settle


def defence(b: Built, unit_hex: str, *attackers: str) -> int:
    return battle.defence(b.pos, b.hex(unit_hex), [b.piece(unit) for unit in attackers]).total


# ---------------------------------------------------------------------- 15.1 odds
def test_FE_041_four_against_nine_is_one_to_three() -> None:
    assert battle.odds(4, 9) == "1-3"


def test_FE_042_nineteen_against_ten_is_one_to_one() -> None:
    assert battle.odds(19, 10) == "1-1"


def test_FE_136_eight_against_four_is_two_to_one() -> None:
    assert battle.odds(8, 4) == "2-1"


def test_FE_137_three_against_seven_is_one_to_three() -> None:
    assert battle.odds(3, 7) == "1-3"


def test_FE_138_five_against_five_is_one_to_one() -> None:
    assert battle.odds(5, 5) == "1-1"


def test_FE_132_one_against_six_is_a_legal_soak_off_and_one_against_seven_is_not() -> None:
    assert battle.odds(1, 6) == "1-6" and battle.odds(1, 7) is None


def test_FE_134_odds_above_seven_to_one_are_seven_to_one() -> None:
    assert battle.odds(20, 2) == "7-1"


def test_FE_078_the_record_of_an_attack_names_its_odds() -> None:
    b = position().units("O9", "us_1", "us_9", "us_4").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9,us_4 O10", dice=(6,))
    assert column(b) == "3-1"


def test_FE_044_one_aircraft_shifts_one_to_six_to_the_next_column() -> None:
    b = position().units("O8", "pz_lehr").aircraft("ground_support", "9_tac_1")
    b.units("O9", "us_1").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.pos.tables.crt.column_of("1-6") == b.pos.tables.crt.column_of("1-5")
    b.dice(1).play("attack us_1 O8 9_tac_1 - no 1")
    assert column(b) == "1-2", "6 to 9 is 1-2; declared 1-3, lifted again by the aircraft"


# ---------------------------------------------------------------------- 6.2, 14 who attacks
def test_FE_090_british_and_polish_units_attack_together() -> None:
    b = position()
    polish = next(c.id for c in b.game.counters if c.nationality == "minor" and c.front.values.get("cf", 0) > 2)
    b.units("O9", "br_3", polish).unit("i_352", "O10")
    fight(b, "allied", f"attack br_3,{polish} O10", dice=(6,))
    assert next(event.total for event in b.of(ev.Reckoned)) == 6 + b.pos.counters[b.piece(polish)].front.values["cf"]


def test_FE_092_americans_and_british_defend_together() -> None:
    b = position().units("O9", "us_1", "br_3").unit("i_352", "O10")
    assert defence(b, "O9", "i_352") == 12


def test_FE_108_an_attack_on_a_frozen_unit_releases_all_and_brings_new_duties() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "O8").unit("i_352", "O10", frozen=f.SEVENTH)
    b.unit("i_353", "P8", frozen=f.SEVENTH).turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(4).play("attack us_1 O10")
    settle(b)
    assert b.has("i_353", "frozen") == 0
    assert b.refuses("end_attacks").rule == "FE 14.6", "9.8: P8 must be attacked, too"


def test_FE_109_mobile_and_frozen_germans_in_a_hex_are_attacked_together_and_released() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10", frozen=f.SEVENTH).unit("i_343", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    assert b.has("i_352", "frozen") == 0 and sum(b.lines("reckon.defence").values()) == 8


def test_FE_128_no_unit_fights_twice_in_an_impulse() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "P9").unit("i_352", "O10").unit("i_353", "O8")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(3).play("attack us_9 O10")
    settle(b)
    assert b.refuses("attack us_9 O8").rule == "FE 14.9"


def test_FE_133_who_stands_by_retreats_with_the_attackers_and_loses_no_step() -> None:
    b = position().units("O9", "us_1").unit("br_3", "N9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1 O10", dice=(4,))
    assert result(b) == "ar"
    settle(b)
    assert b.at("br_3") != "N9" and b.pos.steps(b.piece("br_3")) == 2


# ---------------------------------------------------------------------- 15.2, 15.3 results
def test_FE_140_the_defender_loses_and_retreats_before_the_attacker_loses() -> None:
    b = position().units("O9", "us_1", "us_9").units("O10", "i_353", "i_343")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    assert result(b) == "ex" or column(b) == "1-1"
    asked = []
    while b.offer and set(b.offer.kinds) & {"lose_step", "retreat"}:
        asked.append((b.offer.kinds[0], b.offer.side))
        b.play(b.choices()[0])
    losses = [side for kind, side in asked if kind == "lose_step"]
    assert losses == [f.GERMAN, f.ALLIED] and asked[0] == ("lose_step", f.GERMAN)
    assert asked[-1] == ("lose_step", f.ALLIED)


def test_FE_141_a2_takes_two_steps_and_the_survivors_go_one_or_two_hexes() -> None:
    b = position().units("O9", "us_1", "us_9").units("O10", "i_352", "i_353", "i_326")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(2,))
    assert result(b) == "a2"
    b.play("lose_step us_1", "lose_step us_9")
    assert {len(choice.split()[2].split(",")) for choice in b.choices()} == {1, 2}


def test_FE_142_e2_takes_two_and_one_and_the_defender_goes_one_hex() -> None:
    b = position().units("O9", "us_1", "us_9").units("O10", "i_352")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(4,))
    assert result(b) == "e2" and b.pos.steps(b.piece("i_352")) == 1
    assert {len(choice.split()[2].split(",")) for choice in b.choices()} == {1}
    settle(b)
    assert b.pos.steps(b.piece("us_1")) + b.pos.steps(b.piece("us_9")) == 2
    assert (b.at("us_1") or "O9") == "O9" == (b.at("us_9") or "O9"), "the attacker stays"


def test_FE_144_dr_sends_the_defender_two_hexes_back() -> None:
    b = position().units("O9", "us_1", "us_9").units("O10", "i_352")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    assert result(b) == "dr"
    assert {len(choice.split()[2].split(",")) for choice in b.choices()} == {2}


# ---------------------------------------------------------------------- 15.5, 15.9 retreats
def test_FE_208_a_unit_that_could_only_retreat_into_enemy_zones_is_eliminated() -> None:
    b = position().unit("i_352", "O10").units("O9", "us_1").units("O11", "us_9").unit("us_4", "N10").unit("us_5", "P10")
    b.turn_of("allied", 1).run(FallBack(f.ALLIED, b.hex("O10"), (b.piece("i_352"),), 1, 1, False))
    assert b.gone("i_352") and "15.5" in b.rules()


def test_FE_209_no_unit_retreats_over_broken_bridges() -> None:
    b = position().unit("i_352", "P9").turn_of("allied", 1)
    section = b.pos.game.tables.ground.rivers[b.pos.game.tables.ground.key(b.hex("P9"), b.hex("Q9"))]
    unit = b.piece("i_352")
    assert retreat_rules.no_entry(b.pos, unit, b.hex("P9"), b.hex("Q9")) is None
    b.broken(section)
    why = retreat_rules.no_entry(b.pos, unit, b.hex("P9"), b.hex("Q9"))
    assert why is not None and why[0] == "15.9"


# ---------------------------------------------------------------------- 16 terrain
def mountain_behind_a_river(b: Built) -> tuple[str, str]:
    board, ground = b.pos.board, b.pos.game.tables.ground
    for a, c, side in board.data.sides:
        for here, there in ((a, c), (c, a)):
            if side.kind == "river" and board.terrain[here] == "mountain" and there in ground.links[here]:
                return board.labels[here], board.labels[there]
    raise AssertionError("no mountain lies behind a river")


def test_FE_129_in_the_mountains_behind_a_river_nothing_is_more_than_doubled() -> None:
    b = position()
    here, there = mountain_behind_a_river(b)
    b.unit("i_353", here).unit("us_1", there)
    assert b.pos.cf(b.piece("i_353")) == 4 and defence(b, here, "us_1") == 8


def test_FE_130_attackers_are_never_doubled() -> None:
    b = position().unit("us_1", "H5").unit("i_353", "H6")
    assert battle.attack(b.pos, (b.piece("us_1"),), b.path("H6")).total == 6


def test_FE_145_one_attacker_on_the_near_bank_undoes_the_river() -> None:
    b = position().unit("i_353", "Q9").unit("us_1", "P9").unit("us_9", "Q8")
    river = b.pos.river(b.hex("Q8"), b.hex("Q9"))
    assert defence(b, "Q9", "us_1") == 8
    assert defence(b, "Q9", "us_1", "us_9") == (8 if river else 4)
    assert not river


def test_FE_146_behind_a_river_every_defender_is_doubled() -> None:
    b = position().unit("i_353", "Q9").unit("us_1", "P9")
    assert defence(b, "Q9", "us_1") == 8


def test_FE_148_a_fortress_once_entered_helps_nobody() -> None:
    b = position().unit("i_353", "H5").unit("us_1", "H6")
    assert defence(b, "H5", "us_1") == 8
    b.marker("fortress_destroyed", "H5")
    assert defence(b, "H5", "us_1") == 4


def test_FE_149_a_german_in_rough_terrain_may_stand() -> None:
    b = position().units("L5", "us_1", "us_9", "us_4").units("L6", "i_352", "i_343")
    fight(b, "allied", "attack us_1,us_9,us_4 L6", dice=(6,))
    b.play("stand i_352,i_343")
    assert b.at("i_352") == "L6"


def test_FE_150_a_german_in_a_destroyed_fortress_must_go() -> None:
    b = position().unit("i_353", "H5")
    assert retreat.may_stand(b.pos, b.piece("i_353"))
    b.marker("fortress_destroyed", "H5")
    assert not retreat.may_stand(b.pos, b.piece("i_353"))


def city_behind_a_river(b: Built, *, fortress: bool) -> tuple[str, str]:
    board, ground = b.pos.board, b.pos.game.tables.ground
    for a, c, side in board.data.sides:
        for here, there in ((a, c), (c, a)):
            plain = board.terrain[here] == "clear" and here in ground.cities
            if (
                side.kind == "river"
                and plain
                and (here in ground.fortresses) == fortress
                and there in ground.links[here]
            ):
                return board.labels[here], board.labels[there]
    raise AssertionError("no such city")


def test_FE_152_armour_in_a_city_behind_a_river_is_halved_then_doubled() -> None:
    b = position()
    here, there = city_behind_a_river(b, fortress=False)
    b.unit("pz_2", here).unit("us_1", there)
    assert defence(b, here, "us_1") == 8


def test_FE_153_armour_that_attacks_rough_terrain_is_halved() -> None:
    b = position().unit("pz_2", "L5").unit("us_1", "L6")
    assert battle.attack(b.pos, (b.piece("pz_2"),), b.path("L6")).total == 4


def test_FE_154_armour_in_a_fortress_that_is_a_city_keeps_its_base_value() -> None:
    b = position().unit("pz_2", "D13").unit("us_1", "D12")
    assert b.hex("D13") in b.pos.game.tables.ground.cities
    assert not b.pos.river(b.hex("D12"), b.hex("D13")) and defence(b, "D13", "us_1") == 7


def asked_to_stand(b: Built) -> Built:
    """Take the losses, until somebody is asked whether he stands or retreats."""
    while b.offer is not None and "stand" not in b.offer.kinds:
        b.play(b.choices()[-1])
    return b


BESIDE = ("us_1", "us_4", "us_9", "us_2")


@pytest.mark.parametrize(
    ("code", "attackers", "die"), [("DR", 4, 3), ("E2", 4, 1), ("EX", 4, 2), ("D1", 4, 4), ("DR", 3, 5), ("EX", 3, 4)]
)
def test_FE_080_defenders_in_rough_terrain_may_stand_whatever_retreat_the_table_asks_for(
    code: str, attackers: int, die: int
) -> None:
    """16.4: without damage, or with the steps that the result takes."""
    b = position().unit("i_352", "G24").units("G25", *BESIDE[:2]).units("F23", *BESIDE[2:attackers])
    fight(b, "allied", f"attack {','.join(BESIDE[:attackers])} G24", dice=(die,))
    assert result(b) == code.lower()
    assert asked_to_stand(b).play("stand i_352").at("i_352") == "G24"


@pytest.mark.parametrize(
    ("code", "attackers", "defenders", "die"),
    [("A2", "us_1,us_4", "i_352,i_353", 1), ("A1", "us_1", "i_30", 1), ("AR", "us_1", "i_30", 2)],
)
def test_FE_080_attackers_in_rough_terrain_may_stand_whatever_retreat_the_table_asks_for(
    code: str, attackers: str, defenders: str, die: int
) -> None:
    b = position().units("G24", *defenders.split(",")).units("G25", *attackers.split(","))
    fight(b, "allied", f"attack {attackers} G24", dice=(die,))
    assert result(b) == code.lower()
    assert asked_to_stand(b).play("stand us_1").at("us_1") == "G25"


# ---------------------------------------------------------------------- 12 invaders
@pytest.mark.parametrize("stands", [True, False])
def test_FE_124_invaders_still_on_top_of_germans_when_the_first_combat_impulse_ends_are_eliminated(
    stands: bool,
) -> None:
    b = position(turn="June I").unit("us_1", "R34", invading=1).unit("i_30", "R34")
    b.assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied").dice(5).run(BeginCombat(f.ALLIED, 1))
    b.play("attack us_1 R34")
    assert result(b) == "dr", "the Germans would have to go, and in rough terrain need not"
    b.play("stand i_30" if stands else "stand -")
    while b.offer is not None and not b.quiet:
        b.play(b.choices()[-1])
    assert b.gone("us_1") == stands
    assert (b.at("i_30") == "R34") == stands


def test_FE_028_all_units_round_a_hex_attack_it_in_the_second_impulse_and_drive_the_germans_out() -> None:
    b = position(turn="June I").units("L4", "us_1", invading=1).units("L5", "us_9", invading=1).unit("i_353", "M5")
    b.assign("invasions", 1).assign("invasion_turn", 1)
    fight(b, "allied", "attack us_1,us_9 M5", impulse=2, dice=(5,))
    settle(b)
    assert not b.pos.enemies_in(b.hex("M5"), f.ALLIED)


def test_FE_024_invaders_moved_onto_a_hidden_unit_fight_it_in_its_hex() -> None:
    b = position(turn="June I").units("CC4", "br_3", "br_79_arm", invading=1).unit("i_343", "CC4")
    b.assign("invasions", 1).assign("invasion_turn", 1)
    fight(b, "allied", "attack br_3,br_79_arm CC4", dice=(4,))
    assert b.lines("reckon.combat_die")["line.79th"] == 2
    settle(b)
    assert b.pooled("eliminated", "i_343") == 1 and b.pos.controller(b.hex("CC4")) == f.ALLIED


# ---------------------------------------------------------------------- 17.10.9 carpet bombing
def test_FE_162_carpet_bombing_needs_two_to_one_or_lower_declared_or_not() -> None:
    b = position().units("O7", "us_1", "us_9", "us_4").unit("i_352", "O8").aircraft("carpet_bombing", "us_8_af_1")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1,us_9,us_4 O8 - - yes").rule == "FE 17.10.9"
    b.dice(1).play("attack us_1,us_9,us_4 O8 - - yes 1")
    assert column(b) == "2-1"


# ---------------------------------------------------------------------- 19 naval units
@pytest.mark.parametrize("target", ["S6"])
def test_FE_064_ships_in_t4_reach_s6(target: str) -> None:
    assert reaches(target)


@pytest.mark.parametrize("target", ["T5", "T6"])
def test_FE_065_ships_in_t4_reach_t5_and_t6(target: str) -> None:
    assert reaches(target)


def test_FE_066_ships_in_t4_reach_u6() -> None:
    assert reaches("U6")


def test_FE_068_ships_in_t4_reach_v4() -> None:
    assert reaches("V4") and not reaches("W6")


def reaches(target: str) -> bool:
    b = position().turn_of("allied", 1)
    b.act().place(b.piece("naval_1"), b.hex("T4"), 1)
    return naval.refusal(b.pos, f.ALLIED, (b.piece("naval_1"),), b.path(target)) is None


def test_FE_021_all_naval_units_may_lie_in_bb3() -> None:
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    b.run(naval_rules.PlaceNaval())
    for ship in ("naval_1", "naval_2", "naval_3", "naval_4"):
        b.play(f"move_ship {ship} BB3")
    assert b.quiet and len(b.pos.units(b.hex("BB3"))) == 4


# ---------------------------------------------------------------------- 20, 21 drops and raids
def test_FE_172_three_dropped_and_one_flown_is_too_many() -> None:
    b = position().units("england", "us_101_ab", "us_17_ab", "br_6_ab", "br_1_ab").unit("us_1", "L4")
    b.assign("start_capacity", 5).control("allied", "K2", "L4").turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    b.dice(1, 1, 1).play("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L8")
    assert b.refuses("airlift br_1_ab K2").rule == "FE 20.17"


def test_FE_173_a_drop_of_two_units_uses_one_of_the_five() -> None:
    from hexledger.engine.games.fortress_europa.rules import airborne

    b = position().units("england", "us_101_ab", "us_17_ab").turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    b.dice(1, 1).play("drop us_101_ab:L8,us_17_ab:L8")
    assert airborne.drops_left(b.pos, f.ALLIED) == 4


def test_FE_174_paratroops_on_a_german_hold_the_hex_when_he_retreats() -> None:
    b = position().units("O10", "us_101_ab", "us_17_ab", dropped=1).unit("i_352", "O10").turn_of("allied", 1)
    b.run(CombatImpulse(f.ALLIED, 1)).dice(6).play("attack us_101_ab,us_17_ab O10")
    assert result(b) == "dr"
    settle(b)
    assert b.at("us_101_ab") == "O10" and b.pos.controller(b.hex("O10")) == f.ALLIED


def test_FE_025_raiders_land_stacking_free_beside_an_invader() -> None:
    b = position(turn="June I").unit("br_3", "CC5", invading=1).units("england", "us_ranger", "br_1_cdo")
    b.control("allied", "CC5").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 2)
    b.run(MoveImpulse(f.ALLIED, 2)).play("raid us_ranger:CC5,br_1_cdo:CC5")
    assert b.at("us_ranger") == b.at("br_1_cdo") == "CC5" and not b.pos.overstacked(f.ALLIED)


def test_FE_070_raiders_from_africa_land_on_the_mediterranean_only() -> None:
    b = position().units("africa", "us_ranger").turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert b.refuses("raid us_ranger:K2").rule == "FE 21.8"
    assert all(
        b.hex(choice.split(":")[1]) in b.pos.game.tables.ground.mediterranean
        for choice in b.choices()
        if choice.startswith("raid")
    )


# ---------------------------------------------------------------------- 33.3.9 the Bulge
def test_FE_197_surprise_adds_one_to_the_die() -> None:
    b = position("battle_of_the_bulge", with_setup=True, dice=[3])
    b.play("attack pz_2,pz_116,i_26vg,i_560vg FF12")
    assert b.lines("reckon.combat_die") == {"line.die": 3, "line.bulge": 1}


def test_FE_198_units_outside_the_line_do_not_attack() -> None:
    b = position("battle_of_the_bulge", with_setup=True)
    assert b.refuses("attack i_183vg GG10").rule == "FE 33.3.9.2"


def test_a_legal_set_of_battles_is_the_one_that_the_rules_ask_for() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "P9").unit("i_352", "O10").unit("i_353", "N8").turn_of("allied", 1)
    plans = battle_sets.legal_set(b.pos, f.ALLIED)
    assert plans is not None and sorted(place for plan in plans for place in plan.targets) == sorted(
        b.path("O10", "N8")
    )
