"""What a step costs and who may take it (5.8, 25.6, 28-30, 33): roads, terrain, water, interdiction, ZOC; where a unit
can go with the movement it has left. All costs are in quarters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import banks, borders, engagements, stacking, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY, VEHICLES
from hexledger.engine.games.time_for_trumpets.tables.scenario import ScenarioRules
from hexledger.engine.kernel.memory import CLOCK, FLAGS, MARKERS, PLACES, VARIABLES, Basis, kept, lasting, rows
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import Reached, flood
from hexledger.engine.map.reach import Steps, reach

ON_WAYS: Final = Basis(MARKERS, VARIABLES, CLOCK)
"""What the price of a step hangs on, whoever stands where."""
ON_MOVES: Final = Basis(PLACES, MARKERS, VARIABLES, CLOCK, FLAGS)
TRUCK_MF: Final = 8
"""28.1e: MF of American infantry with trucks."""
OVERRUN_COST: Final = MF
FOOT: Final = "foot"
SPARED: Final = "hq_foot_leader"
BOTTLENECK: Final = "bridge_bottleneck"


class Allowance(NamedTuple):
    """29.2: quarters that a unit may spend, and whether it may go one hex that it could enter with its full MF (`one`:
    at least; `only`: and not more, 29.2.2)."""

    quarters: int
    one: bool = False
    only: bool = False


class Mover(NamedTuple):
    """What the price of a step hangs on of a unit: its row of the charts, its side, and whether interdiction spares it
    (HQs, foot, leaders: row hq_foot_leader)."""

    cls: str
    side: int
    spared: bool = False
    strategic: str = ""
    traffic: bool = False


# ---------------------------------------------------------------------- what a unit may spend
def move_class(pos: TrumpetsPosition, piece: int) -> str:
    """Row of the movement charts; American infantry with trucks moves as a truck (28.1e, 28.3c)."""
    if pos.flag(piece, w.STRATEGIC) and trucked(pos, piece):
        return "truck"
    if pos.flag(piece, w.FLAG["truck"]):
        return "truck"
    return pos.game.roster.move[piece]


def mover(pos: TrumpetsPosition, piece: int) -> Mover:
    """How the unit moves now."""
    roster = pos.game.roster
    spared = piece in roster.hqs or piece in roster.leaders
    traffic = pos.var("event") == w.EVENT["traffic"] and pos.above(piece, "corps") == pos.active_corps
    return Mover(move_class(pos, piece), pos.side(piece), spared, strategic_row(pos, piece), traffic)


def trucked(pos: TrumpetsPosition, piece: int) -> bool:
    """28.1e, 27.1l: American infantry on foot, which gets trucks for strategic movement and on entry."""
    roster = pos.game.roster
    return piece in roster.infantry and roster.nation[piece] == "us" and roster.move[piece] == FOOT


def strategic_row(pos: TrumpetsPosition, piece: int) -> str:
    """28.1d-f: row of the strategic road chart; "" for a unit that does not move strategically."""
    return strategic_kind(pos, piece) if pos.flag(piece, w.STRATEGIC) else ""


def strategic_kind(pos: TrumpetsPosition, piece: int) -> str:
    """28.1d-f: the row of the strategic road chart by which a unit would move."""
    if pos.side(piece) == w.GERMAN:
        return "german"
    return "us_infantry_truck" if trucked(pos, piece) else "other_allied"


def full_mf(pos: TrumpetsPosition, piece: int) -> int:
    """29.0: printed MF in march order, in whole points, and (2.13e) of a company outside its fort; 32.4: of an immobile
    unit 0, but by a random event."""
    if pos.flag(piece, w.STRATEGIC) and trucked(pos, piece):
        return TRUCK_MF
    if pos.flag(piece, w.FLAG["truck"]):
        return TRUCK_MF
    roster = pos.game.roster
    if piece in roster.immobile:
        return IMMOBILE_MF if pos.flag(piece, w.FLAG["event_moves"]) else 0
    front = piece in roster.moded or piece in roster.dispersed
    return (roster.front[piece] if front else pos.face(piece)).get("mf")


IMMOBILE_MF: Final = 4
"""32.4, G-D11: MF of an immobile unit that a random event moves."""


def halved(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """27.3, 29.2.1: why a unit moves at half its MF; an HQ by shock or disruption only (31.1), no leader (39.4a)."""
    if piece in pos.game.roster.leaders:
        return None
    if pos.flag(piece, w.SHOCK) or pos.flag(piece, w.DISRUPT):
        return "29.2.1", "shocked or disrupted"
    roster = pos.game.roster
    if piece in roster.hqs:
        return None
    if not pos.active(piece):
        return "13.5.1", "resting or exhausted"
    if not pos.in_supply(piece) and move_class(pos, piece) in VEHICLES:
        return "9.15", "out of supply"
    return None


def low_on_fuel(pos: TrumpetsPosition, piece: int) -> bool:
    """11.0, 29.2.2: vehicles of a formation with Low Fuel; not its HQ, foot, horse and leaders (39.4a)."""
    roster = pos.game.roster
    if piece in roster.hqs or piece in roster.leaders or move_class(pos, piece) not in VEHICLES:
        return False
    hq = pos.parent(piece)
    return hq != NOBODY and pos.flag(hq, w.LOW_FUEL) > 0


def allowance(pos: TrumpetsPosition, piece: int) -> Allowance:
    """29.1, 29.2: what the unit may spend in the movement of this segment."""
    full = full_mf(pos, piece)
    if not full:
        return Allowance(0)
    if low_on_fuel(pos, piece):
        return Allowance(full * MF, only=True)
    if halved(pos, piece) is not None:
        return Allowance((full + 1) // 2 * MF, one=True)
    return Allowance(full * MF)


def spent(pos: TrumpetsPosition, piece: int) -> int:
    """Quarters spent in this segment; -1 for a unit that has not moved."""
    return pos.flag(piece, w.MOVED) - 1


def left(pos: TrumpetsPosition, piece: int) -> int:
    """Quarters that a unit has left."""
    return allowance(pos, piece).quarters - max(0, spent(pos, piece))


# ---------------------------------------------------------------------- the price of a step
class Going(NamedTuple):
    """What the price of a step hangs on where no marker lies: ground, light, weather of the three areas, and the turn
    where its roads are jammed ("" elsewhere)."""

    ground: str
    night: bool
    weather: tuple[int, ...]
    jam: str


@kept(ON_WAYS)
def going(pos: TrumpetsPosition) -> Going:
    """How it goes in this turn."""
    name = calendar.name(pos.state.turn)
    return Going(pos.ground, pos.night, pos.army_weather(), name if name in pos.game.chart.jam else "")


@rows(ON_WAYS)
def bare_steps(pos: TrumpetsPosition, mover_: Mover, place: int) -> Steps:
    """Steps from a hex for all units of a class and side that move alike: by road, else off it; without friends and
    enemies. A step over unbridged water is left out: it hangs on the unit (`water_step`)."""
    if place not in _marked(pos):
        return plain_steps(pos.game, mover_, going(pos), place)
    found: list[tuple[int, int]] = []
    for there in pos.game.ground.near[place]:
        cost = dry_cost(pos, mover_, place, there)
        if cost is not None and not banks.barrier(pos, place, there):
            found.append((there, cost))
    return tuple(found)


@kept(ON_WAYS)
def _marked(pos: TrumpetsPosition) -> frozenset[int]:
    """Hexes from which a step may cost something else than the map says: beside rubble, strafers, blown bridges."""
    near, n = pos.game.ground.near, pos.game.ground.n
    dear = {key >> 32 for key in pos.state.markers if key & 0xFFFF == w.RUBBLE}
    dear |= interdicted(pos, w.GERMAN) | interdicted(pos, w.ALLIED)
    ends = {key // n for key in banks.blown(pos)}
    return frozenset(ends.union(dear, *(near[place] for place in sorted(dear))))


@lasting(most=1 << 16)
def plain_steps(game: Box[TrumpetsPosition], mover_: Mover, now: Going, place: int) -> Steps:
    """`bare_steps` where no marker changes them."""
    ground, found = game.ground, list[tuple[int, int]]()
    for there in ground.near[place]:
        key = ground.key(place, there)
        if ground.water_between(place, there) and key not in ground.bridges:
            continue
        costs = [None if mover_.strategic else ground_price(game, mover_.cls, now, place, there)]
        if key in ground.road:
            costs.append(road_price(game, mover_, now, ground.road[key], there))
        known = [cost for cost in costs if cost is not None]
        if known:
            found.append((there, min(known)))
    return tuple(found)


def dry_cost(pos: TrumpetsPosition, mover_: Mover, here: int, there: int) -> int | None:
    """29.4, 29.5: the cheaper of road and open ground, with rubble and interdiction; None where both are barred."""
    road = road_cost(pos, mover_, here, there)
    open_ground = None if mover_.strategic else off_road_cost(pos, mover_.cls, here, there)
    costs = [cost for cost in (road, open_ground) if cost is not None]
    return min(costs) + interdiction(pos, mover_, there) if costs else None


def road_cost(pos: TrumpetsPosition, mover_: Mover, here: int, there: int) -> int | None:
    """29.5, 29.6, 5.1f: cost along a road that is not cut; rubble costs instead of it."""
    ground = pos.game.ground
    kind = ground.road.get(ground.key(here, there))
    if kind is None or banks.barrier(pos, here, there):
        return None
    if pos.state.marker(there, -1, w.RUBBLE):
        return rubble_cost(mover_.cls)
    return road_price(pos.game, mover_, going(pos), kind, there)


def road_price(game: Box[TrumpetsPosition], mover_: Mover, now: Going, kind: str, there: int) -> int:
    """29.5, 29.6, 28.1, 15.2: what a road of a kind costs into a hex, as the ground is; jams of the first day."""
    chart = game.chart
    if mover_.strategic:
        return chart.strategic[mover_.strategic][kind]
    behind = mover_.side == w.GERMAN and there in game.ground.german_start
    plain = chart.on_road[now.ground][mover_.cls][kind]
    if mover_.traffic:
        return max(plain, chart.jam[TRAFFIC_ROW][mover_.cls][kind]) if behind else plain + TRAFFIC
    return chart.jam[now.jam][mover_.cls][kind] if now.jam and behind else plain


TRAFFIC_ROW: Final = "16AF"
TRAFFIC: Final = MF // 2
"""15.2, chart: what the event `traffic` does to the roads of a corps."""


def rubble_cost(cls: str) -> int:
    """5.1f: 2 MF for infantry and horse artillery, 4 for all others."""
    return (RUBBLE_FOOT if cls in (FOOT, "horse") else RUBBLE_OTHER) * MF


RUBBLE_FOOT: Final = 2
RUBBLE_OTHER: Final = 4


def off_road_cost(pos: TrumpetsPosition, cls: str, here: int, there: int) -> int | None:
    """29.4, G-3.16: terrain of the hex entered, one more at night or in fog or snow; AFV and trucks neither enter nor
    leave a forest off the road."""
    cost = ground_price(pos.game, cls, going(pos), here, there)
    if cost is None or not pos.state.marker(there, -1, w.RUBBLE):
        return cost
    return rubble_cost(cls)


def ground_price(game: Box[TrumpetsPosition], cls: str, now: Going, here: int, there: int) -> int | None:
    """29.4, 29.5b, G-3.16: what open ground costs as it is, without markers; None where a class does not go."""
    ground = game.ground
    costs = game.chart.off_road[now.ground][cls]
    cost = costs[ground.terrain[there]]
    if cost is None or _road_bound(game, costs, here):
        return None
    dark = now.night or any(now.weather[area] != w.CLEAR for area in ground.weather_of[there])
    return cost + (MF if dark else 0)


def _road_bound(game: Box[TrumpetsPosition], costs: Mapping[str, int | None], here: int) -> bool:
    """29.5b, 54.3b, B-32: ground that a class does not enter off the road it does not leave off the road either; only a
    marsh without a road, in which a thaw has caught it, it leaves as it can."""
    terrain = game.ground.terrain[here]
    return costs[terrain] is None and (terrain == "forest" or bool(game.ground.roads_of[here]))


def interdiction(pos: TrumpetsPosition, mover_: Mover, there: int) -> int:
    """5.8: extra cost of a hex in an enemy strafe area."""
    if there not in interdicted(pos, mover_.side):
        return 0
    forest, other = pos.game.chart.interdiction[SPARED if mover_.spared else mover_.cls]
    return forest if there in pos.game.ground.forests else other


UNHINDERED: Final = frozenset({w.SEGMENT["reaction"], w.SEGMENT["exploitation"]})
"""Segments in which units move and strafers do not interdict (5.6.3a, 5.8a)."""


@kept(ON_WAYS)
def interdicted(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """5.6.3a, 5.7.1, 5.8: hexes that enemy strafers interdict for a side: their centres and the six around each; in its
    movement segments, and as the measure of an advance (55.1c), but not in reaction and exploitation (B-86)."""
    if pos.var("segment") in UNHINDERED:
        return frozenset()
    marker = w.MARKER["strafe_allied" if side == w.GERMAN else "strafe_german"]
    centres = [key >> 32 for key in sorted(pos.state.markers) if key & 0xFFFF == marker]
    return frozenset(there for centre in centres for there in pos.board.within(centre, 1))


def water_step(pos: TrumpetsPosition, piece: int, here: int, there: int, first: bool) -> tuple[int, Refusal | None]:
    """30.1, 30.2, 20.0: price of a step over water that no bridge spans, and why it is refused; 39.4b: a leader crosses
    it on foot where that is cheaper, or where he cannot otherwise.

    first   the unit has not left the hex in which it began the segment
    """
    found = _over_water(pos, piece, move_class(pos, piece), here, there, first)
    if piece not in pos.game.roster.leaders:
        return found
    return min(found, _over_water(pos, piece, FOOT, here, there, first), key=lambda one: (one[1] is not None, one[0]))


def _over_water(
    pos: TrumpetsPosition, piece: int, cls: str, here: int, there: int, first: bool
) -> tuple[int, Refusal | None]:
    """`water_step`, for a class of the movement charts."""
    kind = banks.barrier(pos, here, there)
    if pos.flag(piece, w.STRATEGIC):
        return 0, ("28.1", "strategic movement keeps to roads")
    if kind in ("meuse", "lake"):
        return 0, ("30.1", f"the {kind} is crossed by bridge only")
    ground_cost = off_road_cost(pos, cls, here, there)
    if ground_cost is None:
        return 0, ("29.1", f"{pos.label(there)} is entered by road only")
    ground_cost += interdiction(pos, mover(pos, piece), there)
    if banks.ford(pos, here, there):
        row = pos.game.chart.fords[pos.ground][cls]
        if row.cost is not None and (not row.engineer or ferryman(pos, piece, here, there) != NOBODY):
            return ground_cost + row.cost, None
        if cls != FOOT:
            return 0, ("30.2", "an engineer that has prepared the ford must help")
    extra = pos.game.chart.water[kind][pos.ground][cls]
    if extra is None:
        return 0, ("30.1", f"{pos.name(piece)} crosses a {kind} by bridge or ford only")
    if not first:
        return 0, ("30.1", f"an unbridged {kind} is crossed with the first step only")
    return ground_cost + extra, None


def ferryman(pos: TrumpetsPosition, piece: int, here: int, there: int) -> int:
    """20.0, 30.2e, 9.15d, 7.14c, G-3.25: the engineer at the ford that helps the unit, or the engineer itself; NOBODY
    for none. A unit out of command or supply is not helped."""
    if not pos.in_comm(piece) or not pos.in_supply(piece):
        return NOBODY
    ferry, helped = w.FLAG["ferry"], w.FLAG["helped"]
    if pos.flag(piece, ferry):
        return piece
    beside = [unit for place in (here, there) for unit in pos.units(place) if pos.side(unit) == pos.side(piece)]
    return next((u for u in beside if _serves(pos, u, ferry, here, there) and not pos.flag(u, helped)), NOBODY)


def _serves(pos: TrumpetsPosition, engineer: int, ferry: int, here: int, there: int) -> bool:
    """The Eng Ferry marker is for this ford: its value is the hex across and one. An engineer that has crossed there
    itself stands in that hex, and still helps (20.0i, 30.2e)."""
    across, at = pos.flag(engineer, ferry) - 1, pos.at(engineer)
    if across == at:
        return {at, pos.flag(engineer, w.BEGAN) - 1} == {here, there}
    return across >= 0 and {at, across} == {here, there}


# ---------------------------------------------------------------------- who may take a step
def step(
    pos: TrumpetsPosition,
    piece: int,
    here: int,
    there: int,
    first: bool,
    *,
    entering: bool = True,
    dry: int | None = None,
) -> tuple[int, Refusal | None]:
    """Price of one step of a move by all rules but those of enemies and their ZOC; or why it is refused.

    entering   stacking bans on entry hold (23.5, 23.6)
    dry        the step's price by `bare_steps`, where it is known
    """
    why = borders.forbidden(pos, piece, here, there)
    if why is not None:
        return 0, why
    if there not in pos.game.ground.near[here]:
        return 0, ("29.0", f"{pos.label(there)} is not adjacent to {pos.label(here)}")
    strangers = stacking.barred_by(pos, piece, there) if entering else ""
    if strangers:
        return 0, (strangers, f"units of another army or corps stand in {pos.label(there)}")
    if banks.barrier(pos, here, there):
        cost, why = water_step(pos, piece, here, there, first)
    else:
        dry = dry_cost(pos, mover(pos, piece), here, there) if dry is None else dry
        if piece in pos.game.roster.leaders:
            dry = _best(dry, _on_foot(pos, here, there))
        cost, why = (dry, None) if dry is not None else (0, ("29.1", f"{pos.label(there)} is entered by road only"))
        if why is None and pos.game.ground.water_between(here, there):
            why = bridge_full(pos, piece, here, there)
    if why is not None:
        return 0, why
    if pos.state.marker(there, -1, w.MARKER["overrun"]):
        cost += OVERRUN_COST
    if avoids(pos, piece, here, there):
        cost -= interdiction(pos, mover(pos, piece), there)
    return cost, None


def avoids(pos: TrumpetsPosition, piece: int, here: int, there: int) -> bool:
    """33.0h,i: a unit that has avoided interdiction pays nothing for the forest-road hexes that are connected to the
    first one (flag: that hex and one)."""
    first = pos.flag(piece, w.FLAG["avoids"]) - 1
    ground = pos.game.ground
    if first < 0 or there not in ground.forests or ground.key(here, there) not in ground.road:
        return False
    groups = forest_roads(pos.game)
    return groups[there] == groups[first]


@lasting(most=2)
def forest_roads(game: Box[TrumpetsPosition]) -> Mapping[int, int]:
    """33.0i: forest hex -> least number among the forest hexes to which roads through forest connect it."""
    ground = game.ground
    found: dict[int, int] = {}
    for start in sorted(ground.forests):
        if start not in found:
            group = flood(game.board, (start,), lambda a, b: b in ground.forests and ground.key(a, b) in ground.road)
            found.update(dict.fromkeys(group, start))
    return found


def forest_road(pos: TrumpetsPosition, piece: int, here: int, there: int) -> bool:
    """33.0c,e: the next hex is an interdicted forest hex along a road."""
    ground = pos.game.ground
    on_road = there in ground.forests and ground.key(here, there) in ground.road
    return on_road and interdiction(pos, mover(pos, piece), there) > 0


def _best(one: int | None, other: int | None) -> int | None:
    """The cheaper of two prices; None where both are barred."""
    return min((cost for cost in (one, other) if cost is not None), default=None)


def _on_foot(pos: TrumpetsPosition, here: int, there: int) -> int | None:
    """39.4b: a leader may go on foot at any time."""
    if banks.barrier(pos, here, there):
        return None
    return dry_cost(pos, Mover(FOOT, w.ALLIED, True), here, there)


def bridge_full(pos: TrumpetsPosition, piece: int, here: int, there: int) -> Refusal | None:
    """30.3 [ADV]: a bridge passes 24 points a turn, and not every unit."""
    if not pos.plays(BOTTLENECK) or piece in pos.game.roster.leaders:
        return None
    points = points_of(pos, piece, here, there)
    if points is None:
        return "30.3", f"the bridge does not bear {pos.name(piece)}"
    used = pos.state.marker(here, there, w.MARKER["points"])
    if used + points > pos.game.chart.bridge_limit:
        return "30.3", f"{used} of {pos.game.chart.bridge_limit} points of the bridge are used this turn"
    return None


def points_of(pos: TrumpetsPosition, piece: int, here: int, there: int) -> int | None:
    """30.3, 44.1f: points of a unit on a bridge, None where it cannot cross; a substitute has its battalions'."""
    points: int | None = pos.game.chart.points[points_row(pos, piece)][banks.column(pos, here, there)]
    if points is not None and piece in pos.game.roster.substitutes:
        return points * pos.steps(piece)
    return points


