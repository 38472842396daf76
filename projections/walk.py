"""Walking through frames: every event with the position just before it.

Takes the frames of one line, or a whole file with all its lines: where a decision does not continue the frame
before it, the position of its parent is taken up again. All records, lists and statistics are made by one walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from hexledger.events.frame import Frame
from hexledger.events.model import AnyEvent, Event
from hexledger.projections.address import address
from hexledger.projections.fold import APPLY, FEW, fold, many
from hexledger.projections.lines import UnknownFrame, plays
from hexledger.projections.state import State

Kinds: TypeAlias = frozenset[type[Event]]
"""Kinds of events that a walk stops at."""

EVERY: Final[Kinds] = frozenset(APPLY)
_NONE: Final[Mapping[type[Event], Callable[[Any], None]]] = {}


class Happening(msgspec.Struct, frozen=True):
    """One event in its place, `number` 1 being the first of its decision.

    `state` is the position before it: live, so read it now and do not keep it.
    """

    frame: Frame
    number: int
    event: AnyEvent
    state: State

    @property
    def address(self) -> str:
        """`#57.3`."""
        return address(self.frame.seq, self.number)


class Passage:
    """One decision on the walk. Before `happenings()` is used, `state` is the position it was made in."""

    def __init__(self, frame: Frame, state: State) -> None:
        self.frame = frame
        self.state = state
        self._applied = 0

    def happenings(
        self, kinds: Kinds | None = None, each: Callable[[AnyEvent, State], None] | None = None
    ) -> Iterator[Happening]:
        """Its events in order, or those of some kinds only; each is applied to `state` when the next is asked for.
        `each` is told of all of them, with the position before."""
        frame, state, apply = self.frame, self.state, APPLY
        todo, own = frame.events[self._applied :], _NONE
        if len(todo) > FEW and many(state, len(todo)):
            from hexledger.projections.fold_long import step_by_step

            own = step_by_step(state)
        for number, event in enumerate(todo, self._applied + 1):
            if each is not None:
                each(event, state)
            kind = type(event)
            if kinds is None or kind in kinds:
                self._applied = number - 1
                yield Happening(frame, number, event, state)
            if kind in own:
                own[kind](event)
            else:
                apply[kind](state, event)
        self._applied = len(frame.events)

    def finish(self) -> None:
        """Apply what has not been applied yet."""
        fold(self.state, self.frame.events[self._applied :])
        self._applied = len(self.frame.events)


class Watcher(Protocol):
    """Who is told of a line in the course of a walk that others are told of as well. What it is given is live."""

    @property
    def kinds(self) -> Kinds:
        """The kinds of events that it wants to be told of."""
        ...

    def begin(self, frame: Frame, state: State) -> None:
        """The next decision, and the position it was made in."""
        ...

    def take(self, happening: Happening) -> None:
        """Its next event of these kinds."""
        ...

    def end(self, frame: Frame, state: State) -> None:
        """That was its last event; `state` is the position after it."""
        ...

    def over(self, state: State) -> None:
        """That was the last decision of the line."""
        ...


def takers(watchers: Iterable[Watcher]) -> Mapping[type[Event], Sequence[Callable[[Happening], None]]]:
    """Kind of event -> who is to be told of it, by their `take`; nothing of kinds that nobody wants to be told of."""
    told: dict[type[Event], list[Callable[[Happening], None]]] = {}
    for one in watchers:
        for kind in one.kinds:
            told.setdefault(kind, []).append(one.take)
    return told


def watch(line: Iterable[Frame], *watchers: Watcher) -> None:
    """One walk over a line (genesis first) for all who want to be told of it. O(events)."""
    state, told = State(), takers(watchers)
    for passage in passages(line):
        frame, state = passage.frame, passage.state
        for one in watchers:
            one.begin(frame, state)
        for happening in passage.happenings(frozenset(told)):
            for take in told[type(happening.event)]:
                take(happening)
        for one in watchers:
            one.end(frame, state)
    for one in watchers:
        one.over(state)


def forks_of(walked: Iterable[Frame]) -> set[int]:
    """Frames that a walk comes back to: parents of those that do not continue the frame before them."""
    forks: set[int] = set()
    at = -1
    for frame in walked:
        if frame.parent != at:
            forks.add(frame.parent)
        at = frame.seq
    return forks


def passages(frames: Iterable[Frame]) -> Iterator[Passage]:
    """Every genesis and decision frame with its position. O(events), and a copy of the position for each fork."""
    walked = list(plays(frames))
    forks = forks_of(walked)
    state, at = State(), -1
    kept: dict[int, State] = {}
    for frame in walked:
        if frame.parent != at:
            if frame.parent not in kept:
                raise UnknownFrame(frame.parent, f"frame {frame.seq}")
            state = kept[frame.parent].copy()
        passage = Passage(frame, state)
        yield passage
        passage.finish()
        at = frame.seq
        if at in forks:
            kept[at] = state.copy()


def walk(frames: Iterable[Frame], kinds: Kinds | None = None) -> Iterator[Happening]:
    """Every event of the frames, or those of some kinds, with the position just before it."""
    for passage in passages(frames):
        yield from passage.happenings(kinds)


def position_after(frames: Iterable[Frame]) -> State:
    """The position after the last of the frames."""
    state = State()
    for passage in passages(frames):
        passage.finish()
        state = passage.state
    return state
