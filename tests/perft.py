"""Perft: how many ways of deciding there are from a position, to a given depth. A number that changes means that
something has become legal, or illegal, that was not before.

A game's own test has the positions and the numbers: `assert_as_ever(POSITIONS, "march")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from hexledger.engine.building.build import Build
from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.game import Game
from hexledger.projections.digest import digest
from hexledger.projections.state import State

KEY: Final = b"perft".ljust(32, b".")

Pinned: TypeAlias = Mapping[str, tuple[Callable[[], Build[Any]], tuple[int, ...]]]
"""Name -> (what builds the position, the numbers to depth 1, 2 ...)."""


def perft(game: Game[Any], state: State, depth: int, level: int = 0) -> int:
    """Leaves of the tree of decisions: `depth` of them, or fewer where the game is over or at rest.

    Each that is offered passes its check, and all but the last are carried out; the dice are the same on a level.
    """
    prompt = kernel.offer(game, state) if depth else None
    if prompt is None or (state.agenda and game.step(state.agenda[-1][0]) == "Halt"):
        return 1
    before, leaves = digest(state), 0
    for one in list(kernel.choices(game, state)):
        if depth == 1:
            kernel.check(game, state, one)
            leaves += 1
            continue
        made = kernel.decide(game, state, before, prompt.side, one, PracticeRoller(KEY, "perft", level))
        leaves += perft(game, made.state, depth - 1, level + 1)
    return leaves


def assert_as_ever(pinned: Pinned, name: str) -> None:
    """The position of this name has as many leaves at each depth as it had."""
    build, counts = pinned[name]
    b = build()
    assert tuple(perft(b.game, b.state, depth) for depth in range(1, len(counts) + 1)) == counts
