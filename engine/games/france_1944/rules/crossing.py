"""The first crossing of the Rhine and what it ends (12.9, R-18, R-24, R-66)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w


def crossed(act: Act, piece: int, there: int) -> None:
    """12.9, R-66: an Allied combat unit stands on the east bank after crossing a Rhine hexside: once, for good.

    Fuehrer divisions that are not in the game or still on the turn track go to the Eliminated Units box.
    """
    pos = act.pos
    ground = pos.game.ground
    if pos.var("rhine_crossed") or pos.side(piece) != w.ALLIED or there not in ground.east:
        return
    act.assign("var.rhine_crossed", pos.state.turn, "12.9")
    for fuehrer in sorted(pos.game.roster.fuehrer):
        here = pos.at(fuehrer)
        if here in (ground.fuehrer_pool, ground.turn_track):
            act.move(fuehrer, (here, ground.eliminated[w.GERMAN]), "mode.box", 0, "12.9")
            act.steps(fuehrer, 0, "12.9")
            act.flag(fuehrer, w.DUE, 0, "12.9")


DECISIONS: Final = ()
STEPS: Final = ()
