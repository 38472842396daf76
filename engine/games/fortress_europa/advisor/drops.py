"""The one drop that the greedy bot promises where objectives are picked (32): three divisions, near the end, into an
empty place that it still wants; else behind its own front. They need no passage and no port (20.15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import aims, feeding, ground
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import airborne, sudden_death
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

_WAITS: Final = 3
_PRESSING: Final = 1
"""Turns before the last from which the drop may be made into an empty place that is wanted, and from which anywhere."""
_SAFE: Final = 24
"""Combat factors of the enemy near such a place that three divisions may face for more than a turn."""


def due(pos: FortressPosition) -> bool:
    """Is the promised drop still to be made?"""
    return sudden_death.in_play(pos) and not pos.state.variable(pos.game.words["var.drops_allied"])


def waits(pos: FortressPosition, unit: int) -> bool:
    """Does a unit stay in England for the drop?"""
    return unit in pos.tables.roster.airborne and due(pos) and unit in _chosen(pos)


def _chosen(pos: FortressPosition) -> tuple[int, ...]:
    """The strongest paratroops in England, as many as drop together."""
    england = pos.tables.ground.england
    ready = [unit for unit in sorted(pos.tables.roster.airborne) if pos.at(unit) == england]
    ready.sort(key=lambda unit: (-pos.cf(unit), unit))
    return tuple(ready[: pos.game.edition.chart_int("limits", "units_per_drop")])


def promised(pos: FortressPosition, value: Callable[[FortressPosition, int, int], int]) -> Decision | None:
    """The drop: all into an empty place that victory wants, near the end; else one unit after the other where it is
    worth most, as `value` says it of a unit and a hex; in the last turn anywhere rather than not at all."""
    left = pos.scenario.last - pos.state.turn
    if not due(pos) or pos.primary_turn or left > _WAITS or airborne.may_drop_now(pos, ()) is not None:
        return None
    found = _into_town(pos, left)
    if found is None and left <= _PRESSING:
        found = _at_the_front(pos, value) or next(airborne.drops(pos), None)
    return found


def _into_town(pos: FortressPosition, left: int) -> Decision | None:
    """Into the wanted place that fewest enemies can come to: paratroops take it (20.8), and a city feeds them."""
    near = ground.threat(pos, f.ALLIED)
    for place in sorted(aims.aims(pos).take, key=lambda one: (near.get(one, 0), one)):
        drop = airborne.Drop(tuple((PieceId(unit), PlaceId(place)) for unit in _chosen(pos)))
        if pos.in_ezoc(place, f.ALLIED) or pos.enemies_in(place, f.ALLIED):
            continue
        if (not left or near.get(place, 0) <= _SAFE) and airborne.refusal(pos, drop) is None:
            return drop
    return None


def _at_the_front(pos: FortressPosition, value: Callable[[FortressPosition, int, int], int]) -> Decision | None:
    """Behind the own front, in clear terrain."""
    drop = airborne.Drop(())
    for unit in _chosen(pos):
        best: tuple[int, airborne.Drop] | None = None
        for place in sorted(pos.tables.ground.land):
            if not feeding.feeds(pos, unit, place) or airborne.column(pos, unit, place) != "clear":
                continue
            more = airborne.Drop((*drop.units, (PieceId(unit), PlaceId(place))))
            if airborne.refusal(pos, more) is None:
                worth = value(pos, unit, place)
                if best is None or worth > best[0]:
                    best = worth, more
        drop = drop if best is None else best[1]
    return drop if drop.units else None
