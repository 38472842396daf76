"""The one drop that the greedy bot promises where objectives are picked (32): three divisions behind its own front, as
soon as the weather and supply capacity allow it (20.1, 18.7.6); they need no passage and no port (20.15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import feeding
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import airborne, sudden_death
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

_PRESSING: Final = 2
"""Turns before the last within which any drop is better than none."""


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
    """The drop, one unit after the other where it is worth most; `value` says what a hex is worth to a unit."""
    if not due(pos) or pos.primary_turn or airborne.may_drop_now(pos, ()) is not None:
        return None
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
    if drop.units:
        return drop
    return next(airborne.drops(pos), None) if pos.state.turn + _PRESSING > pos.scenario.last else None
