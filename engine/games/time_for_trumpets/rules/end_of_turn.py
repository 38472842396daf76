"""The end of a player turn (60) and the mutual end of the turn (61)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import aircraft, ties
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import DISRUPTED
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Step

_F: Final = w.FLAG
SEGMENT_FLAGS: Final = frozenset(
    {_F[name] for name in ("moved", "in_motion", "done", "first_step", "zone_moved", "infiltrating", "avoids")}
)
"""What holds while one corps acts."""
PLAYER_FLAGS: Final = SEGMENT_FLAGS | {
    _F[name] for name in ("activated", "acted", "overran", "event_moves", "half_fire", "directed", "advanced", "began")
}
"""What holds for one player turn."""
EVENING: Final = "EV"


class PlayerEnd(Step[TrumpetsPosition], frozen=True, array_like=True, tag=26):
    """TFT 60: once for each side, after its last corps."""

    side: int

    def run(self, act: Act) -> None:
        """60.2 to 60.8."""
        act.phase("phase.player_end", self.side, "60.0")
        shock_wears_off(act)
        if self.side in (w.GERMAN, w.ALLIED):
            allied_artillery(act)
        ties.end_of_turn(act, self.side)
        clear(act, PLAYER_FLAGS)
        act.assign("var.side", 0)
        act.assign("var.army", 0)


def shock_wears_off(act: Act) -> None:
    """60.6: Shock becomes Disrupt 2, on all units."""
    for piece in flagged(act, w.SHOCK):
        act.flag(piece, w.SHOCK, 0, "60.6")
        act.flag(piece, w.DISRUPT, DISRUPTED, "60.6")


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
            )
        }
        gone |= {_F["arrived"]}
        if act.pos.code == EVENING:
            gone |= {w.NIGHT_MOVES, w.RESERVE}
        clear(act, frozenset(gone), "61.2")
        rubble(act)
        aircraft.leave(act)


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


def clear(act: Act, flags: frozenset[int], rule: str = "") -> None:
    """These flags go from all pieces."""
    for key in sorted(act.state.flags):
        if key & 0xFFFF in flags:
            act.flag(key >> 16, key & 0xFFFF, 0, rule)


DECISIONS: Final = ()
STEPS: Final = (PlayerEnd, MutualEnd)
