"""Isolation and surrender (22): who is surrounded, and who surrenders at which die."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables.switches import SURRENDER


def is_surrounded(pos: June6Position, piece: int) -> bool:
    """J6 22.31: every hex next to the unit holds an enemy unit or lies in an enemy ZOC without a friendly unit in it.

    Hexes it could not enter (terrain, R-62) do not matter, but an enemy must hold at least one.
    """
    place, side = pos.at(piece), pos.side(piece)
    zoc = pos.zoc(3 - side)
    closed = 0
    for there in pos.board.neighbours[place]:
        holder = pos.side_at(there)
        if holder == 3 - side or (not holder and there in zoc):
            closed += 1
        elif holder == side or pos.can_pass(piece, place, there):
            return False
    return closed > 0


def surrenders(pos: June6Position, piece: int, die: int) -> bool:
    """J6 22.32, R-12: does a surrounded unit surrender on a die? A referee may rule that it takes more than twice."""
    more = pos.reading(SURRENDER) == SURRENDER.values["more_than"]
    return die_value(die) - 2 * pos.cohesion(piece) >= int(more)


def die_value(die: int) -> int:
    return 10 if die == 9 else die
