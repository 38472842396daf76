"""Rules of Fortress Europa that can be read in more than one way, with the readings that this module can play:
`switches.txt`.

The first reading of each is the house ruling; a referee, or both players, may choose another for a game
(`hexledger rule --switch`, `hexledger new --option`). Rules with one reading only are not here: a ruling on them
corrects the position or lets a decision stand.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.tables.flags import PACKAGE
from hexledger.engine.naming.switches import read_switches

SWITCHES: Final = read_switches(PACKAGE)

ARMOR_TARGETS: Final = SWITCHES["armor_targets"]
CITY_ARMOR: Final = SWITCHES["city_armor"]
DROP_SPREAD: Final = SWITCHES["drop_spread"]
STORM_GROWS: Final = SWITCHES["storm_grows"]
HQ_TROOPS: Final = SWITCHES["hq_troops"]
