"""Movement of the greedy bot: units one after the other, in a fixed order, to the best hex within reach."""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.advisor import ground as g
from hexledger.engine.games.case_yellow.questions import banks, march, rails, stacking, ways, zoc
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules import evacuation, overruns
from hexledger.engine.games.case_yellow.rules.bridgeheads import TryBridgehead
from hexledger.engine.games.case_yellow.rules.evacuation import Evacuate
from hexledger.engine.games.case_yellow.rules.movement import MENU, EndMovement
from hexledger.engine.games.case_yellow.rules.moves import Move, check_move, may_move, path_of
from hexledger.engine.games.case_yellow.rules.rail import Rail
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId

WORTH_MOVING = 2
"""Points that a hex must be better than the one where a unit stands."""
WORTH_RIDING = 4
"""The same for a ride by rail, of which there are few."""
BEHIND = 7
"""Hexes from the nearest enemy at which a unit may think of riding."""
NEAR = 3
FIRM = 10
"""Strength in halves that is enough in an objective."""
OVERWHELMED = 6
"""How many times a stack's strength of Germans within two hexes will throw it out of open ground."""


def move(pos: YellowPosition, side: int, chance: Chance) -> Decision:
    """Overruns and bridgeheads first, then evacuation, the march to the Dyle, and the units in their order."""
    for decision in overruns.listed(pos):
        return decision
    for place in banks.tries(pos):
        return TryBridgehead(PlaceId(place))
    if side == w.ALLIED:
        leaving = max(evacuation.listed(pos), key=lambda one: (one.steps, -one.unit), default=None)
        if leaving is not None:
            return Evacuate(leaving.unit, leaving.steps)
    found = _marching(pos, side) or _ride(pos, side) or _next(pos, side)
    if found is not None:
        return found
    return EndMovement() if march.undone(pos, side) is None else chance.pick(list(MENU.choices(pos)))


def _marching(pos: YellowPosition, side: int) -> Decision | None:
    unit = march.undone(pos, side)
    if unit is None:
        return None
    reached = ways.reach(pos, unit)
    ends = sorted(march.march_ends(pos, unit), key=lambda place: (-value(pos, unit, place), place))
    return next((one for end in ends if (one := _legal(pos, unit, path_of(reached, end))) is not None), None)


def _legal(pos: YellowPosition, unit: int, path: tuple[int, ...]) -> Move | None:
    decision = Move((PieceId(unit),), tuple(map(PlaceId, path)))
    try:
        check_move(pos, decision)
    except IllegalDecision:
        return None
    return decision


def _order(pos: YellowPosition, side: int) -> list[int]:
    """Units in the order in which they move: those nearest to the enemy first."""
    if side == w.GERMAN:
        roster = pos.game.roster
        return sorted(pos.of(side), key=lambda unit: (unit not in roster.yma, unit in roster.supply, unit))
    return list(pos.of(side))


def _next(pos: YellowPosition, side: int) -> Decision | None:
    """The move of the next unit after the last one that has moved."""
    order = _order(pos, side)
    moved = [number for number, unit in enumerate(order) if pos.flag(unit, w.MOVED) or pos.flag(unit, w.RAILED)]
    for unit in order[max(moved, default=-1) + 1 :]:
        if may_move(pos, unit) is None and not pos.flag(unit, w.MOVED):
            found = _best_move(pos, unit)
            if found is not None:
                return found
    return None


def _ride(pos: YellowPosition, side: int) -> Decision | None:
    """Allied units that no enemy is near ride to where they are wanted, those furthest behind first."""
    if side != w.ALLIED or not pos.var("rail_left"):
        return None
    near = g.enemy_distance(pos, side)
    behind = [unit for unit in pos.of(side) if near.get(pos.at(unit), g.FAR) >= BEHIND and not _stays(pos, unit)]
    behind.sort(key=lambda unit: (-near.get(pos.at(unit), g.FAR), unit))
    for unit in behind:
        ends = {place: value(pos, unit, place) for place in rails.rail_ends(pos, unit)}
        best = max(ends, key=lambda place: (ends[place], -place), default=None)
        if best is not None and ends[best] >= value(pos, unit, pos.at(unit)) + WORTH_RIDING:
            return Rail(PieceId(unit), PlaceId(best))
    return None


def _stays(pos: YellowPosition, unit: int) -> bool:
    """Units that have no business elsewhere: fortress infantry, who is in the port, and who has an enemy before his
    part of the Maginot Line."""
    here = pos.at(unit)
    if pos.game.roster.type[unit] == "fortress_infantry" or (here == pos.port and pos.side(unit) == w.ALLIED):
        return True
    return here in pos.game.ground.maginot and g.enemy_distance(pos, w.ALLIED).get(here, g.FAR) <= NEAR


