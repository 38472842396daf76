"""Moving pieces in a movement increment, one at a time (5.3, 6.0, 7.0, 12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import increments, ways
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, entering
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, Step, permit


class Move(Decision, frozen=True, array_like=True, tag=23):
    """`move us_2ad 1109,1110`: a piece and the hexes that it enters."""

    unit: PieceId
    path: tuple[PlaceId, ...]


def may_move(pos: FrancePosition, piece: int) -> Refusal | None:
    """4.8, 6.0: why a piece may not move in this increment."""
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
    act.then(Marching(move.unit, move.path))


def listed(pos: FrancePosition) -> Iterator[Move]:
    """Moves of one hex, which may be continued while movement points are left."""
    for piece in pos.commanded():
        if may_move(pos, piece) is not None:
            continue
        for there in pos.game.ground.near[pos.at(piece)]:
            if ways.walk(pos, piece, (there,), increments.left(pos, piece))[1] is None:
                yield Move(PieceId(piece), (PlaceId(there),))


class Marching(Step[FrancePosition], frozen=True, array_like=True, tag=2):
    """A piece on its way. It halts where something must be settled, and goes on if it still may (R-58)."""

    piece: int
    path: tuple[int, ...]

    def run(self, act: Act) -> None:
        """As far as nothing needs to be settled."""
        pos, piece = act.pos, self.piece
        if not pos.on_map(piece):
            return
        points, here = increments.left(pos, piece), pos.at(piece)
        if ways.walk(pos, piece, self.path[:1], points)[1] is not None:
            act.note("note.move_ends", (), "12.7")
            return
        boat = ways.crosses(pos, piece, self.path)
        length, before = 1, here
        while length < len(self.path) and not entering.halts(pos, piece, before, self.path[length - 1]):
            before = self.path[length - 1]
            length += 1
        part = self.path[:length]
        cost, why = ways.walk(pos, piece, part, points)
        assert why is None, "the path was permitted"
        mode = "mode.amphibious" if boat else "mode.admin" if pos.flag(piece, w.ADMIN) else "mode.move"
        act.move(piece, (here, *part), mode, cost, "12.8" if boat else "7.0")
        act.flag(piece, w.SPENT, increments.spent(pos, piece) + cost + 1, "7.0")
        act.flag(piece, w.ENTERED, pos.increment, "9.1")
        entering.follow(act, piece, (here, *part))
        rest = self.path[length:]
        rolls = entering.rolls(pos, piece, part[-1])
        if rolls:
            act.then(*rolls, entering.Settled(), *((Marching(piece, rest),) if rest else ()))
            return
        aftermath.settle(act)
        if rest:
            act.then(Marching(piece, rest))


ACTIONS: Final = (Action(Move, check_move, take_move, listed),)
DECISIONS: Final = (Move,)
STEPS: Final = (Marching,)
