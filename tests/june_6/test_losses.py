"""Steps and Disorder of one unit (13.1, 13.2, 6.16)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.games.june_6.questions.letters import hq_last
from hexledger.engine.games.june_6.rules import losses
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def brigade(**state: int) -> Built:
    return position(open_area=True).unit("3_br_8", "E2136", **state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "result", "after", "step_lost"),
    [(0, 1, 1, False), (0, 2, 2, False), (1, 1, 2, False), (1, 2, 0, True), (2, 1, 0, True), (2, 2, 0, True)],
)
def test_disorder_adds_up_to_a_lost_step(before: int, result: int, after: int, step_lost: bool) -> None:
    """13.11"""
    b = brigade(disorder=before)
    losses.disorder(b.act(), b.piece("3_br_8"), result, "13.71")
    assert (b.has("3_br_8", "disorder"), b.is_reduced("3_br_8")) == (after, step_lost)


def test_a_reduced_unit_is_eliminated_by_disorder_beyond_level_2() -> None:
    b = brigade(disorder=2, reduced=True)
    losses.disorder(b.act(), b.piece("3_br_8"), 1, "13.71")
    assert b.gone("3_br_8")
    assert b.has("3_br_8", "disorder") == 0, "a marker has stayed behind"


def test_a_reduced_result_takes_the_disorder_marker_off() -> None:
    """13.15"""
    b = brigade(disorder=1)
    losses.reduce(b.act(), b.piece("3_br_8"), "13.71")
    assert b.is_reduced("3_br_8") and b.has("3_br_8", "disorder") == 0


def test_a_step_lost_to_attrition_leaves_the_disorder_marker() -> None:
    b = brigade(disorder=1)
    losses.lose_step(b.act(), b.piece("3_br_8"), "13.21")
    assert b.is_reduced("3_br_8") and b.has("3_br_8", "disorder") == 1


def test_a_unit_of_one_step_is_eliminated_by_reduced() -> None:
    b = position(open_area=True).unit("det_1", "E2135")
    losses.reduce(b.act(), b.piece("det_1"), "13.71")
    (removed,) = b.of(ev.Removed)
    assert b.gone("det_1") and b.game.words.key(removed.reason) == "reason.eliminated"


def test_the_hq_of_a_division_that_is_lost_puts_re_on_its_units() -> None:
    b = position(open_area=True).unit("12ss_hq", "E2135").unit("12ss_25", "E2035").unit("21pz_125", "E2134")
    losses.reduce(b.act(), b.piece("12ss_hq"), "13.71")
    assert b.gone("12ss_hq")
    assert (b.has("12ss_25", "re"), b.has("21pz_125", "re")) == (1, 0)


def test_an_hq_is_the_last_of_its_stack_to_take_a_loss() -> None:
    b = position(open_area=True).units("E2135", "12ss_hq", "12ss_25").unit("21pz_hq", "E2035")
    hq, unit, other_hq = (b.piece(name) for name in ("12ss_hq", "12ss_25", "21pz_hq"))
    assert hq_last(b.pos, (hq, unit)) == (unit,)
    assert hq_last(b.pos, (hq, other_hq)) == (hq, other_hq)


@given(st.lists(st.sampled_from(["dis1", "dis2", "reduced"]), max_size=12))
def test_whatever_befalls_a_unit_its_steps_never_rise_and_its_disorder_stays_between_0_and_2(blows: list[str]) -> None:
    b = brigade()
    piece = b.piece("3_br_8")
    steps = 2
    for blow in blows:
        if b.gone("3_br_8"):
            break
        before = b.has("3_br_8", "disorder")
        if blow == "reduced":
            losses.reduce(b.act(), piece, "13.71")
        else:
            losses.disorder(b.act(), piece, int(blow[-1]), "13.71")
        left = b.state.steps.get(piece, 0)
        assert left in (steps, steps - 1)
        steps = left
        after = b.has("3_br_8", "disorder")
        assert 0 <= after <= 2
        worst = before + int(blow[-1]) > 2 or (before and blow == "dis2") if blow != "reduced" else True
        assert worst == (after == 0), "a result either marks the unit or costs it a step"
