"""Maps that the advisor plans by: how far it is to goals and enemies, what is worth holding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import stacking
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.kernel.memory import ATTACHED, CONTROL, PLACES, STEPS, WHERE, Basis, kept, lasting

FAR: Final = 999
ROAD: Final = 2
OFF_ROAD: Final[Mapping[str, int]] = {
    "clear": 3,
    "woods": 4,
    "town": 3,
    "city": 3,
    "broken": 6,
    "forest": 10,
    "marsh": 12,
}
OVER_WATER: Final = 12
HOLD: Final = Basis(PLACES, CONTROL)
GARRISONED: Final = Basis(PLACES, STEPS, CONTROL, flags=(w.MODE, w.FORT_SIDE), variables=(w.VAR["scenario"],))
"""What hexes that want more of a garrison hang on: CF by steps and sides of the counters too."""
SERVED: Final = Basis(PLACES, ATTACHED, variables=(w.VAR["scenario"],))


class Goal(NamedTuple):
    """A hex to go for, and what its way counts as longer than it is: the dearer goal is worth a longer way."""

    place: int
    handicap: int


@lasting(most=24)
def travel(game: Box[TrumpetsPosition], goals: frozenset[Goal], hexes: frozenset[int]) -> Mapping[int, int]:
    """Hex -> cost of the way to the best goal, roads half as dear as open ground; nobody in the way."""
    ground = game.ground
    found = {goal.place: goal.handicap for goal in sorted(goals)}
    rim = [(goal.handicap, goal.place) for goal in sorted(goals)]
    heapify(rim)
    while rim:
        cost, here = heappop(rim)
        if cost > found[here]:
            continue
        for there in ground.near[here]:
            if there not in hexes:
                continue
            price = cost + _price(game, there, here)
            if price < found.get(there, FAR * FAR):
                found[there] = price
                heappush(rim, (price, there))
    return found


def _price(game: Box[TrumpetsPosition], here: int, there: int) -> int:
    ground = game.ground
    key = ground.key(here, there)
    if key in ground.road:
        return ROAD
    water = OVER_WATER if ground.water_between(here, there) in ("river", "meuse", "lake") else 0
    return OFF_ROAD.get(ground.terrain[there], OVER_WATER) + water


@lasting(most=24)
def near_to(game: Box[TrumpetsPosition], places: frozenset[int]) -> Mapping[int, int]:
    """Hex -> distance to the nearest of some hexes."""
    found = dict.fromkeys(sorted(places), 0)
    rim = list(found)
    while rim:
        onward = []
        for here in rim:
            for there in game.board.neighbours[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    onward.append(there)
        rim = onward
    return found


def enemy_distance(pos: TrumpetsPosition, side: int) -> Mapping[int, int]:
    """Hex -> hexes to the nearest enemy combat unit."""
    return near_to(pos.game, pos.hexes_of(3 - side))


@lasting(most=4)
def prizes(game: Box[TrumpetsPosition], scenario: int) -> Mapping[int, int]:
    """Victory hexes of a scenario with what they are worth."""
    found: dict[int, int] = {}
    for row in game.scenario_rules(scenario).victory["points"]:
        hexes = row.get("hexes", ())
        for label in hexes:
            value = int(hexes[label]) if isinstance(hexes, Mapping) else int(row.get("points", 1))
            place = game.board.place(label)
            found[place] = max(value, found.get(place, 0))
    return found


class Beyond(NamedTuple):
    """Hexes in which German units of some formations score (of any where none is named), and the points of each."""

    hexes: frozenset[int]
    formations: tuple[int, ...]
    points: int


@lasting(most=4)
def beyond(game: Box[TrumpetsPosition], scenario: int) -> tuple[Beyond, ...]:
    """The lines of a scenario that score units which have come far enough."""
    rules, ground, found = game.scenario_rules(scenario), game.ground, list[Beyond]()
    for row in rules.victory["points"]:
        if row["kind"] != "beyond":
            continue
        if "area" in row:
            hexes = frozenset(game.board.in_area(row["area"])) & rules.hexes
        else:
            west, north = int(row["west_of_column"]), int(row.get("north_of_row", 99))
            hexes = frozenset(p for p in rules.hexes if ground.column(p) < west and ground.row(p) < north)
        formations = tuple(game.roster.index[name] for name in row.get("formations", ()))
        found.append(Beyond(hexes, formations, int(row.get("points", 1))))
    return tuple(found)


@kept(SERVED)
def sought(pos: TrumpetsPosition, unit: int) -> frozenset[int]:
    """Hexes beyond a line for which a German unit scores."""
    rows = beyond(pos.game, pos.var("scenario"))
    found = [row.hexes for row in rows if not row.formations or pos.within(unit, row.formations)]
    return frozenset().union(*found)


GARRISON: Final = 8
"""CF in defence that the Allies want in a prize."""
STRONGHOLD: Final = 24
"""CF that they want in a dear one."""
OUTPOST: Final = 10
"""CF that they want in a hex beside a dear prize."""
DEAR: Final = 10
"""Points from which a prize is dear: the hexes around it are held as well, and it is worth a longer way than others."""
FORTRESS: Final = 15
"""Points from which a hex that scores by itself is a fortress."""
FOR_A_POINT: Final = 4
"""Longer way that a point more is worth, up to a dear prize."""
THREATENED: Final = 8
"""Hexes to the enemy at which the hexes around a dear prize are manned."""
APART: Final = 20
"""Hexes between dear prizes from which the ways to them are barred, and only those are manned that are threatened."""
REAR: Final = 20
"""Hexes to the nearest German from which such a prize lies in the rear."""
AHEAD: Final = 2
"""Hexes before the foremost Germans at which their ways are barred."""
MOST_GOALS: Final = 12
AROUND: Final = 3
"""Hexes around a prize in which the balance of the sides decides whether it is given up."""


@lasting(most=4)
def rings(game: Box[TrumpetsPosition], scenario: int) -> Mapping[int, tuple[int, ...]]:
    """Dear prize -> the hexes around it that are no prizes themselves."""
    worth = prizes(game, scenario)
    return {
        place: tuple(there for there in game.board.neighbours[place] if there not in worth)
        for place, points in worth.items()
        if points >= DEAR
    }


@lasting(most=4)
def fortress(game: Box[TrumpetsPosition], scenario: int) -> frozenset[int]:
    """Hexes of a scenario that score so much each that the Allies hold them before all else: Bastogne, where it counts
    hex by hex."""
    found = set[int]()
    for row in game.scenario_rules(scenario).victory["points"]:
        if row["kind"] == "hexes":
            found |= {game.board.place(label) for label, points in row["hexes"].items() if int(points) >= FORTRESS}
    return frozenset(found)


@kept(HOLD)
def besieged(pos: TrumpetsPosition) -> bool:
    """Are the Germans near a fortress?"""
    german = enemy_distance(pos, w.ALLIED)
    return any(german.get(place, FAR) <= THREATENED for place in fortress(pos.game, pos.var("scenario")))


def exits_of(pos: TrumpetsPosition, unit: int) -> Mapping[int, int]:
    """H-7: hex -> cost of the way to the edge by which a headquarters has to leave a fortress that is besieged; nothing
    for any other unit."""
    hook = pos.scenario.hooks.get("corps_leaves")
    if hook is None or unit != pos.game.roster.index[hook["hq"]] or not besieged(pos):
        return {}
    return travel(pos.game, _edge(pos.game, pos.var("scenario"), int(hook["edge_column"])), pos.scenario.hexes)


@lasting(most=4)
def _edge(game: Box[TrumpetsPosition], scenario: int, column: int) -> frozenset[Goal]:
    """The road hexes of a column."""
    ground, hexes = game.ground, game.scenario_rules(scenario).hexes
    return frozenset(Goal(place, 0) for place in hexes if ground.column(place) == column and ground.roads_of[place])


@lasting(most=4)
def downhill(game: Box[TrumpetsPosition], scenario: int) -> Mapping[int, int]:
    """Hex -> the next hex on the cheapest way to a dear prize; none of a prize itself."""
    dear = frozenset(Goal(place, 0) for place, points in prizes(game, scenario).items() if points >= DEAR)
    cost = travel(game, dear, game.scenario_rules(scenario).hexes)
    found = {}
    for here in sorted(cost):
        near = (there for there in game.ground.near[here] if there in cost)
        onward = min(((cost[there] + _price(game, here, there), there) for there in near), default=(FAR * FAR, here))
        if onward[0] <= cost[here]:
            found[here] = onward[1]
    return found


@lasting(most=4)
def deep(game: Box[TrumpetsPosition], scenario: int) -> bool:
    """Do dear prizes lie so far apart that not all of them can be manned? Those of the campaign alone."""
    dear = [place for place, points in prizes(game, scenario).items() if points >= DEAR]
    return any(game.board.distance(dear[0], place) > APART for place in dear)


@lasting(most=4)
def in_the_rear(game: Box[TrumpetsPosition], scenario: int, german: frozenset[int]) -> frozenset[int]:
    """Dear prizes so far from all Germans that the Allies need not man them yet, where they cannot man all of them."""
    if not deep(game, scenario):
        return frozenset()
    away = near_to(game, german)
    dear = (place for place, points in prizes(game, scenario).items() if points >= DEAR)
    return frozenset(place for place in dear if away.get(place, FAR) > REAR)


@lasting(most=24)
def barring(game: Box[TrumpetsPosition], scenario: int, german: frozenset[int]) -> frozenset[int]:
    """Hexes that bar the Germans' ways to dear prizes, where these lie far apart: two hexes ahead of each German hex
    that has no other German before it on its way."""
    if not deep(game, scenario):
        return frozenset()
    onward, away, found = downhill(game, scenario), near_to(game, german), set[int]()
    for start in sorted(german):
        here, ahead = start, list[int]()
        while here in onward:
            here = onward[here]
            ahead.append(here)
        if german.isdisjoint(ahead):
            found.update([place for place in ahead if away[place] == AHEAD][:1])
    return frozenset(found)


def barred(pos: TrumpetsPosition) -> frozenset[int]:
    """Hexes by which the Allies bar the Germans' ways now."""
    return barring(pos.game, pos.var("scenario"), pos.hexes_of(w.GERMAN))


