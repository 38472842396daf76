"""Where units can march: the reach of each, kept while the enemy stays where he is, and who has to stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa.advisor import aims, distances, ground
from hexledger.engine.games.fortress_europa.advisor.distances import FAR
from hexledger.engine.games.fortress_europa.questions import allowance, movement, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, renewed

_CLOSE: Final = 4
_FAR_OFF: Final = 8
"""Hexes from the enemy within which a city or port is not left alone; a Mulberry or what decides."""
_GARRISON: Final = 10
"""Combat factors that stay with a Mulberry and in what decides the game."""


def of(pos: FortressPosition, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Hexes that a unit could move to now -> the way; none when it may not move. See `movement.reach`."""
    return _march(pos, unit).reach


class _March(NamedTuple):
    """Where a unit can march, and what that hangs on."""

    key: tuple[object, ...]
    reach: Mapping[int, tuple[int, ...]]


@renewed(BOARD)
def _march(pos: FortressPosition, last: _March | None, unit: int) -> _March:
    """While a side moves its own units change nothing in where the others can go."""
    if movement.stays(pos, unit) is not None:
        return _March((), {})
    key = pos.at(unit), allowance.left(pos, unit), ways.mover(pos, unit), _enemy(pos)
    return last if last is not None and last.key == key else _March(key, movement.reach(pos, unit))


@renewed(BOARD)
def _enemy(pos: FortressPosition, last: tuple[object, ...] | None) -> tuple[object, ...]:
    """How the enemy of the active side stands: all but the unit itself that its march hangs on."""
    state, enemy = pos.state, 3 - pos.active_side
    stands = tuple((piece, pos.at(piece)) for piece in (*pos.ashore(enemy), *sorted(pos.tables.roster.partisans)))
    variables = tuple(sorted(state.variables.items()))
    now = enemy, state.turn, variables, stands, tuple(sorted(pos.zoc(enemy))), pos.without_bridges()
    # the same object as long as nothing changes, so that to compare it takes no time
    return last if last == now else now


def guards(pos: FortressPosition, unit: int) -> bool:
    """Does a unit hold, beside HQs alone, a city or port to which the enemy is near, but has no ZOC there? Where he has
    one, it would have to attack him; but it never leaves an HQ there that would have to do so alone. With a Mulberry,
    and in what decides the game, a garrison stays in any case."""
    side = pos.side(unit)
    place, hqs = pos.at(unit), pos.tables.roster.hqs
    others = [one for one in pos.units_of(place, side) if one != unit]
    vital = place in aims.vital(pos, side) or (side == f.ALLIED and place in ground.mulberries(pos))
    left = sum(pos.cf(one) for one in others if one not in hqs)
    if left >= (_GARRISON if vital else 1):
        return False
    if pos.in_ezoc(place, side):
        return unit not in hqs and (vital or (bool(others) and not left))
    if not ground.prized(pos, place):
        return False
    return distances.to_enemy(pos, side).get(place, FAR) <= (_FAR_OFF if vital else _CLOSE)
