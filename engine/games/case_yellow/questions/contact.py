"""Who may attack what: targets, hexsides, obligations (9.5, 10.7f, 11.1, 11.2, 11.6, 11.8, QA.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from hexledger.engine.games.case_yellow.questions import zoc
from hexledger.engine.games.case_yellow.questions.position import Fight, YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import SECOND_ATTACK
from hexledger.engine.kernel.steps import Refusal


def is_target(pos: YellowPosition, place: int, side: int) -> bool:
    """11.1a, G-A12: a hex with enemy units or an undestroyed enemy fortified line can be attacked."""
    return pos.enemy_in(place, side) or pos.enemy_fortress(place, side)


def hexside(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """10.7f, QA.5, G-C1: why a unit may not attack over a hexside; None when it may."""
    ground = pos.game.ground
    river = ground.river_between(here, there)
    crossing = ground.key(here, there) in ground.crossing
    german = pos.side(piece) == w.GERMAN
    motorized = piece in pos.game.roster.motorized
    if river in ("major_river", "rhine") and motorized and not crossing:
        return "QA.5", "motorized units attack over a Major River at crossings only; a bridgehead is no crossing"
    if river == "rhine" and not crossing:
        return "10.7", "nobody attacks over the Rhine but at a crossing"
    if german and pos.interdicted(here, there) and (river == "rhine" or (river == "major_river" and motorized)):
        return "10.7", "the crossing is interdicted"
    return None


def adjacent_attacker(pos: YellowPosition, piece: int, target: int) -> Refusal | None:
    """11.2: why a unit may not attack an adjacent hex as a unit of its own; None when it may."""
    if piece in pos.game.roster.supply:
        return "7.9", f"{pos.name(piece)} has no combat strength"
    if not pos.board.adjacent(pos.at(piece), target):
        return "11.2", f"{pos.name(piece)} is not adjacent to {pos.label(target)}"
    return hexside(pos, piece, pos.at(piece), target)


def in_arko_range(pos: YellowPosition, piece: int, target: int) -> bool:
    """11.8a: an ARKO supports attacks on fortified lines, cities and works within two hexes, not on others."""
    place = pos.game.ground
    fit = target in place.cities or pos.fortress(target) or pos.works(target)
    return fit and pos.board.distance(pos.at(piece), target) <= pos.game.chart.number("arko", "range")


def may_attack(pos: YellowPosition, piece: int, kind: int) -> Refusal | None:
    """4.0c, 11.2a, 11.6: may the unit declare an attack in this kind of round?"""
    if pos.flag(piece, w.ATTACKED):
        return "11.2", f"{pos.name(piece)} has attacked in this round"
    if pos.engaged(piece):
        return "11.9b", f"{pos.name(piece)} is Engaged"
    roster = pos.game.roster
    if kind == w.MOVE:
        if pos.side(piece) == w.GERMAN and piece not in roster.yma:
            return "11.6b", "only German yMA units attack in a Move round"
        if pos.side(piece) == w.ALLIED and (piece not in roster.motorized or piece in roster.supply):
            return "11.6a", "only Allied armour and motorized units attack in a Move round"
    return None


def may_be_attacked(pos: YellowPosition, target: int, side: int, kind: int) -> Refusal | None:
    """11.2, 11.6, 11.9c, 11.9d, G-C21: may the hex be attacked once more in this round?"""
    if not is_target(pos, target, side):
        return "11.1", f"there is nothing to attack in {pos.label(target)}"
    if pos.fight_at(target) is not None:
        return "11.9c" if kind == w.MOVE else "11.9d", f"the combat in {pos.label(target)} is Engaged: nobody joins it"
    again = kind == w.MOVE and pos.reading(SECOND_ATTACK) != SECOND_ATTACK.default
    if not again:
        if pos.state.marker(target, -1, w.HIT):
            return "11.2", f"{pos.label(target)} has been attacked in this round"
        if any(pos.flag(unit, w.DEFENDED) for unit in pos.units(target)):
            return "11.2", "a unit there has been attacked in this round"
    if kind == w.MOVE and pos.fortress(target):
        return "11.6", "motorized combat does not go against a fortified line"
    return None


def obliged(pos: YellowPosition, units: Iterable[int], target: int) -> tuple[int, ...]:
    """9.5a, 9.5b, 11.2c, 11.2d, 11.2e: other hexes that must be attacked too when units attack from several hexes.

    They are the hexes whose units project a ZOC into a hex of the attackers. Two hexes that hold only German yMA
    units are free of it (G-C7).
    """
    froms = sorted({pos.at(unit) for unit in units if pos.board.adjacent(pos.at(unit), target)})
    if len(froms) < 2:
        return ()
    side = pos.side(pos.units(froms[0])[0])
    yma = pos.game.roster.yma
    free = pos.game.chart.number("yma_attack_hexes", "hexes")
    if side == w.GERMAN and len(froms) == free and all(unit in yma for here in froms for unit in pos.units(here)):
        return ()
    around = {enemy for here in froms for enemy in zoc.enemies_projecting(pos, here, side)}
    found = {pos.at(enemy) for enemy in around if not pos.flag(enemy, w.DEFENDED)}
    return tuple(sorted(place for place in found - {target} if not pos.state.marker(place, -1, w.HIT)))


def eligible(pos: YellowPosition, target: int, side: int, kind: int, without: Sequence[int] = ()) -> tuple[int, ...]:
    """Units of a side that could attack a hex now as adjacent attackers, ascending."""
    near = sorted(unit for here in pos.board.neighbours[target] for unit in pos.units(here))
    return tuple(
        unit
        for unit in near
        if pos.side(unit) == side
        and unit not in without
        and may_attack(pos, unit, kind) is None
        and adjacent_attacker(pos, unit, target) is None
    )


def held_on(pos: YellowPosition, fight: Fight) -> bool:
    """11.9b, 7.9e: is a unit left that defends in an Engaged combat? A supply unit has no strength to go on with."""
    return any(pos.side(unit) != fight.side for unit in pos.fighters(fight.target))


def pressed_on(pos: YellowPosition, fight: Fight, place: int) -> bool:
    """11.9b, 11.8, 7.9e, G-B4, G-B11: is a unit left in an attacking hex that can go on with an Engaged combat? One
    that is marked for it, or one that could attack and is not marked for another; an ARKO only supports, a supply unit
    has no strength."""
    return any(
        pos.side(unit) == fight.side
        and unit not in pos.game.roster.arko
        and (
            pos.flag(unit, w.ENGAGED) == fight.target + 1
            or (
                not pos.flag(unit, w.ENGAGED)
                and not pos.flag(unit, w.SPARED)
                and adjacent_attacker(pos, unit, fight.target) is None
            )
        )
        for unit in pos.fighters(place)
    )


def targets(pos: YellowPosition, side: int, kind: int) -> tuple[int, ...]:
    """Hexes that a side could attack now with some unit, ascending."""
    near = sorted({there for unit in pos.of(side) for there in pos.board.neighbours[pos.at(unit)]})
    return tuple(
        place
        for place in near
        if is_target(pos, place, side)
        and may_be_attacked(pos, place, side, kind) is None
        and eligible(pos, place, side, kind)
    )


def by_hex(pos: YellowPosition, units: Iterable[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Units by the hex they stand in."""
    ordered = sorted(units, key=lambda unit: (pos.at(unit), unit))
    return [(place, tuple(group)) for place, group in groupby(ordered, key=pos.at)]
