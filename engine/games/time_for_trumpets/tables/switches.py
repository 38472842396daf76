"""Options of a new game ([ADV] and [OPT] rules: `options.txt`) and readings of doubtful rules (`switches.txt`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.time_for_trumpets.tables.words import PACKAGE
from hexledger.engine.naming.switches import read_switches

YES: Final = 2

OPTIONS: Final = read_switches(PACKAGE, "options.txt")
"""Advanced and optional rules that can be played, by name."""
_OPTIONAL: Final = ("artillery_substitutes", "hidden_artillery", "fuel_storage")
ADVANCED: Final[tuple[str, ...]] = tuple(name for name in OPTIONS if name not in _OPTIONAL)
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "leader_reaction": ("leaders", "reserves"),
    "exploitation": ("leaders", "reserves"),
}
"""Option -> options without which it has nothing to work with (38.0h, 59.2)."""

SWITCHES: Final = read_switches(PACKAGE)
COMMAND_HQ: Final = SWITCHES["command_hq_as"]
KG_SUPPLY: Final = SWITCHES["kg_supply"]
VILLAGE_ZOC: Final = SWITCHES["village_zoc"]
COORDINATION: Final = SWITCHES["coordination"]
ISOLATION: Final = SWITCHES["isolation_path"]
EDGE_RETREAT: Final = SWITCHES["german_edge_retreat"]
HALVING: Final = SWITCHES["halving"]
RETREAT_ROAD: Final = SWITCHES["retreat_without_road"]
FUEL_SCOPE: Final = SWITCHES["fuel_scope"]
DEC16_BRIDGES: Final = SWITCHES["december_16_bridges"]
