"""Counts of listed decisions, level by level, from small positions: any change of what is offered shows here.

Every offered decision is carried out, to the depth given; a game that is over, or at rest, is a leaf.
"""

from __future__ import annotations

import pytest

from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.games.fortress_europa.rules import air, replacements
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.projections.digest import digest
from hexledger.projections.state import State
from tests.fortress_europa.builder import Built, game, position


def perft(state: State, depth: int, level: int = 0) -> int:
    """Leaves of the tree of decisions; the dice are the same on a level."""
    offered: list[Decision] = list(kernel.choices(game(), state)) if kernel.offer(game(), state) else []
    if depth == 0 or not offered:
        return 1
    prompt = kernel.offer(game(), state)
    assert prompt is not None
    before, leaves = digest(state), 0
    for one in offered:
        roller = PracticeRoller(b"perft".ljust(32, b"."), "perft", level)
        leaves += perft(kernel.decide(game(), state, before, prompt.side, one, roller).state, depth - 1, level + 1)
    return leaves


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


COUNTS: dict[str, tuple[int, ...]] = {
    "march": (59, 59),
    "fight": (1, 2, 96),
    "sorties": (12, 134, 1498),
    "depot": (25, 25),
}
POSITIONS = {"march": march, "fight": fight, "sorties": sorties, "depot": depot}


@pytest.mark.parametrize(("name", "depth"), [(name, depth) for name in COUNTS for depth in range(len(COUNTS[name]))])
def test_the_tree_of_decisions_has_the_leaves_that_it_had(name: str, depth: int) -> None:
    assert perft(POSITIONS[name]().state, depth + 1) == COUNTS[name][depth]
