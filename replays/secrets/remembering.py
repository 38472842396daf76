"""The memory at work on a log: what leaves it, and what a crash kept from being appended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexledger.events.dice_records import Fix
from hexledger.events.frame import DECISION, DICE, Frame, decode_frame
from hexledger.events.merkle import leaf_hash
from hexledger.events.model import DUEL
from hexledger.replays.admission.validator import said_in
from hexledger.replays.secrets.memory import CHECKPOINT, WORD, Given, Memory, own_frame

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


class Remembering:
    """Notes in `memory` what the keys and vaults of a chronicle give."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def note(self, chronicle: Chronicle, frame: Frame, payload: bytes, *, again: bool = False) -> None:
        """A frame that is about to be appended, whole. Raises Behind; nothing was appended. `again`: it was made
        before; those secrets note it which a crash or a full disk kept from it."""
        holders = self._givers(chronicle, frame)
        if not holders:
            return
        before = chronicle.ledger.leaf(frame.seq - 1)
        given = own_frame(frame.seq, leaf_hash(before + payload), before, payload)
        for holder in holders:
            self._note(chronicle, holder, given, again=again)

    def word(self, chronicle: Chronicle, public: bytes) -> None:
        """A word for the coming frame: it binds the log to its tip."""
        self._tip(chronicle, public, WORD)

    def checkpoint(self, chronicle: Chronicle, public: bytes) -> None:
        """A checkpoint over all frames."""
        self._tip(chronicle, public, CHECKPOINT)

    def _tip(self, chronicle: Chronicle, public: bytes, what: str) -> None:
        seq = len(chronicle.ledger) - 1
        self._note(chronicle, public, Given(seq, chronicle.ledger.leaf(seq).hex(), what))

    def _note(self, chronicle: Chronicle, holder: bytes, given: Given, *, again: bool = False) -> None:
        self.memory.note(holder, chronicle.genesis.log_id, given, chronicle.leaf_at, again=again)

    @staticmethod
    def _givers(chronicle: Chronicle, frame: Frame) -> list[bytes]:
        """The secrets that give a frame: the key that signs it, and the vault whose link it shows."""
        found = []
        if frame.signature:
            side = chronicle.validator.signer
            assert side is not None, "a signed frame was admitted before it is noted"
            found.append(chronicle.ledgerbook.seats.key(side))
        dice = chronicle.ledgerbook.dice
        if dice.mode == DUEL and frame.evidence:
            waiting = dice.waiting
            if frame.kind == DICE and isinstance(said_in(frame, chronicle.genesis.format), Fix):
                found.append(dice.anchors[frame.actor])
            elif frame.kind == DECISION and waiting is not None and not waiting.refused:
                found.append(dice.anchors[dice.roller_of(waiting)])
        return found

    # ------------------------------------------------------------ opening
    def holders(self, chronicle: Chronicle) -> list[bytes]:
        """The secrets at hand: keys that sign, vaults that roll."""
        keys = [key.verifier.public for key in chronicle.signers.values()]
        return [*keys, *(vault.anchor for vault in chronicle.dice_kit.vaults)]

    def resume(self, chronicle: Chronicle) -> Frame | None:
        """A frame that was noted and that a crash kept out of the log is appended as it was; None when there is none.

        Raises Behind when the log lacks anything else that was given: an old copy is noticed before it is written to.
        """
        made = None
        for holder in self.holders(chronicle):
            made = again(chronicle, self.memory, holder) or made
            self.memory.check(holder, chronicle.genesis.log_id, chronicle.leaf_at)
        return made


def again(chronicle: Chronicle, memory: Memory, holder: bytes) -> Frame | None:
    """Frames that a secret gave and that the log lacks, appended as they were: the last one, which a crash kept out of
    it, or all since the other side had the log, where the file was lost and came back. The last of them, or None."""
    made = None
    for given in memory.given(holder, chronicle.genesis.log_id):
        tip = len(chronicle.ledger) - 1
        if given.frame and given.seq == tip + 1 and chronicle.ledger.leaf(tip).hex() == given.before:
            made = chronicle.append_again(decode_frame(given.payload, given.seq), given.payload)
    return made


def resumed(chronicle: Chronicle, memory: Memory) -> Frame | None:
    """The same for whatever secret of this user's has given something of the log, before frames of others come in."""
    made = None
    for holder in chronicle.ledgerbook.holders:
        made = again(chronicle, memory, holder) or made
    return made
