"""Words of A Time for Trumpets by number, for rules that look them up all the time; the texts stand in words.txt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.words import game_words

PACKAGE: Final = "hexledger.engine.games.time_for_trumpets"
_W: Final = game_words(PACKAGE)

GERMAN: Final = 1
ALLIED: Final = 2
SIDES: Final[tuple[str, ...]] = ("german", "allied")

FLAG: Final[Mapping[str, int]] = _W.group("flag.")
MARKER: Final[Mapping[str, int]] = _W.group("marker.")
VAR: Final[Mapping[str, int]] = _W.group("var.")
TRACK: Final[Mapping[str, int]] = _W.group("track.")
POOL: Final[Mapping[str, int]] = _W.group("pool.")
GROUND: Final[Mapping[str, int]] = _W.group("ground.")
WEATHER: Final[Mapping[str, int]] = _W.group("weather.")
SEGMENT: Final[Mapping[str, int]] = _W.group("segment.")
WORK: Final[Mapping[str, int]] = _W.group("work.")
BRIDGE: Final[Mapping[str, int]] = _W.group("bridge.")
EVENT: Final[Mapping[str, int]] = _W.group("event.")

MODE: Final = FLAG["mode"]
FORT_SIDE: Final = FLAG["fort_side"]
DISRUPT: Final = FLAG["disrupt"]
SHOCK: Final = FLAG["shock"]
RESTING: Final = FLAG["resting"]
RESTED: Final = FLAG["rested"]
FATIGUED: Final = FLAG["fatigued"]
EXHAUSTED: Final = FLAG["exhausted"]
NIGHT_MOVES: Final = FLAG["night_moves"]
OUT_COMM: Final = FLAG["out_comm"]
OOS: Final = FLAG["oos"]
ISOLATED: Final = FLAG["isolated"]
LOW_FUEL: Final = FLAG["low_fuel"]
RESERVE: Final = FLAG["reserve"]
STRATEGIC: Final = FLAG["strategic"]
MOVED: Final = FLAG["moved"]
IN_MOTION: Final = FLAG["in_motion"]
DONE: Final = FLAG["done"]
ACTED: Final = FLAG["acted"]
ABORT: Final = FLAG["abort"]
FIRED: Final = FLAG["fired"]
FIRED_AT: Final = FLAG["fired_at"]
ENGAGED: Final = FLAG["engaged"]
COUNTERATTACK: Final = FLAG["counterattack"]
JOINED: Final = FLAG["reinforced"]
ATTACKED: Final = FLAG["attacked"]
ADVANCED: Final = FLAG["advanced"]
DIRECTED: Final = FLAG["directed"]
FLOWN: Final = FLAG["flown"]
STRAFES: Final = FLAG["strafes"]
HELD_HERE: Final = FLAG["held_here"]
BEGAN: Final = FLAG["began"]
FLED_FROM: Final = FLAG["fled_from"]
FLED_STEPS: Final = FLAG["fled_steps"]
BESIDE: Final = FLAG["beside"]
EXPLOITED: Final = FLAG["exploited"]
RELEASED: Final = FLAG["released"]
BLOWN: Final = MARKER["blown"]
RUBBLE: Final = MARKER["rubble"]

CLEAR, FOG, DENSE_FOG, SNOW = (WEATHER[name] for name in ("clear", "fog", "dense_fog", "snow"))
WORST: Final[tuple[int, ...]] = (CLEAR, FOG, DENSE_FOG, SNOW)
"""Weather from best to worst (3.3.2c)."""
ARMIES: Final[tuple[str, ...]] = ("6pza", "5pza", "7a")
"""German army areas, north to south."""


def word(key: str) -> int:
    """Number of a word by its key."""
    return _W[key]
