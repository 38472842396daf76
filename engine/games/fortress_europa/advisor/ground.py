"""How far hexes are from what matters: fields of distances over land, kept by the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.standing import PIECES
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, CLOCK, WHERE, Basis, kept, renewed

FAR: Final = 99
CLOCK_ONLY: Final = Basis(CLOCK)
_STRIKES: Final = 3
"""Hexes from which an enemy is thought to come to attack."""
_FARTHEST: Final = 16
_PORT: Final = 6
_FORT: Final = 6
_MULBERRY: Final = 4
_BESIEGED: Final = 2
_SIEGE: Final = 3
"""How much farther than the best goal one counts that is worth nothing, how much nearer a port, and how much farther
again what is held in strength, or by more besiegers within so many hexes than so many for each defender."""


def field(pos: FortressPosition, starts: Mapping[int, int]) -> dict[int, int]:
    """Land hex -> hexes to the nearest of the starts over land, each of which begins with a length of its own; hexes
    that no way leads to are left out."""
    links = pos.tables.ground.links
    found: dict[int, int] = {}
    due: dict[int, list[int]] = {}
    for place in sorted(starts):
        due.setdefault(starts[place], []).append(place)
    length = min(due, default=0)
    while due:
        for here in due.pop(length, ()):
            if here in found:
                continue
            found[here] = length
            following = [there for there in links[here] if there not in found]
            if following:
                due.setdefault(length + 1, []).extend(following)
        length += 1
    return found


def to_enemy(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest enemy unit of a side."""
    return _enemy_field(pos, side)[1]


@renewed(PIECES)
def _enemy_field(
    pos: FortressPosition, last: tuple[frozenset[int], dict[int, int]] | None, side: int
) -> tuple[frozenset[int], dict[int, int]]:
    """Hexes of the enemies of a side, and how far others are from them."""
    starts = frozenset(pos.at(unit) for unit in pos.ashore(3 - side))
    return last if last is not None and last[0] == starts else (starts, field(pos, dict.fromkeys(starts, 0)))


@kept(BOARD)
def threat(pos: FortressPosition, side: int) -> dict[int, int]:
    """Hex -> combat factors of the enemies of a side that could come to attack it, roughly: all within some hexes."""
    found: dict[int, int] = {}
    for unit in pos.ashore(3 - side):
        if not pos.frozen(unit):
            cf = pos.cf(unit)
            for place in pos.board.within(pos.at(unit), _STRIKES):
                found[place] = found.get(place, 0) + cf
    return found


@kept(WHERE)
def to_goal(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest city, or port, that the enemy of a side holds: what is worth most counts as nearer, what
    is held in strength as farther."""
    ground = pos.tables.ground
    goals = {p for p in ground.cities | ground.ports if pos.controller(p) != side and p in ground.land}
    return field(pos, {place: _remoteness(pos, side, place) for place in sorted(goals)})


def _remoteness(pos: FortressPosition, side: int, place: int) -> int:
    """Hexes that are added to the way to a goal."""
    held = len(pos.units_of(place, 3 - side))
    pull = prized(pos, place)
    if place in _capitals(pos):
        pull += 4
    if side == f.ALLIED:
        # Who comes ashore lives on the ports; who wins has taken cities in Germany.
        pull += min(_PORT, pos.port_capacity(place) // 2)
        if place in pos.tables.ground.german_cities:
            pull += 6 if place in pos.tables.ground.major_cities else 4
    there = sum(len(pos.units_of(near, side)) for near in pos.board.within(place, _BESIEGED))
    crowd = max(0, there - _SIEGE * (1 + held))
    return max(0, _FARTHEST - pull) + min(_FORT, 2 * held) + min(_FORT, crowd)


def _capitals(pos: FortressPosition) -> frozenset[int]:
    """Cities that victory wants in any case (30.1)."""
    labels = pos.scenario.data["victory"].get("allied")
    wanted = labels.get("all", ()) if isinstance(labels, dict) else ()
    return frozenset(pos.board.place(label) for label in wanted)


@kept(CLOCK_ONLY)
def _aims(pos: FortressPosition) -> frozenset[int]:
    """Hexes that the victory of the scenario names (30.1, 33.1.5, 33.3.10)."""
    return frozenset(_named(pos, pos.scenario.data.get("victory")))


def _named(pos: FortressPosition, told: Any) -> Iterator[int]:
    """Places whose labels stand in a list of plain data."""
    if isinstance(told, Mapping):
        for value in told.values():
            yield from _named(pos, value)
    elif isinstance(told, list):
        for value in told:
            if isinstance(value, str) and value in pos.board.labels:
                yield pos.board.place(value)
            else:
                yield from _named(pos, value)


def near_hq(pos: FortressPosition, side: int, place: int) -> bool:
    """Is a hex within supply range of an HQ of the side, as the crow flies?"""
    reach = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    return any(pos.board.distance(place, pos.at(hq)) <= reach for hq in pos.hqs(side))


def prized(pos: FortressPosition, place: int) -> int:
    """What a hex is worth to hold: major cities and capitals most, then cities, Mulberries and ports, bases."""
    ground = pos.tables.ground
    worth = 0
    if place in ground.cities:
        worth = 4 if place in ground.major_cities or place in ground.german_cities else 3
    if place in ground.ports:
        worth += 2
    if any(pos.at(mulberry) == place for mulberry in pos.tables.roster.mulberries):
        worth += _MULBERRY
    if place in _aims(pos):
        worth += pos.game.stance.aims
    base = place in ground.u_boat_bases or place in ground.v1_sites
    if base and not pos.state.marker(place, -1, f.BASE_CAPTURED):
        worth += 1
    return worth
