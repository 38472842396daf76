"""A step in which a side does things from a menu, each written in the chapter of its rule (`kernel.actions`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from hexledger.engine.kernel.actions import Menu
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice

P = TypeVar("P", bound=Position[Any])


class FromMenu(Choice[P], Generic[P], frozen=True, array_like=True):
    """Decisions of one menu. A game says when it asks for them, and what ends the step."""

    menu: ClassVar[Menu[Any]]
    rule: ClassVar[str]
    """Number of the rule under which what is not on the menu is refused."""

    def run(self, act: Recorder[P]) -> None:
        """Nothing to do."""

    def check(self, pos: P, decision: Decision) -> None:
        """One of the menu, legal now."""
        self.menu.check(pos, decision, pos.game.cite(self.rule))

    def choices(self, pos: P) -> Iterator[Decision]:
        """All that the menu lists."""
        return self.menu.choices(pos)

    def choices_of(self, pos: P, kind: str) -> Iterator[Decision]:
        """What it lists of one kind."""
        return self.menu.choices(pos, kind)

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """As the chapter of its rule says."""
        self.menu.take(act, decision)
