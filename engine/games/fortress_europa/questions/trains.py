"""Moves by rail (10): six German units a turn in the first move impulse, and one HQ a month in the second.

A move by rail is a path of rail hexes (`rail.lines`, off the map too). A reinforcement that is due enters with the
first of them, a rail hex of the east edge (10.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions import air, arrivals, districts, movement, partisan, rail
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.zoc import ON_ZOC
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import Reached, path_to, spread

PER_AIRCRAFT: Final = 2
"""Units of the rail allowance that an aircraft on the railways takes away (17.10.3)."""
_FRONT: Final = 3
"""Trains to hexes within so many hexes of the enemy are listed; others may be ordered all the same."""


def capacity(pos: FortressPosition) -> int:
    """FE 10.1, 17.10.3, C-21: units that may move by rail in this turn."""
    limit: int = pos.game.edition.chart("limits", "rail_units_per_turn")
    return max(0, limit - PER_AIRCRAFT * air.railway_attackers(pos))


def used(pos: FortressPosition) -> int:
    """Units that have moved by rail in this turn, the HQ of 10.10 not among them."""
    return pos.state.track(pos.game.words["track.rail_moves"], f.GERMAN)


# ------------------------------------------------------------------ who may use a train
def stays(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not move by rail now, None when it may if a line is there."""
    name = pos.name(piece)
    if pos.side(piece) != f.GERMAN:
        return "10.11", "the Allies have no rail movement"
    why = movement.immobile(pos, piece)
    if why is not None:
        return why
    if pos.flag(piece, f.MOVED) == pos.impulse:
        return "C-112", f"{name} has moved in this impulse"
    if pos.impulse == 2:
        return _hq(pos, piece)
    if pos.flag(piece, f.STUCK):
        return "8.2", f"{name} has entered flooded ground this turn"
    if piece in pos.tables.roster.hqs and not arrivals.waits(pos, piece):
        return "13.1", f"{name} moves in the second impulse only"
    if used(pos) >= capacity(pos):
        return "10.1", f"{capacity(pos)} units may move by rail this turn and have done so"
    return None


def _hq(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 10.10: one HQ a month in a second impulse."""
    if piece not in pos.tables.roster.hqs:
        return "10.3", "units move by rail in the first impulse"
    if pos.state.variable(f.VAR_HQ_RAIL) == pos.month:
        return "10.10", "an HQ has moved by rail this month"
    if pos.flag(piece, f.STUCK):
        return "8.2", f"{pos.name(piece)} has entered flooded ground this turn"
    return None


def refusal(pos: FortressPosition, piece: int, path: Sequence[int]) -> Refusal | None:
    """Why a unit may not make this move by rail, None when it may."""
    why = stays(pos, piece)
    if why is not None:
        return why
    if not path:
        return "10.3", "a move by rail enters at least one hex"
    start = pos.at(piece)
    if not pos.on_map(piece):
        if not arrivals.waits(pos, piece) or pos.impulse != 1:
            return "5.1", f"{pos.name(piece)} is not on the map"
        start, path = path[0], path[1:]
        if start not in pos.tables.ground.rail_exits[0]:
            return "10.2", f"{pos.label(start)} is no rail hex of the east edge"
    why = station(pos, start)
    if why is not None:
        return why
    for there in path:
        why = _section(pos, start, there)
        if why is not None:
            return why
        start = there
    return terminus(pos, piece, start, path)


def station(pos: FortressPosition, place: int) -> Refusal | None:
    """FE 10.4, 10.6, 10.7: why no train leaves a hex."""
    where = pos.label(place)
    if place >= pos.board.n_hexes or not pos.tables.ground.rails[place]:
        return "10.4", f"no railway leads through {where}"
    why = _open(pos, place)
    if why is None and rail.link(pos, f.GERMAN, place) is None:
        return "10.6", f"no line leads from {where} to a German city"
    return why


def _open(pos: FortressPosition, place: int) -> Refusal | None:
    where = pos.label(place)
    if rail.rail_side(pos, place) != f.GERMAN:
        return "10.7", f"the railway in {where} is not German"
    if pos.in_ezoc(place, f.GERMAN):
        return "10.4", f"{where} lies in an enemy ZOC"
    if pos.enemy_city(f.GERMAN, place):
        return "10.6", f"{where} is an Allied city"
    return None


def _section(pos: FortressPosition, here: int, there: int) -> Refusal | None:
    """FE 10.4, 10.8, 10.9: why no train goes from a rail hex to the next."""
    if there not in rail.lines(pos, here):
        return "10.4", f"no railway leads from {pos.label(here)} to {pos.label(there)}"
    if rail.cut(pos, here, there):
        return "10.9", f"the line from {pos.label(here)} to {pos.label(there)} is cut"
    return _open(pos, there)


def terminus(pos: FortressPosition, piece: int, place: int, path: Sequence[int]) -> Refusal | None:
    ros, ground = pos.tables.roster, pos.tables.ground
    if pos.terrain(place) == "alpine" and piece not in ros.mountain:
        return "C-85", f"only mountain units may stop in alpine {pos.label(place)}"
    if pos.flag(piece, f.ITALY_ONLY) and any(there not in ground.italy for there in path):
        return "9.3", f"{pos.name(piece)} may not leave Italy before the Allies have entered it"
    bound = districts.bound(pos, piece) if pos.on_map(piece) else 0
    if bound and ground.district[place] != bound:
        return "C-122", f"{pos.name(piece)} stands in for a frozen unit, its district would have too few units"
    return None


# ------------------------------------------------------------------ reach
def reach(pos: FortressPosition, start: int, among: frozenset[int] | None = None) -> dict[int, tuple[int, ...]]:
    """Rail hexes (of those `among`) that a train from a hex could reach now -> the hexes entered, ascending; {} where
    none leaves."""
    if station(pos, start) is not None:
        return {}

    net = _net(pos)
    reached: Reached = spread(start, pos.board.n_hexes, lambda place, _spent: net[place])
    wanted = sorted(reached if among is None else among & reached.keys())
    return {place: path_to(reached, place)[1:] for place in wanted if place != start}


@kept(ON_ZOC)
def _net(pos: FortressPosition) -> dict[int, tuple[int, ...]]:
    """Rail hex -> rail hexes to which a train may go on from it, as `_section` says it of each."""
    rails = [place for place, near in enumerate(pos.tables.ground.rails) if near]
    passed = [place for place in rails if not partisan.in_hex(pos, place)]
    through = frozenset([place for place in passed if _open(pos, place) is None])
    net: dict[int, tuple[int, ...]] = dict.fromkeys(rails, ())
    for place in passed:
        onward = [there for there in rail.lines(pos, place) if there in through]
        net[place] = tuple([there for there in onward if not pos.broken(place, there)])
    return net


@kept(BOARD)
def front(pos: FortressPosition) -> frozenset[int]:
    """Rail hexes near the enemy, to which trains are listed."""
    ground = pos.tables.ground
    near = {
        there
        for place in {pos.at(piece) for piece in pos.ashore(f.ALLIED)}
        for there in pos.board.within(place, _FRONT)
        if ground.rails[there]
    }
    return frozenset(near)
