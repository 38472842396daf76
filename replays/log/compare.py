"""Two lines, or two moments, side by side: what differs in units, hexes, tracks and dice.

Lines are aligned by turn and phase, not by frame number: the n-th Movement of turn 2 on one line stands beside the
n-th of turn 2 on the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexledger.events.frame import Frame
from hexledger.events.model import Drawn, PhaseBegan, Rolled, TurnBegan
from hexledger.projections.difference import difference
from hexledger.replays.log.chronicle import Chronicle


@dataclass
class Aligned:
    """One row of a comparison of lines. `left` and `right` are frames, None where a line has no such moment."""

    turn: int
    phase: int
    occurrence: int
    left: int | None
    right: int | None
    changes: list[dict[str, Any]] = field(default_factory=list)
    left_dice: list[tuple[int, int]] = field(default_factory=list)
    """(purpose word, value) of each roll of the phase on the left line; same for `right_dice`."""
    right_dice: list[tuple[int, int]] = field(default_factory=list)
    left_draws: list[tuple[int, int]] = field(default_factory=list)
    """(pool, token) of each draw of the phase on the left line; same for `right_draws`."""
    right_draws: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Comparison:
    """Two lines from their fork on."""

    left: int
    right: int
    fork: int
    rows: list[Aligned]
    final: list[dict[str, Any]]
    """Differences of the two heads."""


Chance = list[tuple[int, int]]
"""Rolls as (purpose, value), or draws as (pool, token)."""


def moments(frames: Iterable[Frame]) -> dict[tuple[int, int, int], tuple[int, Chance, Chance]]:
    """(turn, phase, occurrence) -> (last frame in it, its rolls, its draws), in order of play."""
    out: dict[tuple[int, int, int], tuple[int, Chance, Chance]] = {}
    turn = phase = 0
    seen: dict[tuple[int, int], int] = {}
    for frame in frames:
        for event in frame.events:
            if isinstance(event, TurnBegan):
                turn, phase = event.turn, 0
            elif isinstance(event, PhaseBegan):
                phase = event.phase
                seen[turn, phase] = seen.get((turn, phase), 0) + 1
            if not phase and not isinstance(event, Rolled | Drawn):
                continue  # what a turn begins with is no phase of its own
            key = (turn, phase, seen.get((turn, phase), 0))
            _, dice, draws = out.get(key, (0, [], []))
            if isinstance(event, Rolled):
                dice.append((event.purpose, event.value))
            elif isinstance(event, Drawn):
                draws.append((event.pool, event.token))
            out[key] = (frame.seq, dice, draws)
        key = (turn, phase, seen.get((turn, phase), 0))
        _, dice, draws = out.get(key, (0, [], []))
        out[key] = (frame.seq, dice, draws)
    return out


def compare_positions(chronicle: Chronicle, left: int, right: int) -> list[dict[str, Any]]:
    """What differs between the positions after two frames (right against left)."""
    return difference(chronicle.state(left), chronicle.state(right), chronicle.game)


def compare_lines(chronicle: Chronicle, left: int, right: int) -> Comparison:
    """Two heads, phase by phase after their fork; rows only where the lines differ or one has ended."""
    fork = chronicle.timeline.fork(left, right)
    one, two = moments(chronicle.frames(left)), moments(chronicle.frames(right))
    rows = []
    for key in dict.fromkeys([*one, *two]):
        a, b = one.get(key), two.get(key)
        if a is not None and b is not None and a[0] == b[0]:
            continue
        row = Aligned(*key, a[0] if a else None, b[0] if b else None)
        row.left_dice, row.right_dice = a[1] if a else [], b[1] if b else []
        row.left_draws, row.right_draws = a[2] if a else [], b[2] if b else []
        if a is not None and b is not None:
            row.changes = compare_positions(chronicle, a[0], b[0])
            if not row.changes and (row.left_dice, row.left_draws) == (row.right_dice, row.right_draws):
                continue
        rows.append(row)
    rows.sort(key=lambda row: min(n for n in (row.left, row.right) if n is not None))
    return Comparison(left, right, fork, rows, compare_positions(chronicle, left, right))
