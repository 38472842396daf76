"""Perft: how many sequences of legal decisions there are in small positions of A Time for Trumpets, to a given depth.

A number that changes means that a decision has become legal, or illegal, that was not before.
"""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.every_game.perft import perft
from tests.time_for_trumpets.builder import Built, position


def attack() -> Built:
    """Three battalions of the 12th VG Division beside an American one, guns of both sides in reach."""
    b = position(seed="perft").option("bombardment_shock").unit("us_99_393_i", "6020").unit("us_99id_hq", "6120")
    b.units("6021", "12_48_i", "12_48_ii", "12_27f_i").unit("12vg_fa_i", "6022", mode=1).unit("12vg_hq", "6222")
    return b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN))


def march() -> Built:
    """A battalion and its guns two hexes before an American one."""
    b = position(seed="perft").unit("us_99_393_i", "6020").unit("12_48_i", "6022").unit("12vg_hq", "6222")
    return b.corps("i_ss_hq", "movement").run(Movement(w.GERMAN))


PINNED = {"attack": (attack, (2, 2, 5, 8, 18)), "march": (march, (187,))}


@pytest.mark.parametrize("name", PINNED)
def test_the_number_of_legal_sequences(name: str) -> None:
    make, expected = PINNED[name]
    found = []
    for depth in range(1, len(expected) + 1):
        b = make()
        found.append(perft(b, b.state, depth))
    assert tuple(found) == expected
