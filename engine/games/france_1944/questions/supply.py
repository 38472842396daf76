"""Supply: sources, lines of headquarters, units, who may get replacements, who is surrounded (11.1-11.4, 10.1.1).

A line is counted in hexes from the piece, its own hex not counted, the source counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.france_1944.questions import command, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import SOUTHERN_HEX, SURROUNDED
from hexledger.engine.kernel.memory import CONTROL, PLACES, STEPS, Basis, kept

ON_SUPPLY: Final = Basis(
    PLACES,
    STEPS,
    CONTROL,
    flags=(w.DROPPED,),
    variables=(w.VAR["south"], w.VAR["scenario"], w.word(SOUTHERN_HEX.word)),
)
"""What supply hangs on."""
Line = tuple[int, ...]
"""Places of a line from the piece to its source or headquarters, both counted."""


@kept(ON_SUPPLY)
def sources(pos: FrancePosition, side: int) -> frozenset[int]:
    """11.2, 11.3, R-79: supply sources of a side."""
    ground = pos.game.ground
    found: list[int] = []
    for place in sorted(ground.german_cities):
        allied = pos.side_at(place) == w.ALLIED
        if allied == (side == w.ALLIED):
            found.append(place)
    if side == w.GERMAN:
        held = sorted(ground.ports | ground.allied_sources)
        found.extend(place for place in held if pos.control(place) == w.GERMAN)
    else:
        found.extend(place for place in sorted(ground.allied_sources) if pos.control(place) == w.ALLIED)
        if pos.var("south"):
            found.extend(ground.south)
    if pos.var("south"):
        found.extend(place for place in ground.row_28 if pos.control(place) == side)
    return frozenset(found)


def passes(pos: FrancePosition, place: int, side: int) -> bool:
    """11.1: a line may run through the place."""
    return not pos.enemy_in(place, side) and not zoc.open_ezoc(pos, place, side)


@kept(ON_SUPPLY)
def lines(pos: FrancePosition, side: int) -> Mapping[int, tuple[int, int]]:
    """11.1, R-27, R-80: place -> (hexes to the nearest source, next place towards it), to the limit of 20 hexes."""
    ground = pos.game.ground
    limit = pos.game.chart.number("supply", "hq_to_source_max_hexes")
    found: dict[int, tuple[int, int]] = {}
    edge: list[int] = []
    shut = zoc.shut(pos, side)
    for place in sorted(sources(pos, side)):
        if not pos.enemy_in(place, side):
            found[place] = (0, -1)
            edge.append(place)
    for length in range(1, limit + 1):
        fresh: list[int] = []
        for here in edge:
            if found[here][0] > 0 and here in shut:
                continue
            for there in (*ground.near[here], *(ground.boxes_at.get(here, ()) if side == w.ALLIED else ())):
                if there not in found and not pos.enemy_in(there, side):
                    found[there] = (length, here)
                    fresh.append(there)
        edge = fresh
    return found


def line_of(pos: FrancePosition, place: int, side: int) -> Line:
    """The line from a place to its source, () where there is none."""
    found = lines(pos, side)
    if place not in found:
        return ()
    way = [place]
    while found[way[-1]][1] >= 0:
        way.append(found[way[-1]][1])
    return tuple(way)


@kept(ON_SUPPLY)
def supplied_hqs(pos: FrancePosition, side: int) -> Mapping[int, Line]:
    """11.1: HQ in supply -> its line: to a source, or to the HQ of the chain in whose range it stands."""
    hqs = [piece for piece in pos.of(side) if pos.is_hq(piece)]
    found: dict[int, Line] = {}
    for hq in hqs:
        way = line_of(pos, pos.at(hq), side)
        if way:
            found[hq] = way
    edge = list(found)
    while edge:
        fresh: list[int] = []
        for giver in edge:
            for hq in hqs:
                if hq not in found and command.in_range(pos, giver, hq):
                    found[hq] = (pos.at(hq), pos.at(giver))
                    fresh.append(hq)
        edge = fresh
    return found


def hq_line(pos: FrancePosition, hq: int) -> Line:
    """11.1: the line that supplies an HQ, () without one."""
    return supplied_hqs(pos, pos.side(hq)).get(hq, ()) if pos.on_map(hq) else ()


def giver(pos: FrancePosition, unit: int, any_nation: bool = False) -> int:
    """4.6, 11.1, R-26: the first supplied HQ in whose range the unit stands, of a nation that may command it unless any
    will do; -1 for none."""
    for hq in supplied_hqs(pos, pos.side(unit)):
        if command.in_range(pos, hq, unit) and (any_nation or command.eligible(pos, hq, unit)):
            return hq
    return -1


def beside_source(pos: FrancePosition, unit: int) -> int:
    """11.1, R-41: an own source in the unit's place or next to it, -1 for none."""
    side, place = pos.side(unit), pos.at(unit)
    ground = pos.game.ground
    own = sources(pos, side)
    around = (place, *ground.near[place], *(ground.boxes_at.get(place, ()) if side == w.ALLIED else ()))
    return next((there for there in around if there in own and not pos.enemy_in(there, side)), -1)