@kept(HOLD)
def posts(pos: TrumpetsPosition) -> Mapping[int, int]:
    """Hexes that the Allies mean to hold -> CF that they want there: the prizes that are not given up, and the hexes
    around the dear ones when the enemy is near; none but these while a fortress is besieged. Where dear prizes lie far
    apart the ways to them are barred, those far in the rear are not manned, and few stand in one that is not near."""
    scenario = pos.var("scenario")
    german = enemy_distance(pos, w.ALLIED)
    least = DEAR if besieged(pos) else 0
    rear = in_the_rear(pos.game, scenario, pos.hexes_of(w.GERMAN))
    found = dict.fromkeys(sorted(barred(pos)), OUTPOST)
    strong = THREATENED if deep(pos.game, scenario) else FAR
    found |= {
        place: STRONGHOLD if points >= DEAR and german.get(place, FAR) <= strong else GARRISON
        for place, points in prizes(pos.game, scenario).items()
        if points >= least and place not in rear and not given_up(pos, place)
    }
    for place, ring in rings(pos.game, scenario).items():
        if german.get(place, FAR) <= THREATENED:
            found.update((there, OUTPOST) for there in ring if there in pos.scenario.hexes)
    return found


def strength(pos: TrumpetsPosition, place: int) -> int:
    """CF in defence of the fighting units in a hex: no guns, no headquarters."""
    roster = pos.game.roster
    behind = roster.artillery | roster.hqs
    return sum(pos.cf(unit).defence for unit in pos.fighters(place) if unit not in behind)


