"""A move impulse (4.3 B2, B4): one menu of everything that a side may do in it, each kind in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from hexledger.engine.actions import Action, Menu
from hexledger.engine.decisions import Decision
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    invasion,
    movement,
    panzer_reserve,
    partisan,
    raids,
    reinforcements,
    sea,
    trains,
)
from hexledger.engine.position import Position
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Choice, Prompt


class EndMoves(Decision, frozen=True, array_like=True, tag=30):
    """The side has moved."""


_END: Final = (
    Action(EndMoves, lambda _pos, _decision: None, lambda act, _decision: act.done(), lambda _pos: (EndMoves(),)),
)

MENU: Final = Menu(
    (
        *airborne.ACTIONS,
        *movement.ACTIONS,
        *reinforcements.ACTIONS,
        *trains.ACTIONS,
        *sea.ACTIONS,
        *invasion.ACTIONS,
        *raids.ACTIONS,
        *partisan.ACTIONS,
        *panzer_reserve.ACTIONS,
        *_END,
    )
)
"""Every action asks the position whose impulse it is; what a side may not do now it does not list."""


class MoveImpulse(Choice, frozen=True, array_like=True, tag=30):
    """FE 4.3, 5.1: a side moves what it wishes, one decision after the other, until it ends its moves."""

    side: int
    number: int

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        position = cast(FortressPosition, pos)
        game = position.game
        return Prompt(self.side, game.words["prompt.move"], game.rules["5.1"], MENU.kinds, complete=False)

    def run(self, act: Recorder[Any]) -> None:
        """Never: there is always something to decide."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        MENU.check(pos, decision, pos.game.cite("5.1"))

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return MENU.choices(pos)

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        MENU.take(act, decision)


DECISIONS: Final = (EndMoves,)
STEPS: Final = (MoveImpulse,)
