"""Position: one state seen with one game's data. Reading never changes anything.

Games subclass it with their own questions (combat strength, ZOC ...). What is worth keeping until it changes is kept by
`memory.kept` and its kin, in the one place of `changed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from hexledger.engine.editions.counters import Counter
from hexledger.engine.kernel.memory import ANYTHING, LOOKED_THROUGH, Shelves, checks_of, drop_touched
from hexledger.engine.map.board import Board
from hexledger.events import model as ev
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.naming.switches import Switch

G = TypeVar("G", bound="Game[Any]")


class Position(Generic[G]):
    """Read-only view of a state. `state` belongs to the caller and may be changed only by a Recorder."""

    def __init__(self, game: G, state: State) -> None:
        self.game = game
        self.state = state
        self.board: Board = game.board
        self.counters: tuple[Counter, ...] = game.counters
        self.shelves = Shelves()
        """What is kept of this position; in a checked game it lies with `checks` instead."""
        self.checks = checks_of(game.memory)

    def inherit(self, other: Self) -> None:
        """Take over what is known of an equal position: derived values are never changed, only dropped."""
        self.shelves = other.shelves.copy()
        if self.checks is not None and other.checks is not None:
            self.checks.inherit(other.checks)

    def settled(self) -> Self:
        """This position, which shares what is kept with the one that a playout stands in, where it is of that state."""
        standing = self.game.memory.standing
        if standing is not None and standing.state is self.state:
            self.shelves = standing.shelves
        return self

    def changed(self, event: ev.Event) -> None:
        """An event has changed the state: drop what hangs on what it touches."""
        if self.shelves.grounds & LOOKED_THROUGH.get(type(event), ANYTHING):
            drop_touched(self.shelves, event)
        if self.checks is not None:
            self.checks.changed(event)

    def sealed(self, side: int, slot: int) -> str | None:
        """Commitment that a side has sealed in a slot (a word) and not opened yet; None where there is none."""
        return self.state.seals.get(side << 16 | slot)

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
