"""The numbers of June 6's words that inner loops need, looked up once from `words.txt`."""

from __future__ import annotations

from typing import Final

from hexledger.engine.naming.words import game_words

PACKAGE: Final = "hexledger.engine.games.june_6"
_W = game_words(PACKAGE)

ALLIED: Final = 1
GERMAN: Final = 2

RE: Final = _W["flag.re"]
DISORDER: Final = _W["flag.disorder"]
"""Value 1 or 2."""
PINNED: Final = _W["flag.pinned"]
RETREATED: Final = _W["flag.retreated"]
"""Hexes that the unit has retreated in the running fight."""
SCATTERED: Final = _W["flag.scattered"]
ISOLATED: Final = _W["flag.isolated"]
FIRED: Final = _W["flag.fired"]
FIRED_BEFORE: Final = _W["flag.fired_before"]
"""Had fired when this activation began, and so has not bombarded in it (R-114)."""
ACTIVE: Final = _W["flag.active"]
"""Value ME or RE_MODE while the unit may act in the running activation."""
MOVED: Final = _W["flag.moved"]
STRATEGIC: Final = _W["flag.strategic"]
ATTACKED: Final = _W["flag.attacked"]
RECOVERED: Final = _W["flag.recovered"]
BROKEN_DOWN: Final = _W["flag.broken_down"]
"""Has been broken down in this activation, which is movement (7.3a)."""
ASSISTED: Final = _W["flag.assisted"]
ACTED: Final = _W["flag.acted"]
"""Moved or fought this turn (6.13a: may not be attached any more)."""
ACTIVATIONS: Final = _W["flag.activations"]
BRIDGE_ACTION: Final = _W["flag.bridge_action"]
DEMOLITIONS: Final = _W["flag.demolitions"]
LENT: Final = _W["flag.lent"]
"""German corps HQ that has lent its engineers to the running activation of a division (20.22)."""
HQ_REDUCED: Final = _W["flag.hq_reduced"]
BEGAN_EZOC: Final = _W["flag.began_ezoc"]
"""IN_EZOC, or BESIDE_ENEMY for a disordered or isolated unit that began next to an enemy without a ZOC there."""
IN_EZOC: Final = 1
BESIDE_ENEMY: Final = 2
ARTILLERY_USED: Final = _W["flag.artillery_used"]
"""Artillery points of a division HQ used up in its own activation."""
ENTRY: Final = _W["flag.entry"]
"""Stands in its entry hex but has not paid for it yet (8.48)."""


ME: Final = 1
RE_MODE: Final = 2

BLOWN: Final = _W["marker.blown"]
PONTOON: Final = _W["marker.pontoon"]
STRONGPOINT_DESTROYED: Final = _W["marker.strongpoint_destroyed"]

VAR_ACTIVE_SIDE: Final = _W["var.active_side"]
VAR_ACTIVE_MODE: Final = _W["var.active_mode"]
VAR_SCENARIO: Final = _W["var.scenario"]
VAR_WEATHER: Final = _W["var.weather"]
VAR_INITIATIVE: Final = _W["var.initiative"]
WEATHER_CLEAR: Final = _W["weather.clear"]
WEATHER_LIGHT: Final = _W["weather.light_overcast"]
WEATHER_HEAVY: Final = _W["weather.heavy_overcast"]
WEATHER_STORM: Final = _W["weather.storm"]

# --- combat
ASSAULT: Final = _W["mode.assault"]
PROBE: Final = _W["mode.probe"]
STAND: Final = _W["mode.stand"]
RETREAT: Final = _W["mode.retreat"]
SEAL_MODE: Final = _W["seal.mode"]
AIR: Final = _W["track.air"]
NAVAL: Final = _W["track.naval"]

# --- reinforcements, Corps Activation, special conditions
ASSIGNED: Final = _W["flag.assigned"]
"""Number of the corps that an unassigned corps unit belongs to (6.14)."""
DOUBLED: Final = _W["flag.doubled"]
"""Corps HQ whose artillery points are doubled while its Corps Activation lasts (16.26)."""
ATTACKED_TURN: Final = _W["flag.attacked_turn"]
"""On an HQ: its division has attacked this turn (PB 6.101b)."""
LEAVING: Final = _W["flag.leaving"]
"""Is to leave the area (PB 6.103)."""
DELAY_POINT: Final = _W["marker.delay_point"]
INTERDICTION_AIR: Final = _W["marker.interdiction_air"]
INTERDICTION_NAVAL: Final = _W["marker.interdiction_naval"]
# --- 6 June
LANDED: Final = _W["flag.landed"]
"""Half movement points that the landing has cost a unit, while the landing phase lasts (8.47)."""
SLOW: Final = _W["flag.slow"]
"""Landed at Sword: moves at half its MA for the rest of 6 June (PB 1.103)."""
TRIED_AREAS: Final = _W["flag.tried_areas"]
"""On the lead of a group: bit `1 << area` for each area by which its release failed in an earlier turn (17.24)."""
CAME: Final = _W["flag.came"]
"""An HQ that came onto the map this turn: its formation acts in ME without a LOC (7.25)."""
VAR_LANDING: Final = _W["var.landing"]
"""1 while the beach landing of 6 June and its combats last (PB 1.7-1.9)."""
BEACH_DEFENCE: Final = _W["marker.beach_defence"]
"""The beach hex defends itself (9.2)."""
BEACH_LOST: Final = _W["marker.beach_lost"]
"""The beach hex has been German: it never defends itself again (9.2)."""
VAR_CHERBOURG_ABANDONED: Final = _W["var.cherbourg_abandoned"]
"""Turn in which the German gave Cherbourg up (PB 2.84c.6), 0 while he has not."""
CHERBOURG_LOST: Final = _W["marker.cherbourg_lost"]
"""This hex of Cherbourg has been Allied: the city is no source of supply any more (5.22)."""
VAR_CHIT_ALLIED: Final = _W["var.chit_allied"]
"""Event chit that the Allied player has shown, 0 = none (PB 2.84)."""
