"""Conformance cases of combat results and bombardment (J6 6.16, 13, 14, 16.4, 17.2), played through the engine."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH
from hexledger.engine.games.june_6.questions.letters import losses_of
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase, bombard_choices, check_bombard
from hexledger.engine.games.june_6.rules.letters import ShareOut
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.retreat import FallBack
from hexledger.engine.games.june_6.tables.combat import parse_result
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.fights import fight, results

TARGET = "E2135"


def share(b: Built, *printed: str, units: tuple[str, ...]) -> Built:
    """Hand lettered results to the owner of these units, the first of which says whose they are."""
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    found = losses_of(tuple(parse_result(text) for text in printed))
    return b.run(ShareOut(b.pos.side(pieces[0]), b.pos.at(pieces[0]), pieces, found, False, "13.71"))


def disorders(b: Built, *units: str) -> list[int]:
    return [b.has(unit, "disorder") for unit in units]


def to_the_end(b: Built) -> Built:
    """Take the first choice whenever something is asked."""
    while not b.quiet:
        b.play(b.choices()[0])
    return b


# ------------------------------------------------------------------ 13.1 Disorder
def test_J6_028_disorder_1_and_disorder_2_cost_a_step() -> None:
    b = position(open_area=True).unit("3_br_8", TARGET, disorder=1).unit("3_br_9", TARGET, disorder=1, reduced=True)
    b.unit("det_1", "E2036", disorder=1)
    for unit in ("3_br_8", "3_br_9", "det_1"):
        losses.disorder(b.act(), b.piece(unit), 2, "13.71")
    assert (b.has("3_br_8", "disorder"), b.is_reduced("3_br_8")) == (0, True)
    assert b.gone("3_br_9"), "it was reduced already"
    assert b.gone("det_1"), "it has one step only"


def test_J6_029_disorder_1_and_disorder_1_make_disorder_2() -> None:
    b = position(open_area=True).unit("3_br_8", TARGET, disorder=1)
    losses.disorder(b.act(), b.piece("3_br_8"), 1, "13.71")
    assert (b.has("3_br_8", "disorder"), b.is_reduced("3_br_8"), b.rules()) == (2, False, ["13.13"])


def test_J6_030_disorder_2_and_disorder_1_cost_a_step() -> None:
    b = position(open_area=True).unit("3_br_8", TARGET, disorder=2).unit("3_br_9", TARGET, disorder=2, reduced=True)
    for unit in ("3_br_8", "3_br_9"):
        losses.disorder(b.act(), b.piece(unit), 1, "13.71")
    assert (b.has("3_br_8", "disorder"), b.is_reduced("3_br_8"), b.gone("3_br_9")) == (0, True, True)


# ------------------------------------------------------------------ 13.7 letters
def test_J6_032_b_disorder_and_d_reduced_fall_on_different_units() -> None:
    # Cohesions 7, 6 and 3: 25/12SS is the highest.
    b = position(open_area=True).unit("12ss_25", TARGET).unit("21pz_125", "E2134").unit("g709_919", "E2134")
    share(b, "B Disorder 1", "D Reduced", units=("12ss_25", "21pz_125", "g709_919"))
    assert disorders(b, "12ss_25", "21pz_125", "g709_919") == [0, 1, 1]
    assert [b.is_reduced(unit) for unit in ("12ss_25", "21pz_125", "g709_919")] == [True, False, False]


def test_J6_033_a_disorders_every_combat_and_support_unit() -> None:
    b = position(open_area=True).units(TARGET, "12ss_25", "12ss_hq", "i_ss_101")
    share(b, "A Disorder 1", units=("12ss_25", "12ss_hq", "i_ss_101"))
    assert disorders(b, "12ss_25", "12ss_hq", "i_ss_101") == [1, 1, 1]


def test_J6_407_the_hq_of_a_stack_is_the_last_to_lose_a_step() -> None:
    for printed in ("A Reduced", "D Reduced", "E Reduced", "F Reduced"):
        b = position(open_area=True).unit("12ss_hq", TARGET).unit("12ss_25", TARGET, reduced=True)
        share(b, printed, units=("12ss_hq", "12ss_25"))
        assert (b.gone("12ss_25"), b.at("12ss_hq"), b.quiet) == (True, TARGET, True), printed


# ------------------------------------------------------------------ 13.73 lone units
def test_J6_147_a_lone_unit_of_higher_cohesion_ignores_disorder_and_reduced() -> None:
    b = position(open_area=True).unit("12ss_25", TARGET).unit("3_br_8", "E2136").unit("3_br_9", "E2236")
    results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 8)
    ignored = [event.args for event in b.of(ev.Noted) if event.rule == b.game.rules["13.73"]]
    assert ignored == [(b.piece("12ss_25"),)]
    b.play("choose_unit 3_br_8")
    assert b.quiet and not b.is_reduced("12ss_25") and disorders(b, "12ss_25") == [0]


@pytest.mark.parametrize("reduced", [False, True])
def test_J6_148_the_18th_regiment_is_checked_and_the_paratroops_are_unharmed(reduced: bool) -> None:
    # 5/3FJ has cohesion 7 in full strength and 8 reduced; both are above the 6 of 18/1.
    b = position(open_area=True).unit("1_us_18", "E2136").unit("3fj_5", TARGET, reduced=reduced)
    assert b.pos.cohesion(b.piece("3fj_5")) == (8 if reduced else 7) > b.pos.cohesion(b.piece("1_us_18")) == 6
    results(b, fight(b, TARGET, "1_us_18"), 9)
    assert b.quiet
    assert (b.has("1_us_18", "disorder"), b.at("1_us_18")) == (1, "E2136"), "disordered, so it cannot advance"
    assert (b.has("3fj_5", "disorder"), b.is_reduced("3fj_5"), b.at("3fj_5")) == (0, reduced, TARGET)


def test_J6_148_the_8th_regiment_ignores_what_the_static_regiment_suffers() -> None:
    # The second example of the same answer: cohesion 5 against 3, modified die 2.
    b = position(open_area=True).unit("4_us_8", "E2136").unit("g709_919", TARGET)
    results(b, fight(b, TARGET, "4_us_8"), 2)
    assert (b.has("4_us_8", "disorder"), b.is_reduced("4_us_8")) == (0, False)
    assert (b.has("g709_919", "disorder"), b.is_reduced("g709_919")) == (1, False)


def test_J6_150_a_lone_unit_with_disorder_and_reduced_is_only_reduced() -> None:
    b = position(open_area=True).unit("g709_919", TARGET).unit("3_br_8", "E2136").unit("3_br_9", "E2236")
    results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 8).play("choose_unit 3_br_8")
    assert (b.is_reduced("g709_919"), b.has("g709_919", "disorder")) == (True, 0)


def test_J6_151_a_lone_unit_with_a_retreat_takes_the_other_result_as_well() -> None:
    for row, reduced, disorder in ((9, False, 1), (13, True, 0)):
        column = "retreat" if row == 9 else "stand"
        b = position(open_area=True).unit("g709_919", TARGET).unit("3_br_8", "E2136").unit("3_br_9", "E2236")
        results(b, fight(b, TARGET, "3_br_8", "3_br_9", defence=column), row)
        assert (b.is_reduced("g709_919"), b.has("g709_919", "disorder")) == (reduced, disorder)
        assert b.offer is not None and b.offer.kinds == ("retreat",) and b.offer.pieces == (b.piece("g709_919"),)


def test_J6_152_a_lone_unit_must_beat_the_highest_enemy_cohesion() -> None:
    # Cohesion 6 against 4 and 7.
    b = position(open_area=True).unit("3_br_8", "E2136").units(TARGET, "det_1", "12ss_25")
    results(b, fight(b, TARGET, "3_br_8"), 1)
    assert b.is_reduced("3_br_8")
    b = position(open_area=True).unit("3_br_8", "E2136").unit("det_1", TARGET)
    results(b, fight(b, TARGET, "3_br_8"), 1)
    assert not b.is_reduced("3_br_8"), "alone against 4 it ignores the result"


# ------------------------------------------------------------------ 13.3 retreat
def test_J6_058_a_stack_that_retreats_through_enemy_zoc_loses_one_step() -> None:
    # 8/3 in E2237 covers E2136 and E2236.
    b = position(open_area=True).units(TARGET, "12ss_25", "12ss_26").unit("3_br_8", "E2237")
    stack = tuple(sorted((b.piece("12ss_25"), b.piece("12ss_26"))))
    b.run(FallBack(2, b.hex(TARGET), 1, stack)).play("retreat 12ss_25,12ss_26 E2136,E2036", "choose_unit 12ss_26")
    assert [b.is_reduced(unit) for unit in ("12ss_25", "12ss_26")] == [False, True]
    assert (b.at("12ss_25"), b.at("12ss_26"), b.quiet) == ("E2036", "E2036", True)


def test_J6_144_a_retreat_into_enemy_zoc_costs_a_step_and_goes_on() -> None:
    b = position(open_area=True).unit("12ss_25", TARGET).unit("3_br_8", "E2237")
    b.run(FallBack(2, b.hex(TARGET), 1, (b.piece("12ss_25"),)))
    assert b.refuses("retreat 12ss_25 E2136").rule == "J6 13.35"
    b.play("retreat 12ss_25 E2136,E2036")
    assert (b.is_reduced("12ss_25"), b.at("12ss_25")) == (True, "E2036")


# ------------------------------------------------------------------ 13.46 ambush
def test_J6_138_a_probe_avoids_the_bocage_ambush() -> None:
    for attack, row, rolls in (("assault", 13, 1), ("probe", 13, 0)):
        b = position(open_area=True, dice=[0]).unit("3_br_8", "E1512").unit("g352_915", "E1511")
        to_the_end(results(b, fight(b, "E1511", "3_br_8", attack=attack), row))
        assert 1 - len(b.coming) == rolls, attack


# ------------------------------------------------------------------ 13.5, 13.6
def test_J6_429_a_breakthrough_gives_motorized_units_one_more_attack_without_support() -> None:
    b = position(open_area=True, dice=[0]).unit("2a_us_66", "E2136").unit("g709_919", TARGET, reduced=True)
    b.unit("21pz_125", "E2034").track("air", 2).track("naval", 2).active("2a_us_66")
    results(b, fight(b, TARGET, "2a_us_66"), 14)
    b.play("advance 2a_us_66 E2135,E2035")
    b.play("second_attack E2034 2a_us_66")
    assert b.offer is not None and b.offer.kinds[0] in ("seal", "choose_mode"), "no artillery, no markers"
    again = position(open_area=True).unit("2a_us_66", "E2136").unit("g709_919", TARGET, reduced=True)
    again.unit("21pz_125", "E2034")
    results(again, fight(again, TARGET, "2a_us_66", kind=FIGHT_BREAKTHROUGH), 14).play("advance 2a_us_66 E2135,E2035")
    assert again.quiet and again.at("2a_us_66") == "E2035", "two hexes again, but no third attack"


def test_J6_054_unmarked_defenders_advance_and_attack_after_a_rout() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("3_br_27", "E2237").active("3_br_8")
    b.unit("21pz_125", TARGET).unit("g709_919", TARGET, disorder=1)
    results(b, fight(b, TARGET, "3_br_8"), 0)
    b.play(next(one for one in b.choices() if one == "retreat 3_br_8 E2137"))
    assert set(b.choices()) == {"advance 21pz_125 E2136", "end_advance"}, "a disordered unit does not advance"
    b.play("advance 21pz_125 E2136")
    assert "second_attack E2237 21pz_125" in b.choices()


# ------------------------------------------------------------------ 14 counterattack
def test_J6_056_retreated_units_must_counterattack_and_targets_of_later_attacks_may_not_join() -> None:
    b = position(open_area=True, dice=[5]).unit("3_br_8", "E2136").unit("3_br_9", "E2236").unit("3_br_27", "E2234")
    b.unit("21pz_125", TARGET).unit("12ss_25", "E2134").active("3_br_8", "3_br_9", "3_br_27")
    b.run(DeclareAttacks())
    b.play("attack E2135 3_br_8,3_br_9", "attack E2134 3_br_27", "end_attacks")
    answers = ("choose_mode mode.assault", "next_attack E2135", "artillery -", "ground_support 0 0")
    while "retreat" not in (b.offer.kinds if b.offer else ()):
        b.play(_first(b, *answers, "choose_mode mode.retreat"))
    b.play("retreat 21pz_125 E2035")
    while "counterattack" not in (b.offer.kinds if b.offer else ()):
        b.play(_first(b, "advance 3_br_8 E2135", "choose_unit 3_br_8"))
    assert b.choices() == ["counterattack 21pz_125", "no_counterattack"]
    assert b.refuses("counterattack 12ss_25,21pz_125").rule == "J6 14.23"


def _first(b: Built, *wanted: str) -> str:
    """The first of these decisions that is offered, else whatever is."""
    choices = b.choices()
    return next((one for one in wanted if one in choices), choices[0])


def test_J6_507_no_counterattack_after_a_two_hex_retreat() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").units(TARGET, "21pz_125", "12ss_25").active("3_br_8")
    results(b, fight(b, TARGET, "3_br_8", defence="retreat"), 10)
    b.play("retreat 21pz_125,12ss_25 E2035,E2034")
    assert b.quiet and b.at("3_br_8") == TARGET, "the advance is over and no German was asked"


# ------------------------------------------------------------------ 16.4, 17.2 bombardment
def test_J6_130_tot_always_adds_2_and_rockets_always_add_1() -> None:
    for unit, at, target, line in (
        ("v_us_hq", "E1241", "E1244", {"drm.tot": 2}),
        ("i_ss_nw", "E1241", "E1244", {"drm.nebelwerfer": 1}),
    ):
        b = position(open_area=True, dice=[0]).unit(unit, at)
        b.unit("12ss_25" if unit == "v_us_hq" else "3_br_8", target).active(unit)
        b.run(Movement()).play(f"bombard {unit} {target}")
        assert b.lines("reckon.bombardment_drm", target) == line


def test_J6_131_a_british_corps_hq_cannot_bombard() -> None:
    b = position(open_area=True).unit("i_br_hq", "E2236").unit("12ss_25", TARGET).active("i_br_hq")
    with pytest.raises(IllegalDecision) as refusal:
        check_bombard(b.pos, b.decision("bombard i_br_hq E2135"))
    assert refusal.value.rule == "J6 QA-BOMB-2"
    assert list(bombard_choices(b.pos)) == []


def test_J6_132_a_pinned_unit_does_not_advance_nor_a_pinned_rocket_unit_bombard() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136", pinned=True).unit("3_br_9", "E2236").unit("det_1", TARGET)
    to_the_end(results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 13))
    assert (b.at("3_br_8"), b.at("3_br_9")) == ("E2136", TARGET)
    b = position(open_area=True).unit("i_ss_nw", "E2135", pinned=True).unit("3_br_8", "E2136").active("i_ss_nw")
    assert list(bombard_choices(b.pos)) == []


def test_J6_431_no_naval_bombardment_of_a_hex_that_the_air_force_has_bombarded() -> None:
    b = position(open_area=True, dice=[0]).unit("12ss_25", TARGET).track("air", 1).track("naval", 1)
    b.run(BombardmentPhase())
    assert "bombard_hex E2135 track.naval 1" in b.choices()
    b.play("bombard_hex E2135 track.air 1")
    assert b.quiet, "the only target has had its air mission"
    b.unit("21pz_125", "E2035").run(BombardmentPhase(((b.hex(TARGET), b.game.words["track.air"]),)))
    assert b.refuses("bombard_hex E2135 track.naval 1").rule == "J6 18.22"
    assert "bombard_hex E2035 track.naval 1" in b.choices()
