"""Position: one state seen with one game's data. Reading never changes anything.

Games subclass it with their own questions (combat strength, ZOC ...). Derived maps are remembered by `answered`,
`cached`, `flagged`, `mapped` and `marked`, each until something changes that it may depend on, and dropped in one
place, `changed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from hexledger.engine.editions.counters import Counter
from hexledger.engine.map.board import Board
from hexledger.events import model as ev
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.naming.switches import Switch

G = TypeVar("G", bound="Game[Any]")
T = TypeVar("T")

_DROPS_CACHE = frozenset(
    {
        *(ev.Placed, ev.Moved, ev.StepsSet, ev.Removed, ev.Flagged, ev.Attached),
        *(ev.MarkerSet, ev.Controlled, ev.Assigned, ev.TrackSet, ev.TurnBegan, ev.PhaseBegan),
    }
)
_DROPS_MAPS = frozenset({ev.Placed, ev.Moved, ev.Removed, ev.MarkerSet, ev.Controlled})
_DROPS_MARKS = frozenset({ev.MarkerSet, ev.Controlled})


class Position(Generic[G]):
    """Read-only view of a state. `state` belongs to the caller and may be changed only by a Recorder."""

    def __init__(self, game: G, state: State) -> None:
        self.game = game
        self.state = state
        self.board: Board = game.board
        self.counters: tuple[Counter, ...] = game.counters
        self._cache: dict[Any, Any] = {}
        self._flagged: dict[tuple[int, ...], dict[Any, Any]] = {}
        self._maps: dict[Any, Any] = {}
        self._marks: dict[Any, Any] = {}
        self._answers: dict[Any, Any] = {}

    def inherit(self, other: Self) -> None:
        """Take over what is known of an equal position: derived values are never changed, only dropped."""
        self._answers, self._cache, self._flagged = other._answers, other._cache, other._flagged
        self._maps, self._marks = other._maps, other._marks

    def sealed(self, side: int, slot: int) -> str | None:
        """Commitment that a side has sealed in a slot (a word) and not opened yet; None where there is none."""
        return self.state.seals.get(side << 16 | slot)

    def changed(self, event: ev.Event) -> None:
        """The one point where derived maps are dropped: any event that changes a piece, the map, a track, a variable
        or the clock. What depends on judgements, pools, seals or the agenda must not be cached."""
        kind = type(event)
        # new ones, because an equal position may hold on to the old
        if self._answers:
            self._answers = {}
        if kind in _DROPS_CACHE:
            if self._cache:
                self._cache = {}
            if kind in _DROPS_MAPS:
                if self._maps:
                    self._maps = {}
                if self._flagged:
                    self._flagged = {}
                if self._marks and kind in _DROPS_MARKS:
                    self._marks = {}
            elif self._flagged and type(event) is ev.Flagged:
                flag = event.flag
                self._flagged = {flags: known for flags, known in self._flagged.items() if flag not in flags}

    def cached(self, key: Any, make: Callable[[], T]) -> T:
        """A derived value, computed once until the position changes."""
        found: T | None = self._cache.get(key)
        if found is None:
            found = make()
            self._cache[key] = found
        return found

    def answered(self, key: Any, make: Callable[[], T]) -> T:
        """What may depend on anything in the state, the agenda and pools too: asked once until the next event, so that
        a prompt, the check of a decision and what carries it out need not each work it out."""
        found: T | None = self._answers.get(key)
        if found is None:
            found = make()
            self._answers[key] = found
        return found

    def flagged(self, flags: tuple[int, ...], key: Any, make: Callable[[], T]) -> T:
        """A derived map that depends on nothing but where pieces stand, markers, control and these flags of pieces;
        computed once until one of them changes."""
        known = self._flagged.get(flags)
        if known is None:
            known = self._flagged[flags] = {}
        found: T | None = known.get(key)
        if found is None:
            found = make()
            known[key] = found
        return found

    def marked(self, key: Any, make: Callable[[], T]) -> T:
        """A derived map that depends on nothing but markers and control, not on the pieces; computed once until one of
        the two changes."""
        found: T | None = self._marks.get(key)
        if found is None:
            found = make()
            self._marks[key] = found
        return found

    def mapped(self, key: Any, make: Callable[[], T]) -> T:
        """A derived map that depends on nothing but where pieces stand, markers and control, so that flags, steps and
        variables leave it alone; computed once until one of those three changes."""
        found: T | None = self._maps.get(key)
        if found is None:
            found = make()
            self._maps[key] = found
        return found

    def reading(self, switch: Switch) -> int:
        """Value of a switch in this game: the reading of a doubtful rule, or the option chosen with the set-up."""
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
        return tuple([piece for piece in sorted(self.state.at) if sides[piece] == side])

    # ------------------------------------------------------------ names
    def name(self, piece: int) -> str:
        """What a piece is called; see `Game.piece_name`."""
        return self.game.piece_name(piece)

    def label(self, place: int) -> str:
        """Label of a place."""
        return self.board.labels[place]
