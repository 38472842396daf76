"""Doubtful rules with the readings that can be played (docs: rulings of Case Yellow): `switches.txt`."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.case_yellow.tables.words import PACKAGE
from hexledger.engine.naming.switches import read_switches

SWITCHES: Final = read_switches(PACKAGE)

ENGAGED_TWO_HEX: Final = SWITCHES["engaged_two_hex_in_allied_round"]
OPEN_CITY_STRICT: Final = SWITCHES["open_city_strict"]
EARLY_TURNS: Final = SWITCHES["dynamo_early_turns"]
STUKA_TR: Final = SWITCHES["stuka_printed_tr"]
STUKA_TWO: Final = SWITCHES["stuka_tr_two"]
RDB_ALONE: Final = SWITCHES["rdb_alone"]
COMBAT_REFIT: Final = SWITCHES["refit_supplied_combat_losses"]
ALLIED_OVERRUN: Final = SWITCHES["allied_overrun"]
ENGAGED_HEX: Final = SWITCHES["engaged_hexes"]
PORT_DEATHS: Final = SWITCHES["port_deaths"]
FL_ENGAGED: Final = SWITCHES["fl_engaged"]
SECOND_ATTACK: Final = SWITCHES["move_round_second_attack"]
ALL_EIGHT: Final = SWITCHES["s4_all_eight"]
SURRENDER_CONTROL: Final = SWITCHES["surrender_flips_control"]
REFUGEE_RING: Final = SWITCHES["refugee_all_six"]
INTERDICT_FRONT: Final = SWITCHES["interdict_front_only"]
RIVER_SHIFT: Final = SWITCHES["river_shift_any"]
ARKO_EACH: Final = SWITCHES["arko_shift_each"]
UNARRIVED: Final = SWITCHES["attrition_return_unarrived"]
CAP_ODDS: Final = SWITCHES["cap_odds_before_shifts"]
