"""What a thing is called and says in a game, worked out once for all logs of the game that a process goes through."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from hexledger.projections.names import Names

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

GAMES: Final = 4
"""Games whose things are remembered at a time: that of a game that is gone is not kept."""
MOST: Final = 50_000
"""Things of a game that are remembered."""


def remembered(work_out: Callable[[K, Names], V]) -> Callable[[K, Names], V]:
    """A function of a thing and who names it, which works out nothing twice. What it gives is shared: nobody changes
    it. Things that are equal must be alike: a 1 that is `True` elsewhere is not."""

    @lru_cache(maxsize=GAMES)
    def of(names: Names) -> Callable[[K], V]:
        @lru_cache(maxsize=MOST)
        def found(thing: K) -> V:
            return work_out(thing, names)

        return found

    @wraps(work_out)
    def asked(thing: K, names: Names) -> V:
        return of(names)(thing)

    return asked
