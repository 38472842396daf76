"""Options of a new game ([ADV] and [OPT] rules) and readings of doubtful rules; the first reading is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

_NO_YES: Final[Mapping[str, int]] = {"no": 1, "yes": 2}
YES: Final = 2


def _option(name: str, word: str, rule: str, about: str) -> Switch:
    return Switch(name, f"var.opt_{word}", rule, about, _NO_YES)


def _switch(name: str, word: str, rule: str, about: str, values: Mapping[str, int] = _NO_YES) -> Switch:
    return Switch(name, f"var.read_{word}", rule, about, values)


SNOW_SQUALL: Final = _option("snow_squall", "snow_squall", "3.3.5", "snow squalls (advanced)")
INTERCEPTION: Final = _option("interception", "interception", "5.7.3", "fighters intercept (advanced; also 5.9.2)")
REACTION: Final = _option("leader_reaction", "reaction", "38.0", "leaders react before combat (advanced; 17, 37)")
RESERVES: Final = _option("reserves", "reserves", "18.4", "reserves and the American reserve bonus (advanced; 18.5)")
LEADERS: Final = _option("leaders", "leaders", "39.0", "leaders (advanced)")
SHOCK: Final = _option("bombardment_shock", "shock", "48.0", "bombardment shock and Time on Target (advanced)")
AFV: Final = _option("afv_combat", "afv", "53.0", "AFV combat (advanced)")
EXPLOITATION: Final = _option("exploitation", "exploitation", "59.0", "exploitation (advanced)")
BOTTLENECK: Final = _option("bridge_bottleneck", "bottleneck", "30.3", "bridges pass 24 points a turn (advanced)")
SUBSTITUTES: Final = _option("artillery_substitutes", "substitutes", "44.0", "German artillery substitutes (optional)")
HIDDEN: Final = _option(
    "hidden_artillery", "hidden", "51.2", "artillery is committed unseen, steps 6b and 6e (optional)"
)
FUEL_STORAGE: Final = _option("fuel_storage", "fuel_storage", "12.4", "captured fuel is kept off the map (optional)")

OPTIONS: Final[Mapping[str, Switch]] = {
    option.name: option
    for option in (
        *(SNOW_SQUALL, INTERCEPTION, REACTION, RESERVES, LEADERS, SHOCK, AFV, EXPLOITATION, BOTTLENECK),
        *(SUBSTITUTES, HIDDEN, FUEL_STORAGE),
    )
}
"""Advanced and optional rules that can be played, by name."""
_OPTIONAL: Final = (SUBSTITUTES, HIDDEN, FUEL_STORAGE)
ADVANCED: Final[tuple[str, ...]] = tuple(option.name for option in OPTIONS.values() if option not in _OPTIONAL)
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "leader_reaction": ("leaders", "reserves"),
    "exploitation": ("leaders", "reserves"),
}
"""Option -> options without which it has nothing to work with (38.0h, 59.2)."""

COMMAND_HQ: Final = _switch(
    "command_hq_as", "command_hq", "G-D3", "combat commands and cavalry groups act as brigade HQs or as CPs",
    {"brigade": 1, "cp": 2},
)  # fmt: skip
KG_SUPPLY: Final = _switch(
    "kg_supply",
    "kg_supply",
    "G-D4",
    "KG HQs are in supply within their range of a supply road",
    {"better": 1, "plain": 2},
)
VILLAGE_ZOC: Final = _switch(
    "village_zoc",
    "village_zoc",
    "G-D16",
    "a village hex uses the village column or its base terrain",
    {"village": 1, "base": 2},
)
COORDINATION: Final = _switch(
    "coordination",
    "coordination",
    "G-3.5",
    "coordination is rolled when several formations fire, or always",
    {"several": 1, "always": 2},
)
ISOLATION: Final = _switch(
    "isolation_path",
    "isolation",
    "G-3.20",
    "the path of isolation is a supply path, or any hexes",
    {"supply_path": 1, "any": 2},
)
EDGE_RETREAT: Final = _switch(
    "german_edge_retreat",
    "edge_retreat",
    "G-3.24",
    "Germans forced off the map come back, or are eliminated",
    {"return": 1, "eliminated": 2},
)
HALVING: Final = _switch(
    "halving", "halving", "G-D34", "several reasons halve a unit once, or each", {"once": 1, "each": 2}
)
RETREAT_ROAD: Final = _switch(
    "retreat_without_road",
    "retreat_road",
    "G-D43",
    "without a road to retreat to a unit goes anywhere, or is eliminated",
    {"any": 1, "eliminated": 2},
)
FUEL_SCOPE: Final = _switch(
    "fuel_scope",
    "fuel_scope",
    "G-D30",
    "each panzer formation rolls for fuel, or one roll for all",
    {"each": 1, "one": 2},
)
DEC16_BRIDGES: Final = _switch(
    "december_16_bridges",
    "dec16_bridges",
    "G-D26",
    "work at Dasburg and Gemuend goes on by itself, or by 21",
    {"automatic": 1, "by_21": 2},
)
SPLIT_STEPS: Final = _switch(
    "split_steps",
    "split_steps",
    "G-D40",
    "units with split values of 6 have two steps, or three",
    {"two": 2, "three": 3},
)

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.name: switch
    for switch in (
        *(COMMAND_HQ, KG_SUPPLY, VILLAGE_ZOC, COORDINATION, ISOLATION, EDGE_RETREAT, HALVING, RETREAT_ROAD),
        *(FUEL_SCOPE, DEC16_BRIDGES, SPLIT_STEPS),
    )
}
