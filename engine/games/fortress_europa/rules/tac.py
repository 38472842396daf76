"""Range of TAC (17.4, 17.5): read off the map, used by strafing."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition


def in_range(pos: FortressPosition, side: int, place: int) -> bool:
    """FE 17.4, 17.5: is a hex within range of a side's TAC?

    Allied: in the printed radius, on or next to a Mediterranean coastal hex, or within 8 hexes of an Allied HQ (not in
    the Allied turn of the primary invasion). German: in Germany, or within 8 hexes of a German HQ.
    """
    ground = pos.game.ground
    if side == f.GERMAN:
        return place in ground.germany or place in pos.cached(("hq tac", side), lambda: _from_hqs(pos, side))
    if place in ground.tac_radius or place in ground.mediterranean_tac:
        return True
    if pos.primary_turn and pos.active_side == f.ALLIED:
        return False
    return place in pos.cached(("hq tac", side), lambda: _from_hqs(pos, side))


def _from_hqs(pos: FortressPosition, side: int) -> frozenset[int]:
    """FE 17.4: hexes within 8 of an HQ, not counted through Switzerland; over all-sea hexes they may be."""
    ground = pos.game.ground
    reach: int = pos.game.edition.chart("limits", "tac_hq_range")
    found: set[int] = set()
    for piece in pos.hqs(side):
        level = {pos.at(piece)}
        seen = set(level)
        for _ in range(reach):
            level = {
                there
                for place in level
                for there in pos.board.neighbours[place]
                if there not in seen and there not in ground.switzerland
            }
            seen |= level
        found |= seen
    return frozenset(found)
