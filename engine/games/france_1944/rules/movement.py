"""Moving pieces in a movement increment, one at a time (5.3, 6.0, 7.0, 12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import EngineFault, IllegalDecision
from hexledger.engine.games.france_1944.questions import increments, ways
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, entering
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, Step, permit
from hexledger.engine.map.paths import path_to


class Move(Decision, frozen=True, array_like=True, tag=23):
    """`move us_2ad 1109,1110`: a piece and the hexes that it enters."""

    unit: PieceId
    path: tuple[PlaceId, ...]


def may_move(pos: FrancePosition, piece: int) -> Refusal | None:
    """4.8, 6.0: why a piece may not move in this increment."""
    if piece == pos.active_hq:
        return "4.8", f"{pos.name(piece)} moves while it is inactive, reacting alone"
    if piece not in pos.commanded():
        return "6.0", f"{pos.name(piece)} is not commanded in this phase"
    if increments.left(pos, piece) < 1:
        return "6.0", f"{pos.name(piece)} has no movement points in this increment"
    return None


def check_move(pos: FrancePosition, move: Move) -> None:
    """7.0: may this piece take this path?"""
    permit(pos, may_move(pos, move.unit))
    if not move.path:
        raise IllegalDecision(pos.game.cite("7.0"), "a move enters a hex")
    permit(pos, ways.walk(pos, move.unit, move.path, increments.left(pos, move.unit))[1])


def take_move(act: Act, move: Move) -> None:
    """Send it on its way."""
    act.then(Marching(move.unit, move.path, increments.left(act.pos, move.unit)))


def listed(pos: FrancePosition) -> Iterator[Move]:
    """Moves of one hex, which may be continued while movement points are left."""
    for piece in pos.commanded():
        if may_move(pos, piece) is not None:
            continue
        for there in pos.game.ground.near[pos.at(piece)]:
            if ways.walk(pos, piece, (there,), increments.left(pos, piece))[1] is None:
                yield Move(PieceId(piece), (PlaceId(there),))


def moves_of(pos: FrancePosition, piece: int) -> Iterator[Move]:
    """7.0: moves of one piece to every hex in reach, by the cheapest way."""
    if may_move(pos, piece) is not None:
        return
    points = increments.left(pos, piece)
    reached = ways.reach(pos, piece, pos.at(piece), points, ways.in_admin(pos, piece))
    for end in reached:
        path = path_to(reached, end)[1:]
        if path and ways.walk(pos, piece, path, points)[1] is None:
            yield Move(PieceId(piece), tuple(map(PlaceId, path)))


class Marching(Step[FrancePosition], frozen=True, array_like=True, tag=2):
    """A piece on its way. It halts where something must be settled, and goes on if it still may (R-35, R-58).

    points  MP that it has left
    """

    piece: int
    path: tuple[int, ...]
    points: int

    def run(self, act: Act) -> None:
        """As far as nothing needs to be settled."""
        pos, piece = act.pos, self.piece
        if not pos.on_map(piece):
            return
        if ways.walk(pos, piece, self.path[:1], self.points)[1] is not None:
            act.note("note.move_ends", (), "12.7")
            return
        boat = ways.crosses(pos, piece, self.path)
        here = pos.at(piece)
        part = self.path[: _stretch(pos, piece, self.path)]
        cost, why = ways.walk(pos, piece, part, self.points)
        if why is not None:
            raise EngineFault(f"a stretch of a permitted path is refused: {why[1]}")
        mode = "mode.amphibious" if boat else "mode.admin" if ways.in_admin(pos, piece) else "mode.move"
        act.move(piece, (here, *part), mode, cost, "12.8" if boat else "7.0")
        act.flag(piece, w.SPENT, increments.spent(pos, piece) + cost + 1, "7.0")
        act.flag(piece, w.ENTERED, pos.increment, "9.1")
        entering.follow(act, piece, (here, *part))
        onward = self.path[len(part) :]
        rest = (Marching(piece, onward, self.points - cost),) if onward else ()
        rolls = entering.rolls(pos, piece, part[-1])
        if rolls:
            act.then(*rolls, entering.Settled(), *rest)
            return
        aftermath.settle(act)
        act.then(*rest)


def _stretch(pos: FrancePosition, piece: int, path: tuple[int, ...]) -> int:
    """How many hexes the piece goes before something must be settled."""
    here = pos.at(piece)
    for length, there in enumerate(path, start=1):
        if entering.halts(pos, piece, here, there):
            return length
        here = there
    return len(path)


ACTIONS: Final = (Action(Move, check_move, take_move, listed),)
DECISIONS: Final = (Move,)
STEPS: Final = (Marching,)
