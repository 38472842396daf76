"""The end of a player turn (60) and the mutual end of the turn (61)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import aircraft, bridging, infiltration, park, ties, works
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import disrupt
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.steps import Step

_F: Final = w.FLAG
SEGMENT_FLAGS: Final = frozenset(
    {_F[name] for name in ("moved", "in_motion", "done", "first_step", "zone_moved", "infiltrating", "avoids")}
)
"""What holds while one corps acts."""
PLAYER_FLAGS: Final = SEGMENT_FLAGS | {
    _F[name]
    for name in (
        *("activated", "acted", "overran", "event_moves", "event_fires", "surrender_rolled", "designated"),
        *("directed", "advanced", "began"),
    )
}
"""What holds for one player turn."""
PLAYER_MARKERS: Final = frozenset({w.MARKER[name] for name in ("tried_demolition", "points")})
"""Markers that last for one player turn (22.1e, 30.3)."""
EVENING: Final = "EV"


class PlayerEnd(Step[TrumpetsPosition], frozen=True, array_like=True, tag=26):
    """TFT 60: once for each side, after its last corps."""

    side: int

    def run(self, act: Act) -> None:
        """60.2 to 60.8."""
        act.phase("phase.player_end", self.side, "60.0")
        works.finish(act, self.side)
        bridging.progress(act, self.side)
        if self.side == w.GERMAN:
            bridging.of_december_16(act)
        withdraw_artillery(act)
        shock_wears_off(act)
        allied_artillery(act)
        ties.end_of_turn(act, self.side)
        clear(act, PLAYER_FLAGS)
        clear_markers(act, PLAYER_MARKERS)
        act.assign("var.side", 0)
        act.assign("var.army", 0)


def withdraw_artillery(act: Act) -> None:
    """60.5, B-33: the division artillery of an American division that has no front-line battalion with its full unit id
    left, on the map, in a zone off it or to come (27, 34, 54.1i), leaves the map at the end of either side's turn, but
    not what is isolated. Engineers count as front line; companies are no battalions."""
    pos, roster = act.pos, act.pos.game.roster
    away = [piece for place in pos.game.ground.zone_hexes for piece in pos.units(place)]
    alive = {_own_division(pos, piece) for piece in (*pos.of(w.ALLIED), *away, *pos.pool("fled")) if _named(pos, piece)}
    alive |= {_own_division(pos, piece) for piece in pos.pool("waiting")}
    for piece in pos.of(w.ALLIED):
        division = _own_division(pos, piece)
        if piece not in roster.artillery or division == NOBODY or roster.nation[division] != "us":
            continue
        if division not in alive and not pos.flag(piece, w.ISOLATED):
            act.remove(piece, "reason.withdrawn", "60.5")


def _named(pos: TrumpetsPosition, piece: int) -> bool:
    """60.5b-d: a front-line battalion that shows its unit id."""
    roster = pos.game.roster
    battalion = piece in roster.front_line and roster.size[piece] == "battalion" and piece not in roster.dispersed
    return battalion and not pos.generic(piece)


def _own_division(pos: TrumpetsPosition, piece: int) -> int:
    """60.5b: the division whose name a unit shows, whoever leads it now (18.2); NOBODY for none."""
    levels, parent = pos.game.roster.level, pos.game.roster.parent
    here, left = piece, len(levels)
    while here != NOBODY and levels.get(here) != "division" and left:
        here, left = parent[here], left - 1
    return here


def shock_wears_off(act: Act) -> None:
    """60.6: Shock becomes Disrupt 2, on all units; 29.3b, g.8: headquarters and artillery flip to march order by it as
    by any disruption."""
    for piece in flagged(act, w.SHOCK):
        act.flag(piece, w.SHOCK, 0, "60.6")
        disrupt(act, piece, "60.6")


def allied_artillery(act: Act) -> None:
    """60.7: Allied battalions may fire again; 60.8: German ones may not."""
    for piece in flagged(act, _F["fired"]):
        if act.pos.side(piece) == w.ALLIED:
            act.flag(piece, _F["fired"], 0, "60.7")


class MutualEnd(Step[TrumpetsPosition], frozen=True, array_like=True, tag=27):
    """TFT 61: the markers of the turn go."""

    def run(self, act: Act) -> None:
        """61.1, then 61.2."""
        act.phase("phase.mutual_end", 0, "61.0")
        for hq in flagged(act, w.RESTING):
            act.flag(hq, w.RESTING, 0, "61.1")
            act.flag(hq, w.RESTED, act.pos.flag(hq, w.RESTED) + 1, "61.1")
        for piece in flagged(act, w.DISRUPT):
            act.flag(piece, w.DISRUPT, act.pos.flag(piece, w.DISRUPT) - 1, "61.2")
        gone = {
            _F[name]
            for name in (
                "spent",
                "reacted",
                "ferry",
                "ferried",
                "helped",
                "fired",
                "fired_at",
                "surprised",
                "alert",
                "fired_echelon",
                "low_fuel",
                "half_fire",
            )
        }
        gone |= {_F["arrived"]}
        if act.pos.code == EVENING:
            gone |= {w.NIGHT_MOVES, w.RESERVE}
        clear(act, frozenset(gone), "61.2")
        rubble(act)
        aircraft.leave(act)
        infiltration.stranded(act)
        park.swap(act)


def rubble(act: Act) -> None:
    """61.1d, 61.2d,e: rubble with an engineer goes, other rubble grows less."""
    engineers = act.pos.game.roster.engineers
    for key in sorted(act.state.markers):
        if key & 0xFFFF == w.RUBBLE:
            place = key >> 32
            cleared = any(piece in engineers for piece in act.pos.units(place))
            act.marker(place, -1, w.RUBBLE, 0 if cleared else act.state.markers[key] - 1, "61.2")


def flagged(act: Act, flag: int) -> tuple[int, ...]:
    """Pieces that have a flag, ascending."""
    return tuple(sorted(key >> 16 for key in act.state.flags if key & 0xFFFF == flag))


def clear_markers(act: Act, markers: frozenset[int], rule: str = "") -> None:
    """These markers go from all hexes and hexsides."""
    for key in sorted(act.state.markers):
        if key & 0xFFFF in markers:
            act.marker(key >> 32, ((key >> 16) & 0xFFFF) - 1, key & 0xFFFF, 0, rule)


def clear(act: Act, flags: frozenset[int], rule: str = "") -> None:
    """These flags go from all pieces."""
    for key in sorted(act.state.flags):
        if key & 0xFFFF in flags:
            act.flag(key >> 16, key & 0xFFFF, 0, rule)


DECISIONS: Final = ()
STEPS: Final = (PlayerEnd, MutualEnd)
