"""Retreat (13.3): which ways are legal, and why others are not."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.kernel.steps import Refusal


# ---------------------------------------------------------------------- legality
def refusal(
    pos: June6Position, units: tuple[int, ...], start: int, length: int, path: tuple[int, ...]
) -> Refusal | None:
    """J6 13.3, R-49, R-67: why `units` may not retreat together along `path`, None when they may.

    `start` is the hex they leave, `length` the retreat that the CRT asks for.
    """
    if not 1 <= len(path) <= 2:
        return "13.35", "a retreat is one or two hexes long"
    here = start
    for there in path:
        wrong = _no_entry(pos, units, start, here, there)
        if wrong is not None:
            return wrong
        here = there
    return _wrong_length(pos, units, start, length, path) or _no_room(pos, units, path)


def _no_entry(pos: June6Position, units: tuple[int, ...], start: int, here: int, there: int) -> Refusal | None:
    """J6 13.32, 8.14, R-62, R-67: a hex that cannot be entered from the one before it."""
    if there not in pos.board.neighbours[here]:
        return "13.35", f"{pos.label(there)} is not next to {pos.label(here)}"
    if there == start:
        return "R-67", f"a retreat may not end in {pos.label(start)}, where it began"
    side = pos.side(units[0])
    if pos.holder(there) == 3 - side:
        return "8.14", f"enemy units are in {pos.label(there)}"
    for unit in units:
        if not pos.can_pass(unit, here, there):
            return "13.32", f"{pos.name(unit)} cannot pass from {pos.label(here)} to {pos.label(there)}"
    return None


def _wrong_length(
    pos: June6Position, units: tuple[int, ...], start: int, length: int, path: tuple[int, ...]
) -> Refusal | None:
    """J6 13.35, 13.37: two hexes when the CRT says so or the first is in an EZOC; a city is always far enough."""
    first = path[0]
    in_zoc = pos.in_ezoc(first, pos.side(units[0]))
    needed = 2 if length == 2 or in_zoc else 1
    if len(path) < needed and pos.board.terrain[first] not in pos.game.terrain.haven:
        why = f"{pos.label(first)} is in an enemy ZOC" if length < 2 else "the result asks for it"
        return "13.35", f"the retreat from {pos.label(start)} must go two hexes: {why}"
    if len(path) > needed:
        return "13.35", f"the retreat from {pos.label(start)} goes one hex, not two"
    return None


def _no_room(pos: June6Position, units: tuple[int, ...], path: tuple[int, ...]) -> Refusal | None:
    """J6 13.34, R-49: no overstacking at the end; on the way only a single unit may pass a hex without room."""
    if not pos.fits(path[-1], units):
        return "13.34", f"{pos.label(path[-1])} has no room for {_names(pos, units)}"
    if len(path) == 2 and len(units) > 1 and not pos.fits(path[0], units):
        return "13.34", f"the stack does not fit into {pos.label(path[0])}; its units may pass there one by one"
    return None


def ways(pos: June6Position, units: tuple[int, ...], start: int, length: int) -> Iterator[tuple[int, ...]]:
    """Every way of a group that `refusal` lets pass, one-hex ways first, then in direction order."""
    neighbours = pos.board.neighbours
    entered: list[int] = []
    for first in neighbours[start]:
        if _no_entry(pos, units, start, start, first) is None:
            entered.append(first)
            if not (_wrong_length(pos, units, start, length, (first,)) or _no_room(pos, units, (first,))):
                yield (first,)
    for first in entered:
        if _wrong_length(pos, units, start, length, (first, first)) is not None:  # whatever the second hex
            continue
        for second in neighbours[first]:
            if _no_entry(pos, units, start, first, second) is None and not _no_room(pos, units, (first, second)):
                yield (first, second)


def _names(pos: June6Position, units: tuple[int, ...]) -> str:
    return ", ".join(pos.name(unit) for unit in units)
