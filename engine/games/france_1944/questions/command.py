"""Command of headquarters: range, nationality, capacity (4.5, 4.6, 4.7, R-43, R-72)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.france_1944.questions import zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import SOUTHERN_HEX
from hexledger.engine.kernel.memory import PLACES, STEPS, Basis, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.events.numbers import counted

ON_RANGE: Final = Basis(PLACES, STEPS, variables=(w.word(SOUTHERN_HEX.word),))


def eligible(pos: FrancePosition, hq: int, unit: int) -> bool:
    """4.5, R-32: the nationality of the HQ allows it to command the unit; the 18th obeys whoever it drops for."""
    if pos.side(hq) != pos.side(unit):
        return False
    if pos.flag(unit, w.DROPPED):
        return True
    return pos.game.chart.command[pos.nation(hq)][pos.nation(unit)] > 0


def southern(pos: FrancePosition, place: int) -> bool:
    """10.1.3, R-72: a southern hex: a box, and by another reading row 28 as well."""
    ground = pos.game.ground
    return place in ground.in_south or (pos.reading(SOUTHERN_HEX) != SOUTHERN_HEX.default and place in ground.boxes_at)


@kept(ON_RANGE)
def reach(pos: FrancePosition, hq: int) -> dict[int, int]:
    """4.6, 10.1.3, R-27, R-80: place -> length of the way from the HQ, its own place 0.

    Not over blocked hexsides, not through an empty hex in an enemy ZOC, not into a hex of the enemy. An Allied HQ in a
    southern hex has all southern hexes in range and nothing else.
    """
    side, start = pos.side(hq), pos.at(hq)
    ground = pos.game.ground
    if side == w.ALLIED and southern(pos, start):
        row = ground.row_28 if pos.reading(SOUTHERN_HEX) != SOUTHERN_HEX.default else ()
        return {start: 0} | {place: 1 for place in (*ground.south, *row) if place != start}
    found, edge = {start: 0}, [start]
    for length in range(1, pos.game.roster.range[hq] + 1):
        fresh: list[int] = []
        for here in edge:
            if here != start and zoc.open_ezoc(pos, here, side):
                continue
            for there in (*ground.near[here], *ground.boxes_at.get(here, ())):
                if there not in found and not pos.enemy_in(there, side):
                    found[there] = length
                    fresh.append(there)
        edge = [place for place in fresh if place not in ground.in_south]
    return found


def in_range(pos: FrancePosition, hq: int, unit: int) -> bool:
    """4.6: is the piece within the command range of the HQ?"""
    return pos.on_map(hq) and pos.at(unit) in reach(pos, hq)


def commandable(pos: FrancePosition, hq: int) -> tuple[int, ...]:
    """4.5, 4.6, R-43, 12.3: combat units that the HQ could command now, ascending."""
    hqs = pos.game.roster.hqs
    return tuple(
        unit
        for unit in pos.of(pos.side(hq))
        if unit not in hqs and eligible(pos, hq, unit) and (in_range(pos, hq, unit) or pos.flag(unit, w.DROPPED))
    )


def over_capacity(pos: FrancePosition, hq: int, units: Iterable[int]) -> Refusal | None:
    """4.5, 4.7: why the HQ may not command all of these units together."""
    roster, those = pos.game.roster, tuple(units)
    armour, infantry = roster.capacity[hq]
    if sum(unit in roster.armour for unit in those) > armour:
        return "4.7", f"{pos.name(hq)} commands at most {counted(armour, 'armour unit')}"
    if sum(unit in roster.infantry for unit in those) > infantry:
        return "4.7", f"{pos.name(hq)} commands at most {counted(infantry, 'infantry unit')}"
    row = pos.game.chart.command[pos.nation(hq)]
    for nation, most in row.items():
        own = [unit for unit in those if pos.nation(unit) == nation and not pos.flag(unit, w.DROPPED)]
        if len(own) > most:
            return "4.5", f"{pos.name(hq)} commands at most {counted(most, f'{nation.upper()} unit')}"
    return None