def points_row(pos: TrumpetsPosition, piece: int) -> str:
    """30.3: row of the table of bridge points for a unit."""
    roster = pos.game.roster
    if roster.level.get(piece) == "cp":
        return "command_post"
    cls = move_class(pos, piece)
    wheels = "cross_country" if cls == "recon" else cls
    if piece in roster.having["sp_artillery"] or (piece in roster.artillery and cls == "afv"):
        return "sp_artillery"
    if piece in roster.afv:
        return _afv_row(pos, piece)
    if piece in roster.dispersed:
        return f"us_dispersed_{wheels}"
    if pos.generic(piece):
        return "infantry_step" if cls == FOOT else f"{wheels}_step"
    if piece in roster.artillery and piece in roster.german:
        army = roster.level.get(pos.parent(piece)) == "army"
        motorised = "german_army_motorised_artillery" if army else "german_artillery_battalion"
        return "german_horse_artillery" if cls == "horse" else motorised
    if piece in roster.artillery and roster.gun[piece] in pos.game.chart.heavy_guns:
        return "us_towed_heavy_gun"
    return f"battalion_{wheels}"


def _afv_row(pos: TrumpetsPosition, piece: int) -> str:
    roster = pos.game.roster
    if piece in roster.german:
        return "german_afv"
    if piece in roster.dispersed or roster.size[piece] == "company":
        return "us_dispersed_afv"
    if pos.generic(piece):
        return "allied_afv_step_3_5" if pos.cf(piece).attack <= SMALL_STEP else "allied_afv_step_7_9"
    return "allied_afv_other"


