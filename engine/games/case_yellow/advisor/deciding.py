"""Values of single decisions of the greedy bot, by their kind."""

from __future__ import annotations

from typing import Any

from hexledger.engine.games.case_yellow.advisor import ground as g
from hexledger.engine.games.case_yellow.advisor import moving
from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.surrender import dutch_cities, dutch_count
from hexledger.engine.games.case_yellow.rules import paradrop
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision

KEPT_BACK = 3
"""Stukas that wait for combats."""


def value(pos: YellowPosition, side: int, decision: Decision) -> int:
    """Points of a decision for the side that is asked; passing is worth nothing."""
    d: Any = decision
    match decision.kind():
        case "pass":
            return 0
        case "interdict":
            return _interdiction(pos, d.at) + int(d.asset == w.AASF)
        case "drop":
            return _drop(pos, d.unit, d.at)
        case "assault_eben_emael" | "roll_limit" | "draw_wall" | "refit_panzer" | "cross_bridgehead":
            return 5
        case "bomb":
            return _bomb(pos, d.at)
        case "lose_step":
            return _loss(pos, side, d.unit)
        case "choose_chit":
            return 5 if w.CHIT_OF[d.chit][1] == "move" else 1
        case "choose_action":
            return 5 if d.action == w.MOVE and pos.track("moves", side) <= pos.track("combats", side) else 3
        case "declare_dynamo":
            return _dynamo(pos, d.port)
        case "reinforce" | "return_panzer":
            return 50 + moving.value(pos, d.unit, d.at) if pos.on_map(d.unit) else _entry(pos, side, d.at)
        case "retreat" | "advance":
            return _way(pos, d.unit, d.path[-1], decision.kind())
        case "fight_on":
            return 1 + len(tuple(d.arkos))
        case "defend_port":
            return sum(pos.cs(unit) for unit in d.units)
        case "try_bridgehead":
            return 5
        case "remove_excess":
            return -pos.cs(d.unit) * pos.steps(d.unit)
        case "terror_bomb":
            return _terror(pos, d.at)
        case "place_refugees":
            return 1 + sum(len(pos.fighters(place)) for place in pos.board.within(d.at, 2))
        case "declare_open_city":
            return 5 if _paris_lost(pos) else -1
        case "replace":
            return 10 + _full_strength(pos, d.unit) + (2 if pos.on_map(d.unit) else 0)
        case "place_better":
            near = g.enemy_distance(pos, w.ALLIED).get(d.at, g.FAR)
            return 20 - 2 * near + sum(pos.cs(unit) for unit in pos.fighters(d.at)) // 2
        case "declare_refit":
            return 5 if pos.state.turn >= 5 or _worn(pos) else -1
    return -1


def _interdiction(pos: YellowPosition, place: int) -> int:
    """Crossings into Allied country with German armour behind them."""
    ground = pos.game.ground
    front = sum(pos.control(there) == w.ALLIED for there in ground.crossings_of[place])
    major = sum(ground.river_between(place, there) != "minor_river" for there in ground.crossings_of[place])
    armour = sum(u in pos.game.roster.panzer for near in pos.board.within(place, 3) for u in pos.units(near))
    return 2 * major + 2 * armour if (front or ground.owner[place] == w.ALLIED) and armour else -1


def _drop(pos: YellowPosition, unit: int, place: int) -> int:
    """Beside Allied cities with a crossing to them, where the landing is safe."""
    ground = pos.game.ground
    crossings = ground.crossings_of.get(place, ())
    cities = sum(there in dict(g.goals(pos, w.GERMAN)) for there in crossings)
    risk = sum(amount for _, amount, _ in paradrop.modifiers(pos, unit, place))
    friends = sum(pos.side(u) == w.GERMAN for there in pos.board.within(place, 2) for u in pos.units(there))
    return 4 + 8 * cities + 2 * len(crossings) + 2 * friends - 4 * risk + (6 if place in ground.cities else 0)


