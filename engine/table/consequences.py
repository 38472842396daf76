"""What a decision costs for certain: it is carried out on a scratch copy up to the first die, and nothing is kept."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Until, Waiting, choices, offer, settle, waiting
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice
from hexledger.engine.naming.typed import places_of, units_of
from hexledger.events import model as ev
from hexledger.projections.losses import lost_by
from hexledger.projections.state import State

MOST_QUESTIONS: Final = 40
MOST_WAYS: Final = 40
"""Questions that are answered, and answers that are tried, to find out what a decision costs."""


CARRIED_OUT_BLINDLY: Final = (
    EngineError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What may happen to a step that takes what its check would refuse: it may rely on what that has made sure of."""


class Cost(msgspec.Struct, frozen=True):
    """What a side loses by a decision before any die: units that are gone, units that lose steps (and how many), the
    words of the reasons with how many units each takes, and units off the map that will never come."""

    gone: tuple[int, ...] = ()
    reduced: tuple[tuple[int, int], ...] = ()
    reasons: tuple[tuple[int, int], ...] = ()
    never: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.reduced or self.never)


class _NoDice:
    """Dice that nobody throws."""

    mode = ev.PRACTICE

    def __init__(self) -> None:
        self.evidence: list[str] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """None at hand."""
        raise DiceWanted(asked or Asked(purpose, below), ev.PRACTICE, 0, "a scratch copy throws none")


def cost(game: Game[Any], state: State, side: int, decision: Decision) -> Cost:
    """What the deciding side loses by a decision, and by the questions that follow at once where every answer costs
    units (too many in one hex), the least that the answers cost. A unit that the decision gives up (`lose_step X`) is
    no news; one that it sends somewhere (`retreat X E1938`) is.

    `state` is not changed, no die is thrown: what a die would decide is not known and not told. Nothing for a decision
    that is not legal. O(the decision and the answers that are tried, MOST_WAYS to a question).
    """
    try:
        came = tried(game, state, decision)
    except EngineError:
        return Cost()
    sent = next(places_of(game, decision), None) is not None
    named = frozenset() if sent else frozenset(units_of(game, decision))
    lost = _Lost(game, state, side)
    lost.add(came.events, named)
    for _ in range(MOST_QUESTIONS):
        prompt = None if came.state.over or came.asked is not None else offer(game, came.state)
        if prompt is None or prompt.side != side:
            break
        answer = _cheapest(game, came.state, side)
        if answer is None:
            break
        lost.add(answer.events, frozenset())
        came = answer
    return lost.cost()


class Tried(NamedTuple):
    """What came of a decision on a scratch copy; `asked`: the die or draw that stopped it, None when none did;
    `waiting`: where play stands then, None after a die and at the end of the game."""

    state: State
    events: tuple[ev.Event, ...]
    asked: Asked | None
    waiting: Waiting | None = None


def tried(
    game: Game[Any], state: State, decision: Decision, known: Waiting | None = None, until: Until | None = None
) -> Tried:
    """Carry a decision out on a scratch copy of `state`, up to the next question or the first die.

    `known`: the `waiting` of what `state` comes from; for another state it is not looked at. `until`: see `decide`.
    IllegalDecision with rule and reason, or BadDecision, when it is not legal; `state` is not changed.
    """
    game.codec.sound(decision)
    act: Recorder[Any]
    step: Choice[Any]
    if known is not None and known.pos.state is state:
        act, step = Recorder(game, state.copy(), _NoDice(), known.pos), known.step
    else:
        act = Recorder(game, state.copy(), _NoDice())
        step, _ = waiting(game, state, act.pos)
    step.check(act.pos, decision)
    return _taken(act, step, decision, until)


def _taken(act: Recorder[Any], step: Choice[Any], decision: Decision, until: Until | None = None) -> Tried:
    asked, rest = None, None
    try:
        step.take(act, decision)
        rest = settle(act, until)
    except DiceWanted as wanted:
        asked = wanted.asked
    return Tried(act.state, tuple(act.events), asked, rest)


def _listed(game: Game[Any], state: State, decision: Decision) -> Tried | None:
    """The same of a decision that is listed, which is not checked again; None where it fails all the same."""
    act: Recorder[Any] = Recorder(game, state.copy(), _NoDice())
    try:
        return _taken(act, waiting(game, state, act.pos)[0], decision)
    except EngineError:
        return None


def unchecked(game: Game[Any], state: State, decision: Decision) -> Tried | None:
    """The same of a decision that the rules refuse, as far as its step can carry it out; None where it cannot."""
    act: Recorder[Any] = Recorder(game, state.copy(), _NoDice())
    try:
        return _taken(act, waiting(game, state, act.pos)[0], decision)
    except CARRIED_OUT_BLINDLY:
        return None


def _cheapest(game: Game[Any], state: State, side: int) -> Tried | None:
    """The answer to the question that waits which costs the fewest units; None where one costs nothing, or where there
    are too many to try."""
    found = list(islice(choices(game, state), MOST_WAYS + 1))
    best: tuple[int, Tried] | None = None
    for choice in found if len(found) <= MOST_WAYS else ():
        came = _listed(game, state, choice)
        if came is None:
            continue
        lost = _Lost(game, state, side)
        lost.add(came.events, frozenset())
        gone = len(lost.gone)
        if not gone:
            return None
        if best is None or gone < best[0]:
            best = gone, came
    return best[1] if best else None


class _Lost:
    """Losses of one side, counted up."""

    def __init__(self, game: Game[Any], state: State, side: int) -> None:
        self._game, self._side = game, side
        self._in_play, self._steps, self._at = frozenset(state.at), dict(state.steps), dict(state.at)
        self.gone: dict[int, None] = {}
        self._reasons: dict[int, int] = {}
        self._reduced: dict[int, int] = {}
        self._never: dict[int, None] = {}

    def add(self, events: Iterable[ev.Event], named: frozenset[int]) -> None:
        """The losses among events, without the units that the decision gives up."""
        events = tuple(events)
        for taken in lost_by(events, self._steps, self._at, self._game):
            piece = taken.piece
            if piece in named or self._game.piece_side(piece) != self._side or piece not in self._in_play:
                continue
            if taken.gone:
                self.gone[piece] = None
                self._reasons[taken.reason] = self._reasons.get(taken.reason, 0) + 1
            else:
                self._reduced[piece] = self._reduced.get(piece, 0) + taken.steps
        for event in events:
            for piece in self._game.never_come(event):
                if self._game.piece_side(piece) == self._side and piece not in self._in_play:
                    self._never[piece] = None

    def cost(self) -> Cost:
        """All of them."""
        reduced = tuple((piece, lost) for piece, lost in self._reduced.items() if piece not in self.gone)
        return Cost(tuple(self.gone), reduced, tuple(self._reasons.items()), tuple(self._never))
