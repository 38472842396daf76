"""Movement by land (5, 8, 9.1C, 13.1): who may move, the move itself, units that relieve frozen ones.

A unit makes one whole move in an impulse (C-112). Where it may go stands in `ways`, how far in `allowance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions import allowance as allow
from hexledger.engine.games.fortress_europa.questions import capacity, contact, districts, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import Gone
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.steps import Refusal

_ANVERS: Final = "CC6"


# ------------------------------------------------------------------ who may move
def immobile(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not use movement of any kind now: not its side's impulse, frozen, held, reinforced this turn ...

    Allowance (5.4), flooded ground (8.2) and what it did before in this impulse are not looked at.
    """
    if piece not in pos.tables.roster.land:
        return "5.1", f"{pos.name(piece)} is no land unit"
    if pos.side(piece) != pos.active_side or pos.impulse not in (1, 2):
        return "5.1", f"{pos.name(piece)} may not move in this impulse"
    name = pos.name(piece)
    if pos.frozen(piece):
        return "9.1", f"{name} is frozen in its district"
    if pos.flag(piece, f.HELD) and not ways.bold(pos, piece):
        return "8.9", f"{name} began the second impulse in an enemy ZOC"
    if _no_fuel(pos, piece):
        return "31.14", "no more armour moves in the second impulse than there is supply capacity to spare"
    if pos.flag(piece, f.CANNOT_MOVE):
        return "27.7", f"{name} was replaced, rebuilt, split or recombined this turn and may not move"
    if pos.flag(piece, f.AIRLIFTED):
        return "20.10" if pos.side(piece) == f.ALLIED else "20.11", f"{name} has been flown this turn and moves no more"
    return _unreleased(pos, piece)


def _no_fuel(pos: FortressPosition, piece: int) -> bool:
    """FE 31.14: from September I, while Anvers is no working port of the Allies, spare supply capacity limits how many
    armoured units move in their second impulse."""
    armored = pos.tables.roster.armored
    if pos.impulse != 2 or piece not in armored or pos.side(piece) != f.ALLIED or not pos.option("31.14"):
        return False
    if pos.state.turn < pos.tables.calendar.number("September I") or pos.flag(piece, f.MOVED) == pos.impulse:
        return False
    if capacity.usable_port(pos, pos.board.place(_ANVERS)):
        return False
    moved = sum(1 for one in sorted(armored) if pos.side(one) == f.ALLIED and pos.flag(one, f.MOVED) == pos.impulse)
    return moved >= max(0, capacity.current(pos))


def _unreleased(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.9: armour that the German has not roused on June I, or that the die keeps where it is."""
    name = pos.name(piece)
    released = pos.flag(piece, f.ARMOR_RELEASE)
    if released == allow.RELEASE_NONE:
        return "31.9", f"{name} may not move this turn"
    if released == allow.RELEASE_SECOND and pos.impulse == 1:
        return "31.9", f"{name} may not move in the first impulse"
    if not released and asleep(pos, piece):
        return "31.9", f"{name} may move after a roll only"
    return None


def stays(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not move by land now, None when it may."""
    why = immobile(pos, piece)
    if why is not None:
        return why
    name = pos.name(piece)
    if not pos.on_map(piece):
        return "5.1", f"{name} is not on the map"
    if pos.side(piece) == f.ALLIED and (why := capacity.left_open(pos, (piece,))) is not None:
        return why
    if pos.flag(piece, f.STUCK):
        return "8.2", f"{name} has entered flooded ground this turn"
    if allow.landed(pos, piece):
        if pos.in_ezoc(pos.at(piece), pos.side(piece)):
            return "7.2", f"{name} has landed in an enemy ZOC"
        why = ways.stops_on(pos, ways.mover(pos, piece), pos.at(piece))
        if why is not None and why[0] == "8.3":
            return "8.3", f"{name} has landed in the mountains"
    elif pos.flag(piece, f.MOVED) == pos.impulse:
        return "C-112", f"{name} has moved in this impulse"
    if not allow.left(pos, piece):
        if piece in pos.tables.roster.hqs and pos.impulse == 1:
            return "13.1", f"{name} moves in the second impulse only"
        return "5.4", f"{name} has no movement in this impulse"
    return None


def allowance(pos: FortressPosition, piece: int) -> int:
    """FE 5.4: hexes that a unit may enter by land in this impulse, see `allowance.allowance`."""
    return allow.allowance(pos, piece)


# ------------------------------------------------------------------ where to
def refusal(pos: FortressPosition, piece: int, path: Sequence[int]) -> Refusal | None:
    """Why a unit may not make this move, None when it may. `path`: hexes entered, in order.

    Passing through friends, and ending above the stacking limit, is allowed (5.3): it binds at the end of the impulse
    (6.3).
    """
    why = stays(pos, piece)
    if why is not None:
        return why
    if not path:
        return "5.1", "a move enters at least one hex"
    why = ways.trace(pos, piece, path, Gone(allow.left(pos, piece)))
    return contact.idle_refusal(pos, piece, path[-1]) if why is None else why


def reach(pos: FortressPosition, piece: int) -> dict[int, tuple[int, ...]]:
    """Every hex that a unit could move to now -> the shortest way, ascending; empty when it may not move."""
    return {} if stays(pos, piece) is not None else ways.reach(pos, piece)


# ------------------------------------------------------------------ 31.9 release of armour
def asleep(pos: FortressPosition, piece: int) -> bool:
    """FE 31.9: armour outside the invaded districts on June I; invasion response units are not meant."""
    if not pos.option("31.9") or pos.state.turn != 1 or piece not in pos.tables.roster.armored:
        return False
    if pos.side(piece) != f.GERMAN or not pos.on_map(piece):
        return False
    if districts.invaded(pos, pos.tables.ground.district[pos.at(piece)]):
        return False
    response = pos.scenario.arriving(pos.state.turn, f.GERMAN, "invasion_response")
    return all(row.piece != piece for row in response)
