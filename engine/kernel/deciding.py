"""The kernel: `decide(state, decision, dice) -> draft` is pure and may refuse; nothing else changes a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from hexledger.engine.dice.rolling import DiceWanted, Roller
from hexledger.engine.errors import EngineFault, NotOffered
from hexledger.engine.kernel.decisions import Decision, GoOn, Irregular
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, wanted
from hexledger.events.model import Drawn, Event, Rolled
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import fold
from hexledger.projections.state import State

P = TypeVar("P", bound=Position[Any])

MAX_STEPS = 10_000
"""Automatic steps after one decision before the kernel calls the agenda endless."""


class Waiting(msgspec.Struct, frozen=True):
    """Where play stands in a position that waits for a side: the step on top, what it asks, and the position."""

    step: Choice[Any]
    prompt: Prompt
    pos: Position[Any]


class Draft(msgspec.Struct, frozen=True):
    """What a decision would bring: its events, the state after them, its digest, the dice evidence.

    `waiting` is for the next `decide`: what is known of the state already; None at the end of the game.
    """

    events: tuple[Event, ...]
    state: State
    digest: bytes
    evidence: tuple[str, ...]
    waiting: Waiting | None = None


def begin(game: Game[P], scenario: str, options: dict[str, str | int | bool], roller: Roller) -> Draft:
    """Set a scenario up and run until a side has something to decide.

    Where the roller has no dice (every mode but practice: nobody may know a roll before the log is begun), the set-up
    ends before the first step that rolls; `GoOn` takes it up there, with dice like those of any decision.
    """
    state = State()
    act = Recorder(game, state, roller)
    game.setup(act, scenario, options)
    act.settled = len(act.events)
    try:
        rest = settle(act)
    except DiceWanted:
        events = tuple(act.events[: act.settled])
        state = fold(State(), events)
        return Draft(events, state, digest(state), ())
    return Draft(tuple(act.events), state, digest(state), tuple(roller.evidence), rest)


class Resume(Choice[Position[Any]], frozen=True, array_like=True):
    """A set-up that was cut before its first roll goes on when a side says so. Never on an agenda: it stands for the
    step there, which runs by itself."""

    def prompt(self, pos: Position[Any]) -> Prompt:
        """Asked of the first side; it decides nothing."""
        return Prompt(1, pos.game.words["prompt.dice"], 0, (GoOn.kind(),))

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Only GoOn."""
        wanted(decision, (GoOn,), pos.game.code)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """The one choice."""
        yield GoOn()

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """Nothing: the agenda runs on."""


def decide(
    game: Game[P],
    state: State,
    before: bytes,
    actor: int,
    decision: Decision,
    roller: Roller,
    known: Waiting | None = None,
) -> Draft:
    """Carry a decision out on a copy of `state` (whose digest is `before`).

    `known` is the `waiting` of the draft that `state` comes from: the same result, sooner. For another state it is
    not looked at.

    Raises IllegalDecision with rule and reason when the rules do not allow it, BadDecision when it names what does not
    exist, DiceWanted when it rolls and its dice are not at hand; `state` is never changed.
    """
    game.codec.sound(decision)
    if isinstance(decision, Irregular):
        from hexledger.engine.table.irregular import decide_irregular

        return decide_irregular(game, state, before, actor, decision, roller)
    act: Recorder[Any]
    step: Choice[Any]
    if known is not None and known.pos.state is state:
        act = Recorder(game, state.copy(), roller, known.pos)
        step, prompt = known.step, known.prompt
    else:
        act = Recorder(game, state.copy(), roller)
        step, prompt = waiting(game, state, act.pos)
    if actor != prompt.side:
        from hexledger.projections.names import side_name

        raise NotOffered(
            game.rule(prompt.rule) or game.code, f"it is for the {side_name(game, prompt.side)} side to decide"
        )
    step.check(act.pos, decision)
    try:
        step.take(act, decision)
        rest = settle(act)
    except DiceWanted as stopped:
        if stopped.situation is not None:
            reached = updated(before, state, act.state, tuple(act.events))
            stopped.situation = (reached, stopped.situation)
        raise
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence), rest)


def settle(act: Recorder[Any]) -> Waiting | None:
    """Run automatic steps until a side must decide, which is returned, or the game is over (None)."""
    for _ in range(MAX_STEPS):
        if act.state.winner >= 0:
            return None
        act.settled = len(act.events)
        step = act.top()
        if step is None:
            raise EngineFault("the agenda is empty but nobody has won")
        if isinstance(step, Choice):
            prompt = step.prompt(act.pos)
            if prompt is not None:
                return Waiting(step, prompt, act.pos)
        act.done()
        try:
            step.run(act)
        except DiceWanted as stopped:
            rolled = any(isinstance(event, Rolled | Drawn) for event in act.events[act.settled :])
            stopped.situation = None if rolled else (step, stopped.asked)
            raise
    raise EngineFault(f"the agenda did not settle in {MAX_STEPS} steps")


def offer(game: Game[P], state: State) -> Prompt | None:
    """What is asked and of whom, None when the game is over."""
    if state.over:
        return None
    return waiting(game, state, game.position(state))[1]


def check(game: Game[P], state: State, decision: Decision) -> None:
    """Raise IllegalDecision (or BadDecision) unless the side that is asked may decide so. Changes nothing."""
    game.codec.sound(decision)
    pos = game.position(state)
    waiting(game, state, pos)[0].check(pos, decision)


def choices(game: Game[P], state: State, kind: str = "") -> Iterator[Decision]:
    """Legal decisions now, in a fixed order (complete when the prompt says so); with `kind` those of that name only."""
    if state.over:
        return iter(())
    pos = game.position(state)
    step = waiting(game, state, pos)[0]
    return step.choices_of(pos, kind) if kind else step.choices(pos)


class Listing:
    """What may be decided in a position, kind by kind, for whoever looks at one kind only of a long list."""

    def __init__(self, game: Game[Any], state: State) -> None:
        """`state` is not changed; NotOffered when the game is over."""
        self._pos: Position[Any] = game.position(state)
        self._step, self._prompt = waiting(game, state, self._pos)
        self._whole: dict[str, list[Decision]] | None = None
        if type(self._step).choices_of is Choice.choices_of:
            # it can only list everything: once, then
            self._whole = {}
            for choice in self._step.choices(self._pos):
                self._whole.setdefault(choice.kind(), []).append(choice)

    def kinds(self) -> list[str]:
        """Kinds of which at least one decision is listed, in the order of the list."""
        if self._whole is not None:
            return list(self._whole)
        return [kind for kind in self._prompt.kinds if next(self._step.choices_of(self._pos, kind), None) is not None]

    def of(self, kind: str) -> list[Decision]:
        """The decisions of a kind, in order."""
        if self._whole is not None:
            return self._whole.get(kind, [])
        return list(self._step.choices_of(self._pos, kind))


def waiting(game: Game[Any], state: State, pos: Position[Any]) -> tuple[Choice[Any], Prompt]:
    """The step that waits for a side, and what it asks; NotOffered when the game is over."""
    if state.over:
        raise NotOffered(game.code, "the game is over")
    if not state.agenda:
        raise EngineFault("the agenda is empty but nobody has won")
    tag, data = state.agenda[-1]
    step = game.step_codec.unpack(tag, data)
    prompt = step.prompt(pos) if isinstance(step, Choice) else None
    if prompt is None:
        step = Resume()
        prompt = step.prompt(pos)
    assert isinstance(step, Choice)
    return step, prompt