def _bomb(pos: YellowPosition, place: int) -> int:
    """Hexes that panzers stand before; the port while people leave from it."""
    if place == pos.port:
        return 6 if pos.state.marker(place, -1, w.PORT_DISRUPTION) < 2 else -1
    if pos.track("air", w.GERMAN) <= KEPT_BACK:
        return -1
    yma = pos.game.roster.yma
    near = sum(u in yma and pos.side(u) == w.GERMAN for there in pos.board.neighbours[place] for u in pos.units(there))
    fit = sum(not pos.disrupted(unit) for unit in pos.fighters(place))
    return 2 * near * min(fit, 2) - 1


def _loss(pos: YellowPosition, side: int, unit: int) -> int:
    """Of one's own the cheapest step, of the enemy the dearest."""
    roster = pos.game.roster
    full, reduced = roster.cs[unit]
    price = full - reduced if pos.steps(unit) > 1 else pos.cs(unit) + 4
    price += 3 * (unit in roster.panzer) + 2 * (unit in roster.allied_armour)
    return price if pos.side(unit) != side else 100 - price


def _dynamo(pos: YellowPosition, port: int) -> int:
    """When the north is cut off: the port with the most friends around it, away from the enemy. Not early for 3 VP."""
    if not pos.pool("cup") or pos.var("round") < 2:
        return -1
    cut = sum(not supply.loc_line(pos, pos.at(u)) for u in pos.of(w.ALLIED) if pos.nation(u) == "british")
    if pos.state.turn < max(pos.scenario.dynamo_turns) and cut < 4:
        return -1
    friends = sum(pos.nation(u) in ("british", "french") for p in pos.board.within(port, 5) for u in pos.units(p))
    return 1 + 2 * friends + g.enemy_distance(pos, w.ALLIED).get(port, 0)


def _entry(pos: YellowPosition, side: int, place: int) -> int:
    near = g.enemy_distance(pos, side).get(place, g.FAR)
    return 200 + g.pull(pos, side, place) - (8 * (near < 2) if side == w.ALLIED else 0)


def _way(pos: YellowPosition, unit: int, place: int, kind: str) -> int:
    """A retreat to cover and supply; an advance to where the unit would like to be."""
    if kind == "retreat":
        near = g.enemy_distance(pos, pos.side(unit)).get(place, 0)
        safe = 6 * g.supplied(pos, unit, place)
        return 100 + safe + min(near, 3) + (g.cover(pos, w.ALLIED, place) if pos.side(unit) == w.ALLIED else 0)
    gain = moving.value(pos, unit, place) - moving.value(pos, unit, pos.at(unit))
    return gain + (3 if pos.side(unit) == w.GERMAN else -4)


def _terror(pos: YellowPosition, city: int) -> int:
    """The Dutch city that makes the sixth; else where a step is to be had."""
    count = sum(amount for _, amount, _ in dutch_count(pos))
    needed = pos.game.chart.number("surrender", "netherlands", "cities_needed")
    if city in dutch_cities(pos) and not pos.var("netherlands") and count + 1 >= needed:
        return 50
    return 5 + sum(pos.cs(unit) for unit in pos.fighters(city)) if pos.fighters(city) else 1


def _paris_lost(pos: YellowPosition) -> bool:
    """Germans stand beside Paris and few defend it."""
    paris = pos.game.ground.paris
    beside = {near for place in paris for near in pos.board.neighbours[place]}
    germans = sum(pos.cs(unit) for place in beside for unit in pos.units(place) if pos.side(unit) == w.GERMAN)
    return germans > 2 * sum(pos.cs(unit) for place in paris for unit in pos.fighters(place)) > -1 and germans > 0


def _worn(pos: YellowPosition) -> bool:
    """Half of the panzer steps are gone."""
    panzers = pos.game.roster.panzer
    return 2 * sum(pos.steps(unit) for unit in panzers) <= sum(pos.game.roster.full[unit] for unit in panzers)


def _full_strength(pos: YellowPosition, unit: int) -> int:
    return pos.game.roster.cs[unit][0]
