"""Ground support and carpet bombing (17.10.2, 17.10.9); support committed before a landing (3.6, 12.19)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.steps import Refusal


def available(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 17.10.2: aircraft of a side on ground support that have not supported yet."""
    return tuple(plane for plane in air.on_mission(pos, "ground_support") if pos.side(plane) == side)


def committed(pos: FortressPosition, place: int) -> int:
    """FE 3.6, 12.19: aircraft committed to a hex before the hidden units were revealed."""
    return pos.state.marker(place, -1, pos.game.words["marker.ground_support"])


def refusal(pos: FortressPosition, side: int, planes: tuple[int, ...], targets: tuple[int, ...]) -> Refusal | None:
    """FE 17.10.2: why aircraft cannot support an attack (rule, reason), None when they can."""
    if not planes:
        return None
    if pos.impulse != 1:
        return "17.10.2", "ground support is given in the first combat impulse only"
    if side == f.ALLIED and pos.primary_turn:
        return "3.6", "ground support was committed before the hidden units were revealed"
    at_hand = available(pos, side)
    if len(set(planes)) != len(planes):
        return "17.10.2", "an aircraft supports once"
    for plane in planes:
        if plane not in at_hand:
            return "17.10.2", f"{pos.name(plane)} is not on ground support"
    most = pos.game.edition.chart_int("odds_column_shifts", "max_aircraft_per_battle")
    if len(planes) > most:
        return "17.10.2", f"at most {most} aircraft support one battle"
    for place in targets:
        if not air.in_tac_range(pos, side, place):
            return "17.4" if side == f.ALLIED else "17.5", f"{pos.label(place)} is out of range of TAC"
    return None


def carpet_refusal(
    pos: FortressPosition, planes: tuple[int, ...], supported: bool, within_odds: bool, used_odds: str
) -> Refusal | None:
    """FE 17.10.9, C-52: why an attack cannot have carpet bombing."""
    if pos.active_side != f.ALLIED or pos.impulse != 1:
        return "17.10.9", "carpet bombing is for Allied attacks of the first combat impulse"
    if pos.invasion_turn:
        return "17.10.9", "there is no carpet bombing on an invasion turn"
    if not air.on_mission(pos, "carpet_bombing"):
        return "17.10.9", "no aircraft is on carpet bombing"
    if planes or supported:
        return "17.10.9", "carpet bombing and ground support do not go together"
    if not within_odds:
        return "17.10.9", f"carpet bombing needs odds of 2-1 or lower, these are {used_odds}"
    return None