SMALL_STEP: Final = 5
"""30.3: Allied AFV steps of 3 or 5 CF cost less than those of 7 or 9."""


def enemy_step(pos: TrumpetsPosition, piece: int, here: int, there: int) -> Refusal | None:
    """25.6, 29.1f, 28.1b, 39.3: what enemies forbid: their hexes, and steps inside one enemy unit's ZOC."""
    side = pos.side(piece)
    if pos.enemy_in(there, side):
        return "29.1", f"an enemy stands in {pos.label(there)}"
    if pos.flag(piece, w.STRATEGIC) and pos.enemy_beside(there, side):
        return "28.1", "strategic movement does not come beside enemy units"
    closed = engagements.closed(pos, there, side)
    if closed is not None:
        return closed
    if zoc.barred(pos, piece, here, there):
        return "25.6", "nobody goes from hex to hex inside the ZOC of one enemy unit"
    return None


def walk(pos: TrumpetsPosition, piece: int, path: Sequence[int]) -> tuple[int, Refusal | None]:
    """29, 25.6: quarters spent after a path of hexes to be entered, beginning where the unit stands and with what it
    has spent; or why it cannot go."""
    limits = allowance(pos, piece)
    total, here = max(0, spent(pos, piece)), pos.at(piece)
    first = not pos.flag(piece, w.FLAG["first_step"])
    for number, there in enumerate(path):
        # 25.6b: who has only changed its mode there has not entered the hex, and may leave it
        if (number or not first) and zoc.stops(pos, piece, here):
            return total, ("25.6", f"{pos.name(piece)} stops in the enemy ZOC in {pos.label(here)}")
        cost, why = step(pos, piece, here, there, first and not number)
        why = why or enemy_step(pos, piece, here, there)
        if why is not None:
            return total, why
        alone = not number and _fresh(pos, piece) and (limits.one or limits.only)
        if limits.only and not alone:
            return total, ("29.2.2", f"{pos.name(piece)} is low on fuel and moves one hex")
        if total + cost > limits.quarters and not (alone and one_hex(pos, piece, there, total + cost)):
            return total, ("29.1", f"{pos.name(piece)} has not enough movement left to enter {pos.label(there)}")
        total, here = total + cost, there
    return total, None


