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

NETS: Final = 16
"""Road nets that are kept of a side and its sources."""
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
    """Hexes from which a road runs to a source: `hops` to the source, `onward` the next place (-1 at a source).

    stops    closed hexes at which its roads end
    reached  the hexes of `hops`
    barred   hexsides that want a bridge and had none, as a * places + b both ways
    """

    hops: dict[int, int]
    onward: dict[int, int]
    stops: frozenset[int]
    reached: frozenset[int]
    barred: frozenset[int]

    def stays(self, closed: frozenset[int], barred: frozenset[int]) -> bool:
        """Is it the same past other closed hexes? So it is when its roads end where they ended and none is cut."""
        return self.stops <= closed and closed.isdisjoint(self.reached) and self.barred == barred


@kept(ON_PLACES)
def _all_closed(pos: June6Position, side: int) -> frozenset[int]:
    """J6 5.32, R-79: hexes that a side's LOCs may not enter: enemies in them, or an enemy ZOC and no friend."""
    stacks, side_of = pos.state.stacks, pos.game.side_of
    enemies = [place for place, stack in stacks.items() if side_of[stack[0]] != side]
    return frozenset(enemies).union(pos.zoc(3 - side).keys() - stacks.keys())


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
    barred: frozenset[int],
) -> RoadNet:
    """The roads that lead to a side's sources, found from the sources outwards, outside the closed hexes and over no
    barred hexside."""
    ground = game.loc_ground
    ways, banks, places = _ways(game, scenario, side, ends), ground.banks, ground.places
    starts = [place for place in sorted(ends) if place in game.scenario_rules(scenario).loc_area[side]]
    level = [place for place in starts if place not in closed]
    hops = dict.fromkeys(level, 0)
    onward = dict.fromkeys(level, -1)
    stops = set(starts).difference(level)
    distance = 0
    while level:
        distance += 1
        following = []
        for place in level:
            for there in ways[place]:
                if there in hops:
                    continue
                if there in closed:
                    stops.add(there)
                    continue
                if place in banks and place * places + there in barred:
                    continue
                hops[there] = distance
                onward[there] = place
                following.append(there)
        level = following
    return RoadNet(hops, onward, frozenset(stops), frozenset(hops), barred)


