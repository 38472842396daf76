"""Moves by rail (10): six German units a turn in the first move impulse, and one HQ a month in the second.

A move by rail is a path of rail hexes (`rail.lines`, off the map too). A reinforcement that is due enters with the
first of them, a rail hex of the east edge (10.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import air, control, districts, movement, partisan, rail, strafing
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit
from hexledger.engine.map.paths import Reached, path_to, spread

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

PER_AIRCRAFT: Final = 2
"""Units of the rail allowance that an aircraft on the railways takes away (17.10.3)."""
_FRONT: Final = 3
"""Trains to hexes within so many hexes of the enemy are listed; others may be ordered all the same."""


class RailMove(Decision, frozen=True, array_like=True, tag=50):
    """A unit's whole move by rail: the rail hexes it enters, in order."""

    unit: PieceId
    path: tuple[PlaceId, ...]


def capacity(pos: FortressPosition) -> int:
    """FE 10.1, 17.10.3, C-21: units that may move by rail in this turn."""
    limit: int = pos.game.edition.chart("limits", "rail_units_per_turn")
    return max(0, limit - PER_AIRCRAFT * air.railway_attackers(pos))


def used(pos: FortressPosition) -> int:
    """Units that have moved by rail in this turn, the HQ of 10.10 not among them."""
    return pos.state.track(pos.game.words["track.rail_moves"], f.GERMAN)


def due(pos: FortressPosition, piece: int) -> bool:
    """FE 10.2, 26.6: is the unit a reinforcement that waits to enter?"""
    return bool(pos.state.pooled(f.DUE, piece)) and piece in pos.game.roster.land


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
    if piece in pos.game.roster.hqs and not due(pos, piece):
        return "13.1", f"{name} moves in the second impulse only"
    if used(pos) >= capacity(pos):
        return "10.1", f"{capacity(pos)} units may move by rail this turn and have done so"
    return None


