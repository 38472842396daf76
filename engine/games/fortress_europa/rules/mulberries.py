"""Mulberries (12.12, 29)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


class StormDamage(Step, frozen=True, array_like=True, tag=200):
    """FE 29.5, C-51: in a storm each Mulberry is rolled for before the Allied first move impulse."""

    def run(self, act: Recorder[Any]) -> None:
        """Halve the capacity that is left, rounded down, where the die says so."""
        pos = act.pos
        if pos.weather != f.STORM:
            return
        hits = tuple(pos.game.edition.chart("mulberries", "storm", "halve_on"))
        for piece in sorted(pos.game.roster.mulberries):
            if pos.on_map(piece) and act.roll("roll.mulberry", 6, pos.at(piece), "29.5", low=1) in hits:
                now = pos.mulberry_capacity(piece)
                act.flag(piece, f.DAMAGE, pos.flag(piece, f.DAMAGE) + now - now // 2, "29.5")


class PlaceMulberry(Step, frozen=True, array_like=True, tag=201):
    """FE 12.12, 29.2: at the end of the second move impulse of an invasion turn a Mulberry is placed."""

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do on other turns."""
        if act.pos.invasion_turn:
            refuse(act, MISSING)


def overrun(act: Act, place: int) -> None:
    """FE 29.4: a German who enters the hex of a Mulberry destroys it."""
    for piece in act.pos.units(place):
        if piece in act.pos.game.roster.mulberries:
            act.remove(piece, "reason.eliminated", "29.4")


MISSING: Missing = (("12.12", "placing a Mulberry"),)
DECISIONS: Final = ()
STEPS: Final = (StormDamage, PlaceMulberry)
