"""What a cell of the CRT says of retreats and advances (12.42, 13)."""

from __future__ import annotations

from typing import Any

from hexledger.engine.games.june_6.questions import advance
from hexledger.engine.games.june_6.questions.combat import column_of
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.combat import ADVANCE, BREAKTHROUGH, MANDATORY, RETREAT, Cell, Result


def cell(game: Charts[Any], fight: Fight, row: int) -> Cell:
    """J6 12.42: the cell of a fight's mode pair."""
    return game.combat.crt.cell(column_of(fight), row)


def retreat_length(results: tuple[Result, ...]) -> int:
    """Hexes of the retreat that results ask for, 0 for none."""
    return max((result.amount for result in results if result.kind == RETREAT), default=0)


def advance_kind(results: tuple[Result, ...]) -> int:
    """advance.OPTIONAL, MANDATORY or BREAKTHROUGH; 0 when the results give no advance."""
    how = 0
    for result in results:
        if result.kind == BREAKTHROUGH:
            how = advance.BREAKTHROUGH
        elif result.kind == ADVANCE:
            how = max(how, advance.MANDATORY if result.amount == MANDATORY else advance.OPTIONAL)
    return how


def ambushed(pos: June6Position, fight: Fight) -> bool:
    """J6 13.46a, QA-BOMB-8: an Allied Assault on Germans who Stand in bocage."""
    return (
        fight.side == f.ALLIED
        and pos.board.terrain[fight.target] in pos.game.terrain.ambush
        and fight.attack_mode == f.ASSAULT
        and fight.defence_mode == f.STAND
    )
