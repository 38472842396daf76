"""How June 6's numbers read in records: what the values of its words mean, and which words records leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VALUE_KINDS: Final[Mapping[str, str]] = {
    "var.active_side": "side",
    "var.re_first": "side",
    "var.first_am": "word",
    "reckon.move": "cost",
    "reckon.combat_drm": "signed",
    "reckon.artillery_superiority": "signed",
    "reckon.armor": "signed",
    "reckon.bombardment_drm": "signed",
    "reckon.airborne_drm": "signed",
    "pool.released": "formation",
    "pool.hesitated": "formation",
    "pool.entering": "piece",
    "pool.hq_in_two_turns": "piece",
    "pool.hq_next_turn": "piece",
    "pool.hq_this_turn": "piece",
    "pool.corps_division": "piece",
    "pool.entry_a": "piece",
    "pool.entry_b": "piece",
    "pool.entry_c": "piece",
    "pool.entry_d": "piece",
    "pool.entry_e": "piece",
    "pool.entry_f": "piece",
    "pool.any_entry": "piece",
    "pool.held": "piece",
    "pool.tried": "piece",
    "pool.automatic": "piece",
    "flag.assigned": "formation",
    "pool.group": "number",
    "pool.written": "number",
    "pool.surprise": "piece",
    "pool.group_entered": "number",
    "var.pace_vp": "signed",
    "var.cherbourg_abandoned": "turn",
    "var.storm_turn": "turn",
}

COMPARISONS: Final[Mapping[str, tuple[str, ...]]] = {
    "reckon.armor": ("line.defence_points", "line.at_points"),
    "reckon.artillery_superiority": ("line.defence_points",),
    "reckon.hesitation": ("line.release_value",),
    "reckon.release": ("line.release_number",),
    "reckon.resistance": ("line.cohesion",),
    "reckon.surrender": ("line.twice_cohesion",),
}
"""Calculations that compare -> the lines that stand against the others."""

FINDINGS: Final[frozenset[str]] = frozenset({"reckon.victory"})

SUBJECT_KINDS: Final[Mapping[str, str]] = {
    "reckon.move": "piece",
    "reckon.surrender": "piece",
    "roll.attrition": "piece",
    "roll.ambush": "piece",
    "roll.surrender": "piece",
    "roll.release": "piece",
    "reckon.release": "piece",
    "reckon.airborne_drm": "piece",
    "roll.airborne": "piece",
    "reckon.resistance": "piece",
    "roll.resistance": "piece",
    "reckon.hesitation": "piece",
    "roll.hesitation": "piece",
}

BOOKKEEPING: Final[frozenset[str]] = frozenset(
    {
        "flag.active",
        "flag.moved",
        "flag.strategic",
        "flag.attacked",
        "flag.recovered",
        "flag.assisted",
        "flag.acted",
        "flag.activations",
        "flag.bridge_action",
        "flag.demolitions",
        "flag.began_ezoc",
        "flag.lent",
        "flag.artillery_used",
        "flag.retreated",
        "var.scenario",
        "var.active_side",
        "var.active_mode",
        "var.allied_reduced_recoveries",
        "var.allied_reduced_this_turn",
        "var.german_reduced_recoveries",
        "var.german_reduced_this_turn",
        "var.us_reduced_this_turn",
        "pool.am",
        "pool.am_used",
        "pool.entering",
        "pool.bought",
        "pool.free_am",
        "pool.am_aside",
        "pool.corps_division",
        "pool.held",
        "pool.tried",
        "pool.automatic",
        "pool.any_entry",
        "pool.group",
        "pool.group_entered",
        "pool.objective",
        "pool.mode_cup",
        "pool.written",
        "pool.surprise",
        "var.surprise",
        "var.chit_allied",
        "var.chit_german",
        "var.corps_activation",
        "var.german_corps_activations",
        "var.storm_turn",
        "flag.doubled",
        "flag.attacked_turn",
        "reckon.move",
        "flag.landed",
        "var.landing",
        "pool.released",
        "pool.hesitated",
    }
)
"""Pools of AMs: what is bought is noted and what is drawn is told; a unit that waits to enter is flagged. The cost of
a move stands beside the move; `explain` shows how it came about."""

MOVEMENT: Final[frozenset[str]] = frozenset({"move", "strategic_move", "end_movement", "lose_step"})
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