@kept(ON_SUPPLY)
def line(pos: FrancePosition, piece: int) -> Line:
    """11.1, 11.5, R-41: what supplies a piece now: the places of its line, () out of supply. The 18th in its
    drop is in supply (12.3)."""
    if pos.is_hq(piece):
        return hq_line(pos, piece)
    place = pos.at(piece)
    if pos.flag(piece, w.DROPPED):
        return (place,)
    source = beside_source(pos, piece)
    if source >= 0:
        return (place,) if source == place else (place, source)
    hq = giver(pos, piece)
    return (place, pos.at(hq)) if hq >= 0 else ()


def trace(pos: FrancePosition, piece: int) -> Line:
    """11.1: the whole line of a piece: over the headquarters that feed it to the source; () out of supply."""
    way = line(pos, piece)
    if not way or pos.at(piece) not in way or way[-1] in sources(pos, pos.side(piece)) or pos.flag(piece, w.DROPPED):
        return way
    fed = supplied_hqs(pos, pos.side(piece))
    for hq in pos.hqs_at(way[-1]):
        if hq in fed and hq != piece:
            return tuple(dict.fromkeys((pos.at(piece), *trace(pos, hq))))
    return way


def supplied(pos: FrancePosition, piece: int) -> bool:
    """11.1: is the piece in supply now?"""
    return bool(line(pos, piece))


def may_get_replacements(pos: FrancePosition, unit: int) -> bool:
    """10.1.2, R-26, R-42, R-64: HQ-supplied by an HQ of any nation, and no OOS marker; the 18th in its box always."""
    if pos.at(unit) == pos.game.ground.airborne_box:
        return True
    return pos.on_map(unit) and not pos.flag(unit, w.OOS) and giver(pos, unit, any_nation=True) >= 0


# ---------------------------------------------------------------------- 11.4
def antwerp_open(pos: FrancePosition) -> bool:
    """11.4: Antwerp is Allied and no German unit stands in the Scheldt estuary."""
    ground = pos.game.ground
    if pos.control(ground.antwerp) != w.ALLIED:
        return False
    return not any(pos.side_at(place) == w.GERMAN for place in ground.scheldt)


# ---------------------------------------------------------------------- 10.1.1
def surrounded(pos: FrancePosition, piece: int) -> bool:
    """10.1.1, R-10: no way out leads from the piece."""
    return not way_out(pos, piece)


def way_out(pos: FrancePosition, piece: int) -> Line:
    """10.1.1, R-10: a shortest way without enemies and open enemy ZOC from the piece to a source, at any distance. The
    source itself may lie in such a ZOC, as at the end of any line (3.3). By the other reading one of its six hexes that
    is open. () when it is surrounded."""
    side, start = pos.side(piece), pos.at(piece)
    ground = pos.game.ground
    if pos.reading(SURROUNDED) != SURROUNDED.default:
        return next(((start, there) for there in ground.near[start] if passes(pos, there, side)), ())
    own = sources(pos, side)
    before, edge = {start: -1}, [start]
    for here in edge:
        if here in own:
            return _back(before, here)
        for there in (*ground.near[here], *(ground.boxes_at.get(here, ()) if side == w.ALLIED else ())):
            reached = there in own and not pos.enemy_in(there, side)
            if there not in before and (reached or passes(pos, there, side)):
                before[there] = here
                edge.append(there)
    return ()


def _back(before: Mapping[int, int], place: int) -> Line:
    """The way that was gone to a place, its start first."""
    way = [place]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return tuple(reversed(way))
