"""Perft: how many sequences of legal decisions there are in three small positions, to a given depth.

A number that changes means that a decision has become legal, or illegal, that was not before.
"""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from tests.every_game.perft import perft
from tests.june_6.builder import Built, position
from tests.june_6.fights import fight, results


def movement() -> Built:
    """A British battalion and its HQ between the Orne and a regiment of 21 Panzer."""
    b = position().unit("3_br_8", "E2236").unit("3_br_hq", "E2336").unit("21pz_125", "E2135")
    return b.active("3_br_8", "3_br_hq").run(Movement())


def retreat() -> Built:
    """A regiment and an anti-tank battalion must leave their hex, one neighbour is in an enemy ZOC."""
    b = position(open_area=True).unit("3_br_8", "E2136").units("E2135", "21pz_125", "21pz_pzjg")
    b.unit("3_br_9", "E2236").active("3_br_8", "3_br_9")
    return results(b, fight(b, "E2135", "3_br_8", "3_br_9", defence="retreat"), 8)


def combat() -> Built:
    """Three brigades and two hexes that they could attack."""
    b = position(open_area=True).units("E2136", "3_br_8", "3_br_9").unit("3_br_185", "E2236")
    b.unit("21pz_125", "E2135").unit("g716_736", "E2036").unit("3_br_hq", "E2336")
    return b.active("3_br_8", "3_br_9", "3_br_185", "3_br_hq").run(DeclareAttacks())


PINNED = {
    "movement": (movement, (79, 2683)),
    "retreat": (retreat, (2, 60, 440)),
    "combat": (combat, (11, 24, 44)),
}


@pytest.mark.parametrize("name", sorted(PINNED))
def test_the_number_of_legal_sequences_is_as_it_was(name: str) -> None:
    """8.1, 12.2, 13.3"""
    build, counts = PINNED[name]
    b = build()
    assert tuple(perft(b, b.state, depth) for depth in range(1, len(counts) + 1)) == counts
