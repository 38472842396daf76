"""Attacks over a hexside: terrain that forbids them, and forced crossings with engineers (12.31, 12.32, 20.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.engineers import carriers
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

UNITS_PER_ACTION: Final = 2
"""J6 20.21, R-09: foot units that one bridge action carries."""


def crosses_by_force(pos: June6Position, piece: int, target: int) -> bool:
    """J6 12.32: does a great river or canal without an open bridge lie between the unit and the hex?"""
    return pos.needs_bridge(pos.at(piece), target)


def needs_engineers(pos: June6Position, piece: int, target: int) -> bool:
    """J6 12.32, 20.21: engineers must carry the unit over, unless it is a commando or Ranger."""
    return pos.needs_bridge(pos.at(piece), target) and not pos.crosses_alone(piece)


def check_crossing(pos: June6Position, piece: int, target: int) -> None:
    """J6 12.31, 12.32: raise IllegalDecision unless the unit could attack that adjacent hex, given engineers."""
    place = pos.at(piece)
    game = pos.game
    if needs_engineers(pos, piece, target):
        if pos.side(piece) != f.ALLIED or pos.counters[piece].motorized:
            what = f"{pos.name(piece)} cannot attack {pos.label(target)} over a great river or canal without a bridge"
            raise IllegalDecision(game.cite("12.32"), f"{what}: only Allied foot units can, with engineers")
        passes = pos.can_pass(piece, place, target, assisted=True)
    else:
        passes = pos.can_pass(piece, place, target)
    if passes:
        return
    rule, why = "12.31", "its terrain or hexside is closed to this unit"
    if pos.barred(piece, place, target):
        rule, why = "PB 6.102", f"it may not cross the {pos.board.hexside_name(place, target)}"
    elif not pos.in_bounds(piece, target):
        rule, why = "R-62", "the hex is outside the area where it may be"
    raise IllegalDecision(game.cite(rule), f"{pos.name(piece)} cannot attack {pos.label(target)}: {why}")


def can_attack_over(pos: June6Position, piece: int, target: int) -> bool:
    """True when `check_crossing` would pass."""
    try:
        check_crossing(pos, piece, target)
    except IllegalDecision:
        return False
    return True


def river_banks(pos: June6Position, side: int) -> tuple[int, ...]:
    """J6 20.32: foot units of a side that stand at a great river or canal, ascending. Asked when an activation begins,
    before anything moves."""
    banks = pos.game.loc_ground.banks
    return tuple(piece for piece in pos.in_play(side) if pos.at(piece) in banks and not pos.motorized(piece))


def carry(
    pos: June6Position, units: Sequence[int], engineers: Sequence[int], used: Sequence[int]
) -> tuple[int, ...] | None:
    """Give each unit one of the named HQs, 2 units an action; None when they do not all get one.

    `used` lists the HQs that carry units in attacks listed before, once for each unit.
    """
    left = {hq: UNITS_PER_ACTION - used.count(hq) for hq in engineers}
    found: list[int] = []
    # First come, first served is enough: the units of one attack act with one HQ, so that all have the same carriers.
    for piece in units:
        able = [hq for hq in carriers(pos, piece) if left.get(hq, 0) > 0]
        if not able:
            return None
        found.append(able[0])
        left[able[0]] -= 1
    return tuple(found)
