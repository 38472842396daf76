"""Blowing the Rhine bridges (12.7, R-22, R-58)."""

from __future__ import annotations

from typing import ClassVar, Final

from hexledger.engine.games.france_1944.questions import banks
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.advantage import OfferReroll
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import D6
from hexledger.engine.games.france_1944.tables.ground import Bridge
from hexledger.engine.kernel.steps import Step


def untried(pos: FrancePosition, place: int) -> tuple[Bridge, ...]:
    """12.7, R-22: printed bridges that touch the hex and have not been tried."""
    return tuple(bridge for bridge in pos.game.ground.bridges_at.get(place, ()) if not banks.tried(pos, bridge))


def rolls(pos: FrancePosition, place: int) -> tuple[Step[FrancePosition], ...]:
    """12.7, R-58: a roll for each of them, when an Allied piece has entered the hex."""
    bridges = pos.game.ground.bridges
    return tuple(TryBridge(bridges.index(bridge)) for bridge in untried(pos, place))


class TryBridge(OfferReroll, frozen=True, array_like=True, tag=116):
    """F44 12.7: the German player rolls for a bridge; the roll may be thrown again (12.10).

    number   of the bridge among those of the chart
    die      0 before it is thrown
    """

    rolls: ClassVar[tuple[str, ...]] = ("reroll.bridge",)

    number: int
    die: int = 0

    def lies(self) -> bool:
        return self.die > 0

    def run(self, act: Act) -> None:
        """The first time the die is thrown, the second time it stands. A bridge is tried once."""
        if self.die:
            self.stands(act)
        elif not banks.tried(act.pos, act.pos.game.ground.bridges[self.number]):
            act.then(TryBridge(self.number, _roll(act, self.number)))

    def stands(self, act: Act) -> None:
        pos = act.pos
        bridge = pos.game.ground.bridges[self.number]
        gone = pos.game.battle.blown(self.die)
        result = "result.blown" if gone else "result.intact"
        act.resolved("table.bridge", "column.bridge", self.die, (result,), "12.7")
        act.marker(bridge.west, bridge.east, w.BLOWN if gone else w.INTACT, 1, "12.7")

    def again(self, act: Act, what: int) -> None:
        TryBridge(self.number, _roll(act, self.number)).stands(act)


def _roll(act: Act, number: int) -> int:
    """12.7: the die for a bridge, about the hex on its east bank."""
    return act.roll("roll.bridge", D6, act.pos.game.ground.bridges[number].east, "12.7", low=1)


DECISIONS: Final = ()
STEPS: Final = (TryBridge,)