def _fresh(pos: TrumpetsPosition, piece: int) -> bool:
    """29.2.1f, B-81: a unit that has entered no hex in this segment, whatever the change of its mode has cost; 29.2.2d:
    low on fuel it does one or the other."""
    return not pos.flag(piece, w.FLAG["first_step"]) and not (low_on_fuel(pos, piece) and spent(pos, piece) > 0)


def one_hex(pos: TrumpetsPosition, piece: int, there: int, cost: int) -> bool:
    """29.2.1f: the one hex that a unit may always enter that could with its full MF; 5.8d: none that is interdicted.

    cost    of the hex, and of a change of mode before it
    """
    return cost <= full_mf(pos, piece) * MF and interdiction(pos, mover(pos, piece), there) == 0


def affords(pos: TrumpetsPosition, piece: int, there: int, cost: int) -> bool:
    """29.1a, 29.2: has a unit the movement left for one more hex that costs so much? Low on fuel it goes one hex only;
    halved it may go one that it could enter with its full MF (29.2.1f)."""
    limits, fresh, paid = allowance(pos, piece), _fresh(pos, piece), max(0, spent(pos, piece))
    if limits.only and not fresh:
        return False
    return cost <= left(pos, piece) or (fresh and limits.one and one_hex(pos, piece, there, paid + cost))


