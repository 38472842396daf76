"""Salvage: the whole part of a damaged log as a log of its own, byte for byte, with a paper beside it that says so.

A log's bytes cannot be changed to say what they are, since every hash hangs on them. So the salvaged log is exactly the
prefix of the damaged one, and `NAME.salvaged` tells where it comes from and where it ends; every reader repeats that.
The paper may be lost; then the log is a short one, which any checkpoint of the whole one contradicts.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from hexledger.events.errors import DiskError, LedgerError
from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import UNREADABLE
from hexledger.events.ledger import Ledger
from hexledger.events.left_out import LeftOut, paper_path
from hexledger.events.numbers import counted
from hexledger.events.platform import RealDisk, make_file, replace_file
from hexledger.events.scan import read_file

FORMAT = 1
_LONGEST = 1 << 16


class NothingToSalvage(LedgerError):
    """The log is whole."""


class Paper(msgspec.Struct, frozen=True):
    """What lies beside a salvaged log. source: name of the damaged file, size: its bytes, digest: its SHA-256 in hex;
    frames: whole frames that were salvaged, leaf: leaf hash (hex) of the last one; damaged: number of the first frame
    that is not whole, offset: its first byte, reason: what is wrong with it."""

    salvaged: int
    source: str
    size: int
    digest: str
    frames: int
    leaf: str
    damaged: int
    offset: int
    reason: str

    @property
    def left_out(self) -> LeftOut:
        """The same as what a reader leaves out."""
        reason = f"{counted(self.frames, 'frame')} of {self.source}, damaged at frame {self.damaged} ({self.reason})"
        return LeftOut("salvaged", self.frames, self.offset, self.size - self.offset, reason)


def salvage(source: Path, target: Path) -> Paper:
    """Write the whole part of a damaged or cut log into a new one.

    Raises NothingToSalvage, AlreadyExists, NotALedger, DiskError.
    """
    with Ledger.open_reader(source, damaged=True) as ledger:
        found = ledger.left_out
        if found is None:
            raise NothingToSalvage(
                f"{source}: nothing to salvage: {counted(len(ledger), 'frame, and it is', 'frames, and all are')} whole"
            )
        frames, end, leaf = len(ledger), ledger.size, ledger.leaf(ledger.head)
    data = read_file(RealDisk(), source)
    paper = Paper(
        FORMAT,
        source.name,
        len(data),
        sha256(data).hexdigest(),
        frames,
        leaf.hex(),
        frames,
        end,
        found.reason,
    )
    make_file(target, data[:end])
    # after the log: a paper without a log says nothing, a log without a paper is only a short one
    replace_file(paper_path(target), msgspec.json.format(msgspec.json.encode(paper), indent=1) + b"\n")
    return paper


def paper_of(log: Path, ledger: Ledger) -> Paper | None:
    """The paper beside a log, None when there is none, or none that is about this log."""
    path = paper_path(log)
    if not path.exists():
        return None
    try:
        paper = msgspec.json.decode(read_regular(path, _LONGEST), type=Paper)
    except (DiskError, *UNREADABLE):
        return None
    mine = 0 < paper.frames <= len(ledger) and ledger.leaf(paper.frames - 1).hex() == paper.leaf
    return paper if mine and paper.salvaged == FORMAT else None
