"""Which of June 6's decisions are movement and which combat, and which calculations compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COMPARISONS: Final[Mapping[str, tuple[str, ...]]] = {
    "reckon.armor": ("line.defence_points", "line.at_points"),
    "reckon.artillery_superiority": ("line.defence_points",),
    "reckon.hesitation": ("line.release_value",),
    "reckon.release": ("line.release_number",),
    "reckon.resistance": ("line.cohesion",),
    "reckon.surrender": ("line.twice_cohesion",),
}
"""Calculations that compare -> the lines that stand against the others."""

MOVEMENT: Final[frozenset[str]] = frozenset(
    {
        *("move", "strategic_move", "end_movement", "lose_step", "break_down", "end_break_down", "enter", "leave"),
        *("drop_unit", "drop_historical", "move_aside", "land_glider", "land", "end_landings", "stay"),
    }
)
"""Decisions of the movement of an activation; the others of an activation take the segment that they stand in."""

EITHER: Final[frozenset[str]] = frozenset({"assist", "demolish", "build_bridge", "bombard", "recover"})
"""Decisions of an activation that come in its movement, or between its attacks."""

COMBAT: Final[frozenset[str]] = frozenset(
    {
        *("attack", "cancel_attack", "end_attacks", "next_attack", "artillery", "ground_support", "choose_mode"),
        *("retreat", "advance", "end_advance", "counterattack", "no_counterattack"),
        *("second_attack", "end_second_attacks", "seal", "reveal", "likelier"),
        "end_demolitions",
    }
)
"""Decisions of the combats of an activation."""
