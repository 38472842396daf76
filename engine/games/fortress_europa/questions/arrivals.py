"""German units that wait to come into play (13.2, 26.1, 26.6).

Pool `due` holds them. Pool `due_flipped` holds HQs that were lost on their first side: 1 in the turn of the loss, READY
when they may come back.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

READY: Final = 2
"""Count of an HQ in `due_flipped` that may come back."""


def waits(pos: FortressPosition, piece: int) -> bool:
    """FE 10.2, 13.2, 26.6: may a German land unit come into play now?"""
    if pos.state.pooled(pos.game.words["pool.due_flipped"], piece) >= READY:
        return True
    return bool(pos.state.pooled(f.DUE, piece)) and piece in pos.tables.roster.land and pos.side(piece) == f.GERMAN


def due(pos: FortressPosition) -> tuple[int, ...]:
    """FE 13.2, 26.1, 26.6: German units that may be placed, ascending."""
    pieces = {*pos.state.pool(f.DUE), *pos.state.pool(pos.game.words["pool.due_flipped"])}
    return tuple(piece for piece in sorted(pieces) if waits(pos, piece))
