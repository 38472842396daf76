"""Strafing of moving German units (17.10.1, C-4, C-83)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

FREE_HEXES: Final = 3
"""Hexes that a unit may enter without being tested."""


def tested_at(pos: FortressPosition, piece: int, path: Sequence[int], before: int = 0) -> int:
    """FE 17.10.1, C-4, C-83: where a move is tested, as the number of hexes entered before the die is rolled.

    path     the way in the first move impulse, first the hex where the unit was (rail hexes, too)
    before   hexes that it had entered when it was there

    3 when the unit would enter a fourth hex and has been in range of TAC so far; else the number of the first hex in
    range beyond the third; 0 when the unit is not tested. A hit stops it where the number says.
    """
    if pos.side(piece) != f.GERMAN or pos.impulse != 1 or before + len(path) - 1 <= FREE_HEXES:
        return 0
    if not air.on_mission(pos, "strafing"):
        return 0
    for number, place in enumerate(path, before):
        if place < pos.board.n_hexes and air.in_tac_range(pos, f.ALLIED, place):
            return max(FREE_HEXES, number)
    return 0
