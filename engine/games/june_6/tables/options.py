"""Options of June 6 that both players agree on at `hexledger new`: optional rules and agreed victory thresholds
(`options.txt`; PB 2.6, 2.84, 2.85, 3.5, 7.1).

An option is a variable of the position like a switch, but it is fixed with the set-up; the first value of each is what
is played without it.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.tables.flags import PACKAGE
from hexledger.engine.naming.switches import read_switches

OPTIONS: Final = read_switches(PACKAGE, "options.txt")

HISTORICAL_WEATHER: Final = OPTIONS["historical_weather"]
CHITS: Final = OPTIONS["chits"]
WEST_COAST: Final = OPTIONS["west_coast"]
SOLITAIRE: Final = OPTIONS["solitaire"]
VARIANT: Final = OPTIONS["variant"]
TANKS_70: Final = OPTIONS["tanks_70"]
