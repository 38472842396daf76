"""What prompts of the game share: the decisions to end a segment and to pass, and segments that are menus."""

from __future__ import annotations

from typing import ClassVar, Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.procedures.menu import FromMenu


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


class MenuSegment(FromMenu[TrumpetsPosition], frozen=True, array_like=True):
    """A segment in which a side does things from a menu until it ends it. Without anything to do nobody is asked."""

    asks: ClassVar[str]
    """Key of the prompt's word."""
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


DECISIONS: Final = (EndSegment, Pass)
STEPS: Final = ()
