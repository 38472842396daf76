"""Victory (PB 6.11): the scenario's levels are tested in their order at the end of the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.scenario import Level

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act


def count(pos: June6Position, level: Level) -> int:
    """Units of the level's side in its area, units of any kind (R-64)."""
    return sum(1 for piece in pos.state.at if pos.side(piece) == level.side and pos.at(piece) in level.area)


def holds(pos: June6Position, level: Level) -> bool:
    """PB 6.112: does a level's test hold now? The last level, for everything else, has no side and always holds."""
    if not level.side:
        return True
    number = count(pos, level)
    return number >= level.least and (level.most is None or number <= level.most)


def judge(act: Act) -> None:
    """PB 6.112, R-64: the first level whose test holds is the result; the counts are written down."""
    scenario = act.pos.scenario
    rule = scenario.victory_rule
    lines = []
    for level in scenario.levels:
        if level.side:
            label = "line.german_units" if level.side == f.GERMAN else "line.allied_units"
            lines.append((label, count(act.pos, level), rule))
        if holds(act.pos, level):
            act.reckon("reckon.victory", -1, lines, level.winner, rule)
            act.win(level.winner, "level.win" if level.winner else "level.draw", rule)
            return
