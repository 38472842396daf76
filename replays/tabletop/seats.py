"""Who sits at a table in the browser: a token for each seat, the seats of the game that it plays, what it may see."""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events.frame import ARMIES, side_of_seat
from hexledger.replays.log.due import DECIDE, SEAL

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.due import Due


PUBLIC: Final = -1
"""The view of who only looks on: what lies open, and of the notes those that are for all."""


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. `plays`: the seats of the game that it decides for: sides by number, armies that sit apart
    as `10 * side + n`; none for one who only looks. `view`: the side whose knowledge it is shown, 0 for everything that
    lies open, PUBLIC. `late`: it looks on with a delay. `other`: it is that of another table, which brings and takes
    bundles and is shown nothing. `keeper`: it is that of the keeper of referee dice, who looks on and answers rolls."""

    token: str
    plays: tuple[int, ...] = ()
    view: int = 0
    late: bool = False
    other: bool = False
    keeper: bool = False

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides for which it gives words and takes back: those whose own seat it has."""
        return tuple(seat for seat in self.plays if seat < ARMIES)

    def is_of(self, side: int | None) -> bool:
        """Whether it plays a side, or an army of it."""
        return any(side_of_seat(seat) == side for seat in self.plays)

    def acts(self, found: Due) -> bool:
        """Whether it is for this seat to do what is due: to decide where the question is put to it; what follows from a
        decision (dice, the opening of a seal) is any seat's of the side."""
        if found.does in (DECIDE, SEAL):
            return found.whose in self.plays
        return self.is_of(found.side)


def seat_of(seats: Iterable[Seat], token: str) -> Seat | None:
    """The seat that a token belongs to; every token is compared, in constant time."""
    found = None
    for seat in seats:
        if compare_digest(seat.token.encode(), token.encode("utf-8", "replace")):
            found = seat
    return found


def seats_of(chronicle: Chronicle) -> tuple[int, ...]:
    """Every seat at which somebody of this game may sit: its sides, and the armies that have players of their own,
    after their side."""
    sides = range(1, len(chronicle.game.sides) + 1)
    if not chronicle.armies_apart:
        return tuple(sides)
    return tuple(seat for side in sides for seat in chronicle.ledgerbook.seats.of_side(side))
