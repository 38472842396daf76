"""Checks: every kept value worked out again from nothing, at every access, and compared.

In a checked game a position keeps its values here. What is kept lives and dies by its basis, as always; beside it
stands the same value made in a fresh position of the same state, which remembers nothing from before the last event. If
the two differ, the kept one hangs on more than it declares, or somebody has changed it: `StaleValue` says which.

Between two events a large value is compared when it is first asked for and once more when the next event comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, Final, TypeVar

import msgspec

from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import Basis, Row, Shelves, drop_touched
from hexledger.engine.kernel.position import Position
from hexledger.engine.map.board import Board
from hexledger.events import model as ev
from hexledger.projections.state import State

T = TypeVar("T")
_LEAVES: Final = (int, str, bytes, type(None))
_PLAIN: Final = frozenset({int, bool, str, bytes, type(None)})
"""Classes of which nothing more is asked: tuples of them, most of what is compared, are compared as they are."""
SMALL: Final = 32
"""Entries up to which a value is compared at every access."""


class StaleValue(EngineFault):
    """A kept value is not what a fresh look finds."""


class Checks:
    """The values of one position of a checked game, and the fresh position that they are compared with."""

    def __init__(self) -> None:
        self.shelves = Shelves()
        self._made = Shelves()
        """What each value looked like when it was made."""
        self._fresh: Position[Any] | None = None
        self._seen: dict[tuple[Any, Any], tuple[object, object]] = {}
        """(function, arguments) -> value and what it should look like: large values asked for since the last event."""

    def inherit(self, other: Checks) -> None:
        """Take over what is known of an equal position."""
        self.shelves, self._made = other.shelves.copy(), other._made.copy()

    def changed(self, event: ev.Event) -> None:
        """Drop what an event touches, and the fresh position."""
        for (make, key), (value, made) in self._seen.items():
            _unchanged(make, key, value, made)
        self._seen = {}
        drop_touched(self.shelves, event)
        drop_touched(self._made, event)
        self._fresh = None

    def ask(
        self,
        basis: Basis,
        make: Callable[..., object],
        pos: Position[Any],
        key: Any,
        again: Callable[[Any], T],
        first: Callable[[Any], T] | None = None,
    ) -> T:
        """The kept value, after comparison. `again` makes it in a fresh position; `first` made it, if not `again`."""
        table = self.shelves[basis][make]
        if key not in table:
            table[key] = (first or again)(pos)
            # it may have been dropped and made again meanwhile: both are looked up once more
            self._made[basis][make][key] = looks(table[key])
        value: T = table[key]
        if (make, key) in self._seen:
            return value
        made = self._made[basis][make][key]
        _unchanged(make, key, value, made)
        compare(make, key, value, again(self._fresh_of(pos)))
        if isinstance(value, Sized) and len(value) <= SMALL:
            return value
        self._seen[make, key] = value, made
        return value

    def row(self, basis: Basis, make: Callable[..., Any], pos: Position[Any], head: Any) -> CheckedRow:
        """The mapping of `memory.rows`: each of its values is compared when it is looked up."""
        return CheckedRow(self, basis, make, pos, head)

    def _fresh_of(self, pos: Position[Any]) -> Position[Any]:
        if self._fresh is None:
            self._fresh = pos.game.position(pos.state)
            self._fresh.checks = None
        return self._fresh


class CheckedRow(Row[Any, Any]):
    """A row that keeps nothing itself."""

    def __init__(self, checks: Checks, basis: Basis, make: Callable[..., Any], pos: Position[Any], head: Any) -> None:
        super().__init__(make, pos, head)
        self._checks, self._basis = checks, basis

    def __getitem__(self, key: Any) -> Any:
        make, head = self._make, self._head
        return self._checks.ask(self._basis, make, self.pos, (head, key), lambda asked: make(asked, head, key))


def _unchanged(make: Callable[..., object], key: Any, value: object, made: object) -> None:
    if looks(value) != made:
        raise StaleValue(f"{name_of(make)}{_told(key)} was changed by somebody who had got it")


def compare(make: Callable[..., object], key: Any, value: object, fresh: object) -> None:
    """StaleValue unless a kept value is what has been made from nothing."""
    if looks(value) != looks(fresh):
        raise StaleValue(f"{name_of(make)}{_told(key)} is stale: it hangs on more than it declares, or was changed")


def name_of(make: Callable[..., object]) -> str:
    """Module and name of a function, as the author would look for it."""
    return f"{make.__module__}.{make.__qualname__}"


def _told(key: Any) -> str:
    return f"({', '.join(map(repr, key))})" if isinstance(key, tuple) else f"({key!r})"


class _Agreeing:
    """An object that fills itself as it is asked: `agrees(other)` says whether the two are the same for all that."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Agreeing) and bool(self.value.agrees(other.value))

    def __hash__(self) -> int:
        return 0


def looks(value: object) -> object:
    """A value as nested tuples and leaves, so that two objects can be compared that have no equality of their own, and
    one with what it was before. The order in which a mapping hands its entries out is part of it; that of a set is
    not. Of an object that fills itself as it is asked its `agrees(other)` says whether two are the same."""
    if isinstance(value, _LEAVES):
        return value
    if hasattr(value, "agrees"):
        return _Agreeing(value)
    if isinstance(value, Mapping):
        return ("mapping", _all_look(value), _all_look(value.values()))
    if isinstance(value, list | tuple):
        return (type(value).__name__, _all_look(value))
    if isinstance(value, set | frozenset):
        return ("set", frozenset(_all_look(value)))
    if isinstance(value, Position | State | Board | Game) or callable(value):
        return "..."  # the world that a value is about
    if isinstance(value, msgspec.Struct):
        return (type(value).__name__, looks(msgspec.structs.asdict(value)))
    fields = {
        **{name: getattr(value, name) for name in getattr(value, "__slots__", ())},
        **getattr(value, "__dict__", {}),
    }
    return (type(value).__name__, looks(fields))


def _all_look(values: Iterable[object]) -> tuple[object, ...]:
    return tuple(values) if _PLAIN.issuperset(map(type, values)) else tuple([looks(value) for value in values])
