"""Delay points (19.1): they cost Allied units movement and are gone for good once they have done so (QA-UNIT-6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexledger.engine.games.june_6.questions.costs import mover
from hexledger.engine.games.june_6.questions.delay_points import any_left, beside, held_by, here
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f


def after_move(act: Act, piece: int, path: Sequence[int], left: int) -> None:
    """J6 19.12-19.15: delay points that a finished move removes; `left`: half points that the unit did not use.

    Allied: those it entered, and those that stopped it while it had points left (19.14: not with its last point).
    German: that in the hex where it ends.
    """
    pos = act.pos
    if not any_left(pos):
        return
    if pos.side(piece) == f.GERMAN:
        if here(pos, path[-1]):
            _remove(act, path[-1], "19.15")
        return
    for place in path:
        if here(act.pos, place):
            _remove(act, place, "19.12")
    if left > 0:
        for place in held_by(act.pos, mover(act.pos, piece), path[-1], left):
            _remove(act, place, "19.13")


def after_landing(act: Act, piece: int, left: int, stuck: bool) -> bool:
    """J6 19.13, 10.13: the beach hex is the first hex of a landing unit's move: delay points next to it that the unit
    cannot enter stop it and are gone, unless it has no point left (19.14). True when they do.

    `stuck`: the unit is pinned and stops there in any case (QA-UNIT-7).
    """
    pos = act.pos
    if left <= 0 or not any_left(pos):
        return False
    place = pos.at(piece)
    holding = beside(pos, place) if stuck else held_by(pos, mover(pos, piece), place, left)
    for there in holding:
        _remove(act, there, "19.13")
    return bool(holding)


def _remove(act: Act, place: int, rule: str) -> None:
    act.marker(place, -1, f.DELAY_POINT, 0, rule)
