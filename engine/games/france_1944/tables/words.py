"""Words of France 1944 by number, for rules that look them up all the time; the texts stand in words.txt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.words import game_words

PACKAGE: Final = "hexledger.engine.games.france_1944"
_W: Final = game_words(PACKAGE)

ALLIED: Final = 1
GERMAN: Final = 2
SIDES: Final[tuple[str, ...]] = ("allied", "german")

OOS: Final = _W["flag.oos"]
ACTIVE: Final = _W["flag.active"]
ADMIN: Final = _W["flag.admin"]
CUT_OFF: Final = _W["flag.cut_off"]
SPENT: Final = _W["flag.spent"]
ENTERED: Final = _W["flag.entered"]
ADVANCED: Final = _W["flag.advanced"]
RETREATED: Final = _W["flag.retreated"]
ATTACKED: Final = _W["flag.attacked"]
DEFENDED: Final = _W["flag.defended"]
AT_RHINE: Final = _W["flag.at_rhine"]
REACTED: Final = _W["flag.reacted"]
DUE: Final = _W["flag.due"]
REBUILT: Final = _W["flag.rebuilt"]
CHECKED: Final = _W["flag.checked"]
DROPPED: Final = _W["flag.dropped"]
MOVED_IN: Final = _W["flag.moved_in"]
NEVER: Final = _W["flag.never"]
PHASE_FLAGS: Final = frozenset(
    {ACTIVE, ADMIN, CUT_OFF, SPENT, ENTERED, ADVANCED, RETREATED, ATTACKED, DEFENDED, AT_RHINE}
)
"""What holds for one activation only."""

INTACT: Final = _W["marker.bridge_intact"]
BLOWN: Final = _W["marker.bridge_blown"]
BRIDGEHEAD: Final = _W["marker.bridgehead"]
BY_AIRBORNE: Final = _W["marker.by_airborne"]

VAR: Final[Mapping[str, int]] = _W.group("var.")
TRACK: Final[Mapping[str, int]] = _W.group("track.")
POOL: Final[Mapping[str, int]] = _W.group("pool.")

MOVEMENT: Final = _W["increment.m"]
ATTACK: Final = _W["increment.a"]
INITIATIVE: Final = _W["kind.initiative"]
ARMY: Final = _W["kind.army"]
SINGLE: Final = _W["kind.single"]
CHITS: Final[Mapping[int, int]] = {ALLIED: _W["chit.allied"], GERMAN: _W["chit.german"]}
ADMIN_CHIT: Final = _W["chit.admin"]
INTERDICTION: Final = _W["air.interdiction"]
SUPPORT: Final = _W["air.support"]
TACTICAL: Final = _W["air.tactical"]
BOMBER: Final = _W["air.bomber"]
AIR_KIND: Final[Mapping[int, str]] = {TACTICAL: "tactical_air", BOMBER: "heavy_bomber"}
"""Word of an air marker -> its row in the chart."""
MARKET_GARDEN: Final = _W["operation.market_garden"]
VARSITY: Final = _W["operation.varsity"]


def word(key: str) -> int:
    """Number of a word by its key."""
    return _W[key]


def other(side: int) -> int:
    """The other side."""
    return ALLIED + GERMAN - side
