"""How June 6's numbers read in records: what the values of its words mean, and which words records leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VALUE_KINDS: Final[Mapping[str, str]] = {
    "var.active_side": "side",
    "var.re_first": "side",
    "var.first_am": "word",
}

SUBJECT_KINDS: Final[Mapping[str, str]] = {}

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
        "flag.artillery_used",
        "var.scenario",
        "var.active_side",
        "var.active_mode",
        "var.allied_reduced_recoveries",
        "var.allied_reduced_this_turn",
        "var.german_reduced_recoveries",
        "var.german_reduced_this_turn",
    }
)
