"""Retreats (9.6, 15.4-15.11, 16.4, 22.2, 33.3.9.3): which ways are open, who chooses, what happens without one."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import contact, districts, movement
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

# ---------------------------------------------------------------------- 15.5 where a retreat may go


def may_stand(pos: FortressPosition, unit: int) -> bool:
    """FE 16.4: units in rough terrain, and Germans in an intact fortress, need not retreat."""
    place = pos.at(unit)
    return pos.terrain(place) == "rough" or (pos.side(unit) == f.GERMAN and pos.fortress(place))


def cannot_retreat(pos: FortressPosition, unit: int) -> bool:
    """FE 12.9, 20.8, 21.11: invaders of the first impulse, and who fights on top of enemies, do not retreat but die."""
    return contact.first_impulse_invader(pos, unit) or (pos.side(unit) == pos.active_side and contact.on_top(pos, unit))


def stands(pos: FortressPosition, unit: int) -> bool:
    """FE 16.4: may a unit that fought stand in spite of the result?"""
    return may_stand(pos, unit) and not cannot_retreat(pos, unit)


# ---------------------------------------------------------------------- steps


def must_leave(pos: FortressPosition) -> tuple[int, ...]:
    """FE 15.10, C-113: units that retreated into a frozen district in an earlier turn, are there still and could leave
    it by land now."""
    ground = pos.tables.ground
    found = []
    for unit in pos.ashore(f.ALLIED) if pos.active_side == f.ALLIED else ():
        district = pos.flag(unit, f.STRAYED)
        if not district or pos.flag(unit, f.STRAYED_NOW) or districts.released(pos, district):
            continue
        if ground.district[pos.at(unit)] != district:
            continue
        if any(ground.district[place] != district and _open(pos, unit, place) for place in movement.reach(pos, unit)):
            found.append(unit)
    return tuple(found)


def _open(pos: FortressPosition, unit: int, place: int) -> bool:
    """Could a unit end its move in a hex in its reach?"""
    return pos.fits(place, (unit,)) and contact.idled(pos, unit, place) is None
