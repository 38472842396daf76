"""Four small positions of Fortress Europa, and how many ways of deciding there are from each (`tests/perft.py`)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.rules import air, replacements
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.perft import Pinned, assert_as_ever


def march() -> Built:
    """A US division before a German one in clear France."""
    b = position().unit("us_1", "O9").unit("i_352", "O13").turn_of("allied", 1)
    return b.run(MoveImpulse(f.ALLIED, 1))


def fight() -> Built:
    """Two US divisions in contact with a German one, a battle that must be fought."""
    b = position().units("O9", "us_1", "us_4").unit("i_352", "O10").turn_of("allied", 2)
    return b.run(CombatImpulse(f.ALLIED, 2))


def sorties() -> Built:
    """The Allied air allocation of a clear turn."""
    return position(turn="July II").run(air.Allocate(f.ALLIED, ()))


def depot() -> Built:
    """German points for a reduced division and a destroyed one."""
    b = position(turn="July II").turn_of("german").track("german", 2, f.GERMAN).unit("i_91", "RR13", reduced=True)
    b.act().pool("pool.eliminated", b.piece("i_352"), 1)
    return b.run(replacements.Spend(f.GERMAN))


PINNED: Pinned = {
    "march": (march, (59, 59)),
    "fight": (fight, (1, 2, 96)),
    "sorties": (sorties, (12, 134, 1498)),
    "depot": (depot, (25, 25)),
}


@pytest.mark.parametrize("name", sorted(PINNED))
def test_the_tree_of_decisions_has_the_leaves_that_it_had(name: str) -> None:
    assert_as_ever(PINNED, name)
