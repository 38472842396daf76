"""Position: one state seen with one game's data. Reading never changes anything.

Games subclass it with their own questions (combat strength, ZOC ...). Derived maps are cached in `cache`
and dropped in one place, `changed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hexledger.engine.board import Board
from hexledger.engine.counters import Counter
from hexledger.events import model as ev
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.game import Game
    from hexledger.engine.switches import Switch

G = TypeVar("G", bound="Game[Any]")
T = TypeVar("T")

_DROPS_CACHE = frozenset(
    {
        *(ev.Placed, ev.Moved, ev.StepsSet, ev.Removed, ev.Flagged, ev.Attached),
        *(ev.MarkerSet, ev.Controlled, ev.Assigned, ev.TrackSet, ev.TurnBegan, ev.PhaseBegan),
    }
)


class Position(Generic[G]):
    """Read-only view of a state. `state` belongs to the caller and may be changed only by a Recorder."""

    def __init__(self, game: G, state: State) -> None:
        self.game = game
        self.state = state
        self.board: Board = game.board
        self.counters: tuple[Counter, ...] = game.counters
        self._cache: dict[Any, Any] = {}

    def changed(self, event: ev.Event) -> None:
        """The one point where derived maps are dropped: any event that changes a piece, the map, a track, a variable
        or the clock. What depends on judgements, pools, seals or the agenda must not be cached."""
        if self._cache and type(event) in _DROPS_CACHE:
            self._cache.clear()

    def cached(self, key: Any, make: Callable[[], T]) -> T:
        """A derived value, computed once until the position changes."""
        found: T | None = self._cache.get(key)
        if found is None:
            found = make()
            self._cache[key] = found
        return found

    def reading(self, switch: Switch) -> int:
        """The reading of a doubtful rule that this game plays, as the value of its switch."""
        return self.state.variables.get(self.game.words[switch.word], switch.default)

    # ------------------------------------------------------------ pieces
    def at(self, piece: int) -> int:
        """Place of a piece, OFF_MAP (-1) when it is not in play."""
        return self.state.at.get(piece, OFF_MAP)

    def units(self, place: int) -> tuple[int, ...]:
        """Pieces in a place, ascending."""
        return self.state.stacks.get(place, ())

    def flag(self, piece: int, flag: int) -> int:
        """Value of a piece's flag, 0 when absent."""
        return self.state.flags.get(piece << 16 | flag, 0)

    def steps(self, piece: int) -> int:
        """Steps left, 0 when not in play."""
        return self.state.steps.get(piece, 0)

    def side(self, piece: int) -> int:
        """Number of the side that owns a piece."""
        return self.game.side_of[piece]

    def side_at(self, place: int) -> int:
        """Side whose pieces stand in a place (no game of ours mixes them), 0 when empty."""
        stack = self.state.stacks.get(place)
        return self.game.side_of[stack[0]] if stack else 0

    def in_play(self, side: int) -> tuple[int, ...]:
        """Pieces of a side that are on the map or in a box, ascending."""
        sides = self.game.side_of
        return tuple(piece for piece in sorted(self.state.at) if sides[piece] == side)

    # ------------------------------------------------------------ names
    def name(self, piece: int) -> str:
        """Printed name of a piece."""
        return self.counters[piece].name

    def label(self, place: int) -> str:
        """Label of a place."""
        return self.board.labels[place]
