"""The rows of one game for the warehouse's tables (their columns are declared in `warehouse.py`)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import (
    ADJOURNMENT,
    CLAIM,
    DECISION,
    END,
    KINDS,
    LABEL,
    REOPENING,
    REWIND,
    RULING,
    STUDY,
    End,
    Frame,
    Genesis,
)
from hexledger.projections.account import account
from hexledger.projections.address import address
from hexledger.projections.decided import DecideText
from hexledger.projections.dice_record import roll_there
from hexledger.projections.lines import (
    STANDS,
    UNDONE,
    claim_of,
    head_of,
    label_of,
    line_of,
    rewind_of,
    ruling_of,
    standings,
)
from hexledger.projections.losses import LOSS, STEPS, step_change
from hexledger.projections.phrases import phrases
from hexledger.projections.record import when
from hexledger.projections.remembered import remembered
from hexledger.projections.state import State
from hexledger.projections.tracks import TRACKED, Courses
from hexledger.projections.units import Lives
from hexledger.projections.walk import Happening, Kinds, Watcher, passages, takers
from hexledger.projections.warehouse_events import SCENES, Stretches, unit_columns
from hexledger.projections.warehouse_turns import ByTurn

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]
TableRow: TypeAlias = tuple[str, Row]


def rows_of(
    genesis: Genesis,
    frames: Sequence[Frame],
    names: Names,
    decide_text: DecideText | None = None,
    edition_kind: str = "",
    watchers: Sequence[Watcher] = (),
    had: Container[int] = (),
) -> Iterator[TableRow]:
    """(table, row) for every row of one game's file, undone decisions included; `standing` tells them apart.
    `edition_kind`: what is known of the edition; without it what the log says itself, as a claim. `watchers` are told
    of the line that is played; `had`: sayings whose rows are there already."""
    kind = edition_kind or f"{genesis.edition_kind} (claimed)"
    yield from _walked(genesis, frames, line_of(frames, head_of(frames)), names, decide_text, kind, watchers, had)
    for frame in frames:
        if frame.kind in (REWIND, LABEL, CLAIM):
            yield "decisions", _turning(frame, names)


def _game(
    genesis: Genesis,
    frames: Sequence[Frame],
    line: Sequence[Frame],
    state: State,
    won: str | None,
    names: Names,
    edition_kind: str,
) -> Row:
    """The row of a log; `state`: the last position of the line that is played; `won`: where somebody won there."""
    head = line[-1].seq
    decisions = sum(frame.kind == DECISION for frame in frames)
    return {
        "seq": head,
        "address": address(head),
        "rules_version": genesis.rules_version,
        "edition": genesis.edition,
        "edition_kind": edition_kind,
        "edition_fingerprint": genesis.edition_fingerprint,
        "dice": ev.DICE_MODES.get(genesis.dice_mode, f"?{genesis.dice_mode}"),
        "undo_policy": genesis.undo_policy,
        "players": {names.side(side): name for side, name, _key in genesis.players},
        "parent_log": genesis.parent_log[0] if genesis.parent_log else None,
        "frames": len(frames),
        "decisions": decisions,
        "undone": decisions - (len(line) - 1),
        "head": head,
        "turns": state.turn,
        "winner": names.side(state.winner) if state.over else None,
        "level": names.word_key(state.level) if state.over else None,
        **_ended(frames, names),
        "won_at": won,
    }


def _ended(frames: Sequence[Frame], names: Names) -> dict[str, Any]:
    """Winner and level of a game that somebody has ended otherwise than by its rules; nothing for any other."""
    last = next((frame for frame in reversed(frames) if frame.kind in (END, STUDY)), None)
    if last is None or last.kind == STUDY:
        return {}
    end = msgspec.msgpack.decode(last.decision, type=End)
    if end.what in (REOPENING, ADJOURNMENT):
        return {}
    return {"winner": names.side(end.winner), "level": end.level or end.what}


def _walked(
    genesis: Genesis,
    frames: Sequence[Frame],
    line: Sequence[Frame],
    names: Names,
    decide_text: DecideText | None,
    edition_kind: str,
    watchers: Sequence[Watcher],
    had: Container[int],
) -> Iterator[TableRow]:
    """All that is told in the course of one walk over the file: of its frames, and of the line that is played."""
    stretches, stand, played = Stretches(names), standings(frames), _Played(names, watchers)
    on_line, head = {frame.seq for frame in line}, line[-1].seq
    for passage in passages(frames):
        frame, state = passage.frame, passage.state
        standing = stand[frame.seq]
        how = standing.how
        decided = _decision(frame, state, names, decide_text)
        decided["standing"] = how
        if how == UNDONE and standing.by is not None:
            decided |= {"undone_by": address(standing.by.seq), "reason": rewind_of(standing.by).reason}
        yield "decisions", decided
        plays = frame.seq in on_line
        if plays:
            played.begin(frame, state)
        for happening in passage.happenings(played.kinds if plays else _WATCHED, stretches.take):
            kind, change = type(happening.event), None
            if kind in _WATCHED:
                if kind in SCENES:
                    for row in stretches.end(frame, happening.number, state):
                        yield "stretches", row | {"standing": how}
                change = step_change(happening, names) if kind in STEPS else None
                yield from _besides(happening, change, how, names)
            if plays:
                played.take(happening, change)
        for row in stretches.end(frame, len(frame.events), state):
            yield "stretches", row | {"standing": how}
        if plays:
            yield from played.after(frame, state)
        if frame.seq == head:
            yield "games", _game(genesis, frames, line, state, played.won, names, edition_kind)
            yield from played.end(state)
    for row in stretches.sayings(had):
        yield "sayings", row


class _Played:
    """What is told of the line that is played: lives, tracks, what is by turn, and where somebody won; and to whom
    else it is told.

    kinds  events that it wants to be told of
    won    address of the event by which somebody has won
    """

    def __init__(self, names: Names, watchers: Sequence[Watcher]) -> None:
        self.kinds = _WATCHED.union(*(watcher.kinds for watcher in watchers))
        self.won: str | None = None
        self._watchers, self._told = watchers, takers(watchers)
        self._lives, self._courses, self._turns = Lives(names), Courses(names), ByTurn(names)
        self._began = False
        """Whether a turn began in the frame that is gone through."""

    def begin(self, frame: Frame, state: State) -> None:
        """The next frame of the line, and the position before it."""
        self._began = False
        for watcher in self._watchers:
            watcher.begin(frame, state)

    def take(self, happening: Happening, change: Row | None) -> None:
        """Its next event of `kinds`, and the change of steps that it is."""
        kind = type(happening.event)
        if kind in TRACKED:
            self._courses.take(happening)
        elif kind is ev.Moved or change is not None:
            self._lives.take(happening, change)
        elif kind is ev.TurnBegan:
            self._began = True
        elif kind is ev.Won:
            self.won = happening.address
        for take in self._told.get(kind, ()):
            take(happening)

    def after(self, frame: Frame, state: State) -> Iterator[TableRow]:
        """The rows of the frame, `state` being the position after it."""
        for watcher in self._watchers:
            watcher.end(frame, state)
        yield from self._turns.after(frame, state, began=self._began)

    def end(self, state: State) -> Iterator[TableRow]:
        """Those of the end of the line, `state` being its last position."""
        yield from self._turns.end(state)
        for row in self._lives.rows(state):
            yield "units", row | {"address": row["arrived"]}
        for track in self._courses.rows():
            points = track.pop("points")
            for point in points:
                yield "tracks", {**track, **point}
        for watcher in self._watchers:
            watcher.over(state)


def _decision(frame: Frame, state: State, names: Names, decide_text: DecideText | None) -> dict[str, Any]:
    """The row of a frame; `state` is the position before it."""
    words = decide_text(frame.decision, state) if decide_text and frame.kind == DECISION else None
    reason = None
    if frame.kind == RULING:
        ruling = ruling_of(frame)
        words, reason = ruling.scope, ruling.reason
    return _frame(frame, names) | {
        "turn": state.turn,
        "turn_name": names.turn(state.turn) if state.turn else None,
        "phase": names.word_key(state.phase) or None,
        "phase_side": names.side(state.phase_side) if state.phase_side else None,
        "decision": words,
        "reason": reason,
    }


_WATCHED: Final[Kinds] = SCENES | STEPS | TRACKED | {ev.Moved, ev.Reckoned, ev.Rolled, ev.Won}
"""Events that make rows of other tables than that of events, or end a stretch of these."""


def _besides(happening: Happening, change: Row | None, standing: str, names: Names) -> Iterator[TableRow]:
    """The rows of other tables that an event makes; `change`: its change of steps."""
    event = happening.event
    match event:
        case ev.Moved():
            yield "moves", {**_place(happening, standing), **_move(event, names)}
        case ev.Reckoned():
            place = _place(happening, standing)
            for line in calculation_lines(event, names):
                yield "calculations", {**place, **line}
        case ev.Rolled():
            yield "rolls", {**roll_there(happening, event, names), "standing": standing}
        case _ if change is not None:
            yield "steps", {**change, "standing": standing}
            if change["kind"] == LOSS:
                yield "losses", {**change, "standing": standing}


def _frame(frame: Frame, names: Names) -> dict[str, Any]:
    return {
        "address": address(frame.seq),
        "seq": frame.seq,
        "kind": KINDS.get(frame.kind, f"?{frame.kind}"),
        "parent": frame.parent,
        "actor": names.side(frame.actor) if frame.actor else None,
        "events": len(frame.events),
        "time": when(frame.time),
        "digest": frame.digest.hex(),
    }


def _turning(frame: Frame, names: Names) -> dict[str, Any]:
    if frame.kind == REWIND:
        rewind = rewind_of(frame)
        return _frame(frame, names) | {"decision": address(rewind.to), "reason": rewind.reason, "standing": STANDS}
    if frame.kind == CLAIM:
        claim = claim_of(frame)
        words = f"{claim.what} {address(claim.about)}: {claim.outcome}"
        return _frame(frame, names) | {"decision": words, "reason": claim.reason, "standing": STANDS}
    label = label_of(frame)
    return _frame(frame, names) | {"decision": label.name, "reason": None, "standing": STANDS}


def _place(happening: Happening, standing: str) -> Row:
    frame, turn = happening.frame, happening.state.turn
    return {"address": happening.address, "seq": frame.seq, "standing": standing, "turn": turn}


@remembered
def _move(event: ev.Moved, names: Names) -> Row:
    """A move by itself, wherever it was made."""
    path = [names.place(place) for place in event.path]
    return {
        **unit_columns(event.piece, names),
        "mode": names.word_key(event.mode),
        "origin": path[0] if path else None,
        "destination": path[-1] if path else None,
        "path": path,
        "hexes": max(len(path) - 1, 0),
        "cost": event.cost,
        "rule": names.rule(event.rule) or None,
    }


@remembered
def calculation_lines(event: ev.Reckoned, names: Names) -> tuple[Row, ...]:
    """The lines of a calculation by themselves, wherever it was made, as `calculations` and `modifiers` have them; a
    line 0 of one without lines."""
    return tuple(_lines(event, names))


def _lines(event: ev.Reckoned, names: Names) -> Iterator[Row]:
    base = {
        "kind": names.word_key(event.kind),
        "subject": names.subject(event.kind, event.subject) or None,
        "total": event.total,
    }
    made = account(event, names, phrases())
    base["form"] = made.form
    if not event.lines:
        rule = names.rule(event.rule) or None
        yield base | {"line": 0, "part": 1, "rule": rule, "title": names.rule_title(event.rule) or None}
    against = set(made.parts[-1]) if len(made.parts) > 1 else set()
    for number, (label, value, rule_number) in enumerate(event.lines, 1):
        yield base | {
            "line": number,
            "part": 2 if (label, value, rule_number) in against else 1,
            "label": names.word(label),
            "value": value,
            "rule": names.rule(rule_number) or None,
            "title": names.rule_title(rule_number) or None,
        }
