"""Words of Case Yellow by number, for rules that look them up all the time; the texts stand in words.txt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.words import game_words

PACKAGE: Final = "hexledger.engine.games.case_yellow"
_W: Final = game_words(PACKAGE)

GERMAN: Final = 1
ALLIED: Final = 2
SIDES: Final[tuple[str, ...]] = ("german", "allied")

DISRUPTED: Final = _W["flag.disrupted"]
OOS: Final = _W["flag.oos"]
NAS: Final = _W["flag.nas"]
ENGAGED: Final = _W["flag.engaged"]
SPARED: Final = _W["flag.spared"]
MOVED: Final = _W["flag.moved"]
ATTACKED: Final = _W["flag.attacked"]
DEFENDED: Final = _W["flag.defended"]
ADVANCED: Final = _W["flag.advanced"]
ARRIVED: Final = _W["flag.arrived"]
RAILED: Final = _W["flag.railed"]
FLIPPED: Final = _W["flag.flipped"]
IN_DYLE: Final = _W["flag.in_dyle"]
EXEMPT: Final = _W["flag.exempt"]
IN_MOTION: Final = _W["flag.in_motion"]
BEGAN: Final = _W["flag.began_with"]
ROUND_FLAGS: Final = frozenset({MOVED, ATTACKED, DEFENDED, ADVANCED, RAILED, BEGAN, EXEMPT, IN_MOTION})
"""What holds for one action round only."""

DESTROYED: Final = _W["marker.destroyed"]
INTERDICTED: Final = _W["marker.interdicted"]
BRIDGEHEAD: Final = _W["marker.bridgehead"]
TRIED: Final = _W["marker.tried"]
HIT: Final = _W["marker.attacked"]
MUST: Final = _W["marker.must_attack"]
REFUGEE_CITY: Final = _W["marker.refugee_city"]
REFUGEE_TOWN: Final = _W["marker.refugee_town"]
TERROR: Final = _W["marker.terror"]
BETTER: Final = _W["marker.better_defence"]
PORT_DISRUPTION: Final = _W["marker.port_disruption"]
PORT: Final = _W["marker.dynamo_port"]
OPEN_CITY: Final = _W["marker.open_city"]
ENGAGED_LOW: Final = _W["marker.engaged_low"]
ENGAGED_HIGH: Final = _W["marker.engaged_high"]
ROUND_MARKERS: Final = frozenset({TRIED, HIT, MUST})

VAR: Final[Mapping[str, int]] = _W.group("var.")
TRACK: Final[Mapping[str, int]] = _W.group("track.")
POOL: Final[Mapping[str, int]] = _W.group("pool.")

MOVE: Final = _W["action.move"]
COMBAT: Final = _W["action.combat"]
FRENCH_AIR: Final = _W["asset.french"]
AASF: Final = _W["asset.aasf"]

CHITS: Final[Mapping[int, Mapping[str, int]]] = {
    side: {kind: _W[f"chit.{name}_{kind}"] for kind in ("move", "combat", "dual")}
    for side, name in ((GERMAN, "german"), (ALLIED, "allied"))
}
"""Side -> kind of chit -> its word."""
CHIT_OF: Final[Mapping[int, tuple[int, str]]] = {
    word: (side, kind) for side, kinds in CHITS.items() for kind, word in kinds.items()
}
"""Word of a chit -> (side, kind)."""


def word(key: str) -> int:
    """Number of a word by its key."""
    return _W[key]
