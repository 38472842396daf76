"""The rows of one game for the warehouse's tables (their columns are declared in `warehouse.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from hexledger.projections.losses import LOSS, step_change
from hexledger.projections.phrases import phrases
from hexledger.projections.record import when
from hexledger.projections.state import State
from hexledger.projections.tracks import TRACKED, Courses
from hexledger.projections.units import TOLD, Lives
from hexledger.projections.walk import Happening, Kinds, passages
from hexledger.projections.warehouse_events import SCENES, sayings_of, stretch, unit_columns
from hexledger.projections.warehouse_turns import ByTurn

if TYPE_CHECKING:
    from hexledger.projections.names import Names

TableRow: TypeAlias = tuple[str, dict[str, Any]]


def rows_of(
    genesis: Genesis,
    frames: Sequence[Frame],
    names: Names,
    decide_text: DecideText | None = None,
    edition_kind: str = "",
) -> Iterator[TableRow]:
    """(table, row) for every row of one game's file, undone decisions included; `standing` tells them apart.
    `edition_kind`: what is known of the edition; without it what the log says itself, as a claim."""
    kind = edition_kind or f"{genesis.edition_kind} (claimed)"
    yield from _walked(genesis, frames, line_of(frames, head_of(frames)), names, decide_text, kind)
    for frame in frames:
        if frame.kind in (REWIND, LABEL, CLAIM):
            yield "decisions", _turning(frame, names)


def _game(
    genesis: Genesis, frames: Sequence[Frame], line: Sequence[Frame], state: State, names: Names, edition_kind: str
) -> dict[str, Any]:
    """The row of a log; `state`: the last position of the line that is played."""
    head = line[-1].seq
    won = [address(f.seq, n) for f in line for n, event in enumerate(f.events, 1) if isinstance(event, ev.Won)]
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
        "won_at": won[-1] if won else None,
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
) -> Iterator[TableRow]:
    """All that is told in the course of one walk over the file: of its frames, and of the line that is played."""
    sayings, stand = sayings_of(names), standings(frames)
    sayings.begin()
    saying, every = sayings.number, set[int]()
    played, head = {frame.seq for frame in line}, line[-1].seq
    lives, courses, turns = Lives(names), Courses(names), ByTurn(names)
    for passage in passages(frames):
        frame, state = passage.frame, passage.state
        standing = stand[frame.seq]
        how = standing.how
        decided = _decision(frame, state, names, decide_text)
        decided["standing"] = how
        if how == UNDONE and standing.by is not None:
            decided |= {"undone_by": address(standing.by.seq), "reason": rewind_of(standing.by).reason}
        yield "decisions", decided
        plays, first, said = frame.seq in played, 1, list[int]()
        for happening in passage.happenings():
            event = happening.event
            said.append(saying(event, state))
            kind = type(event)
            if kind in SCENES:
                yield "stretches", stretch(frame, first, said, state, names) | {"standing": how}
                every.update(said)
                first, said = happening.number + 1, []
            if kind in _TOLD_BESIDES:
                for table, beside in _besides(happening, names):
                    beside["standing"] = how
                    yield table, beside
            if plays and kind in TOLD:
                lives.take(happening)
            elif plays and kind in TRACKED:
                courses.take(happening)
        if said:
            yield "stretches", stretch(frame, first, said, state, names) | {"standing": how}
            every.update(said)
        if plays:
            yield from turns.after(frame, state)
        if frame.seq == head:
            yield from turns.end(state)
            yield "games", _game(genesis, frames, line, state, names, edition_kind)
            for row in lives.rows(state):
                yield "units", row | {"address": row["arrived"]}
            for track in courses.rows():
                for point in track["points"]:
                    yield "tracks", track | point
    for row in sayings.rows(every):
        yield "sayings", row


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


_TOLD_BESIDES: Final[Kinds] = TOLD | {ev.Reckoned, ev.Rolled}


def _besides(happening: Happening, names: Names) -> Iterator[TableRow]:
    """The rows of other tables that an event makes."""
    match happening.event:
        case ev.Moved() as event:
            yield "moves", _move(happening, event, names)
        case ev.Reckoned() as event:
            for row in _calculation(happening, event, names):
                yield "calculations", row
        case ev.Rolled() as event:
            yield "rolls", roll_there(happening, event, names)
        case ev.Placed() | ev.StepsSet() | ev.Removed():
            change = step_change(happening, names)
            if change is not None:
                yield "steps", change
                if change["kind"] == LOSS:
                    yield "losses", dict(change)


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


def _place(happening: Happening) -> dict[str, Any]:
    return {"address": happening.address, "seq": happening.frame.seq, "turn": happening.state.turn}


def _move(happening: Happening, event: ev.Moved, names: Names) -> dict[str, Any]:
    path = [names.place(place) for place in event.path]
    return (
        _place(happening)
        | unit_columns(event.piece, names)
        | {
            "mode": names.word_key(event.mode),
            "origin": path[0] if path else None,
            "destination": path[-1] if path else None,
            "path": path,
            "hexes": max(len(path) - 1, 0),
            "cost": event.cost,
            "rule": names.rule(event.rule) or None,
        }
    )


def _calculation(happening: Happening, event: ev.Reckoned, names: Names) -> Iterator[dict[str, Any]]:
    base = _place(happening) | {
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
