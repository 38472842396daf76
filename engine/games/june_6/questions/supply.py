"""Supply sources and lines of communication (5.2, 5.3): the sources of a side, its road net, the line of one unit."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.west_coast import OMAHA

OFF_ROAD: Final = 2
"""Hexes that a LOC may cover without a road, at the unit's end only (5.31, QA-SUP-1)."""
_NATION: Final = {"us": "supply_allied_us", "british": "supply_allied_cw", "canadian": "supply_allied_cw"}
_CHERBOURG: Final = "supply_cherbourg"


def sources(pos: June6Position, piece: int) -> frozenset[int]:
    """J6 5.21-5.23: hexes that a unit's LOC may end in."""
    counter = pos.counters[piece]
    side = pos.side(piece)
    command = piece in pos.scenario.cherbourg_units
    key = ("sources", side, counter.nationality, command)
    return pos.mapped(key, lambda: _sources(pos, side, counter.nationality, command))


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


class RoadNet(msgspec.Struct, frozen=True):
    """Hexes from which a road runs to a source: `hops` to the source, `onward` the next place (-1 at a source)."""

    hops: dict[int, int]
    onward: dict[int, int]


def _closed(pos: June6Position, side: int) -> frozenset[int]:
    """J6 5.32, R-79: hexes that a side's LOCs may not enter: enemies in them, or an enemy ZOC and no friend."""

    def search() -> frozenset[int]:
        stacks, side_of = pos.state.stacks, pos.game.side_of
        enemies = [place for place, stack in stacks.items() if side_of[stack[0]] != side]
        return frozenset(enemies).union(place for place in pos.zoc(3 - side) if place not in stacks)

    return pos.mapped(("closed", side), search)


class Closed(dict[int, bool]):
    """The same hex by hex, each looked at when it is first asked for: most lines touch few hexes. When they are many,
    the map of all of them is made."""

    FEW: Final = 40

    def __init__(self, pos: June6Position, side: int) -> None:
        self._pos = pos
        self._side = side

    def __missing__(self, place: int) -> bool:
        pos, side = self._pos, self._side
        if len(self) < self.FEW:
            stack = pos.state.stacks.get(place)
            found = pos.in_ezoc(place, side) if stack is None else pos.game.side_of[stack[0]] != side
        else:
            found = place in _closed(pos, side)
        self[place] = found
        return found


def _road_net(pos: June6Position, side: int, ends: frozenset[int], closed: frozenset[int], bridges: bool) -> RoadNet:
    """The roads that lead to a side's sources, found from the sources outwards, outside the closed hexes.

    `bridges`: look at which bridges are open now; else every printed road is.
    """
    ground = pos.game.loc_ground
    area = pos.scenario.loc_area[side]
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
            near = pos.board.neighbours[place] if beaches and place in ends else roads[place]
            for there in near:
                if there in hops or there in closed or there not in area or not roads[there]:
                    continue
                if place * places + there in great and (
                    pos.needs_bridge(place, there) if bridges else there not in roads[place]
                ):
                    continue
                hops[there] = distance
                onward[there] = place
                following.append(there)
        level = following
    return RoadNet(hops, onward)


def _peace_net(pos: June6Position, side: int, ends: frozenset[int]) -> RoadNet:
    """The road net without any unit and with all bridges: no line can be shorter than what it promises."""
    nets = pos.scenario.road_nets
    net: RoadNet | None = nets.get((side, ends))
    if net is None:
        net = nets[side, ends] = _road_net(pos, side, ends, frozenset(), False)
    return net


def _peace_line(pos: June6Position, start: int, side: int, ends: frozenset[int], peace: RoadNet) -> tuple[int, ...]:
    """The line that a LOC from this hex takes when no unit is in its way and all its bridges are open, () for none: no
    other is shorter, and of equally short ones it is the one that the search finds first."""
    lines = pos.scenario.loc_lines
    found: tuple[int, ...] | None = lines.get((side, ends, start))
    if found is None:
        before = _off_road(pos, start, side, None)
        joint = _joint(before, peace)
        found = lines[side, ends, start] = () if joint < 0 else _path(before, peace, joint)
    return found


def loc(pos: June6Position, piece: int) -> tuple[int, ...] | None:
    """J6 5.31-5.32, QA-SUP-7: a LOC of a unit on the map as a path from its hex to the source, None when it has none.

    At most two hexes to a road that runs to a source, or to a source itself; traced as a foot unit would pass (R-79).
    A shortest line. O(its length) while the road behind the front is free; else the road net is searched, once for a
    position and side.
    """
    if not pos.on_map(piece):
        return None
    side = pos.side(piece)
    ends = sources(pos, piece)
    closed = pos.mapped(("closed here", side), lambda: Closed(pos, side))
    start = pos.at(piece)
    peace = _peace_net(pos, side, ends)
    line = _peace_line(pos, start, side, ends, peace)
    if not line or _is_free(pos, line, closed):
        return line or None
    before = pos.mapped(("off road", side, start), lambda: _off_road(pos, start, side, closed))
    joint = _joint(before, peace)
    if joint < 0:
        return None
    path = _path(before, peace, joint)
    if _is_free(pos, path[path.index(joint) :], closed):
        return path
    net = pos.mapped(("road net", side, ends), lambda: _road_net(pos, side, ends, _closed(pos, side), True))
    joint = _joint(before, net)
    return None if joint < 0 else _path(before, net, joint)


def _off_road(pos: June6Position, start: int, side: int, closed: Closed | None) -> dict[int, tuple[int, int]]:
    """Hexes that a unit's LOC reaches without a road -> (steps, hex before it), nearest first. Without `closed`: as if
    nobody were on the map and a bridge over every river."""
    ground, area = pos.game.loc_ground, pos.scenario.loc_area[side]
    found = {start: (0, -1)}
    level = [start]
    for used in range(1, OFF_ROAD + 1):
        following = []
        for place in level:
            for there in ground.steps(place):
                if there in found or there not in area:
                    continue
                if closed is not None and (closed[there] or pos.needs_bridge(place, there)):
                    continue
                found[there] = (used, place)
                following.append(there)
        level = following
    return found


def _joint(off_road: dict[int, tuple[int, int]], net: RoadNet) -> int:
    """Where the road begins on the shortest line, the nearest to the unit of equally good ones; -1 for no line."""
    best, length = -1, 0
    for place, (used, _) in off_road.items():
        hops = net.hops.get(place)
        if hops is not None and (best < 0 or used + hops < length):
            best, length = place, used + hops
    return best


def _is_free(pos: June6Position, road: tuple[int, ...], closed: Closed) -> bool:
    """True when no hex of a line is closed but perhaps the first, and all its bridges are open."""
    great, places = pos.game.loc_ground.great, pos.game.loc_ground.places
    return not any(closed[b] or (a * places + b in great and pos.needs_bridge(a, b)) for a, b in pairwise(road))


def _path(off_road: dict[int, tuple[int, int]], net: RoadNet, joint: int) -> tuple[int, ...]:
    """The way from a unit to the place where its road begins, and on to the source."""
    path = [joint]
    while off_road[path[-1]][1] >= 0:
        path.append(off_road[path[-1]][1])
    path.reverse()
    while net.onward[path[-1]] >= 0:
        path.append(net.onward[path[-1]])
    return tuple(path)
