"""Where the dice of a decision come from: typed values, the keeper, the vaults of a duel; and again, from a frame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import EnteredRoller, Read, read_entered
from hexledger.engine.dice.rolling import (
    Asked,
    DiceWanted,
    FixedRoller,
    KeyedRoller,
    NoDice,
    PracticeDice,
    Roller,
)
from hexledger.events.frame import RULING, Frame
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE
from hexledger.replays.dice.fixbook import FIXED, FixBook
from hexledger.replays.errors import DiceRefused

if TYPE_CHECKING:
    from hexledger.replays.dice.dicebook import DiceBook
    from hexledger.replays.dice.duel_vault import DuelVault
    from hexledger.replays.dice.keeper import DiceKeeper, KeeperRequest
    from hexledger.replays.dice.keeper_file import Answering


_BY_THEMSELVES = "rolls are entered where the dice are entered; here they come by themselves"


class Bid(msgspec.Struct, frozen=True):
    """A decision that is about to be made: it becomes frame `seq` after the frame with leaf hash `tip`."""

    seq: int
    tip: bytes
    actor: int
    decision: bytes
    parent: int = -1
    """Frame that it continues."""

    def request(self, log_id: str) -> KeeperRequest:
        """What the keeper is asked."""
        from hexledger.replays.dice.keeper import KeeperRequest

        return KeeperRequest(log_id, self.seq, self.tip.hex(), self.actor, self.decision.hex())


class DiceKit:
    """What this machine has to roll with."""

    def __init__(
        self,
        keeper: DiceKeeper | None = None,
        vaults: Sequence[DuelVault] = (),
        answering: Answering | None = None,
    ) -> None:
        self.keeper = keeper
        """Format 1: the keeper's file, or an answer of his."""
        self.answering = answering
        """Format 2: the keeper at his copy of the log, or an answer of his."""
        self.vaults = tuple(vaults)

    def roller(
        self,
        book: DiceBook | FixBook,
        bid: Bid,
        rolls: Sequence[int | str] | None = None,
        by: int | None = None,
        read: Read | None = None,
    ) -> Roller:
        """The dice of a decision under the mode that holds now.

        rolls  entered dice: the values, as the dice show them (draws: numbers of tokens), or texts that `read` reads
        by     who enters them; the side that decides unless said otherwise
        """
        waiting = book.waiting
        if waiting is not None and waiting.refused:
            return EnteredRoller(rolls or (), waiting.entrant, read)
        if isinstance(book, FixBook) and book.mode in FIXED:
            if rolls:
                raise DiceRefused(_BY_THEMSELVES)
            return self._fixed_roller(book)
        if book.mode == ENTERED:
            return EnteredRoller(rolls or (), bid.actor if by is None else by, read)
        if rolls and isinstance(book, FixBook) and book.studied:
            return EnteredRoller(rolls, 0, read)
        if rolls:
            raise DiceRefused(_BY_THEMSELVES)
        if book.mode == PRACTICE:
            return open_roller(book, bid.seq, bid.parent)
        assert not isinstance(book, FixBook)
        old = book
        if old.mode == REFEREE:
            return KeyedRoller(REFEREE, old.log_id, bid.seq, lambda asked: self._kept(old, bid, asked))
        return KeyedRoller(DUEL, old.log_id, bid.seq, lambda asked: self._linked(old, asked))

    # ------------------------------------------------------------ format 2
    def _fixed_roller(self, book: FixBook) -> Roller:
        """The dice of the decision that waits; NoDice when none does, or when this machine lacks what they need."""
        waiting = book.waiting
        if waiting is None:
            return NoDice(book.mode, "the decision is fixed first")
        if book.mode == REFEREE:
            answer = self.answering.answer(waiting) if self.answering is not None else None
            if answer is None:
                return NoDice(REFEREE, f"the keeper's answer to #{waiting.seq} is missing")
            return FixedRoller(REFEREE, answer.key, [referee.answer_evidence(answer.key, answer.signature)])
        other = book.roller_of(waiting)
        link = self.link_of(book, other, waiting.n)
        if link is None:
            return NoDice(DUEL, "the side that did not decide rolls it, with its link")
        key = duel.fixed_key(waiting.leaf, {waiting.actor: waiting.link, other: link})
        return FixedRoller(DUEL, key, [duel.evidence(other, link)])

    def ruling_roller(
        self, book: DiceBook | FixBook, seq: int, rolls: Sequence[int | str] | None = None, read: Read | None = None
    ) -> Roller:
        """Format 2: the dice of a ruling. Outside practice the referee enters them."""
        if book.mode == PRACTICE:
            if rolls:
                raise DiceRefused(_BY_THEMSELVES)
            return _practice(book.log_id, book.seed).roller(seq)
        return EnteredRoller(rolls or (), 0, read)

    def own_link(self, book: DiceBook | FixBook, side: int) -> list[str]:
        """Format 2: the evidence of a fix by `side`: its link in a duel. DiceRefused when its vault is not here."""
        if book.mode != DUEL or not isinstance(book, FixBook):
            return []
        link = self.link_of(book, side, book.fixes + 1)
        if link is None:
            raise DiceRefused(f"no vault of side {side} with link {book.fixes + 1} of this log is at hand")
        return [duel.evidence(side, link)]

    def link_of(self, book: FixBook, side: int, n: int) -> bytes | None:
        """Link `n` of a side, if the vault that its chain in this log was made from is here."""
        chain = book.chains.get(side)
        for vault in self.vaults:
            if chain is not None and vault.side == side and vault.log_id == book.log_id:
                link = vault.link_number(n, chain.shown, chain.last)
                if link is not None:
                    return link
        return None

    def complete(self, book: DiceBook | FixBook) -> bool:
        """Whether this machine could fix and roll a decision by itself: all vaults, or the keeper, are here."""
        if not isinstance(book, FixBook):
            return False
        if book.mode == DUEL:
            return all(self.link_of(book, side, book.fixes + 1) is not None for side in book.sides)
        return book.mode == REFEREE and self.answering is not None and self.answering.holds_secret

    # ------------------------------------------------------------ format 1
    def _kept(self, book: DiceBook, bid: Bid, asked: Asked) -> tuple[bytes, list[str]]:
        if book.keeper in book.secrets:
            raise DiceRefused("the keeper's secret is open: change the dice mode to play on")
        if self.keeper is None:
            raise DiceWanted(asked, REFEREE, 0, "the keeper is asked for them (no keeper's file or answer is at hand)")
        key = self.keeper.key(bid.request(book.log_id))
        return key, [referee.evidence(key)]

    def _linked(self, book: DiceBook, asked: Asked) -> tuple[bytes, list[str]]:
        links: dict[int, bytes] = {}
        for side, chain in sorted(book.chains.items()):
            if chain.left < 1:
                raise DiceRefused(f"side {side} has no links left: both sides commit anew with a change of dice")
            given = book.waiting.links.get(side) if book.waiting is not None else None
            link = given or self.link(book, side)
            if link is None:
                raise DiceWanted(asked, DUEL, 0, f"the link of side {side} is missing")
            links[side] = link
        return duel.duel_key(book.log_id, links), [duel.evidence(side, link) for side, link in links.items()]

    def link(self, book: DiceBook, side: int) -> bytes | None:
        """The next link of a side, if its vault is here."""
        for vault in self.vaults:
            if vault.side == side and vault.log_id == book.log_id:
                link = vault.link(book.chains[side].last)
                if link is not None:
                    return link
        return None


