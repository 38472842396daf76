"""The movement segment of a corps (29-33): units move one after another, or several of one hex together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import (
    banks,
    borders,
    chains,
    engagements,
    leaders,
    reserves,
    stacking,
    ways,
)
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition, entering
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import cross_south, disrupt, leave_reserve, use_banks, used
from hexledger.engine.games.time_for_trumpets.rules.ties import settle_ties
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, is_allowed, permit
from hexledger.engine.map.paths import Reached

FIRST_STEP: Final = w.FLAG["first_step"]
FERRY: Final = w.FLAG["ferry"]
HALTED: Final = 2
"""Value of `done` of a unit that has stopped because another one began to move."""


class Move(Decision, frozen=True, array_like=True, tag=30):
    """`move kgp_hq,leader_peiper 9420,9320`: units of one hex, and the hexes that they enter together."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class ChangeMode(Decision, frozen=True, array_like=True, tag=31):
    """`change_mode 1ssd_hq`: into battery or deployed, or into march order; infantry sends its trucks away; a unit
    gives its strategic movement up."""

    unit: PieceId


class FlipCompany(Decision, frozen=True, array_like=True, tag=40):
    """`flip_company us_99_393_k`: a company leaves its fort for good."""

    unit: PieceId


class Avoid(Decision, frozen=True, array_like=True, tag=37):
    """`avoid 116pz_panther_1 5936`: a vehicle tries to avoid interdiction on the next forest road hex."""

    unit: PieceId
    to: PlaceId


# ---------------------------------------------------------------------- who may move
def may_move(pos: TrumpetsPosition, piece: int, *, halted: bool = False) -> Refusal | None:
    """29.1, 14.2c, 15.0, H-1: why a unit does not move in this segment; None when it may, or may go on.

    halted   who has only stopped for others to move may go on too: a tank that overruns (35.3f)
    """
    if not pos.on_map(piece) or not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    if pos.held(piece):
        return "H-1", f"{pos.name(piece)} is not released yet"
    if pos.flag(piece, w.FLAG["building"]):
        return "19.0", f"{pos.name(piece)} is under construction"
    if pos.flag(piece, w.FLAG["bridging"]):
        return "21.1", f"{pos.name(piece)} works on a bridge"
    if pos.flag(piece, w.FLAG["prep"]):
        return "22.2", f"{pos.name(piece)} prepares a demolition"
    if pos.flag(piece, w.DONE) and not (halted and pos.flag(piece, w.DONE) == HALTED):
        return "29.0", f"{pos.name(piece)} has finished its move"
    if pos.flag(piece, w.RESERVE) and not pos.in_comm(piece):
        return reserves.part(pos, piece), f"{pos.name(piece)} is out of command and stays in reserve"
    return engagements.tied(pos, piece)


def check_units(pos: TrumpetsPosition, units: Sequence[int]) -> Refusal | None:
    """Units that move together stand in one hex and may each move."""
    if not units or len(set(units)) != len(units):
        return "29.0", "units that move are named once each"
    if len({pos.at(unit) for unit in units}) > 1:
        return "29.0", "units that move together stand in one hex"
    for unit in units:
        why = may_move(pos, unit)
        if why is not None:
            return why
        if pos.backed(unit):
            return "31.2", f"{pos.name(unit)} is deployed or in battery: it changes its mode first"
        if pos.flag(unit, w.FORT_SIDE):
            return "2.13", f"{pos.name(unit)} leaves its fort first"
    return None


def check_move(pos: TrumpetsPosition, move: Move) -> None:
    """29-33, 25.6, 26, 23.5-23.7, 39.3: may these units take this path?"""
    permit(pos, check_units(pos, move.units))
    if not move.path:
        raise IllegalDecision(pos.game.cite("29.0"), "a move enters a hex")
    for unit in move.units:
        permit(pos, ways.walk(pos, unit, move.path)[1])
        permit(pos, _ferry_only(pos, unit, move.path))
        if pos.flag(unit, w.FLAG["must_return"]):
            permit(pos, ways.goes_home(pos, unit, move.path))
    permit(pos, ends(pos, move.units, move.path[-1]))
    permit(pos, leaders.unescorted(pos, move.units, move.path))
    permit(pos, _one_ferry(pos, move))
    permit(pos, _bridges_bear(pos, move))


