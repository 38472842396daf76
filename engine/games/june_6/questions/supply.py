"""Supply sources and lines of communication (5.2, 5.3): the sources of a side, its road net, the line of one unit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, TypeAlias

import msgspec

from hexledger.engine.games.june_6.questions.position import ON_PLACES, June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.west_coast import OMAHA
from hexledger.engine.kernel.memory import MARKS, WHERE, kept, lasting, renewed, rows

OFF_ROAD: Final = 2
"""Hexes that a LOC may cover without a road, at the unit's end only (5.31, QA-SUP-1)."""
_NATION: Final = {"us": "supply_allied_us", "british": "supply_allied_cw", "canadian": "supply_allied_cw"}
_CHERBOURG: Final = "supply_cherbourg"


def sources(pos: June6Position, piece: int) -> frozenset[int]:
    """J6 5.21-5.23: hexes that a unit's LOC may end in."""
    counter = pos.counters[piece]
    side = pos.side(piece)
    command = piece in pos.scenario.cherbourg_units
    return _sources(pos, side, counter.nationality, command)


@kept(MARKS)
def _sources(pos: June6Position, side: int, nationality: str, cherbourg: bool) -> frozenset[int]:
    found: set[int] = set()
    for area in pos.scenario.supply_areas[side]:
        hexes = pos.board.in_area(area)
        if area == _CHERBOURG:
            # 5.21c, 5.22: for the Cherbourg Command only, and only as long as no hex of it has ever been Allied.
            if cherbourg and not any(_was_allied(pos, place) for place in hexes):
                found |= hexes
        elif side == f.GERMAN or area == _NATION.get(nationality):
            found |= hexes
    if nationality == "us" and pos.scenario.west_beach:
        # PB 2.85b, R-95: the west coast beach is a source; Omaha is one once all of it is Allied.
        if not pos.omaha_open:
            found -= pos.board.in_area(OMAHA)
        found |= pos.scenario.west_beach
    return frozenset(found)


def _was_allied(pos: June6Position, place: int) -> bool:
    """J6 5.22: is this hex of Cherbourg Allied, or has it been?"""
    return pos.state.control.get(place) == f.ALLIED or pos.state.marker(place, -1, f.CHERBOURG_LOST) > 0


OffRoad: TypeAlias = dict[int, tuple[int, int]]
"""Hex -> (hexes from the unit, hex before it, -1 at the unit)."""


class RoadNet(msgspec.Struct, frozen=True):
    """Hexes from which a road runs to a source: `hops` to the source, `onward` the next place (-1 at a source)."""

    hops: dict[int, int]
    onward: dict[int, int]


@kept(ON_PLACES)
def _all_closed(pos: June6Position, side: int) -> frozenset[int]:
    """J6 5.32, R-79: hexes that a side's LOCs may not enter: enemies in them, or an enemy ZOC and no friend."""
    stacks, side_of = pos.state.stacks, pos.game.side_of
    enemies = [place for place, stack in stacks.items() if side_of[stack[0]] != side]
    return frozenset(enemies).union(place for place in pos.zoc(3 - side) if place not in stacks)


@rows(ON_PLACES)
def _closed(pos: June6Position, side: int, place: int) -> bool:
    """The same hex by hex, each looked at when it is first asked for: most lines touch few hexes."""
    stack = pos.state.stacks.get(place)
    return pos.in_ezoc(place, side) if stack is None else pos.game.side_of[stack[0]] != side


