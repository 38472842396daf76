"""Retreats after combat: how far, along which hexes, where they may end, which HQs go along (4.10, 9.7, 10.1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from hexledger.engine.games.france_1944.questions import banks, command, stacking, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.ground import RHINE
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.procedures import retreat as shared

Way: TypeAlias = tuple[int, ...]


def distance_of(pos: FrancePosition, units: Iterable[int]) -> tuple[int, int]:
    """9.7, R-48: least and most hexes of a stack as it is now: with German infantry it goes exactly two."""
    units = tuple(units)
    rows = pos.game.battle.distance
    if pos.side(units[0]) == w.ALLIED:
        return rows["allied"]
    infantry = any(unit not in pos.game.roster.armour for unit in units)
    if infantry:
        return rows["german_infantry"]
    return rows["german_armour"]


def may_step(pos: FrancePosition, units: tuple[int, ...], here: int, there: int, inside: bool = True) -> bool:
    """9.7, R-35, R-38, R-47: may a stack retreat from one hex to the next?

    No enemy piece (but an HQ that the hex before has dispersed), land, no blocked hexside, no unspanned Rhine; no enemy
    ZOC but where a friendly combat unit stands; the stacking limits hold at every hex. Allied units use no Rhine bridge
    that has yet to be tried (R-58).
    inside   within the play area of the scenario (R-49)
    """
    side = pos.side(units[0])
    if there not in pos.game.ground.near[here] or (inside and there not in pos.scenario.land):
        return False
    if banks.water(pos, here, there, side) == RHINE:
        return False
    if pos.enemy_in(there, side):
        passed = zoc.lone_beside(pos, units, (here,)) if here != pos.at(units[0]) else ()
        if all(pos.at(hq) != there for hq in passed):
            return False
    bridge = pos.game.ground.bridge_side.get(pos.game.ground.key(here, there))
    if side == w.ALLIED and bridge is not None and not banks.tried(pos, bridge):
        return False
    return not zoc.open_ezoc(pos, there, side) and stacking.room(pos, there, units)


def apart(pos: FrancePosition, a: int, b: int) -> int:
    """Hexes from one place to another; a southern box lies one beyond the hexes that it leads to (R-70)."""
    boxes = [place for place in (a, b) if place >= pos.board.n_hexes]
    if not boxes:
        return pos.board.distance(a, b)
    box = boxes[0]
    other = b if box == a else a
    return 1 + min(apart(pos, there, other) for there in pos.game.ground.near[box])


@kept(BOARD)
def ways(
    pos: FrancePosition, units: tuple[int, ...], attackers: tuple[int, ...], inside: bool = True
) -> tuple[Way, ...]:
    """9.7, R-47: every legal path of a stack: it ends two hexes from its start and from every attacker.

    attackers   places of the attacking units as they stand now
    """
    start = pos.at(units[0])
    charts = pos.game.battle
    least, most = distance_of(pos, units)

    def may_enter(here: int, there: int) -> bool:
        return may_step(pos, units, here, there, inside)

    def may_end(place: int) -> bool:
        if apart(pos, start, place) < charts.from_start:
            return False
        return all(apart(pos, place, other) >= charts.from_attackers for other in attackers)

    found: list[Way] = []
    for length in range(least, most + 1):
        found.extend(shared.ways(start, length, pos.board.neighbours, may_enter, may_end))
    return tuple(found)


def picked_up(pos: FrancePosition, units: Iterable[int], path: Iterable[int]) -> tuple[int, ...]:
    """4.10: HQs in the start hex and in hexes passed through that may command one of the retreating units."""
    units = tuple(units)
    side = pos.side(units[0])
    found: list[int] = []
    for place in path:
        for hq in pos.hqs_at(place):
            if pos.side(hq) == side and any(command.eligible(pos, hq, unit) for unit in units):
                found.append(hq)
    return tuple(found)
