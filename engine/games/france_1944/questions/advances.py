"""Advances after combat: who may go, how far, where to (9.8, 12.8, R-35, R-38, R-50, R-51)."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.games.france_1944.questions import banks, stacking, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables.ground import RHINE
from hexledger.engine.kernel.steps import Refusal


def vacated(pos: FrancePosition, targets: tuple[int, ...], side: int) -> tuple[int, ...]:
    """9.8, R-45: target hexes without any enemy piece; one that a lone HQ still holds is not vacated."""
    return tuple(place for place in targets if not pos.enemy_in(place, side))


def beyond(pos: FrancePosition, unit: int, first: int) -> int:
    """9.8, 12.8, R-51: hexes that a unit may go beyond the vacated one, as things stand when it enters."""
    side = pos.side(unit)
    kind = "armour" if unit in pos.game.roster.armour else "infantry"
    if banks.water(pos, pos.at(unit), first, side) == RHINE:
        return pos.game.battle.extra_hexes["across_rhine_amphibious"][kind]
    state = "vacated_in_ezoc" if zoc.in_ezoc(pos, first, side) else "vacated_not_in_ezoc"
    return pos.game.battle.extra_hexes[state][kind]


def enterable(pos: FrancePosition, unit: int, here: int, there: int, onward: bool = False) -> Refusal | None:
    """9.8, 7.1: why a unit may not advance from one hex to the next; None when it may.

    onward   the unit has entered `here` before: an enemy HQ alone in the next hex has been dispersed (4.10, R-35)
    """
    label = pos.label(there)
    if there not in pos.scenario.land:
        return "9.8", f"{label} cannot be entered"
    if there not in pos.game.ground.near[here]:
        return "9.8", f"{label} lies behind a blocked hexside, or is not adjacent"
    gone = onward and any(pos.at(hq) == there for hq in zoc.lone_beside(pos, (unit,), (here,)))
    if pos.enemy_in(there, pos.side(unit)) and not gone:
        return "7.1", f"an enemy piece stands in {label}"
    if not stacking.room(pos, there, (unit,)):
        return "7.1", f"no room in {label}"
    return None


def refusal(pos: FrancePosition, unit: int, path: tuple[int, ...], empty: tuple[int, ...]) -> Refusal | None:
    """9.8: why a unit may not advance along a path of one or two hexes; None when it may."""
    here = pos.at(unit)
    if not path or path[0] not in empty or path[0] not in pos.game.ground.near[here]:
        return "9.8", "an advance enters a vacated hex beside the unit first"
    why = enterable(pos, unit, here, path[0])
    if why is not None or len(path) == 1:
        return why
    if len(path) - 1 > beyond(pos, unit, path[0]):
        return "9.8", f"{pos.name(unit)} stops in {pos.label(path[0])}"
    if banks.water(pos, path[0], path[1], pos.side(unit)) == RHINE:
        return "12.8", "nobody advances over the Rhine into a second hex"
    return enterable(pos, unit, path[0], path[1], onward=True)


def paths(pos: FrancePosition, unit: int, empty: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every legal advance of a unit."""
    for first in empty:
        if refusal(pos, unit, (first,), empty) is not None:
            continue
        yield (first,)
        if beyond(pos, unit, first):
            for there in pos.game.ground.near[first]:
                if refusal(pos, unit, (first, there), empty) is None:
                    yield first, there
