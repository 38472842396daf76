"""Stacking at the end of a move impulse (6.1, 6.3, 6.5, 12.7, C-74)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.rules.stacking import Overstacked
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position


def ended(b: Built, side: str, impulse: int = 1) -> Built:
    return b.turn_of(side, impulse).run(Overstacked(f.SIDES[side]))


def test_the_fourth_unit_in_a_clear_hex_is_eliminated_and_its_owner_chooses_which() -> None:
    b = ended(position().units("O9", "us_1", "us_2", "us_4", "us_5"), "allied")
    assert len(b.choices()) == 4, "FE-086"
    assert b.refuses("remove_excess us_1,us_2").rule == "FE 6.3"
    b.play("remove_excess us_4")
    assert b.gone("us_4")
    assert b.pooled("eliminated", "us_4")
    assert b.quiet


def test_hqs_and_artillery_have_no_stacking_value() -> None:
    b = position().units("DD4", "us_1", "hq_bradley").unit("us_ranger", "DD4")
    assert ended(b, "allied").quiet, "FE-089"


def test_each_side_has_its_own_limit_in_a_shared_hex() -> None:
    b = position().units("O9", "us_1", "us_2", "us_4").units("O9", "i_243", "i_352", "i_77")
    assert ended(b, "allied").quiet


@pytest.mark.parametrize(("place", "over"), [("O9", 1), ("DD4", 3)])
def test_as_many_units_go_as_are_too_many(place: str, over: int) -> None:
    b = ended(position().units(place, "us_1", "us_2", "us_4", "us_5"), "allied")
    lost = b.choices()[0].split()[1].split(",")
    assert len(lost) == over


def test_held_germans_of_the_bulge_keep_their_overstack_until_they_could_have_moved() -> None:
    def stack() -> Built:
        b = position("battle_of_the_bulge", turn="December III")
        return b.units("GG14", "pz_2", "pz_116", "i_18vg", "i_62vg")

    held = stack().units("FF13", "us_106")
    assert ended(held, "german", 2).quiet, "C-74"
    free = ended(stack(), "german", 2)
    assert free.offer is not None
    assert not free.quiet
    assert free.offer.kinds == ("remove_excess",)


def test_a_unit_that_moved_onto_an_overstack_has_been_able_to_move() -> None:
    b = position("battle_of_the_bulge", turn="December III").units("GG14", "pz_2", "pz_116", "i_18vg")
    b.unit("i_62vg", "GG14", moved=2).unit("us_106", "FF13")
    assert not ended(b, "german", 2).quiet