def _road_net(
    game: Charts[Any],
    scenario: int,
    side: int,
    ends: frozenset[int],
    closed: frozenset[int],
    needs_bridge: Callable[[int, int], bool] | None,
) -> RoadNet:
    """The roads that lead to a side's sources, found from the sources outwards, outside the closed hexes.

    `needs_bridge`: which bridges are not open now; without it every printed road is.
    """
    ground, neighbours = game.loc_ground, game.board.neighbours
    area = game.scenario_rules(scenario).loc_area[side]
    roads, great, places = ground.roads, ground.great, ground.places
    level = [place for place in sorted(ends) if place in area and place not in closed]
    hops = dict.fromkeys(level, 0)
    onward = dict.fromkeys(level, -1)
    distance = 0
    beaches = side == f.ALLIED
    while level:
        distance += 1
        following = []
        for place in level:
            # 5.31 note: a road next to an Allied beach hex reaches it.
            near = neighbours[place] if beaches and place in ends else roads[place]
            for there in near:
                if there in hops or there in closed or there not in area or not roads[there]:
                    continue
                if place * places + there in great and (
                    there not in roads[place] if needs_bridge is None else needs_bridge(place, there)
                ):
                    continue
                hops[there] = distance
                onward[there] = place
                following.append(there)
        level = following
    return RoadNet(hops, onward)


@kept(WHERE)
def _open_net(pos: June6Position, side: int, ends: frozenset[int]) -> RoadNet:
    """The road net as it is now."""
    closed = _all_closed(pos, side)
    return _road_net(pos.game, pos.scenario_number, side, ends, closed, pos.needs_bridge)


@lasting(most=64)
def _peace_net(game: Charts[Any], scenario: int, side: int, ends: frozenset[int]) -> RoadNet:
    """The road net without any unit and with all bridges: no line can be shorter than what it promises."""
    return _road_net(game, scenario, side, ends, frozenset(), None)


@lasting(most=8192)
def _peace_line(game: Charts[Any], scenario: int, side: int, ends: frozenset[int], start: int) -> tuple[int, ...]:
    """The line that a LOC from this hex takes when no unit is in its way and all its bridges are open, () for none: no
    other is shorter, and of equally short ones it is the one that the search finds first."""
    before = _off_road(game, scenario, side, start, None)
    peace = _peace_net(game, scenario, side, ends)
    joint = _joint(before, peace)
    return () if joint < 0 else _path(before, peace, joint)


@kept(WHERE)
def _off_road_now(pos: June6Position, side: int, start: int) -> OffRoad:
    closed = _closed(pos, side)
    return _off_road(pos.game, pos.scenario_number, side, start, lambda a, b: closed[b] or pos.needs_bridge(a, b))


def loc(pos: June6Position, piece: int) -> tuple[int, ...] | None:
    """J6 5.31-5.32, QA-SUP-7: a LOC of a unit on the map as a path from its hex to the source, None when it has none.

    At most two hexes to a road that runs to a source, or to a source itself; traced as a foot unit would pass (R-79).
    A shortest line. O(its length) while the road behind the front is free; else the road net is searched, once for a
    position and side.
    """
    if not pos.on_map(piece):
        return None
    side, start = pos.side(piece), pos.at(piece)
    ends = sources(pos, piece)
    line = _peace_line(pos.game, pos.scenario_number, side, ends, start)
    if not line or _is_free(pos, line, side):
        return line or None
    before = _off_road_now(pos, side, start)
    peace = _peace_net(pos.game, pos.scenario_number, side, ends)
    joint = _joint(before, peace)
    if joint < 0:
        return None
    path = _path(before, peace, joint)
    if _is_free(pos, path[path.index(joint) :], side):
        return path
    net = _open_net(pos, side, ends)
    joint = _joint(before, net)
    return None if joint < 0 else _path(before, net, joint)


class Loc(msgspec.Struct, frozen=True):
    """The LOC of a unit that stands in `start` and may end in `ends`: `path`, None for none. `line` is the one that it
    takes when nobody is in its way, () for none: `beyond` its hexes after the first, `sides` the hexsides of great
    rivers and canals that it crosses."""

    start: int
    ends: frozenset[int]
    path: tuple[int, ...] | None
    line: tuple[int, ...]
    beyond: tuple[int, ...]
    sides: frozenset[int]


