"""What hexes are worth to a side: objectives and how far they are, cover, the enemy, supply. Six points are a step."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final

from hexledger.engine.games.france_1944.questions import banks, command, supply, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.box import Box
from hexledger.engine.games.france_1944.tables.ground import Ground
from hexledger.engine.kernel.memory import CONTROL, MARKERS, PLACES, STEPS, Basis, kept, lasting

FAR: Final = 99
PER_POINT: Final = 6
"""What a victory point of a place is worth at a distance."""
PER_MP: Final = 5
SOURCE: Final = 6
"""A supply source that the Allies lack."""
GERMAN_CITY: Final = 4
AHEAD_OF_RHINE: Final = 8
"""Hexes from Allied units at which the Germans man the Rhine."""
SAFE: Final = 5
"""Steps that one attack over the Rhine does not destroy: at the best odds and the worst throw of the hit die it takes
five."""
BARRIER: Final = 6
"""MP that a river in the way counts for."""
BEFORE_BRIDGE: Final = 4
"""Hexes from a bridge over the Rhine at which Allied units may be over it in one phase."""
ON_CROSSINGS: Final = Basis(PLACES, STEPS, MARKERS, variables=(w.VAR["rhine_crossed"],))
ON_GOALS: Final = Basis(CONTROL, MARKERS, variables=(w.VAR["scenario"],))


WESTERN: Final = 13
"""Columns up to which goals lie aside of the way to Germany: Brittany and the south-west."""
NOT_RECALLED: Final = 8
"""Hexes from such a goal beyond which no unit is sent back for it."""
DETACHED: Final = 2
"""Infantry units that go for such a goal."""


def aside(pos: FrancePosition, place: int) -> bool:
    """A goal aside of the way to Germany: Brittany, the south-west, the ports of the Channel."""
    if pos.scenario.last == pos.scenario.first:
        return False
    return int(pos.label(place)[:2]) <= WESTERN or place in pos.game.ground.v1_ports


@kept(Basis(CONTROL, variables=(w.VAR["scenario"],)))
def goals(pos: FrancePosition) -> Mapping[int, int]:
    """Hex that the Allies do not control -> points of what is to be had there."""
    ground = pos.game.ground
    found: dict[int, int] = {}
    for row in pos.scenario.victory["points"]:
        place = pos.board.place(row["hex"])
        found[place] = PER_POINT * int(row["vp"])
    for place in sorted(ground.allied_sources & pos.scenario.land):
        if not aside(pos, place):
            found[place] = found.get(place, 0) + SOURCE
    for place in sorted(ground.german_cities & pos.scenario.land):
        found[place] = found.get(place, 0) + GERMAN_CITY
    return {place: points for place, points in found.items() if pos.control(place) != w.ALLIED}


@kept(Basis(PLACES, CONTROL, variables=(w.VAR["scenario"],)))
def detached(pos: FrancePosition) -> frozenset[int]:
    """Allied units that are sent for the goals aside of the way: for each the nearest few."""
    foot = pos.game.roster.infantry
    free = [unit for unit in pos.of(w.ALLIED) if unit in foot and pos.at(unit) < pos.board.n_hexes]
    found: dict[int, None] = {}
    for goal in goals(pos):
        if aside(pos, goal):
            near = sorted((pos.board.distance(pos.at(unit), goal), unit) for unit in free if unit not in found)
            most = 1 + len(pos.fighters(goal)) if goal in pos.game.ground.v1_ports else DETACHED
            found.update((unit, None) for away, unit in near[:most] if away <= NOT_RECALLED)
    return frozenset(found)


@kept(ON_CROSSINGS)
def watched(pos: FrancePosition) -> Mapping[int, bool]:
    """Hexes beyond the Rhine that Allied units come near before the first crossing -> True where they could cross in
    their next phase: one stands opposite (12.8), or is near a bridge that is not blown (12.7). The first crossing takes
    the German reaction points away (12.9)."""
    ground, hqs = pos.game.ground, pos.game.roster.hqs
    if pos.var("rhine_crossed"):
        return {}
    held = sorted({pos.at(unit) for unit in pos.of(w.ALLIED) if unit not in hqs and pos.at(unit) < pos.board.n_hexes})
    found = dict.fromkeys(sorted(ground.within(held, AHEAD_OF_RHINE) & ground.east_bank), False)
    near = ground.within(held, BEFORE_BRIDGE)
    found.update((one.east, True) for one in ground.bridges if one.west in near and not banks.blown(pos, one))
    found.update((there, True) for here in held for there in ground.near[here] if ground.is_rhine(here, there))
    return found


@kept(ON_CROSSINGS)
def open_crossings(pos: FrancePosition) -> tuple[int, ...]:
    """Hexes beyond the Rhine that the Allies could cross to in their next phase and in which fewer German steps stand
    than one attack destroys."""
    return tuple(
        place
        for place, open_now in watched(pos).items()
        if open_now and sum(pos.steps(unit) for unit in pos.fighters(place)) < SAFE
    )


@kept(ON_GOALS)
def pull(pos: FrancePosition, west: bool = False) -> Mapping[int, int]:
    """Hex -> points of the goal that draws the Allies most, less the MP to it. west: the goals aside of the way."""
    wanted = sorted((-points, at) for at, points in goals(pos).items() if aside(pos, at) == west)
    ground = pos.game.ground
    dry = frozenset(key for key in ground.rhine if banks.bridged(pos, *ground.ends(key)))
    return _drawn(pos.game, tuple(wanted), pos.scenario.land, dry)


@lasting(most=64)
def _drawn(
    game: Box[FrancePosition], wanted: tuple[tuple[int, int], ...], land: frozenset[int], dry: frozenset[int]
) -> Mapping[int, int]:
    """The same from goals (points below zero, place) over land, with the Rhine hexsides that a bridge leads over: few
    decisions change any of these."""
    ground = game.ground
    best: dict[int, int] = {}
    heap = list(wanted)
    while heap:
        value, place = heappop(heap)
        if place in best:
            continue
        best[place] = -value
        for there in ground.near[place]:
            if there not in best and there in land:
                heappush(heap, (value + PER_MP * _price(ground, dry, there, place), there))
    return best


def _price(ground: Ground, dry: frozenset[int], here: int, there: int) -> int:
    if not ground.is_river(here, there):
        return ground.cost[there]
    wet = ground.is_rhine(here, there) and ground.key(here, there) not in dry
    return ground.cost[there] + (BARRIER if wet else 2)


@kept(Basis(PLACES))
def enemy_distance(pos: FrancePosition, side: int) -> Mapping[int, int]:
    """Hex -> hexes over land to the nearest enemy combat unit of `side`."""
    ground, hqs = pos.game.ground, pos.game.roster.hqs
    level = sorted({pos.at(unit) for unit in pos.of(w.other(side)) if unit not in hqs})
    found = dict.fromkeys(level, 0)
    reach = 0
    while level:
        reach += 1
        further = sorted({there for place in level for there in ground.near[place] if there not in found})
        found.update(dict.fromkeys(further, reach))
        level = further
    return found


@kept(Basis(PLACES, STEPS))
def strength_at(pos: FrancePosition, place: int) -> int:
    """Set-piece strength of the combat units in a place."""
    return sum(pos.set_piece(unit) for unit in pos.fighters(place))


@kept(Basis(PLACES, STEPS))
def enemy_beside(pos: FrancePosition, place: int, side: int) -> int:
    """Set-piece strength of enemy combat units adjacent to a place."""
    near = pos.game.ground.near[place]
    return sum(strength_at(pos, there) for there in near if pos.side_at(there) == w.other(side))


@kept(Basis(PLACES, STEPS))
def against(pos: FrancePosition, target: int, side: int) -> int:
    """Set-piece strength of a side beside a hex of the enemy."""
    near = pos.game.ground.near[target]
    return sum(strength_at(pos, there) for there in near if pos.side_at(there) == side)


def cover(pos: FrancePosition, place: int) -> int:
    """What the ground gives to a defender's morale."""
    charts = pos.game.battle
    names = [pos.board.terrain[place], *(f for f in ("city", "fortress") if f in pos.board.features[place])]
    best = max((charts.morale(name, False) for name in names if name in charts.terrain), default=0)
    near = enemy_distance(pos, w.GERMAN)
    here = near.get(place, FAR)
    ground = pos.game.ground
    before = [there for there in ground.near[place] if ground.is_river(place, there) and near.get(there, FAR) < here]
    rivers = ["rhine" if ground.is_rhine(place, there) else "river" for there in before]
    return max((best, *(charts.morale(name, False) for name in rivers)))


@kept(supply.ON_SUPPLY)
def in_supply(pos: FrancePosition, nation: str, side: int) -> frozenset[int]:
    """Places in which a unit of a nation would be supplied, as headquarters and lines are now."""
    ground = pos.game.ground
    found: set[int] = set()
    for hq in supply.supplied_hqs(pos, side):
        if pos.game.chart.command[pos.nation(hq)][nation] > 0:
            found.update(command.reach(pos, hq))
    for source in supply.sources(pos, side):
        found.add(source)
        found.update(ground.near[source])
    return frozenset(found)


def zone_of(pos: FrancePosition, side: int) -> zoc.Zone:
    """The ZOC of a side."""
    return zoc.zone(pos, side)
