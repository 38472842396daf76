"""The panzer reserve (28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


def withdrawal(act: Act) -> None:
    """FE 28.1: at the start of the German first impulse of November I the reserve is withdrawn."""
    turn = act.pos.game.calendar.name(act.state.turn)
    for event in act.pos.scenario.data.get("events") or ():
        if event.get("kind") == "panzer_reserve_withdrawal" and event.get("turn") == turn:
            refuse(act, MISSING)


MISSING: Missing = (("28.1", "the panzer reserve"), ("28.3", "its choice"), ("28.4", "its entry"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
