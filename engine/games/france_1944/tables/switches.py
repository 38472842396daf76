"""Doubtful rules with the readings that can be played: `switches.txt`."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.tables.words import PACKAGE
from hexledger.engine.naming.switches import read_switches

SWITCHES: Final = read_switches(PACKAGE)

ADJACENCY: Final = SWITCHES["attack_adjacency"]
TACTICAL_TWICE: Final = SWITCHES["tactical_twice"]
SURROUNDED: Final = SWITCHES["surrounded"]
HQ_BONUS: Final = SWITCHES["hq_bonus"]
BRIDGEHEAD_ZOC: Final = SWITCHES["bridgehead_zoc"]
COMMIT_ORDER: Final = SWITCHES["commit_order"]
BULGE_USES: Final = SWITCHES["bulge_uses"]
ATTRITION_ORDER: Final = SWITCHES["attrition_order"]
BRIDGEHEAD_BLOWN: Final = SWITCHES["bridgehead_blown"]
GARDEN_BRIDGEHEAD: Final = SWITCHES["market_garden_bridgehead"]
GARDEN_USES: Final = SWITCHES["market_garden_uses"]
SOUTHERN_HEX: Final = SWITCHES["southern_hex"]
ENTRY_BLOCKED: Final = SWITCHES["entry_blocked_by_stacking"]
