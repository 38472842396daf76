"""Turns: what each brought: combats, losses, hexes that changed hands, tracks, units that stand otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.combats import Combat
from hexledger.projections.losses import LOSS, STEPS, change_of
from hexledger.projections.state import State, judged_key
from hexledger.projections.walk import Happening, Kinds, watch

if TYPE_CHECKING:
    from hexledger.projections.names import Names


class TrackChange(msgspec.Struct, frozen=True):
    """A track over a turn: its value when the turn began and when it ended."""

    track: int
    side: int
    before: int
    after: int


class Verdicts(msgspec.Struct, frozen=True):
    """How many units of a side were judged otherwise at the end of a turn than when it began, by the word of the
    later verdict."""

    side: int
    status: int
    units: tuple[int, ...]


class TurnSummary(msgspec.Struct, frozen=True):
    """One turn of a line.

    first, last  its frames; the one in which the next turn begins belongs to the turn that it ends
    decisions    by side: (side, how many)
    lost         steps lost, by side: (side, steps, units gone)
    taken        hexes that belong to another side at its end: (place, side before, side after)
    combats      numbers of its combats, as `combats.combats` counts them
    """

    turn: int
    first: int
    last: int
    decisions: tuple[tuple[int, int], ...]
    lost: tuple[tuple[int, int, int], ...]
    taken: tuple[tuple[int, int, int], ...]
    tracks: tuple[TrackChange, ...]
    judged: tuple[Verdicts, ...]
    combats: tuple[int, ...]


class _Span(msgspec.Struct):
    """A turn that goes on; `lost`: side -> steps, units gone."""

    turn: int
    first: int
    last: int
    before: State
    after: State
    decisions: dict[int, int]
    lost: dict[int, list[int]]


class Turns:
    """The turns of a line, told event by event (see `walk.Watcher`)."""

    kinds: Final[Kinds] = STEPS | {ev.TurnBegan}

    def __init__(self, names: Names) -> None:
        self._names = names
        self._spans: list[_Span] = []

    def begin(self, frame: Frame, _state: State) -> None:
        """The next decision."""
        if self._spans and frame.kind == DECISION:
            decisions = self._spans[-1].decisions
            decisions[frame.actor] = decisions.get(frame.actor, 0) + 1

    def take(self, happening: Happening) -> None:
        """Its next event of `kinds`."""
        event, state = happening.event, happening.state
        if type(event) in STEPS:
            change = change_of(event, state, self._names)
            if change is not None and change.kind == LOSS and self._spans:
                lost = self._spans[-1].lost.setdefault(self._names.piece_side(change.piece), [0, 0])
                lost[0] -= change.steps
                lost[1] += change.gone
        elif isinstance(event, ev.TurnBegan):
            now, seq = self._spans[-1] if self._spans else None, happening.frame.seq
            if now is None or event.turn != now.turn:
                here = state.copy()
                if now is not None:
                    now.last, now.after = seq, here
                self._spans.append(_Span(event.turn, seq, seq, here, here, {}, {}))

    def end(self, frame: Frame, _state: State) -> None:
        """That was its last event."""
        if self._spans:
            self._spans[-1].last = frame.seq

    def over(self, state: State) -> None:
        """That was the last decision of the line."""
        if self._spans:
            self._spans[-1].after = state.copy()

    def summaries(self, fought: Iterable[Combat]) -> list[TurnSummary]:
        """Every turn, in order; `fought`: the combats of the line."""
        numbers: dict[int, list[int]] = {}
        for combat in fought:
            numbers.setdefault(combat.turn, []).append(combat.number)
        return [
            TurnSummary(
                turn=span.turn,
                first=span.first,
                last=span.last,
                decisions=tuple(sorted(span.decisions.items())),
                lost=tuple((side, steps, units) for side, (steps, units) in sorted(span.lost.items())),
                taken=_taken(span.before, span.after),
                tracks=_tracks(span.before, span.after, self._names),
                judged=_judged(span.before, span.after, self._names),
                combats=tuple(numbers.get(span.turn, ())),
            )
            for span in self._spans
        ]


def turn_summaries(line: Iterable[Frame], names: Names, fought: Iterable[Combat]) -> list[TurnSummary]:
    """Every turn of a line (genesis first), in order; `fought`: its combats (`combats.combats`). O(events)."""
    turns = Turns(names)
    watch(line, turns)
    return turns.summaries(fought)


def _taken(before: State, after: State) -> tuple[tuple[int, int, int], ...]:
    places = sorted(before.control.keys() | after.control.keys())
    return tuple(
        (place, before.control.get(place, 0), after.control.get(place, 0))
        for place in places
        if before.control.get(place, 0) != after.control.get(place, 0)
    )


def _tracks(before: State, after: State, names: Names) -> tuple[TrackChange, ...]:
    keys = sorted(before.tracks.keys() | after.tracks.keys())
    return tuple(
        TrackChange(key >> 4, key & 15, before.tracks.get(key, 0), after.tracks.get(key, 0))
        for key in keys
        if before.tracks.get(key, 0) != after.tracks.get(key, 0) and not names.bookkeeping(key >> 4)
    )


def _judged(before: State, after: State, names: Names) -> tuple[Verdicts, ...]:
    """Units that are in play and stand otherwise in the respect that has no subject (supply)."""
    found: dict[tuple[int, int], list[int]] = {}
    for piece in sorted(after.at):
        now = after.judged.get(judged_key(piece, 0))
        then = before.judged.get(judged_key(piece, 0))
        if now is not None and (then is None or then[0] != now[0]):
            found.setdefault((names.piece_side(piece), now[0]), []).append(piece)
    return tuple(Verdicts(side, status, tuple(pieces)) for (side, status), pieces in found.items())