class Locs(msgspec.Struct, frozen=True):
    """The LOCs of all units of a side on the map, and what they hang on.

    closed   hexes that no LOC may enter
    barred   hexsides that want a bridge and have none now, as a * places + b both ways
    units    unit -> its LOC, ascending
    """

    closed: frozenset[int]
    barred: frozenset[int]
    units: dict[int, Loc]


@renewed(WHERE)
def locs(pos: June6Position, last: Locs | None, side: int) -> Locs:
    """What `loc` says of every unit of a side on the map: for all of them at once it is found sooner, and what a move
    has left as it was is not looked for again."""
    closed, barred = _all_closed(pos, side), _barred(pos)
    before = last.units if last is not None else {}
    same = last is not None and last.closed == closed and last.barred == barred
    units: dict[int, Loc] = {}
    for piece in pos.in_play(side):
        if not pos.on_map(piece):
            continue
        start, ends = pos.at(piece), sources(pos, piece)
        known = before.get(piece)
        if known is not None and (known.start != start or known.ends != ends):
            known = None
        if known is None or not same:
            known = _located(pos, side, start, ends, closed, barred, known)
        units[piece] = known
    return Locs(closed, barred, units)


def _located(
    pos: June6Position,
    side: int,
    start: int,
    ends: frozenset[int],
    closed: frozenset[int],
    barred: frozenset[int],
    known: Loc | None,
) -> Loc:
    """The LOC from a hex; `known` is what it was when other hexes were closed."""
    if known is None:
        line = _peace_line(pos.game, pos.scenario_number, side, ends, start)
        beyond, sides = line[1:], _sides(pos.game, line)
    else:
        line, beyond, sides = known.line, known.beyond, known.sides
    path: tuple[int, ...] | None = line or None
    if line and not (closed.isdisjoint(beyond) and barred.isdisjoint(sides)):
        path = _past(pos, side, start, ends, closed, barred)
    return known if known is not None and known.path == path else Loc(start, ends, path, line, beyond, sides)


def _past(
    pos: June6Position, side: int, start: int, ends: frozenset[int], closed: frozenset[int], barred: frozenset[int]
) -> tuple[int, ...] | None:
    """The LOC from a hex whose line in peace is cut, as `loc` finds it."""
    game, scenario = pos.game, pos.scenario_number
    before = _off_road_past(game, scenario, side, start, closed & _near(game, start), barred & _sides_near(game, start))
    peace = _peace_net(game, scenario, side, ends)
    joint = _joint(before, peace)
    if joint < 0:
        return None
    path = _path(before, peace, joint)
    road = path[path.index(joint) :]
    if closed.isdisjoint(road[1:]) and barred.isdisjoint(_sides(game, road)):
        return path
    net = _net_past(game, scenario, side, ends, closed & (_roads(game) | ends), barred)
    joint = _joint(before, net)
    return None if joint < 0 else _path(before, net, joint)


@kept(MARKS)
def _barred(pos: June6Position) -> frozenset[int]:
    """Hexsides of great rivers and canals without an open bridge now (8.43), both ways: what is printed, and what
    pontoons and blown bridges change."""
    ground = pos.game.loc_ground
    marked = [
        (key >> 32, (key >> 16 & 0xFFFF) - 1) for key in pos.state.markers if key & 0xFFFF in (f.PONTOON, f.BLOWN)
    ]
    sides = ground.great.intersection(
        [key for a, b in marked for key in (a * ground.places + b, b * ground.places + a)]
    )
    return (_unbridged(pos.game) - sides).union(side for side in sides if not pos.bridge(*divmod(side, ground.places)))


@lasting(most=1)
def _unbridged(game: Charts[Any]) -> frozenset[int]:
    """Hexsides of great rivers and canals without a printed bridge, both ways."""
    ground, board = game.loc_ground, game.board
    return frozenset(side for side in ground.great if not board.has_bridge(*divmod(side, ground.places)))