def _hq(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 10.10: one HQ a month in a second impulse."""
    if piece not in pos.game.roster.hqs:
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
        if not due(pos, piece) or pos.impulse != 1:
            return "5.1", f"{pos.name(piece)} is not on the map"
        start, path = path[0], path[1:]
        if start not in pos.game.ground.rail_exits[0]:
            return "10.2", f"{pos.label(start)} is no rail hex of the east edge"
    why = _station(pos, start)
    if why is not None:
        return why
    for there in path:
        why = _section(pos, start, there)
        if why is not None:
            return why
        start = there
    return _terminus(pos, piece, start, path)


def _station(pos: FortressPosition, place: int) -> Refusal | None:
    """FE 10.4, 10.6, 10.7: why no train leaves a hex."""
    where = pos.label(place)
    if place >= pos.board.n_hexes or not pos.game.ground.rails[place]:
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
    if pos.is_city(place) and pos.controller(place) != f.GERMAN:
        return "10.6", f"{where} is an Allied city"
    return None


def _section(pos: FortressPosition, here: int, there: int) -> Refusal | None:
    """FE 10.4, 10.8, 10.9: why no train goes from a rail hex to the next."""
    if there not in rail.lines(pos, here):
        return "10.4", f"no railway leads from {pos.label(here)} to {pos.label(there)}"
    if rail.cut(pos, here, there):
        return "10.9", f"the line from {pos.label(here)} to {pos.label(there)} is cut"
    return _open(pos, there)


def _terminus(pos: FortressPosition, piece: int, place: int, path: Sequence[int]) -> Refusal | None:
    ros, ground = pos.game.roster, pos.game.ground
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
    if _station(pos, start) is not None:
        return {}

    net: dict[int, tuple[int, ...]] = pos.zoned(("open lines", pos.scenario.id), lambda: _net(pos))
    reached: Reached = spread(start, pos.board.n_hexes, lambda place, _spent: net[place])
    wanted = sorted(reached if among is None else among & reached.keys())
    return {place: path_to(reached, place)[1:] for place in wanted if place != start}


def _net(pos: FortressPosition) -> dict[int, tuple[int, ...]]:
    """Rail hex -> rail hexes to which a train may go on from it, as `_section` says it of each."""
    rails = [place for place, near in enumerate(pos.game.ground.rails) if near]
    passed = [place for place in rails if not partisan.in_hex(pos, place)]
    through = frozenset([place for place in passed if _open(pos, place) is None])
    net: dict[int, tuple[int, ...]] = dict.fromkeys(rails, ())
    for place in passed:
        onward = [there for there in rail.lines(pos, place) if there in through]
        net[place] = tuple([there for there in onward if not pos.broken(place, there)])
    return net


def front(pos: FortressPosition) -> frozenset[int]:
    """Rail hexes near the enemy, to which trains are listed."""
    return pos.cached(("rail front",), lambda: _listed(pos))


def _listed(pos: FortressPosition) -> frozenset[int]:
    """Rail hexes behind the front."""
    ground = pos.game.ground
    near = {
        there
        for place in {pos.at(piece) for piece in pos.ashore(f.ALLIED)}
        for there in pos.board.within(place, _FRONT)
        if ground.rails[there]
    }
    return frozenset(near)


def _check(pos: FortressPosition, decision: RailMove) -> None:
    permit(pos, refusal(pos, decision.unit, decision.path))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    """Trains to hexes near the enemy with room for the unit, those of reinforcements that enter with them, too."""
    if pos.active_side != f.GERMAN or (pos.impulse == 1 and used(pos) >= capacity(pos)):
        return
    ways: dict[int, dict[int, tuple[int, ...]]] = {}
    ends = front(pos)
    for piece in pos.ashore(f.GERMAN):
        start = pos.at(piece)
        if pos.game.ground.rails[start] and stays(pos, piece) is None:
            if start not in ways:
                ways[start] = reach(pos, start, ends)
            for place, path in ways[start].items():
                if pos.fits(place, (piece,)) and _terminus(pos, piece, place, path) is None:
                    yield _move(piece, path)
    if pos.impulse == 1:
        yield from _entries(pos, ends)


def _entries(pos: FortressPosition, ends: frozenset[int]) -> Iterator[Decision]:
    """Reinforcements that go on by rail to the front; placing them at the edge itself is `reinforcements`' (26.3)."""
    waiting = [piece for piece in sorted(pos.state.pool(f.DUE)) if due(pos, piece) and stays(pos, piece) is None]
    if not waiting:
        return
    gate = next((place for place in sorted(pos.game.ground.rail_exits[0]) if _station(pos, place) is None), -1)
    ways = reach(pos, gate, ends) if gate >= 0 else {}
    for piece in waiting:
        for place, path in ways.items():
            if pos.fits(place, (piece,)) and _terminus(pos, piece, place, path) is None:
                yield _move(piece, (gate, *path))


def _move(piece: int, path: Sequence[int]) -> RailMove:
    return RailMove(PieceId(piece), cast("tuple[PlaceId, ...]", tuple(path)))


# ------------------------------------------------------------------ carrying it out
def _take(act: Act, decision: RailMove) -> None:
    piece: int = decision.unit
    path: tuple[int, ...] = decision.path
    pos, impulse = act.pos, act.pos.impulse
    if impulse == 1:
        act.track("track.rail_moves", used(pos) + 1, f.GERMAN, "10.1")
    else:
        act.assign(f.VAR_HQ_RAIL, pos.month, "10.10")
    entered = 0 if pos.on_map(piece) else 1
    if entered:
        act.pool("pool.due", piece, -1, "10.2")
        act.place(piece, path[0], pos.counters[piece].steps, "10.2")
        control.entered(act, piece, (path[0], path[0]))
    else:
        path = (pos.at(piece), *path)
    movement.unfold(act, piece)
    # C-83: of a reinforcement the hex of the east edge is the first that it enters.
    tested = strafing.tested_at(pos, piece, path, entered)
    stop = _strafed_stop(pos, piece, path, tested - entered) if tested else len(path) - 1
    if _ride(act, piece, path[: stop + 1]) and tested and not strafing.hit(act, piece):
        _ride(act, piece, path[stop:])
    if pos.on_map(piece):
        act.flag(piece, f.MOVED, impulse, "10.4")
        act.flag(piece, f.RAILED, impulse, "10.4")


def _strafed_stop(pos: FortressPosition, piece: int, path: tuple[int, ...], tested: int) -> int:
    """FE 17.10.1, C-140: where strafing stops a train, as an index of its way: in the hex where it is tested, a unit
    that may not stand in the Alps (8.4, 16.6) in the last hex before that is not alpine."""
    if piece in pos.game.roster.mountain:
        return tested
    return next((number for number in range(tested, 0, -1) if pos.terrain(path[number]) != "alpine"), 0)


def _ride(act: Act, piece: int, path: tuple[int, ...]) -> bool:
    """Move along rail hexes, the first of which is where the unit is; False when that ends the game."""
    if len(path) > 1:
        act.move(piece, path, "mode.rail", len(path) - 1, "10.3")
        control.entered(act, piece, path)
    return not act.state.over


MISSING: Missing = ()
ACTIONS: Final[tuple[Action, ...]] = (Action(RailMove, _check, _take, _choices),)
DECISIONS: Final = (RailMove,)
STEPS: Final = ()
