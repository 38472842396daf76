"""What shows a decoy (31.6): an Allied unit within five hexes of it, now or on its way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition

SIGHT: Final = 5
"""FE 31.6: an Allied unit that comes within so many hexes of a decoy sees what it covers."""


def near(pos: FortressPosition, place: int) -> bool:
    """FE 31.6: is an Allied unit within five hexes of a place?"""
    return pos.near_enemy(place, f.GERMAN, SIGHT)


def passed(act: Act, piece: int, path: Iterable[int]) -> None:
    """FE 31.6: a unit has gone along a path: decoys within five hexes of an Allied one's will be shown."""
    pos = act.pos
    if pos.side(piece) != f.ALLIED or not pos.decoys_out:
        return
    hexes = [place for place in path if place < pos.board.n_hexes]
    for decoy in pos.decoys_out:
        if any(pos.board.distance(pos.at(decoy), place) <= SIGHT for place in hexes):
            act.flag(decoy, f.SPOTTED, 1, "31.6")


def spotted(pos: FortressPosition) -> tuple[int, ...]:
    """FE 31.6: decoys that are to be shown, ascending."""
    out = pos.decoys_out
    if not out:
        return ()
    return pos.cached("spotted", lambda: tuple(d for d in out if pos.flag(d, f.SPOTTED) or near(pos, pos.at(d))))


DECISIONS: Final = ()
STEPS: Final = ()
