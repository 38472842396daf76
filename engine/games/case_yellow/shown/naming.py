"""How this game's numbers read in records: what the values of its words mean, and which words records leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PIECES: Final = (
    *("dead", "rotated", "gone", "evacuated", "returning", "due", "counted", "lost_attrition"),
    *("cup_german", "cup_allied", "airborne", "refit"),
)
VALUE_KINDS: Final[Mapping[str, str]] = {
    **{f"pool.{name}": "piece" for name in _PIECES},
    **{f"pool.{name}": "turn" for name in ("french_lost", "aasf_lost", "stukas_lost")},
    **{f"pool.{name}": "place" for name in ("held_german", "held_allied")},
    "var.active": "side",
    "var.kind": "word",
    **{f"var.{name}": "turn" for name in ("last_turn", "dynamo", "dynamo_end", "port_lost", "refit", "refit_end")},
    **{f"var.{name}": "turn" for name in ("fall_rot", "open_city", "netherlands", "belgium")},
    "reckon.odds": "number",
    "reckon.engaged": "signed",
}
SUBJECT_KINDS: Final[Mapping[str, str]] = {
    "reckon.air": "side",
    "reckon.drop": "piece",
    "roll.drop": "piece",
    "roll.vp": "word",
}
BOOKKEEPING: Final[frozenset[str]] = frozenset(
    {
        *("flag.moved", "flag.attacked", "flag.defended", "flag.advanced", "flag.in_motion", "flag.began_with"),
        *("flag.arrived", "flag.railed", "flag.exempt", "flag.in_dyle", "flag.engaged", "flag.spared", "flag.flipped"),
        *("var.scenario", "var.last_turn", "var.active", "var.round", "var.kind", "var.run", "var.terror_now"),
        *("var.wall_used", "var.ag1_price", "var.evacuated", "var.limit", "var.rail_left", "var.okh_left"),
        *("var.maginot_moved", "var.cup_reserve", "var.bd_new", "var.dynamo_place"),
        *("track.moves", "track.combats", "track.air_used", "track.infantry", "track.armour"),
        *("pool.counted", "pool.scored_german", "pool.scored_allied", "pool.held_german", "pool.held_allied"),
        *("pool.dead", "pool.due", "pool.lost_attrition", "pool.assets", "pool.assets_used"),
    }
)
MOVEMENT: Final[frozenset[str]] = frozenset(
    {"reinforce", "move", "overrun", "rail", "evacuate", "end_movement", "remove_excess"}
)
COMBAT: Final[frozenset[str]] = frozenset(
    {
        "attack",
        "end_combats",
        "fight_on",
        "roll_limit",
        "commit_air",
        "defend_port",
        "draw_wall",
        "sacrifice_ag1",
        "advance",
    }
)
