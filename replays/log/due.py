"""Whose move it is: who has to do something next, what, and what a player may still owe the table.

One answer for every command, so that the two ends of a game by mail never read different things from one log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.frame import ADJOURNMENT, OLD
from hexledger.events.model import DUEL, ENTERED, REFEREE

if TYPE_CHECKING:
    from hexledger.replays.admission.ledgerbook import Ended
    from hexledger.replays.dice.dicebook import DiceBook
    from hexledger.replays.dice.fixbook import FixBook
    from hexledger.replays.log.reader import LogReader

DECIDE: Final = "decide"
SEAL: Final = "seal"
OPEN: Final = "open"
ROLL: Final = "roll"
ENTER: Final = "enter"
NAME: Final = "name"
ANSWER: Final = "answer"
LINK: Final = "link"
NOTHING: Final = "nothing"

WHAT: Final = (DECIDE, SEAL, OPEN, ROLL, ENTER, NAME, ANSWER, LINK, NOTHING)
"""Decide in the open; choose and seal; open a seal; roll a fixed decision; enter its real dice; name its values after a
refusal; the keeper answers it; give a link (duels of format 1); nothing, the game is over or rests."""


class Due(msgspec.Struct, frozen=True):
    """What has to happen next.

    does     one of `WHAT`
    side     whose it is (0: the referee, who is the keeper of referee dice); None where nobody has to do anything
    then     who goes on with what that makes: referee dice are answered by the keeper and rolled by who decided
    fix      frame of the decision that waits for its dice, -1 for none
    decider  who made that decision
    prompt   the question, where one is asked
    seat     the seat of `side` that answers the question, where armies sit apart; 0 elsewhere
    ended    the end that holds, of a game that was ended otherwise than by its rules
    """

    does: str
    side: int | None
    then: int | None = None
    fix: int = -1
    decider: int = 0
    prompt: Prompt | None = None
    ended: Ended | None = None
    seat: int = 0

    @property
    def whose(self) -> int | None:
        """The seat that has to act: an army's where it has a player of its own, else the side's (0: the referee's)."""
        return self.seat or self.side

    @property
    def rests(self) -> bool:
        """Whether the game is adjourned: nobody has won, and it may go on."""
        return self.ended is not None and self.ended.end.what == ADJOURNMENT

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or by another end."""
        return self.does == NOTHING and not self.rests


def due(chronicle: LogReader) -> Due:
    """What has to happen next at the head of a log."""
    ended = None if chronicle.genesis.format == OLD else chronicle.ledgerbook.ended
    if ended is not None:
        return Due(NOTHING, None, ended=ended)
    waiting = chronicle.book.waiting
    if waiting is not None:
        return _rolled(chronicle)
    prompt = chronicle.offer()
    if prompt is None:
        return Due(NOTHING, None)
    does = OPEN if wants_reveal(prompt.kinds) else SEAL if wants_seal(prompt.kinds) else DECIDE
    seat = chronicle.deciding(prompt.side)
    return Due(does, prompt.side, prompt=prompt, seat=seat if seat != prompt.side else 0)


def _rolled(chronicle: LogReader) -> Due:
    """Who rolls the decision that waits for its dice."""
    book, waiting = chronicle.book, chronicle.book.waiting
    assert waiting is not None, "asked of a decision that waits"
    fix, decider = waiting.seq, waiting.actor
    if waiting.refused:
        return Due(NAME, waiting.entrant, fix=fix, decider=decider)
    if book.mode == ENTERED:
        return Due(ENTER, decider, fix=fix, decider=decider)
    if book.mode == REFEREE:
        return Due(ANSWER, 0, then=decider, fix=fix, decider=decider)
    if book.mode == DUEL:
        if chronicle.genesis.format == OLD:
            return _linked(book, fix, decider)
        return Due(ROLL, next(side for side in book.sides if side != decider), fix=fix, decider=decider)
    return Due(ROLL, decider, fix=fix, decider=decider)


def _linked(book: DiceBook | FixBook, fix: int, decider: int) -> Due:
    """A running duel of format 1: who lacks a link gives it, the other side first; then the decider rolls."""
    given = getattr(book.waiting, "links", {})
    missing = [side for side in book.chains if side not in given]
    others = [side for side in missing if side != decider]
    if others:
        return Due(LINK, others[0], then=decider, fix=fix, decider=decider)
    return Due(ROLL, decider, fix=fix, decider=decider)


def to_confirm(chronicle: LogReader) -> dict[int, tuple[int, ...]]:
    """Side -> frames with rolls that others have entered and that it has still to confirm."""
    out: dict[int, tuple[int, ...]] = {}
    for seq, sides in sorted(chronicle.book.unconfirmed.items()):
        for side in sides:
            out[side] = (*out.get(side, ()), seq)
    return out
