"""The rows of one game for the warehouse's tables (their columns are declared in `warehouse.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import CLAIM, DECISION, KINDS, LABEL, REWIND, RULING, Frame, Genesis
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
from hexledger.projections.tracks import tracks
from hexledger.projections.units import units
from hexledger.projections.walk import Happening, passages, position_after
from hexledger.projections.warehouse_events import event_rows, unit_columns

if TYPE_CHECKING:
    from hexledger.projections.names import Names

TableRow: TypeAlias = tuple[str, dict[str, Any]]


def rows_of(
    genesis: Genesis, frames: Sequence[Frame], names: Names, decide_text: DecideText | None = None
) -> Iterator[TableRow]:
    """(table, row) for every row of one game's file, undone decisions included; `standing` tells them apart."""
    stand = standings(frames)
    yield "games", _game(genesis, frames, names)
    for table, row in _walked(frames, names, decide_text):
        standing = stand[row["seq"]]
        row["standing"] = standing.how
        if table == "decisions" and standing.how == UNDONE and standing.by is not None:
            row |= {"undone_by": address(standing.by.seq), "reason": rewind_of(standing.by).reason}
        yield table, row
    line = line_of(frames, head_of(frames))
    for row in units(line, names):
        yield "units", row | {"address": row["arrived"]}
    for track in tracks(line, names):
        for point in track["points"]:
            yield "tracks", track | point
    for frame in frames:
        if frame.kind in (REWIND, LABEL, CLAIM):
            yield "decisions", _turning(frame, names)


def _game(genesis: Genesis, frames: Sequence[Frame], names: Names) -> dict[str, Any]:
    head = head_of(frames)
    line = line_of(frames, head)
    state = position_after(line)
    won = [address(f.seq, n) for f in line for n, event in enumerate(f.events, 1) if isinstance(event, ev.Won)]
    decisions = sum(frame.kind == DECISION for frame in frames)
    return {
        "seq": head,
        "address": address(head),
        "rules_version": genesis.rules_version,
        "edition": genesis.edition,
        "edition_kind": genesis.edition_kind,
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
        "won_at": won[-1] if won else None,
    }


def _walked(frames: Sequence[Frame], names: Names, decide_text: DecideText | None) -> Iterator[TableRow]:
    """All that is told in the course of one walk over the file."""
    events = event_rows(names)
    for passage in passages(frames):
        frame, state = passage.frame, passage.state
        words = decide_text(frame.decision, state) if decide_text and frame.kind == DECISION else None
        reason = None
        if frame.kind == RULING:
            ruling = ruling_of(frame)
            words, reason = ruling.scope, ruling.reason
        decided = _frame(frame, names)
        yield (
            "decisions",
            decided
            | {
                "turn": state.turn,
                "turn_name": names.turn(state.turn) if state.turn else None,
                "phase": names.word_key(state.phase) or None,
                "phase_side": names.side(state.phase_side) if state.phase_side else None,
                "decision": words,
                "reason": reason,
            },
        )
        for happening in passage.happenings():
            yield "events", events.row(happening, decided["actor"], names.word_key(state.phase) or None)
            yield from _besides(happening, names)


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
