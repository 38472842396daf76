"""What a decision leads to when nobody adds anything: later questions are answered plainly, up to the first die.

An attack that is declared now is rolled for only after other questions (support, artillery, further attacks). To
show its odds at the die, each of them is given the answer that spends nothing, and every answer that was taken for
granted is told. Nothing is written, thrown or drawn, and no secret is guessed: a question that wants one ends the look
ahead.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final, NamedTuple

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Listing, offer
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import NUMBER, SETS, YES, fields_of
from hexledger.projections.state import State

MOST_QUESTIONS: Final = 40
"""Questions that are answered on the way to a die."""
MOST_ANSWERS: Final = 200
"""Answers of a question that are looked through for one that spends nothing."""


class Assumed(NamedTuple):
    """An answer that was taken for granted: the side, the decision in words."""

    side: int
    told: str


class Onward(NamedTuple):
    """A die that a position comes to when nobody adds anything.

    state     the position in which the decision that rolls is made
    side      whose decision it is; decision: that decision
    asked     the die or draw
    fight     odds and modifiers there, a line each
    assumed   the answers that were taken for granted, in order, the one that rolls included
    """

    state: State
    side: int
    decision: Decision
    asked: Asked
    fight: tuple[str, ...]
    assumed: tuple[Assumed, ...]


def onward(game: Game[Any], state: State) -> Onward | None:
    """Go on from a position to its next die; `state` is not changed. None where no die comes, or where a question on
    the way has no answer that spends nothing. O(questions x their lists, both bounded)."""
    assumed: list[Assumed] = []
    for _ in range(MOST_QUESTIONS):
        prompt = offer(game, state)
        if prompt is None or wants_seal(prompt.kinds) or wants_reveal(prompt.kinds):
            return None
        answer = plain_answer(game, state, prompt)
        if answer is None:
            return None
        try:
            came = tried(game, state, answer)
        except EngineError:
            return None
        assumed.append(Assumed(prompt.side, game.tell(game.position(state), answer)))
        if came.asked is not None:
            fight = tuple(game.view().fight(game.position(came.state)))
            return Onward(state, prompt.side, answer, came.asked, fight, tuple(assumed))
        state = came.state
    return None


def plain_answer(game: Game[Any], state: State, prompt: Prompt) -> Decision | None:
    """The answer to a question that spends nothing: one that names nothing (an end, a pass), the empty one of those
    that name units or numbers, or the only one there is; None where every answer spends something."""
    listing = Listing(game, state)
    kinds = listing.kinds()
    for kind in kinds:
        if not fields_of(game, kind):
            return listing.of(kind)[0]
    only: list[Decision] = []
    for kind in kinds:
        for decision in islice(listing.of(kind), MOST_ANSWERS):
            if _spends_nothing(game, decision):
                return decision
            only.append(decision)
    return only[0] if len(only) == 1 and prompt.complete else None


def _spends_nothing(game: Game[Any], decision: Decision) -> bool:
    """Whether every field of a decision is empty, zero or no."""
    fields = fields_of(game, decision.kind())
    return all(field.role in SETS | {NUMBER, YES} and not getattr(decision, field.name) for field in fields)
