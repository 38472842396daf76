"""Units that combat binds to their hex: Engaged, and how they may leave (52.13). The flag `engaged` is 1 on an original
defender, 2 on an original attacker."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Refusal

ENGAGED: Final = w.FLAG["engaged"]
DEFENDER, ATTACKER = 1, 2


def may_withdraw(pos: TrumpetsPosition, piece: int) -> bool:
    """52.13.1, 52.13.2: armoured recon and cavalry, AFV, artillery and HQs may leave an Engaged hex."""
    roster = pos.game.roster
    return piece in roster.recon or piece in roster.afv or piece in roster.artillery or piece in roster.hqs


def bound(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """52.13.1, 52.13.2: an Engaged unit of a kind that may not withdraw stays where it is."""
    engaged = pos.flag(piece, ENGAGED)
    if not engaged or may_withdraw(pos, piece):
        return None
    return ("52.13.1" if engaged == DEFENDER else "52.13.2"), f"{pos.name(piece)} is engaged and cannot leave"
