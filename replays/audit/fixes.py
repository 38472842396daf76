"""The dice part of the audit of format 2: each roll again, and what became of the rolls.

Whether a frame's dice may stand there is the validator's question; it was asked before.
"""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Final

from hexledger.events.frame import Frame, Genesis
from hexledger.events.model import DICE_MODES, DUEL, PRACTICE, Drawn, Rolled
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.audit.dice_counts import DiceCount, summed_up
from hexledger.replays.dice.fixbook import FixBook
from hexledger.replays.log.genesis import opening_roller

if TYPE_CHECKING:
    from hexledger.engine.dice.rolling import Roller

_ROLLS: Final = frozenset({Rolled, Drawn})


class FixAudit:
    """The dice of a log of format 2, frame by frame. `again`: the rules decide again and roll with it."""

    def __init__(self, book: Ledgerbook, *, again: bool) -> None:
        self._ledgerbook = book
        self.again = again
        self.counts: dict[str, DiceCount] = {}
        self.changes: list[int] = []
        """Frames in which the dice mode was changed."""

    @property
    def book(self) -> FixBook:
        """What the log says about its dice."""
        return self._ledgerbook.dice

    @property
    def genesis(self) -> Genesis:
        """The log's."""
        return self._ledgerbook.genesis

    @cached_property
    def _kit(self) -> ModuleType:
        """What rolls again: imported when the first frame asks, not by each."""
        from hexledger.replays.dice import kit

        return kit

    def roller(self, frame: Frame) -> Roller:
        """The dice of the next frame, again."""
        if frame.seq == 0:
            return opening_roller(self.genesis)
        again: Roller = self._kit.fixed_again(self.book, frame)
        return again

    def count(self, frame: Frame, *, again: bool = True) -> None:
        """Count the rolls of a frame that the book has taken. `again`: it was decided again and came out the same."""
        if self.book.changes > len(self.changes):
            self.changes.append(frame.seq)
        if _ROLLS.isdisjoint(map(type, frame.events)):
            return
        for event in frame.events:
            if type(event) is Rolled or type(event) is Drawn:
                count = self.counts.setdefault(DICE_MODES.get(event.mode, f"?{event.mode}"), DiceCount())
                count.rolls += 1
                if event.mode in (PRACTICE, DUEL):
                    count.remade(again=self.again and again)

    def sum_up(self) -> dict[str, DiceCount]:
        """What became of the rolls so far, by mode."""
        book = self.book
        opened = sum(sum(one.rolls for one in book.served.get(secret, ())) for secret in book.secrets)
        return summed_up(self.counts, book.confirmed, opened, again=self.again)
