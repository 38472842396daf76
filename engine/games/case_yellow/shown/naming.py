"""How this game's decisions fall into movement and combat; what its words mean stands in words.txt."""

from __future__ import annotations

from typing import Final

MOVEMENT: Final[frozenset[str]] = frozenset(
    {"reinforce", "drop", "move", "overrun", "rail", "evacuate", "end_movement", "remove_excess"}
)
COMBAT: Final[frozenset[str]] = frozenset(
    {
        "attack",
        "end_combats",
        "fight_on",
        "roll_limit",
        "commit_air",
        "defend_port",
        "draw_wall",
        "sacrifice_ag1",
        "advance",
    }
)
