"""The numbers of Fortress Europa's words that inner loops need, looked up once from `words.txt`."""

from __future__ import annotations

from typing import Final

from hexledger.engine.naming.words import game_words

PACKAGE: Final = "hexledger.engine.games.fortress_europa"
_W = game_words(PACKAGE)

ALLIED: Final = 1
GERMAN: Final = 2
SIDES: Final = {"allied": ALLIED, "german": GERMAN}

# --- flags of pieces
FROZEN: Final = _W["flag.frozen"]
"""Number of the district (1-5, see DISTRICTS) in which the unit is frozen (9.1)."""
FLIPPED: Final = _W["flag.flipped"]
"""Coastal unit as infantry (22.2), training division as regular (23), HQ on its second side (13.2)."""
ITALY_ONLY: Final = _W["flag.italy_only"]
MOVED: Final = _W["flag.moved"]
"""Impulse (1 or 2) of this player turn in which the unit moved last; rail, sea and air count."""
HELD: Final = _W["flag.held"]
"""In an enemy ZOC at the start of the second move impulse (8.9)."""
STUCK: Final = _W["flag.stuck"]
"""Entered flooded ground this turn (8.2)."""
CANNOT_MOVE: Final = _W["flag.cannot_move"]
"""Received replacements, was rebuilt, split or recombined this turn (27.7, 27.11)."""
DROPPED: Final = _W["flag.dropped"]
"""Dropped in this player turn (20.6)."""
BY_AIR: Final = _W["flag.by_air"]
"""Came to Europe by paradrop: takes no port capacity and does not count for supply capacity (20.15, C-47)."""
INVADING: Final = _W["flag.invading"]
"""Value 1: landed in the first impulse; 2: in the second."""
RAIDING: Final = _W["flag.raiding"]
ATTACKED: Final = _W["flag.attacked"]
DEFENDED: Final = _W["flag.defended"]
BY_SEA: Final = _W["flag.by_sea"]
"""Impulse in which the unit moved by sea (11.4: one leg an impulse)."""
RAILED: Final = _W["flag.railed"]
RETREATED: Final = _W["flag.retreated"]
ARRIVED: Final = _W["flag.arrived"]
"""Came to the England or Africa box this turn, so that it did not start the turn there (12.4, 20.2, 21.2)."""
SUPPORTED: Final = _W["flag.supported"]
"""Naval unit that has supported an attack this turn (19.4)."""
DISPLACED: Final = _W["flag.displaced"]
"""Left the hex where its turn began without a move of its own: it retreated in it, or advanced (20.10)."""
AIRLIFTED: Final = _W["flag.airlifted"]
DAMAGE: Final = _W["flag.damage"]
"""Points of capacity that a Mulberry has lost (29.5)."""
WENT: Final = _W["flag.went"]
"""Hexes entered by land in an impulse: `impulse << 8 | hexes` (11.3)."""
LEFT: Final = _W["flag.left"]
"""Hexes that a unit which came by sea in an impulse may still enter by land: `impulse << 8 | hexes` (11.3, 12.11)."""
FULL_MOVE: Final = _W["flag.full_move"]
"""US unit that moves in full in December IV of the Bulge (33.3.9.5)."""
ARMOR_RELEASE: Final = _W["flag.armor_release"]
"""What option 31.9 lets an armoured unit do on June I: 1 nothing, 2 second impulse only, 3 half, then normal."""
RELIEVES: Final = _W["flag.relieves"]
"""Number of the district in which it has taken a frozen unit's place (9.1 C)."""
BESIDE: Final = _W["flag.beside"]
"""Of a naval unit: 1 + the direction from its hex, which is invadable, to the imaginary hex where it is (19.7)."""
STRAYED: Final = _W["flag.strayed"]
"""Number of the frozen district into which the unit was forced to retreat (15.10)."""
STRAYED_NOW: Final = _W["flag.strayed_now"]
"""Was forced into it in this player turn of its own, so that it need not leave yet (15.10)."""
STANDS_FOR: Final = _W["flag.stands_for"]
"""Of an 8-4 counter: number of the 6-4 division that it stands for, plus 1 (27.12, C-87)."""

COVERS: Final = _W["flag.covers"]
"""Of a decoy on the map in the course of the game: it covers a unit (31.6). The decoys of 31.7 do not have it."""
SPOTTED: Final = _W["flag.spotted"]
"""Of such a decoy: an Allied unit has come near, so that it will be shown (31.6)."""

