"""Moves of the greedy bot: arrivals, then every unit once, in order of number, to the best hex in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hexledger.engine.decisions import Decision, PieceId
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.advisor import beaches, fighting, ground
from hexledger.engine.games.fortress_europa.advisor.ground import FAR
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    capacity,
    contact,
    movement,
    panzer_reserve,
    partisan,
    reinforcements,
    sea,
    trains,
)
from hexledger.engine.games.fortress_europa.rules.move_impulse import EndMoves

_BY_ODDS: Final = (-9, -8, -6, -3, 2, 5, 7, 8, 9, 10)
"""What it is worth to stand beside an enemy hex that could be attacked in a column of the CRT."""
_MARGIN: Final = 2
"""A unit moves when that is worth so much more than to stay."""
_NEAR: Final = 3
_JOIN: Final = 2
"""How many units within how many hexes are thought to join an attack."""
_RIDE: Final = 8
"""Hexes from the enemy beyond which Germans take a train."""


def decide(pos: FortressPosition) -> Decision | None:
    """The next move, or the end of moves; None when only the listed choices can tell."""
    for plan in _ALLIED if pos.active_side == f.ALLIED else _GERMAN:
        found = plan(pos)
        if found is not None:
            return found
    return EndMoves() if not _kept(pos) else None


def _kept(pos: FortressPosition) -> bool:
    from hexledger.engine.games.fortress_europa.rules import retreat

    return bool(retreat.must_leave(pos))


# ---------------------------------------------------------------------- Allied arrivals
def _sail(pos: FortressPosition) -> Decision | None:
    """HQs, armour and strong units to the harbour nearest to the enemy, while the ports can feed them."""
    kept = beaches.SPARE if beaches.keeps_capacity(pos) else 0
    if capacity.reckon(pos) < 1 + kept or pos.invasion_turn:
        return None
    near = ground.to_enemy(pos, f.ALLIED)
    hqs = len(pos.hqs(f.ALLIED))
    best: tuple[tuple[int, ...], Decision] | None = None
    for decision in sea.ACTIONS[0].choices(pos):
        assert isinstance(decision, sea.SeaMove)
        unit, to = decision.unit, decision.to
        if pos.on_map(unit) or to >= pos.board.n_hexes:
            continue
        is_hq = unit in pos.game.roster.hqs
        if is_hq and hqs * 8 > len(pos.ashore(f.ALLIED)):
            continue
        supplied = is_hq or ground.near_hq(pos, f.ALLIED, to)
        key = (int(supplied), int(is_hq), pos.cf(unit), -near.get(to, FAR), -unit, -to)
        if best is None or key > best[0]:
            best = key, decision
    return None if best is None or not best[0][0] else best[1]


def _drop(pos: FortressPosition) -> Decision | None:
    """Paratroops behind the beaches on June I."""
    if not pos.primary_turn or pos.impulse != 1:
        return None
    line = {place for place in pos.game.ground.invadable if pos.state.marker(place, -1, f.LANDED)}
    near = {there for place in sorted(line) for there in pos.game.ground.links[place]} - line
    for decision in airborne.ACTIONS[0].choices(pos):
        assert isinstance(decision, airborne.Drop)
        places = _drop_places(decision)
        if all(place in near and not pos.in_ezoc(place, f.ALLIED) and _clear(pos, place) for place in places):
            return decision
    return None


def _drop_places(decision: airborne.Drop) -> tuple[int, ...]:
    return tuple(place for _, place in decision.units)


def _clear(pos: FortressPosition, place: int) -> bool:
    return pos.terrain(place) == "clear" and place not in pos.game.ground.cities


def _uprising(pos: FortressPosition) -> Decision | None:
    """The Partisan where most railways meet."""
    best: tuple[tuple[int, int], Decision] | None = None
    for decision in partisan.ACTIONS[0].choices(pos):
        assert isinstance(decision, partisan.PlacePartisan)
        key = len(pos.game.ground.rails[decision.at]), -decision.at
        if best is None or key > best[0]:
            best = key, decision
    return None if best is None else best[1]


# ---------------------------------------------------------------------- German arrivals
def _nearest(pos: FortressPosition, options: Iterator[tuple[int, Decision]]) -> Decision | None:
    """The decision whose place is nearest to the enemy."""
    near = ground.to_enemy(pos, f.GERMAN)
    best: tuple[int, Decision] | None = None
    for place, decision in options:
        length = near.get(place, FAR)
        if best is None or length < best[0]:
            best = length, decision
    return None if best is None else best[1]


def _return(pos: FortressPosition) -> Decision | None:
    """The panzer reserve comes back as soon as it can, all in the city nearest to the enemy."""
    return _nearest(
        pos,
        (
            (one.units[0][1], one)
            for one in panzer_reserve.ACTIONS[0].choices(pos)
            if isinstance(one, panzer_reserve.EnterReserve)
        ),
    )


def _arrive(pos: FortressPosition) -> Decision | None:
    """Reinforcements into the German city nearest to the enemy that has room."""
    due = reinforcements.due(pos)
    if not due or pos.impulse != 1:
        return None
    return _nearest(
        pos,
        (
            (one.at, one)
            for one in reinforcements.ACTIONS[0].choices(pos)
            if isinstance(one, reinforcements.PlaceReinforcement) and one.unit == due[0] and pos.fits(one.at, (due[0],))
        ),
    )


def _ride(pos: FortressPosition) -> Decision | None:
    """The strongest units far behind the front go by train to where it is."""
    if trains.used(pos) >= trains.capacity(pos) or pos.impulse != 1:
        return None
    near = ground.to_enemy(pos, f.GERMAN)
    far = [
        unit
        for unit in pos.ashore(f.GERMAN)
        if near.get(pos.at(unit), 0) > _RIDE and trains.stays(pos, unit) is None and pos.mf(unit)
    ]
    for unit in sorted(far, key=lambda one: (-pos.cf(one), one))[:4]:
        start = pos.at(unit)
        if not pos.game.ground.rails[start] or _last_guard(pos, unit):
            continue
        best: tuple[int, int] | None = None
        ways = trains.reach(pos, start, trains.front(pos))
        for place in ways:
            length = near.get(place, FAR)
            if length < near[start] - _RIDE // 2 and pos.fits(place, (unit,)) and (best is None or length < best[0]):
                best = length, place
        if best is not None:
            decision = trains.RailMove(PieceId(unit), ways[best[1]])  # type: ignore[arg-type]
            if trains.refusal(pos, unit, decision.path) is None:
                return decision
    return None


# ---------------------------------------------------------------------- by land
def _walk(pos: FortressPosition) -> Decision | None:
    """The next unit, in order of their numbers, that has somewhere better to be."""
    side, last = pos.active_side, -1
    for key, value in pos.state.flags.items():
        if key & 0xFFFF == f.WENT and value >> 8 == pos.impulse and pos.side(key >> 16) == side:
            last = max(last, key >> 16)
    for unit in pos.ashore(side):
        if unit <= last or movement.stays(pos, unit) is not None or _last_guard(pos, unit):
            continue
        start = pos.at(unit)
        best, to = value_of(pos, unit, start) + _MARGIN, start
        path: tuple[int, ...] = ()
        for place, way in movement.reach(pos, unit).items():
            if not pos.fits(place, (unit,)) or contact.idled(pos, unit, place) is not None:
                continue
            value = value_of(pos, unit, place)
            if value > best:
                best, to, path = value, place, way
        if to != start:
            return movement.Move(PieceId(unit), path)  # type: ignore[arg-type]
    return None


def _last_guard(pos: FortressPosition, unit: int) -> bool:
    """Does a unit hold, alone, a city or port to which the enemy is near?"""
    place = pos.at(unit)
    if len(pos.units_of(place, pos.side(unit))) > 1 or not ground.prized(pos, place):
        return False
    return ground.to_enemy(pos, pos.side(unit)).get(place, FAR) <= 4


def value_of(pos: FortressPosition, unit: int, place: int) -> int:
    """What it is worth that a unit ends its move in a hex."""
    side = pos.side(unit)
    if unit in pos.game.roster.hqs:
        return _value_of_hq(pos, side, place)
    near = ground.to_enemy(pos, side).get(place, FAR)
    value = 2 * _contact(pos, unit, place)
    if side == f.ALLIED:
        value -= 2 * ground.to_goal(pos, side).get(place, FAR)
        if pos.controller(place) == f.GERMAN:
            value += 3 * ground.prized(pos, place)
        if place in capacity.sources(pos):
            # A harbour must be free for those who land in it; one unit holds it.
            value -= 6 * sum(1 for one in pos.units_of(place, side) if one != unit)
        if not ground.near_hq(pos, side, place) and place not in pos.game.ground.cities:
            value -= 16
        return value
    value -= near if near < 12 else 12 + near // 4
    if near <= 6 and ground.prized(pos, place) and not _held(pos, unit, place):
        value += 2 * ground.prized(pos, place) + 3 * int(pos.controller(place) == f.ALLIED)
    if near <= 2 and (pos.fortress(place) or pos.is_city(place) or pos.terrain(place) == "rough"):
        value += 3
    return value


def _held(pos: FortressPosition, unit: int, place: int) -> bool:
    return any(one != unit for one in pos.units_of(place, pos.side(unit)))


def _contact(pos: FortressPosition, unit: int, place: int) -> int:
    """What the enemy stacks beside a hex make of standing there: the worst of them, and all of them together, since a
    unit has to attack whatever has it in its ZOC (14.6)."""
    covering = pos.zoc(3 - pos.side(unit)).get(place)
    if not covering:
        return 0
    worst = 10
    stacks = list(dict.fromkeys(pos.at(one) for one in covering))
    for enemies in (*((enemy,) for enemy in stacks), *((tuple(stacks),) if len(stacks) > 1 else ())):
        helpers = dict.fromkeys((unit, *(one for enemy in enemies for one in _helpers(pos, enemy))))
        column = fighting.odds_on(pos, enemies, tuple(helpers))
        worst = min(worst, -10 if column < 0 else _BY_ODDS[column])
    return worst


def _helpers(pos: FortressPosition, enemy: int) -> tuple[int, ...]:
    """The strongest units that are near enough to join an attack on a hex."""

    def search() -> tuple[int, ...]:
        if pos.invasion_turn and pos.active_side == f.ALLIED:
            return ()  # a beachhead is not risked
        near = [
            unit
            for there in pos.board.within(enemy, _NEAR)
            for unit in pos.units_of(there, pos.active_side)
            if not pos.frozen(unit) and not pos.flag(unit, f.CANNOT_MOVE)
        ]
        return tuple(sorted(near, key=lambda unit: (-pos.cf(unit), unit))[:_JOIN])

    return pos.cached(("advice_helpers", enemy), search)


def _value_of_hq(pos: FortressPosition, side: int, place: int) -> int:
    """Some hexes behind the front, apart from other HQs, out of enemy ZOCs."""
    near = ground.to_enemy(pos, side).get(place, FAR)
    value = -2 * abs(near - 4)
    if pos.in_ezoc(place, side):
        value -= 30
    others = min((pos.board.distance(place, pos.at(hq)) for hq in pos.hqs(side) if pos.at(hq) != place), default=FAR)
    return value - max(0, 4 - others)


_ALLIED: Final[tuple[Callable[[FortressPosition], Decision | None], ...]] = (
    beaches.second,
    beaches.land,
    _drop,
    _walk,
    _sail,
    _uprising,
)
_GERMAN: Final[tuple[Callable[[FortressPosition], Decision | None], ...]] = (_return, _arrive, _ride, _walk)
"""What a side thinks of, in turn."""
