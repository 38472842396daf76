"""Ways of a retreat (11.4, 9.5c-d, QA.4, 10.3c): unit by unit, along the compass where that is possible."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.games.case_yellow.questions import stacking, zoc
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.ways import prohibited
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN

Way = tuple[int, ...]
"""Hexes entered, in order."""


def permitted_river(pos: YellowPosition, here: int, there: int) -> bool:
    """11.4b.2: a minor river anywhere, a Major River and the Rhine at crossings."""
    river = pos.game.ground.river_between(here, there)
    row = pos.game.chart.data["terrain_effects"]["hexsides"].get(river)
    if row is None or row["retreat"] == "any":
        return True
    return pos.game.ground.key(here, there) in pos.game.ground.crossing


def may_enter(pos: YellowPosition, piece: int, here: int, there: int) -> bool:
    """11.4b, 9.5c, 9.5d, 10.1d: may the unit go from one hex to the next on its retreat?"""
    side = pos.side(piece)
    if pos.enemy_in(there, side) or prohibited(pos, piece, here, there) is not None:
        return False
    if side == GERMAN and pos.enemy_works(there, side):
        return False
    if not permitted_river(pos, here, there):
        return False
    if pos.friend_in(there, side) and there != pos.at(piece):
        return True
    return not zoc.in_ezoc(pos, there, side) or zoc.ignores(pos, piece, there, False)


def waives(pos: YellowPosition, piece: int, here: int, there: int) -> bool:
    """11.4c: the second hex may be waived after a river, or in a town, city, own works or fortified line."""
    ground = pos.game.ground
    tec = ground.tec[there]
    own = ground.owner[there] == pos.side(piece) and (pos.fortress(there) or pos.works(there))
    return bool(ground.river_between(here, there)) or (tec is not None and tec.waives) or own


def fits(pos: YellowPosition, piece: int, place: int) -> bool:
    """8.4: may the unit end its retreat there?"""
    if pos.side(piece) == ALLIED and stacking.free_port(pos, place):
        return stacking.mix_allowed(pos, place, (*pos.units(place), piece))
    return stacking.room(pos, place, (piece,))


def ways(
    pos: YellowPosition, piece: int, length: int, waiver: bool = True, from_paris: bool = False
) -> tuple[Way, ...]:
    """11.4b, 11.4c, 11.4d: every legal retreat of a unit; only those along the compass when there is one (b.1, d.1).
    Where the compass leads to waived retreats alone, the whole way off the compass stays open (G-B25).

    waiver       the second hex may be waived: after combat only, not when overrun (10.3c), from Paris (12.7) or as a
                 supply unit (7.9e), which go two hexes
    from_paris   the city is given up: its units go two hexes away from all of it (12.7, G-B19)
    """
    found = tuple(dict.fromkeys(_ways(pos, piece, length, waiver)))
    if from_paris:
        found = tuple(way for way in found if _left_paris(pos, piece, way[-1], length)) or found
    compass = pos.game.chart.compass[pos.side(piece)]
    along = tuple(way for way in found if _along(pos, piece, way, compass))
    if any(len(way) >= length for way in along):
        return along
    return (*along, *(way for way in found if len(way) >= length)) if along else found


def _left_paris(pos: YellowPosition, piece: int, end: int, length: int) -> bool:
    """12.7, G-B19: is the end of a way so far from every Paris hex as the units of Paris go, or out of the two hexes
    around it for a unit that stands there (G-C16)?"""
    paris = pos.game.ground.paris
    if pos.at(piece) not in paris:
        return not pos.near_paris(end)
    return all(pos.board.distance(end, place) >= length for place in paris)


def _along(pos: YellowPosition, piece: int, way: Way, compass: frozenset[int]) -> bool:
    here = pos.at(piece)
    for there in way:
        if pos.board.direction(here, there) not in compass:
            return False
        here = there
    return True


def _ways(pos: YellowPosition, piece: int, length: int, waiver: bool) -> Iterator[Way]:
    start = pos.at(piece)
    two = length > 1
    for first in pos.board.neighbours[start]:
        if not may_enter(pos, piece, start, first):
            continue
        if not two:
            yield from _end(pos, piece, (first,), start, False)
            continue
        if waiver and waives(pos, piece, start, first) and fits(pos, piece, first):
            yield (first,)
        for second in pos.board.neighbours[first]:
            if second != start and may_enter(pos, piece, first, second):
                yield from _end(pos, piece, (first, second), start, True)


def _end(pos: YellowPosition, piece: int, way: Way, start: int, apart: bool) -> Iterator[Way]:
    """11.4b.4-5, d.4: the end of a way, or one hex more where the unit would be over the stacking limit.

    apart   the retreat may not end adjacent to the hex where it began
    """
    last = way[-1]
    if fits(pos, piece, last):
        if not (apart and pos.board.adjacent(start, last)):
            yield way
        return
    for more in pos.board.neighbours[last]:
        if more == start or more in way or not may_enter(pos, piece, last, more):
            continue
        if fits(pos, piece, more) and not (apart and pos.board.adjacent(start, more)):
            yield (*way, more)
