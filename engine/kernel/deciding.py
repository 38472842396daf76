"""The kernel: `decide(state, decision, dice) -> draft` is pure and may refuse; nothing else changes a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from hexledger.engine.dice.rolling import DiceWanted, Roller
from hexledger.engine.errors import EngineFault, NotOffered
from hexledger.engine.kernel.decisions import Decision, GoOn, Irregular
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import TOUCHED
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted
from hexledger.events.model import Drawn, Event, Rolled
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import fold
from hexledger.projections.state import State

P = TypeVar("P", bound=Position[Any])
Until: TypeAlias = Callable[[Recorder[Any]], bool]
"""Whether enough has been carried out: asked before each automatic step."""

MAX_STEPS = 10_000
"""Automatic steps after one decision before the kernel calls the agenda endless."""


class Waiting(msgspec.Struct, frozen=True):
    """Where play stands in a position that waits for a side: the step on top, what it asks, and the position."""

    step: Choice[Any]
    prompt: Prompt
    pos: Position[Any]


class Draft(msgspec.Struct, frozen=True):
    """What a decision would bring: its events, the state after them, its digest, the dice evidence.

    `waiting` is for the next `decide`: what is known of the state already; None at the end of the game, and where it
    was carried out in part only.
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
    until: Until | None = None,
) -> Draft:
    """Carry a decision out on a copy of `state` (whose digest is `before`).

    `known` is the `waiting` of the draft that `state` comes from: the same result, sooner. For another state it is
    not looked at. `until`: the draft ends where that is met, for who wants no more than that; nothing waits then.

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
        rest = settle(act, until)
    except DiceWanted as wants:
        _say_where(wants, before, state, act)
        raise
    return _drafted(before, state, act, roller, rest)


def _say_where(wants: DiceWanted, before: bytes, state: State, act: Recorder[Any]) -> None:
    if wants.situation is not None:
        wants.situation = (updated(before, state, act.state, tuple(act.events)), wants.situation)


def _drafted(before: bytes, state: State, act: Recorder[Any], roller: Roller, rest: Waiting | None) -> Draft:
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence), rest)


class Stage(NamedTuple):
    """Where a decision has come to when an automatic step begins that wants dice: the step, the events before it, and
    the position, which nobody may change."""

    step: Step[Any]
    events: tuple[Event, ...]
    pos: Position[Any]

    @property
    def rolls(self) -> int:
        """Dice and draws before it."""
        return sum(isinstance(event, Rolled | Drawn) for event in self.events)


def stage(wants: DiceWanted) -> Stage | None:
    """Where a decision stands that could not be carried out for want of dice, so that it can go on from there with any;
    None where the step that wants them has changed anything already, or no such step ran."""
    if wants.stopped is None:
        return None
    act, step = wants.stopped
    began = act.settled + 1  # the step has been taken off the agenda
    if any(type(event) in TOUCHED for event in act.events[began:]):
        return None
    return Stage(step, tuple(act.events[:began]), act.pos)


def go_on(
    game: Game[P], state: State, before: bytes, begun: Stage, roller: Roller, until: Until | None = None
) -> Draft:
    """Carry out what is left of a decision, `state`, `before` and `until` as in `decide`; the same draft, sooner.
    `roller` has the dice that are thrown from there on."""
    act: Recorder[Any] = Recorder(game, begun.pos.state.copy(), roller, begun.pos)
    act.events = list(begun.events)
    act.settled = len(act.events) - 1
    try:
        _run(act, begun.step)
        rest = settle(act, until)
    except DiceWanted as wants:
        _say_where(wants, before, state, act)
        raise
    return _drafted(before, state, act, roller, rest)


def settle(act: Recorder[Any], until: Until | None = None) -> Waiting | None:
    """Run automatic steps until a side must decide, which is returned, or the game is over or `until` met (None)."""
    for _ in range(MAX_STEPS):
        if act.state.winner >= 0 or (until is not None and until(act)):
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
        _run(act, step)
    raise EngineFault(f"the agenda did not settle in {MAX_STEPS} steps")


def _run(act: Recorder[Any], step: Step[Any]) -> None:
    """Run an automatic step that has been taken off the agenda."""
    try:
        step.run(act)
    except DiceWanted as wants:
        rolled = any(isinstance(event, Rolled | Drawn) for event in act.events[act.settled :])
        wants.situation = None if rolled else (step, wants.asked)
        wants.stopped = act, step
        raise


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
