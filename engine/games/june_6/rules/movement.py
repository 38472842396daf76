"""Movement of an activation: who may move, where a move may end, and stacking (8.1, 9.11, 11.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.june_6.questions.costs import Line, allowance, mover, summed, walk
from hexledger.engine.games.june_6.questions.delay_points import any_left, beside, check_path, may_always_enter
from hexledger.engine.games.june_6.questions.movement import (
    check_mobile,
    check_points,
    check_post,
    clear_first,
    immobile,
    known_path,
    may_end,
    overfull,
    passes,
    refused,
    room,
    running,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import delay_points
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import beach_entered, entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import EVERYTHING, kept
from hexledger.engine.kernel.steps import is_allowed
from hexledger.events import model as ev
from hexledger.projections.fold import apply

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.reach import Way


class Move(Decision, frozen=True, array_like=True, tag=30):
    """A unit's whole move: the hexes it enters, in order."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class StrategicMove(Decision, frozen=True, array_like=True, tag=31):
    """A unit's strategic movement: the road hexes it enters, in order."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class EndMovement(Decision, frozen=True, array_like=True, tag=32):
    """The formation has moved."""


# ------------------------------------------------------------------ 8.11 a move
@kept(EVERYTHING)
def check_move(pos: June6Position, decision: Move) -> list[Line]:
    """J6 8.11: raise IllegalDecision unless the unit may move so; returns what the move costs, line by line."""
    piece, path = decision.unit, decision.path
    check_mobile(pos, piece)
    known_path(pos, path)
    m = mover(pos, piece)
    lines = walk(pos, m, path)
    if not may_always_enter(pos, piece, path):
        check_points(pos, piece, lines, allowance(pos, piece))
    if any_left(pos):
        check_path(pos, piece, path, running(pos, m, path), allowance(pos, piece))
    check_post(pos, piece, path[-1])
    if not room(pos, piece, path[-1]):
        before = path[-2] if len(path) > 1 else pos.at(piece)
        by_road = before < pos.board.n_hexes and pos.road(before, path[-1]) is not None
        _check_overfull(pos, piece, path[-1], by_road=by_road)
    _check_clears(pos, piece, path[-1])
    return lines


def check_strategic_move(pos: June6Position, decision: StrategicMove) -> list[Line]:
    """J6 8.23, 8.24: raise IllegalDecision unless the unit may move so; returns what it costs, line by line."""
    from hexledger.engine.games.june_6.questions.strategic import bar, strategic_allowance, walk_strategic

    piece, path = decision.unit, decision.path
    check_mobile(pos, piece)
    known_path(pos, path)
    why = bar(pos, piece)
    if why is not None:
        raise refused(pos, *why)
    lines = walk_strategic(pos, mover(pos, piece), path)
    check_points(pos, piece, lines, strategic_allowance(pos, piece))
    check_post(pos, piece, path[-1])
    if not room(pos, piece, path[-1]):
        _check_overfull(pos, piece, path[-1], by_road=True)
    _check_clears(pos, piece, path[-1])
    return lines


# ------------------------------------------------------------------ 9.11 stacking binds at the end of the movement
def leavers(pos: June6Position, place: int) -> Iterator[tuple[int, Way]]:
    """J6 9.11: units of an overfull hex that may still move on, each with a hex that has room for it, ascending.

    Only units whose leaving brings the hex within the limit.
    """
    from hexledger.engine.games.june_6.questions.reach import reach

    for piece in pos.units(place):
        if immobile(pos, piece) is None and pos.fits(place, (), (piece,)):
            for way in reach(pos, piece).values():
                if room(pos, piece, way.place) and may_end(pos, piece, way.place) and passes(pos, piece, way):
                    yield piece, way


def _check_overfull(pos: June6Position, piece: int, place: int, by_road: bool) -> None:
    """J6 9.11, 8.46b: a move may end over the limit only off-road, and only if another unit can move on from there."""
    where = f"{pos.label(place)} would be over the stacking limit"
    if by_road:
        raise refused(pos, "8.46b", f"{where}; a unit moving by road may not end its move so")
    after = pos.state.copy()
    apply(after, ev.Moved(piece, (pos.at(piece), place), 0))
    apply(after, ev.Flagged(piece, f.MOVED, 1))
    if next(leavers(pos.game.position(after), place), None) is None:
        raise refused(pos, "9.11", f"{where} and no unit there can move on")


def _check_clears(pos: June6Position, piece: int, end: int) -> None:
    """J6 9.11: while a hex is over the limit, the next unit to move is one of its own, and it goes for good."""
    place = overfull(pos)
    if place < 0 or (pos.at(piece) == place != end and pos.fits(place, (), (piece,))):
        return
    if next(leavers(pos, place), None) is not None:
        raise clear_first(pos, place)


def must_clear(pos: June6Position) -> int:
    """The overfull hex that a unit must leave before anything else is done, -1 when there is none."""
    place = overfull(pos)
    return place if place >= 0 and next(leavers(pos, place), None) is not None else -1


# ------------------------------------------------------------------ carrying it out
def take_move(act: Act, decision: Move) -> None:
    """Move the unit."""
    _carry_out(act, decision.unit, decision.path, check_move(act.pos, decision), "mode.move", "8.11")


def take_strategic_move(act: Act, decision: StrategicMove) -> None:
    """Move the unit strategically."""
    lines = check_strategic_move(act.pos, decision)
    _carry_out(act, decision.unit, decision.path, lines, "mode.strategic", "8.23")
    act.flag(decision.unit, f.STRATEGIC, 1, "8.23")


def _carry_out(act: Act, piece: int, path: tuple[int, ...], lines: list[Line], mode: str, rule: str) -> None:
    cost = sum(line[1] for line in lines)
    act.reckon("reckon.move", piece, summed(lines), cost, rule)
    act.move(piece, (act.pos.at(piece), *path), mode, cost, rule)
    act.flag(piece, f.ENTRY, 0, "8.48")
    act.flag(piece, f.MOVED, 1, rule)
    act.flag(piece, f.ACTED, 1, rule)
    limit = allowance(act.pos, piece) if mode == "mode.move" else 0
    delay_points.after_move(act, piece, path, limit - cost)
    entered(act, *path, side=act.pos.side(piece))
    if act.pos.side(piece) == f.ALLIED and act.pos.is_combat(piece):
        beach_entered(act, *path[:-1], fighter=True)


# ------------------------------------------------------------------ the list of moves
def moves(pos: June6Position, piece: int) -> Iterator[Decision]:
    """Moves of one unit to every hex with room for it; strategic movement where that goes farther."""
    yield from _plain_moves(pos, piece)
    yield from _strategic_moves(pos, piece)


def _plain_moves(pos: June6Position, piece: int) -> Iterator[Move]:
    if immobile(pos, piece) is not None:
        return
    from hexledger.engine.games.june_6.questions.reach import reach

    unit = PieceId(piece)
    near = reach(pos, piece)
    for way in near.values():
        if room(pos, piece, way.place) and may_end(pos, piece, way.place) and passes(pos, piece, way):
            yield Move(unit, way.path)
    for place in beside(pos, pos.at(piece)) if any_left(pos) else ():
        if place not in near and is_allowed(check_move, pos, Move(unit, (PlaceId(place),))):
            yield Move(unit, (PlaceId(place),))


def _strategic_moves(pos: June6Position, piece: int) -> Iterator[StrategicMove]:
    if immobile(pos, piece) is not None:
        return
    from hexledger.engine.games.june_6.questions.reach import reach
    from hexledger.engine.games.june_6.questions.strategic import strategic_reach

    for way in strategic_reach(pos, piece, reach(pos, piece)).values():
        if room(pos, piece, way.place):
            yield StrategicMove(PieceId(piece), way.path)


MOVES: Final[Mapping[str, Callable[[June6Position, int], Iterator[Decision]]]] = MappingProxyType(
    {Move.kind(): _plain_moves, StrategicMove.kind(): _strategic_moves}
)
"""Kind of move -> those of one unit."""


@kept(EVERYTHING)
def open_reach(pos: June6Position, piece: int) -> Mapping[int, Way]:
    """J6 19.13: `reach` without the ways on which a delay point stops the unit before their end."""
    from hexledger.engine.games.june_6.questions.reach import reach

    near = reach(pos, piece)
    if not any_left(pos):
        return near
    return {place: way for place, way in near.items() if passes(pos, piece, way)}


def entering(pos: June6Position) -> int:
    """R-81: a German unit that waits to enter the map and can, -1 when there is none: a formation that enters does so
    with all its units."""
    if pos.active_side != f.GERMAN:
        return -1
    for piece in pos.active_units():
        if pos.in_box(piece) and next(moves(pos, piece), None) is not None:
            return piece
    return -1


def check_entered(pos: June6Position) -> None:
    """R-81: raise IllegalDecision while a unit is still to enter the map and can."""
    piece = entering(pos)
    if piece >= 0:
        raise refused(pos, "R-81", f"{pos.name(piece)} is still to enter the map, and it can")


DECISIONS: Final = (Move, StrategicMove, EndMovement)
STEPS: Final = ()
