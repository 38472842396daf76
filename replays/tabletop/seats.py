"""Who sits at a table in the browser: a token for each seat, the sides that it plays, what it may see."""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. `sides`: numbers of the sides that it plays, none for one who only looks; `view`: the side
    whose knowledge it is shown, 0 for everything that lies open."""

    token: str
    sides: tuple[int, ...] = ()
    view: int = 0

    def plays(self, side: int | None) -> bool:
        """Whether this seat decides for a side."""
        return side in self.sides


def seat_of(seats: Iterable[Seat], token: str) -> Seat | None:
    """The seat that a token belongs to; every token is compared, in constant time."""
    found = None
    for seat in seats:
        if compare_digest(seat.token.encode(), token.encode("utf-8", "replace")):
            found = seat
    return found
