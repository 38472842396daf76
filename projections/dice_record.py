"""Dice record: every die and draw with what it was for, and how often each value came.

It is made from frames alone, so a live game, its replay and its import give the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.address import address
from hexledger.projections.remembered import remembered
from hexledger.projections.walk import Happening, Kinds, walk

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]

ROLLS: Final[Kinds] = frozenset({ev.Rolled})


def rolls(frames: Iterable[Frame], names: Names) -> list[Row]:
    """One row for each roll, in order: `address seq turn side decided purpose about subject faces low printed` and
    `value mode rule`.

    `side` is the phasing side, or where there is none the side whose decision brought the roll (`decided`);
    `purpose` is a word's key, `about` its text; `subject` the piece or place, None without one; `printed` what the
    faces show, where they are not `low`, `low` + 1 ..., else None.
    """
    return [
        roll_there(happening, happening.event, names)
        for happening in walk(frames, ROLLS)
        if isinstance(happening.event, ev.Rolled)
    ]


def roll_there(happening: Happening, event: ev.Rolled, names: Names) -> Row:
    """The row of a roll in its place."""
    seat = names.phasing(happening.state) or happening.frame.actor
    row = roll_row(happening.frame, happening.number, event, names)
    return row | {"turn": happening.state.turn, "side": names.side(seat)}


def roll_row(frame: Frame, number: int, event: ev.Rolled, names: Names) -> Row:
    """What a roll says by itself, without the position it was made in."""
    where = {"address": address(frame.seq, number), "seq": frame.seq, "decided": names.side(frame.actor)}
    return {**where, **_said(event, names)}


@remembered
def _said(event: ev.Rolled, names: Names) -> Row:
    """What a roll says wherever it is made."""
    die = names.die(event.purpose, event.faces)
    return {
        "purpose": names.word_key(event.purpose),
        "about": names.word(event.purpose),
        "subject": names.subject(event.purpose, event.subject) if event.subject >= 0 else None,
        "faces": event.faces,
        "low": min(die),
        "printed": None if die == tuple(range(die[0], die[0] + event.faces)) else list(die),
        "value": event.value,
        "mode": ev.DICE_MODES.get(event.mode, f"?{event.mode}"),
        "rule": names.rule(event.rule),
    }


def last_roll(frames: Sequence[Frame], names: Names, seq: int | None = None) -> Row | None:
    """The roll that a board shows at decision `seq` of a line (default: its end): the last one made up to it.

    None before the first. It reads the line only, never a session (F16).
    """
    for frame in reversed(frames):
        if seq is not None and frame.seq > seq:
            continue
        for number in range(len(frame.events), 0, -1):
            event = frame.events[number - 1]
            if isinstance(event, ev.Rolled):
                return roll_row(frame, number, event, names)
    return None


def distribution(rows: Iterable[Row], by: Sequence[str] = ("side", "faces")) -> list[Row]:
    """How often each value came: for each group of `by` (which should hold `faces`) the columns of `by`, then

    `rolls`, `sum`, `counts` (value -> times, every value of the die in order), `expected` (times each value would come
    on average, exactly: `[numerator, denominator]`). Groups come in ascending order. Dice with faces of their own make
    groups of their own, which come after the others, with `printed` (what the faces show); of those `expected` is what
    a face comes to, and a value that several show comes so many times as often.
    """
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault((tuple(row["printed"] or ()), *(row[column] for column in by)), []).append(row)
    out: list[Row] = []
    for printed, *key in sorted(groups, key=_order):
        group = groups[printed, *key]
        low = min(row["low"] for row in group)
        high = max(row["low"] + row["faces"] - 1 for row in group)
        counts = dict.fromkeys(sorted(printed) or range(low, high + 1), 0)
        for row in group:
            counts[row["value"]] = counts.get(row["value"], 0) + 1
        out.append(
            dict(zip(by, key, strict=True))
            | ({"printed": list(printed)} if printed else {})
            | {
                "rolls": len(group),
                "sum": sum(row["value"] for row in group),
                "counts": counts,
                "expected": [len(group), len(printed) or len(counts)],
            }
        )
    return out


def draws(frames: Iterable[Frame], names: Names) -> list[Row]:
    """One row for each blind draw: `address seq turn decided pool token of mode rule`."""
    rows: list[Row] = []
    for happening in walk(frames):
        event = happening.event
        if isinstance(event, ev.Drawn):
            rows.append(
                {
                    "address": happening.address,
                    "seq": happening.frame.seq,
                    "turn": happening.state.turn,
                    "decided": names.side(happening.frame.actor),
                    "pool": names.word_key(event.pool),
                    "token": names.value(event.pool, event.token),
                    "of": event.of,
                    "mode": ev.DICE_MODES.get(event.mode, f"?{event.mode}"),
                    "rule": names.rule(event.rule),
                }
            )
    return rows


def _order(key: tuple[Any, ...]) -> tuple[tuple[bool, int, str], ...]:
    """Integers before texts, each in its own order."""
    return tuple(
        (not isinstance(part, int), part if isinstance(part, int) else 0, "" if isinstance(part, int) else str(part))
        for part in key
    )
