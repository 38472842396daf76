"""Perft: how many sequences of legal decisions there are in four small positions, to a given depth.

A number that changes means that a decision has become legal, or illegal, that was not before.
"""

from __future__ import annotations

import pytest

from tests.every_game.perft import perft
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, field, throw


def movement() -> Built:
    """A corps and a division beside a German corps, in a movement increment of box 4."""
    b = field().unit("us_vii", "1018").unit("us_2ad", "0920").unit("ge_lxxxiv", "1120")
    return b.army("hq_us_1", "us_vii", "us_2ad").box(4)


def combat() -> Built:
    """Two stacks and two hexes that they could attack, with tactical air."""
    b = field(3).air(2).units("1020", "us_vii", "us_2ad").unit("us_v", "1021")
    b.units("1120", "ge_lxxxiv", "ge_2pz").unit("ge_9sspz", "1121")
    b.dice(*throw(PASS, ONE, PASS, ONE) * 8)
    return b.army("hq_us_1", "us_vii", "us_2ad", "us_v").box(3, "a")


def retreat() -> Built:
    """A German stack must retreat, then a corps and a division may advance."""
    b = field().units("1020", "us_vii", "us_2ad").units("1120", "ge_lxxxiv", "ge_2pz").unit("us_v", "1118")
    b.army("hq_us_1", "us_vii", "us_2ad").box(1, "a")
    return b.dice(*throw(PASS, ONE, FAIL, ONE)).play("attack us_vii,us_2ad 1120", "lead us_vii", "lead ge_lxxxiv")


def rhine() -> Built:
    """Two corps at the Rhine in box 1: boats, a bridge that nobody has tried, and the west bank."""
    b = (
        position(turn=9, seed="rhine")
        .supply("2907")
        .unit("hq_us_9", "3307")
        .unit("us_v", "3406")
        .unit("us_vii", "3407")
    )
    return b.unit("ge_lxxxvi", "3508").army("hq_us_9", "us_v", "us_vii").box(1)


PINNED = {
    "combat": (combat, (12, 24, 52)),
    "movement": (movement, (13, 127, 898)),
    "retreat": (retreat, (5, 75, 565)),
    "rhine": (rhine, (9, 42, 91)),
}


@pytest.mark.parametrize("name", sorted(PINNED))
def test_the_number_of_legal_sequences_is_as_it_was(name: str) -> None:
    """7.0, 8.0, 9.7, 9.8, 12.8"""
    build, counts = PINNED[name]
    b = build()
    assert tuple(perft(b, b.state, depth) for depth in range(1, len(counts) + 1)) == counts
