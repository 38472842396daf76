"""The rows of one game for the warehouse's tables (their columns are declared in `warehouse.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import CLAIM, DECISION, KINDS, LABEL, REWIND, RULING, Frame, Genesis
from hexledger.projections.account import account
from hexledger.projections.address import address
from hexledger.projections.decided import DecideText
from hexledger.projections.dice_record import rolls
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
from hexledger.projections.losses import LOSS, step_changes
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import FIELDS, as_data, kind_of
from hexledger.projections.record import when
from hexledger.projections.telling import Teller
from hexledger.projections.tracks import tracks
from hexledger.projections.units import units
from hexledger.projections.walk import Happening, passages, position_after

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
    log = genesis.log_id
    stand = standings(frames)
    kind = edition_kind or f"{genesis.edition_kind} (claimed)"
    yield "games", _game(genesis, frames, names) | {"edition_kind": kind}
    for table, row in _walked(frames, names, decide_text):
        standing = stand[row["seq"]]
        row |= {"log": log, "standing": standing.how}
        if table == "decisions" and standing.how == UNDONE and standing.by is not None:
            row |= {"undone_by": address(standing.by.seq), "reason": rewind_of(standing.by).reason}
        yield table, row
    changes = step_changes(frames, names)
    fallen = [row for row in changes if row["kind"] == LOSS]
    for table, rows in (("rolls", rolls(frames, names)), ("steps", changes), ("losses", fallen)):
        for row in rows:
            yield table, row | {"log": log, "standing": stand[row["seq"]].how}
    line = line_of(frames, head_of(frames))
    for row in units(line, names):
        yield "units", row | {"log": log, "address": row["arrived"]}
    for track in tracks(line, names):
        for point in track["points"]:
            yield "tracks", track | point | {"log": log}
    for frame in frames:
        if frame.kind in (REWIND, LABEL, CLAIM):
            yield "decisions", _turning(frame, names) | {"log": log}


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
    teller = Teller(names, phrases())
    for passage in passages(frames):
        frame, state = passage.frame, passage.state
        words = decide_text(frame.decision, state) if decide_text and frame.kind == DECISION else None
        reason = None
        if frame.kind == RULING:
            ruling = ruling_of(frame)
            words, reason = ruling.scope, ruling.reason
        yield (
            "decisions",
            _frame(frame, names)
            | {
                "turn": state.turn,
                "turn_name": names.turn(state.turn) if state.turn else None,
                "phase": names.word_key(state.phase) or None,
                "phase_side": names.side(state.phase_side) if state.phase_side else None,
                "decision": words,
                "reason": reason,
            },
        )
        teller.fresh()
        for happening in passage.happenings():
            yield "events", _event(happening, names, teller)
            event = happening.event
            if isinstance(event, ev.Moved):
                yield "moves", _move(happening, event, names)
            elif isinstance(event, ev.Reckoned):
                for row in _calculation(happening, event, names):
                    yield "calculations", row


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


def _unit(piece: int, names: Names) -> dict[str, Any]:
    return {
        "piece": names.piece(piece),
        "unit": names.piece_name(piece),
        "side": names.side(names.piece_side(piece)),
    }


def _event(happening: Happening, names: Names, teller: Teller) -> dict[str, Any]:
    event, frame, state = happening.event, happening.frame, happening.state
    fields = FIELDS[type(event)]
    data = as_data(event, names)
    rule: int = getattr(event, "rule", 0)
    row = _place(happening) | {
        "number": happening.number,
        "phase": names.word_key(state.phase) or None,
        "actor": names.side(frame.actor) if frame.actor else None,
        "event": kind_of(event),
        "rule": names.rule(rule) or None,
        "title": names.rule_title(rule) or None,
        "text": teller.tell(event, state),
        "data": data,
    }
    if "piece" in fields:
        piece: int = getattr(event, "piece", -1)
        row |= _unit(piece, names)
        if piece in state.at:
            row["place"] = names.place(state.at[piece])
    elif "side" in data:
        row["side"] = data["side"]
    for field, meaning in fields.items():
        if meaning == "place" and "place" not in row:
            row["place"] = data[field]
        elif meaning == "word" and "word" not in row:
            row["word"] = data[field]
    value = _VALUE.get(type(event))
    if value is not None:
        row["value"] = getattr(event, value)
    return row


_VALUE: dict[type[ev.Event], str] = {
    ev.Placed: "steps",
    ev.Moved: "cost",
    ev.StepsSet: "steps",
    ev.Flagged: "value",
    ev.MarkerSet: "count",
    ev.TrackSet: "value",
    ev.Pooled: "delta",
    ev.Assigned: "value",
    ev.TurnBegan: "turn",
    ev.Rolled: "value",
    ev.Reckoned: "total",
    ev.Resolved: "row",
}
"""Event -> the field that stands in the `value` column."""


def _move(happening: Happening, event: ev.Moved, names: Names) -> dict[str, Any]:
    path = [names.place(place) for place in event.path]
    return (
        _place(happening)
        | _unit(event.piece, names)
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
