"""How this game's decisions fall into movement and combat; what its words mean stands in words.txt."""

from __future__ import annotations

from typing import Final

MOVEMENT: Final[frozenset[str]] = frozenset({"move", "change_mode", "overrun", "enter", "leave_map", "change_zone"})
COMBAT: Final[frozenset[str]] = frozenset()
