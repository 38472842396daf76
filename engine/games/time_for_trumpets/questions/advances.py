"""How far units may advance after a combat, and how after a Blitz attack (55, 56, 57.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import borders, engagements, fieldworks, going, stacking, zoc
from hexledger.engine.games.time_for_trumpets.questions import ways as wy
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal

Way = tuple[int, ...]
"""Hexes entered, in order."""
BASE: Final = "base"
LOW_FUEL_HEXES: Final = 1
"""11.0i."""
ONE_HEX: Final = 0
"""52.2, G-3.31: the advance after DE, or after losses alone have emptied the hex: one hex, at whatever rate."""
NIGHT_OVERRUN: Final[tuple[str, ...]] = ("1ssd_hq", "2ssd_hq", "2pz_hq")
"""56.2a."""
ESCORT: Final = "feb_hq"
"""24.4: the brigade whose AA companies go with its panzers."""


class Bounds(NamedTuple):
    """What limits the advance of a unit: hexes at its rate, hexes off the road, MF in quarters; `one`: its MF is halved
    and may still go one hex that it could enter with all of it (29.2.1f)."""

    most: int
    base: int
    mf: int
    one: bool


def rate(pos: TrumpetsPosition, unit: int) -> str:
    """55.2b-d: the row of the advance chart of a unit."""
    arms = pos.game.arms
    if unit in arms.recon or unit in arms.special_hq or unit in arms.rangers:
        return "recon"
    if unit in arms.tanks or pos.game.roster.type[unit] == "armoured_infantry":
        return "road"
    return BASE


def escorts(pos: TrumpetsPosition, units: Iterable[int]) -> dict[int, int]:
    """24.4c: Fuehrer Escort AA companies in hexes from which panzers of the brigade have advanced -> the panzer."""
    brigade, arms = pos.game.roster.index[ESCORT], pos.game.arms
    found: dict[int, int] = {}
    for panzer in units:
        start = pos.flag(panzer, w.ADVANCED) - 1
        if panzer in arms.tanks and start >= 0 and pos.on_map(panzer) and pos.parent(panzer) == brigade:
            company = next((u for u in pos.units(start) if u in arms.aa and pos.parent(u) == brigade), None)
            if company is not None:
                found.setdefault(company, panzer)
    return found


def companions(pos: TrumpetsPosition, gone: Iterable[Way]) -> dict[int, tuple[Way, ...]]:
    """39.4c: leaders who may go along, each once -> the ways of units that have advanced out of their hexes.

    gone  of each unit that has advanced: the unit, the hex from which it came, the hexes of its way
    """
    found: dict[int, tuple[Way, ...]] = {}
    for unit, start, *path in gone:
        if not pos.on_map(unit) or pos.at(unit) not in path:
            continue
        way = tuple(path[: path.index(pos.at(unit)) + 1])
        for leader in pos.units(start):
            if leader in pos.game.arms.leaders and not pos.flag(leader, w.ADVANCED):
                found[leader] = tuple(dict.fromkeys((*found.get(leader, ()), way)))
    return found


def may_advance(pos: TrumpetsPosition, unit: int) -> bool:
    """55.1a-b: no artillery, and no HQ but the three; 52.13.1a-c: nobody who is engaged and cannot withdraw."""
    arms = pos.game.arms
    if engagements.tied(pos, unit) is not None:
        return False
    return unit in arms.front_line or unit in arms.support or unit in arms.special_hq


def may_blitz(pos: TrumpetsPosition, unit: int) -> bool:
    """57.3c-f: front-line AFV, trucks and cross-country units, the three HQs; nobody on foot, no support; 52.13.1a-c:
    nobody who is engaged and cannot withdraw."""
    arms = pos.game.arms
    if engagements.tied(pos, unit) is not None:
        return False
    if unit in arms.special_hq:
        return True
    return unit in arms.front_line and pos.game.roster.move[unit] in ("afv", "truck", "cross_country", "recon")


def bounds(pos: TrumpetsPosition, unit: int, length: int, beside: int = NOBODY) -> Bounds:
    """55.0d, 55.1c, 55.2, 57.4, 11.0i: limits of an advance by its result (D1-D4, or one hex: 52.2); `beside`: at the
    rate of a unit that it accompanies (24.4c)."""
    chart = pos.game.combat
    faster = rate(pos, unit if beside == NOBODY else beside)
    most = base = 1
    if length != ONE_HEX:
        most, base = chart.advance_hexes(faster, length), chart.advance_hexes(BASE, length)
    if wy.low_on_fuel(pos, unit):
        most = min(most, LOW_FUEL_HEXES)
    allowed = wy.allowance(pos, unit)
    return Bounds(most, min(base, most), allowed.quarters, allowed.one)


def _affords(pos: TrumpetsPosition, unit: int, there: int, spent: int, cost: int, limit: Bounds) -> bool:
    """55.1c: no farther than in a normal move, in which a halved unit may always go one hex (29.2.1f)."""
    return spent + cost <= limit.mf or (limit.one and not spent and wy.one_hex(pos, unit, there, cost))


# ---------------------------------------------------------------------- 56 overrun in an advance
def may_overrun(pos: TrumpetsPosition, unit: int, place: int) -> Refusal | None:
    """56.1, 56.2: why an advancing unit may not overrun the artillery and HQs of a hex, of however many steps."""
    arms = pos.game.arms
    soft = pos.fighters(place)
    if not soft or any(piece not in arms.artillery and piece not in arms.hq for piece in soft):
        return "56.1", f"{pos.label(place)} holds more than artillery and headquarters"
    if any(piece in arms.substitutes for piece in soft):
        return "44.1", "an artillery substitute is not overrun"
    if unit not in arms.afv:
        return "56.1", "only AFV overrun in an advance"
    if pos.weather(place) != w.CLEAR or pos.weather(pos.at(unit)) != w.CLEAR:
        return "56.1", "no overrun in fog, dense fog or snow"
    if pos.night:
        hqs = tuple(hq for name in NIGHT_OVERRUN if (hq := pos.game.piece_number(name)) is not None)
        if unit not in arms.tanks or not pos.within(unit, hqs):
            return "56.2", "at night only panzers of 1SS, 2SS and 2Pz overrun"
    return None


# ---------------------------------------------------------------------- ways
def _step(pos: TrumpetsPosition, unit: int, here: int, there: int, first: bool) -> int | None:
    """55.1d, h, i: cost of a step in quarters, None where the unit may not go so; no engineer helps; 52.12.1a: nor does
    anybody enter a position that is being vacated."""
    if borders.forbidden(pos, unit, here, there) is not None:
        return None
    if engagements.closed(pos, there, pos.side(unit)) is not None:
        return None
    return going.advance_cost(pos, unit, here, there, first)


@kept(BOARD)
def ways(pos: TrumpetsPosition, unit: int, target: int, length: int, beside: int = NOBODY) -> tuple[Way, ...]:
    """55: ways of a unit after the defender has left: its hex first, then on; each ends within the stacking limits."""
    here = pos.at(unit)
    limit = bounds(pos, unit, length, beside)
    cost = _step(pos, unit, here, target, True)
    if target not in pos.game.ground.near[here] or cost is None or pos.enemy_in(target, pos.side(unit)):
        return ()
    if not _affords(pos, unit, target, 0, cost, limit):
        return ()
    found: list[Way] = []
    stays = fieldworks.road_block(pos, target) or _stops_beyond_river(pos, unit, here, target)
    if stacking.room(pos, unit, target):
        found.append((target,))
    if not stays:
        found.extend(_onward(pos, unit, (target,), cost, limit, frozenset()))
    return tuple(dict.fromkeys(found))


def _stops_beyond_river(pos: TrumpetsPosition, unit: int, here: int, target: int) -> bool:
    """55.3b-c: foot units that did not begin the turn beside the river stop behind it."""
    if not going.unbridged_river(pos, here, target):
        return False
    began = going.began(pos, unit)
    return not any(going.unbridged_river(pos, began, there) for there in pos.game.ground.near[began])


def _onward(
    pos: TrumpetsPosition, unit: int, start: Way, spent: int, limit: Bounds, shunned: frozenset[int]
) -> Iterator[Way]:
    """55.0c, 55.1c-f, 25.8: cheapest way to each hex farther on, by hexes used; a ZOC that affects the unit stops it,
    but not one in the defender's hex (`start`); 57.3l, 25.6c: where there is none, it does not go from its hex into
    another one in the ZOC of the same enemy unit."""
    side = pos.side(unit)
    origin = pos.at(unit)
    layer: dict[int, tuple[int, Way]] = {start[-1] if start else origin: (spent, start)}
    given: dict[int, int] = {}
    for number in range(len(start) + 1, limit.most + 1):
        rim: dict[int, tuple[int, Way]] = {}
        for here, (used, path) in layer.items():
            if path and zoc.stops(pos, unit, here) and number > len(start) + 1:
                continue
            for there in pos.game.ground.near[here]:
                if there == origin or there in path or there in shunned:
                    continue
                if number > limit.base and not going.road_open(pos, here, there):
                    continue
                if not start and number == 1 and zoc.barred(pos, unit, here, there):
                    continue
                cost = _step(pos, unit, here, there, not start and number == 1)
                if cost is None or not _affords(pos, unit, there, used, cost, limit):
                    continue
                if pos.enemy_in(there, side):
                    if may_overrun(pos, unit, there) is None and there not in given:
                        given[there] = used + cost
                        yield (*path, there)
                    continue
                if there not in rim or used + cost < rim[there][0]:
                    rim[there] = (used + cost, (*path, there))
        for there, (used, path) in rim.items():
            if used < given.get(there, used + 1):
                given[there] = used
                if stacking.room(pos, unit, there):
                    yield path
        layer = rim


@kept(BOARD)
def blitz_ways(pos: TrumpetsPosition, unit: int, target: int, length: int, beside: int = NOBODY) -> tuple[Way, ...]:
    """57.3: ways after a Blitz attack: any direction, not into the ZOC of who was attacked, rivers by bridge only."""
    defenders = set(pos.fighters(target))
    shunned = frozenset(
        place
        for here in pos.board.within(target, 1)
        for place in (here,)
        if place == target or any(enemy in defenders for enemy in zoc.affecting(pos, unit, place))
    )
    limit = bounds(pos, unit, length, beside)
    found = _onward(pos, unit, (), 0, limit, shunned)
    return tuple(
        path for path in dict.fromkeys(found) if all(going.by_bridge(pos, a, b) for a, b in _pairs(pos.at(unit), path))
    )


def _pairs(start: int, path: Way) -> Iterator[tuple[int, int]]:
    here = start
    for there in path:
        yield here, there
        here = there
