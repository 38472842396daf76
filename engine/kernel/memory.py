"""Memory: the one keeper of derived values, which are worked out once and kept while what they hang on stays as it is.

A function of a position says so in front of its name, and is asked like any other function or method:

    @kept(WHERE)
    def zones(pos: DrillPosition, side: int) -> Mapping[int, tuple[int, ...]]: ...

`kept`     a value of the position; its `Basis` says what it hangs on, and an event that touches that drops it
`rows`     the same for a value that is looked up thousands of times: a mapping that fills itself, one entry a key
`renewed`  a value of the position that is made faster out of the last one of this process, whatever that was
`lasting`  a value that hangs on nothing but its arguments and the edition: kept with the game, beyond positions

Whoever gets a value never changes it. `Checks` is the other half: a game opened as `game.checked()` works every value
out again from nothing at every access, compares, and says which one was stale or has been changed. Tests and fuzzers
play in it; nothing else does, and no answer depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.engine.kernel.memory_checks import Checks
    from hexledger.engine.kernel.position import Position

# ---------------------------------------------------------------------- what a value hangs on
PLACES: Final = 1 << 0
"""Where pieces stand."""
STEPS: Final = 1 << 1
"""Steps of pieces."""
FLAGS: Final = 1 << 2
"""Flags of pieces, any of them; a basis that hangs on a few names those."""
ATTACHED: Final = 1 << 3
"""Formations that pieces act with."""
CONTROL: Final = 1 << 4
"""Who controls places."""
MARKERS: Final = 1 << 5
"""Markers in places and on hexsides."""
TRACKS: Final = 1 << 6
VARIABLES: Final = 1 << 7
"""Variables, any of them; a basis that hangs on a few names those."""
CLOCK: Final = 1 << 8
"""Turn and phase."""
JUDGED: Final = 1 << 9
POOLS: Final = 1 << 10
SEALS: Final = 1 << 11
AGENDA: Final = 1 << 12
ANYTHING: Final = 1 << 13
"""Any event at all, a remark too."""
_NAMED_FLAGS: Final = 1 << 14
_NAMED_VARIABLES: Final = 1 << 15
_LEAVING: Final = PLACES | STEPS | FLAGS | ATTACHED | JUDGED | _NAMED_FLAGS | ANYTHING

TOUCHED: Final[Mapping[type[ev.Event], int]] = {
    ev.Placed: PLACES | STEPS | ANYTHING,
    ev.Moved: PLACES | ANYTHING,
    ev.StepsSet: STEPS | ANYTHING,
    ev.Removed: _LEAVING,
    ev.Flagged: FLAGS | ANYTHING,
    ev.Attached: ATTACHED | ANYTHING,
    ev.Controlled: CONTROL | ANYTHING,
    ev.MarkerSet: MARKERS | ANYTHING,
    ev.TrackSet: TRACKS | ANYTHING,
    ev.Pooled: POOLS | ANYTHING,
    ev.Assigned: VARIABLES | ANYTHING,
    ev.TurnBegan: CLOCK | ANYTHING,
    ev.PhaseBegan: CLOCK | ANYTHING,
    ev.Pushed: AGENDA | ANYTHING,
    ev.Popped: AGENDA | ANYTHING,
    ev.Stepped: AGENDA | ANYTHING,
    ev.Judged: JUDGED | ANYTHING,
    ev.JudgedFor: JUDGED | ANYTHING,
    ev.Sealed: SEALS | ANYTHING,
    ev.Revealed: SEALS | ANYTHING,
}
"""Event -> what it may change. Any other touches what hangs on ANYTHING, and nothing else."""
LOOKED_THROUGH: Final[Mapping[type[ev.Event], int]] = {
    **TOUCHED,
    ev.Flagged: TOUCHED[ev.Flagged] | _NAMED_FLAGS,
    ev.Assigned: TOUCHED[ev.Assigned] | _NAMED_VARIABLES,
}
"""Event -> what shelves must hang on for the event to drop anything there: a flag or a variable may be a named one."""


class Basis:
    """What kept values hang on. Two of equal content are kept apart: name one and use it again."""

    __slots__ = ("_flags", "_mask", "_variables")

    def __init__(self, *grounds: int, flags: Iterable[int] = (), variables: Iterable[int] = ()) -> None:
        """`grounds`: PLACES, MARKERS ...; `flags`, `variables`: words of those that matter, where not all do."""
        self._flags, self._variables = frozenset(flags), frozenset(variables)
        self._mask = (_NAMED_FLAGS if self._flags else 0) | (_NAMED_VARIABLES if self._variables else 0)
        for ground in grounds:
            self._mask |= ground

    def touched(self, event: ev.Event) -> bool:
        """May the event change what hangs on this?"""
        kind = type(event)
        if self._mask & TOUCHED.get(kind, ANYTHING):
            return True
        if kind is ev.Flagged:
            return event.flag in self._flags  # type: ignore[attr-defined]
        return kind is ev.Assigned and event.variable in self._variables  # type: ignore[attr-defined]


WHERE: Final = Basis(PLACES, MARKERS, CONTROL)
"""Where pieces stand, markers, control: for maps that no flag changes."""
MARKS: Final = Basis(MARKERS, CONTROL)
"""Markers and control, whoever stands where."""
BOARD: Final = Basis(PLACES, STEPS, FLAGS, ATTACHED, CONTROL, MARKERS, TRACKS, VARIABLES, CLOCK)
"""All that lies on the table and the clock, but no judgements, pools, seals or agenda."""
EVERYTHING: Final = Basis(ANYTHING)
"""Asked once until the next event: a prompt, the check of a decision and what carries it out need not each work it
out."""


# ---------------------------------------------------------------------- where values are kept
class _Shelf(dict[Any, dict[Any, Any]]):
    """Function -> arguments -> value; a table is there when it is looked up."""

    __slots__ = ()

    def __missing__(self, make: object) -> dict[Any, Any]:
        table = self[make] = {}
        return table


class Shelves(dict[Basis, _Shelf]):
    """Basis -> function -> arguments -> value: what one position has worked out. Shelves and tables are there when they
    are looked up."""

    grounds: int = 0
    """All that anything here hangs on: for an event that touches none of it, as most do, nothing is looked through."""

    def __missing__(self, basis: Basis) -> _Shelf:
        self.grounds |= basis._mask
        shelf = self[basis] = _Shelf()
        return shelf

    def copy(self) -> Shelves:
        """The same values on shelves of their own."""
        twin = Shelves(self)
        twin.grounds = self.grounds
        return twin


MOST: Final = 4096
"""Values of one function that a position keeps, unless the function says otherwise; one more, and all are dropped."""


def drop_touched(shelves: Shelves, event: ev.Event) -> None:
    """The one place where values are dropped: those that hang on what an event touches."""
    kind = type(event)
    if not shelves.grounds & LOOKED_THROUGH.get(kind, ANYTHING):
        return
    touched = TOUCHED.get(kind, ANYTHING)
    if kind is ev.Flagged:
        flag = event.flag  # type: ignore[attr-defined]
        gone = [basis for basis in shelves if basis._mask & touched or flag in basis._flags]
    elif kind is ev.Assigned:
        variable = event.variable  # type: ignore[attr-defined]
        gone = [basis for basis in shelves if basis._mask & touched or variable in basis._variables]
    else:
        gone = [basis for basis in shelves if basis._mask & touched]
    # equal positions share what lies on a shelf: it is taken down, never emptied
    for basis in gone:
        del shelves[basis]
    grounds = 0
    for basis in shelves:
        grounds |= basis._mask
    shelves.grounds = grounds


class Memory:
    """What is kept with a game, beyond one position. What it holds shows in no answer, only in the time it takes."""

    def __init__(self, *, checked: bool = False) -> None:
        self.checked: Final = checked
        """True where every access is checked, see `Checks`."""
        self.lasting: dict[Any, dict[Any, Any]] = {}
        """Function -> arguments -> value."""
        self.last: dict[Any, dict[Any, Any]] = {}
        """Function -> arguments -> the value that was made last."""
        self.standing: Position[Any] | None = None
        """The position that a playout stands in, whose state nobody changes meanwhile (`bots.playing`)."""


class Remembering(Protocol):
    """A game, or anything else that a memory belongs to."""

    @property
    def memory(self) -> Memory: ...


Pos = TypeVar("Pos", bound="Position[Any]")
Owner = TypeVar("Owner", bound=Remembering)
A = ParamSpec("A")
T = TypeVar("T")
Head = TypeVar("Head")
Key = TypeVar("Key")


def _put(table: dict[Any, Any], key: Any, value: Any, most: int) -> None:
    if len(table) >= most and key not in table:
        table.clear()
    table[key] = value


_NOTHING: Final = object()
"""What a table gives for arguments that it does not hold: an exception would cost more than many a value."""


def _like(make: Callable[..., Any], ask: Callable[..., Any]) -> Any:
    return wraps(make)(ask)


def kept(
    basis: Basis, *, most: int = MOST
) -> Callable[[Callable[Concatenate[Pos, A], T]], Callable[Concatenate[Pos, A], T]]:
    """A function of a position (and arguments that a dict can look up): worked out once until an event touches its
    basis. `most`: values of it that a position keeps."""

    def declare(make: Callable[..., Any]) -> Any:
        def ask(pos: Position[Any], *key: Any) -> Any:
            table = pos.shelves[basis][make]
            value = table.get(key, _NOTHING)
            if value is _NOTHING:
                if pos.checks is not None:
                    return pos.checks.ask(basis, make, pos, key, lambda fresh: make(fresh, *key))
                value = make(pos, *key)
                _put(table, key, value, most)
            return value

        return _like(make, ask)

    return declare


class Row(dict[Key, T]):
    """A mapping that fills itself: key -> value, worked out when it is first looked up. Its size is bounded by what
    there is to look up (hexes, pieces)."""

    def __init__(self, make: Callable[[Any, Any, Key], T], pos: Position[Any], head: Any) -> None:
        self._make = make
        self.pos = pos
        self._head = head

    def __missing__(self, key: Key) -> T:
        value = self[key] = self._make(self.pos, self._head, key)
        return value


def rows(
    basis: Basis, *, most: int = MOST
) -> Callable[[Callable[[Pos, Head, Key], T]], Callable[[Pos, Head], Row[Key, T]]]:
    """A function (pos, head, key) that is asked for many keys of one head: `steps(pos, mover)` gives the mapping, and
    `steps(pos, mover)[place]` costs no more than a dict. `most`: heads of it that a position keeps."""

    def declare(make: Callable[..., Any]) -> Any:
        def ask(pos: Position[Any], head: Any) -> Any:
            try:
                row = pos.shelves[basis][make][head]
            except KeyError:
                if pos.checks is not None:
                    return pos.checks.row(basis, make, pos, head)
                row = Row(make, pos, head)
                _put(pos.shelves[basis][make], head, row, most)
            # an equal position may have begun it, which has gone on since
            row.pos = pos
            return row

        return _like(make, ask)

    return declare


def renewed(
    basis: Basis, *, most: int = MOST
) -> Callable[[Callable[Concatenate[Pos, T | None, A], T]], Callable[Concatenate[Pos, A], T]]:
    """A function (pos, last, ...) that may begin with the value `last` that it gave for the same arguments in the last
    position of this process, or with None; it must give the same either way, and leave `last` as it is.

    Between two positions that follow each other little changes, so that zones of control or ways are mended much sooner
    than made. `most`: values that a position, and the game, keep.
    """

    def declare(make: Callable[..., Any]) -> Any:
        def renew(pos: Position[Any], key: Any) -> Any:
            memory: Memory = pos.game.memory
            last = memory.last.setdefault(make, {})
            value = make(pos, last.get(key), *key)
            _put(last, key, value, most)
            return value

        def ask(pos: Position[Any], *key: Any) -> Any:
            try:
                return pos.shelves[basis][make][key]
            except KeyError:
                pass
            if pos.checks is not None:
                new = lambda fresh: make(fresh, None, *key)  # noqa: E731 - what `ask` of the checks takes
                return pos.checks.ask(basis, make, pos, key, new, lambda mine: renew(mine, key))
            value = renew(pos, key)
            _put(pos.shelves[basis][make], key, value, most)
            return value

        return _like(make, ask)

    return declare


def lasting(*, most: int) -> Callable[[Callable[Concatenate[Owner, A], T]], Callable[Concatenate[Owner, A], T]]:
    """A function of a game (or of what else has a memory) and of arguments that say all the rest: worked out once.
    `most`: values of it that are kept; after that the oldest goes for each new one."""

    def declare(make: Callable[..., Any]) -> Any:
        def ask(owner: Remembering, *key: Any) -> Any:
            memory = owner.memory
            try:
                value = memory.lasting[make][key]
            except KeyError:
                value = make(owner, *key)
                table = memory.lasting.setdefault(make, {})
                if len(table) >= most:
                    del table[next(iter(table))]
                table[key] = value
                return value
            if memory.checked:
                from hexledger.engine.kernel.memory_checks import compare

                compare(make, key, value, make(owner, *key))
            return value

        return _like(make, ask)

    return declare


def checks_of(memory: Memory) -> Checks | None:
    """What checks a position of the game that this memory belongs to; None where nothing is checked."""
    if not memory.checked:
        return None
    from hexledger.engine.kernel.memory_checks import Checks

    return Checks()
