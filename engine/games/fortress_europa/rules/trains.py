"""Moves by rail (10): six German units a turn in the first move impulse, and one HQ a month in the second.

A move by rail is a path of rail hexes (`rail.lines`, off the map too). A reinforcement that is due enters with the
first of them, a rail hex of the east edge (10.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import arrivals, strafing, trains
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import path_of
from hexledger.engine.games.fortress_europa.rules import arrivals as arrivals_rules
from hexledger.engine.games.fortress_europa.rules import control, march
from hexledger.engine.games.fortress_europa.rules import strafing as strafing_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import permit


class RailMove(Decision, frozen=True, array_like=True, tag=50):
    """A unit's whole move by rail: the rail hexes it enters, in order."""

    unit: PieceId
    path: tuple[PlaceId, ...]


# ------------------------------------------------------------------ reach


def _check(pos: FortressPosition, decision: RailMove) -> None:
    permit(pos, trains.refusal(pos, decision.unit, decision.path))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    """Trains to hexes near the enemy with room for the unit, those of reinforcements that enter with them, too."""
    if pos.active_side != f.GERMAN or (pos.impulse == 1 and trains.used(pos) >= trains.capacity(pos)):
        return
    ways: dict[int, dict[int, tuple[int, ...]]] = {}
    ends = trains.front(pos)
    for piece in pos.ashore(f.GERMAN):
        start = pos.at(piece)
        if pos.tables.ground.rails[start] and trains.stays(pos, piece) is None:
            if start not in ways:
                ways[start] = trains.reach(pos, start, ends)
            for place, path in ways[start].items():
                if pos.fits(place, (piece,)) and trains.terminus(pos, piece, place, path) is None:
                    yield _move(piece, path)
    if pos.impulse == 1:
        yield from _entries(pos, ends)


def moves_of(pos: FortressPosition, piece: int) -> Iterator[RailMove]:
    """FE 10: trains of one unit to every rail hex with room for it, near the enemy or not."""
    if pos.active_side != f.GERMAN or not pos.on_map(piece) or trains.stays(pos, piece) is not None:
        return
    for place, path in trains.reach(pos, pos.at(piece)).items():
        if pos.fits(place, (piece,)) and trains.refusal(pos, piece, path) is None:
            yield _move(piece, path)


def _entries(pos: FortressPosition, ends: frozenset[int]) -> Iterator[Decision]:
    """Reinforcements that go on by rail to the front; placing them at the edge itself is `reinforcements`' (26.3)."""
    waiting = [piece for piece in arrivals.due(pos) if trains.stays(pos, piece) is None]
    if not waiting:
        return
    gate = next((place for place in sorted(pos.tables.ground.rail_exits[0]) if trains.station(pos, place) is None), -1)
    ways = trains.reach(pos, gate, ends) if gate >= 0 else {}
    for piece in waiting:
        for place, path in ways.items():
            if pos.fits(place, (piece,)) and trains.terminus(pos, piece, place, path) is None:
                yield _move(piece, (gate, *path))


def _move(piece: int, path: Sequence[int]) -> RailMove:
    return RailMove(PieceId(piece), path_of(path))


# ------------------------------------------------------------------ carrying it out
def _take(act: Act, decision: RailMove) -> None:
    piece: int = decision.unit
    path: tuple[int, ...] = decision.path
    pos, impulse = act.pos, act.pos.impulse
    if impulse == 1:
        act.track("track.rail_moves", trains.used(pos) + 1, f.GERMAN, "10.1")
    else:
        act.assign(f.VAR_HQ_RAIL, pos.month, "10.10")
    entered = 0 if pos.on_map(piece) else 1
    if entered:
        arrivals_rules.bring(act, piece, path[0], "10.2")
        control.entered(act, piece, (path[0], path[0]))
    else:
        path = (pos.at(piece), *path)
    march.unfold(act, piece)
    # C-83: of a reinforcement the hex of the east edge is the first that it enters.
    tested = strafing.tested_at(pos, piece, path, entered)
    stop = _strafed_stop(pos, piece, path, tested - entered) if tested else len(path) - 1
    if _ride(act, piece, path[: stop + 1]) and tested and not strafing_rules.hit(act, piece):
        _ride(act, piece, path[stop:])
    if pos.on_map(piece):
        act.flag(piece, f.MOVED, impulse, "10.4")
        act.flag(piece, f.RAILED, impulse, "10.4")


def _strafed_stop(pos: FortressPosition, piece: int, path: tuple[int, ...], tested: int) -> int:
    """FE 17.10.1, C-140: where strafing stops a train, as an index of its way: in the hex where it is tested, a unit
    that may not stand in the Alps (8.4, 16.6) in the last hex before that is not alpine."""
    if piece in pos.tables.roster.mountain:
        return tested
    return next((number for number in range(tested, 0, -1) if pos.terrain(path[number]) != "alpine"), 0)


def _ride(act: Act, piece: int, path: tuple[int, ...]) -> bool:
    """Move along rail hexes, the first of which is where the unit is; False when that ends the game."""
    if len(path) > 1:
        act.move(piece, path, "mode.rail", len(path) - 1, "10.3")
        control.entered(act, piece, path)
    return not act.state.over


MISSING: Missing = ()
ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (Action(RailMove, _check, _take, _choices),)
DECISIONS: Final = (RailMove,)
STEPS: Final = ()
