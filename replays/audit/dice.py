"""The dice part of the audit of format 1: the dice of each frame again, what fits the commitments, what became of
the rolls."""

from __future__ import annotations

import msgspec

from hexledger.engine.dice.rolling import PracticeDice, Roller
from hexledger.events.dice_records import SecretRevealed, decode_record
from hexledger.events.errors import LedgerError
from hexledger.events.frame import DECISION, DICE, Frame, Genesis
from hexledger.events.model import DICE_MODES, ENTERED, PRACTICE, REFEREE, Drawn, Rolled
from hexledger.replays.audit.dice_counts import DiceCount, summed_up
from hexledger.replays.dice.kit import roller_again
from hexledger.replays.errors import DiceRefused
from hexledger.replays.log.genesis import opening_roller


class DiceProblem(msgspec.Struct, frozen=True):
    """What cannot be true of the dice: frame, field, what was found, what was expected."""

    frame: int
    where: str
    found: str
    expected: str


class DiceAudit:
    """The dice of a log, frame by frame in the order of the file. `again`: the rules decide again and roll with it."""

    def __init__(self, genesis: Genesis, sides: int, *, again: bool) -> None:
        """DiceRefused when the genesis names dice that cannot be."""
        from hexledger.replays.dice.dicebook import DiceBook
        from hexledger.replays.dice.keys_again import Keys

        self.genesis = genesis
        self.again = again
        self.book = DiceBook(genesis, sides)
        self.counts: dict[str, DiceCount] = {}
        self.changes: list[int] = []
        """Frames in which the dice mode was changed."""
        self._keys = Keys(genesis.log_id)
        self._practice: PracticeDice | None = None

    def roller(self, frame: Frame) -> Roller:
        """The dice of the next frame, again; DiceRefused when its evidence is none."""
        if frame.seq == 0:
            return opening_roller(self.genesis)
        book = self.book
        if book.mode != PRACTICE:
            return roller_again(book, frame)
        if self._practice is None or self._practice.log_id != book.log_id:
            self._practice = PracticeDice(book.log_id, book.seed)
        return self._practice.roller(frame.seq)

    def take(self, frame: Frame, *, again: bool = True) -> DiceProblem | None:
        """Take the next frame, once its events are known to follow: do its dice fit what the log said before? `again`:
        the frame was decided again and came out the same."""
        if frame.kind == DICE:
            return self._record(frame)
        if frame.seq:
            try:
                self.book.add(frame)
            except DiceRefused as error:
                if frame.kind == DECISION:
                    return DiceProblem(frame.seq, "dice evidence", str(error), "dice as the log has them")
                return DiceProblem(frame.seq, "dice", str(error), "")
            if self.book.mode == REFEREE and frame.evidence:
                self._keys.note(frame, self.book.keeper)
        for event in frame.events:
            if type(event) is Rolled or type(event) is Drawn:
                self._count(frame.seq, event.mode, again)
        return None

    def _count(self, seq: int, mode: int, again: bool) -> None:
        count = self.counts.setdefault(DICE_MODES.get(mode, f"?{mode}"), DiceCount())
        count.rolls += 1
        if mode == REFEREE:
            self._keys.count(seq)
        elif mode != ENTERED:
            count.remade(again=self.again and again)

    def _record(self, frame: Frame) -> DiceProblem | None:
        """A dice record may stand where it does, and an opened secret gives every key again."""
        before = self.book.changes
        try:
            record = decode_record(frame.decision, frame.seq)
            self.book.add(frame)
        except (DiceRefused, LedgerError) as error:
            return DiceProblem(frame.seq, "dice record", str(error), "")
        if self.book.changes != before:
            self.changes.append(frame.seq)
            self._practice = None
        if isinstance(record, SecretRevealed):
            forged = self._keys.open(record.commitment, record.secret)
            if forged is not None:
                found = f"a key that the secret opened in frame {frame.seq} does not give"
                return DiceProblem(forged, "dice evidence", found, "the keeper's key of this decision")
        return None

    def sum_up(self) -> dict[str, DiceCount]:
        """What became of the rolls so far, by mode."""
        return summed_up(self.counts, self.book.confirmed, self._keys.rederived, again=self.again)