def affords_edge(pos: TrumpetsPosition, piece: int, cost: int) -> bool:
    """34.0d, e: has a unit the movement left for the hex beyond the edge? That is a hex like others (25.4a): halved,
    and if it has entered none, it may go there as its one hex where its full MF would do (29.2.1f)."""
    limits, paid = allowance(pos, piece), max(0, spent(pos, piece))
    return cost <= left(pos, piece) or (limits.one and _fresh(pos, piece) and paid + cost <= full_mf(pos, piece) * MF)


@kept(ON_MOVES)
def reachable(pos: TrumpetsPosition, piece: int) -> Reached:
    """Where a unit can go with what it has left: hex -> (quarters, hex before it), its own included."""
    start = pos.at(piece)
    if zoc.stops(pos, piece, start) and pos.flag(piece, w.FLAG["first_step"]):
        return {start: (0, -1)}
    limits = allowance(pos, piece)
    if limits.only and (pos.flag(piece, w.FLAG["first_step"]) or spent(pos, piece) > 0):
        return {start: (0, -1)}
    fresh, paid = _fresh(pos, piece), max(0, spent(pos, piece))

    def over(here: int, there: int, price: int | None) -> int | None:
        if enemy_step(pos, piece, here, there) is not None:
            return None
        first = here == start and not pos.flag(piece, w.FLAG["first_step"])
        cost, why = step(pos, piece, here, there, first, dry=price)
        return None if why is not None else cost

    table = bare_steps(pos, mover(pos, piece))
    found: Reached = {start: (0, -1)}
    if not limits.only:
        found = reach(table, start, left(pos, piece), near=near(pos, piece), over=over, stops=_stops(pos, piece))
    for there in pos.game.ground.near[start]:
        crosses = bool(banks.barrier(pos, start, there))
        if there in found and not crosses:
            continue
        cost = over(start, there, None)
        if cost is None:
            continue
        if cost <= left(pos, piece):
            _beyond(pos, piece, found, start, there, cost, limits.only)
        elif fresh and (limits.one or limits.only) and one_hex(pos, piece, there, paid + cost):
            found.setdefault(there, (cost, start))
    return found


