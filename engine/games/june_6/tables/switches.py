"""Rules of June 6 that can be read in more than one way, with the readings that this module can play: `switches.txt`.

The first reading of each is the house ruling; a referee, or both players, may choose another for a game
(`hexledger rule --switch`, `hexledger new --option`).
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.tables.flags import PACKAGE
from hexledger.engine.naming.switches import read_switches

SWITCHES: Final = read_switches(PACKAGE)

ATTACH_LIMIT: Final = SWITCHES["attach_limit"]
LONE_UNIT: Final = SWITCHES["lone_unit"]
ARMOR_79: Final = SWITCHES["armor_79"]
ONE_AGAINST_NONE: Final = SWITCHES["one_against_none"]
SURRENDER: Final = SWITCHES["surrender"]
GERMAN_LEVELS: Final = SWITCHES["german_levels"]
GERMAN_ARMOR: Final = SWITCHES["german_armor"]
THREE_ACTIVATIONS: Final = SWITCHES["three_activations"]
AM_PURCHASE: Final = SWITCHES["am_purchase"]
