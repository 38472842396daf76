"""What-ifs: a study is a file of its own, never a part of the game.

Its first frames are those of the log that is studied, byte for byte; then a `study` frame says that from here on dice
are practice dice of a new open seed or are set by hand, undo and lines are free, and nothing counts. No key, vault,
keeper or checkpoint serves it, and no game receives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from hexledger.events.errors import BadProof
from hexledger.events.frame import (
    FRESH_LUCK,
    LABEL,
    OLD,
    STUDY,
    UNREADABLE,
    Frame,
    Label,
    Study,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.events.limits import MOST_NAME, line_fault
from hexledger.events.numbers import frames_to
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import random_hex, read_genesis
from hexledger.replays.log.timeline import Head, Timeline

if TYPE_CHECKING:
    from hexledger.replays.log.reader import LogReader


def begin_study(
    log: Path, study: Path, after: int | None = None, seed: str = "", luck: str = FRESH_LUCK, line: str = ""
) -> Study:
    """Make `study`, a what-if of `log`.

    after  frame after which the what-if begins: where play stood then (the end by default)
    seed   open seed of its dice; a random one is taken without it
    luck   `fresh`, or `same`: what the official line rolled after that moment too keeps its value
    line   name of the line that it is played on: the study then holds the whole log, so that what was played stands
           beside what might have been; empty: it holds the log up to frame `after`, and main goes on

    Raises ReplayError for a frame that is not there and for a log of format 1 (which has no such frames),
    AlreadyExists, DiskError.
    """
    with Ledger.open_reader(log) as ledger:
        payloads = list(ledger.payloads())
    last = len(payloads) - 1
    if after is not None and not 0 <= after <= last:
        raise ReplayError(f"there is no frame {after}; {frames_to(last)}")
    if read_genesis(decode_frame(payloads[0], 0)).format == OLD:
        raise ReplayError("a log of format 1 has no studies; `branch` opens a line in it")
    if not line and after is not None:
        payloads = payloads[: after + 1]
    timeline = _timeline(payloads)
    at = timeline.head if after is None else _timeline(payloads[: after + 1]).head
    _check_names(timeline, seed, line)
    said = Study(seed or random_hex(8), luck)
    here = _digest(payloads, timeline.head)
    size = len(payloads)
    frames = [Frame(size, STUDY, 0, timeline.head, encode_value(said), (), (), here, None)]
    if line:
        opens = encode_value(Label(line, at))
        frames.append(Frame(size + 1, LABEL, 0, timeline.head, opens, (), (), _digest(payloads, at), None))
    Ledger.create_with(study, [*payloads, *map(encode_frame, frames)]).close()
    return said


def _check_names(timeline: Timeline, seed: str, line: str) -> None:
    """ReplayError for what the log of a study may not hold."""
    fault = f"an open seed has at most {MOST_NAME} characters" if len(seed) > MOST_NAME else ""
    fault = fault or (line_fault(line) if line else "")
    if line in timeline.heads:
        fault = f"there is a line {line!r} in the game already; give this one another name"
    if fault:
        raise ReplayError(fault)


class Parent(NamedTuple):
    """The log that a study began from: its id, frames, Merkle root over them."""

    log_id: str
    size: int
    root: bytes


def parent_of(reading: LogReader) -> Parent | None:
    """What a study is a study of; None for a game."""
    begun = _begun(reading)
    return None if begun is None else Parent(reading.genesis.log_id, begun, reading.ledger.root(begun))


def study_of(reading: LogReader) -> Study | None:
    """The seed and luck of a study's dice; None for a game."""
    from hexledger.replays.admission.validator import said_in

    begun = _begun(reading)
    said = None if begun is None else said_in(reading.frame(begun), reading.genesis.format)
    return said if isinstance(said, Study) else None


def _begun(reading: LogReader) -> int | None:
    """The frame that makes a log a study; None for a game."""
    return next((step.seq for step in reading.timeline.steps if step.kind == STUDY), None)


def _timeline(payloads: Sequence[bytes]) -> Timeline:
    timeline = Timeline()
    for payload in payloads:
        timeline.add(payload)
    return timeline


def _digest(payloads: Sequence[bytes], seq: int) -> bytes:
    return decode_frame(payloads[seq], seq).digest


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
