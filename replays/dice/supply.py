"""Where the dice of a decision come from: typed values, the keeper, the vaults of a duel; and again, from a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import EnteredRoller, Read, read_entered
from hexledger.engine.dice.rolling import Asked, DiceWanted, KeyedRoller, NoDice, PracticeDice, Roller
from hexledger.events.frame import Frame
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE
from hexledger.replays.dice.dicebook import DiceBook, DiceRefused

if TYPE_CHECKING:
    from hexledger.replays.dice.duel_vault import DuelVault
    from hexledger.replays.dice.keeper import DiceKeeper, KeeperRequest


class Bid(msgspec.Struct, frozen=True):
    """A decision that is about to be made: it becomes frame `seq` after the frame with leaf hash `tip`."""

    seq: int
    tip: bytes
    actor: int
    decision: bytes

    def request(self, log_id: str) -> KeeperRequest:
        """What the keeper is asked."""
        from hexledger.replays.dice.keeper import KeeperRequest

        return KeeperRequest(log_id, self.seq, self.tip.hex(), self.actor, self.decision.hex())


class DiceSupply:
    """What this machine has to roll with."""

    def __init__(self, keeper: DiceKeeper | None = None, vaults: Sequence[DuelVault] = ()) -> None:
        self.keeper = keeper
        self.vaults = tuple(vaults)

    def roller(
        self,
        book: DiceBook,
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
        if book.mode == ENTERED:
            return EnteredRoller(rolls or (), bid.actor if by is None else by, read)
        if rolls:
            raise DiceRefused("rolls are entered where the dice are entered; here they come by themselves")
        if book.mode == PRACTICE:
            return PracticeDice(book.log_id, book.seed).roller(bid.seq)
        if book.mode == REFEREE:
            return KeyedRoller(REFEREE, book.log_id, bid.seq, lambda asked: self._kept(book, bid, asked))
        return KeyedRoller(DUEL, book.log_id, bid.seq, lambda asked: self._linked(book, asked))

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


def roller_again(book: DiceBook, frame: Frame) -> Roller:
    """The dice of a frame once more, from its evidence; DiceRefused when there is none that could be.

    `book` holds what was true before the frame; that the evidence fits the commitments is the book's own question.
    """
    waiting = book.waiting
    if book.mode == ENTERED or (waiting is not None and waiting.refused):
        pairs = [read_entered(text) for text in frame.evidence]
        values = [pair[1] for pair in pairs if pair is not None]
        who = {pair[0] for pair in pairs if pair is not None}
        return EnteredRoller(values, who.pop() if len(who) == 1 else 0)
    if book.mode == PRACTICE:
        return PracticeDice(book.log_id, book.seed).roller(frame.seq)
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
