"""A plan: decisions that one side means to make one after the other, carried out on scratch copies before any is made.

A plan goes on as long as the same side is asked and nothing is thrown, drawn or sealed: what comes after a die cannot
be planned.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexledger.engine.errors import EngineError, IllegalDecision
from hexledger.engine.kernel.deciding import offer
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table.consequences import tried
from hexledger.events import model as ev
from hexledger.projections.state import State

LONGEST: Final = 200
"""Decisions of one plan."""


class PlanBroken(EngineError):
    """A plan that cannot be made so: the number of the decision (from 1), and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"decision {number} of the plan: {why}")
        self.number = number


class Planned(NamedTuple):
    """What a decision of a plan does: its events, the position then, and what is asked there."""

    events: tuple[ev.Event, ...]
    state: State
    prompt: Prompt


def planned(game: Game[Any], state: State, decision: Decision, number: int) -> Planned:
    """Carry decision `number` of a plan out on a scratch copy; `state` is not changed.

    PlanBroken when the rules refuse it by then, and where the plan cannot go on after it: a die or a draw comes, a
    choice is to be sealed, the other side is asked, or the game is over. O(the decision).
    """
    prompt = offer(game, state)
    if prompt is None:
        raise PlanBroken(number, "the game is over")
    if wants_seal(prompt.kinds) or wants_reveal(prompt.kinds):
        raise PlanBroken(number, "a secret is not planned")
    try:
        came = tried(game, state, decision)
    except IllegalDecision as refused:
        raise PlanBroken(number, str(refused)) from refused
    if came.asked is not None:
        raise PlanBroken(number, "a die or a draw comes of it: make it, then plan on")
    follows = offer(game, came.state)
    if follows is None or follows.side != prompt.side:
        raise PlanBroken(number, "nothing is asked of this side after it: make it, then plan on")
    return Planned(came.events, came.state, follows)
