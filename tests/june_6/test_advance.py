"""Advance after combat (13.4), ambush (13.46) and the results that lead to them."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.advance import BREAKTHROUGH, MANDATORY, OPTIONAL, Ambush
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.fights import advance_only, fight, results

TARGET = "E2135"


def two_brigades(**marks: int) -> Built:
    return position(open_area=True).unit("3_br_8", "E2136").unit("3_br_9", "E2236", **marks)  # type: ignore[arg-type]


def test_an_optional_advance_may_be_declined() -> None:
    b = two_brigades()
    advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9"), OPTIONAL)
    assert set(b.choices()) == {"advance 3_br_8 E2135", "advance 3_br_9 E2135", "end_advance"}
    b.play("end_advance")
    assert b.quiet and b.at("3_br_8") == "E2136"


def test_a_mandatory_advance_takes_as_many_units_as_fit() -> None:
    b = two_brigades().unit("3_br_27", "E2235")
    advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9", "3_br_27"), MANDATORY)
    assert b.refuses("end_advance").rule == "J6 13.43"
    b.play("advance 3_br_27 E2135")
    assert b.refuses("end_advance").rule == "J6 13.43"
    b.play("advance 3_br_8 E2135")
    assert b.quiet, "two combat units fill the hex"
    assert (b.at("3_br_9"), b.state.control[b.hex(TARGET)]) == ("E2236", 1)


def test_the_only_unit_of_a_mandatory_advance_goes_without_being_asked() -> None:
    b = two_brigades(pinned=1)
    advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9"), MANDATORY)
    assert b.quiet and b.at("3_br_8") == TARGET


def test_disordered_pinned_scattered_and_isolated_units_do_not_advance() -> None:
    for mark, rule in (("disorder", "13.41"), ("pinned", "13.41"), ("scattered", "13.41"), ("isolated", "12.24")):
        b = two_brigades(**{mark: 1})
        advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9"), OPTIONAL)
        assert b.refuses("advance 3_br_9 E2135").rule == f"J6 {rule}", mark


def test_an_hq_advances_only_beside_a_combat_unit_that_may_advance() -> None:
    b = two_brigades(disorder=1).unit("3_br_hq", "E2236").unit("3_cdn_hq", "E2136")
    advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9"), OPTIONAL)
    assert b.refuses("advance 3_br_hq E2135").rule == "J6 13.41"
    b.play("advance 3_cdn_hq E2135")
    assert b.at("3_cdn_hq") == TARGET


def test_an_hq_never_must_advance() -> None:
    b = two_brigades().unit("3_cdn_hq", "E2136")
    advance_only(b, fight(b, TARGET, "3_br_8"), MANDATORY)
    b.play("advance 3_br_8 E2135", "end_advance")
    assert b.quiet and b.at("3_cdn_hq") == "E2136"


def test_nobody_advances_into_a_hex_that_the_defender_has_kept() -> None:
    b = two_brigades().unit("12ss_25", TARGET).unit("12ss_26", TARGET)
    results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 9)
    while not b.quiet:
        b.play(b.choices()[0])
    assert {b.at("3_br_8"), b.at("3_br_9")} == {"E2136", "E2236"}


def test_an_advance_stops_after_one_hex() -> None:
    b = two_brigades()
    advance_only(b, fight(b, TARGET, "3_br_8", "3_br_9"), OPTIONAL)
    assert b.refuses("advance 3_br_8 E2135,E2035").rule == "J6 13.42"


def test_motorized_units_advance_two_hexes_in_a_breakthrough_through_enemy_zoc() -> None:
    """13.45"""
    b = position(open_area=True).unit("2a_us_66", "E2136").unit("3_br_8", "E2236").unit("12ss_25", "E2034")
    advance_only(b, fight(b, TARGET, "2a_us_66", "3_br_8"), BREAKTHROUGH)
    assert b.refuses("advance 3_br_8 E2135,E2035").rule == "J6 13.42"
    b.play("advance 2a_us_66 E2135,E2134")
    assert b.at("2a_us_66") == "E2134" and b.pos.in_ezoc(b.hex("E2134"), 1)
    assert b.quiet and b.at("3_br_8") == TARGET, "the foot unit must follow one hex"


def test_a_motorized_unit_may_take_its_second_hex_later() -> None:
    b = position(open_area=True).unit("2a_us_66", "E2136").unit("2a_us_67", "E2236")
    advance_only(b, fight(b, TARGET, "2a_us_66", "2a_us_67"), BREAKTHROUGH)
    b.play("advance 2a_us_66 E2135", "advance 2a_us_67 E2135", "advance 2a_us_66 E2035")
    assert (b.at("2a_us_66"), b.at("2a_us_67")) == ("E2035", TARGET)
    assert b.refuses("advance 2a_us_66 E2034").rule == "J6 13.52"


def test_a_full_hex_can_be_passed_in_a_breakthrough() -> None:
    b = position(open_area=True).unit("2a_us_66", "E2136").units(TARGET, "3_br_8", "3_br_9")
    one = fight(b, "E2034", "2a_us_66")._replace(target=b.hex(TARGET))
    advance_only(b, one, BREAKTHROUGH)
    assert b.refuses("advance 2a_us_66 E2135").rule == "J6 13.5"
    b.play("advance 2a_us_66 E2135,E2035")
    assert b.at("2a_us_66") == "E2035"


def test_an_advance_after_a_forced_crossing_goes_over_the_river() -> None:
    b = position(open_area=True)
    board, foot = b.game.board, b.piece("3_br_8")
    b.unit("3_br_8", "E1841")
    a, c = next(
        (a, c)
        for a, c, side in board.data.sides
        if side.kind == "great_river" and not side.bridge and b.pos.can_pass(foot, a, c, assisted=True)
    )
    start, target = board.labels[a], board.labels[c]
    b = position(open_area=True).unit("3_br_8", start)
    advance_only(b, fight(b, target, "3_br_8"), MANDATORY)
    assert b.at("3_br_8") == start, "without engineers the river is closed"
    advance_only(b, fight(b, target, "3_br_8", forced=("3_br_8",)), MANDATORY)
    assert b.at("3_br_8") == target and "20.34" in b.rules()


# ---------------------------------------------------------------------- 13.46
BOCAGE = "E1511"


def in_bocage(*dice: int, seed: str = "") -> Built:
    b = position(open_area=True, dice=dice, seed=seed).unit("3_br_8", "E1512").unit("3_cdn_7", "E1612")
    return b.units(BOCAGE, "g352_915", "g352_914")


def ambush_rolls(b: Built) -> list[int]:
    word = b.game.words["roll.ambush"]
    return [roll.subject for roll in b.of(ev.Rolled) if roll.purpose == word]


def test_a_mandatory_advance_into_bocage_is_ambushed_even_when_the_germans_hold() -> None:
    """13.46, QA-RES-6"""
    b = in_bocage(7)
    results(b, fight(b, BOCAGE, "3_br_8", "3_cdn_7"), 9).play("choose_unit 3_cdn_7")
    while not b.quiet:
        b.play(b.choices()[0])
    assert ambush_rolls(b) == [b.piece("3_br_8")], "the unit disordered in this combat does not roll"
    assert b.has("3_br_8", "disorder") == 1


def test_an_ambush_roll_up_to_the_cohesion_is_harmless() -> None:
    """13.46"""
    b = in_bocage(6)
    results(b, fight(b, BOCAGE, "3_br_8", "3_cdn_7"), 9).play("choose_unit 3_cdn_7")
    while not b.quiet:
        b.play(b.choices()[0])
    assert len(ambush_rolls(b)) == 1 and b.has("3_br_8", "disorder") == 0


@pytest.mark.parametrize(("row", "follows", "rolls"), [(9, False, False), (13, False, False), (13, True, True)])
def test_an_hq_rolls_for_the_ambush_only_if_it_has_advanced(row: int, follows: bool, rolls: bool) -> None:
    """13.46, 13.41: the Germans hold, the HQ stays behind, the HQ follows its unit."""
    b = in_bocage(seed="ambush").unit("3_br_hq", "E1512")
    results(b, fight(b, BOCAGE, "3_br_8", "3_cdn_7"), row)
    while not b.quiet:
        lines = b.choices()
        wanted = f"advance 3_br_hq {BOCAGE}" if follows else "end_advance"
        b.play(wanted if wanted in lines else next(line for line in lines if "3_br_hq" not in line))
    assert (b.at("3_br_hq") == BOCAGE) is follows
    rolled = ambush_rolls(b)
    assert (b.piece("3_br_hq") in rolled) is rolls and rolled, "the units roll in any case"


def test_who_was_lost_after_its_advance_rolls_for_no_ambush() -> None:
    """13.46, 14.1: in a counterattack against the first unit, say."""
    b = in_bocage(7)
    units = (b.piece("3_br_8"), b.piece("3_cdn_7"))
    b.act().remove(units[0], "reason.eliminated")
    b.run(Ambush(b.hex(BOCAGE), units, ()))
    assert ambush_rolls(b) == [units[1]]


def test_no_ambush_when_the_germans_retreat_from_choice_or_the_allies_probe() -> None:
    for attack, defence, row in (("assault", "retreat", 8), ("probe", "stand", 12)):
        b = in_bocage()
        results(b, fight(b, BOCAGE, "3_br_8", "3_cdn_7", attack=attack, defence=defence), row)
        while not b.quiet:
            b.play(b.choices()[0])
        assert ambush_rolls(b) == [], (attack, defence)


def test_no_ambush_in_a_breakthrough() -> None:
    b = position(open_area=True).unit("3_br_8", "E1512").unit("g352_915", BOCAGE)
    results(b, fight(b, BOCAGE, "3_br_8"), 14)
    while not b.quiet:
        b.play(b.choices()[0])
    assert b.at("3_br_8") == BOCAGE and ambush_rolls(b) == []


def test_no_ambush_on_open_ground() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("g352_915", TARGET)
    results(b, fight(b, TARGET, "3_br_8"), 13)
    while not b.quiet:
        b.play(b.choices()[0])
    assert b.at("3_br_8") == TARGET and ambush_rolls(b) == []
