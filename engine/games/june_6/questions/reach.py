"""Where a unit could go and by which cheapest path, for choices and screens (8.1, 8.2, 11.1).

The cost of a step depends on how the unit came: off-road traffic counts only after a road step (R-73). So a node of
the search is a hex and whether it was entered by road: `2 * hex + road`. A ZOC matters only where the move begins
(11.13) and where it ends (11.12), so it needs no node of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from hexledger.engine.games.june_6.questions.costs import (
    MANY,
    Mover,
    allowance,
    entry,
    first_hex,
    mover,
    paved,
    traffic,
    zone,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import PlaceId
from hexledger.engine.kernel.memory import MARKERS, PLACES, Basis, kept, renewed, rows
from hexledger.engine.map.paths import NO_PLACE, Reached
from hexledger.engine.map.reach import Steps
from hexledger.engine.map.reach import reach as reach_from

KEPT: Final = 64
"""Kinds of movers for which the steps of the last position are kept."""
AFRESH: Final = 24
"""Changes of stacks from which on it is easier to begin anew."""
ON_STEPS: Final = Basis(PLACES, MARKERS, flags=(f.ENTRY,), variables=(f.VAR_CHERBOURG_ABANDONED,))
"""All that the steps of a kind of mover depend on."""
ON_GROUND: Final = Basis(MARKERS, variables=(f.VAR_CHERBOURG_ABANDONED,))
"""All that their prices depend on besides where pieces stand."""


class Way(msgspec.Struct, frozen=True):
    """A hex that can be reached: its cost in half points, and the hexes entered on the way, the last one it."""

    place: int
    cost: int
    path: tuple[PlaceId, ...]


class _Ground(msgspec.Struct, frozen=True):
    """All that the steps of a position depend on, besides the mover: stacks, markers, units that are still to enter,
    Cherbourg given up or not."""

    stacks: dict[int, tuple[int, ...]]
    markers: dict[int, int]
    entering: tuple[int, ...]
    abandoned: bool

    def changed(self, since: _Ground) -> list[int] | None:
        """Places whose stack is another one, None when more than that has changed."""
        if (
            self.markers != since.markers
            or self.entering != since.entering
            or self.abandoned is not since.abandoned
            or len(differing := self.stacks.items() ^ since.stacks.items()) > AFRESH
        ):
            return None
        return sorted({place for place, _ in differing})


@kept(ON_STEPS)
def _ground_of(pos: June6Position) -> _Ground:
    entry = f.ENTRY
    return _Ground(
        pos.state.stacks.copy(),
        pos.state.markers.copy(),
        tuple(sorted([key >> 16 for key in pos.state.flags if key & 0xFFFF == entry])),
        pos.cherbourg_abandoned,
    )


Price = tuple[int, bool, int]
"""A step by terrain and traffic: half points, along a road, half points more after a road (R-73)."""


@rows(ON_GROUND)
def _paved(pos: June6Position, m: Mover, place: int) -> tuple[tuple[int, tuple[Price | None, ...]], ...]:
    """Neighbours of a hex that a mover could enter from there -> the step with no, one and `MANY` friends there."""
    found = []
    for there in pos.board.neighbours[place]:
        steps = [paved(pos, m, place, there, friends) for friends in range(MANY + 1)]
        prices = tuple(
            None if step is None else (sum(line[1] for line in step.lines), step.road, step.jam) for step in steps
        )
        if any(prices):
            found.append((there, prices))
    return tuple(found)


class _Steps:
    """Steps from every node, for all units of a side that pay the same; filled as the searches ask."""

    def __init__(self, pos: June6Position, m: Mover) -> None:
        self.pos = pos
        self.m = m
        self.priced_as = msgspec.structs.replace(m, steady=True, support=False)
        """As the prices of terrain and traffic know it."""
        self.made_on = _ground_of(pos)
        self.nodes: dict[int, Steps] = {}
        self.ground: dict[int, list[tuple[int, int, bool, int]]] = {}
        self.zones: dict[int, bool] = {}
        self.jams: dict[int, bool] = {}

    def take_over(self, other: _Steps) -> None:
        """Keep what is known from another position, but not near the places where a stack has changed: a ZOC reaches
        one hex from it, the price of a step depends on the ZOC and the traffic in the next hex, and how a hex is
        entered is told apart by the prices out of it."""
        changed = self.made_on.changed(other.made_on)
        if changed is None:
            return
        self.nodes, self.ground = other.nodes.copy(), other.ground.copy()
        self.zones, self.jams = other.zones.copy(), other.jams.copy()
        board = self.pos.board
        for place in changed:
            if place >= board.n_hexes:
                continue
            for near in board.within(place, 1):
                self.zones.pop(near, None)
            for near in board.within(place, 2):
                self.ground.pop(near, None)
                self.jams.pop(near, None)
            for near in board.within(place, 3):
                self.nodes.pop(near << 1, None)
                self.nodes.pop(near << 1 | 1, None)

    def agrees(self, fresh: _Steps) -> bool:
        """Is all that is known what a fresh look finds? For `memory_checks`."""
        return (
            all(fresh.ezoc(place) is known for place, known in self.zones.items())
            and all(fresh._from(place) == known for place, known in self.ground.items())
            and all(fresh._jams(place) is known for place, known in self.jams.items())
            and all(fresh[node] == known for node, known in self.nodes.items())
        )

    def ezoc(self, place: int) -> bool:
        """Is the hex in an enemy ZOC?"""
        known = self.zones.get(place)
        if known is None:
            known = self.zones[place] = self.pos.in_ezoc(place, self.m.side)
        return known

    def __getitem__(self, node: int) -> Steps:
        """Next nodes with the cost of the step."""
        found = self.nodes.get(node)
        if found is None:
            found = self.nodes[node] = self._nodes(self._from(node >> 1), node & 1)
        return found

    def first(self, place: int, road: bool) -> Steps:
        """Steps out of the hex where a move begins."""
        if self.ezoc(place):
            return self._nodes(self._priced(place, began=True), road)
        return self._nodes(self._from(place), road)

    def _jams(self, place: int) -> bool:
        """May a later step depend on how the hex was entered? Only there is it kept, in the node."""
        known = self.jams.get(place)
        if known is None:
            known = self.jams[place] = not self.ezoc(place) and any(step[3] for step in self._from(place))
        return known

    def _nodes(self, steps: Iterable[tuple[int, int, bool, int]], road: int) -> Steps:
        jams = self._jams
        return [
            (there << 1 | (by_road and jams(there)), cost + (jam if road else 0)) for there, cost, by_road, jam in steps
        ]

    def _from(self, place: int) -> list[tuple[int, int, bool, int]]:
        found = self.ground.get(place)
        if found is None:
            found = self.ground[place] = list(self._priced(place, began=False))
        return found

    def _priced(self, place: int, began: bool) -> Iterator[tuple[int, int, bool, int]]:
        pos, m = self.pos, self.m
        for there, prices in _paved(pos, self.priced_as)[place]:
            friends = traffic(pos, m, there)
            price = prices[min(friends, MANY)] if friends >= 0 else None
            if price is None:
                continue
            toll = zone(pos, m, there, began, self.ezoc(there))
            if toll is None:
                continue
            cost, by_road, jam = price
            for line in toll:
                cost += line[1]
            yield there, cost, by_road, jam


class _Zones:
    """Nodes in an enemy ZOC, found out when they are asked for."""

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and self._steps.ezoc(node >> 1)


def _steps(pos: June6Position, m: Mover) -> _Steps:
    steps = _steps_of(pos, msgspec.structs.replace(m, piece=pos.stand_in(m.piece), itself=-1))
    # an equal position may have made them, which has gone on since
    steps.pos = pos
    return steps


@renewed(ON_STEPS, most=KEPT)
def _steps_of(pos: June6Position, last: _Steps | None, m: Mover) -> _Steps:
    """New steps that begin with what the last position knew, where it is still so."""
    made = _Steps(pos, m)
    if last is not None:
        made.take_over(last)
    return made


def reach(pos: June6Position, piece: int) -> dict[int, Way]:
    """Every hex that a unit could move to with its allowance, in place order; stacking is not looked at.

    The cheapest path to each: equal ones by fewer hexes, then by place order. The hex where it stands is not listed.
    """
    m = mover(pos, piece)
    if pos.in_box(piece):
        return _from_box(pos, m)
    start, limit = pos.at(piece), allowance(pos, piece)
    by_road = False
    steps = _steps(pos, m)
    if pos.flag(piece, f.ENTRY):
        entered = entry(pos, m, start)
        if entered is None or steps.ezoc(start):
            return {}
        limit -= sum(line[1] for line in entered.lines)
        by_road = entered.road
    return _reach(steps, start, by_road, limit)


def _from_box(pos: June6Position, m: Mover) -> dict[int, Way]:
    """J6 10.13: where a unit that waits in a box could go: its first hexes and what lies behind them."""
    gate = pos.gate(m.piece)
    best: dict[int, Way] = {}
    steps, limit = _steps(pos, m), allowance(pos, m.piece)
    for place in gate.hexes if gate is not None else ():
        step = first_hex(pos, m, place)
        toll = zone(pos, m, place, False, steps.ezoc(place)) if step is not None else None
        if step is None or toll is None:
            continue
        cost = sum(line[1] for line in (*step.lines, *toll))
        if cost > limit:
            continue
        found = {place: Way(place, cost, (PlaceId(place),))}
        if not toll:
            for way in _reach(steps, place, step.road, limit - cost).values():
                found[way.place] = Way(way.place, cost + way.cost, (PlaceId(place), *way.path))
        for way in found.values():
            if way.place not in best or way.cost < best[way.place].cost:
                best[way.place] = way
    return {place: best[place] for place in sorted(best)}


def _reach(steps: _Steps, start: int, by_road: bool, limit: int) -> dict[int, Way]:
    if limit <= 0:
        return {}
    root = start << 1 | by_road
    opening = steps.first(start, by_road)
    reached = reach_from(steps, root, limit, first=opening, least=1, stops=_Zones(steps))
    return _ways(reached, start)


def _ways(reached: Reached, start: int) -> dict[int, Way]:
    best: dict[int, int] = {}
    paths: dict[int, tuple[PlaceId, ...]] = {}
    # the node before each was reached before it
    for node, (_, before) in reached.items():
        paths[node] = (*paths[before], PlaceId(node >> 1)) if before != NO_PLACE else ()
        best.setdefault(node >> 1, node)
    best.pop(start, None)
    return {place: Way(place, reached[node][0], paths[node]) for place, node in sorted(best.items())}
