"""The optional German groups (PB 2.83): which are called, when they may be, what they cost."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables.groups import Group

SS_GROUP: Final = 3
"""Group of II SS Panzer Corps, which a collapse in the east keeps away (PB 2.84b.6)."""


def called(pos: June6Position, group: Group) -> bool:
    """True when the German has called the group."""
    return pos.state.pooled(pos.game.words["pool.group"], group.number) > 0


def entry_turn(pos: June6Position, group: Group) -> int:
    """Turn in which the group's first formation entered, 0 before that."""
    return pos.state.pooled(pos.game.words["pool.group_entered"], group.number)


def refusal(pos: June6Position, number: int) -> str:
    """PB 2.83c: why the German may not call a group now, empty when he may."""
    group = next((group for group in pos.scenario.groups if group.number == number), None)
    if group is None:
        return f"there is no group {number}"
    if called(pos, group):
        return f"group {number} has been called already"
    if pos.state.turn not in group.points:
        return f"group {number} is not available in this turn"
    if number == SS_GROUP and pos.state.variable(pos.game.words["var.eastern_collapse"]):
        return f"group {number} has gone to the Eastern Front"
    return ""


def resource_points(pos: June6Position) -> int:
    """PB 2.83c: German points for the groups that entered in earlier turns."""
    each: int = pos.game.edition.charts["optional_german_groups"]["effects"]["german_rp_each_following_turn"]
    return each * sum(1 for group in pos.scenario.groups if 0 < entry_turn(pos, group) < pos.state.turn)
