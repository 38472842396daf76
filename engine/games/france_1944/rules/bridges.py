"""Rhine bridges: the Germans try to blow them (12.7, R-22, R-58)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions import banks
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables.ground import Bridge
from hexledger.engine.kernel.steps import Step


def untried(pos: FrancePosition, place: int) -> tuple[Bridge, ...]:
    """12.7: bridges at a hex for which nobody has rolled yet."""
    return tuple(bridge for bridge in pos.game.ground.bridges_at.get(place, ()) if not banks.tried(pos, bridge))


def rolls(pos: FrancePosition, place: int) -> tuple[Step[FrancePosition], ...]:
    """12.7: one roll for each untried bridge at the hex."""
    ground = pos.game.ground
    return tuple(BlowBridge(ground.bridges.index(bridge)) for bridge in untried(pos, place))


class BlowBridge(Step[FrancePosition], frozen=True, array_like=True, tag=100):
    """F44 12.7: one roll for one bridge."""

    number: int

    def run(self, act: Act) -> None:
        """Written by france-b."""


DECISIONS: Final = ()
STEPS: Final = (BlowBridge,)