# --- markers
FORTRESS_DESTROYED: Final = _W["marker.fortress_destroyed"]
BASE_CAPTURED: Final = _W["marker.base_captured"]
"""U-boat base or V1 site that an Allied unit has entered; for good (30.2)."""
PORT_DAMAGE: Final = _W["marker.port_damage"]
"""Points of capacity that a port has lost (18.7.8)."""
PORT_TAKEN: Final = _W["marker.port_taken"]
"""Turn of the last Allied capture of a port."""
PORT_HISTORY: Final = _W["marker.port_history"]
"""First Allied capture of a port: 1 undamaged, 2 damaged (18.7.10)."""
PORT_BY_AIR: Final = _W["marker.port_by_air"]
"""Turn in which paratroops or commandos captured a port (20.16, 21.4)."""
BRIDGE_OUT: Final = _W["marker.bridge_out"]
RAILHEAD: Final = _W["marker.railhead"]
"""Side whose a rail hex is (10.7); absent while it is still as the scenario began."""
RAIL_GAINED: Final = _W["marker.rail_gained"]
"""Side that has reached a rail hex in this player turn and gains it in its rail control phase (10.7)."""
INVADED: Final = _W["marker.invaded"]
"""Number of the invasion (1 primary, 2 secondary) that landed in a hex; stays for evacuation (11.4B)."""
LANDED: Final = _W["marker.landed"]
"""Number of the invasion (1 primary, 2 secondary) in whose line a hex is (12.6)."""
VOLKSSTURM: Final = _W["marker.volkssturm"]

# --- variables
VAR_SCENARIO: Final = _W["var.scenario"]
VAR_WEATHER: Final = _W["var.weather"]
VAR_IMPULSE: Final = _W["var.impulse"]
"""1 or 2 during an impulse of a player turn, 0 outside."""
VAR_ACTIVE_SIDE: Final = _W["var.active_side"]
"""Side whose player turn runs, 0 outside."""
VAR_INVASION_TURN: Final = _W["var.invasion_turn"]
VAR_INVASIONS: Final = _W["var.invasions"]
VAR_BOUND_LANDINGS: Final = _W["var.bound_landings"]
"""1 when units were ashore as the last invasion was declared, a secondary one (12.18)."""
VAR_INVADED_DISTRICTS: Final = _W["var.invaded_districts"]
"""Bit `1 << district` for each district that has been invaded."""
VAR_RELEASED: Final = _W["var.released"]
"""Bit `1 << district` for each district whose units are released."""
VAR_PANZER_OPTION: Final = _W["var.panzer_option"]
VAR_FLOODED: Final = _W["var.flooded"]
VAR_LAST_TURN: Final = _W["var.last_turn"]
VAR_DECOYS: Final = _W["option.31_6"]
"""Option 31.6: units under decoys."""
VAR_JERSEY: Final = _W["option.31_5"]
"""Option 31.5: Jersey."""
VAR_LOW_COUNTRY: Final = _W["option.31_11"]
"""Option 31.11: the low country is clear until it is flooded."""

VAR_HQ_RAIL: Final = _W["var.hq_rail_month"]
"""Month (1-12) of the last HQ that moved by rail (10.10)."""
VAR_FIRST_CLEAR: Final = _W["var.first_clear"]
"""First clear turn after the last invasion (11.6); 0 or an earlier turn while there was none."""

# --- pools
ELIMINATED: Final = _W["pool.eliminated"]
WITHDRAWN: Final = _W["pool.withdrawn"]
DUE: Final = _W["pool.due"]

# --- weather
CLEAR: Final = _W["weather.clear"]
OVERCAST: Final = _W["weather.overcast"]
OVERCAST_STAR: Final = _W["weather.overcast_star"]
STORM: Final = _W["weather.storm"]
WEATHER: Final = {"clear": CLEAR, "overcast": OVERCAST, "overcast*": OVERCAST_STAR, "storm": STORM}
"""As charts write it -> word."""

# --- 9.1 districts
DISTRICTS: Final = ("", "netherlands", "15th", "7th", "1st", "19th")
"""Names of the districts as areas (`district_15th`) and words (`district.15th`) have them; number 0 is none."""
NETHERLANDS: Final = 1
FIFTEENTH: Final = 2
SEVENTH: Final = 3
FIRST: Final = 4
NINETEENTH: Final = 5
DISTRICT_WORDS: Final = tuple(_W[f"district.{name or 'none'}"] for name in DISTRICTS)

# --- modes of movement by sea and air
SEA: Final = _W["mode.sea"]

TURN_FLAGS: Final = frozenset(
    {
        MOVED,
        HELD,
        STUCK,
        CANNOT_MOVE,
        DROPPED,
        INVADING,
        RAIDING,
        ATTACKED,
        DEFENDED,
        RETREATED,
        ARRIVED,
        BY_SEA,
        RAILED,
        SUPPORTED,
        AIRLIFTED,
        DISPLACED,
        WENT,
        LEFT,
        FULL_MOVE,
        ARMOR_RELEASE,
        STRAYED_NOW,
    }
)
"""Flags that a unit loses at the end of its side's player turn."""
IMPULSE_FLAGS: Final = frozenset({ATTACKED, DEFENDED, RETREATED})
"""Flags that every unit loses at the end of a combat impulse."""
