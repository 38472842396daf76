"""Seats: up to five players on two sides, each with an army (5th, 6th Panzer, 7th; US 1st, US 3rd). A seat decides for
the formations of its own army; what concerns a whole side is decided by its players together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY

TOGETHER: Final = NOBODY
"""Seat of a decision that concerns no single army (aircraft, the order of armies)."""


def seats(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Army HQs of a side under which anything is in the game: its seats, ascending."""
    levels = pos.game.roster.level
    found = {pos.above(row.piece, "army") for row in pos.scenario.setup}
    found |= {pos.above(row.piece, "army") for row in pos.scenario.arrivals}
    return tuple(hq for hq in sorted(found) if levels.get(hq) == "army" and pos.side(hq) == side)


def seat(pos: TrumpetsPosition, side: int, pieces: Sequence[int]) -> int:
    """Army HQ whose player decides now: of the side whose turn it is the army that acts, else the army to which most of
    the units belong that are asked about; TOGETHER where there is none."""
    if side == pos.active_side and pos.active_army != NOBODY:
        return pos.active_army
    armies = Counter(pos.above(piece, "army") for piece in pieces if pos.side(piece) == side)
    armies.pop(NOBODY, None)
    return min(armies, key=lambda hq: (-armies[hq], hq)) if armies else TOGETHER
