"""Exit by the east edge (31.15): Allied armour that has left for good, and the German steps that it ties down.

`pool.exited` and `pool.exit_removed` hold the units of the two sides that are off the map for it, with their steps.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

ENOUGH: Final = 25
"""Armoured steps off the east edge that win the game at the end of a turn."""


def out(pos: FortressPosition, side: int) -> dict[int, int]:
    """Units of a side off the map under 31.15 -> their steps."""
    return pos.state.pool(pos.game.words["pool.exited" if side == f.ALLIED else "pool.exit_removed"])


def counted(pos: FortressPosition) -> int:
    """FE 31.15: Allied units off the edge, which count against supply capacity still."""
    return len(out(pos, f.ALLIED))


# ---------------------------------------------------------------------- the German answer


def has_won(pos: FortressPosition) -> bool:
    """FE 31.15: have enough armoured steps left by the east edge?"""
    return pos.option("31.15") and sum(out(pos, f.ALLIED).values()) >= ENOUGH
