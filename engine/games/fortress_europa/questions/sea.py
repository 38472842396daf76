"""What stands behind movement by sea and air (11, 18.7): the box a coast is served from, and who may come ashore."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

# ------------------------------------------------------------------ harbours and limits


def home_of(pos: FortressPosition, place: int) -> int:
    """FE 11.4: the box that a place on the coast is served from: Africa on the Mediterranean, else England."""
    ground = pos.tables.ground
    return ground.africa if place in ground.mediterranean else ground.england


def used(pos: FortressPosition) -> int:
    """FE 11.5, C-56: units that have moved by sea this turn; one that did so in both impulses counts twice."""
    return pos.state.track(pos.game.words["track.sea_moves"], f.ALLIED)


# ------------------------------------------------------------------ carrying it out


def may_land(pos: FortressPosition, piece: int, place: int) -> tuple[str, str] | None:
    """FE 18.7.4, 18.7.6, 18.7.7, 18.7.13, C-81: (rule, reason) why an Allied unit may not come ashore by sea or be
    flown in, None when it may. Asked unit by unit; raids, drops and the landings of an invasion turn are exempt."""
    if pos.invasion_turn or not capacity.counts(pos, piece):
        return None
    if capacity.at_start(pos) < 0:
        return "18.7.7", "supply capacity was below zero when the turn began: nothing lands"
    if capacity.at_start(pos) == 0 and pos.impulse == 1 and _left(pos) <= 0:
        return "18.7.6", "supply capacity was zero when the turn began: a unit lands only for one that leaves"
    if capacity.reckon(pos) < 1:
        return "18.7.4", "supply capacity would fall below zero"
    if pos.state.variable(f.VAR_INVASIONS) > 1 and not supply.lands_in_supply(pos, piece, place):
        return "18.7.13", f"{pos.name(piece)} would not be in supply in {pos.label(place)}"
    return None


def _left(pos: FortressPosition) -> int:
    """FE 18.7.5, 18.7.6: units that left Europe by sea or air in this impulse, less those that landed in it."""
    moved = [p for p in pos.tables.roster.land if pos.flag(p, f.BY_SEA) == pos.impulse and capacity.counts(pos, p)]
    flown = [p for p in pos.tables.roster.airborne if pos.flag(p, f.AIRLIFTED) and pos.flag(p, f.MOVED) == pos.impulse]
    away = sum(1 for piece in flown if pos.at_home(piece))
    return away + sum((1 if pos.at_home(piece) else -1) for piece in moved)
