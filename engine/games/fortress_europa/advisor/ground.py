"""What hexes are worth, what threatens them, and how far they are from what a side goes for."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.advisor import aims, distances
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.standing import PIECES
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, CLOCK, CONTROL, MARKERS, PLACES, VARIABLES, Basis, kept

_STRIKES: Final = 3
"""Hexes from which an enemy is thought to come to attack."""
_FARTHEST: Final = 30
_PORT: Final = 6
_FORT: Final = 6
_MULBERRY: Final = 4
_BESIEGED: Final = 2
_SIEGE: Final = 3
"""How much farther than the best goal one counts that is worth nothing, how much nearer a port, and how much farther
again what is held in strength, or by more besiegers within so many hexes than so many for each defender."""
_WANTED: Final = 14
_DECIDES: Final = 3
"""How much nearer a hex counts that victory still wants, and how much more it is worth."""


@kept(BOARD)
def threat(pos: FortressPosition, side: int) -> dict[int, int]:
    """Hex -> combat factors of the enemies of a side that could come to attack it, roughly: all within some hexes."""
    found: dict[int, int] = {}
    for unit in pos.ashore(3 - side):
        if not pos.frozen(unit):
            cf = pos.cf(unit)
            for place in pos.board.within(pos.at(unit), _STRIKES):
                found[place] = found.get(place, 0) + cf
    return found


@kept(Basis(PLACES, MARKERS, CONTROL, CLOCK, VARIABLES))
def to_goal(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest city, or port, that the enemy of a side holds: what is worth most counts as nearer, what
    is held in strength as farther."""
    ground = pos.tables.ground
    goals = {p for p in ground.cities | ground.ports if pos.controller(p) != side and p in ground.land}
    return distances.field(ground, {place: _remoteness(pos, side, place) for place in sorted(goals)})


def _remoteness(pos: FortressPosition, side: int, place: int) -> int:
    """Hexes that are added to the way to a goal."""
    held = len(pos.units_of(place, 3 - side))
    pull = prized(pos, place)
    if place in aims.aims(pos).take:
        pull += _WANTED
    if side == f.ALLIED:
        # Who comes ashore lives on the ports; who wins has taken cities in Germany.
        pull += min(_PORT, pos.port_capacity(place) // 2)
        if place in pos.tables.ground.german_cities:
            pull += 6 if place in pos.tables.ground.major_cities else 4
    there = sum(len(pos.units_of(near, side)) for near in pos.board.within(place, _BESIEGED))
    crowd = max(0, there - _SIEGE * (1 + held))
    return max(0, _FARTHEST - pull) + min(_FORT, 2 * held) + min(_FORT, crowd)


def near_hq(pos: FortressPosition, side: int, place: int) -> bool:
    """Is a hex within supply range of an HQ of the side, as the crow flies?"""
    reach = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    return any(pos.board.distance(place, pos.at(hq)) <= reach for hq in pos.hqs(side))


def prized(pos: FortressPosition, place: int) -> int:
    """What a hex is worth to hold: major cities and capitals most, then cities, Mulberries and ports, bases."""
    ground = pos.tables.ground
    worth = 0
    if place in ground.cities:
        worth = 4 if place in ground.major_cities or place in ground.german_cities else 3
    if place in ground.ports:
        worth += 2
    if place in mulberries(pos):
        worth += _MULBERRY
    wanted = aims.aims(pos)
    if place in wanted.take or place in wanted.keep:
        worth += _DECIDES + pos.game.stance.aims
    base = place in ground.u_boat_bases or place in ground.v1_sites
    if base and not pos.state.marker(place, -1, f.BASE_CAPTURED):
        worth += 1
    return worth


@kept(PIECES)
def mulberries(pos: FortressPosition) -> frozenset[int]:
    """Hexes with a Mulberry."""
    return frozenset(pos.at(one) for one in pos.tables.roster.mulberries if pos.on_map(one))
