"""Stacking at the end of a move impulse (6.3, 12.7, 31.11, C-74): the owner chooses which units above the limit go."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f


def landing_limit(pos: FortressPosition, place: int) -> int:
    """FE 12.7: Allied units in an invaded hex in the first impulse of the invasion turn."""
    table = pos.tables.chart.landing_stack
    if place in pos.tables.ground.inland_ports:
        return table["inland_port"]
    return table.get(pos.terrain(place), 1)


def landing_units(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 12.7, 12.13, 21.7: Allied units in a hex that count against `landing_limit`, ascending: all but raiders and,
    on the primary invasion, 79th Armoured; those that stack free otherwise count, too."""
    ros = pos.tables.roster
    free = ros.of_79th | ros.split_79th if pos.primary_turn else frozenset()
    units = pos.units_of(place, f.ALLIED)
    return tuple(piece for piece in units if piece not in free and not pos.flag(piece, f.RAIDING))


def invaded_now(pos: FortressPosition, place: int) -> bool:
    """True in a hex in which the invasion of this turn has landed."""
    return pos.invasion_turn and pos.state.marker(place, -1, f.INVADED) == pos.state.variable(f.VAR_INVASIONS)