def given_up(pos: TrumpetsPosition, place: int) -> bool:
    """A prize that is not dear, around which the Germans occupy twice as many hexes as the Allies."""
    if prizes(pos.game, pos.var("scenario"))[place] >= DEAR:
        return False
    german, allied = pos.hexes_of(w.GERMAN), pos.hexes_of(w.ALLIED)
    near = within(pos.game, place, AROUND)
    return sum(there in german for there in near) > 2 * sum(there in allied for there in near)


@lasting(most=256)
def within(game: Box[TrumpetsPosition], place: int, reach: int) -> frozenset[int]:
    """Hexes at most so far from a hex."""
    found = rim = {place}
    for _ in range(reach):
        rim = {there for here in rim for there in game.board.neighbours[here]} - found
        found = found | rim
    return frozenset(found)


@kept(GARRISONED)
def goals(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """What a side goes for: prizes that the Germans do not hold; for the Allies the posts nearest to the enemy, the
    dear ones first, in which less stands than they want."""
    worth = prizes(pos.game, pos.var("scenario"))
    if side == w.GERMAN:
        found = frozenset(place for place in worth if pos.state.control.get(place) != w.GERMAN)
        return found or pos.hexes_of(w.ALLIED) or frozenset(worth)
    german = enemy_distance(pos, w.ALLIED)
    open_to = [
        place for place, want in posts(pos).items() if not pos.enemy_in(place, w.ALLIED) and strength(pos, place) < want
    ]
    near = sorted(open_to, key=lambda place: (german.get(place, FAR) - worth.get(place, 0), place))
    return frozenset(near[:MOST_GOALS]) or frozenset(worth)


@kept(GARRISONED)
def way(pos: TrumpetsPosition, side: int) -> Mapping[int, int]:
    """Hex -> cost of the way to the side's best goal."""
    worth = prizes(pos.game, pos.var("scenario")) if side == w.ALLIED else {}
    most = DEAR if worth else 0
    found = frozenset(Goal(place, FOR_A_POINT * max(0, most - worth.get(place, 0))) for place in goals(pos, side))
    return travel(pos.game, found, pos.scenario.hexes)


def way_of(pos: TrumpetsPosition, unit: int) -> Mapping[int, int]:
    """Hex -> cost of the way to the nearest hex for which the unit scores: a goal of its side, or beyond a line."""
    side = pos.side(unit)
    more = sought(pos, unit) if side == w.GERMAN else frozenset()
    if not more:
        return way(pos, side)
    return _way_beyond(pos, side, more)


@kept(GARRISONED)
def _way_beyond(pos: TrumpetsPosition, side: int, more: frozenset[int]) -> Mapping[int, int]:
    """Hex -> cost of the way to the nearest goal of the side, or hex of `more`."""
    return travel(pos.game, frozenset(Goal(place, 0) for place in goals(pos, side) | more), pos.scenario.hexes)


NEAR: Final = 4
"""Hexes from the enemy that a post is safe from."""
ALONE: Final = 30
"""What a headquarters loses with no fighting unit in its hex or beside it: anybody who comes past takes it."""
RAIDED: Final = 6
"""Hexes to the enemy at which it loses that."""
OFF_THE_ROAD: Final = 12
"""What a headquarters off the roads loses: it is out of supply there (9.6)."""


@kept(SERVED)
def served(pos: TrumpetsPosition, unit: int) -> tuple[int, ...]:
    """Hexes of those whom a gun or HQ serves: of an HQ the units and HQs that answer to it, of a gun the fighting units
    of the formation for which it fires."""
    roster = pos.game.roster
    side, hqs = pos.side(unit), roster.hqs - roster.special_hq
    if unit in hqs:
        found = [pos.at(piece) for piece in pos.of(side) if pos.parent(piece) == unit and piece in roster.combat]
        return tuple(found)
    hq = pos.parent(unit)
    if roster.level.get(hq) == "fag":
        hq = pos.parent(hq)
    fighters = roster.counted - roster.artillery
    return tuple(pos.at(piece) for piece in pos.of(side) if piece in fighters and pos.within(piece, (hq,)))


def post(pos: TrumpetsPosition, unit: int, served: Sequence[int], reach: int, place: int) -> int:
    """What a hex is worth to a gun or HQ: per cent of those whom it serves that it reaches, nearer being better; less
    beside enemies and, for an HQ, off the roads or alone; nothing beside another HQ of its level (23.2)."""
    if unit in pos.game.roster.hqs and any(stacking.same_slot(pos, unit, other) for other in pos.units(place)):
        return -FAR
    distance = pos.board.distance
    away = [distance(place, there) for there in served]
    value = 100 * sum(far <= reach for far in away) // len(away) - sum(away) // len(away)
    enemy = enemy_distance(pos, pos.side(unit)).get(place, FAR)
    if enemy < NEAR:
        value -= 10 * (NEAR - enemy)
    if unit not in pos.game.roster.hqs:
        return value
    if not pos.game.ground.roads_of[place]:
        value -= OFF_THE_ROAD
    return value - ALONE if enemy < RAIDED and not guarded(pos, place, pos.side(unit)) else value


def guarded(pos: TrumpetsPosition, place: int, side: int) -> bool:
    """Does a fighting unit of a side, no gun or headquarters, stand in a hex or beside it?"""
    return any(there in lines_of(pos, side) for there in (place, *pos.game.ground.near[place]))


@kept(WHERE)
def lines_of(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """Hexes of the fighting units of a side, without guns and headquarters."""
    roster = pos.game.roster
    fighters = roster.combat - roster.artillery - roster.hqs
    return frozenset(pos.state.at[piece] for piece in pos.of(side) if piece in fighters)
