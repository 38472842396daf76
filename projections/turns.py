"""Turns: what each brought: combats, losses, hexes that changed hands, tracks, units that stand otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.combats import Combat
from hexledger.projections.losses import LOSS, step_changes
from hexledger.projections.state import State, judged_key
from hexledger.projections.walk import Kinds, passages

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
    turn: int
    first: int
    last: int
    before: State
    after: State
    decisions: dict[int, int]


_BEGINS: Final[Kinds] = frozenset({ev.TurnBegan})


def turn_summaries(line: Sequence[Frame], names: Names, fought: Sequence[Combat]) -> list[TurnSummary]:
    """Every turn of a line (genesis first), in order; `fought`: its combats (`combats.combats`). O(events)."""
    spans = list(_spans(line))
    lost = [row for row in step_changes(line, names) if row["kind"] == LOSS]
    sides = {names.side(side): side for side in range(1, 16)}
    found = []
    for span in spans:
        fallen: dict[int, list[int]] = {}
        for row in lost:
            if row["turn"] == span.turn:
                entry = fallen.setdefault(sides.get(row["side"], 0), [0, 0])
                entry[0] -= row["steps"]
                entry[1] += row["gone"]
        found.append(
            TurnSummary(
                turn=span.turn,
                first=span.first,
                last=span.last,
                decisions=tuple(sorted(span.decisions.items())),
                lost=tuple((side, fallen[side][0], fallen[side][1]) for side in sorted(fallen)),
                taken=_taken(span.before, span.after),
                tracks=_tracks(span.before, span.after, names),
                judged=_judged(span.before, span.after, names),
                combats=_numbers(fought, span.turn),
            )
        )
    return found


def _numbers(fought: Iterable[Combat], turn: int) -> tuple[int, ...]:
    return tuple(combat.number for combat in fought if combat.turn == turn)


def _spans(line: Sequence[Frame]) -> Iterable[_Span]:
    """The turns, each with the position when it began and when it ended."""
    now: _Span | None = None
    for passage in passages(line):
        frame = passage.frame
        if now is not None and frame.kind == DECISION:
            now.decisions[frame.actor] = now.decisions.get(frame.actor, 0) + 1
        for happening in passage.happenings(_BEGINS):
            event = happening.event
            assert isinstance(event, ev.TurnBegan)
            if now is None or event.turn != now.turn:
                if now is not None:
                    now.last, now.after = frame.seq, happening.state.copy()
                    yield now
                here = happening.state.copy()
                now = _Span(event.turn, frame.seq, frame.seq, here, here, {})
        passage.finish()
        if now is not None:
            now.last, now.after = frame.seq, passage.state
    if now is not None:
        now.after = now.after.copy()
        yield now


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
