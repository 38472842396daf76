"""What prompts of the game share: the decisions to end a segment and to pass, and segments that are menus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


class EndSegment(Decision, frozen=True, array_like=True, tag=16):
    """`end_segment`: the side has done what it wished in this segment."""


class Pass(Decision, frozen=True, array_like=True, tag=17):
    """`pass`: nothing (more) of what is asked for."""


def _always(_pos: TrumpetsPosition, _decision: EndSegment) -> None:
    """Nothing forbids to end a segment."""


def _end(act: Act, _decision: EndSegment) -> None:
    act.done()


def _listed(_pos: TrumpetsPosition) -> tuple[EndSegment, ...]:
    return (EndSegment(),)


END: Final[Action[TrumpetsPosition, EndSegment]] = Action(EndSegment, _always, _end, _listed)
"""The last line of a segment's menu, for segments that may always end."""


class MenuSegment(Choice[TrumpetsPosition], frozen=True, array_like=True):
    """A segment in which a side does things from a menu until it ends it. Without anything to do nobody is asked."""

    menu: ClassVar[Menu[TrumpetsPosition]]
    asks: ClassVar[str]
    """Key of the prompt's word."""
    rule: ClassVar[str]
    complete: ClassVar[bool] = True
    """Does the menu list every legal decision?"""

    side: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        if not self.wanted(pos):
            return None
        return Prompt(self.side, words[self.asks], rules[self.rule], self.menu.kinds, complete=self.complete)

    def wanted(self, pos: TrumpetsPosition) -> bool:
        """Is there anything to decide? By default when the menu lists anything but the end."""
        return any(not isinstance(choice, EndSegment) for choice in self.menu.choices(pos))

    def run(self, act: Act) -> None:
        """Nothing to do."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        self.menu.check(pos, decision, pos.game.cite(self.rule))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return self.menu.choices(pos)

    def choices_of(self, pos: TrumpetsPosition, kind: str) -> Iterator[Decision]:
        return self.menu.choices(pos, kind)

    def take(self, act: Act, decision: Decision) -> None:
        self.menu.take(act, decision)


DECISIONS: Final = (EndSegment, Pass)
STEPS: Final = ()