def _best_move(pos: YellowPosition, unit: int) -> Move | None:
    if _stays(pos, unit):
        return None
    here = pos.at(unit)
    reached = ways.reach(pos, unit)
    stay = value(pos, unit, here)
    rated = sorted(
        ((value(pos, unit, place), -cost, place) for place, (cost, _) in reached.items() if place != here), reverse=True
    )
    for points, _, place in rated[:6]:
        if points < stay + WORTH_MOVING:
            return None
        if stacking.room(pos, place, (unit,)) or place == pos.port:
            found = _legal(pos, unit, path_of(reached, place))
            if found is not None:
                return found
    return None


# ---------------------------------------------------------------------- what a hex is worth to a unit
def value(pos: YellowPosition, unit: int, place: int) -> int:
    """Points of a hex for a unit of either side."""
    return _german(pos, unit, place) if pos.side(unit) == w.GERMAN else _allied(pos, unit, place)


def _german(pos: YellowPosition, unit: int, place: int) -> int:
    """Towards objectives, up to the enemy, in supply; supply units behind the front."""
    roster = pos.game.roster
    near = g.enemy_distance(pos, w.GERMAN).get(place, g.FAR)
    if unit in roster.supply:
        return _served(pos, unit, place) - 12 * (near < NEAR) - 30 * (not g.supplied(pos, unit, place))
    points = g.draw(pos, place)
    if unit in roster.arko:
        return points - 8 * (near < 2)
    if pos.control(place) == w.ALLIED:
        points += 2
    if place in dict(g.goals(pos, w.GERMAN)):
        points += 10
    if near == 1:
        points += 3
    if not g.supplied(pos, unit, place):
        points -= 8 if unit in roster.yma else 12
    if unit in roster.panzer and pos.friend_in(place, w.GERMAN):
        points += 1
    return points


def _served(pos: YellowPosition, unit: int, place: int) -> int:
    """German units beside an enemy that an attack supply unit reaches from a hex, and how far the others are."""
    reach, distance = pos.game.roster.range[unit], pos.board.distance
    near = g.enemy_distance(pos, w.GERMAN)
    front = [pos.at(one) for one in pos.of(w.GERMAN) if near.get(pos.at(one), g.FAR) <= 2]
    return sum(2 if distance(place, there) <= reach else -(distance(place, there) > 2 * reach) for there in front)


def _allied(pos: YellowPosition, unit: int, place: int) -> int:
    """In good ground before what the enemy wants, in supply; to the port when Dynamo takes people off."""
    near = g.enemy_distance(pos, w.ALLIED).get(place, g.FAR)
    here = g.enemy_distance(pos, w.ALLIED).get(pos.at(unit), g.FAR)
    if unit in pos.game.roster.supply:
        return -20 * (near < NEAR + 1) - abs(near - 5)
    if pos.port >= 0 and _cut_off(pos, unit):
        return 60 - 4 * pos.board.distance(place, pos.port) if pos.nation(unit) != "belgian" else -near
    points = g.cover(pos, w.ALLIED, place)
    points += max(0, g.pull(pos, w.ALLIED, place)) // 2
    friends = sum(pos.cs(other) for other in pos.fighters(place) if other != unit)
    if place in dict(g.goals(pos, w.ALLIED)):
        if near <= 6 and not pos.friend_in(place, w.ALLIED):
            points += 8
        elif near <= NEAR and friends < FIRM:
            points += 6
    elif g.threat(pos).get(place, 0) > OVERWHELMED * (friends + pos.cs(unit)):
        points -= 5
    if pos.friend_in(place, w.ALLIED) and place != pos.at(unit):
        points -= 3
    if zoc.in_ezoc(pos, place, w.ALLIED) and pos.at(unit) != place:
        points -= 3
    points -= max(0, near - 4)
    if here <= 1 and near > 2:
        points -= 3
    if not g.supplied(pos, unit, place):
        points -= 8
    return points


def _cut_off(pos: YellowPosition, unit: int) -> bool:
    """Nearer to the port than twelve hexes and without a line to France."""
    if pos.nation(unit) == "dutch" or pos.board.distance(pos.at(unit), pos.port) > 12:
        return False
    from hexledger.engine.games.case_yellow.questions import supply

    return not supply.loc_line(pos, pos.at(unit))
