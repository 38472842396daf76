"""What a decision costs for certain: it is carried out on a scratch copy up to the first die, and nothing is kept."""

from __future__ import annotations

from typing import Any

import msgspec

from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import settle, waiting
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.naming.typed import units_of
from hexledger.events import model as ev
from hexledger.projections.losses import NO_LOSS
from hexledger.projections.state import State


class Cost(msgspec.Struct, frozen=True):
    """What a side loses by a decision before any die: units that are gone, units that lose steps (and how many), and
    the words of the reasons with how many units each takes."""

    gone: tuple[int, ...] = ()
    reduced: tuple[tuple[int, int], ...] = ()
    reasons: tuple[tuple[int, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.reduced)


class _NoDice:
    """Dice that nobody throws."""

    mode = ev.PRACTICE

    def __init__(self) -> None:
        self.evidence: list[str] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """None at hand."""
        raise DiceWanted(asked or Asked(purpose, below), ev.PRACTICE, 0, "a scratch copy throws none")


def cost(game: Game[Any], state: State, side: int, decision: Decision) -> Cost:
    """What the deciding side loses of units that its decision does not name; nothing for a decision that is not legal.

    O(the decision). `state` is not changed, no die is thrown: what a die would decide is not known and not told.
    """
    act: Recorder[Any] = Recorder(game, state.copy(), _NoDice())
    try:
        step, _ = waiting(game, state, act.pos)
        step.check(act.pos, decision)
        step.take(act, decision)
        settle(act)
    except DiceWanted:
        pass
    except EngineError:
        return Cost()
    named = frozenset(units_of(game, decision))
    gone: list[int] = []
    reasons: dict[int, int] = {}
    reduced: dict[int, int] = {}
    for event in act.events:
        piece = getattr(event, "piece", -1)
        if piece < 0 or piece in named or game.piece_side(piece) != side or piece not in state.at:
            continue
        if isinstance(event, ev.Removed) and game.word_key(event.reason) not in NO_LOSS:
            gone.append(piece)
            reasons[event.reason] = reasons.get(event.reason, 0) + 1
        elif isinstance(event, ev.StepsSet) and event.steps < state.steps.get(piece, 0):
            reduced[piece] = state.steps[piece] - event.steps
    left = tuple((piece, lost) for piece, lost in reduced.items() if piece not in gone)
    return Cost(tuple(gone), left, tuple(reasons.items()))
