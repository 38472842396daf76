"""What the other side did, in a player's words: decisions with odds, modifiers and dice, and what became of the log."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from hexledger.cli import looks
from hexledger.events.frame import CLAIM, DECISION, DICE, END, LABEL, OPENING, REWIND, RULING, SEAT, STUDY, Frame
from hexledger.projections.names import side_name
from hexledger.replays.log.told import told_once

if TYPE_CHECKING:
    from pathlib import Path

    from hexledger.replays.log.chronicle import Chronicle

MOST: Final = 24
"""Frames that are told at once, the last ones."""


def told_news(chronicle: Chronicle, frames: Sequence[Frame], own: Collection[int] = ()) -> list[str]:
    """A sentence for each frame: who did what and what followed. `own`: the sides of who reads, whose decisions that
    came back rolled are told as his."""
    rolled = {(frame.parent, frame.actor) for frame in frames if frame.kind == DECISION}
    told = [frame for frame in frames if frame.seq and not (_is_fix(frame) and (frame.parent, frame.actor) in rolled)]
    return [_told(chronicle, frame, own) for frame in told]


def _is_fix(frame: Frame) -> bool:
    from hexledger.events.dice_records import DecisionFixed, Fix, decode_record

    return frame.kind == DICE and isinstance(decode_record(frame.decision, frame.seq), Fix | DecisionFixed)


def few(lines: Sequence[str], log: Path) -> list[str]:
    """The last `MOST` lines, with a word about the others."""
    if len(lines) <= MOST:
        return list(lines)
    return [f"(the last {MOST} of {len(lines)}; `hexledger record {log.name}` tells all)", *lines[-MOST:]]


def _told(chronicle: Chronicle, frame: Frame, own: Collection[int]) -> str:
    game, seq = chronicle.game, frame.seq
    by = game.side(frame.actor).capitalize() if frame.actor else "Referee"
    if frame.kind in (DECISION, RULING):
        if frame.actor in own:
            by = f"your decision ({by})"
        first, *then = told_once(chronicle, seq)
        followed = "; ".join(looks.without_rules(line) for line in then)
        return f"#{seq} {by}: {first}" + (f" -> {followed}" if followed else "")
    if _is_fix(frame):
        return f"#{seq} {by}: {_fixed(chronicle, frame)} (fixed; its dice are still to come)"
    if frame.kind == DICE:
        from hexledger.projections.dice_notes import dice_note

        return f"#{seq} {dice_note(frame, game)[0]}"
    if frame.kind in (SEAT, END, STUDY):
        from hexledger.projections.table_notes import table_note

        return f"#{seq} {table_note(frame, game)[0]}"
    return f"#{seq} {_turning(chronicle, frame, by)}"


def _fixed(chronicle: Chronicle, frame: Frame) -> str:
    """A decision that is fixed and not rolled yet, in words."""
    from hexledger.events.dice_records import DecisionFixed, Fix, decode_record

    record = decode_record(frame.decision, frame.seq)
    assert isinstance(record, Fix | DecisionFixed), "a fix, as was asked before"
    raw = bytes(record.decision) if isinstance(record, Fix) else bytes.fromhex(record.decision)
    game = chronicle.game
    return game.tell(game.position(chronicle.state(frame.parent)), game.codec.decode(raw))


def _turning(chronicle: Chronicle, frame: Frame, by: str) -> str:
    """An undo, a line, a claim or an opening of seals."""
    from hexledger.events.frame import Rewind

    said = chronicle.decision(frame.seq)
    if isinstance(said, Rewind):
        why = f" because {said.reason}" if said.reason else ""
        if said.to == frame.parent:
            return f"{by}: the decision that waited for its dice is dropped{why}"
        word = "redo" if said.redo else "undo"
        agreed = ", ".join(side_name(chronicle.game, side) if side else "referee" for side in said.consent)
        return f"{by}: {word}, play goes on from #{said.to}{why}" + (f" (agreed by {agreed})" if agreed else "")
    words = {
        REWIND: "undo",
        LABEL: "another line",
        OPENING: "opens what it had sealed",
        CLAIM: "claims an error",
    }
    reason = getattr(said, "reason", "")
    about = f" in #{said.about}" if frame.kind == CLAIM and hasattr(said, "about") else ""
    return f"{by}: {words.get(frame.kind, 'a frame of another kind')}{about}" + (f" because {reason}" if reason else "")
