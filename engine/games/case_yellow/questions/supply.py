"""Lines: LOS and LOC, supply, attack supply (2.4h-i, 7.2-7.8, 9.6, 9.7). LOS and LOC are different traces."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hexledger.engine.games.case_yellow.questions import zoc
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables.ground import FRANCE, NETHERLANDS
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN
from hexledger.engine.kernel.memory import WHERE, kept

Net = Mapping[int, tuple[int, int]]
"""Hex -> (hexes to the source, the next hex towards it); a source has (0, itself)."""


class Source(NamedTuple):
    """Where a unit draws attack supply: `kind` is free, wall (7.8c) or ag1 (7.7 exception); the path to the source."""

    kind: str
    path: tuple[int, ...]


# ---------------------------------------------------------------------- traces
def open_to_los(pos: YellowPosition, place: int, side: int) -> bool:
    """2.4i, 7.2a, 7.2d: a LOS may run on: no enemy, no enemy works, no enemy ZOC without a friend in the hex."""
    if pos.friend_in(place, side):
        return True
    return not (pos.enemy_in(place, side) or zoc.in_ezoc(pos, place, side) or pos.enemy_works(place, side))


def open_to_loc(pos: YellowPosition, place: int, side: int) -> bool:
    """2.4h, 9.6, 11.7d: a LOC may run through a hex: contested enemy ZOC is no bar; it stays in France."""
    if pos.game.ground.country[place] != FRANCE:
        return False
    if pos.friend_in(place, side):
        return True
    if pos.enemy_in(place, side) or pos.enemy_fortress(place, side):
        return False
    return not zoc.in_ezoc(pos, place, side) or zoc.contested(pos, place)


@kept(WHERE)
def _closed_to_los(pos: YellowPosition, side: int) -> frozenset[int]:
    """Hexes through which no LOS of a side runs on, flooded ones too (7.2c): `open_to_los` asked of the map once."""
    ground, stacks, sides = pos.game.ground, pos.state.stacks, pos.game.side_of
    fortified = [*ground.garrison, *ground.works]
    shut = {*zoc.zone(pos, 3 - side), *(place for place in fortified if pos.enemy_works(place, side)), *stacks}
    return ground.flooded | {place for place in shut if place not in stacks or sides[stacks[place][0]] != side}


def los_step(pos: YellowPosition, here: int, there: int, side: int) -> bool:
    """7.2b, 10.6b, G-A34: a LOS crosses a river only at a crossing that is ours on both banks and not interdicted."""
    ground = pos.game.ground
    if not ground.river_between(here, there):
        return True
    if ground.key(here, there) not in ground.crossing:
        return False
    if side == GERMAN and pos.interdicted(here, there):
        return False
    return pos.control(here) == side and pos.control(there) == side


def _lines(
    pos: YellowPosition,
    sources: Iterable[int],
    closed: frozenset[int],
    near: Sequence[Sequence[tuple[int, bool]]],
    side: int,
    limit: int | None = None,
) -> Net:
    """Lines from the nearest of several sources to all hexes: all but the end is open, and rivers let the line by.

    near   hex -> (adjacent hex, over a crossing that has to serve) from which a line comes to it
    """
    found: dict[int, tuple[int, int]] = {place: (0, place) for place in sorted(sources)}
    queue = deque(found)
    land = pos.scenario.land
    while queue:
        here = queue.popleft()
        length = found[here][0]
        if limit is not None and length >= limit:
            continue
        if length and here in closed:
            continue
        for there, crossing in near[here]:
            if there in found or there not in land or (crossing and not los_step(pos, there, here, side)):
                continue
            found[there] = (length + 1, here)
            queue.append(there)
    return found


def line(net: Net, place: int) -> tuple[int, ...]:
    """The line of a net from a hex to its source, both ends included; () when there is none."""
    if place not in net:
        return ()
    path = [place]
    while net[path[-1]][0]:
        path.append(net[path[-1]][1])
    return tuple(path)


def los_net(pos: YellowPosition, side: int, sources: Iterable[int], limit: int | None = None) -> Net:
    """7.2: LOS from sources that are ours and open; a flooded hex may be entered and not passed (7.2c)."""
    land, closed = pos.scenario.land, _closed_to_los(pos, side)
    usable = [p for p in sources if p in land and pos.control(p) == side and open_to_los(pos, p, side)]
    return _lines(pos, usable, closed, pos.game.ground.line_near, side, limit)


def loc_net(pos: YellowPosition, sources: Iterable[int]) -> Net:
    """2.4h: Allied LOC to hexes that are Allied; rivers are no bar (G-A35)."""
    ground = pos.game.ground
    closed = frozenset(place for place in ground.land if not open_to_loc(pos, place, ALLIED))
    usable = [p for p in sources if pos.control(p) == ALLIED and p not in closed]
    return _lines(pos, usable, closed, ground.free_near, ALLIED)


# ---------------------------------------------------------------------- 7.3, 7.4 supply
def edges(pos: YellowPosition, *names: str) -> frozenset[int]:
    """CL.2: hexes of the west or south edge."""
    ground = pos.game.ground
    return frozenset(p for name in names for p in (ground.west_edge if name == "west" else ground.south_edge))


def sources(pos: YellowPosition, nation: str) -> frozenset[int]:
    """7.3, 7.4: supply sources of a nation as the chart lists them; whether they are usable the trace says."""
    ground = pos.game.ground
    found: set[int] = set()
    for row in pos.game.chart.data["supply_sources"][nation]:
        if "city" in row:
            found.update(ground.named[row["city"]])
        elif "edge" in row:
            found.update(edges(pos, row["edge"]))
        elif "ports" in row:
            found.update(ground.ports)
        elif "cities_in" in row:
            found.update(p for p in ground.german_cities)
    return frozenset(found)


@kept(WHERE)
def supply_net(pos: YellowPosition, nation: str) -> Net:
    """7.3, 7.4: lines of supply of a nation."""
    side = GERMAN if nation == "german" else ALLIED
    return los_net(pos, side, sources(pos, nation))


def automatic(pos: YellowPosition, piece: int) -> bool:
    """7.3a, 7.7a: Dutch units are supplied in the Netherlands."""
    return pos.nation(piece) == "dutch" and pos.game.ground.country[pos.at(piece)] == NETHERLANDS


def supply_line(pos: YellowPosition, piece: int) -> tuple[int, ...] | None:
    """7.3, 7.4: the LOS of a unit to a source, its hex first; None when it has none."""
    place = pos.at(piece)
    if automatic(pos, piece):
        return (place,)
    return line(supply_net(pos, pos.nation(piece)), place) or None


# ---------------------------------------------------------------------- LOC
def loc_line(pos: YellowPosition, place: int) -> tuple[int, ...]:
    """2.4h, QA.8: the Allied LOC of a hex to the west or south edge; () when there is none."""
    if pos.game.ground.country[place] != FRANCE:
        return ()
    return line(_loc_edges(pos), place)


@kept(WHERE)
def _loc_edges(pos: YellowPosition) -> Net:
    return loc_net(pos, edges(pos, "west", "south"))


# ---------------------------------------------------------------------- 7.6-7.8 attack supply
@kept(WHERE)
def _edge_net(pos: YellowPosition) -> Net:
    """7.7d, e: LOS of Paris and of AG1 to the west or south edge."""
    return los_net(pos, ALLIED, edges(pos, "west", "south"))


@kept(WHERE)
def _ruhr_net(pos: YellowPosition) -> Net:
    """7.8a, b: LOS of German supply units and cities to a Ruhr city."""
    return los_net(pos, GERMAN, pos.game.ground.ruhr)


def supply_unit_linked(pos: YellowPosition, piece: int) -> bool:
    """7.7e, 7.8a: an attack supply unit has its own LOS: to the map edge, or to a Ruhr city."""
    net = _ruhr_net(pos) if pos.side(piece) == GERMAN else _edge_net(pos)
    return pos.at(piece) in net


@kept(WHERE)
def _attack_nets(pos: YellowPosition, nation: str) -> tuple[tuple[str, Net], ...]:
    """Nets of attack supply of a nation, those without a price first; the last are limited (7.8c) or cost AG1 (7.7)."""
    return tuple(_rows(pos, nation))


def _rows(pos: YellowPosition, nation: str) -> list[tuple[str, Net]]:
    ground, roster = pos.game.ground, pos.game.roster
    side = GERMAN if nation == "german" else ALLIED
    free: list[tuple[str, Net]] = []
    dear: list[tuple[str, Net]] = []
    for row in pos.game.chart.data["attack_supply"][nation]:
        reach = row.get("range")
        limit = reach if isinstance(reach, int) else None
        if "city" in row:
            free.append(("free", los_net(pos, side, ground.named[row["city"]], limit)))
        elif "ports" in row:
            free.append(("free", los_net(pos, side, sorted(ground.ports), limit)))
        elif "place" in row:
            paris = [p for p in ground.paris if p in _edge_net(pos)]
            free.append(("free", los_net(pos, side, paris, limit)))
        elif "cities_in" in row:
            cities = [p for p in ground.german_cities if p in _ruhr_net(pos)]
            free.append(("free", los_net(pos, side, cities, limit)))
        elif "feature" in row:
            dear.append(("wall", los_net(pos, side, ground.west_wall, limit)))
        elif "unit" in row:
            unit = roster.index[row["unit"]]
            if pos.on_map(unit):
                linked = supply_unit_linked(pos, unit)
                net = _net_from_unit(pos, side, pos.at(unit), limit)
                if linked:
                    free.append(("free", net))
                elif side == ALLIED:
                    dear.append(("ag1", net))
    return [*free, *dear]


def _net_from_unit(pos: YellowPosition, side: int, place: int, limit: int | None) -> Net:
    """7.2e: lines that end at a supply unit; it stands there, so its hex is ours and open."""
    return los_net(pos, side, (place,), limit)


def attack_source(pos: YellowPosition, piece: int, target: int, kinds: Iterable[str] = ("free",)) -> Source | None:
    """7.6a, 7.6b, 7.8, 11.8a: how a unit can draw attack supply now for an attack on a hex; None when it cannot.

    kinds   which sources are to be asked: free, wall (7.8c), ag1 (7.7 exception)
    """
    place, nation = pos.at(piece), pos.nation(piece)
    if pos.state.turn < pos.game.chart.number("supply_check", "attack_supply_from_turn") or automatic(pos, piece):
        return Source("free", (place,))
    guns = piece in pos.game.roster.arko  # 11.8a: of the sources of 7.8 an ARKO has a, b and c
    if nation == "german" and not guns and pos.game.ground.country[target] == NETHERLANDS:
        row = next(row for row in pos.game.chart.data["attack_supply"]["german"] if "turn" in row)
        if pos.state.turn == int(row["turn"]):
            return Source("free", (place,))
    if nation == "dutch":
        return None
    wanted = tuple(kinds)
    for kind, net in _attack_nets(pos, nation):
        if kind in wanted and place in net:
            return Source(kind, line(net, place))
    return None
