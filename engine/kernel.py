"""The kernel: `decide(state, decision, dice) -> draft` is pure and may refuse; nothing else changes a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from hexledger.engine.decisions import Decision
from hexledger.engine.dice import Roller
from hexledger.engine.errors import EngineFault, IllegalDecision, NotOffered
from hexledger.engine.game import Game
from hexledger.engine.position import Position
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Choice, Prompt
from hexledger.events.model import Event
from hexledger.projections.digest import digest, updated
from hexledger.projections.state import State

P = TypeVar("P", bound=Position[Any])

MAX_STEPS = 10_000
"""Automatic steps after one decision before the kernel calls the agenda endless."""


class Draft(msgspec.Struct, frozen=True):
    """What a decision would bring: its events, the state after them, its digest, the dice evidence."""

    events: tuple[Event, ...]
    state: State
    digest: bytes
    evidence: tuple[str, ...]


def begin(game: Game[P], scenario: str, options: dict[str, str | int | bool], roller: Roller) -> Draft:
    """Set a scenario up and run until a side has something to decide."""
    state = State()
    act = Recorder(game, state, roller)
    game.setup(act, scenario, options)
    settle(act)
    return Draft(tuple(act.events), state, digest(state), tuple(roller.evidence))


def decide(game: Game[P], state: State, before: bytes, actor: int, decision: Decision, roller: Roller) -> Draft:
    """Carry a decision out on a copy of `state` (whose digest is `before`).

    Raises IllegalDecision with rule and reason when the rules do not allow it, BadDecision when it names what does not
    exist; `state` is never changed.
    """
    game.codec.sound(decision)
    step = _waiting(game, state)
    act = Recorder(game, state.copy(), roller)
    prompt = step.prompt(act.pos)
    if prompt is None:
        raise EngineFault("the agenda waits for a choice that has no prompt")
    if actor != prompt.side:
        raise NotOffered(game.rule(prompt.rule) or game.code, f"it is for the {game.side(prompt.side)} side to decide")
    step.check(act.pos, decision)
    step.take(act, decision)
    settle(act)
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence))


def decide_irregular(
    game: Game[P], state: State, before: bytes, actor: int, decision: Decision, roller: Roller
) -> tuple[Draft, IllegalDecision]:
    """Carry out, by a referee's word, a decision that the rules refuse; also how they refuse it.

    EngineFault when the rules do allow it (then no ruling is needed); NotOffered when it is no answer to what is asked.
    """
    game.codec.sound(decision)
    step = _waiting(game, state)
    act = Recorder(game, state.copy(), roller)
    prompt = step.prompt(act.pos)
    if prompt is None:
        raise EngineFault("the agenda waits for a choice that has no prompt")
    if actor != prompt.side:
        raise NotOffered(game.rule(prompt.rule) or game.code, f"it is for the {game.side(prompt.side)} side to decide")
    try:
        step.check(act.pos, decision)
    except NotOffered:
        raise
    except IllegalDecision as error:
        refused = error
    else:
        raise EngineFault("the rules allow that decision: it needs no ruling")
    step.take(act, decision)
    settle(act)
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence)), refused


def settle(act: Recorder[Any]) -> None:
    """Run automatic steps until a side must decide or the game is over."""
    for _ in range(MAX_STEPS):
        if act.state.over:
            return
        step = act.top()
        if step is None:
            raise EngineFault("the agenda is empty but nobody has won")
        if isinstance(step, Choice) and step.prompt(act.pos) is not None:
            return
        act.done()
        step.run(act)
    raise EngineFault(f"the agenda did not settle in {MAX_STEPS} steps")


def offer(game: Game[P], state: State) -> Prompt | None:
    """What is asked and of whom, None when the game is over."""
    if state.over:
        return None
    return _waiting(game, state).prompt(game.position(state))


def check(game: Game[P], state: State, decision: Decision) -> None:
    """Raise IllegalDecision (or BadDecision) unless the side that is asked may decide so. Changes nothing."""
    game.codec.sound(decision)
    _waiting(game, state).check(game.position(state), decision)


def choices(game: Game[P], state: State) -> Iterator[Decision]:
    """Legal decisions now, in a fixed order (complete when the prompt says so)."""
    if state.over:
        return iter(())
    return _waiting(game, state).choices(game.position(state))


def _waiting(game: Game[Any], state: State) -> Choice:
    if state.over:
        raise NotOffered(game.code, "the game is over")
    if not state.agenda:
        raise EngineFault("the agenda is empty but nobody has won")
    tag, data = state.agenda[-1]
    step = game.step_codec.unpack(tag, data)
    if not isinstance(step, Choice):
        raise EngineFault(f"the agenda stopped at {type(step).__name__}, which waits for nobody")
    return step
