"""The French Partisan (24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.position import FortressPosition


def in_hex(pos: FortressPosition, place: int) -> bool:
    """FE 24.3: does the Partisan stand in a hex? No train, line or retreat passes it, and units stop there."""
    return any(pos.at(piece) == place for piece in pos.game.roster.partisans)


class RollForPartisan(Step, frozen=True, array_like=True, tag=205):
    """FE 24.1, C-29: turn 1 has one Partisan; later one comes on the die, while none is at hand."""

    def run(self, act: Recorder[Any]) -> None:
        """Put the Partisan at the Allied player's disposal."""
        (piece,) = act.pos.game.roster.partisans
        pool = act.pos.game.words["pool.due"]
        if act.pos.on_map(piece) or act.state.pooled(pool, piece):
            return
        chart = act.pos.game.edition.chart("partisan")
        if act.state.turn == 1 or act.roll("roll.partisan", 6, rule="24.1", low=1) in chart["available_on"]:
            act.pool("pool.due", piece, 1, "24.1")


class RemovePartisan(Step, frozen=True, array_like=True, tag=206):
    """FE 24.4: the Partisan goes at the end of the German second move impulse."""

    def run(self, act: Recorder[Any]) -> None:
        """Take it off the map."""
        for piece in sorted(act.pos.game.roster.partisans):
            if act.pos.on_map(piece):
                act.remove(piece, "reason.left_map", "24.4")


MISSING: Missing = (("24.2", "placing the Partisan"), ("24.3", "what the Partisan blocks"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = (RollForPartisan, RemovePartisan)
