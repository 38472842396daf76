"""What-ifs: a study is a file of its own, never a part of the game.

Its first frames are those of the log that is studied, byte for byte; then a `study` frame says that from here on dice
are practice dice of a new open seed, undo and lines are free, and nothing counts. No key, vault, keeper or checkpoint
serves it, and no game receives it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexledger.events.errors import BadProof
from hexledger.events.frame import (
    FRESH_LUCK,
    OLD,
    STUDY,
    UNREADABLE,
    Frame,
    Study,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import random_hex, read_genesis
from hexledger.replays.log.timeline import Head, Timeline


def begin_study(log: Path, study: Path, after: int | None = None, seed: str = "") -> Study:
    """Make `study`, a what-if of `log` from where play stood after frame `after` (the last one by default).

    `seed`: the open seed of its dice; a random one is taken without it. Raises ReplayError for a frame that is not
    there and for a log of format 1 (which has no such frames), AlreadyExists, DiskError.
    """
    with Ledger.open_reader(log) as ledger:
        last = len(ledger) - 1 if after is None else after
        if not 0 <= last < len(ledger):
            raise ReplayError(f"there is no frame {last}; the log has frames 0 to {len(ledger) - 1}")
        payloads = list(ledger.payloads(0, last + 1))
    genesis = read_genesis(decode_frame(payloads[0], 0))
    if genesis.format == OLD:
        raise ReplayError("a log of format 1 has no studies; `branch` opens a line in it")
    timeline = Timeline()
    for payload in payloads:
        timeline.add(payload)
    said = Study(seed or random_hex(8), FRESH_LUCK)
    here = decode_frame(payloads[timeline.head], timeline.head).digest
    frame = Frame(len(payloads), STUDY, 0, timeline.head, encode_value(said), (), (), here, None)
    Ledger.create_with(study, [*payloads, encode_frame(frame)]).close()
    return said


def refuse_study(ledger: Ledger) -> None:
    """BadProof for a study: nobody vouches for a what-if."""
    heads = msgspec.msgpack.Decoder(Head)
    for seq, payload in enumerate(ledger.payloads()):
        try:
            kind = heads.decode(payload).kind
        except UNREADABLE:
            return
        if kind == STUDY:
            raise BadProof(f"frame {seq} makes a study of this log: no checkpoint serves a what-if")
