"""How far hexes are from what matters: fields of distances over land, kept by the position."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition

FAR = 99


def field(pos: FortressPosition, starts: Iterable[int]) -> dict[int, int]:
    """Land hex -> hexes to the nearest of the starts over land; hexes that no way leads to are left out."""
    links = pos.game.ground.links
    found = dict.fromkeys(sorted(starts), 0)
    level = list(found)
    length = 0
    while level:
        length += 1
        following = []
        for here in level:
            for there in links[here]:
                if there not in found:
                    found[there] = length
                    following.append(there)
        level = following
    return found


def to_enemy(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest enemy unit of a side."""
    return pos.cached(("advice_enemy", side), lambda: field(pos, {pos.at(p) for p in pos.ashore(3 - side)}))


def to_goal(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest city, or port, that the enemy of a side holds."""

    def search() -> dict[int, int]:
        ground = pos.game.ground
        return field(pos, {p for p in ground.cities | ground.ports if pos.controller(p) != side and p in ground.land})

    return pos.cached(("advice_goal", side), search)


def near_hq(pos: FortressPosition, side: int, place: int) -> bool:
    """Is a hex within supply range of an HQ of the side, as the crow flies?"""
    reach = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    return any(pos.board.distance(place, pos.at(hq)) <= reach for hq in pos.hqs(side))


def prized(pos: FortressPosition, place: int) -> int:
    """What a hex is worth to hold: major cities and capitals most, then cities and ports, bases."""
    ground = pos.game.ground
    worth = 0
    if place in ground.cities:
        worth = 4 if place in ground.major_cities or place in ground.german_cities else 3
    if place in ground.ports:
        worth += 2
    base = place in ground.u_boat_bases or place in ground.v1_sites
    if base and not pos.state.marker(place, -1, f.BASE_CAPTURED):
        worth += 1
    return worth