@lasting(most=64)
def _ways(game: Charts[Any], scenario: int, side: int, ends: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Place -> places from which a road leads there inside the area, whoever stands in them."""
    roads, area = game.loc_ground.roads, game.scenario_rules(scenario).loc_area[side]
    # 5.31 note: a road next to an Allied beach hex reaches it.
    beaches = ends if side == f.ALLIED else frozenset()
    return tuple(
        tuple(there for there in (near if place in beaches else roads[place]) if there in area and roads[there])
        for place, near in enumerate(game.board.neighbours)
    )


class Nets:
    """The road nets of a side to its sources that were searched last: most moves leave one of them as it is."""

    def __init__(self, game: Charts[Any], scenario: int, side: int, ends: frozenset[int]) -> None:
        self._game, self._what = game, (scenario, side, ends)
        self._known: list[RoadNet] = []

    def past(self, closed: frozenset[int], barred: frozenset[int]) -> RoadNet:
        """The net past what is closed and barred now."""
        known = self._known
        at = next((number for number, net in enumerate(known) if net.stays(closed, barred)), -1)
        if at == 0:
            return known[0]
        net = known.pop(at) if at > 0 else _road_net(self._game, *self._what, closed, barred)
        known.insert(0, net)
        del known[NETS:]
        return net

    def agrees(self, _fresh: Nets) -> bool:
        """Is each the net that a search past its own stops finds? For `memory_checks`."""
        return all(net == _road_net(self._game, *self._what, net.stops, net.barred) for net in self._known)


@lasting(most=64)
def _nets(game: Charts[Any], scenario: int, side: int, ends: frozenset[int]) -> Nets:
    return Nets(game, scenario, side, ends)


@kept(WHERE)
def _open_net(pos: June6Position, side: int, ends: frozenset[int]) -> RoadNet:
    """The road net as it is now."""
    return _nets(pos.game, pos.scenario_number, side, ends).past(_all_closed(pos, side), _barred(pos))


@lasting(most=64)
def _peace_net(game: Charts[Any], scenario: int, side: int, ends: frozenset[int]) -> RoadNet:
    """The road net without any unit and with all bridges: no line can be shorter than what it promises."""
    return _road_net(game, scenario, side, ends, frozenset(), _roadless(game))


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
    Hex by hex, so that it holds as well where somebody has put both sides into one hex to see what would be.
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
    """The LOC of units that stand in `start` and may end in `ends`: `path`, None for none. `line` is the one that it
    takes when nobody is in its way, () for none: `beyond` its hexes after the first, `sides` the hexsides of great
    rivers and canals that it crosses. `detour` and `net`: what the path was found by, None where it is the line."""

    start: int
    ends: frozenset[int]
    path: tuple[int, ...] | None
    line: tuple[int, ...]
    beyond: tuple[int, ...]
    sides: frozenset[int]
    detour: Detour | None = None
    net: RoadNet | None = None


class Locs(msgspec.Struct, frozen=True):
    """The LOCs of all units of a side on the map, and what they hang on.

    closed   hexes that no LOC may enter
    barred   hexsides that want a bridge and have none now, as a * places + b both ways
    units    unit -> its LOC, ascending; as long as no path changes, the same mapping
    ways     hex and sources -> LOC of the units there
    """

    closed: frozenset[int]
    barred: frozenset[int]
    units: dict[int, Loc]
    ways: dict[tuple[int, frozenset[int]], Loc]


@renewed(WHERE)
def locs(pos: June6Position, last: Locs | None, side: int) -> Locs:
    """What `loc` says of every unit of a side on the map: for all of them at once it is found sooner, and what a move
    has left as it was is not looked for again."""
    closed, barred = _all_closed(pos, side), _barred(pos)
    known = last.ways if last is not None else {}
    same = last is not None and last.closed == closed and last.barred == barred
    at, counters, n_hexes = pos.state.at, pos.counters, pos.board.n_hexes
    command = pos.scenario.cherbourg_units
    known_ends: dict[tuple[str, bool], frozenset[int]] = {}
    nets: dict[frozenset[int], RoadNet] = {}
    units: dict[int, Loc] = {}
    ways: dict[tuple[int, frozenset[int]], Loc] = {}
    for piece in pos.in_play(side):
        start = at[piece]
        if not 0 <= start < n_hexes:
            continue
        kind = counters[piece].nationality, piece in command
        ends = known_ends.get(kind)
        if ends is None:
            ends = known_ends[kind] = _sources(pos, side, *kind)
        way = start, ends
        found = ways.get(way)
        if found is None:
            found = known.get(way)
            if found is None or not same:
                found = _located(pos, side, way, closed, barred, found, nets)
            ways[way] = found
        units[piece] = found
    if last is not None and len(units) == len(last.units):
        paths = zip(units.items(), last.units.items(), strict=True)
        if all(mine == theirs and loc.path is before.path for (mine, loc), (theirs, before) in paths):
            units = last.units
    return Locs(closed, barred, units, ways)


def _located(
    pos: June6Position,
    side: int,
    way: tuple[int, frozenset[int]],
    closed: frozenset[int],
    barred: frozenset[int],
    known: Loc | None,
    nets: dict[frozenset[int], RoadNet],
) -> Loc:
    """The LOC from a hex to sources; `known` is what it was when other hexes were closed, `nets` the road nets to
    sources now as far as they were asked for."""
    game, scenario, (start, ends) = pos.game, pos.scenario_number, way
    if known is None:
        line = _peace_line(game, scenario, side, ends, start)
        known = Loc(start, ends, line or None, line, line[1:], _sides(game, line))
    if not known.line or (closed.isdisjoint(known.beyond) and barred.isdisjoint(known.sides)):
        return _found(known, known.line or None, None, None)
    near, sides = closed & _near(game, start), barred & _sides_near(game, start)
    detour = known.detour
    if detour is None or (detour.closed, detour.barred) != (near, sides):
        detour = _detour(game, scenario, side, ends, start, near, sides)
    if not detour.path:
        return _found(known, None, detour, None)
    if closed.isdisjoint(detour.road) and barred.isdisjoint(detour.sides):
        return _found(known, detour.path, detour, None)
    net = nets.get(ends)
    if net is None:
        net = nets[ends] = _nets(game, scenario, side, ends).past(closed, barred)
    if net is known.net and detour is known.detour:
        return known
    joint = _joint(detour.before, net)
    return _found(known, None if joint < 0 else _path(detour.before, net, joint), detour, net)


def _found(known: Loc, path: tuple[int, ...] | None, detour: Detour | None, net: RoadNet | None) -> Loc:
    """A LOC by this path; where the path does not change, it is the one that is known, or the LOC itself is."""
    if path == known.path:
        if detour is known.detour and net is known.net:
            return known
        path = known.path
    return Loc(known.start, known.ends, path, known.line, known.beyond, known.sides, detour, net)


class Detour(msgspec.Struct, frozen=True):
    """How a LOC gets past what is `closed` and `barred` near its unit, and then by the roads as in peace: `before`
    where it gets without a road, `path` the line, () for none; `road` its hexes after the first with a road, `sides`
    the hexsides of great rivers and canals that it crosses there."""

    closed: frozenset[int]
    barred: frozenset[int]
    before: OffRoad
    path: tuple[int, ...] = ()
    road: frozenset[int] = frozenset()
    sides: frozenset[int] = frozenset()


@lasting(most=8192)
def _detour(
    game: Charts[Any],
    scenario: int,
    side: int,
    ends: frozenset[int],
    start: int,
    closed: frozenset[int],
    barred: frozenset[int],
) -> Detour:
    places = game.loc_ground.places
    before = _off_road(game, scenario, side, start, lambda a, b: b in closed or a * places + b in barred)
    peace = _peace_net(game, scenario, side, ends)
    joint = _joint(before, peace)
    if joint < 0:
        return Detour(closed, barred, before)
    path = _path(before, peace, joint)
    road = path[path.index(joint) :]
    return Detour(closed, barred, before, path, frozenset(road[1:]), _sides(game, road))


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


@lasting(most=1)
def _roadless(game: Charts[Any]) -> frozenset[int]:
    """Hexsides of great rivers and canals that no road leads over, both ways."""
    ground = game.loc_ground
    return frozenset(side for side in ground.great if side % ground.places not in ground.roads[side // ground.places])


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
