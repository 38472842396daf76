"""Attacks that take several moves: who can still come to strike an enemy hex together, and the next move of the best.

Every move is asked for anew, so that a plan is found again by what already stands beside the enemy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa.advisor import aims, feeding, marches, outcome, support
from hexledger.engine.games.fortress_europa.questions import battle, contact
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import path_of
from hexledger.engine.games.fortress_europa.rules import movement
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.tables.odds import shift

_ENOUGH: Final = 8
"""Combat factors, summed over the six faces, that an attack must promise before units are moved for it."""
_CAREFUL: Final = 20
"""The same for Germans, who have no divisions to spare."""
_BULGE: Final = 3
"""How much less it is in the Bulge, which they lose by waiting."""
_MORE: Final = 3
"""The same that one more unit must add."""
_SECOND_FRONT: Final = 18
"""What it costs to come next to enemies who have to be fought besides."""


class Plan(NamedTuple):
    """An attack that can be put together: what it promises more than without new units, and the first to move."""

    gain: int
    unit: int
    to: int


def next_move(pos: FortressPosition) -> Decision | None:
    """The first move of the attack that gains most, nearest to what is wanted."""
    if pos.invasion_turn and pos.active_side == f.ALLIED:
        return None  # a beachhead is not risked
    best: Plan | None = None
    most = 0
    near = _near(pos)
    for target, coming in near.items():
        for nation in dict.fromkeys(pos.nation(unit) for unit in coming):
            plan = _gather(pos, target, tuple(unit for unit in coming if pos.nation(unit) == nation), nation)
            if plan is None:
                continue
            worth = plan.gain - aims.detour(pos, (target,))
            if best is None or worth > most:
                best, most = plan, worth
    if best is None:
        return None
    return movement.Move(PieceId(best.unit), path_of(marches.of(pos, best.unit)[best.to]))


def _near(pos: FortressPosition) -> Mapping[int, tuple[int, ...]]:
    """Enemy hex -> units that have not moved and could go to a hex beside it, in order of the hexes."""
    found: dict[int, list[int]] = {}
    links, hqs = pos.tables.ground.links, pos.tables.roster.hqs
    held = dict.fromkeys(pos.at(unit) for unit in pos.ashore(3 - pos.active_side))
    beside = {there: frozenset(links[there]) for there in sorted(held)}
    for unit in pos.ashore(pos.active_side):
        if unit in hqs or pos.cf(unit) < 2 or marches.guards(pos, unit):
            continue
        ways = marches.of(pos, unit).keys()
        if ways:
            for there, hexes in beside.items():
                if not hexes.isdisjoint(ways):
                    found.setdefault(there, []).append(unit)
    return {place: tuple(found[place]) for place in sorted(found)}


def _gather(pos: FortressPosition, target: int, coming: Sequence[int], nation: int) -> Plan | None:
    """The units of a nation that should come to attack a hex, strongest first, each to the best hex beside it."""
    side = pos.active_side
    links = pos.tables.ground.links[target]
    slots = [place for place in links if not pos.broken(place, target) and not pos.units_of(place, 3 - side)]
    force = [
        unit
        for place in slots
        for unit in pos.units_of(place, side)
        if pos.nation(unit) == nation and not pos.frozen(unit) and target in contact.reach(pos, unit)
    ]
    at = {unit: pos.at(unit) for unit in force}
    room = {place: pos.stack_limit(place) - pos.stacked(pos.units_of(place, side)) for place in slots}
    before = value = max(0, _value(pos, target, force, at))
    first: tuple[int, int] | None = None
    # A unit beside the target may be one of those that could move to another hex beside it.
    coming = [unit for unit in coming if unit not in at]
    for unit in sorted(coming, key=lambda one: (-battle.attack_value(pos, one, (target,))[0], one)):
        place = _slot(pos, unit, target, slots, room, at)
        if place is None:
            continue
        at[unit] = place
        now = _value(pos, target, [*force, unit], at)
        if force and value > 0 and now < value + _MORE:
            del at[unit]
            continue
        value = now
        force.append(unit)
        room[place] -= pos.stacked((unit,))
        first = first or (unit, place)
    enough = (_ENOUGH if side == f.ALLIED else _CAREFUL) - pos.game.stance.daring
    if side == f.GERMAN == aims.attacker(pos):
        enough -= _BULGE
    if first is None or value < enough or value < before + _MORE:
        return None
    return Plan(value - before, *first)


def _slot(
    pos: FortressPosition,
    unit: int,
    target: int,
    slots: Sequence[int],
    room: Mapping[int, int],
    at: Mapping[int, int],
) -> int | None:
    """The hex beside a target where a unit brings fewest other enemies upon itself; not over a river, if possible, and
    apart from the others, so that the enemy has nowhere to go."""
    ways = marches.of(pos, unit)
    taken = set(at.values())
    open_to = [
        place
        for place in slots
        if place in ways
        and room[place] >= pos.stacked((unit,))
        and contact.idled(pos, unit, place) is None
        and feeding.feeds(pos, unit, place)
    ]
    return min(
        open_to,
        key=lambda place: (
            len(_others(pos, place, target)),
            pos.river(place, target),
            place in taken,
            place,
        ),
        default=None,
    )


def _others(pos: FortressPosition, place: int, target: int) -> Sequence[int]:
    """Other enemy hexes whose units have a ZOC in a hex and that nobody of ours stands beside yet."""
    side = pos.active_side
    near = dict.fromkeys(pos.at(one) for one in pos.zoc(3 - side).get(place, ()))
    return [there for there in near if there != target and there not in _engaged(pos)]


@kept(BOARD)
def _engaged(pos: FortressPosition) -> frozenset[int]:
    """Enemy hexes beside which units of the side that moves stand."""
    zones = pos.zoc(3 - pos.active_side)
    held = {pos.at(unit) for unit in pos.ashore(pos.active_side)}
    return frozenset(pos.at(one) for place in sorted(held) for one in zones.get(place, ()))


def _value(pos: FortressPosition, target: int, force: Sequence[int], at: Mapping[int, int]) -> int:
    """What an attack by a force promises, less what the other enemies beside it may cost."""
    if not force:
        return 0
    side = pos.active_side
    river = all(pos.river(at[unit], target) for unit in force)
    defending = sum(battle.defence_value(pos, unit, target, river)[0] for unit in pos.units_of(target, 3 - side))
    attacking = sum(battle.attack_value(pos, unit, (target,))[0] for unit in force)
    if not battle.legal(attacking, defending):
        return -99
    helped = support.left(pos, (target,), len(_engaged(pos) - {target}))
    ratio = battle.odds(attacking + helped.ships, defending)
    assert ratio is not None
    column = shift(pos.tables.crt.column_of(ratio), helped.aircraft, len(pos.tables.crt.columns))
    zone = outcome.zone_with(pos, side, sorted(set(at.values())))
    others = {there for unit in force for there in _others(pos, at[unit], target)}
    return outcome.expectation(
        pos, column, 0, {unit: at[unit] for unit in force}, (target,), zone
    ) - _SECOND_FRONT * len(others)
