"""Noticing, before anything is written, that a log is behind what lies beside it: an older copy was put back.

What a checkpoint vouches for, and where play stood when the snapshots were saved, must still be in the log. (The
memory of keys is asked where a key is used.)
"""

from __future__ import annotations

from pathlib import Path

from hexledger.events.errors import Behind, LedgerError
from hexledger.events.frame import decode_frame
from hexledger.events.ledger import Ledger
from hexledger.replays.log.genesis import read_genesis
from hexledger.replays.log.snapshots import saved_tip


def check_not_behind(ledger: Ledger) -> None:
    """Raises Behind. O(1), and O(frames) where a checkpoint lies beside the log."""
    _snapshots(ledger)
    _checkpoints(ledger)


def _snapshots(ledger: Ledger) -> None:
    cache = cache_path(ledger.path)
    tip = saved_tip(cache) if cache.exists() else None
    if tip is None or tip.first != ledger.leaf(0):
        return
    if tip.seq >= len(ledger) or ledger.leaf(tip.seq) != tip.leaf:
        advice = f"Put the newer one back, or delete {cache.name} to play on from here all the same"
        raise Behind(ledger.path, len(ledger), tip.seq + 1, cache, advice)


def _checkpoints(ledger: Ledger) -> None:
    from hexledger.replays.audit.anchors import checkpoint_path

    path = checkpoint_path(ledger.path)
    if not path.exists():
        return
    from hexledger.events.checkpoints import Checkpoint, origin_of
    from hexledger.events.notes import note_text
    from hexledger.replays.audit.anchors import read_notes

    try:
        genesis = read_genesis(decode_frame(ledger.payload(0), 0))
        known = [Checkpoint.parse(note_text(note)) for note in read_notes(path)]
    except LedgerError:
        return  # what is no checkpoint says nothing; `verify` names it
    origin = origin_of(genesis.game, genesis.log_id)
    for one in sorted(known, key=lambda one: one.size):
        if one.origin == origin and (one.size > len(ledger) or ledger.root(one.size) != one.root):
            advice = f"Put the newer one back; `verify` says more. Without {path.name} nobody vouches for what was lost"
            raise Behind(ledger.path, len(ledger), one.size, path, advice)


def cache_path(log: Path) -> Path:
    """The file beside a log that holds its snapshots."""
    return log.with_name(log.name + ".cache")
