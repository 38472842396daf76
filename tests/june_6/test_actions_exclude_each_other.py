"""What a unit may do in one activation (3.63, 7.3): move, break down and attack, or strategic movement, or recovery."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.activation import begin_activation, ready_in_me
from hexledger.engine.games.june_6.rules.detachments import BreakDowns
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from tests.june_6.builder import Built, position

HQ, UNIT = "g352_hq", "g352_914"
HERE, BESIDE = "E2716", "E2717"


def acting(**options: object) -> Built:
    """17/18 June: the 352nd Division acts in ME, far from every enemy, with a LOC; nothing is pinned or disordered."""
    return position("campaign", turn=6, **options).unit(HQ, HERE).unit(UNIT, HERE)


def activated(b: Built) -> Built:
    """Its activation begins, as an AM lets it."""
    act = b.act()
    units = [b.piece(HQ), b.piece(UNIT)]
    begin_activation(act, f.GERMAN, f.ME, units, 0)
    kernel.settle(act)
    return b


def broken_down() -> Built:
    return activated(acting()).play(f"break_down {UNIT} no {BESIDE}")


def test_a_unit_that_has_been_broken_down_does_not_recover_in_the_same_activation() -> None:
    """7.3a, 7.3e"""
    fresh = activated(position("campaign", turn=6).unit(HQ, HERE).unit(UNIT, HERE, reduced=True))
    assert f"recover {UNIT} yes" in fresh.choices(), "another reduced unit recovers there"
    b = broken_down()
    assert b.offer is not None and "move" in b.offer.kinds
    assert b.refuses(f"recover {UNIT} yes").rule == "J6 7.3e"
    assert not [line for line in b.choices() if line.startswith(f"recover {UNIT}")]


def test_a_unit_that_has_been_broken_down_uses_no_strategic_movement() -> None:
    """7.3a, 7.3d"""
    fresh = activated(acting()).play("end_break_down")
    ways = [line for line in fresh.choices() if line.startswith(f"strategic_move {UNIT} ")]
    assert ways, "the road is open to a unit that has not been broken down"
    b = broken_down()
    assert b.refuses(ways[0]).rule == "J6 7.3d"
    assert not [line for line in b.choices() if line.startswith(f"strategic_move {UNIT} ")]


def test_a_unit_that_has_been_broken_down_still_moves() -> None:
    """7.3a: to be broken down is a part of the movement."""
    b = broken_down()
    assert [line for line in b.choices() if line.startswith(f"move {UNIT} ")]


def test_the_next_activation_knows_nothing_of_it() -> None:
    """7.3 speaks of one activation."""
    b = broken_down()
    assert b.has(UNIT, "broken_down") == 1
    b.play("end_movement")
    assert b.has(UNIT, "broken_down") == 0


@pytest.mark.parametrize("flag", ["pinned", "scattered"])
def test_a_unit_that_may_not_move_is_not_broken_down(flag: str) -> None:
    """7.3a, 8.22"""
    b = acting()
    b.active(HQ, UNIT)
    b.act().flag(b.piece(UNIT), f"flag.{flag}", 1)
    b.unit("g352_915", HERE).active("g352_915").run(BreakDowns())
    assert b.refuses(f"break_down {UNIT} no {HERE}").rule == "J6 7.3a"
    assert not [line for line in b.choices() if line.startswith(f"break_down {UNIT} ")]


def test_a_unit_that_has_recovered_neither_moves_nor_uses_strategic_movement() -> None:
    """7.3e"""
    b = activated(acting()).play("end_break_down")
    b.act().flag(b.piece(UNIT), "flag.disorder", 1)
    b.play(f"recover {UNIT} no")
    assert b.has(UNIT, "recovered")
    assert not [line for line in b.choices() if line.startswith((f"move {UNIT} ", f"strategic_move {UNIT} "))]


def test_a_unit_that_enters_the_map_does_not_recover() -> None:
    """7.3, 8.48: it has only not paid for its hex yet."""
    b = position("campaign", turn=6).unit(HQ, HERE).unit(UNIT, HERE)
    b.active(HQ, UNIT)
    act = b.act()
    act.flag(b.piece(UNIT), "flag.disorder", 1)
    act.flag(b.piece(UNIT), "flag.entry", 1)
    b.run(Movement())
    assert b.refuses(f"recover {UNIT} no").rule == "J6 7.3e"


# ---------------------------------------------------------------------- readings of doubtful rules
@pytest.mark.parametrize(("reading", "recovers"), [("kind", True), ("points", False)])
def test_whether_german_assault_guns_recover_is_a_reading(reading: str, recovers: bool) -> None:
    """21.32d, R-110"""
    b = position("campaign", turn=6, options={"german_armor": reading})
    b.unit("17ss_hq", HERE).unit("17ss_stug", HERE, reduced=True).active("17ss_hq", "17ss_stug").run(Movement())
    if recovers:
        assert [line for line in b.choices() if line.startswith("recover 17ss_stug")]
    else:
        assert b.refuses("recover 17ss_stug yes").rule == "J6 21.32d"


@pytest.mark.parametrize(("reading", "acts"), [("ops", True), ("all", False)])
def test_whether_an_am_activates_a_german_hq_a_fourth_time_is_a_reading(reading: str, acts: bool) -> None:
    """4.23b, R-111"""
    b = acting(options={"three_activations": reading})
    act = b.act()
    act.flag(b.piece(HQ), "flag.activations", 3)
    assert ready_in_me(act, b.pos.formation(b.piece(HQ))) is acts
    assert b.has(HQ, "activations") == (4 if acts else 3)


# ---------------------------------------------------------------------- 16.4, R-114
ROCKETS, TARGET, TARGET_UNIT = "ii_fj_9nw", "E1833", "1_us_18"


def rockets(**marks: int) -> Built:
    """Rocket troops on a road with US infantry in range, three hexes and more away, beside their HQ."""
    b = position("campaign", turn=6, seed="rockets").unit(TARGET_UNIT, TARGET)
    return begun(b.unit("ii_fj_hq", "E2030").unit(ROCKETS, "E2030", **marks))


def begun(b: Built) -> Built:
    act = b.act()
    begin_activation(act, f.GERMAN, f.ME, [b.piece("ii_fj_hq"), b.piece(ROCKETS)], 0)
    kernel.settle(act)
    return b.pass_until("end_movement")


def test_a_unit_that_has_bombarded_neither_uses_strategic_movement_nor_recovers() -> None:
    """7.3d, 7.3e, 16.41, R-114: in either order; it may still move (QA-MOVE-4)."""
    ways = [line for line in rockets().choices() if line.startswith(f"strategic_move {ROCKETS} ")]
    assert ways, "the road is open to it before it fires"
    b = rockets().play(f"bombard {ROCKETS} {TARGET}")
    assert b.refuses(ways[0]).rule == "J6 7.3d"
    assert not [line for line in b.choices() if line.startswith(f"strategic_move {ROCKETS} ")]
    assert [line for line in b.choices() if line.startswith(f"move {ROCKETS} ")]
    b.act().flag(b.piece(ROCKETS), "flag.disorder", 1)
    assert b.refuses(f"recover {ROCKETS} no").rule == "J6 7.3e"
    b = rockets().play(ways[0])
    assert b.refuses(f"bombard {ROCKETS} {TARGET}").rule == "J6 7.3"


def test_the_next_activation_of_a_unit_that_has_bombarded_is_free_again() -> None:
    """7.3, 16.43, R-114: it has fired for the turn, and yet recovers and drives in another activation."""
    ways = [line for line in rockets().choices() if line.startswith(f"strategic_move {ROCKETS} ")]
    b = rockets().play(f"bombard {ROCKETS} {TARGET}", "end_movement")
    b.act().flag(b.piece(ROCKETS), "flag.disorder", 1)
    begun(b)
    assert f"recover {ROCKETS} no" in b.choices()
    assert b.refuses(f"bombard {ROCKETS} {TARGET}").rule == "J6 16.43"
    supported = rockets(fired=True)
    assert [line for line in supported.choices() if line.startswith(f"strategic_move {ROCKETS} ")] == ways
