"""Seats: up to five players on two sides, each with an army (5th, 6th Panzer, 7th; US 1st, US 3rd). A seat decides for
the formations of its own army; what concerns a whole side is decided by its players together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY

GERMAN_ARMIES: Final = ("6pza", "5pza", "7a")
ALLIED_ARMIES: Final = ("1a", "3a")
"""Armies that players may take: the British answer to the US 1st Army (2.6.4)."""
TOGETHER: Final = NOBODY
"""Seat of a decision that concerns no single army (aircraft, the order of armies)."""


def seats(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Army HQs of a side under which anything is in the game: its seats, ascending."""
    levels = pos.game.roster.level
    found = {pos.above(row.piece, "army") for row in pos.scenario.setup}
    found |= {pos.above(row.piece, "army") for row in pos.scenario.arrivals}
    return tuple(hq for hq in sorted(found) if levels.get(hq) == "army" and pos.side(hq) == side)


def seat(pos: TrumpetsPosition, side: int, pieces: Sequence[int]) -> int:
    """15.0e: army HQ whose player decides now: that of the units that are asked about; in the side's own turn the army
    that acts, unless none of them is of it. TOGETHER where no army is concerned, or several are."""
    armies = {pos.above(piece, "army") for piece in pieces if pos.side(piece) == side} - {NOBODY}
    acting = pos.active_army if side == pos.active_side else NOBODY
    if acting != NOBODY and (acting in armies or not armies):
        return acting
    return min(armies) if len(armies) == 1 else TOGETHER


def number(pos: TrumpetsPosition, side: int, pieces: Sequence[int]) -> int:
    """The army of `seat` by its place among the armies of its side, from 1; 0 for TOGETHER."""
    hq = seat(pos, side, pieces)
    names = (GERMAN_ARMIES, ALLIED_ARMIES)[side - 1]
    return 0 if hq == TOGETHER else names.index(pos.game.roster.army[hq]) + 1
