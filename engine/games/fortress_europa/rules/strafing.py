"""Strafing of moving German units (17.10.1, C-4, C-83)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.rules import losses
from hexledger.engine.games.fortress_europa.rules.act import Act


def hit(act: Act, piece: int) -> bool:
    """FE 17.10.1: roll for a unit; a die that is not above the number of aircraft costs it a step and stops it."""
    aircraft = len(air.on_mission(act.pos, "strafing"))
    if act.roll("roll.strafing", 6, piece, "17.10.1", low=1) > aircraft:
        return False
    losses.lose_step(act, piece, "17.10.1")
    return True