def _beyond(pos: TrumpetsPosition, piece: int, found: Reached, start: int, there: int, cost: int, only: bool) -> None:
    """30.1c: the way goes on beyond a first step over water."""
    if there not in found or cost < found[there][0]:
        found[there] = (cost, start)
    if only or zoc.stops(pos, piece, there):
        return

    def over(here: int, beyond: int, dry: int) -> int | None:
        if enemy_step(pos, piece, here, beyond) is not None:
            return None
        price, why = step(pos, piece, here, beyond, False, dry=dry)
        return None if why is not None else price

    table = bare_steps(pos, mover(pos, piece))
    more = reach(table, there, left(pos, piece) - cost, near=near(pos, piece), over=over, stops=_stops(pos, piece))
    for place, (price, before) in more.items():
        if place not in (there, start) and (place not in found or cost + price < found[place][0]):
            found[place] = (cost + price, before)


# ---------------------------------------------------------------------- 26.1.3 the way back over a boundary
@kept(ON_MOVES)
def homeward(pos: TrumpetsPosition, piece: int) -> Mapping[int, int]:
    """26.1.3b, 26.2.9b: hex -> quarters of the cheapest way from it to a hex of the unit's own area, for all hexes that
    are not farther away than its own."""
    own, start = borders.within(pos, piece), pos.at(piece)
    heap = [(0, p) for p in sorted(own) if any(there not in own for there in pos.game.ground.near[p])]
    found: dict[int, int] = {}
    while heap:
        total, here = heappop(heap)
        if here in found or total > FAR_HOME * MF:
            continue
        found[here] = total
        if here == start:
            break
        for before in pos.game.ground.near[here]:
            if before in found or before in own or pos.enemy_in(before, pos.side(piece)):
                continue
            price, why = step(pos, piece, before, here, before == start)
            if why is None and enemy_step(pos, piece, before, here) is None:
                heappush(heap, (total + price, before))
    return found


