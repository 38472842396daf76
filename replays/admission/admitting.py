"""A book and its validator for frames that come one after another: what audit, receive and the keeper use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexledger.events.frame import ARMIES, Frame, Genesis, side_of_seat
from hexledger.replays.admission.beginning import check_genesis, sides_of
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.validator import Place, Validator
from hexledger.replays.log.timeline import Timeline

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game


class Admission:
    """The validator of a log of format 2 and its book. The caller keeps `timeline` up to date and calls `book.take`."""

    def __init__(
        self,
        genesis: Genesis,
        game: Game[Any] | None,
        timeline: Timeline,
        frame_at: Callable[[int], Frame],
        digest: Place,
    ) -> None:
        """Refused or DiceRefused for a genesis that no log may begin with."""
        sides = sides_of(genesis, game)
        check_genesis(genesis, sides)
        self.book = Ledgerbook(genesis, sides, timeline, frame_at)
        self.role = roles(game) if game is not None else unnamed
        self.validator = Validator(self.book, digest, self.role)


def unnamed(side: int) -> str:
    """How sides are told where the game is not at hand."""
    if side >= ARMIES:
        return f"army {side % ARMIES} of side {side_of_seat(side)}"
    return f"side {side}" if side else "the referee"


def roles(game: Game[Any]) -> Callable[[int], str]:
    """How a game's sides are told."""
    return lambda side: the_seat(game, side)


def the_seat(game: Game[Any], seat: int) -> str:
    """`the German side`, `the army 5pza`, `the referee` for 0."""
    if not seat:
        return "the referee"
    return f"the army {game.side(seat)}" if seat >= ARMIES else f"the {game.side(seat).capitalize()} side"
