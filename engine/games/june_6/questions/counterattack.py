"""The German immediate counterattack (14): what brings it, who must take part, who may."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.attack import pending_targets
from hexledger.engine.games.june_6.questions.breakthrough import can_strike
from hexledger.engine.games.june_6.questions.breeding import may_breed_gca
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


def triggers(pos: June6Position, fight: Fight, near: tuple[int, ...], called: bool) -> bool:
    """J6 14.11, R-68: may this fight bring a counterattack when its target hex is entered?

    near    defenders that retreated exactly one hex and are still there
    called  the result asked the defender to retreat
    """
    if fight.side != f.ALLIED or pos.active_side != f.ALLIED or not called or not may_breed_gca(fight):
        return False
    return bool(near) or not any(pos.on_map(unit) for unit in fight.defenders)


def must_attack(pos: June6Position, target: int, near: tuple[int, ...]) -> tuple[int, ...]:
    """J6 14.22, R-68: the retreated units, but those that cannot attack are excused."""
    return tuple(unit for unit in near if can_strike(pos, unit, target))


def may_join(pos: June6Position, target: int, barred: tuple[int, ...]) -> tuple[int, ...]:
    """J6 14.23: other Germans next to the hex, of any formation, unless an attack on them is still to come.

    `barred`: units of the vacated hex, which either must attack or have gone too far.
    """
    waiting = pending(pos)
    found: list[int] = []
    for place in sorted(pos.board.neighbours[target]):
        if pos.side_at(place) == f.GERMAN and place not in waiting:
            found += [unit for unit in pos.units(place) if unit not in barred and can_strike(pos, unit, target)]
    return tuple(sorted(found))


def pending(pos: June6Position) -> tuple[int, ...]:
    """J6 14.23: hexes of the attacks of the running activation that are declared but not yet resolved."""

    return pending_targets(pos.state)