def _ferry_only(pos: TrumpetsPosition, unit: int, path: Sequence[int]) -> Refusal | None:
    """20.0h,i, G-3.25: an engineer at its ford moves over that ford only."""
    across = pos.flag(unit, FERRY) - 1
    if across >= 0 and (len(path) != 1 or path[0] != across):
        return "20.0", f"{pos.name(unit)} may only cross at its own ford"
    return None


def _one_ferry(pos: TrumpetsPosition, move: Move) -> Refusal | None:
    """20.0i: one engineer helps one unit; who needs help crosses alone, one step at a time."""
    here = pos.at(move.units[0])
    for number, there in enumerate(move.path):
        if banks.ford(pos, here, there):
            needy = [u for u in move.units if _needs_ferry(pos, u, here, there)]
            if needy and (len(move.units) > 1 or number):
                return "20.0", "a unit that is helped over a ford moves alone, beside the ford"
        here = there
    return None


def _bridges_bear(pos: TrumpetsPosition, move: Move) -> Refusal | None:
    """30.3: units that move together cross a bridge together."""
    if not pos.plays(ways.BOTTLENECK):
        return None
    here = pos.at(move.units[0])
    for there in move.path:
        if pos.game.ground.water_between(here, there) and banks.bridged(pos, here, there):
            used = pos.state.marker(here, there, w.MARKER["points"])
            heavy = [unit for unit in move.units if unit not in pos.game.roster.leaders]
            together = sum(ways.points_of(pos, unit, here, there) or 0 for unit in heavy)
            if used + together > pos.game.chart.bridge_limit:
                return "30.3", f"{used} of {pos.game.chart.bridge_limit} points of the bridge are used this turn"
        here = there
    return None


def _needs_ferry(pos: TrumpetsPosition, unit: int, here: int, there: int) -> bool:
    """20.0c, 30.2c: a unit of its class needs help at the ford; 39.4b: a leader may go on foot."""
    if unit in pos.game.roster.leaders:
        return False
    cls = ways.move_class(pos, unit)
    return banks.ford(pos, here, there) and pos.game.chart.fords[pos.ground][cls].engineer


def ends(pos: TrumpetsPosition, units: Sequence[int], place: int) -> Refusal | None:
    """23.5-23.7, 28.4d: may a move end there? Units above the limit are a matter of the segment's end; 23.0c: whom a
    retreat has brought together part."""
    for unit in units:
        rule = stacking.apart(pos, unit, place)
        if rule:
            return rule, f"{pos.name(unit)} may not stay with the units in {pos.label(place)}"
        other, rule = next(((mate, why) for mate in units if (why := stacking.between(pos, unit, mate))), (unit, ""))
        if rule:
            return rule, f"{pos.name(unit)} may not stay with {pos.name(other)}"
    wrecks = stacking.wrecks(pos, place)
    if wrecks and stacking.count(pos, (*pos.units(place), *units)) + wrecks > stacking.limit(pos):
        return "35.3", f"what was overrun in {pos.label(place)} counts until the segment ends"
    return None


# ---------------------------------------------------------------------- carrying it out
def take_move(act: Act, move: Move) -> None:
    """Hex by hex, as far as nothing comes between: a bridge that may be blown (22.1k), the boundary (26.1.4)."""
    pos = act.pos
    end_motion(act, move.units)
    start = pos.at(move.units[0])
    stop = _cut(pos, move)
    path = move.path[: stop + 1]
    totals = {unit: ways.walk(pos, unit, path)[0] for unit in move.units}
    before = {unit: max(0, ways.spent(pos, unit)) for unit in move.units}
    use_banks(act, move.units, start, path)
    helper = ways.ferryman(pos, move.units[0], start, path[0])
    ferried = _needs_ferry(pos, move.units[0], start, path[0])
    for unit in move.units:
        act.move(unit, (start, *path), "mode.move", totals[unit] - before[unit], "29.0")
        act.flag(unit, w.MOVED, totals[unit] + 1)
        act.flag(unit, FIRST_STEP, 1)
        if not act.pos.flag(unit, w.BEGAN):
            act.flag(unit, w.BEGAN, start + 1)
        act.flag(unit, w.IN_MOTION, 1)
        leave_reserve(act, unit)
        used(act, unit)
    if ferried and helper != NOBODY and helper not in move.units:
        act.flag(helper, w.FLAG["helped"], 1, "20.0")
    for place in path:
        for unit in move.units:
            if pos.on_map(unit):
                entering.entered(act, unit, place)
    for unit in move.units:
        if borders.crosses_south(pos, unit, path[-1]):
            cross_south(act, unit)
    if any(pos.flag(unit, w.ENGAGED) for unit in move.units):
        settle_ties(act)
    act.then(*demolition.interrupts(pos, move.units, path[-1]))


