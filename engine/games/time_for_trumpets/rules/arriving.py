"""Reinforcements come in (27), units go off the map and between its zones, and return (34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import (
    chains,
    engagements,
    leaders,
    sources,
    stacking,
    ways,
    zoc,
)
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition, entering
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import leave_reserve, used
from hexledger.engine.games.time_for_trumpets.rules.moving import end_motion, may_move
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.games.time_for_trumpets.tables.ground import ZONES
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.games.time_for_trumpets.tables.scenario import Arrival
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, Step, permit

MF_OF_ROAD: Final = ("main_road", "minor_road")


class Enter(Decision, frozen=True, array_like=True, tag=35):
    """`enter us_1_26_i 7501`: a reinforcement, or a unit of an off-map zone, comes onto the map."""

    unit: PieceId
    at: PlaceId


class LeaveMap(Decision, frozen=True, array_like=True, tag=33):
    """`leave_map us_4ad_hq`: an Allied unit at the north or south edge goes off the map."""

    unit: PieceId


class ChangeZone(Decision, frozen=True, array_like=True, tag=34):
    """`change_zone us_4ad_hq zone_B`: from one off-map zone to the next."""

    unit: PieceId
    zone: PlaceId


# ---------------------------------------------------------------------- reinforcements
def due(pos: TrumpetsPosition) -> dict[int, Arrival]:
    """Reinforcements that wait and act with the active corps: piece -> its line of the order of appearance."""
    waiting = pos.pool("waiting")
    found: dict[int, Arrival] = {}
    for row in pos.scenario.arrivals:
        if row.piece in waiting and comes_with(pos, row.piece):
            taken = row.instead and all(pos.enemy_in(place, pos.side(row.piece)) for place in row.places)
            found[row.piece] = row._replace(places=row.instead, edge=True) if taken else row
    return found


def comes_with(pos: TrumpetsPosition, piece: int) -> bool:
    """27.4, 34.0g: a reinforcement, or a unit off the map, moves when its HQ is activated; army echelon with any corps
    of the army, but with one only (14.2c)."""
    if pos.side(piece) != pos.active_side or pos.active_corps == NOBODY:
        return False
    if pos.flag(piece, w.ACTED) not in (0, pos.active_corps + 1):
        return False
    if piece in pos.game.roster.leaders:
        return pos.plays("leaders") and pos.above(chains.led(pos, piece), "army") == pos.active_army
    corps = pos.above(piece, "corps")
    if corps != NOBODY:
        return corps == pos.active_corps
    return pos.above(piece, "army") == pos.active_army


def entry_cost(pos: TrumpetsPosition, piece: int, place: int, by: ways.Mover | None = None) -> int | None:
    """27.1e,k: by road where the edge hex has one, else as open ground (G-3.16: dearer by night and in fog); not off
    the road into a forest; 5.8b: and what interdiction adds. `by`: how it comes in, where that is not as it moves
    now."""
    mover = by or ways.mover(pos, piece)
    cost = _road_at_edge(pos, mover, place)
    if cost is None:
        if place in pos.game.ground.forests or mover.strategic:
            return None
        cost = ways.ground_price(pos.game, mover.cls, ways.going(pos), place, place)
    return None if cost is None else cost + ways.interdiction(pos, mover, place)


def _road_at_edge(pos: TrumpetsPosition, mover: ways.Mover, place: int) -> int | None:
    """27.1k, 29.6, 34.0d: what the best road of an edge hex costs, as it is jammed; None where there is none."""
    ground = pos.game.ground
    kinds = {ground.road[ground.key(place, there)] for there in ground.roads_of[place]}
    found = next((kind for kind in MF_OF_ROAD if kind in kinds), None)
    return None if found is None else ways.road_price(pos.game, mover, ways.going(pos), found, place)


def arrival_cost(pos: TrumpetsPosition, piece: int, place: int) -> int | None:
    """27.1, 27.5f: what a reinforcement pays to come in: at some road hexes of the southwest more."""
    cost = entry_cost(pos, piece, place, _comes_as(pos, piece, place))
    more = pos.scenario.hooks.get("entry_penalties", {}).get(pos.label(place), 0)
    by_road = bool(pos.game.ground.roads_of[place])
    return cost if cost is None or not by_road else cost + int(more) * MF


def _comes_as(pos: TrumpetsPosition, piece: int, place: int) -> ways.Mover:
    """27.1k,l, 28.0: how a reinforcement moves as it comes in: strategically, or American infantry in trucks."""
    mover, row = ways.mover(pos, piece), due(pos).get(piece)
    if row is None or not row.edge:
        return mover
    fast = ways.strategic_kind(pos, piece) if _strategic(pos, row, place) else ""
    return mover._replace(cls="truck" if ways.trucked(pos, piece) else mover.cls, strategic=fast)


def _strategic(pos: TrumpetsPosition, row: Arrival, place: int) -> bool:
    """28.0, 28.1a,b: it comes in by strategic movement, along a road and not beside enemy units."""
    road = not row.edge or bool(pos.game.ground.roads_of[place])
    return row.strategic and road and not pos.enemy_beside(place, pos.side(row.piece))


def enter_refusal(pos: TrumpetsPosition, piece: int, place: int) -> Refusal | None:
    """27.1, 27.5, 34.3, 39.3c, 52.12.1a: why a unit may not come in at a hex."""
    zone = pos.at(piece)
    row = due(pos).get(piece)
    if row is not None:
        places: tuple[int, ...] = row.places
        rule = "27.1"
    elif zone in pos.game.ground.zone_hexes and comes_with(pos, piece):
        places, rule = pos.game.ground.zone_hexes[zone], "34.3"
        if pos.flag(piece, w.FLAG["zone_moved"]):
            return rule, f"{pos.name(piece)} has moved off the map in this segment"
    else:
        return "27.4", f"{pos.name(piece)} does not come in with this corps"
    if place not in places:
        return rule, f"{pos.name(piece)} does not come in at {pos.label(place)}"
    side = pos.side(piece)
    if pos.enemy_in(place, side):
        return "27.5", f"an enemy stands in {pos.label(place)}"
    closed = engagements.closed(pos, place, side) or leaders.unescorted(pos, (piece,), (place,))
    if closed is not None:
        return closed
    if zoc.shut_out(pos, piece, place):
        return "27.5", f"all ways to {pos.label(place)} from beyond the edge are in enemy ZOC"
    if row is not None and zoc.stops(pos, piece, place) and not all(_blocked(pos, piece, p) for p in places):
        # 27.5c is about reinforcements: who comes back from a zone (34.3) stops in an enemy ZOC as ever (25.6a)
        return "27.5", f"{pos.label(place)} is in an enemy ZOC, and there are other ways in"
    strangers = stacking.apart(pos, piece, place)
    if strangers:
        return strangers, f"{pos.name(piece)} may not stay with the units in {pos.label(place)}"
    if row is not None and not row.edge:
        return None
    cost = entry_cost(pos, piece, place) if row is None else arrival_cost(pos, piece, place)
    if cost is None or not _affords(pos, piece, place, cost):
        return "27.1", f"{pos.name(piece)} cannot enter {pos.label(place)}"
    return None


def _affords(pos: TrumpetsPosition, piece: int, place: int, cost: int) -> bool:
    """27.3c,f, 29.2.1f: a unit that is halved may come in as its one hex where its full MF would do."""
    limits = ways.allowance(pos, piece)
    return cost <= limits.quarters or (limits.one and ways.one_hex(pos, piece, place, cost))


def _blocked(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """27.5c: an enemy stands in a hex of entry, or his ZOC lies on it or on all the way to it."""
    held = pos.enemy_in(place, pos.side(piece))
    return held or zoc.stops(pos, piece, place) or zoc.shut_out(pos, piece, place)


def check_enter(pos: TrumpetsPosition, decision: Enter) -> None:
    """27, 34.3: may the unit come in there?"""
    permit(pos, enter_refusal(pos, decision.unit, decision.at))


def take_enter(act: Act, decision: Enter) -> None:
    """27.2: headquarters arrive with one Rested marker; 27.1l: American infantry with trucks."""
    pos, piece, place = act.pos, decision.unit, decision.at
    end_motion(act, (piece,))
    row = due(pos).get(piece)
    price = entry_cost if row is None else arrival_cost
    cost = price(pos, piece, place) or 0 if row is None or row.edge else 0
    if row is not None:
        act.pool("pool.waiting", piece, -1, "27.1")
        act.place(piece, place, pos.game.roster.full[piece], "27.1")
        fast = _strategic(pos, row, place)
        act.flag(piece, w.STRATEGIC, int(fast), "28.3")
        if ways.trucked(pos, piece) and not fast and row.edge:
            act.flag(piece, w.FLAG["truck"], 1, "27.1")
        if pos.status_hq(piece) == piece:
            act.flag(piece, w.RESTED, max(1, pos.flag(piece, w.RESTED)), "27.2")
    else:
        act.move(piece, (pos.at(piece), place), "mode.off_map", cost, "34.3")
    if row is None or row.edge:
        used(act, piece)
    act.flag(piece, w.MOVED, cost + 1)
    act.flag(piece, w.FLAG["first_step"], int(row is None or row.edge))
    act.flag(piece, w.IN_MOTION, 1)
    entering.entered(act, piece, place)
    act.then(*demolition.interrupts(pos, (piece,), place))


def entries(pos: TrumpetsPosition) -> Iterator[Enter]:
    """Every unit that may come in, at every hex where it may."""
    for piece, row in due(pos).items():
        for place in row.places:
            if stacking.room(pos, piece, place) and enter_refusal(pos, piece, place) is None:
                yield Enter(PieceId(piece), PlaceId(place))
    for zone, places in pos.game.ground.zone_hexes.items():
        for piece in pos.units(zone):
            for place in places:
                if stacking.room(pos, piece, place) and enter_refusal(pos, piece, place) is None:
                    yield Enter(PieceId(piece), PlaceId(place))


# ---------------------------------------------------------------------- 34 off the map
def leave_refusal(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """25.6, 34.0, 34.1: an Allied unit at the edge, held by no ZOC, with the MF for a road hex, or for a clear one."""
    if pos.side(piece) != w.ALLIED:
        return "34.0", "only Allied units go off the map"
    if not pos.scenario.whole:
        return "H-4", "nobody goes off the map of this scenario"
    why = may_move(pos, piece)
    if why is not None:
        return why
    if pos.backed(piece) or sources.zone_of(pos, pos.at(piece)) == NOBODY:
        return "34.1", f"{pos.name(piece)} does not stand at an edge that it may leave by"
    place = pos.at(piece)
    if zoc.holds_at_edge(pos, piece, place, bool(pos.flag(piece, w.FLAG["first_step"]))):
        return "25.6", f"{pos.name(piece)} stops in the enemy ZOC in {pos.label(place)}, or beyond the edge"
    mover = ways.mover(pos, piece)
    cost = _road_at_edge(pos, mover, place)
    if cost is None:
        dark = pos.night or pos.weather(place) != w.CLEAR
        clear = pos.game.chart.off_road[pos.ground][mover.cls]["clear"]
        cost = None if clear is None or mover.strategic else clear + (MF if dark else 0)
    if cost is None or not ways.affords_edge(pos, piece, cost):
        return "34.1", f"{pos.name(piece)} has not enough movement left"
    return None


def check_leave(pos: TrumpetsPosition, decision: LeaveMap) -> None:
    """34.1: may the unit go?"""
    permit(pos, leave_refusal(pos, decision.unit))


def take_leave(act: Act, decision: LeaveMap) -> None:
    """It lies in the zone with the letter of the edge."""
    pos, piece = act.pos, decision.unit
    end_motion(act, ())
    leave_reserve(act, piece)
    used(act, piece)
    act.move(piece, (pos.at(piece), sources.zone_of(pos, pos.at(piece))), "mode.off_map", 0, "34.1")
    act.flag(piece, w.FLAG["zone_moved"], 1, "34.2")
    act.flag(piece, w.DONE, 1)


def leavings(pos: TrumpetsPosition) -> Iterator[LeaveMap]:
    """Units that may go off the map."""
    if not pos.scenario.whole or pos.active_side != w.ALLIED:
        return
    for piece in chains.acting(pos):
        if leave_refusal(pos, piece) is None:
            yield LeaveMap(PieceId(piece))


def next_zones(pos: TrumpetsPosition, zone: int) -> tuple[int, ...]:
    """34.2: the zones with the letters before and after, on the same edge."""
    letters = {place: letter for letter, place in pos.game.ground.zone.items()}
    number = ZONES.index(letters[zone])
    found = [ZONES[n] for n in (number - 1, number + 1) if 0 <= n < len(ZONES)]
    return tuple(pos.game.ground.zone[x] for x in found if abs(ord(x) - ord(ZONES[number])) == 1)


def zone_refusal(pos: TrumpetsPosition, piece: int, zone: int) -> Refusal | None:
    """34.2: one step from zone to zone in a movement segment, beginning in a zone."""
    here = pos.at(piece)
    if here not in pos.game.ground.zone_hexes or not comes_with(pos, piece):
        return "34.2", f"{pos.name(piece)} is in no off-map zone, or does not act with this corps"
    if pos.flag(piece, w.FLAG["zone_moved"]):
        return "34.2", f"{pos.name(piece)} has moved off the map in this segment"
    if zone not in next_zones(pos, here):
        return "34.2", "a unit goes to the next zone"
    return None


def check_zone(pos: TrumpetsPosition, decision: ChangeZone) -> None:
    """34.2: may the unit go there?"""
    permit(pos, zone_refusal(pos, decision.unit, decision.zone))


def take_zone(act: Act, decision: ChangeZone) -> None:
    """It stops there."""
    piece = decision.unit
    used(act, piece)
    act.move(piece, (act.pos.at(piece), decision.zone), "mode.off_map", 0, "34.2")
    act.flag(piece, w.FLAG["zone_moved"], 1, "34.2")


def zone_moves(pos: TrumpetsPosition) -> Iterator[ChangeZone]:
    """Units in zones that may go to the next."""
    if pos.active_side != w.ALLIED:
        return
    for zone in pos.game.ground.zone_hexes:
        for piece in pos.units(zone):
            for there in next_zones(pos, zone):
                if zone_refusal(pos, piece, there) is None:
                    yield ChangeZone(PieceId(piece), PlaceId(there))


class InnerArrivals(Step[TrumpetsPosition], frozen=True, array_like=True, tag=32):
    """G-D7: reinforcements that appear inside the map are there at the start of their corps' movement; where an enemy
    stands, in the nearest hex of a road."""

    def run(self, act: Act) -> None:
        """Those of the active corps."""
        come = list[int]()
        for piece, row in due(act.pos).items():
            if not row.edge:
                place = inner_hex(act.pos, piece, row.places[0])
                if place != NOBODY:
                    take_enter(act, Enter(PieceId(piece), PlaceId(place)))
                    come.append(piece)
        end_of_entry(act, come)


def end_of_entry(act: Act, come: Sequence[int]) -> None:
    """They may still move as if they had begun the segment there."""
    for piece in come:
        for flag in (w.IN_MOTION, w.DONE, w.MOVED):
            act.flag(piece, flag, 0)


def inner_hex(pos: TrumpetsPosition, piece: int, place: int) -> int:
    """The hex, or the nearest one with a road and without enemies where it may stand."""
    side = pos.side(piece)
    if not pos.enemy_in(place, side):
        return place
    roads = pos.game.ground.roads_of
    for there in pos.board.within(place, FAR):
        if (
            roads[there]
            and there in pos.scenario.hexes
            and not pos.enemy_in(there, side)
            and not pos.enemy_beside(there, side)
        ):
            return there
    return NOBODY


FAR: Final = 20

ACTIONS: Final = (
    Action(Enter, check_enter, take_enter, entries),
    Action(LeaveMap, check_leave, take_leave, leavings),
    Action(ChangeZone, check_zone, take_zone, zone_moves),
)
DECISIONS: Final = (Enter, LeaveMap, ChangeZone)
STEPS: Final = (InnerArrivals,)
