"""The first Allied crossing of the Rhine and what it ends (12.9, R-18, R-24, R-66)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w


def crossed(act: Act, piece: int, there: int) -> None:
    """12.9, R-18, R-66: an Allied combat unit has come over a Rhine hexside; onto the east bank it counts, once and for
    ever: no more German reaction points are received, and Fuehrer divisions that are not in the game go to the
    Eliminated Units box."""
    pos, ground = act.pos, act.pos.game.ground
    if pos.side(piece) != w.ALLIED or pos.is_hq(piece) or there not in ground.east_bank or pos.var("rhine_crossed"):
        return
    act.assign("var.rhine_crossed", act.state.turn, "12.9")
    act.note("note.rhine_crossed", (piece, there), "12.9")
    for division in sorted(pos.game.roster.fuehrer):
        place = pos.at(division)
        if place in (ground.fuehrer_pool, ground.turn_track):
            act.flag(division, w.DUE, 0, "12.9")
            act.move(division, (place, ground.eliminated[w.GERMAN]), "mode.box", rule="12.9")
            act.steps(division, 0, "12.9")


DECISIONS: Final = ()
STEPS: Final = ()