def _cut(pos: TrumpetsPosition, move: Move) -> int:
    """Number of the hex of the path after which the move is interrupted; the last one when it is not."""
    for number, place in enumerate(move.path):
        if demolition.interrupts(pos, move.units, place):
            return number
        if any(borders.crosses_south(pos, unit, place) for unit in move.units):
            return number
    return len(move.path) - 1


def end_motion(act: Act, but: Sequence[int] = ()) -> None:
    """A move is finished before another begins."""
    for key in sorted(key for key in act.state.flags if key & 0xFFFF == w.IN_MOTION):
        if key >> 16 not in but:
            act.flag(key >> 16, w.IN_MOTION, 0)
            act.flag(key >> 16, w.DONE, HALTED)


def groups(pos: TrumpetsPosition) -> Iterator[int]:
    """Units that may move now: those in motion first."""
    movers = [unit for unit in chains.acting(pos) if check_units(pos, (unit,)) is None]
    movers.sort(key=lambda unit: (not pos.flag(unit, w.IN_MOTION), pos.at(unit), unit))
    yield from movers


def listed(pos: TrumpetsPosition) -> Iterator[Move]:
    """Moves of the next few units that can move, to every hex that they can reach, by the cheapest way."""
    able = 0
    for unit in groups(pos):
        found = list(moves_of(pos, unit))
        yield from found
        able += bool(found)
        if able == MOST_LISTED:
            return


MOST_LISTED: Final = 6
"""Units whose moves are listed at a time: those of all would be thousands."""


def moves_of(pos: TrumpetsPosition, unit: int) -> Iterator[Move]:
    """Moves of one unit: to every hex in reach where it may stay; of an engineer at its ford, over that (20.0i)."""
    across = pos.flag(unit, FERRY) - 1
    if across >= 0:
        over = Move((PieceId(unit),), (PlaceId(across),))
        if stacking.room(pos, unit, across) and is_allowed(check_move, pos, over):
            yield over
        return
    reached, leader = ways.reachable(pos, unit), unit in pos.game.roster.leaders
    for end in reached:
        if end == pos.at(unit) or not stacking.room(pos, unit, end):
            continue
        move = Move((PieceId(unit),), tuple(map(PlaceId, path_of(reached, end))))
        if ends(pos, (unit,), end) is not None or _one_ferry(pos, move) is not None:
            continue
        if leader and leaders.unescorted(pos, (unit,), move.path) is not None:
            continue
        if not pos.flag(unit, w.FLAG["must_return"]) or ways.goes_home(pos, unit, move.path) is None:
            yield move


def moves_together(pos: TrumpetsPosition, units: tuple[int, ...]) -> Iterator[Move]:
    """29.0: moves of a unit, or of units together where the ways of the first are open to all."""
    if check_units(pos, units) is not None:
        return
    for move in moves_of(pos, units[0]):
        together = Move(tuple(map(PieceId, units)), move.path)
        if len(units) == 1 or is_allowed(check_move, pos, together):
            yield together


def strays(pos: TrumpetsPosition) -> Iterator[int]:
    """26.1.3b: units of the corps that must go back over the boundary, have not moved, and can."""
    for unit in chains.acting(pos):
        bound = pos.flag(unit, w.FLAG["must_return"]) and not pos.flag(unit, FIRST_STEP)
        if bound and check_units(pos, (unit,)) is None and next(moves_of(pos, unit), None) is not None:
            yield unit


def misplaced(pos: TrumpetsPosition) -> Iterator[int]:
    """23.0c: units of the corps that a retreat has left among units with which they may not stand, and that can go;
    headquarters too, among units of another army (26.1.2a, 26.2.8a)."""
    roster = pos.game.roster
    for unit in chains.acting(pos):
        crowded = unit in roster.counted and not stacking.may_share(pos, unit, pos.at(unit))
        if unit in roster.hqs and unit in roster.german:
            crowded = borders.other_army(pos, unit, pos.at(unit)) is not None
        if crowded and check_units(pos, (unit,)) is None and next(moves_of(pos, unit), None) is not None:
            yield unit


