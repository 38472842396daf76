"""Leaders (39): whom they lead, how far they reach, what they may do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import chains, comm, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import BOARD, PLACES, Basis, kept
from hexledger.engine.kernel.steps import Refusal

COMMANDING: Final = ("division", "brigade", "command", "cp")
"""59.1b: levels of HQs under which reserves change their place by themselves."""


def on_map(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Leaders of a side on the map."""
    if not pos.plays("leaders"):
        return ()
    return tuple(leader for leader in pos.of(side) if leader in pos.game.roster.leaders)


def has(pos: TrumpetsPosition, leader: int, attribute: str) -> bool:
    """39.1: D, R, H or E; every leader has R and H (39.6a, 39.7a)."""
    return attribute in ("R", "H") or attribute in pos.counters[leader].front.lists["attributes"]


def command(pos: TrumpetsPosition, leader: int) -> int:
    """39.1f: units or combats of each attribute."""
    return pos.counters[leader].front.get("command")


def spent(pos: TrumpetsPosition, leader: int) -> bool:
    """His spent side is up."""
    return pos.flag(leader, w.FLAG["spent"]) > 0


def leads(pos: TrumpetsPosition, leader: int, unit: int) -> bool:
    """39.1e: the unit belongs to the formation that he influences."""
    hq = chains.led(pos, leader)
    return hq != NOBODY and pos.side(leader) == pos.side(unit) and pos.within(unit, (hq,))


@kept(BOARD)
def reach(pos: TrumpetsPosition, leader: int) -> frozenset[int]:
    """39.2: hexes within his range: a path over any ground, not through an enemy ZOC that no friend stands in; it may
    end there."""
    side, most = pos.side(leader), pos.counters[leader].front.get("range")
    start = pos.at(leader)
    blocked = zoc.covered(pos, side) - pos.hexes_of(side)
    enemies = pos.hexes_of(3 - side)
    seen = {start}
    rim = [start]
    for _ in range(most):
        onward = []
        for here in rim:
            if here in blocked and here != start:
                continue
            for there in pos.board.neighbours[here]:
                if there not in seen and there not in enemies:
                    seen.add(there)
                    onward.append(there)
        rim = onward
    return frozenset(seen)


def reaches(pos: TrumpetsPosition, leader: int, unit: int) -> bool:
    """39.2a: the unit is in his range."""
    return pos.on_map(leader) and pos.on_map(unit) and pos.at(unit) in reach(pos, leader)


def or_hq_commands(pos: TrumpetsPosition, unit: int) -> bool:
    """59.1b: a unit in command of the HQ of a division or brigade, a CP being as good (2.6.3e), or under a leader in
    whose range it is; a leader himself needs nobody (B-26). The HQ of a Kampfgruppe is neither."""
    if unit in pos.game.roster.leaders:
        return True
    if pos.in_comm(unit) and pos.level(comm.superior(pos, unit)) in COMMANDING:
        return True
    return any(leads(pos, he, unit) and reaches(pos, he, unit) for he in on_map(pos, pos.side(unit)))


def may_stand(pos: TrumpetsPosition, leader: int, place: int) -> bool:
    """39.3c: not beside an enemy unit or leader, unless with a friendly combat unit."""
    side = pos.side(leader)
    if pos.friend_in(place, side):
        return True
    if pos.enemy_beside(place, side):
        return False
    enemies = _hexes(pos, 3 - side)
    return not enemies or enemies.isdisjoint((place, *pos.game.ground.near[place]))


@kept(Basis(PLACES))
def _hexes(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """Hexes in which leaders of a side stand."""
    return frozenset(
        pos.at(leader) for leader in pos.game.roster.leaders if pos.on_map(leader) and pos.side(leader) == side
    )


def unescorted(pos: TrumpetsPosition, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """39.3c: why leaders may not go their way without a combat unit: it leads beside enemies, if only in passing."""
    roster = pos.game.roster
    leader = next((unit for unit in units if unit in roster.leaders), NOBODY)
    if leader == NOBODY or any(unit in roster.combat for unit in units):
        return None
    if all(may_stand(pos, leader, place) for place in path):
        return None
    return "39.3", "a leader alone does not come beside enemy units or leaders"


def reserves(pos: TrumpetsPosition, leader: int) -> tuple[int, ...]:
    """38.0f-l, 59.2f-g: reserve units that he leads, in his range, in command and in supply, not exhausted."""
    return tuple(
        unit
        for unit in pos.of(pos.side(leader))
        if pos.flag(unit, w.RESERVE)
        and unit not in pos.game.roster.leaders
        and leads(pos, leader, unit)
        and reaches(pos, leader, unit)
        and pos.in_comm(unit)
        and pos.in_supply(unit)
        and not pos.exhausted(unit)
    )


def among(pos: TrumpetsPosition, units: Iterable[int], place: int) -> tuple[int, ...]:
    """Those of the units that stand in a hex."""
    return tuple(unit for unit in units if pos.at(unit) == place)
