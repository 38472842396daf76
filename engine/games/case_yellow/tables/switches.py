"""Doubtful rules with the readings that can be played (docs: rulings of Case Yellow). The first reading is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

_NO: Final[Mapping[str, int]] = {"no": 1, "yes": 2}


def _switch(name: str, word: str, rule: str, about: str, values: Mapping[str, int] = _NO) -> Switch:
    return Switch(name, f"var.read_{word}", rule, about, values)


ENGAGED_TWO_HEX: Final = _switch(
    "engaged_two_hex_in_allied_round", "engaged_two_hex", "G-C15",
    "German yMA units advance two hexes from Engaged combats resolved in an Allied Combat round as well (11.5f, 11.9d)",
)  # fmt: skip
OPEN_CITY_STRICT: Final = _switch(
    "open_city_strict", "open_city_strict", "G-C16",
    "at the declaration of an open city all Allied units within two hexes of Paris leave at once (12.7)",
)  # fmt: skip
EARLY_TURNS: Final = _switch(
    "dynamo_early_turns", "early_turns", "G-A1",
    "turns in which Dynamo may be declared after the first German round (13.1c, 4.0c)",
    {"turn_3": 1, "turns_3_and_4": 2},
)  # fmt: skip
STUKA_TR: Final = _switch(
    "stuka_printed_tr", "stuka_tr", "G-A38", "the Stuka modifier for TR 2 looks at the printed TR (5.1e)"
)
STUKA_TWO: Final = _switch(
    "stuka_tr_two", "stuka_two", "G-A5", "TR that gives the Stuka modifier (5.1e)", {"at_most_2": 1, "exactly_2": 2}
)
RDB_ALONE: Final = _switch(
    "rdb_alone", "rdb_alone", "G-A10",
    "regiments and brigades that may stand alone in a hex (8.3b)", {"two": 2, "three": 3, "one": 1},
)  # fmt: skip
COMBAT_REFIT: Final = _switch(
    "refit_supplied_combat_losses", "combat_refit", "G-A13",
    "panzer divisions lost in combat while in supply come back by the Refit (12.12c, d)",
)  # fmt: skip
ALLIED_OVERRUN: Final = _switch(
    "allied_overrun", "allied_overrun", "G-A22", "Allied yMA stacks overrun too (10.3c)", {"yes": 1, "no": 2}
)
ENGAGED_HEX: Final = _switch(
    "engaged_hexes", "engaged_hex", "G-A29",
    "units of an attacking hex that did not attack are Engaged too (11.9b)", {"whole_hex": 1, "attackers": 2},
)  # fmt: skip
PORT_DEATHS: Final = _switch(
    "port_deaths", "port_deaths", "G-A30",
    "a forced retreat or elimination kills all units in the Dynamo port (13.5.3)",
    {"always": 1, "overstacked": 2},
)  # fmt: skip
FL_ENGAGED: Final = _switch(
    "fl_engaged", "fl_engaged", "G-C13",
    "Engaged result against a fortified line: TR counts as equal, or the TR of the units there decides (11.7b, 11.9a)",
    {"equal": 1, "units": 2},
)  # fmt: skip
SECOND_ATTACK: Final = _switch(
    "move_round_second_attack", "second_attack", "G-C21", "a hex may be attacked more than once in a Move round (11.2a)"
)
ALL_EIGHT: Final = _switch(
    "s4_all_eight",
    "all_eight",
    "G-C22",
    "the Dutch fortress plays all eight chits; the rule of three in a row gives way",
)
SURRENDER_CONTROL: Final = _switch(
    "surrender_flips_control", "surrender_control", "G-A33", "a surrender gives the country's hexes to the German side"
)
REFUGEE_RING: Final = _switch(
    "refugee_all_six", "refugee_ring", "G-C18", "refugees of a city hinder in all six hexes around it (10.11)"
)
INTERDICT_FRONT: Final = _switch(
    "interdict_front_only", "interdict_front", "G-A39", "only crossings with an Allied hex on one bank are interdicted"
)
RIVER_SHIFT: Final = _switch(
    "river_shift_any", "river_shift", "G-A42", "the river shift counts when any attacker attacks over a river (11.3c)"
)
ARKO_EACH: Final = _switch("arko_shift_each", "arko_each", "G-A44", "every ARKO gives a shift of its own (11.8b)")
UNARRIVED: Final = _switch(
    "attrition_return_unarrived",
    "unarrived",
    "G-A54",
    "chits of units that have not arrived go back into the cup (12.9)",
)
CAP_ODDS: Final = _switch(
    "cap_odds_before_shifts", "cap_odds", "G-A63", "odds above 6:1 count as 6:1 before the shifts (11.3a)"
)

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.name: switch
    for switch in (
        *(ENGAGED_TWO_HEX, OPEN_CITY_STRICT, EARLY_TURNS, STUKA_TR, STUKA_TWO, RDB_ALONE, COMBAT_REFIT, ALLIED_OVERRUN),
        *(ENGAGED_HEX, PORT_DEATHS, FL_ENGAGED, SECOND_ATTACK, ALL_EIGHT, SURRENDER_CONTROL, REFUGEE_RING),
        *(INTERDICT_FRONT, RIVER_SHIFT, ARKO_EACH, UNARRIVED, CAP_ODDS),
    )
}