def path_of(reached: Reached, end: int) -> tuple[int, ...]:
    """The hexes entered on the way to an end."""
    path = [end]
    while (before := reached[path[-1]][1]) >= 0:
        path.append(before)
    return tuple(reversed(path[:-1]))


# ---------------------------------------------------------------------- modes
def mode_cost(pos: TrumpetsPosition, piece: int) -> int:
    """2.9, 31.1d, 32.2: quarters that a change of mode costs; horse-drawn guns 2 MF."""
    return pos.game.roster.front[piece].get("mode_cost") * MF


def check_mode(pos: TrumpetsPosition, decision: ChangeMode) -> None:
    """29.2.2, 31.2, 32.2, 32.3: before the move out of battery, after it into battery, with the MF left."""
    permit(pos, mode_refusal(pos, decision.unit))


def mode_refusal(pos: TrumpetsPosition, unit: int) -> Refusal | None:
    """Why a unit may not change its mode now."""
    why = may_move(pos, unit)
    if why is not None:
        return why
    if pos.flag(unit, w.FLAG["truck"]):
        return None
    if pos.flag(unit, w.STRATEGIC):
        moved = pos.flag(unit, w.BEGAN) > 0
        return ("28.3", f"{pos.name(unit)} has begun its strategic movement") if moved else None
    roster = pos.game.roster
    if unit not in roster.moded:
        return "2.6.1.5", f"{pos.name(unit)} has one mode only"
    rule = "31.2" if unit in roster.hqs else "32.2"
    if not ways.full_mf(pos, unit):
        return "32.4", f"{pos.name(unit)} does not move"
    if pos.flag(unit, FERRY):
        return "20.0", f"{pos.name(unit)} prepares a ford"
    if ways.low_on_fuel(pos, unit):
        return ("29.2.2", "low on fuel: a change of mode instead of the move") if ways.spent(pos, unit) > 0 else None
    if mode_cost(pos, unit) > ways.left(pos, unit):
        return rule, f"{pos.name(unit)} has not enough movement left to change its mode"
    return None


def take_mode(act: Act, decision: ChangeMode) -> None:
    """Pay and flip."""
    pos, unit = act.pos, decision.unit
    end_motion(act, (unit,))
    if pos.flag(unit, w.FLAG["truck"]):
        act.flag(unit, w.FLAG["truck"], 0, "28.3")
        return
    if pos.flag(unit, w.STRATEGIC):
        _give_up(act, unit)
        return
    fuel = ways.low_on_fuel(pos, unit)
    rule = "31.2" if unit in pos.game.roster.hqs else "32.2"
    act.flag(unit, w.MOVED, max(0, ways.spent(pos, unit)) + mode_cost(pos, unit) + 1)
    backed = pos.backed(unit)
    act.flag(unit, w.MODE, int(not backed), rule)
    act.flag(unit, w.IN_MOTION, int(backed and not fuel))
    act.flag(unit, w.DONE, int(not backed or fuel))
    used(act, unit)


def _give_up(act: Act, unit: int) -> None:
    """28.0a, 28.3b: strategic movement is a choice: who has only just come in by it goes on as any other reinforcement,
    with trucks (27.1l), and pays for its road what that costs so."""
    pos = act.pos
    come_in, fast = ways.spent(pos, unit), ways.mover(pos, unit).strategic
    act.flag(unit, w.STRATEGIC, 0, "28.3")
    if come_in < 1:
        return
    if ways.trucked(pos, unit):
        act.flag(unit, w.FLAG["truck"], 1, "27.1")
    ground, chart, place = pos.game.ground, pos.game.chart, pos.at(unit)
    kinds = {ground.road[ground.key(place, there)] for there in ground.roads_of[place]}
    kind = "main_road" if "main_road" in kinds else "minor_road"
    more = chart.on_road[pos.ground][ways.move_class(act.pos, unit)][kind] - chart.strategic[fast][kind]
    act.flag(unit, w.MOVED, come_in + max(0, more) + 1, "28.3")


def modes(pos: TrumpetsPosition) -> Iterator[ChangeMode]:
    """Who may change his mode."""
    for unit in chains.acting(pos):
        two = unit in pos.game.roster.moded or pos.flag(unit, w.FLAG["truck"]) or pos.flag(unit, w.STRATEGIC)
        if two and mode_refusal(pos, unit) is None:
            yield ChangeMode(PieceId(unit))


