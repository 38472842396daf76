"""Doubtful rules with the readings that can be played. The first reading is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch


def _switch(name: str, word: str, rule: str, about: str, *values: str) -> Switch:
    readings = {value: number for number, value in enumerate(values, start=1)}
    return Switch(name, f"var.read_{word}", rule, about, readings)


ADJACENCY: Final = _switch(
    "attack_adjacency", "attack_adjacency", "R-6",
    "each attacking hex is adjacent to each defending hex, or all hexes are adjacent to all others (8.0)",
    "cross", "mutual",
)  # fmt: skip
TACTICAL_TWICE: Final = _switch(
    "tactical_twice", "tactical_twice", "R-8",
    "a tactical air marker serves several combats of one increment (9.2)", "no", "yes",
)  # fmt: skip
SURROUNDED: Final = _switch(
    "surrounded", "surrounded", "R-10",
    "a piece is surrounded when no way leads to a source, or when its six hexes are closed (10.1.1)",
    "pocket", "six_hexes",
)  # fmt: skip
HQ_BONUS: Final = _switch(
    "hq_bonus", "hq_bonus", "R-16",
    "the unit that takes part beside an HQ must be one that it may command, or any such unit stands there (4.9)",
    "participant", "any_unit",
)  # fmt: skip
BRIDGEHEAD_ZOC: Final = _switch(
    "bridgehead_zoc", "bridgehead_zoc", "R-19",
    "bridgeheads come about by ZOC from the east bank alone, or from either bank (12.6)", "east_bank", "either_bank",
)  # fmt: skip
COMMIT_ORDER: Final = _switch(
    "commit_order", "commit_order", "R-2",
    "who commits supply points first (2.0-8)", "german_first", "allied_first",
)  # fmt: skip
BULGE_USES: Final = _switch(
    "bulge_uses", "bulge_uses", "R-21", "Bulge offensives in a game (12.5)", "unlimited", "once"
)
ATTRITION_ORDER: Final = _switch(
    "attrition_order", "attrition_order", "R-36",
    "pieces are checked and suffer one after the other, or all are judged first (10.1.1)",
    "sequential", "simultaneous",
)  # fmt: skip
BRIDGEHEAD_BLOWN: Final = _switch(
    "bridgehead_blown", "bridgehead_blown", "R-60",
    "a blown bridge bars a bridgehead in its hex, or only the hexside stays closed (12.6)", "hex", "hexside",
)  # fmt: skip
GARDEN_BRIDGEHEAD: Final = _switch(
    "market_garden_bridgehead", "garden_bridgehead", "R-61",
    "a bridgehead of Market Garden goes with the 18th, or stays (12.3)", "temporary", "stays",
)  # fmt: skip
GARDEN_USES: Final = _switch(
    "market_garden_uses", "garden_uses", "R-62", "Market Garden drops in a turn (12.3)", "unlimited", "once_a_turn"
)
SOUTHERN_HEX: Final = _switch(
    "southern_hex", "southern_hex", "R-72",
    "southern hexes of an HQ are the boxes, or row 28 as well (10.1.3)", "boxes", "boxes_and_row28",
)  # fmt: skip
ENTRY_BLOCKED: Final = _switch(
    "entry_blocked_by_stacking", "entry_blocked", "R-73",
    "Allied reinforcements kept out by stacking alone wait, or are lost (10.1.5)", "waits", "lost",
)  # fmt: skip

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.name: switch
    for switch in (
        *(ADJACENCY, TACTICAL_TWICE, SURROUNDED, HQ_BONUS, BRIDGEHEAD_ZOC, COMMIT_ORDER, BULGE_USES),
        *(ATTRITION_ORDER, BRIDGEHEAD_BLOWN, GARDEN_BRIDGEHEAD, GARDEN_USES, SOUTHERN_HEX, ENTRY_BLOCKED),
    )
}
