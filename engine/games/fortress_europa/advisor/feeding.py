"""Supply as the greedy bot thinks of it: where a unit would be fed, and where an HQ feeds most (18.1, 18.3, 18.4)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.advisor import distances, ground
from hexledger.engine.games.fortress_europa.advisor.distances import FAR
from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept

_FOLLOWS: Final = 3
"""Hexes by which HQs, which move in the second impulse, are expected to follow a unit that moves in the first."""
_FRONT: Final = 3
"""Hexes from the enemy at which an HQ stands best."""
_SAFE: Final = 5
_ALONE: Final = 8
_GUARD: Final = 6
"""Hexes from the enemy at which an HQ may stand alone, what each hex less costs it, and factors that guard it."""
_MOST_EXPOSED: Final = 20
"""The most that it counts how much stronger the enemy near it is than who stands with it."""
_APART: Final = 5
"""Hexes from another HQ that are far enough."""


def feeds(pos: FortressPosition, unit: int, place: int) -> bool:
    """Would a unit be in supply in a hex, once HQs have followed?"""
    if unit in pos.tables.roster.raiders or (pos.is_city(place) and place not in pos.tables.ground.germany):
        return True
    side = pos.side(unit)
    if side == f.GERMAN and (
        place in pos.tables.ground.germany or place in pos.tables.ground.italy or pos.fortress(place)
    ):
        return True
    return place in _fed(pos, side)


@kept(BOARD)
def _fed(pos: FortressPosition, side: int) -> frozenset[int]:
    """Hexes near to the HQs of a side whose own line stands; in the first impulse some more, for HQs follow."""
    net = supply.net(pos, side)
    reach = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    found: set[int] = set()
    for hq, near in net.near.items():
        if net.ends[hq]:
            found.update(near)
            if pos.impulse == 1:
                found.update(pos.board.within(pos.at(hq), reach + _FOLLOWS))
    return frozenset(found)


def value_of_hq(pos: FortressPosition, hq: int, place: int) -> int:
    """What it is worth that an HQ stands in a hex: how many combat factors it feeds there that no other HQ does, out of
    enemy ZOCs, some hexes behind the front, its own line unbroken."""
    side = pos.side(hq)
    near = distances.to_enemy(pos, side).get(place, FAR)
    value = -2 * abs(near - _FRONT)
    guards = sum(pos.cf(unit) for unit in pos.units_of(place, side) if unit not in pos.tables.roster.hqs)
    # An HQ that is lost does not come back, and everybody whom it fed starves.
    value -= _ALONE * max(0, _SAFE - near) if guards < _GUARD else 2 * max(0, _FRONT - near)
    value -= min(_MOST_EXPOSED, ground.threat(pos, side).get(place, 0) // max(1, guards))
    if pos.in_ezoc(place, side):
        value -= 40
    if place not in _joined(pos, side):
        value -= 60
    apart = min((pos.board.distance(place, pos.at(one)) for one in pos.hqs(side) if one != hq), default=FAR)
    value -= 3 * max(0, _APART - apart)
    if side == f.ALLIED:
        value -= ground.to_goal(pos, side).get(place, FAR)
    limit = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    fed = supply.reach(pos, (place,), side, limit=limit)
    return value + sum(worth for here, worth in _fed_by(pos, hq) if here in fed)


@kept(BOARD)
def _fed_by(pos: FortressPosition, hq: int) -> tuple[tuple[int, int], ...]:
    """(hex with units of an HQ's side, what it is worth to feed them): their combat factors, of those that another HQ
    feeds as well one each."""
    others, found = _fed_without(pos, hq), dict[int, int]()
    for unit in pos.ashore(pos.side(hq)):
        if unit != hq:
            here = pos.at(unit)
            found[here] = found.get(here, 0) + (1 if here in others else pos.cf(unit))
    return tuple(found.items())


@kept(BOARD)
def _fed_without(pos: FortressPosition, hq: int) -> frozenset[int]:
    net = supply.net(pos, pos.side(hq))
    return frozenset(place for one, near in net.near.items() if one != hq and net.ends[one] for place in near)


@kept(BOARD)
def _joined(pos: FortressPosition, side: int) -> frozenset[int]:
    """Hexes from which a line runs over own hexes to a port or Mulberry, or a German city (18.1, 18.3)."""
    ends = capacity.sources(pos) if side == f.ALLIED else supply.cities(pos)
    return frozenset(supply.reach(pos, tuple(ends), side, controlled=True))