# ---------------------------------------------------------------------- companies in forts
def check_flip(pos: TrumpetsPosition, decision: FlipCompany) -> None:
    """2.13e: a company may leave its fort at the start of its movement, never to come back."""
    permit(pos, may_move(pos, decision.unit))
    if not pos.flag(decision.unit, w.FORT_SIDE):
        raise IllegalDecision(pos.game.cite("2.13"), f"{pos.name(decision.unit)} is no company on its fort side")


def take_flip(act: Act, decision: FlipCompany) -> None:
    """The front side comes up."""
    act.flag(decision.unit, w.FORT_SIDE, 0, "2.13")


def flips(pos: TrumpetsPosition) -> Iterator[FlipCompany]:
    """Companies on their fort side."""
    for unit in chains.acting(pos):
        if pos.flag(unit, w.FORT_SIDE) and may_move(pos, unit) is None:
            yield FlipCompany(PieceId(unit))


# ---------------------------------------------------------------------- 33.0 avoiding interdiction
def avoid_refusal(pos: TrumpetsPosition, unit: int, to: int) -> Refusal | None:
    """33.0c-f: a vehicle that stands before an interdicted forest-road hex, with the MF for it and its interdiction."""
    why = check_units(pos, (unit,))
    if why is not None:
        return why
    if ways.move_class(pos, unit) not in AVOIDERS or unit in pos.game.roster.hqs:
        return "33.0", f"{pos.name(unit)} is no vehicle"
    if not 0 <= to < pos.board.n_hexes or not ways.forest_road(pos, unit, pos.at(unit), to):
        return "33.0", "this is no interdicted forest hex along a road"
    if ways.avoids(pos, unit, pos.at(unit), to):
        return "33.0", f"{pos.name(unit)} avoids interdiction there already"
    if pos.flag(unit, FIRST_STEP) and ways.forest_road(pos, unit, to, pos.at(unit)):
        return "33.0", f"{pos.name(unit)} has entered the first forest hex of this road already"
    return ways.walk(pos, unit, (to,))[1]


AVOIDERS: Final = ("afv", "truck", "cross_country", "recon", "horse")


def check_avoid(pos: TrumpetsPosition, decision: Avoid) -> None:
    """33.0: may the unit try?"""
    permit(pos, avoid_refusal(pos, decision.unit, decision.to))


def take_avoid(act: Act, decision: Avoid) -> None:
    """33.0g-j: a die: it goes on without extra cost; or it enters the hex and stops, perhaps disrupted."""
    pos, unit, to = act.pos, decision.unit, decision.to
    lines: list[tuple[str | int, int, str]] = []
    if pos.weather(to) != w.CLEAR:
        lines.append(("line.weather", -1, "33.0"))
    flak = pos.game.roster.having["aa"]
    if any(other in flak for other in pos.units(pos.at(unit)) if other != unit):
        lines.append(("line.aa", -1, "33.0"))
    die = act.roll("roll.avoidance", 6, unit, "33.0", low=1)
    total = die + sum(value for _, value, _ in lines)
    act.reckon("reckon.avoidance", unit, [("line.die", die, "33.0"), *lines], total, "33.0")
    result = str(pos.game.chart.die("interdiction_avoidance", total)[1])
    if result == "success":
        act.flag(unit, w.FLAG["avoids"], to + 1, "33.0")
    take_move(act, Move((unit,), (to,)))
    if result != "success" and pos.on_map(unit):
        act.flag(unit, w.IN_MOTION, 0)
        act.flag(unit, w.DONE, 1, "33.0")
        if "Disrupt" in result:
            disrupt(act, unit, "33.0")


def avoidances(pos: TrumpetsPosition) -> Iterator[Avoid]:
    """Units before an interdicted forest road."""
    if not ways.interdicted(pos, pos.active_side):
        return
    for unit in groups(pos):
        for there in pos.game.ground.roads_of[pos.at(unit)]:
            if avoid_refusal(pos, unit, there) is None:
                yield Avoid(PieceId(unit), PlaceId(there))


ACTIONS: Final = (
    Action(Move, check_move, take_move, listed),
    Action(ChangeMode, check_mode, take_mode, modes),
    Action(FlipCompany, check_flip, take_flip, flips),
    Action(Avoid, check_avoid, take_avoid, avoidances),
)
DECISIONS: Final = (Move, ChangeMode, FlipCompany, Avoid)
STEPS: Final = ()
