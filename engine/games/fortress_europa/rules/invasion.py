"""Invasions (3.6, 12): declaring one, landing, what invaders may do, when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


class PrimaryInvasion(Step, frozen=True, array_like=True, tag=70):
    """FE 3.6: the Allied player chooses the invasion hexes and lands."""

    def run(self, act: Recorder[Any]) -> None:
        """Land."""
        refuse(act, MISSING)


def opening(pos: FortressPosition) -> tuple[Step, ...]:
    """FE 12.2: what an Allied first move impulse begins with: the primary invasion on June I of a campaign."""
    if pos.state.turn == 1 and not pos.scenario.bulge and not pos.state.variable(f.VAR_INVASIONS):
        return (PrimaryInvasion(),)
    return ()


def end_of_first_combat(act: Act) -> None:
    """FE 12.9, C-77: after the last battle of the first combat impulse invaders still on top of Germans are lost."""
    pos = act.pos
    if not pos.invasion_turn or pos.active_side != f.ALLIED:
        return
    from hexledger.engine.games.fortress_europa.rules import losses

    for piece in pos.ashore(f.ALLIED):
        if pos.flag(piece, f.INVADING) and pos.enemies_in(pos.at(piece), f.ALLIED):
            losses.eliminate(act, piece, "12.9")


MISSING: Missing = (
    ("12.6", "declaring an invasion"),
    ("12.11", "landings in the second impulse"),
    ("12.14", "the secondary invasion"),
    ("12.17", "invaders stopped by hidden units"),
    ("12.18", "an invasion that fails"),
)
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = (PrimaryInvasion,)
