"""Declaring attacks, forced crossings, the order of resolving, attacks that lapse (J6 12.2, 12.3, 20.3, R-22, R-66)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.attack import pending_targets
from hexledger.engine.games.june_6.questions.crossing import river_banks
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built
from tests.june_6.combats import answer, declare, field, fight


def front(**options: object) -> Built:
    """Three British brigades before two German hexes."""
    b = field(**options).unit("12ss_25", "E1833").unit("16lw_32", "E1932")
    b.unit("3_br_8", "E2033").units("E1933", "3_br_9", "3_br_27").unit("3_br_hq", "E2133")
    return b.active("3_br_8", "3_br_9", "3_br_27", "3_br_hq")


# ------------------------------------------------------------------ declaring
def test_every_offered_attack_is_legal_and_the_end_is_always_offered() -> None:
    b = front().run(DeclareAttacks())
    offered = b.choices()
    assert b.check_choices() == len(offered)
    assert "attack E1932 3_br_8,3_br_9,3_br_27 -" in offered
    assert "attack E1833 3_br_9,3_br_27 -" in offered
    assert offered[-1] == "end_attacks"
    assert len(offered) == len(set(offered))


def test_units_that_are_listed_are_not_offered_again_until_their_attack_is_taken_back() -> None:
    b = front().run(DeclareAttacks()).play("attack E1833 3_br_9")
    assert b.refuses("attack E1932 3_br_8,3_br_9").rule == "J6 R-22"
    assert b.refuses("attack E1833 3_br_27").rule == "J6 R-22"
    assert "attack E1932 3_br_8,3_br_27 -" in b.choices()
    assert not any("3_br_9" in line for line in b.choices())
    b.play("cancel_attack E1833", "attack E1932 3_br_8,3_br_9")
    assert b.refuses("cancel_attack E1833").rule == "J6 12.23"


@pytest.mark.parametrize(
    ("attack", "rule"),
    [
        ("E1832 3_br_9", "12.23"),
        ("E1833 3_br_8", "12.21"),
        ("E1833 3_br_185", "12.21"),
        ("E1833 3_br_9,3_br_9", "12.2"),
        ("E1833 -", "12.2"),
        ("E1932 3_br_hq", "12.11"),
        ("E1833 12ss_25", "12.21"),
    ],
)
def test_an_attack_names_active_adjacent_units_with_an_open_strength_and_an_enemy_hex(attack: str, rule: str) -> None:
    b = front().run(DeclareAttacks())
    assert b.refuses(f"attack {attack}").rule == f"J6 {rule}"


@pytest.mark.parametrize(
    ("mark", "rule"), [("attacked", "R-22"), ("recovered", "21.22"), ("strategic", "7.3d"), ("active", "12.21")]
)
def test_a_unit_that_has_spent_its_activation_otherwise_does_not_attack(mark: str, rule: str) -> None:
    b = front().flag("3_br_9", mark, 0 if mark == "active" else 1).run(DeclareAttacks())
    assert b.refuses("attack E1833 3_br_9").rule == f"J6 {rule}"


def test_disordered_pinned_and_moved_units_attack_in_me() -> None:
    b = front().flag("3_br_9", "disorder", 2).flag("3_br_27", "pinned").flag("3_br_9", "moved").run(DeclareAttacks())
    assert fight(b.play("end_attacks"), "E1833", "3_br_9", "3_br_27").drm("attacker_disordered") == -1


def test_an_attack_without_any_strength_left_is_refused() -> None:
    b = field().unit("12ss_25", "E1833").unit("i_br_79", "E1932", attached="3_br").unit("3_br_8", "E1732")
    b.active("i_br_79", "3_br_8").run(DeclareAttacks())
    assert b.refuses("attack E1833 i_br_79").rule == "J6 12.51"
    assert "attack E1833 i_br_79 -" not in b.choices()
    b.play("attack E1833 i_br_79,3_br_8")


def test_nothing_is_asked_when_nobody_can_attack() -> None:
    assert field().unit("3_br_8", "E2033").unit("12ss_25", "E1833").active("3_br_8").run(DeclareAttacks()).quiet


def test_declaring_nothing_ends_the_attacks() -> None:
    assert front().run(DeclareAttacks()).play("end_attacks").quiet


def test_only_the_active_side_declares() -> None:
    b = front().run(DeclareAttacks())
    assert b.refuses("end_attacks", side=f.GERMAN).rule == "J6 12.2"


def test_the_rear_hexes_of_the_scenario_cannot_be_attacked() -> None:
    b = front(open_area=False).unit("3_br_185", "E2338").unit("21pz_125", "E2339").unit("xii_br_hq", "E2439")
    b.active("21pz_125").run(DeclareAttacks())
    assert b.refuses("attack E2439 21pz_125").rule == "J6 R-62"
    b.play("attack E2338 21pz_125")


def test_a_bridge_can_be_blown_while_attacks_are_declared() -> None:
    b = field(open_area=False).unit("3_br_8", "E1837").units("E1738", "21pz_125").unit("12ss_hq", "E1739")
    b.unit("21pz_hq", "E1739").unit("12ss_25", "E1836").active("12ss_25", "12ss_hq").run(DeclareAttacks())
    assert "demolish 12ss_hq E1737 E1738" in b.choices() or "demolish 12ss_hq E1738 E1737" in b.choices()
    b.play("demolish 12ss_hq E1737 E1738")
    assert b.pos.needs_bridge(b.hex("E1737"), b.hex("E1738"))
    b.play("attack E1837 12ss_25")


# ------------------------------------------------------------------ forced crossings
def river() -> Built:
    """British infantry on the Orne, their HQ behind them, a German regiment across."""
    b = field(open_area=False).unit("16lw_32", "E1939").units("E1938", "3_br_8", "3_br_185").unit("3_br_9", "E2039")
    b.unit("3_br_hq", "E2038")
    return b.active("3_br_8", "3_br_9", "3_br_185", "3_br_hq")


def test_engineers_carry_two_units_in_a_forced_crossing_for_minus_three() -> None:
    outcome = fight(river(), "E1939", "3_br_8", "3_br_9", engineers="3_br_hq")
    assert (outcome.drm("forced_crossing"), outcome.rule_of("drm.forced_crossing")) == (-3, "20.33")
    assert outcome.drm("terrain_hexside") == 0, "the -3 takes the place of the river's own DRM"
    assert outcome.fight.forced == outcome.fight.attackers
    assert outcome.built.has("3_br_hq", "bridge_action") == 1


def test_a_third_unit_needs_the_engineers_of_a_corps() -> None:
    b = river().run(DeclareAttacks())
    assert b.refuses("attack E1939 3_br_8,3_br_9,3_br_185 3_br_hq").rule == "J6 20.21"
    assert b.refuses("attack E1939 3_br_8").rule == "J6 20.21"
    near = river().unit("i_br_hq", "E2240").run(DeclareAttacks())
    assert near.refuses("attack E1939 3_br_8,3_br_9 3_br_hq,i_br_hq").rule == "J6 20.13"
    near.play("attack E1939 3_br_8,3_br_9,3_br_185 3_br_hq,i_br_hq", "end_attacks")
    assert (near.has("3_br_hq", "bridge_action"), near.has("i_br_hq", "bridge_action")) == (1, 1)


def test_engineers_that_have_worked_this_turn_carry_nobody() -> None:
    b = river().flag("3_br_hq", "bridge_action")
    assert b.run(DeclareAttacks()).quiet, "without engineers nobody can attack over the Orne"


def test_a_corps_hq_beyond_four_hexes_lends_no_engineers() -> None:
    b = river().unit("i_br_hq", "E2435").run(DeclareAttacks())
    assert b.game.board.distance(b.hex("E2435"), b.hex("E2038")) > 4
    assert b.refuses("attack E1939 3_br_8,3_br_9,3_br_185 3_br_hq,i_br_hq").rule == "J6 20.21"


def test_a_forced_crossing_begins_at_the_river() -> None:
    moved = river().flag("3_br_8", "moved").run(DeclareAttacks())
    assert moved.refuses("attack E1939 3_br_8 3_br_hq").rule == "J6 20.32"
    along = river()
    banks = river_banks(along.pos, f.ALLIED)
    assert set(banks) == {along.piece(unit) for unit in ("3_br_8", "3_br_9", "3_br_185")}
    along.flag("3_br_8", "moved").run(DeclareAttacks((), banks)).play("attack E1939 3_br_8 3_br_hq")


def test_motorized_units_and_germans_do_not_attack_over_a_river_without_a_bridge() -> None:
    """20.31"""
    b = river().unit("3_br_27", "E2039").active("3_br_8", "3_br_27", "3_br_hq").run(DeclareAttacks())
    assert b.refuses("attack E1939 3_br_27 3_br_hq").rule == "J6 12.32"
    german = field(open_area=False).unit("3_br_8", "E1938").unit("21pz_hq", "E1739").unit("16lw_32", "E1839")
    assert german.active("16lw_32", "21pz_hq").run(DeclareAttacks()).quiet


def test_commandos_cross_without_engineers_but_pay_the_drm() -> None:
    b = field(open_area=False).unit("16lw_32", "E1939").unit("i_br_1ss", "E1938").active("i_br_1ss")
    outcome = fight(b, "E1939", "i_br_1ss", dice=[5])
    assert outcome.drm("forced_crossing") == -3


def test_an_attack_over_a_standing_bridge_meets_the_rivers_own_drm() -> None:
    b = field(open_area=False).unit("21pz_125", "E1738").unit("3_br_8", "E1737").active("3_br_8")
    outcome = fight(b, "E1738", "3_br_8", defence="retreat")
    assert (outcome.drm("forced_crossing"), outcome.drm("terrain_hex")) == (0, -2)
    assert outcome.drm("terrain_hexside") == -1, "city -2 and river -2 stop at -3"


def test_the_luftwaffe_regiment_does_not_attack_over_the_orne_even_at_a_bridge() -> None:
    b = field(open_area=False).unit("16lw_32", "E1738").unit("21pz_125", "E1738").unit("3_br_8", "E1737")
    b.active("16lw_32", "21pz_125").run(DeclareAttacks())
    assert b.refuses("attack E1737 16lw_32").rule == "J6 PB 6.102"
    b.play("attack E1737 21pz_125")


# ------------------------------------------------------------------ resolving
def test_the_owner_chooses_the_order_of_his_attacks() -> None:
    b = front()
    outcome = declare(b, "E1833 3_br_9", "E1932 3_br_8")
    assert pending_targets(b.state) == tuple(sorted((b.hex("E1833"), b.hex("E1932"))))
    assert b.choices() == ["next_attack E1833", "next_attack E1932"]
    assert b.refuses("next_attack E1832").rule == "J6 R-66"
    b.play("next_attack E1932")
    assert pending_targets(b.state) == (b.hex("E1833"),), "the attack that is running is not pending"
    outcome.events += b.events
    answer(outcome, dice=[5])
    assert [event.targets for event in outcome.declared("fight.attack")] == [b.path("E1932"), b.path("E1833")]
    assert (b.has("3_br_9", "attacked"), b.has("3_br_9", "acted"), b.has("12ss_25", "acted")) == (1, 1, 0)


def test_an_attack_lapses_when_its_target_is_empty_and_its_units_are_not_free_again() -> None:
    b = front()
    outcome = declare(b, "E1833 3_br_9", "E1932 3_br_8")
    b.act().remove(b.piece("12ss_25"), "reason.eliminated")
    b.act()
    outcome.events.clear()
    b.run()
    outcome.events += b.events
    answer(outcome)
    assert [event.targets for event in outcome.declared("fight.lapses")] == [b.path("E1833")]
    assert [event.targets for event in outcome.declared("fight.attack")] == [b.path("E1932")]


def test_attackers_that_are_gone_drop_out_and_the_others_attack() -> None:
    b = front()
    outcome = declare(b, "E1833 3_br_9,3_br_27", "E1932 3_br_8")
    b.act().remove(b.piece("3_br_9"), "reason.eliminated")
    b.play("next_attack E1833")
    outcome.events += b.events
    answer(outcome, dice=[5, 5])
    (gone,) = outcome.declared("fight.drops_out")
    assert gone.pieces == (b.piece("3_br_9"),)
    assert b.game.rule(gone.rule) == "J6 R-66"
    first = outcome.declared("fight.attack")[0]
    assert first.pieces == (b.piece("3_br_27"),)


def test_units_that_retreated_into_a_listed_hex_defend_there() -> None:
    b = front()
    outcome = declare(b, "E1833 3_br_9", "E1932 3_br_8")
    b.act().move(b.piece("12ss_25"), b.path("E1833", "E1932"), "mode.retreat")
    b.run()
    outcome.events += b.events
    answer(outcome)
    assert outcome.fight.defenders == tuple(sorted((b.piece("12ss_25"), b.piece("16lw_32"))))
