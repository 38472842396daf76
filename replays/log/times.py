"""Time used by each side, from the times that frames carry. No rule reads it; a clock that is wrong makes it wrong.

What passes until a side has decided, fixed or rolled is that side's; what passes while a keeper is asked is nobody's,
and so is what passes while the game rests or has ended. Time spent on what was undone was spent all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from hexledger.engine.dice.duel import read_evidence as read_link
from hexledger.engine.dice.entered import read_entered
from hexledger.engine.kernel.game import Game
from hexledger.events.dice_records import DecisionFixed, Fix, decode_record
from hexledger.events.frame import DECISION, DICE, END, REOPENING, End, Frame
from hexledger.projections.names import capital

Row: TypeAlias = dict[str, Any]

NOBODY = 0


class Used(msgspec.Struct):
    """Milliseconds that a side used, over how many of its frames; its longest and before which frame that passed."""

    used: int = 0
    frames: int = 0
    longest: int = 0
    at: int = -1


class Times(msgspec.Struct):
    """Side (0: nobody, while dice were waited for) -> time used; frames before which the clock went back."""

    sides: dict[int, Used] = msgspec.field(default_factory=dict)
    back: list[int] = msgspec.field(default_factory=list)
    stamped: int = 0
    """Frames that carry a time."""


class Spent(NamedTuple):
    """What passed until a frame ended somebody's time: the frame, the side (0: nobody, who waits for dice)."""

    seq: int
    side: int
    milliseconds: int


def times(frames: Iterable[Frame]) -> Times:
    """The time used in a file, from all its frames in order."""
    out = Times()
    for one in spent(frames, out):
        found = out.sides.setdefault(one.side, Used())
        found.used += one.milliseconds
        found.frames += 1
        if one.milliseconds > found.longest:
            found.longest, found.at = one.milliseconds, one.seq
    return out


def spent(frames: Iterable[Frame], out: Times | None = None) -> Iterator[Spent]:
    """Each frame of a file that ends somebody's time; `out` is told which frames carry a time, and where the clock went
    back."""
    out = out or Times()
    last, passed, rests = None, 0, False
    for frame in frames:
        if frame.time is not None:
            out.stamped += 1
            if last is not None and not rests:
                passed += max(0, frame.time - last)
            if last is not None and frame.time < last:
                out.back.append(frame.seq)
            last = frame.time
        if frame.kind == END:
            rests = msgspec.msgpack.decode(frame.decision, type=End).what != REOPENING
        who = _who(frame)
        if who is not None and frame.time is not None:
            yield Spent(frame.seq, who, passed)
            passed = 0


def _who(frame: Frame) -> int | None:
    """The side whose time ends with a frame; None for a frame that ends nobody's."""
    if frame.kind == DICE:
        said = decode_record(frame.decision, frame.seq)
        return frame.actor if isinstance(said, Fix | DecisionFixed) else None
    if frame.kind != DECISION:
        return None
    if not frame.evidence:
        return frame.actor
    found = read_link(frame.evidence[0]) or read_entered(frame.evidence[0])
    return NOBODY if found is None else found[0]


def times_data(game: Game[Any], frames: Iterable[Frame]) -> Row | None:
    """Time used as plain data, whole seconds; None where no frame carries a time."""
    found = times(frames)
    if not found.stamped:
        return None
    rows = []
    for side in range(1, len(game.sides) + 1):
        used = found.sides.get(side, Used())
        rows.append(
            {
                "side": game.side(side),
                "seconds": used.used // 1000,
                "text": span(used.used),
                "decisions": used.frames,
                "longest": used.longest // 1000,
                "longest_text": span(used.longest),
                "longest_at": used.at if used.at >= 0 else None,
            }
        )
    waited = found.sides.get(NOBODY, Used()).used
    return {"sides": rows, "waiting_for_dice": waited // 1000, "went_back": found.back, "stamped": found.stamped}


def times_line(game: Game[Any], frames: Iterable[Frame]) -> str:
    """Time used as a line of text; empty where no frame carries a time."""
    data = times_data(game, frames)
    if data is None:
        return ""
    told = ", ".join(f"{capital(row['side'])} {row['text']}" for row in data["sides"])
    back = f" (the clock went back before {', '.join(f'#{seq}' for seq in data['went_back'])})"
    return f"time used: {told}{back if data['went_back'] else ''}"


def span(milliseconds: int) -> str:
    """A stretch of time in words: `2 d 3 h 05 min`, `14 min 07 s`."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h {minutes:02} min"
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
