"""The advisor moves a corps: fighting units towards goals and enemies, guns into range, headquarters behind them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.advisor import ground as g
from hexledger.engine.games.time_for_trumpets.questions import chains, stacking, ways
from hexledger.engine.games.time_for_trumpets.questions.lines import open_hexes
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement, owed
from hexledger.engine.games.time_for_trumpets.rules.moving import (
    ChangeMode,
    FlipCompany,
    Move,
    check_move,
    check_units,
    ends,
    may_move,
    misplaced,
    mode_refusal,
    moves_of,
    path_of,
    strays,
)
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

CLOSE: Final = 12
"""Points for standing beside an enemy who can be attacked."""
PRIZE: Final = 30
CONTENT: Final = 75
"""Per cent of those whom a gun or HQ serves that it wants to reach before it settles."""
CALM: Final = 2
"""Hexes to the enemy at which it settles."""
AFOOT: Final = 9
"""Way to a post of a fortress at which a unit ends its strategic movement: it stacks with nobody and comes beside no
enemy before (28.1b, 28.4d)."""
UNLOAD: Final = 4
"""Hexes to the enemy at which it does so where his ways are barred."""
CALLED: Final = 24
"""Longest way to a post for which a unit of the Allies leaves the line."""
SOLID: Final = 4
"""CF in defence of a unit that is wanted in a dear prize beside others."""
GAIN: Final = 3
"""Least gain for which a unit moves."""
STACKS: Final = (0, 3, 5, -6)
"""Points for standing with so many others: three defend a hex."""
OVERWHELMED: Final = 2
"""The Allies leave a hex against so many times their strength."""
WAYS_OUT: Final = 2
"""They leave a hex with fewer hexes beside it that are free of the enemy and of his zones: who is driven out of it dies
(54.2o)."""

CROWD: Final = 10_000
"""What staying in a hex over the stacking limit costs."""
Rating = Callable[[TrumpetsPosition, int, int], int]


def move(pos: TrumpetsPosition, step: Movement) -> Decision:
    """The next move of the active corps, or the end of its movement: who comes onto the map moves on at once, then each
    unit is looked at once, the fighting ones first."""
    side = step.side
    for unit in chains.acting(pos):
        if pos.flag(unit, w.IN_MOTION) and not pos.flag(unit, w.BEGAN):
            found = _go_on(pos, unit, side)
            if found is not None:
                return found
    for kind in ("enter", "overrun", "quit_map"):
        for decision in step.choices_of(pos, kind):
            return decision
    crowds = {unit: place for place in stacking.overstacked(pos, side) for unit in stacking.excess(pos, place)}
    for unit in _to_plan(pos):
        found = _leave(pos, unit, crowds[unit], side) if unit in crowds else None
        found = found or _plan(pos, unit, side)
        if found is not None:
            return found
    for unit, place in crowds.items():
        found = _leave(pos, unit, place, side)
        if found is not None:
            return found
    for unit in (*owed(pos, side), *strays(pos), *misplaced(pos)):
        return _obliged(pos, unit, side)
    end = EndSegment()
    return end if not _refused(pos, step, end) else next(iter(step.choices(pos)))


def _to_plan(pos: TrumpetsPosition) -> tuple[int, ...]:
    """Units of the corps from the last one that has moved on, in the order in which they are looked at: what stands
    before it has stayed where it is. Who came onto the map in this segment has moved out of turn."""
    roster = pos.game.roster
    behind = roster.artillery | (roster.hqs - roster.special_hq)
    order = sorted(chains.acting(pos), key=lambda unit: (unit in behind, unit))
    moved = [number for number, unit in enumerate(order) if pos.flag(unit, w.MOVED) and pos.flag(unit, w.BEGAN)]
    return tuple(order[moved[-1] if moved else 0 :])


def _go_on(pos: TrumpetsPosition, unit: int, side: int) -> Decision | None:
    """The move of a unit that has just come onto the map."""
    roster = pos.game.roster
    if may_move(pos, unit) is not None or unit in roster.leaders | roster.fuel | roster.bridges:
        return None
    return _rear(pos, unit, side) if unit in roster.artillery | roster.hqs else _front(pos, unit, side)


def _leave(pos: TrumpetsPosition, unit: int, place: int, side: int) -> Decision | None:
    """A unit that arrived in a crowd leaves it: what is over the stacking limit at the end is lost."""
    if not chains.acts(pos, unit) or pos.flag(unit, w.DONE) or may_move(pos, unit) is not None:
        return None
    worth = _german if side == w.GERMAN else _allied
    return _best(pos, unit, partial(_elsewhere, pos, unit, place, worth))


def _obliged(pos: TrumpetsPosition, unit: int, side: int) -> Decision:
    """The move of a unit that must withdraw, go back over a boundary or leave a hex (23.0c, 26.1.3, 52.12.1)."""
    if pos.backed(unit):
        return ChangeMode(PieceId(unit))
    worth = _german if side == w.GERMAN else _away
    return max(moves_of(pos, unit), key=lambda found: (worth(pos, unit, found.path[-1]), -found.path[-1]))


def _elsewhere(pos: TrumpetsPosition, unit: int, crowd: int, worth: Rating, place: int) -> int:
    return -CROWD if place == crowd else worth(pos, unit, place)


def _refused(pos: TrumpetsPosition, step: Movement, decision: Decision) -> bool:
    try:
        step.check(pos, decision)
    except IllegalDecision:
        return True
    return False


def _plan(pos: TrumpetsPosition, unit: int, side: int) -> Decision | None:
    """What the unit does next, None when it stays as it is."""
    roster = pos.game.roster
    behind = unit in roster.artillery or unit in roster.hqs - roster.special_hq
    moved = pos.flag(unit, w.MOVED) and not (behind and pos.flag(unit, w.IN_MOTION))
    if moved or pos.flag(unit, w.DONE) or may_move(pos, unit) is not None:
        return _settle(pos, unit)
    if unit in roster.leaders or unit in roster.fuel or unit in roster.bridges:
        return None
    if behind:
        return _rear(pos, unit, side)
    return _front(pos, unit, side)


def _settle(pos: TrumpetsPosition, unit: int) -> Decision | None:
    """Guns and headquarters that have moved unlimber again where they can."""
    roster = pos.game.roster
    if unit in roster.moded and not pos.backed(unit) and pos.flag(unit, w.IN_MOTION) and _may_flip(pos, unit):
        return ChangeMode(PieceId(unit))
    return None


def _may_flip(pos: TrumpetsPosition, unit: int) -> bool:
    return mode_refusal(pos, unit) is None


# ---------------------------------------------------------------------- guns and headquarters
def _rear(pos: TrumpetsPosition, unit: int, side: int) -> Decision | None:
    """Guns and headquarters follow those whom they serve: in march order to where they reach most of them, then back
    into battery or deployed."""
    if unit in pos.game.roster.immobile:
        return None
    reach = _reach_of(pos, unit)
    flip = ChangeMode(PieceId(unit)) if _may_flip(pos, unit) else None
    exits = g.exits_of(pos, unit)
    if exits:
        return flip if pos.backed(unit) else _best(pos, unit, lambda place: -GAIN * exits.get(place, g.FAR), MF)
    served = g.served(pos, unit)
    if not served or not reach:
        return None if pos.backed(unit) else flip

    def rate(place: int) -> int:
        return g.post(pos, unit, served, reach, place)

    here = rate(pos.at(unit))
    content = here >= CONTENT and g.enemy_distance(pos, side).get(pos.at(unit), g.FAR) >= CALM
    if pos.backed(unit):
        return None if content else flip
    if content:
        return flip
    found = _best(pos, unit, rate, pos.game.roster.front[unit].get("mode_cost") * MF) or _best(pos, unit, rate)
    return found or flip


def _reach_of(pos: TrumpetsPosition, unit: int) -> int:
    """Hexes within which a gun or HQ serves, in battery or deployed."""
    if unit in pos.game.roster.artillery:
        guns = pos.game.roster.batteries.get(unit, (unit,))
        return max(pos.game.arms.gun[gun].range for gun in guns) - 1
    return pos.command_range(unit, deployed=True)


# ---------------------------------------------------------------------- fighting units
def _front(pos: TrumpetsPosition, unit: int, side: int) -> Decision | None:
    if pos.flag(unit, w.FORT_SIDE):
        return None
    if side == w.GERMAN:
        return _advance(pos, unit)
    return _defend(pos, unit)


def _advance(pos: TrumpetsPosition, unit: int) -> Decision | None:
    """Germans: on to the goals and up to the enemy."""
    place = pos.at(unit)
    if _arrived(pos, unit, place):
        return ChangeMode(PieceId(unit))
    if pos.enemy_beside(place, w.GERMAN) and not _stuck(pos, unit):
        return None
    return _best(pos, unit, lambda hex_: _german(pos, unit, hex_))


def _stuck(pos: TrumpetsPosition, unit: int) -> bool:
    """Vehicles that stand beside an enemy by night or in fog go past him where they can."""
    return pos.game.roster.move[unit] in ("afv", "recon", "cross_country") and not pos.fighters(pos.at(unit))[1:]


def _german(pos: TrumpetsPosition, unit: int, place: int) -> int:
    value = -g.way_of(pos, unit).get(place, g.FAR)
    near = pos.game.ground.near[place]
    beside = sum(pos.enemy_in(there, w.GERMAN) for there in near)
    if beside and pos.can_attack(unit):
        value += CLOSE - 2 * (beside - 1)
    if place in g.goals(pos, w.GERMAN):
        value += PRIZE
    return value - 2 * len(pos.fighters(place))


def _defend(pos: TrumpetsPosition, unit: int) -> Decision | None:
    """Allies: hold prizes and works; fill gaps; leave what cannot be held."""
    place = pos.at(unit)
    if _arrived(pos, unit, place):
        return ChangeMode(PieceId(unit))
    beside = pos.enemy_beside(place, w.ALLIED)
    worth = g.prizes(pos.game, pos.var("scenario"))
    if beside:
        if place in worth or not (_overwhelmed(pos, place) or _cornered(pos, place)):
            return None
        return _best(pos, unit, lambda hex_: _away(pos, unit, hex_))
    if _welcome(pos, unit, place) and g.strength(pos, place) - pos.cf(unit).defence < g.posts(pos).get(place, 0):
        return None
    near = g.enemy_distance(pos, w.ALLIED).get(place, g.FAR) <= CALM
    if near and not pos.flag(unit, w.STRATEGIC) and g.way(pos, w.ALLIED).get(place, g.FAR) > CALLED:
        return None
    return _best(pos, unit, lambda hex_: _allied(pos, unit, hex_))


def _arrived(pos: TrumpetsPosition, unit: int, place: int) -> bool:
    """A unit in strategic movement, not yet begun, near the posts of a fortress that is besieged; where the ways of the
    Germans are barred, also near the enemy, beside whom it could not come with the marker."""
    if not pos.flag(unit, w.STRATEGIC) or mode_refusal(pos, unit) is not None:
        return False
    barred = g.deep(pos.game, pos.var("scenario"))
    if barred and g.enemy_distance(pos, pos.side(unit)).get(place, g.FAR) <= UNLOAD:
        return True
    if pos.side(unit) == w.GERMAN or not (barred or g.besieged(pos)):
        return False
    return g.way(pos, w.ALLIED).get(place, g.FAR) <= AFOOT


def _allied(pos: TrumpetsPosition, unit: int, place: int) -> int:
    """Nearer to what has to be held, in ground that covers, in stacks."""
    beside = sum(other != unit for other in pos.fighters(place))
    value = STACKS[min(beside, len(STACKS) - 1)] + _cover(pos, place) - g.way(pos, w.ALLIED).get(place, g.FAR)
    if place in g.goals(pos, w.ALLIED) and _welcome(pos, unit, place):
        value += PRIZE
    return value


def _welcome(pos: TrumpetsPosition, unit: int, place: int) -> bool:
    """A unit that is weak in defence takes no room of a better one in a dear prize where somebody is."""
    if pos.cf(unit).defence >= SOLID or place not in g.rings(pos.game, pos.var("scenario")):
        return True
    return not any(other != unit for other in pos.fighters(place))


def _cover(pos: TrumpetsPosition, place: int) -> int:
    return {"town": 6, "city": 8, "forest": 2, "broken": 2}.get(pos.board.terrain[place], 0)


def _away(pos: TrumpetsPosition, unit: int, place: int) -> int:
    distance = g.enemy_distance(pos, w.ALLIED).get(place, 0)
    return 4 * min(distance, 4) + _cover(pos, place) + _allied(pos, unit, place) // 3


def _overwhelmed(pos: TrumpetsPosition, place: int) -> bool:
    enemies = [u for there in pos.game.ground.near[place] for u in pos.fighters(there) if pos.side(u) == w.GERMAN]
    attack = sum(pos.cf(unit).attack for unit in enemies if pos.can_attack(unit))
    defence = sum(pos.cf(unit).defence for unit in pos.fighters(place))
    return attack > OVERWHELMED * max(1, defence)


def _cornered(pos: TrumpetsPosition, place: int) -> bool:
    """Hardly a way out is left."""
    return sum(there in open_hexes(pos, w.ALLIED) for there in pos.game.ground.near[place]) < WAYS_OUT


# ---------------------------------------------------------------------- the best hex in reach
def _best(pos: TrumpetsPosition, unit: int, rate: Callable[[int], int], keep: int = 0) -> Decision | None:
    """The move to the best hex, if it betters the unit's place; `keep`: quarters that must be left."""
    if check_units(pos, (unit,)) is not None:
        if pos.backed(unit) and _may_flip(pos, unit):
            return ChangeMode(PieceId(unit))
        return FlipCompany(PieceId(unit)) if pos.flag(unit, w.FORT_SIDE) and may_move(pos, unit) is None else None
    start = pos.at(unit)
    reached = ways.reachable(pos, unit)
    limit = ways.left(pos, unit) - keep
    least = rate(start) + GAIN
    rated = sorted(((-rate(place), place) for place in reached if place != start), key=lambda pair: pair)
    for points, place in rated:
        if -points < least:
            return None
        if reached[place][0] > limit and keep:
            continue
        found = _legal(pos, unit, path_of(reached, place))
        if found is not None:
            return found
    return None


def _legal(pos: TrumpetsPosition, unit: int, path: tuple[int, ...]) -> Decision | None:
    if not stacking.room(pos, unit, path[-1]) or ends(pos, (unit,), path[-1]) is not None:
        return None
    decision = Move((PieceId(unit),), tuple(map(PlaceId, path)))
    try:
        check_move(pos, decision)
    except IllegalDecision:
        return None
    return decision