@lru_cache(maxsize=8)
def _practice(log_id: str, seed: str) -> PracticeDice:
    """The open dice of a log: their key is the same in each of its frames."""
    return PracticeDice(log_id, seed)


def open_roller(book: DiceBook | FixBook, seq: int, parent: int) -> Roller:
    """Practice dice of the decision that becomes frame `seq` after frame `parent`, in a what-if with its luck."""
    fresh = _practice(book.log_id, book.seed).roller(seq)
    luck = book.luck if isinstance(book, FixBook) else None
    return fresh if luck is None else luck.roller(parent, fresh)


def fixed_again(book: FixBook, frame: Frame) -> Roller:
    """Format 2: the dice of a frame once more, from its evidence; the validator has looked at it before."""
    waiting = book.waiting
    if book.mode == PRACTICE and book.studied and frame.evidence:
        return _entered_again(frame)
    if book.mode == PRACTICE and frame.kind != RULING:
        return open_roller(book, frame.seq, frame.parent)
    if book.mode == PRACTICE:
        return _practice(book.log_id, book.seed).roller(frame.seq)
    if frame.kind == RULING or book.mode == ENTERED or (waiting is not None and waiting.refused):
        return _entered_again(frame)
    if waiting is None or not frame.evidence:
        return NoDice(book.mode, "it rolls without a fix")
    return FixedRoller(book.mode, book.roll_key(frame.evidence), frame.evidence)


def _entered_again(frame: Frame) -> EnteredRoller:
    pairs = [read_entered(text) for text in frame.evidence]
    values = [pair[1] for pair in pairs if pair is not None]
    who = {pair[0] for pair in pairs if pair is not None}
    return EnteredRoller(values, who.pop() if len(who) == 1 else 0)


def roller_again(book: DiceBook, frame: Frame) -> Roller:
    """The dice of a frame once more, from its evidence; DiceRefused when there is none that could be.

    `book` holds what was true before the frame; that the evidence fits the commitments is the book's own question.
    """
    waiting = book.waiting
    if book.mode == ENTERED or (waiting is not None and waiting.refused):
        return _entered_again(frame)
    if book.mode == PRACTICE:
        return _practice(book.log_id, book.seed).roller(frame.seq)
    if not frame.evidence:
        return NoDice(book.mode, "the frame rolls without evidence")
    if book.mode == REFEREE:
        key = referee.read_evidence(frame.evidence[0])
        if key is None:
            raise DiceRefused("the evidence is no key of a keeper")
        return KeyedRoller(REFEREE, book.log_id, frame.seq, lambda _: (key, frame.evidence[:1]))
    found = [duel.read_evidence(text) for text in frame.evidence]
    links = dict(pair for pair in found if pair is not None)
    texts = [duel.evidence(side, links[side]) for side in sorted(links)]
    return KeyedRoller(DUEL, book.log_id, frame.seq, lambda _: (duel.duel_key(book.log_id, links), texts))
