"""What a piece brings about when it enters hexes: control, bridges, the first crossing (11.3, 12.7, 12.9, R-58)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from hexledger.engine.games.france_1944.questions import zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, bridges, crossing
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev


def enter(act: Act, piece: int, here: int, there: int) -> None:
    """11.3, R-78, 12.9: a combat unit takes every hex that it enters or passes; the first Rhine crossing is noticed."""
    pos = act.pos
    if pos.is_hq(piece):
        return
    take_hex(act, piece, there)
    leave_drop(act, piece, there)
    if pos.game.ground.is_rhine(here, there):
        crossing.crossed(act, piece, there)


def take_hex(act: Act, piece: int, place: int) -> None:
    """11.3, R-78: a combat unit takes control of the hex; an HQ never does."""
    pos = act.pos
    side = pos.side(piece)
    if not pos.is_hq(piece) and place in pos.game.ground.land and pos.control(place) != side:
        act.emit(ev.Controlled(place, side))


def leave_drop(act: Act, piece: int, there: int) -> None:
    """12.3: once the 18th has left the hex of its drop rivers count again, also if it comes back."""
    if act.pos.flag(piece, w.DROPPED) not in (0, there + 1):
        act.flag(piece, w.DROPPED, act.pos.board.n_places + 1, "12.3")


def follow(act: Act, piece: int, path: Sequence[int]) -> None:
    """`enter` for every hex of a path whose first place is where the piece came from."""
    for here, there in pairwise(path):
        enter(act, piece, here, there)


def halts(pos: FrancePosition, piece: int, here: int, there: int) -> bool:
    """R-35, R-58: something must be settled when the piece has entered the hex: a bridge, or an HQ that is alone."""
    side, enemy = pos.side(piece), w.other(pos.side(piece))
    if side == w.ALLIED and bridges.untried(pos, there):
        return True
    if zoc.projects(pos, piece) and any(
        pos.side_at(near) == enemy and not pos.fighters(near) for near in pos.game.ground.near[there]
    ):
        return True
    return bool(pos.hqs_at(here)) and pos.fighters(here) in ((), (piece,)) and zoc.in_ezoc(pos, here, side)


def rolls(pos: FrancePosition, piece: int, place: int) -> tuple[Step[FrancePosition], ...]:
    """12.7: the rolls for untried bridges at a hex that an Allied piece has entered."""
    return bridges.rolls(pos, place) if pos.side(piece) == w.ALLIED else ()


class Settled(Step[FrancePosition], frozen=True, array_like=True, tag=1):
    """What follows a finished change, once bridges are rolled for."""

    def run(self, act: Act) -> None:
        """Lone headquarters and bridgeheads."""
        aftermath.settle(act)


DECISIONS: Final = ()
STEPS: Final = (Settled,)
