"""Random event chits (PB 2.84): which chit a side holds and has not shown."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.chit_effects import SHOWN
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import CHITS

NUMBER: Final = 6
"""Chits of a side."""
DIE: Final = {f.ALLIED: "var.chit_die_allied", f.GERMAN: "var.chit_die_german"}


# ---------------------------------------------------------------------- PB 1.42 showing it
def hidden(pos: June6Position, side: int) -> bool:
    """True while a side holds a chit that it has not shown."""
    return pos.reading(CHITS) != 0 and not pos.state.variable(pos.game.words[SHOWN[side]])


def drawn(pos: June6Position, side: int, number: int) -> int:
    """R-87: the chit that a side holds with this secret number: number and open die together."""
    die = pos.state.variable(pos.game.words[DIE[side]])
    return (number + die - 2) % NUMBER + 1
