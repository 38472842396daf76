"""Which unit a typed name means: by what may be decided now, then by what is on the board, then by the whole game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import AmbiguousName, UnknownName, close_to
from hexledger.engine.naming.called import plain
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game

SHORTEST: Final = 2
"""Letters that the beginning of a name must have to stand for all of it."""
LONGEST_NAME: Final = 8
"""Words that a unit's or a place's name may have where it is read out of a line; no game has a longer one."""
MOST: Final = 12
"""Candidates that a refusal lists; of more it says how many there are."""


def find_unit(
    game: Game[Any],
    name: str,
    state: State | None = None,
    legal: Collection[int] = (),
    *,
    loose: bool = False,
    ever: bool = False,
) -> int:
    """The unit that `name` means: an id, what the unit is called, its printed name, or that without its brackets.

    Where several are called so, those that may be decided about now (`legal`) come before those in play in `state`,
    and these before all others. `loose`: the beginning of a name will do as well; `ever`: a whole game is looked at,
    and who has left it is meant as much as who is in play. AmbiguousName with every candidate and where it is when more
    than one is left, UnknownName with names that are spelt alike when none is.

    Where no name begins so, a later word of one may (`Frundsberg`).
    """
    number = game.piece_number(name)
    if number is not None:
        return number
    legal, in_play = frozenset(legal), frozenset(state.at) if state is not None and not ever else frozenset()
    exact, begins = _tiers(game, name)
    for tiers in (exact, [game.plain_names.first_words(plain(name)), begins]) if loose and begins else (exact,):
        for there in (legal, in_play, None):
            for tier in tiers:
                found = [piece for piece in tier if there is None or piece in there]
                if len(found) == 1:
                    return found[0]
                if found:
                    raise AmbiguousName("unit", name, listed(game, found, state))
    near = listed(game, begins, state) if begins else close_to(name, _every_name(game))
    raise UnknownName("unit", name, near)


def find_called(game: Game[Any], name: str) -> int:
    """The hex or box whose name on the map is `name`, as names are compared; AmbiguousName when several are called so,
    UnknownName with labels and names that are spelt alike when none is."""
    board, found = game.board, game.plain_places.get(plain(name), ())
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousName("hex", name, tuple(game.place(place) for place in found[:MOST]))
    near = close_to(name.upper(), board.index) or close_to(name, [called for called in board.names if called])
    raise UnknownName("hex", name, near)


def listed(game: Game[Any], pieces: Sequence[int], state: State | None) -> tuple[str, ...]:
    """Units with the hexes they are in: `3rd (US) in M5`, `3rd (British) off the map`."""
    shown = [_with_place(game, piece, state) for piece in pieces[:MOST]]
    if len(pieces) > MOST:
        shown.append(f"{len(pieces) - MOST} more")
    return tuple(shown)


def _with_place(game: Game[Any], piece: int, state: State | None) -> str:
    name = game.piece_name(piece)
    if state is None:
        return name
    at = state.at.get(piece, OFF_MAP)
    if at == OFF_MAP:
        return f"{name} off the map"
    return f"{name} in {game.place_name(at)}"


def _every_name(game: Game[Any]) -> Iterator[str]:
    for number, counter in enumerate(game.counters):
        yield counter.id
        yield game.piece_name(number)


def _tiers(game: Game[Any], name: str) -> tuple[list[list[int]], list[int]]:
    """Candidates in the order of how well the name fits, each tier without those before it; then those whose names
    only begin so, or else have a later word that does."""
    wanted = plain(name)
    exact = game.plain_names.exact(wanted)
    if any(exact) or len(wanted) < SHORTEST:
        return exact, []
    return exact, game.plain_names.begins(wanted) or game.plain_names.inside(wanted)


class Here:
    """A game's names as they are meant in one position: what is typed is looked for among `legal`, then in play."""

    def __init__(self, game: Game[Any], state: State, legal: Callable[[], Iterable[int]] = lambda: ()) -> None:
        self._game = game
        self._state = state
        self._legal = legal
        self._known: frozenset[int] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def find_piece(self, name: str) -> int:
        """Number of the unit that a name means here; see `find_unit`."""
        number = self._game.piece_number(name)
        if number is not None:
            return number
        if self._known is None:
            self._known = frozenset(self._legal())
        return find_unit(self._game, name, self._state, self._known)
