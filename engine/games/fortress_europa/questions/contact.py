"""Who is in contact with whom in a combat impulse: what a unit may attack, and what it owes an attack (14.1, C-64)."""

from __future__ import annotations

from collections.abc import Sequence

from hexledger.engine.games.fortress_europa.questions import bulge
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept


def defenders(pos: FortressPosition, place: int, side: int) -> tuple[int, ...]:
    """FE 14.7, 14.9: units of a side in a hex that can still be attacked in this impulse."""
    return tuple(
        unit for unit in pos.units_of(place, side) if not pos.flag(unit, f.DEFENDED) and not pos.flag(unit, f.RETREATED)
    )


@kept(BOARD)
def attackable(pos: FortressPosition, side: int) -> frozenset[int]:
    """FE 14.7, 14.9: hexes with units of a side that can still be attacked in this impulse, see `defenders`."""
    gone = {key >> 16 for key in pos.state.flags if key & 0xFFFF in (f.DEFENDED, f.RETREATED)}
    at = pos.state.at
    return frozenset([at[unit] for unit in pos.ashore(side) if unit not in gone])


@kept(BOARD)
def free(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 14.9, C-102: units that may still attack: they have not attacked or retreated and are not frozen."""
    spent = {key >> 16 for key in pos.state.flags if key & 0xFFFF in (f.ATTACKED, f.RETREATED, f.FROZEN)}
    return tuple([unit for unit in pos.ashore(side) if unit not in spent])


@kept(BOARD)
def facing(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """Units of a side in or next to hexes that can be attacked, ascending: no other unit can have a `reach`."""
    targets, links, at = attackable(pos, 3 - side), pos.tables.ground.links, pos.state.at
    near = targets.union(*(links[place] for place in sorted(targets)))
    return tuple([unit for unit in pos.ashore(side) if at[unit] in near])


def engaged(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 14.1: units that may still attack and have something to attack, ascending."""
    able = frozenset(free(pos, side))
    return tuple([unit for unit in facing(pos, side) if unit in able and reach(pos, unit)])


def on_top(pos: FortressPosition, unit: int) -> bool:
    """FE 12.8, 20.8, 21.11: does a unit stand on top of enemies?"""
    return pos.enemies_in(pos.at(unit), pos.side(unit))


def first_impulse_invader(pos: FortressPosition, unit: int) -> bool:
    """FE 12.8: an invader in the first impulse fights in its own hex only."""
    return pos.impulse == 1 and pos.flag(unit, f.INVADING) != 0


def compelled(pos: FortressPosition, units: Sequence[int]) -> bool:
    """FE 9.6, 12.17: do only invaders attack who lie on top of their enemy? Who was put aside to a frozen hidden unit
    must attack it, which is no choice of the Allied player's (9.1 F) and releases nobody."""
    return all(first_impulse_invader(pos, unit) and on_top(pos, unit) for unit in units)


@kept(BOARD)
def reach(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """FE 12.8, 14.1, 14.6, 20.8, 21.11: hexes that a unit can attack: its own with enemies in it and no other, else
    those adjacent that are not across an estuary or broken bridges; hexes already attacked are left out."""
    here, targets = pos.at(unit), attackable(pos, 3 - pos.side(unit))
    if on_top(pos, unit):
        return (here,) if here in targets else ()
    near = [there for there in pos.tables.ground.links[here] if there in targets]
    if not near or first_impulse_invader(pos, unit):
        return ()
    return tuple([there for there in near if not pos.broken(here, there)])


def in_fortress(pos: FortressPosition, unit: int) -> bool:
    """FE 14.13, 16.3: a German in an intact fortress."""
    return pos.side(unit) == f.GERMAN and pos.fortress(pos.at(unit))


@kept(BOARD)
def threats(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """FE 14.1, C-11, C-64: hexes with enemies in whose ZOC a unit stands, which it can attack, ascending."""
    if bulge.first_turn(pos):
        return ()  # 33.3.9.1: the Germans may ignore every ZOC
    covering = pos.zoc(3 - pos.side(unit)).get(pos.at(unit), ())
    if not covering or (in_fortress(pos, unit) and not on_top(pos, unit)):
        return ()
    near = reach(pos, unit)
    return tuple(sorted({pos.at(one) for one in covering}.intersection(near))) if near else ()


def obliged(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """FE 13.4, 14.1, C-64: enemy hexes one of which the unit must attack in this impulse; empty when it need not.

    C-76: for paratroops of this turn a hex next to them in which invaders fight counts as attacked by those.
    """
    if pos.flag(unit, f.ATTACKED) or pos.flag(unit, f.RETREATED) or pos.frozen(unit):
        return ()
    places = threats(pos, unit)
    if pos.flag(unit, f.DROPPED) and not on_top(pos, unit):
        return tuple(place for place in places if not _invaded(pos, place))
    return places


def _invaded(pos: FortressPosition, place: int) -> bool:
    """Do invaders of this turn stand on top of enemies in a hex?"""
    return any(pos.flag(one, f.INVADING) and on_top(pos, one) for one in pos.units_of(place, f.ALLIED))


def idled(pos: FortressPosition, piece: int, place: int) -> int | None:
    """FE 13.4, 14.11, C-121: the enemy hex that keeps an Allied unit from moving to a place: the only one to which the
    unit would owe an attack, and the only one to which a unit of another nationality owes one, so that one of them
    could not attack. None when nothing does: raiders attack with everybody, and an HQ may be joined.
    """
    ros = pos.tables.roster
    if pos.side(piece) != f.ALLIED or piece in ros.raiders or not pos.in_ezoc(place, f.ALLIED):
        return None
    alone = _alone(pos)
    if not alone:
        return None
    near = sorted({pos.at(one) for one in pos.zoc(f.GERMAN).get(place, ())})
    if len(near) != 1 or not alone.get(near[0], frozenset()) - {pos.nation(piece)}:
        return None
    return near[0]


@kept(BOARD)
def _alone(pos: FortressPosition) -> dict[int, frozenset[int]]:
    """Enemy hex -> nationalities of the Allied units that owe it an attack and no other."""
    ros = pos.tables.roster
    found: dict[int, set[int]] = {}
    for unit in facing(pos, f.ALLIED):
        if unit in ros.raiders or unit in ros.hqs or not pos.in_ezoc(pos.at(unit), f.ALLIED) or on_top(pos, unit):
            continue
        owes = obliged(pos, unit)
        if len(owes) == 1:
            found.setdefault(owes[0], set()).add(pos.nation(unit))
    return {place: frozenset(nations) for place, nations in found.items()}


def idle_refusal(pos: FortressPosition, piece: int, place: int) -> tuple[str, str] | None:
    """FE 14.11: why an Allied unit may not end its move in a place by choice, see `idled`; None when it may."""
    enemy = idled(pos, piece, place)
    if enemy is None:
        return None
    where = pos.label(enemy)
    return "14.11", f"{pos.name(piece)} and units of another nationality would be next to {where} alone"


def sallies(pos: FortressPosition, unit: int) -> bool:
    """FE 14.13, C-65: would an attack by this unit bring the duty to attack every neighbour of its fortress?"""
    return in_fortress(pos, unit) and not on_top(pos, unit) and not bulge.first_turn(pos)


def required(
    pos: FortressPosition, side: int, spent: frozenset[int] = frozenset(), without: frozenset[int] = frozenset()
) -> frozenset[int]:
    """FE 14.6 A, 14.13: enemy hexes that must still be attacked: their ZOC covers a unit of the side, or units of a
    fortress next to them have attacked. `spent`: units whose attack is being declared; `without`: units taken away.

    A hex that no unit can attack any more, because it came to have a ZOC after all next to it had fought, is let be.
    """
    owed = _required(pos, side, without)
    return owed.union(*(reach(pos, unit) for unit in sorted(spent) if sallies(pos, unit)))


@kept(BOARD)
def _required(pos: FortressPosition, side: int, without: frozenset[int]) -> frozenset[int]:
    found: set[int] = set()
    for unit in facing(pos, side):
        if pos.flag(unit, f.RETREATED) or pos.frozen(unit) or unit in without:
            continue
        if not bulge.ignoring(pos, unit):
            found.update(threats(pos, unit))
        if pos.flag(unit, f.ATTACKED) and sallies(pos, unit):
            found.update(reach(pos, unit))
    if not found:
        return frozenset()
    able = (unit for unit in engaged(pos, side) if unit not in without)
    return frozenset(found & {place for unit in able for place in reach(pos, unit)})


def drops_first(pos: FortressPosition, side: int) -> frozenset[int]:
    """FE 20.8: hexes with paratroops on top of enemies that have not fought yet: they come before all other battles."""
    return frozenset(
        pos.at(unit) for unit in free(pos, side) if pos.flag(unit, f.DROPPED) and on_top(pos, unit) and reach(pos, unit)
    )