FAR_HOME: Final = 40
"""Movement factors within which a way home is looked for."""


def goes_home(pos: TrumpetsPosition, piece: int, path: Sequence[int]) -> Refusal | None:
    """26.1.3b,c: a unit that must go back does so by a cheapest way; of equal ones its owner chooses."""
    way = homeward(pos, piece)
    total = way.get(pos.at(piece))
    if total is None:
        return None
    paid = walk(pos, piece, path)[0] - max(0, spent(pos, piece))
    end = path[-1]
    rest = 0 if end in borders.within(pos, piece) else way.get(end, total + 1)
    if paid + rest > total:
        return "26.1.3", f"{pos.name(piece)} goes back to the boundary by the shortest way"
    return None


def near(pos: TrumpetsPosition, piece: int) -> frozenset[int]:
    """Hexes where the bare map is not all: enemies and their ZOC, friends, markers, the edge of the unit's area."""
    found = _around(pos, pos.side(piece), borders.army_of(pos, piece), pos.above(piece, "corps") == pos.game.xlvii)
    if pos.flag(piece, w.FLAG["avoids"]):
        found |= interdicted(pos, pos.side(piece))
    if pos.flag(piece, w.STRATEGIC):
        enemies = pos.hexes_of(3 - pos.side(piece))
        found |= frozenset(there for place in enemies for there in pos.board.neighbours[place])
    return found


