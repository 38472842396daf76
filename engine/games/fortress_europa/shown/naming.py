"""How this game's decisions fall into movement and combat; what its words mean stands in words.txt."""

from __future__ import annotations

from typing import Final

MOVEMENT: Final[frozenset[str]] = frozenset(
    {
        *("move", "move_stack", "relieve", "rouse_armor", "continue", "stay", "rail_move", "sea_move", "evacuate"),
        *("declare_invasion", "invade", "drop", "airlift", "raid", "place_reinforcement", "enter_reserve"),
        *("exit_east", "place_partisan", "conceal", "under_decoy", "move_decoy", "show_unit", "end_moves"),
        *("remove_excess", "set_mulberry", "commit_support", "end_commit"),
    }
)
"""Decisions of a move impulse; the others of an impulse take the segment that they stand in."""

COMBAT: Final[frozenset[str]] = frozenset(
    {
        *("move_ship", "end_naval", "attack", "remove_unattackable", "end_attacks", "ignore_zones", "lose_step"),
        *("stand", "retreat", "join_retreat", "trigger_release", "advance_after_combat", "no_advance"),
    }
)
"""Decisions of a combat impulse."""
