"""Lines: the file is linear, the game is a tree. Which frames lead to a decision, and which were undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.frame import DECISION, GENESIS, REWIND, Frame, Genesis, Label, Rewind

STANDS: Final = "stands"
UNDONE: Final = "undone"
OTHER_LINE: Final = "other line"


class UnknownFrame(LedgerError):
    """A frame continues, or a caller names, a decision that is not among the frames given."""

    def __init__(self, seq: int, wanted_by: str) -> None:
        super().__init__(f"decision #{seq}, wanted by {wanted_by}, is not among the frames given")
        self.seq = seq
        self.wanted_by = wanted_by


class Standing(NamedTuple):
    """How a decision stands: `how` is STANDS, UNDONE or OTHER_LINE; `by` is the REWIND frame that undid it."""

    how: str
    by: Frame | None = None


def genesis_of(frame: Frame) -> Genesis:
    """The genesis that frame 0 carries."""
    return msgspec.msgpack.decode(frame.decision, type=Genesis)


def rewind_of(frame: Frame) -> Rewind:
    """The rewind that a REWIND frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Rewind)


def label_of(frame: Frame) -> Label:
    """The label that a LABEL frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Label)


def plays(frames: Iterable[Frame]) -> Iterable[Frame]:
    """The frames that change the position: genesis and decisions."""
    return (frame for frame in frames if frame.kind in (GENESIS, DECISION))


def head_of(frames: Sequence[Frame]) -> int:
    """Decision from which play goes on after the last frame of a file; -1 for an empty one."""
    for frame in reversed(frames):
        if frame.kind in (GENESIS, DECISION):
            return frame.seq
        if frame.kind == REWIND:
            return rewind_of(frame).to
    return -1


def line_of(frames: Iterable[Frame], seq: int) -> list[Frame]:
    """The line that ends with decision `seq`: genesis first, each frame the parent of the next. O(frames)."""
    by_seq = {frame.seq: frame for frame in plays(frames)}
    line: list[Frame] = []
    wanted_by = "the caller"
    while seq != -1:
        frame = by_seq.get(seq)
        if frame is None:
            raise UnknownFrame(seq, wanted_by)
        line.append(frame)
        wanted_by = f"frame {seq}"
        seq = frame.parent
    line.reverse()
    return line


def standings(frames: Sequence[Frame], head: int | None = None) -> Mapping[int, Standing]:
    """How each genesis and decision of a whole file stands, seen from the line that ends at `head`.

    A decision that no rewind took back but that is not on that line belongs to another line. O(frames + steps
    of all rewinds).
    """
    parent: dict[int, int] = {}
    depth: dict[int, int] = {-1: 0}
    undone: dict[int, Frame] = {}
    for frame in frames:
        if frame.kind in (GENESIS, DECISION):
            if frame.parent not in depth:
                raise UnknownFrame(frame.parent, f"frame {frame.seq}")
            parent[frame.seq] = frame.parent
            depth[frame.seq] = depth[frame.parent] + 1
        elif frame.kind == REWIND:
            left, to = frame.parent, rewind_of(frame).to
            for seq in (left, to):
                if seq not in depth:
                    raise UnknownFrame(seq, f"frame {frame.seq}")
            while left != to:
                if depth[left] > depth[to]:
                    undone[left] = frame
                    left = parent[left]
                else:
                    undone.pop(to, None)
                    to = parent[to]
    tip = head_of(frames) if head is None else head
    if tip not in depth:
        raise UnknownFrame(tip, "the caller")
    on_line: set[int] = set()
    while tip != -1:
        on_line.add(tip)
        tip = parent[tip]
    out: dict[int, Standing] = {}
    for seq in parent:
        if seq in on_line:
            out[seq] = Standing(STANDS)
        elif seq in undone:
            out[seq] = Standing(UNDONE, undone[seq])
        else:
            out[seq] = Standing(OTHER_LINE)
    return out