@kept(ON_MOVES)
def _around(pos: TrumpetsPosition, side: int, army: str, xlvii: bool) -> frozenset[int]:
    return _lively(pos, side) | _fringe(pos.game, pos.var("scenario"), army, xlvii)


@kept(ON_MOVES)
def _lively(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    marked = {key >> 32 for key in pos.state.markers if key & 0xFFFF == w.MARKER["overrun"]}
    return zoc.covered(pos, side) | pos.hexes_of(1) | pos.hexes_of(2) | marked | _bridge_ends(pos)


def _bridge_ends(pos: TrumpetsPosition) -> frozenset[int]:
    """30.3: where bridges are counted, the hexes at their ends."""
    return _bridgeheads(pos.game) if pos.plays(BOTTLENECK) else frozenset()


@lasting(most=1)
def _bridgeheads(game: Box[TrumpetsPosition]) -> frozenset[int]:
    return frozenset(key // game.ground.n for key in game.ground.bridges)


@lasting(most=32)
def _fringe(game: Box[TrumpetsPosition], scenario: int, army: str, xlvii: bool) -> frozenset[int]:
    """Hexes outside an army's domain (borders decide about them one by one)."""
    rules = game.scenario_rules(scenario)
    whole = borders.domain_of(game, scenario, army, xlvii)
    fringe = (frozenset(range(game.board.n_hexes)) - whole) | rules.empty
    if army in w.ARMIES and not rules.hooks.get("corps_limits"):
        return fringe
    british = game.ground.beyond_meuse if army == "1a" else frozenset()
    return fringe | british | _limited(game, rules)


def _limited(game: Box[TrumpetsPosition], rules: ScenarioRules) -> frozenset[int]:
    """Hexes that house limits are about."""
    row, hooks = game.ground.row, rules.hooks
    south = [int(limit["not_south_of_row"]) for limit in hooks.get("corps_limits", ())]
    north = [int(limit["not_north_of_row"]) for limit in hooks.get("allied_limits", ())]
    found = {p for p in rules.hexes if any(row(p) > limit for limit in south)}
    found |= {p for p in rules.hexes if any(row(p) < limit for limit in north)}
    hook = hooks.get("wahlerscheid")
    if hook:
        found |= {p for label in hook["hexes"] for p in game.board.within(game.board.place(label), TRUCK_MF)}
    return frozenset(found)


class _Stops:
    """Hexes in which a unit stops: a container that asks the zones."""

    __slots__ = ("afv", "heavy", "light")

    def __init__(self, heavy: Mapping[int, object], light: Mapping[int, object], afv: bool) -> None:
        self.heavy, self.light, self.afv = heavy, light, afv

    def __contains__(self, place: object) -> bool:
        return place in self.heavy or (not self.afv and place in self.light)


def _stops(pos: TrumpetsPosition, piece: int) -> _Stops:
    enemy = 3 - pos.side(piece)
    afv = piece in pos.game.roster.afv
    return _Stops(zoc.zones(pos, enemy, False), zoc.zones(pos, enemy, True), afv)
