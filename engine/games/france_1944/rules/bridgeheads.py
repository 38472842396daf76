"""Bridgehead markers on the east bank of the Rhine (12.6, R-19, R-59 to R-61)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions import banks, supply, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import BRIDGEHEAD_BLOWN, BRIDGEHEAD_ZOC, GARDEN_BRIDGEHEAD


def test(act: Act) -> None:
    """12.6, R-59: every hex of the east bank is looked at; markers come and go."""
    pos = act.pos
    for place in sorted(pos.game.ground.east_bank):
        there = banks.bridgehead(pos, place)
        if there and lost(pos, place):
            act.marker(place, -1, w.BRIDGEHEAD, 0, "12.6")
            act.marker(place, -1, w.BY_AIRBORNE, 0, "R-61")
        elif not there and won(pos, place):
            act.marker(place, -1, w.BRIDGEHEAD, 1, "12.6")
            if not holds(pos, place, pos.game.roster.airborne):
                act.marker(place, -1, w.BY_AIRBORNE, 1, "R-61")


def holds(pos: FrancePosition, place: int, but: frozenset[int] = frozenset()) -> bool:
    """12.6, R-19: Allied units hold the hex: a combat unit stands in it, or it lies in their ZOC.

    but   units that do not count
    """
    if any(pos.side(unit) == w.ALLIED and unit not in but for unit in pos.fighters(place)):
        return True
    return in_allied_zoc(pos, place, but)


def in_allied_zoc(pos: FrancePosition, place: int, but: frozenset[int] = frozenset()) -> bool:
    """12.6, R-19: the hex lies in Allied ZOC, exerted from the east bank (by the other reading from either bank). but:
    units that do not count."""
    return any(
        zoc.projects(pos, unit) and pos.side(unit) == w.ALLIED and unit not in but
        for here in zoc.zone(pos, w.ALLIED).get(place, ())
        if here in pos.game.ground.east or pos.reading(BRIDGEHEAD_ZOC) != BRIDGEHEAD_ZOC.default
        for unit in pos.fighters(here)
    )


def won(pos: FrancePosition, place: int) -> bool:
    """12.6: a supplied Allied combat unit stands in the hex, or it lies in Allied ZOC only, whether empty or held by a
    unit out of supply; not on a blown bridge (R-60)."""
    if pos.reading(BRIDGEHEAD_BLOWN) == BRIDGEHEAD_BLOWN.default and blown_at(pos, place):
        return False
    units = pos.fighters(place)
    if units and pos.side(units[0]) == w.GERMAN:
        return False
    if any(supply.supplied(pos, unit) for unit in units):
        return True
    return not zoc.in_ezoc(pos, place, w.ALLIED) and in_allied_zoc(pos, place)


def lost(pos: FrancePosition, place: int) -> bool:
    """12.6: a German combat unit stands in the hex, or it is empty of combat units and in German ZOC only: an Allied
    ZOC keeps what is there from either bank, for R-19 speaks of what comes about."""
    units = pos.fighters(place)
    if units:
        return pos.side(units[0]) == w.GERMAN
    return zoc.in_ezoc(pos, place, w.ALLIED) and not zoc.in_ezoc(pos, place, w.GERMAN)


def blown_at(pos: FrancePosition, place: int) -> bool:
    """12.7: a blown bridge touches the hex."""
    return any(banks.blown(pos, bridge) for bridge in pos.game.ground.bridges_at.get(place, ()))


def after_airborne(act: Act) -> None:
    """R-61: what the 18th alone had won in Market Garden goes with it, back to England or lost, unless others hold it
    now."""
    pos = act.pos
    stays = pos.reading(GARDEN_BRIDGEHEAD) != GARDEN_BRIDGEHEAD.default
    for place in sorted(pos.game.ground.east_bank):
        if not pos.state.marker(place, -1, w.BY_AIRBORNE):
            continue
        act.marker(place, -1, w.BY_AIRBORNE, 0, "R-61")
        if not stays and banks.bridgehead(pos, place) and not holds(pos, place):
            act.marker(place, -1, w.BRIDGEHEAD, 0, "R-61")


DECISIONS: Final = ()
STEPS: Final = ()