def _sides(game: Charts[Any], road: tuple[int, ...]) -> frozenset[int]:
    """The hexsides of great rivers and canals that a line crosses."""
    ground = game.loc_ground
    return ground.great.intersection([a * ground.places + b for a, b in pairwise(road)])


@lasting(most=8192)
def _near(game: Charts[Any], start: int) -> frozenset[int]:
    """Hexes that a LOC may enter before its road begins."""
    found = {start}
    for _ in range(OFF_ROAD):
        found.update(*(game.board.neighbours[place] for place in sorted(found)))
    return frozenset(found - {start})


@lasting(most=8192)
def _sides_near(game: Charts[Any], start: int) -> frozenset[int]:
    """Hexsides of great rivers and canals that it may want to cross there."""
    ground, board = game.loc_ground, game.board
    hexes = (start, *_near(game, start))
    return frozenset(a * ground.places + b for a in hexes for b in board.neighbours[a]) & ground.great


@lasting(most=1)
def _roads(game: Charts[Any]) -> frozenset[int]:
    """Hexes with a road."""
    return frozenset(place for place, near in enumerate(game.loc_ground.roads) if near)


@lasting(most=8192)
def _off_road_past(
    game: Charts[Any], scenario: int, side: int, start: int, closed: frozenset[int], barred: frozenset[int]
) -> OffRoad:
    """Where a unit's LOC gets without a road, past what is closed around it."""
    places = game.loc_ground.places
    return _off_road(game, scenario, side, start, lambda a, b: b in closed or a * places + b in barred)


@lasting(most=64)
def _net_past(
    game: Charts[Any], scenario: int, side: int, ends: frozenset[int], closed: frozenset[int], barred: frozenset[int]
) -> RoadNet:
    """The road net past what is closed of its roads and sources, and past its bridges that are not open."""
    places = game.loc_ground.places
    return _road_net(game, scenario, side, ends, closed, lambda a, b: a * places + b in barred)


def _off_road(
    game: Charts[Any], scenario: int, side: int, start: int, barred: Callable[[int, int], bool] | None
) -> OffRoad:
    """Hexes that a unit's LOC reaches without a road -> (steps, hex before it), nearest first. `barred`: hexsides that
    it cannot cross now; without it as if nobody were on the map and a bridge over every river."""
    area = game.scenario_rules(scenario).loc_area[side]
    found = {start: (0, -1)}
    level = [start]
    for used in range(1, OFF_ROAD + 1):
        following = []
        for place in level:
            for there in _foot_steps(game, place):
                if there in found or there not in area or (barred is not None and barred(place, there)):
                    continue
                found[there] = (used, place)
                following.append(there)
        level = following
    return found


@lasting(most=8192)
def _foot_steps(game: Charts[Any], place: int) -> tuple[int, ...]:
    return game.loc_ground.steps(place)


def _joint(off_road: OffRoad, net: RoadNet) -> int:
    """Where the road begins on the shortest line, the nearest to the unit of equally good ones; -1 for no line."""
    best, length = -1, 0
    for place, (used, _) in off_road.items():
        hops = net.hops.get(place)
        if hops is not None and (best < 0 or used + hops < length):
            best, length = place, used + hops
    return best


def _is_free(pos: June6Position, road: tuple[int, ...], side: int) -> bool:
    """True when no hex of a line is closed but perhaps the first, and all its bridges are open."""
    closed = _closed(pos, side)
    great, places = pos.game.loc_ground.great, pos.game.loc_ground.places
    return not any(closed[b] or (a * places + b in great and pos.needs_bridge(a, b)) for a, b in pairwise(road))


def _path(off_road: OffRoad, net: RoadNet, joint: int) -> tuple[int, ...]:
    """The way from a unit to the place where its road begins, and on to the source."""
    path = [joint]
    while off_road[path[-1]][1] >= 0:
        path.append(off_road[path[-1]][1])
    path.reverse()
    while net.onward[path[-1]] >= 0:
        path.append(net.onward[path[-1]])
    return tuple(path)
