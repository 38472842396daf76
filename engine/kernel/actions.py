"""Menus: a phase in which a side may do many kinds of things, each written in a module of its own.

A rules module lists its `Action`s; the step of the phase joins them into one `Menu` and hands decisions on. What is
offered, checked and carried out is thereby one list, in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import wanted

if TYPE_CHECKING:
    from hexledger.engine.kernel.position import Position
    from hexledger.engine.kernel.recorder import Recorder

P = TypeVar("P", bound="Position[Any]")
D = TypeVar("D", bound=Decision)


class Action(NamedTuple, Generic[P, D]):
    """One kind of decision of a menu.

    check    (pos, decision): raises IllegalDecision unless it is legal now; changes nothing
    take     (act, decision): carries out what `check` has passed
    choices  (pos): legal decisions of this kind in a fixed order, perhaps none
    """

    kind: type[D]
    check: Callable[[P, D], object]
    take: Callable[[Recorder[P], D], object]
    choices: Callable[[P], Iterable[D]]


class Menu(Generic[P]):
    """Actions of one phase, in the order in which a screen shows them. Unchanging."""

    def __init__(self, actions: Iterable[Action[P, Any]]) -> None:
        self.actions: Final = tuple(actions)
        self._by_kind = {action.kind: action for action in self.actions}
        if len(self._by_kind) != len(self.actions):
            raise EngineFault("a menu names a kind of decision twice")
        self.kinds: Final[tuple[str, ...]] = tuple(action.kind.kind() for action in self.actions)
        """Names of the decisions, for a prompt."""

    def check(self, pos: P, decision: Decision, rule: str) -> None:
        """Raise IllegalDecision unless the decision is one of the menu (else under `rule`) and legal now."""
        action = self._by_kind.get(type(decision))
        if action is None:
            wanted(decision, self._by_kind, rule)
            raise EngineFault(f"{decision.kind()} is wanted and not in the menu")
        action.check(pos, decision)

    def choices(self, pos: P, kind: str = "") -> Iterator[Decision]:
        """What every action lists, in the order of the menu; with `kind` (its name) what that one lists, nothing where
        the menu has none."""
        listed = [action for action in self.actions if kind in ("", action.kind.kind())]
        return chain.from_iterable(action.choices(pos) for action in listed)

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """Carry out a decision that `check` has passed."""
        self._by_kind[type(decision)].take(act, decision)
