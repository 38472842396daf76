"""Values of single decisions of the greedy bot, by their kind."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.time_for_trumpets.advisor import ground as g
from hexledger.engine.games.time_for_trumpets.questions import air
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision

LAST: Final = -5
NEAR: Final = 3
"""Hexes within which an enemy makes a unit dig in, or a bridge worth a preparation."""
IP5: Final = w.WORK["ip5"]


def value(pos: TrumpetsPosition, side: int, decision: Decision) -> int:
    """Points of a decision for the side that is asked; ending and passing are worth nothing."""
    d: Any = decision
    match decision.kind():
        case "pass" | "end_segment" | "stop_strafing":
            return 0
        case "activate" | "blow" | "enter" | "use_event" | "react" | "place_hq" | "choose" | "allocate":
            return 5
        case "lose_step" | "remove_excess":
            return -cost(pos, d.unit)
        case "retreat":
            return _retreat(pos, side, d)
        case "advance":
            return _advance(pos, side, d.unit, d.path[-1])
        case "build":
            return _build(pos, side, d)
        case "prepare_demolition":
            return 3 if side == w.ALLIED else LAST
        case "strafe":
            return _strafe(pos, side, d.at)
        case "strafe_unit":
            return 1
        case "intercept":
            return 3 if air.kind(pos, d.fighter) != "bomber" else LAST
        case "exploit" | "reposition":
            return _advance(pos, side, d.unit, d.path[-1]) if decision.kind() == "exploit" else LAST
        case "spend_fuel" | "nearest_hq" | "choose_event":
            return 1
    return LAST


def cost(pos: TrumpetsPosition, unit: int) -> int:
    """What a step of a unit is worth, in hundredths of a CF."""
    if unit in pos.game.arms.leaders:
        return 10_000
    found = pos.cf(unit)
    return 100 * max(found.attack, found.defence) // max(1, pos.steps(unit))


def _retreat(pos: TrumpetsPosition, side: int, decision: Any) -> int:
    if not decision.path:
        return 0
    place = decision.path[-1]
    cover = {"town": 4, "city": 4, "forest": 2, "broken": 2}.get(pos.board.terrain[place], 0)
    return 2 * min(4, g.enemy_distance(pos, side).get(place, 0)) + cover - len(pos.fighters(place))


def _advance(pos: TrumpetsPosition, side: int, unit: int, place: int) -> int:
    """Forward where it takes a prize or leads nearer to one; the Allies keep what they hold, a fortress before all."""
    if side == w.ALLIED and pos.at(unit) in g.fortress(pos.game, pos.var("scenario")):
        return LAST
    way = g.way_of(pos, unit)
    gain = way.get(pos.at(unit), g.FAR) - way.get(place, g.FAR)
    prize = 10 if place in g.goals(pos, side) else 0
    if side == w.ALLIED:
        return LAST if place in g.barred(pos) else prize - 1
    exposed = sum(pos.enemy_in(there, side) for there in pos.game.ground.near[place])
    return prize + gain - 2 * exposed + (6 if pos.enemy_in(place, side) else 0)


def _build(pos: TrumpetsPosition, side: int, decision: Any) -> int:
    """Positions of the Allies in reach of the enemy."""
    if side != w.ALLIED or decision.work != IP5:
        return LAST
    place = pos.at(decision.unit)
    distance = g.enemy_distance(pos, side).get(place, g.FAR)
    worth = place in g.prizes(pos.game, pos.var("scenario"))
    return 2 if 1 < distance <= NEAR or (worth and distance <= 2 * NEAR) else LAST


def _strafe(pos: TrumpetsPosition, side: int, place: int) -> int:
    """Vehicles and headquarters of the enemy, no anti-aircraft units."""
    arms = pos.game.arms
    units = [unit for there in air.area(pos, place) for unit in pos.fighters(there) if pos.side(unit) != side]
    flak = sum(unit in arms.aa for unit in units)
    return sum(1 + (unit in arms.hq) for unit in units) - 3 * flak - 3
