"""`swap`: an addition to another policy: identical units may be exchanged to cure an error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from hexledger.engine.editions.counters import Counter
from hexledger.engine.kernel.game import Game
from hexledger.events.model import Event, Moved, Placed, StepsSet
from hexledger.projections.state import State

NAME: Final = "swap"
ABOUT: Final = "identical units that neither have moved nor carry a marker may change places"


def identical(one: Counter, two: Counter) -> bool:
    """Are two counters of one formation the same in everything that is printed, but for their names?"""
    return _printed(one) == _printed(two)


def _printed(counter: Counter) -> Counter:
    return msgspec.structs.replace(counter, id="", name="", prov="", note="", text="")


def refusal(game: Game[Any], state: State, one: int, two: int, moved: Iterable[int]) -> str:
    """Why two units may not change places now; empty when they may.

    `moved`: units that have been moved, placed or have lost a step in the running turn.
    """
    names = (game.piece_name(one), game.piece_name(two))
    if one == two:
        return "a unit is exchanged with another one"
    for piece, name in zip((one, two), names, strict=True):
        if piece not in state.at:
            return f"{name} is not in play"
    if game.piece_side(one) != game.piece_side(two):
        return f"{names[0]} and {names[1]} are of two sides"
    if not identical(game.counters[one], game.counters[two]):
        return f"{names[0]} and {names[1]} are not identical"
    gone = set(moved)
    for piece, name in zip((one, two), names, strict=True):
        if piece in gone:
            return f"{name} has moved"
        if state.steps[piece] < game.counters[piece].steps:
            return f"{name} is reduced"
        marked = [flag for flag in _flags(state, piece) if not game.bookkeeping(flag)]
        if marked:
            return f"{name} carries a marker: {game.word(marked[0])}"
    if _flags(state, one) != _flags(state, two):
        return f"{names[0]} and {names[1]} do not stand alike in their activation"
    if state.attached.get(one) != state.attached.get(two):
        return f"{names[0]} and {names[1]} act with different formations"
    if state.at[one] == state.at[two]:
        return f"{names[0]} and {names[1]} stand in one hex"
    return ""


def _flags(state: State, piece: int) -> dict[int, int]:
    return {key & 0xFFFF: state.flags[key] for key in sorted(state.flags) if key >> 16 == piece}


def exchange(game: Game[Any], state: State, one: int, two: int) -> tuple[Event, Event]:
    """The effects of an exchange."""
    mode, here, there = game.words["mode.ruling"], state.at[one], state.at[two]
    return Moved(one, (here, there), mode), Moved(two, (there, here), mode)


def touched(events: Iterable[Event]) -> set[int]:
    """Units that events moved, placed or reduced."""
    return {event.piece for event in events if isinstance(event, Moved | Placed | StepsSet)}
