"""What shows a decoy (31.6): an Allied unit within five hexes of it, now or on its way."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.fortress_europa.questions import decoys
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f


def passed(act: Act, piece: int, path: Iterable[int]) -> None:
    """FE 31.6: a unit has gone along a path: decoys within five hexes of an Allied one's will be shown."""
    pos = act.pos
    if pos.side(piece) != f.ALLIED or not pos.decoys_out:
        return
    hexes = [place for place in path if place < pos.board.n_hexes]
    for decoy in pos.decoys_out:
        if any(pos.board.distance(pos.at(decoy), place) <= decoys.SIGHT for place in hexes):
            act.flag(decoy, f.SPOTTED, 1, "31.6")
