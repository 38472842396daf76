"""The movement segment as a whole (27-36): one menu, until the side ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import arriving, demolition, moving, overruns
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Menu
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Step

MENU: Final = Menu((*moving.ACTIONS, *overruns.ACTIONS, *arriving.ACTIONS, END))


class BeginMovement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=33):
    """TFT 22.1k, 27: bridges may be blown before anybody moves; reinforcements inside the map are there."""

    side: int

    def run(self, act: Act) -> None:
        """Then the side moves."""
        act.then(arriving.InnerArrivals(), demolition.StartOfMovement(self.side), Movement(self.side), EndMovement())


class Movement(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=18):
    """TFT 29: the active corps moves what it wishes, one unit or stack after the other."""

    side: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        return Prompt(self.side, pos.game.words["prompt.move"], pos.game.rules["29.0"], MENU.kinds, complete=False)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        MENU.check(pos, decision, pos.game.cite("29.0"))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return MENU.choices(pos)

    def choices_of(self, pos: TrumpetsPosition, kind: str) -> Iterator[Decision]:
        return MENU.choices(pos, kind)

    def take(self, act: Act, decision: Decision) -> None:
        MENU.take(act, decision)


class EndMovement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=34):
    """TFT 35.3m: with the segment Overrun markers go."""

    def run(self, act: Act) -> None:
        """Nobody is in motion any more."""
        moving.end_motion(act)
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.MARKER["overrun"]:
                act.marker(key >> 32, -1, w.MARKER["overrun"], 0, "35.3")


DECISIONS: Final = ()
STEPS: Final = (BeginMovement, Movement, EndMovement)
