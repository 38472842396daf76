"""Ways of a retreat (54): along the shortest route to a supply road and on towards a source, or else anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import (
    borders,
    engagements,
    going,
    lines,
    sources,
    stacking,
    supply,
    zoc,
)
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.switches import RETREAT_ROAD
from hexledger.engine.kernel.memory import BOARD, CLOCK, MARKERS, PLACES, VARIABLES, Basis, kept
from hexledger.engine.map.floods import Lines
from hexledger.engine.procedures.retreat import ways as all_ways

ON_ROADS: Final = Basis(PLACES, MARKERS, VARIABLES, CLOCK, flags=(w.FLAG["surprised"],))
"""What roads to the sources hang on."""
FARTHEST_ROAD: Final = 40
"""Hexes within which a supply road is looked for; roads are never farther on this map."""


class Way(NamedTuple):
    """A way of a retreat: the hexes entered, and whether the unit goes off the map at its end (54.1h)."""

    path: tuple[int, ...]
    off: bool = False


# ---------------------------------------------------------------------- what may be entered
def may_enter(pos: TrumpetsPosition, unit: int, here: int, there: int, strict: bool = False) -> bool:
    """25.7, 54.2a, f, g, m, n, 54.3: no enemy, no ZOC that affects the unit, ground and water that it passes alone.

    strict  no hex that the unit may not enter in movement (54.2n), nor a position that is being vacated (52.12.1a);
            otherwise it may, at need, cross the boundary of its army and pass units of another one (26.1.2, 26.1.3,
            26.2.8, 26.2.9)
    """
    side = pos.side(unit)
    if pos.enemy_in(there, side) or zoc.stops(pos, unit, there):
        return False
    if there not in pos.scenario.hexes or borders.bare(pos, unit, here, there) or borders.meuse(pos, unit, here, there):
        return False
    if strict and (borders.forbidden(pos, unit, here, there) or engagements.closed(pos, there, side)) is not None:
        return False
    return going.passable(pos, unit, here, there)


def on_road(pos: TrumpetsPosition, unit: int, here: int, there: int) -> bool:
    """A road (over an intact bridge that carries the unit) joins two hexes."""
    return going.road_open(pos, here, there) and going.borne(pos, unit, here, there)


# ---------------------------------------------------------------------- 54.1 supply roads
class Road:
    """54.1: a source and the road hexes that are joined to it, as far as they are free."""

    __slots__ = ("_free", "_lines")

    def __init__(self, found: Lines, free: int) -> None:
        self._lines, self._free = found, free

    @property
    def hexes(self) -> int:
        """They as one integer."""
        return self._lines.hexes & self._free

    def to_go(self, place: int) -> int:
        """Hexes to go to the source; -1 from where the road does not lead there."""
        return self._lines.length(place) if place in self._lines and self._lines.bit(place) & self._free else -1

    def from_(self, place: int) -> int:
        """The same, of a hex where a retreat begins: an enemy ZOC in that hex does not matter, as the road may end in
        it (9.4d, B-87)."""
        return self._lines.length(place) if place in self._lines else -1

    def agrees(self, fresh: Road) -> bool:
        """True when both are the same road, whatever has been asked of either."""
        return self._free == fresh._free and self._lines.agrees(fresh._lines)


def nets(pos: TrumpetsPosition, unit: int) -> tuple[Road, ...]:
    """Supply roads on which a unit retreats: those of its army."""
    xlvii = pos.above(unit, "corps") == pos.game.xlvii
    return _nets(pos, pos.side(unit), borders.army_of(pos, unit), xlvii)


@kept(ON_ROADS)
def _nets(pos: TrumpetsPosition, side: int, army: str, xlvii: bool) -> tuple[Road, ...]:
    """54.1a, c, 54.2b, e: a road for each source; free of enemies and their ZOC, and roads by which supply would come
    (9.6g, h: inside the boundary, without rubble and blown bridges)."""
    roads = lines.road_lines(pos)
    free = lines.road_hexes(pos, side, army, xlvii) & ~roads.hexes(lines.rubble(pos))
    starts = [source for source in supply.sources(pos, side, army) if roads.bits[source] & free]
    return tuple(Road(lines.flooded(pos.game, roads, (source,), free), free) for source in starts)


def _net(maps: Iterable[Road]) -> int:
    """Hexes of all of them, as one integer."""
    found = 0
    for way in maps:
        found |= way.hexes
    return found


def _toward(maps: Iterable[Road], here: int, there: int, first: bool) -> bool:
    """54.1c, d: a step along a road that leads on towards one of the sources. `first`: the retreat begins here."""
    return any(
        way.to_go(there) >= 0 and (way.from_(here) if first else way.to_go(here)) == way.to_go(there) + 1
        for way in maps
    )


def _leads(pos: TrumpetsPosition, unit: int, maps: tuple[Road, ...], strict: bool) -> dict[int, tuple[int, ...]]:
    """54.1a: hex -> next hexes of the shortest routes to a supply road; empty when there is none."""
    start = pos.at(unit)
    net, bits = _net(maps), lines.over_all(pos.game).bits
    levels: list[dict[int, list[int]]] = [{start: []}]
    seen = {start}
    for _ in range(FARTHEST_ROAD):
        if any(bits[place] & net for place in levels[-1]):
            break
        rim: dict[int, list[int]] = {}
        for here in levels[-1]:
            for there in pos.game.ground.near[here]:
                if there not in seen and may_enter(pos, unit, here, there, strict):
                    rim.setdefault(there, []).append(here)
        if not rim:
            return {}
        seen.update(rim)
        levels.append(rim)
    good = {place for place in levels[-1] if bits[place] & net}
    next_: dict[int, tuple[int, ...]] = {}
    for level in reversed(levels[1:]):
        before: set[int] = set()
        for there in sorted(good & set(level)):
            for here in level[there]:
                next_[here] = (*next_.get(here, ()), there)
                before.add(here)
        good = before
    return next_


def _prescribed(pos: TrumpetsPosition, unit: int, length: int, strict: bool) -> Iterator[Way]:
    """54.1: routes of full length to a supply road and along it."""
    side = pos.side(unit)
    maps = nets(pos, unit)
    start = pos.at(unit)
    net, bits = _net(maps), lines.over_all(pos.game).bits
    on_it = any(way.from_(start) >= 0 for way in maps)
    lead = {} if on_it else _leads(pos, unit, maps, strict)
    if not on_it and not lead:
        return

    def extend(path: tuple[int, ...], here: int) -> Iterator[Way]:
        if len(path) == length:
            yield Way(path)
            return
        if bits[here] & net or (not path and on_it):
            if sources.on_edge(pos, here) and any((way.to_go(here) if path else way.from_(here)) == 0 for way in maps):
                # 54.1h: not along the edge to another source
                yield Way(path, True)
                return
            onward = [
                there for there in pos.game.ground.roads_of[here]
                if _toward(maps, here, there, not path) and on_road(pos, unit, here, there)
                and not pos.enemy_in(there, side)
                and not (strict and (borders.forbidden(pos, unit, here, there) or engagements.closed(pos, there, side)))
            ]  # fmt: skip
        else:
            onward = list(lead.get(here, ()))
        for there in onward:
            if there != start and there not in path:
                yield from extend((*path, there), there)

    yield from extend((), start)


def _free(pos: TrumpetsPosition, unit: int, length: int, strict: bool) -> Iterator[Way]:
    """54.1j, 54.2p: any legal route of full length."""
    found = all_ways(
        pos.at(unit),
        length,
        pos.game.ground.near,
        lambda here, there: may_enter(pos, unit, here, there, strict),
        lambda _: True,
    )
    return (Way(path) for path in found)


# ---------------------------------------------------------------------- 54.2 which of them
@kept(BOARD)
def ways(pos: TrumpetsPosition, unit: int, length: int, battle: int) -> tuple[Way, ...]:
    """54.1, 54.2: ways that the owner may choose among; () where the unit is eliminated (54.2o).

    length  hexes; battle: the hex that was fought for
    """
    if unit in pos.game.roster.immobile:
        return ()
    return _ways(pos, unit, length, battle, True) or _ways(pos, unit, length, battle, False)


def _ways(pos: TrumpetsPosition, unit: int, length: int, battle: int, strict: bool) -> tuple[Way, ...]:
    """54.1: the prescribed ways; 54.1j, 54.2p: any, where the unit is isolated or they would eliminate it."""
    if cut_off(pos, unit):
        return _farthest(pos, unit, tuple(_free(pos, unit, length, strict)), battle)
    found = tuple(_prescribed(pos, unit, length, strict))
    if found:
        best = _farthest(pos, unit, found, battle)
        if best:
            return best
    has_road = bool(found) or _road_somewhere(pos, unit, strict)
    if not has_road and pos.reading(RETREAT_ROAD) != RETREAT_ROAD.default:
        return ()
    return _farthest(pos, unit, tuple(_free(pos, unit, length, strict)), battle)


def cut_off(pos: TrumpetsPosition, unit: int) -> bool:
    """54.1j, 9.16, B-76: is the unit isolated at the moment of the combat: out of supply as it was last judged, and no
    path leads to it now? The marker of that judgement says nothing of what has been opened or cut since."""
    return not pos.in_supply(unit) and supply.isolated(pos, unit)


def _road_somewhere(pos: TrumpetsPosition, unit: int, strict: bool) -> bool:
    maps, here = nets(pos, unit), pos.at(unit)
    return bool(maps) and (any(way.from_(here) >= 0 for way in maps) or bool(_leads(pos, unit, maps, strict)))


def _farthest(pos: TrumpetsPosition, unit: int, found: tuple[Way, ...], battle: int) -> tuple[Way, ...]:
    """54.2i, j: of those that do not end over the stacking limit, the ones that end farthest from the battle; units
    that it does not freely stack with bar no hex (54.2k)."""
    fit = tuple(way for way in found if way.off or stacking.fits(pos, unit, way.path[-1]))
    if not fit:
        return ()
    most = max(_away(pos, way, battle) for way in fit)
    return tuple(dict.fromkeys(way for way in fit if _away(pos, way, battle) == most))


def _away(pos: TrumpetsPosition, way: Way, battle: int) -> int:
    return pos.board.distance(way.path[-1], battle) + (1 if way.off else 0) if way.path else 0


def mixed(pos: TrumpetsPosition, unit: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """23.8, 23.9, 54.2k: the unit and those that it cannot freely pass, or stand with, on its way; headquarters are
    free of that (23.1a), but not among units of another army (26.1.2c, 26.2.8c)."""
    counted = pos.game.roster.counted
    found: list[int] = []
    for number, place in enumerate(path):
        last = number == len(path) - 1
        if pos.side(unit) == w.GERMAN and borders.other_army(pos, unit, place) is not None:
            found += [other for other in pos.fighters(place) if other != unit]
        elif unit in counted:
            free = stacking.may_share(pos, unit, place) if last else stacking.may_enter(pos, unit, place)
            if not free:
                found += [other for other in pos.units(place) if other in counted and other != unit]
    return (unit, *found) if found else ()
