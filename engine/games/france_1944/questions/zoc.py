"""Zones of control (3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.memory import PLACES, STEPS, Basis, kept

ON_ZOC: Final = Basis(PLACES, STEPS)
"""What zones of control hang on."""
Zone = Mapping[int, tuple[int, ...]]
"""Hex -> places from which a ZOC goes into it."""
_NOWHERE: tuple[int, ...] = ()


def projects(pos: FrancePosition, piece: int) -> bool:
    """3.2, 3.3: full and reduced combat units exert a ZOC; cadres and HQs never."""
    return not pos.is_hq(piece) and not pos.cadre(piece)


@kept(ON_ZOC)
def zone(pos: FrancePosition, side: int) -> Zone:
    """3.3, 10.1.3, R-80: the ZOC of a side, not over blocked hexsides; southern boxes send theirs onto the map."""
    near = pos.game.ground.near
    found: dict[int, tuple[int, ...]] = {}
    for place in sorted({pos.at(piece) for piece in pos.of(side) if projects(pos, piece)}):
        for there in near[place]:
            found[there] = (*found.get(there, _NOWHERE), place)
    return found


def in_ezoc(pos: FrancePosition, place: int, side: int) -> bool:
    """Is the place in the ZOC of the enemy of `side`? Southern boxes never are (10.1.3)."""
    return place in zone(pos, w.other(side))


@kept(ON_ZOC)
def shut(pos: FrancePosition, side: int) -> frozenset[int]:
    """3.3, 4.6, 9.7: hexes in an enemy ZOC that no friendly combat unit in the hex, even a cadre, takes away."""
    return frozenset(place for place in zone(pos, w.other(side)) if not pos.holds(place, side))


def open_ezoc(pos: FrancePosition, place: int, side: int) -> bool:
    """3.3, 4.6, 9.7: such a ZOC lies in the place."""
    return place in shut(pos, side)


def lone_beside(pos: FrancePosition, units: Iterable[int], places: Iterable[int]) -> tuple[int, ...]:
    """4.10, R-35: enemy HQs without a combat unit that stand in the ZOC of one of the units while it is in one of these
    places, ascending."""
    units = tuple(units)
    if not any(projects(pos, unit) for unit in units):
        return ()
    enemy = w.other(pos.side(units[0]))
    beside = sorted({there for place in places for there in pos.game.ground.near[place]})
    alone = [there for there in beside if pos.side_at(there) == enemy and not pos.fighters(there)]
    return tuple(sorted(hq for there in alone for hq in pos.hqs_at(there)))
