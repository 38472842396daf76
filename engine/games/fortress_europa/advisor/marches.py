"""Where units can march: the reach of each, kept while the enemy stays where he is, and who has to stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.fortress_europa.advisor import ground
from hexledger.engine.games.fortress_europa.advisor.ground import FAR
from hexledger.engine.games.fortress_europa.questions import allowance, movement, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition

_CLOSE: Final = 4
"""Hexes from the enemy within which a city or port is not left alone."""


def of(pos: FortressPosition, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Hexes that a unit could move to now -> the way; none when it may not move. See `movement.reach`."""

    def search() -> Mapping[int, tuple[int, ...]]:
        if movement.stays(pos, unit) is not None:
            return {}
        known = _known(pos)
        key = unit, pos.at(unit), allowance.left(pos, unit), ways.mover(pos, unit)
        if key not in known:
            known[key] = movement.reach(pos, unit)
        return known[key]

    return pos.cached(("advice_march", unit), search)


def _known(pos: FortressPosition) -> dict[Any, Mapping[int, tuple[int, ...]]]:
    """Reaches that were worked out while the enemy stood as he does: while a side moves it is the only thing that
    changes them. One such table is kept, the last."""

    def search() -> dict[Any, Mapping[int, tuple[int, ...]]]:
        side, ground_, state = pos.active_side, pos.tables.ground, pos.state
        stands = tuple((unit, pos.at(unit)) for unit in pos.ashore(3 - side))
        zones = tuple(sorted(pos.zoc(3 - side)))
        key = side, state.turn, tuple(sorted(state.variables.items())), stands, zones, pos.without_bridges()
        if key not in ground_.marches:
            ground_.marches.clear()
            ground_.marches[key] = {}
        return ground_.marches[key]

    return pos.cached(("advice_known",), search)


def guards(pos: FortressPosition, unit: int) -> bool:
    """Does a unit hold, alone, a city or port to which the enemy is near, but has no ZOC there? Where he has, it would
    have to attack him."""
    place = pos.at(unit)
    if pos.in_ezoc(place, pos.side(unit)):
        return False
    if len(pos.units_of(place, pos.side(unit))) > 1 or not ground.prized(pos, place):
        return False
    return ground.to_enemy(pos, pos.side(unit)).get(place, FAR) <= _CLOSE
