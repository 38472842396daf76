"""What lines of command and supply run over (7.2, 7.3, 9.4-9.7, 25.2): hexes as bits, roads and ground as links."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import banks, borders, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.kernel.memory import CLOCK, MARKERS, PLACES, VARIABLES, Basis, kept, lasting
from hexledger.engine.map.floods import Floods, Lines

ON_LINES: Final = Basis(PLACES, MARKERS, VARIABLES, CLOCK, flags=(w.FLAG["surprised"],))
"""What lines hang on."""
KEPT: Final = 512
"""Searches for lines that are kept."""
Keys = frozenset[int]


@lasting(most=2)
def over_all(game: Box[TrumpetsPosition]) -> Floods:
    """7.2b: command paths ignore terrain and water."""
    return Floods(game.board, game.board.neighbours)


@lasting(most=32)
def over_ground(game: Box[TrumpetsPosition], cut: Keys) -> Floods:
    """9.7: supply paths run over any terrain, not over unbridged water but at a ford. `cut`: blown bridges."""
    ground = game.ground

    def goes(a: int, b: int) -> bool:
        key = ground.key(a, b)
        if not ground.water.get(key):
            return True
        return (key in ground.bridges and key not in cut) or key in ground.fords

    links = [tuple(b for b in game.board.neighbours[a] if goes(a, b)) for a in range(game.board.n_places)]
    return Floods(game.board, links)


@lasting(most=32)
def over_roads(game: Box[TrumpetsPosition], cut: Keys, rubble: Keys) -> Floods:
    """9.6, 5.1g: supply roads run along roads, not over blown bridges, not into rubble."""
    ground = game.ground
    links = [
        tuple(b for b in ground.roads_of[a] if ground.key(a, b) not in cut and b not in rubble and a not in rubble)
        for a in range(game.board.n_places)
    ]
    return Floods(game.board, links)


def ground_lines(pos: TrumpetsPosition) -> Floods:
    """Links of supply paths now."""
    return over_ground(pos.game, banks.blown(pos))


def road_lines(pos: TrumpetsPosition) -> Floods:
    """Links of supply roads now."""
    return over_roads(pos.game, banks.blown(pos), rubble(pos))


@lasting(most=KEPT)
def flooded(
    _game: Box[TrumpetsPosition], floods: Floods, starts: tuple[int, ...], through: int, limit: int = -1
) -> Lines:
    """What lines reach from some starts through the hexes that are passable: most are those of the last position."""
    return floods.lines(starts, through, limit)


def flooded_near(pos: TrumpetsPosition, floods: Floods, here: int, through: int, limit: int) -> Lines:
    """What lines of at most `limit` steps reach from a hex. Hexes farther away are left out of the question, so that
    most of these nets outlive an event elsewhere."""
    return flooded(pos.game, floods, (here,), through & disc(pos.game, here, limit), limit)


@lasting(most=8 * KEPT)
def disc(game: Box[TrumpetsPosition], here: int, limit: int) -> int:
    """Hexes within a distance of a hex, as one integer."""
    return over_all(game).hexes(game.board.within(here, limit))


@kept(ON_LINES)
def rubble(pos: TrumpetsPosition) -> frozenset[int]:
    """5.1: hexes with rubble."""
    return frozenset(key >> 32 for key in pos.state.markers if key & 0xFFFF == w.RUBBLE)


@kept(ON_LINES)
def comm_hexes(pos: TrumpetsPosition, side: int) -> int:
    """7.3, 25.2: hexes through which command paths of a side run: no enemy, and no enemy ZOC that no friendly combat
    unit in the hex negates."""
    barred = (zoc.covered(pos, side) - pos.hexes_of(side)) | pos.hexes_of(3 - side)
    return scenario_bits(pos.game, pos.var("scenario")) & ~over_all(pos.game).hexes(barred)


@kept(ON_LINES)
def supply_hexes(pos: TrumpetsPosition, side: int) -> int:
    """9.4, 25.2: hexes through which supply of a side runs: no enemy and no enemy ZOC, whoever stands there."""
    barred = zoc.covered(pos, side) | pos.hexes_of(3 - side)
    return scenario_bits(pos.game, pos.var("scenario")) & ~over_all(pos.game).hexes(barred)


@lasting(most=4)
def scenario_bits(game: Box[TrumpetsPosition], scenario: int) -> int:
    """Hexes of a scenario as one integer."""
    return over_all(game).hexes(game.scenario_rules(scenario).hexes)


@kept(ON_LINES)
def open_hexes(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """Hexes of the scenario without enemies and enemy ZOC."""
    return pos.scenario.hexes - zoc.covered(pos, side) - pos.hexes_of(3 - side)


@kept(ON_LINES)
def road_hexes(pos: TrumpetsPosition, side: int, army: str, xlvii: bool) -> int:
    """9.6e-g: the same where supply roads of an army may run."""
    return supply_hexes(pos, side) & road_bits(pos.game, pos.var("scenario"), side, army, xlvii)


def road_area(pos: TrumpetsPosition, side: int, army: str, xlvii: bool) -> frozenset[int]:
    """9.6g: hexes in which supply roads run: of a German army those inside its boundary; 26.2.5c: XLVII Corps and its
    divisions trace over the 5/7 boundary too, west of the Clerf and the Wiltz, where they may be themselves."""
    return area_of(pos.game, pos.var("scenario"), side, army, xlvii)


@lasting(most=32)
def area_of(game: Box[TrumpetsPosition], scenario: int, side: int, army: str, xlvii: bool) -> frozenset[int]:
    """`road_area`, by the number of the scenario."""
    if side == w.ALLIED:
        return game.scenario_rules(scenario).hexes
    return borders.domain_of(game, scenario, army, xlvii)


@lasting(most=32)
def road_bits(game: Box[TrumpetsPosition], scenario: int, side: int, army: str, xlvii: bool) -> int:
    """`road_area` as one integer."""
    return over_all(game).hexes(area_of(game, scenario, side, army, xlvii))


def sealed(pos: TrumpetsPosition, side: int, a: int, b: int) -> bool:
    """9.4d, G-3.43: a hexside between two hexes in the ZOC of the same enemy unit."""
    first = zoc.covering(pos, side, a)
    return bool(first) and any(enemy in first for enemy in zoc.covering(pos, side, b))


def line_to(pos: TrumpetsPosition, side: int, net: Lines, here: int, limit: int = -1) -> tuple[int, ...]:
    """9.4d: the shortest line of a net to a hex that crosses no such hexside, in at most `limit` steps; () for none.
    Only the one step of a line of two hexes can cross one, for a line runs on through no enemy ZOC."""
    line = net.to(here)
    if clean(pos, side, line):
        return line
    ways: list[tuple[int, ...]] = []
    for near in pos.game.board.neighbours[here]:
        if not sealed(pos, side, near, here) and net.leads(near, here):
            way = (*net.to(near), here)
            if limit < 0 or len(way) <= limit + 1:
                ways.append(way)
    return min(ways, key=lambda way: (len(way), way), default=())


def clean(pos: TrumpetsPosition, side: int, path: Iterable[int]) -> bool:
    """Does no step of a supply line cross such a hexside?"""
    way = tuple(path)
    return zoc.covered(pos, side).isdisjoint(way) or not any(sealed(pos, side, a, b) for a, b in pairwise(way))
