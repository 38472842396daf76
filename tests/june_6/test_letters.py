"""Distribution letters (13.7) with the rulings R-26, R-58, R-59 and R-14."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.letters import Loss, ignores_losses, losses_of, share_out
from hexledger.engine.games.june_6.rules.letters import ChooseUnit, ShareOut
from hexledger.engine.games.june_6.tables.combat import parse_result
from tests.june_6.builder import Built, position

# Cohesions: 12ss_25 7, 21pz_125 6, g709_919 3, det_1 4, 12ss_hq 7, 12ss_pzjg 7 (support), i_ss_101 8 (support).


def lost(*printed: str) -> tuple[Loss, ...]:
    return losses_of(tuple(parse_result(text) for text in printed))


def stack(*units: str, at: str = "E2135") -> Built:
    return position(open_area=True).units(at, *units)


def pieces(b: Built, *units: str) -> tuple[int, ...]:
    return tuple(sorted(b.piece(unit) for unit in units))


def hits(b: Built, units: tuple[int, ...], *printed: str, picks: tuple[str, ...] = ()) -> set[tuple[str, str]]:
    """(unit, kind and level) of a distribution that asks for no further choice."""
    share = share_out(b.pos, units, lost(*printed), tuple(b.piece(pick) for pick in picks))
    assert not share.ask, f"a choice is still open: {share.ask}"
    return {(b.game.piece(hit.unit), f"{'?PDR'[hit.loss.kind]}{hit.loss.level or ''}") for hit in share.hits}


def asks(b: Built, units: tuple[int, ...], *printed: str) -> set[str]:
    return {b.game.piece(unit) for unit in share_out(b.pos, units, lost(*printed)).ask}


def test_b_spares_the_combat_unit_of_highest_cohesion_and_never_a_support_unit() -> None:
    b = stack("12ss_25", "g709_919", "i_ss_101")
    units = pieces(b, "12ss_25", "g709_919", "i_ss_101")
    assert hits(b, units, "B Disorder 1") == {("g709_919", "D1"), ("i_ss_101", "D1")}


def test_c_spares_the_combat_unit_of_lowest_cohesion() -> None:
    b = stack("12ss_25", "g709_919", "i_ss_101")
    units = pieces(b, "12ss_25", "g709_919", "i_ss_101")
    assert hits(b, units, "C Disorder 1") == {("12ss_25", "D1"), ("i_ss_101", "D1")}


def test_d_counts_support_units_and_b_then_still_spares_a_combat_unit() -> None:
    b = stack("12ss_25", "g709_919", "i_ss_101")
    units = pieces(b, "12ss_25", "g709_919", "i_ss_101")
    assert hits(b, units, "D Reduced", "B Disorder 2") == {("i_ss_101", "R"), ("g709_919", "D2")}


def test_the_unit_hit_by_e_is_the_one_that_c_spares() -> None:
    b = stack("12ss_25", "g709_919")
    units = pieces(b, "12ss_25", "g709_919")
    assert hits(b, units, "E Reduced", "C Disorder 1") == {("g709_919", "R"), ("12ss_25", "D1")}


def test_equal_cohesion_leaves_the_choice_to_the_owner() -> None:
    b = stack("3_br_8", "3_br_9")
    units = pieces(b, "3_br_8", "3_br_9")
    assert asks(b, units, "D Reduced", "B Disorder 1") == {"3_br_8", "3_br_9"}
    assert hits(b, units, "D Reduced", "B Disorder 1", picks=("3_br_9",)) == {("3_br_9", "R"), ("3_br_8", "D1")}


def test_the_owner_names_the_unit_of_an_f_result() -> None:
    b = stack("12ss_25", "12ss_hq")
    assert asks(b, pieces(b, "12ss_25", "12ss_hq"), "F Disorder 1") == {"12ss_25", "12ss_hq"}


def test_reduced_passes_from_an_hq_to_another_unit_of_its_hex() -> None:
    b = stack("12ss_hq", "g709_919", "det_1")
    units = pieces(b, "12ss_hq", "g709_919", "det_1")
    assert asks(b, units, "D Reduced") == {"g709_919", "det_1"}
    assert asks(b, units, "F Reduced") == {"g709_919", "det_1"}


def test_disorder_may_fall_on_an_hq() -> None:
    b = stack("12ss_hq", "g709_919")
    assert hits(b, pieces(b, "12ss_hq", "g709_919"), "D Disorder 1") == {("12ss_hq", "D1")}


def test_an_hq_that_stands_with_hqs_only_takes_its_own_reduced() -> None:
    b = stack("12ss_hq", "21pz_hq")
    assert hits(b, pieces(b, "12ss_hq", "21pz_hq"), "D Reduced") == {("12ss_hq", "R")}


def test_one_reduced_result_reduces_one_unit_of_each_stack() -> None:
    b = stack("3_br_8", "3_br_hq").unit("3_br_9", "E2236")
    units = pieces(b, "3_br_8", "3_br_hq", "3_br_9")
    assert hits(b, units, "A Reduced") == {("3_br_8", "R"), ("3_br_9", "R")}


def test_the_unit_spared_by_b_cannot_be_chosen_for_the_one_reduced() -> None:
    b = stack("12ss_25", "g709_919", "12ss_hq")
    units = pieces(b, "12ss_25", "g709_919", "12ss_hq")
    assert hits(b, units, "B Reduced") == {("g709_919", "R")}


@pytest.mark.parametrize(
    ("printed", "taken"),
    [
        (("E Reduced", "C Disorder 2"), "R"),
        (("D Reduced", "B Disorder 1"), "R"),
        (("E Disorder 2", "C Disorder 1"), "D2"),
        (("A Disorder 1",), "D1"),
    ],
)
def test_a_lone_unit_takes_the_worst_of_its_results_once(printed: tuple[str, ...], taken: str) -> None:
    b = stack("g709_919")
    assert hits(b, pieces(b, "g709_919"), *printed) == {("g709_919", taken)}


def test_a_lone_unit_must_beat_every_opposing_cohesion_to_ignore_losses() -> None:
    b = stack("3_br_8").unit("det_1", "E2136").unit("12ss_25", "E2136").unit("12ss_hq", "E2035")
    lone = pieces(b, "3_br_8")
    assert ignores_losses(b.pos, lone, pieces(b, "det_1"))
    assert not ignores_losses(b.pos, lone, pieces(b, "det_1", "12ss_25"))
    assert not ignores_losses(b.pos, lone, pieces(b, "det_1", "12ss_hq")), "an HQ in the hex opposes as well"
    assert not ignores_losses(b.pos, pieces(b, "3_br_8", "det_1"), ()), "two units are not alone"


def test_the_owner_and_nobody_else_is_asked_and_only_for_the_candidates() -> None:
    b = stack("3_br_8", "3_br_9").unit("3_br_hq", "E2236")
    units = pieces(b, "3_br_8", "3_br_9")
    b.run(ShareOut(1, b.hex("E2135"), units, lost("E Disorder 1"), False, "13.71"))
    assert b.offer is not None and b.offer.side == 1
    assert set(b.choices()) == {"choose_unit 3_br_8", "choose_unit 3_br_9"}
    assert b.refuses("choose_unit 3_br_hq").rule == "J6 13.71"
    b.play(ChooseUnit(b.piece("3_br_9")))  # type: ignore[arg-type]
    assert (b.has("3_br_8", "disorder"), b.has("3_br_9", "disorder"), b.quiet) == (0, 1, True)
