"""Rules of June 6 that can be read in more than one way, with the readings that this module can play.

The first reading of each is the house ruling; a referee, or both players, may choose another for a game
(`hexledger rule --switch`, `hexledger new --option`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

ATTACH_LIMIT: Final = Switch(
    "attach_limit",
    "var.read_attach_limit",
    "R-04",
    "corps units that a division may attach in a turn, where the scenario names no number",
    {"1": 1, "2": 2, "3": 3, "any": 99},
)
LONE_UNIT: Final = Switch(
    "lone_unit",
    "var.read_lone_unit",
    "R-14",
    "which Disorder and Reduced results a lone unit of superior cohesion ignores (13.73)",
    {"any": 1, "double": 2, "never": 3},
)
ARMOR_79: Final = Switch(
    "armor_79",
    "var.read_armor_79",
    "R-07",
    "units of 79 Armoured Division in one attack: +1 together, or +1 each (12.56)",
    {"once": 1, "each": 2},
)
ONE_AGAINST_NONE: Final = Switch(
    "one_against_none",
    "var.read_one_against_none",
    "R-08",
    "one point of armour or artillery against none: less than twice as many, or twice (15.12, 16.32)",
    {"more": 1, "double": 2},
)
SURRENDER: Final = Switch(
    "surrender",
    "var.read_surrender",
    "R-12",
    "a surrounded unit surrenders on a die of at least, or of more than, twice its cohesion (22.32)",
    {"at_least": 1, "more_than": 2},
)
GERMAN_LEVELS: Final = Switch(
    "german_levels",
    "var.read_german_levels",
    "R-17",
    "13 VP at the end, less than 10 by 25/26 June: a major and a minor German win, or a minor and a major (PB 2.63)",
    {"printed": 1, "swapped": 2},
)

GERMAN_ARMOR: Final = Switch(
    "german_armor",
    "var.read_german_armor",
    "R-110",
    "German armour that never recovers from Reduced: armour units, or every unit with armour points (21.32d)",
    {"kind": 1, "points": 2},
)
THREE_ACTIVATIONS: Final = Switch(
    "three_activations",
    "var.read_three_activations",
    "R-111",
    "a German HQ that has acted three times this turn: no Ops marker, or no AM either, activates it (4.23b)",
    {"ops": 1, "all": 2},
)
AM_PURCHASE: Final = Switch(
    "am_purchase",
    "var.read_am_purchase",
    "7.24",
    "AMs are bought in the open, or sealed until they are drawn (7.24a)",
    {"open": 1, "sealed": 2},
)

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.name: switch
    for switch in (
        ATTACH_LIMIT,
        LONE_UNIT,
        ARMOR_79,
        ONE_AGAINST_NONE,
        SURRENDER,
        GERMAN_LEVELS,
        GERMAN_ARMOR,
        THREE_ACTIVATIONS,
        AM_PURCHASE,
    )
}
