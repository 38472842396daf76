"""How far a unit may move in an impulse (2.7, 5.4, 5.6, 8.11, 11.3, 12.11, 13.1, 31.9, 33.3.9.5). Whole hexes."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster

RELEASE_NONE: Final = 1
RELEASE_SECOND: Final = 2
RELEASE_HALF: Final = 3
"""Values of f.ARMOR_RELEASE (31.9)."""


def factor(pos: FortressPosition, piece: int) -> int:
    """FE 2.7, 22.2, C-86: movement factor; a coastal defence unit moves with the one of its infantry side."""
    counter = pos.counters[piece]
    if piece in pos.tables.roster.coastal and counter.back is not None:
        return counter.back.values.get("mf", 0)
    return pos.mf(piece)


def charted(pos: FortressPosition, piece: int) -> int:
    """FE 5.4, 8.11, 13.1: what the Movement Allowance Chart gives a unit in this impulse; 0 when it may not move.

    Not less than 1 for a unit that has a movement factor and may move (5.6).
    """
    full = factor(pos, piece)
    if not full or pos.impulse not in (1, 2):
        return 0
    american = _american_response(pos, piece, full)
    if american is not None:
        return american
    kind, nationality = pos.tables.roster.kind[piece], pos.counters[piece].nationality
    code = pos.tables.chart.allowance.get((pos.impulse, kind, nationality, pos.weather), "none")
    return {"full": full, "half_up": half_up(full), "half_down": max(1, full // 2), "1": 1, "none": 0}[code]


def half_up(hexes: int) -> int:
    """Half, rounded up."""
    return (hexes + 1) // 2


def response_turn(pos: FortressPosition) -> bool:
    """FE 33.3.9.5: the Allied player turn of December IV in the Bulge."""
    scenario = pos.scenario
    return scenario.bulge and pos.active_side == f.ALLIED and pos.state.turn == scenario.first + 1


def _american_response(pos: FortressPosition, piece: int, full: int) -> int | None:
    """FE 33.3.9.5, C-73: in December IV listed US units and those in contact move in full, the others one hex."""
    if not response_turn(pos) or pos.nation(piece) != roster.US:
        return None
    if piece in pos.tables.roster.hqs and pos.impulse == 1:
        return 0
    return full if piece in pos.scenario.full_move or pos.flag(piece, f.FULL_MOVE) else 1


def allowance(pos: FortressPosition, piece: int) -> int:
    """FE 5.4: hexes that a unit may enter by land in this impulse, all halvings but that of rough terrain (8.1) done.

    Half, rounded down, for a unit that moves by sea in this impulse (11.3) or landed in the second impulse of an
    invasion (12.11); half, rounded up, for armour that 31.9 released so. At least 1 for a unit that may move (5.6).
    """
    hexes = charted(pos, piece)
    if not hexes:
        return 0
    released = pos.flag(piece, f.ARMOR_RELEASE)
    if released == RELEASE_NONE or (released == RELEASE_SECOND and pos.impulse == 1):
        return 0
    if released == RELEASE_HALF and pos.impulse == 1:
        hexes = half_up(hexes)
    by_sea = pos.flag(piece, f.BY_SEA) == pos.impulse
    if by_sea or (pos.impulse == 2 and pos.flag(piece, f.INVADING) == 2):
        hexes = max(1, hexes // 2)
    return hexes


def went(pos: FortressPosition, piece: int) -> int:
    """Hexes that a unit has entered by land in this impulse."""
    value = pos.flag(piece, f.WENT)
    return value & 0xFF if value >> 8 == pos.impulse else 0


def left(pos: FortressPosition, piece: int) -> int:
    """FE 11.3, 12.11: hexes that a unit may enter now: its allowance, or what a landing in this impulse left of it."""
    value = pos.flag(piece, f.LEFT)
    return value & 0xFF if value >> 8 == pos.impulse else allowance(pos, piece)


def landed(pos: FortressPosition, piece: int) -> bool:
    """FE 11.3, 12.11: has the unit come ashore in this impulse, so that it may still go on by land?"""
    return pos.flag(piece, f.LEFT) >> 8 == pos.impulse
