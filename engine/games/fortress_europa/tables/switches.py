"""Rules of Fortress Europa that can be read in more than one way, with the readings that this module can play.

The first reading of each is the house ruling; a referee, or both players, may choose another for a game
(`hexledger rule --switch`, `hexledger new --option`). Rules with one reading only are not here: a ruling on them
corrects the position or lets a decision stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

ARMOR_TARGETS: Final = Switch(
    "armor_targets",
    "var.read_armor_targets",
    "C-19",
    "attacking armour is halved when any of several defended hexes is rough or a city, or only when all are (16.5)",
    {"any": 1, "all": 2},
)
CITY_ARMOR: Final = Switch(
    "city_armor",
    "var.read_city_armor",
    "C-38",
    "armour that defends in a city is halved (16.5), or halved and then doubled like everybody there (16.1)",
    {"halved": 1, "both": 2},
)
DROP_SPREAD: Final = Switch(
    "drop_spread",
    "var.read_drop_spread",
    "C-6",
    "the 7 hexes that a drop may be spread over (20.4): counted with both ends, or the distance between them",
    {"inclusive": 6, "distance": 7},
)
STORM_GROWS: Final = Switch(
    "storm_grows",
    "var.read_storm_grows",
    "C-12",
    "first turn of the Invasion with the modifier that grows until a storm comes (33.1.4)",
    {"turn_4": 4, "turn_3": 3},
)

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.name: switch for switch in (ARMOR_TARGETS, CITY_ARMOR, DROP_SPREAD, STORM_GROWS)
}
