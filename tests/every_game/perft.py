"""Perft: how many sequences of legal decisions there are from a position, to a depth."""

from __future__ import annotations

from typing import Any

from hexledger.engine.building.build import Build
from hexledger.engine.kernel import deciding as kernel
from hexledger.projections.digest import digest
from hexledger.projections.state import State


def perft(b: Build[Any], state: State, depth: int) -> int:
    """Sequences of `depth` decisions from a state; each must be legal and carried out."""
    if not depth:
        return 1
    prompt = kernel.offer(b.game, state)
    if prompt is None or b.game.step(state.agenda[-1][0]) == "Halt":
        return 0
    total = 0
    before = digest(state)
    for choice in list(kernel.choices(b.game, state)):
        if depth == 1:
            kernel.check(b.game, state, choice)
            total += 1
            continue
        b.rolls.clear()  # each branch rolls the dice of the seed anew
        made = kernel.decide(b.game, state, before, prompt.side, choice, b.roller())
        total += perft(b, made.state, depth - 1)
    return total
