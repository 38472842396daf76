"""Battles: who must attack, strengths, odds, the table, losses (14, 15.1-15.3, 16)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import battle, battle_sets, contact
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import column, fight, finish, result, settle, strength


def one_against_one() -> Built:
    return position().unit("us_1", "O9").unit("i_352", "O10")


# ---------------------------------------------------------------------- 14.1 who must attack
def test_nothing_is_asked_when_nobody_is_in_contact() -> None:
    b = position().unit("us_1", "O9").unit("i_352", "O12")
    assert b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).quiet


def test_a_unit_in_an_enemy_zone_must_attack_before_the_impulse_ends() -> None:
    b = one_against_one().turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("end_attacks").rule == "FE 14.6"
    b.dice(6).play("attack us_1 O10")
    finish(b)
    assert b.has("us_1", "attacked") == 1, "14.9: once an impulse"


def test_germans_in_an_intact_fortress_need_not_attack_and_oblige_those_next_to_them() -> None:
    b = position().unit("us_1", "HH10").unit("i_352", "HH11").turn_of("german", 1)
    assert contact.obliged(b.pos, b.piece("i_352")) == ()
    b.turn_of("allied", 1)
    assert contact.obliged(b.pos, b.piece("us_1")) == (b.hex("HH11"),)


def test_who_attacks_out_of_a_fortress_must_attack_all_his_neighbours() -> None:
    b = position().units("HH11", "i_352", "i_353").unit("us_1", "HH10").unit("us_9", "GG11")
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    b.check_choices()
    assert b.refuses("attack i_352,i_353 HH10").rule == "FE 14.6"
    b.dice(5).play("attack i_352 HH10")
    settle(b)
    assert b.refuses("end_attacks").rule == "FE 14.6"
    alone = position().units("HH11", "i_352", "i_353").unit("us_1", "HH10")
    alone.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1)).play("end_attacks")
    assert alone.quiet, "14.13: nobody in a fortress need attack"


def test_units_next_to_frozen_germans_need_not_attack_and_may() -> None:
    b = position().unit("us_1", "O9").unit("i_352", "O10", frozen=f.SEVENTH).turn_of("allied", 1)
    b.run(CombatImpulse(f.ALLIED, 1))
    assert "end_attacks" in b.choices()
    b.dice(1).play("attack us_1 O10")
    assert b.has("i_352", "frozen") == 0, "9.1 F: an attack releases all districts"


def test_the_attackers_of_several_hexes_are_next_to_every_one_of_them() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "P9").unit("i_352", "O10").unit("i_353", "N8")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1,us_9 O10,N8").rule == "FE 14.6"


def test_an_attack_that_leaves_an_enemy_unattacked_is_refused() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "P9").unit("i_352", "O10").unit("i_353", "N8")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1,us_9 O10").rule == "FE 14.6", "N8 would be left to nobody"
    b.dice(6).play("attack us_9 O10")
    settle(b)
    assert b.refuses("end_attacks").rule == "FE 14.6"


def test_a_unit_alone_between_two_enemies_attacks_both_at_once() -> None:
    b = position().unit("us_1", "O9").unit("i_352", "O10").unit("i_353", "N8")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 O10").rule == "FE 14.6"
    (plan,) = battle_sets.legal_set(b.pos, f.ALLIED) or ()
    assert plan.targets == tuple(sorted(b.path("O10", "N8")))
    b.dice(1).play("attack us_1 O10,N8")
    assert strength(b, "reckon.defence") == 9, "16.8: hex by hex, then the sum"


def test_units_without_legal_odds_are_removed_one_by_one() -> None:
    b = position().unit("us_14_cav", "O9", reduced=False).units("O10", "ss_1", "ss_12", "pz_2")
    b.unit("fr_paris", "P9")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.choices() == ["remove_unattackable us_14_cav", "remove_unattackable fr_paris"]
    b.play("remove_unattackable fr_paris", "remove_unattackable us_14_cav")
    assert b.quiet and b.pooled("eliminated", "us_14_cav") == 1


def test_the_attack_on_a_hex_already_attacked_is_refused_and_so_is_a_second_attack_of_a_unit() -> None:
    b = position().unit("us_1", "O9").unit("us_9", "P9").unit("us_4", "N9").unit("i_352", "O10").unit("i_353", "O8")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(4).play("attack us_9,us_4 O10")
    settle(b)
    assert b.refuses("attack us_9 O8").rule == "FE 14.9"


# ---------------------------------------------------------------------- 6.2, 14.11 nationalities
def test_nationalities_do_not_attack_together_but_raiders_do_with_all() -> None:
    b = position().units("O9", "us_1", "br_3", "us_ranger").unit("i_352", "O10")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1,br_3 O10").rule == "FE 6.2"
    b.dice(6).play("attack br_3,us_ranger O10")
    settle(b)
    assert b.choices() == ["end_attacks"] or b.quiet, "14.11: the American division owes no attack any more"


# ---------------------------------------------------------------------- 14.7, 15.8
def test_lower_odds_may_be_declared_down_to_the_first_column() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_353", "O10")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1,us_9 O10 - - no 6").rule == "FE 15.8"
    b.dice(3).play("attack us_1,us_9 O10 - - no 2")
    assert column(b) == "1-1"


def test_the_die_is_never_read_above_six() -> None:
    b = position("campaign", turn="June I").unit("br_79_arm", "O9", invading=1).unit("i_352", "O9")
    b.assign("invasions", 1).assign("invasion_turn", 1)
    fight(b, "allied", "attack br_79_arm O9", dice=(6,))
    assert b.lines("reckon.combat_die") == {"line.die": 6, "line.79th": 2, "line.capped": -2}


# ---------------------------------------------------------------------- 15.3 results, one by one
@pytest.mark.parametrize(
    ("attackers", "die", "code", "left"),
    [
        (("us_1",), 1, "a2", (0, 2)),
        (("us_1",), 2, "a1", (1, 2)),
        (("us_1",), 4, "ar", (2, 2)),
        (("us_1", "us_9"), 3, "ar", (4, 2)),
        (("us_1", "us_9"), 4, "e2", (2, 1)),
        (("us_1", "us_9"), 5, "ex", (3, 1)),
        (("us_1", "us_9"), 6, "dr", (4, 2)),
        (("us_1", "us_9", "us_4"), 6, "de", (6, 0)),
    ],
)
def test_each_result_takes_the_steps_that_it_says(
    attackers: tuple[str, ...], die: int, code: str, left: tuple[int, int]
) -> None:
    b = position().units("O9", *attackers).unit("i_352", "O10")
    fight(b, "allied", f"attack {','.join(attackers)} O10", dice=(die,))
    assert result(b) == code
    finish(b)
    steps = tuple(sum(b.state.steps.get(b.piece(unit), 0) for unit in units) for units in (attackers, ("i_352",)))
    assert steps == left


def test_the_owner_chooses_who_loses_a_step() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(5,))
    while b.offer and not any(choice.startswith("lose_step") for choice in b.choices()):
        b.play(b.choices()[0])
    b.play("lose_step us_9")
    assert b.pos.steps(b.piece("us_9")) == 1 and b.pos.steps(b.piece("us_1")) == 2


def test_an_augmented_division_that_loses_a_step_stays_in_the_battle_as_a_division() -> None:
    b = position().unit("us_aug_1", "O9", stands_for=0).unit("i_352", "O10")
    b.act().flag(b.piece("us_aug_1"), f.STANDS_FOR, b.piece("us_1") + 1)
    fight(b, "allied", "attack us_aug_1 O10", dice=(1,))
    assert result(b) == "a2"
    assert b.gone("us_aug_1") and b.pos.steps(b.piece("us_1")) == 1
    assert b.offer is not None and b.offer.kinds == ("retreat",), "the survivors retreat"


# ---------------------------------------------------------------------- 16 terrain
def test_armour_in_the_mountains_is_doubled_and_in_a_plain_fortress_too() -> None:
    b = position().unit("pz_2", "H5").unit("us_1", "H6")
    assert battle.defence(b.pos, b.hex("H5"), (b.piece("us_1"),)).total == 14
    b = position().unit("pz_2", "J27").unit("us_1", "J26")
    assert battle.defence(b.pos, b.hex("J27"), (b.piece("us_1"),)).total == 14


def test_an_attack_on_hexes_of_different_terrain_halves_the_armour() -> None:
    b = position().unit("us_2_arm", "L5").unit("i_352", "L6").unit("i_353", "L4").turn_of("allied", 1)
    unit = b.piece("us_2_arm")
    full = b.pos.cf(unit)
    assert battle.attack(b.pos, (unit,), b.path("L4")).total == full
    assert battle.attack(b.pos, (unit,), b.path("L4", "L6")).total == (full + 1) // 2


def test_broken_bridges_close_a_hexside_to_attack() -> None:
    b = position().unit("us_1", "P9").unit("i_352", "Q9")
    section = b.pos.game.tables.ground.rivers[b.pos.game.tables.ground.key(b.hex("P9"), b.hex("Q9"))]
    b.broken(section).turn_of("allied", 1)
    assert contact.reach(b.pos, b.piece("us_1")) == ()
    assert b.run(CombatImpulse(f.ALLIED, 1)).quiet


# ---------------------------------------------------------------------- 17.10.2, 17.10.9 support from the air
def test_ground_support_shifts_a_column_an_aircraft_in_the_first_impulse_only() -> None:
    def ready(impulse: int) -> Built:
        b = position().unit("us_1", "O7").unit("i_352", "O8").aircraft("ground_support", "9_tac_1", "9_tac_2")
        return b.turn_of("allied", impulse).run(CombatImpulse(f.ALLIED, impulse))

    b = ready(1)
    b.dice(6).play("attack us_1 O8 9_tac_1,9_tac_2")
    assert column(b) == "3-1"
    assert not b.pooled("ground_support", "9_tac_1"), "an aircraft supports once"
    assert ready(2).refuses("attack us_1 O8 9_tac_1").rule == "FE 17.10.2"


def test_aircraft_out_of_range_do_not_support() -> None:
    b = position().unit("us_1", "O20").unit("i_352", "O21").aircraft("ground_support", "9_tac_1")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 O21 9_tac_1").rule == "FE 17.4"
    b.unit("hq_bradley", "O13")
    b.play("attack us_1 O21 9_tac_1") if b.dice(6) else None
    assert column(b) == "2-1"


def test_carpet_bombing_adds_two_to_the_die_once() -> None:
    b = position().unit("us_1", "O7").unit("i_352", "O8").aircraft("carpet_bombing", "us_8_af_1")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(3).play("attack us_1 O8 - - yes")
    assert b.lines("reckon.combat_die") == {"line.die": 3, "line.carpet": 2}
    assert not b.pooled("carpet_bombing", "us_8_af_1")


def test_every_offered_decision_of_a_front_is_legal() -> None:
    b = position().units("O9", "us_1", "br_3").units("P9", "us_9").units("O10", "i_352", "i_353").unit("i_326", "N9")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.check_choices() > 3


def test_the_record_of_a_battle_names_strengths_odds_and_die() -> None:
    b = one_against_one()
    fight(b, "allied", "attack us_1 O10", dice=(4,))
    assert {"14.3", "14.5", "16.8", "15.1", "15.2"} <= set(b.rules())
    assert [event.total for event in b.of(ev.Reckoned)][:2] == [6, 5]
