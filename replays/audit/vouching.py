"""Vouching for a log: a checkpoint over what can give way no more, noted in the memory of its key before it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hexledger.events.ledger import Ledger
from hexledger.replays.audit.anchors import checkpoint_path, make_checkpoint, refuse_contradiction
from hexledger.replays.log.simultaneous import applies, settled
from hexledger.replays.log.studies import refuse_study
from hexledger.replays.secrets.memory import CHECKPOINT, Given, Memory

if TYPE_CHECKING:
    from hexledger.events.notes import SignerKey
    from hexledger.replays.log.chronicle import Chronicle


class Vouched(NamedTuple):
    """A signed note over the first `size` frames; `left`: a sentence on those that it does not cover yet."""

    note: str
    size: int
    left: str


def vouch(chronicle: Chronicle, keys: Sequence[SignerKey], memory: Memory) -> Vouched:
    """Sign with keys what the log is now, as far as no frame of it can give way to one made at the same time.

    Raises BadProof, Behind: nothing was signed and nothing noted, for a key has vouched for another history, or the log
    is a what-if.
    """
    refuse_study(chronicle.ledger)
    publics = {key.verifier.public for key in keys}
    sides = range(1, len(chronicle.game.sides) + 1) if applies(chronicle) else ()
    size = settled(chronicle, [side for side in sides if chronicle.key_of(side) in publics])
    left = ""
    if size < len(chronicle.ledger):
        left = f"frames from #{size} on are not covered until the side that was to act there has built on them"
    refuse_contradiction(checkpoint_path(chronicle.path), chronicle.ledger, chronicle.genesis)
    remember(chronicle.ledger, chronicle.genesis.log_id, size, keys, memory)
    note = make_checkpoint(chronicle.path, chronicle.ledger, chronicle.genesis, keys, size)
    return Vouched(note, size, left)


def remember(ledger: Ledger, log_id: str, size: int, keys: Sequence[SignerKey], memory: Memory) -> None:
    """Note in the memory of each key that it vouches for so many frames. Behind when it has given something else."""
    given = Given(size - 1, ledger.leaf(size - 1).hex(), CHECKPOINT)
    for key in keys:
        memory.note(key.verifier.public, log_id, given, lambda seq: ledger.leaf(seq) if seq < len(ledger) else None)
