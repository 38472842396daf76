"""How this game's decisions fall into movement and combat; what its words mean stands in words.txt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MOVEMENT: Final[frozenset[str]] = frozenset(
    {
        *("move", "change_mode", "overrun", "enter", "leave_map", "change_zone", "flip_company", "avoid", "infiltrate"),
        *("remove_excess",),
    }
)
COMBAT: Final[frozenset[str]] = frozenset(
    {
        *("attack", "blitz", "fly", "intercept", "support", "bombard", "time_on_target", "use_event"),
        *("lose_step", "order_hold", "retreat", "advance"),
    }
)
COMPARISONS: Final[Mapping[str, tuple[str, ...]]] = {
    "reckon.air_combat": ("line.white", "line.air_defence"),
    "reckon.er": ("line.er_attack",),
    "reckon.overrun": ("line.ten_times",),
}
"""Calculations that compare -> the lines that stand against the others."""
