"""Worked examples of the combat chapters that no case of the conformance files repeats (12.51-12.53, 13.15, 15.2)."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules import losses
from tests.june_6.builder import position
from tests.june_6.combats import Outcome, field, fight


def test_a_defender_shut_in_between_two_attackers_and_the_orne_is_surrounded() -> None:
    """12.53: E1940 attacked from E1840 and E1941; the river closes E2040 to the defender."""
    b = field().unit("12ss_25", "E1940").unit("3_br_8", "E1840").unit("3_br_9", "E1941").active("3_br_8", "3_br_9")
    outcome = fight(b, "E1940", "3_br_8", "3_br_9", dice=[5])
    assert (outcome.drm("surrounded"), outcome.drm("two_fronts")) == (2, 0)


def test_a_friend_of_the_attackers_who_takes_no_part_does_not_help_to_surround() -> None:
    """12.53: only the units of this attack hold hexes or have ZOCs that count."""
    b = field().unit("12ss_25", "E1940").unit("3_br_8", "E1840").unit("3_br_9", "E1941").active("3_br_8", "3_br_9")
    outcome = fight(b, "E1940", "3_br_8", dice=[5])
    assert (outcome.drm("surrounded"), outcome.drm("two_fronts")) == (0, 0)


def tanks_against_guns(target: str, start: str) -> Outcome:
    """27/3 with infantry against an anti-tank battalion alone."""
    b = field().unit("12ss_pzjg", target).units(start, "3_br_27", "3_br_8").active("3_br_27", "3_br_8")
    return fight(b, target, "3_br_27", "3_br_8", dice=[5, 5])


def test_bocage_holds_the_lead_in_armour_to_one() -> None:
    """15.2: five armour points against two of anti-tank guns: +2 on open ground, +1 in bocage."""
    board = field().pos.board
    assert (board.terrain[board.index["E1536"]], board.terrain[board.index["E2135"]]) == ("bocage", "clear")
    hedges, open_ground = tanks_against_guns("E1536", "E1636"), tanks_against_guns("E2135", "E2136")
    assert (hedges.drm("armor"), hedges.rule_of("drm.armor")) == (1, "15.2")
    assert (open_ground.drm("armor"), open_ground.rule_of("drm.armor")) == (2, "15.13")


def test_a_disordered_unit_that_is_reduced_loses_its_marker_with_the_step() -> None:
    """13.15"""
    b = position(open_area=True).unit("3_br_8", "E2336", disorder=2).unit("3_br_9", "E2337", disorder=1, reduced=True)
    losses.reduce(b.act(), b.piece("3_br_8"), "13.15")
    losses.reduce(b.act(), b.piece("3_br_9"), "13.15")
    assert b.is_reduced("3_br_8") and not b.has("3_br_8", "disorder")
    assert b.gone("3_br_9")


def test_the_only_bluff_of_the_maps_stops_motorized_attacks_as_well() -> None:
    """8.43, 12.31, QA-TERR-1"""
    b = position("campaign", open_area=True, turn=1)
    sides = [(a, c) for a, c, side in b.pos.board.data.sides if side.kind == "bluff"]
    assert [tuple(b.game.place(place) for place in pair) for pair in sides] == [("E3019", "E3118")]
    a, c = sides[0]
    assert b.pos.can_pass(b.piece("1_us_16"), a, c)
    assert not b.pos.can_pass(b.piece("2a_us_66"), a, c)
