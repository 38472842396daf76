"""How this game's decisions fall into movement and combat; what its words mean stands in words.txt."""

from __future__ import annotations

from typing import Final

MOVEMENT: Final[frozenset[str]] = frozenset({"move", "reinforce"})
COMBAT: Final[frozenset[str]] = frozenset({"attack", "use_air", "lead", "fall_back", "lose_step", "retreat", "advance"})
