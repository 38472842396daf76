"""Who may still attack, boundary by boundary: marked units that have moved, commandos at rivers, guns that have fired,
bridges blown between attacks (12.24, 13.12, 22.24, 20.32, 20.43, 6.13)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.crossing import river_banks
from hexledger.engine.games.june_6.rules.activation import begin_activation
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from tests.june_6.builder import Built, position
from tests.june_6.combats import field, fight


def activated(b: Built, *units: str, mode: int = f.ME) -> Built:
    """The units begin an activation of their own, as the rules begin it."""
    act = b.act()
    begin_activation(act, b.pos.side(b.piece(units[0])), mode, [b.piece(unit) for unit in units], 0)
    kernel.settle(act)
    return b


# ------------------------------------------------------------------ 13.12a, 22.24
def lonely_hq(mark: str, at: str = "E2336") -> Built:
    """A marked British brigade and a German HQ without company, which has no ZOC."""
    return position(open_area=True).unit("3_br_8", at, **{mark: 1}).unit("12ss_hq", "E2135")


def test_a_disordered_unit_that_moves_up_to_a_lone_hq_does_not_attack_it() -> None:
    """13.12"""
    b = activated(lonely_hq("disorder"), "3_br_8").play("move 3_br_8 E2236", "end_movement")
    assert b.quiet, "it did not begin its activation next to an enemy unit, and nobody else can attack"
    b.active("3_br_8").flag("3_br_8", "moved").run(DeclareAttacks())
    assert b.quiet


def test_an_unmarked_unit_moves_up_to_a_lone_hq_and_attacks_it() -> None:
    b = activated(lonely_hq("acted"), "3_br_8").play("move 3_br_8 E2236", "end_movement")
    assert "attack E2135 3_br_8 -" in b.choices()


@pytest.mark.parametrize(("mark", "rule"), [("disorder", "13.12a"), ("isolated", "22.24")])
def test_the_refusal_names_the_mark_that_forbids_the_attack(mark: str, rule: str) -> None:
    b = lonely_hq(mark, "E2236").unit("3_br_9", "E2136").active("3_br_8", "3_br_9")
    b.flag("3_br_8", "moved").run(DeclareAttacks())
    assert b.refuses("attack E2135 3_br_8").rule == f"J6 {rule}"


def test_a_disordered_unit_that_began_next_to_the_hq_may_move_around_it_and_attack() -> None:
    """13.12: the beginning of the activation counts, not the hex of the attack."""
    b = activated(lonely_hq("disorder", "E2236"), "3_br_8").play("move 3_br_8 E2235", "end_movement")
    assert "attack E2135 3_br_8 -" in b.choices()


def test_in_re_a_unit_beside_a_lone_hq_does_not_attack_for_want_of_an_enemy_zoc() -> None:
    """7.4: an RE unit attacks only if it began in an enemy ZOC."""
    b = activated(lonely_hq("disorder", "E2236"), "3_br_8", mode=f.RE_MODE).play("end_movement")
    assert b.quiet


# ------------------------------------------------------------------ 12.32, 20.32
def commandos(*, moved: bool) -> Built:
    b = field(open_area=False).unit("16lw_32", "E1939").unit("i_br_1ss", "E1938").active("i_br_1ss")
    return b.flag("i_br_1ss", "moved", int(moved))


def test_commandos_need_no_engineers_for_a_forced_crossing_but_begin_at_the_river_like_others() -> None:
    """20.32"""
    b = commandos(moved=True).unit("i_br_4ss", "E1938").active("i_br_1ss", "i_br_4ss").run(DeclareAttacks())
    assert b.refuses("attack E1939 i_br_1ss").rule == "J6 20.32"
    b.play("attack E1939 i_br_4ss")


def test_commandos_that_went_along_the_bank_began_at_the_river() -> None:
    b = commandos(moved=True)
    b.run(DeclareAttacks((), river_banks(b.pos, f.ALLIED))).play("attack E1939 i_br_1ss")


# ------------------------------------------------------------------ 20.43
def bridgehead() -> Built:
    """Germans attack over the bridge E1737-E1738 at Caen, an HQ of theirs behind them."""
    b = position().unit("12ss_25", "E1738").unit("12ss_hq", "E1739").unit("3_br_8", "E1837")
    return b.unit("12ss_26", "E1836").unit("3_br_hq", "E2038").active("12ss_25", "12ss_26", "12ss_hq")


def after_the_attack() -> Built:
    b = bridgehead().dice(0).run(DeclareAttacks()).play("attack E1837 12ss_26", "end_attacks")
    for _ in range(20):
        assert b.offer is not None
        if "end_demolitions" in b.offer.kinds:
            return b
        b.play(b.choices()[-1])
    raise AssertionError("nobody is asked for a demolition")


def test_a_bridge_may_be_blown_after_the_attacks_have_been_resolved() -> None:
    """20.43"""
    b = after_the_attack()
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert b.check_choices() == len(b.choices())
    b.play("demolish 12ss_hq E1737 E1738")
    assert b.pos.needs_bridge(b.hex("E1737"), b.hex("E1738"))


def test_after_the_attacks_the_two_attempts_of_an_activation_still_hold() -> None:
    """20.41"""
    b = after_the_attack()
    assert b.refuses("demolish 3_br_hq E1737 E1738").rule == "J6 20.15"
    assert b.flag("12ss_hq", "demolitions", 2).run().quiet, "its attempts are used up"


def test_nobody_is_asked_for_demolitions_where_no_bridge_is_near() -> None:
    b = field().unit("12ss_25", "E2135").unit("3_br_8", "E2236").unit("3_br_hq", "E2336").active("3_br_8", "3_br_hq")
    assert not any(one.startswith("ask.demolitions") for one in fight(b, "E2135", "3_br_8").asked)


# ------------------------------------------------------------------ 6.13a
def near_the_division(unit: str, **marks: int | bool) -> Built:
    b = position("campaign", open_area=True).unit("2_us_hq", "E1925").unit(unit, "E1926", **marks).active("2_us_hq")  # type: ignore[arg-type]
    return b.run(Attachments(b.game.formation_number["2_us"]))


def test_the_artillery_group_that_has_fired_this_turn_is_not_attached_to_fire_again() -> None:
    """6.13, 16.25: a unit that has fought this turn stays with its corps."""
    group = next(unit.id for unit in position().game.counters if "artillery_group" in unit.traits)
    assert near_the_division(group).choices() == ["attach -", f"attach {group}"]
    assert near_the_division(group, fired=True).quiet
