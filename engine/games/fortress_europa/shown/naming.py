"""How this game's numbers read in records: what the values of its words mean, and which words records leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VALUE_KINDS: Final[Mapping[str, str]] = {
    "var.active_side": "side",
    "var.invasion_turn": "turn",
    "var.drop_turn": "turn",
    "var.german_drop_turn": "turn",
    "var.paris_turn": "turn",
    "var.last_turn": "turn",
    "var.first_clear": "turn",
    "marker.railhead": "side",
    "marker.rail_gained": "side",
    "marker.port_taken": "turn",
    "marker.port_by_air": "turn",
    "reckon.odds": "number",
    "pool.box": "piece",
    "pool.under_decoys": "piece",
    "pool.may_be_under": "piece",
    **{
        f"pool.{name}": "piece"
        for name in (
            *(
                "eliminated",
                "withdrawn",
                "withdrawn_reduced",
                "gone",
                "due",
                "due_flipped",
                "off_map",
                "reserve_due",
                "exited",
                "exit_removed",
            ),
            *("aircraft", "strafing", "ground_support", "railway_attack", "bridge_attack", "german_replacements"),
            *("u_boat", "v1_sites", "counter_air", "carpet_bombing", "german_fuel"),
        )
    },
}

FINDINGS: Final[frozenset[str]] = frozenset({"reckon.victory"})
"""Calculations whose lines are counts that are looked at one by one."""

SUBJECT_KINDS: Final[Mapping[str, str]] = {
    "reckon.victory": "side",
    "reckon.move": "piece",
    "reckon.aircraft": "piece",
    "roll.strafing": "piece",
    "roll.crossing": "piece",
    "roll.paradrop": "piece",
    "roll.armor_release": "piece",
}

BOOKKEEPING: Final[frozenset[str]] = frozenset(
    {
        "flag.moved",
        "flag.held",
        "flag.arrived",
        "flag.by_sea",
        "flag.railed",
        "flag.went",
        "flag.left",
        "flag.full_move",
        "flag.relieves",
        "flag.strayed_now",
        "marker.rail_gained",
        "marker.taken_now",
        "flag.storm_turn",
        "flag.attacked",
        "flag.defended",
        "flag.retreated",
        "flag.by_air",
        "flag.airlifted",
        "flag.displaced",
        "var.scenario",
        "var.impulse",
        "var.active_side",
        "var.last_turn",
        "var.invaded_districts",
        "var.released",
        "var.stormed",
        "var.start_capacity",
        "marker.port_taken",
        "marker.port_history",
        "marker.port_by_air",
        "pool.eliminated",
        "pool.gone",
        "pool.off_map",
        "pool.box",
        "pool.may_be_under",
        "flag.covers",
        "flag.spotted",
        "reckon.move",
    }
)
"""What a side did this impulse, and what the rules remember for later questions."""

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
