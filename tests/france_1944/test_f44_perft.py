"""Counts of listed decisions, level by level, from small positions: any change of what is offered shows here.

Every offered decision is carried out, to the depth given; a position at rest has none.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexledger.engine.games.france_1944 import sequence
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.tables import words as w
from tests.every_game.perft import perft
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import field


def march() -> Built:
    """VII Corps in box 1 before a panzer division in open country."""
    b = field().unit("us_vii", "1119").unit("ge_2pz", "1221")
    return b.army("hq_us_1", "us_vii").box(1)


def fight() -> Built:
    """Two corps against a panzer division, in an attack increment."""
    b = field().units("1020", "us_vii", "us_v").unit("ge_2pz", "1120")
    return b.army("hq_us_1", "us_vii", "us_v").box(1, "a")


def reaction() -> Built:
    """Three German points for a headquarters and a division."""
    b = field().unit("ge_2pz", "1221").points("german", rp=3)
    return b.run(sequence.FinalReaction(w.GERMAN))


def replacements() -> Built:
    """US points for a reduced corps in Normandy and an eliminated one."""
    b = position(turn=1).supply("1309").unit("hq_us_1", "1309").unit("us_v", "1309", steps=2)
    b.act().place(b.piece("us_vii"), b.hex("eliminated_allied"), 0)
    return b.run(Replacements())


def south() -> Built:
    """The German set-up in the south."""
    return position(turn=3).run(Southern())


def normandy() -> Built:
    """The Allied arrivals of November."""
    return position(turn=5).run(Reinforcements(w.ALLIED))


COUNTS: dict[Callable[[], Built], tuple[int, ...]] = {
    march: (7, 42, 234),
    fight: (4, 6, 126),
    reaction: (4, 6, 26, 119),
    replacements: (5, 10, 7),
    south: (45, 1395),
    normandy: (83,),
}


@pytest.mark.parametrize("built", COUNTS, ids=lambda built: built.__name__)
def test_so_many_decisions_are_offered_level_by_level(built: Callable[[], Built]) -> None:
    b = built()
    b.seed = "perft"
    assert tuple(perft(b, b.state, depth) for depth in range(1, len(COUNTS[built]) + 1)) == COUNTS[built]
