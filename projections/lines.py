"""Lines: the file is linear, the game is a tree. Which frames lead to a decision, and which were undone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    LABEL,
    PLAYS,
    REWIND,
    Claim,
    Frame,
    Genesis,
    Label,
    Opening,
    Rewind,
    Ruling,
)

STANDS: Final = "stands"
UNDONE: Final = "undone"
OTHER_LINE: Final = "other line"

MAIN: Final = "main"
"""Line that a new game is on."""


class UnknownFrame(LedgerError):
    """A frame continues, or a caller names, a decision that is not among the frames given."""

    def __init__(self, seq: int, wanted_by: str) -> None:
        super().__init__(f"decision #{seq}, wanted by {wanted_by}, is not among the frames given")
        self.seq = seq
        self.wanted_by = wanted_by


class Standing(msgspec.Struct, frozen=True):
    """How a decision stands: `how` is STANDS, UNDONE or OTHER_LINE; `by` is the REWIND frame that undid it, `line` the
    name of the other line ("" for one that has been closed)."""

    how: str
    by: Frame | None = None
    line: str = ""


def genesis_of(frame: Frame) -> Genesis:
    """The genesis that frame 0 carries."""
    return msgspec.msgpack.decode(frame.decision, type=Genesis)


def rewind_of(frame: Frame) -> Rewind:
    """The rewind that a REWIND frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Rewind)


def label_of(frame: Frame) -> Label:
    """The label that a LABEL frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Label)


def ruling_of(frame: Frame) -> Ruling:
    """The ruling that a RULING frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Ruling)


def claim_of(frame: Frame) -> Claim:
    """The claim that a CLAIM frame carries."""
    return msgspec.msgpack.decode(frame.decision, type=Claim)


def opening_of(frame: Frame) -> Opening:
    """The seals that an OPENING frame opens."""
    return msgspec.msgpack.decode(frame.decision, type=Opening)


def plays(frames: Iterable[Frame]) -> Iterable[Frame]:
    """The frames that change the position: genesis, decisions and rulings."""
    return (frame for frame in frames if frame.kind in PLAYS)


def head_of(frames: Sequence[Frame]) -> int:
    """Decision from which play goes on after the last frame of a file; -1 for an empty one.

    A rewind moves it, and so does a label: whoever names a line plays on it.
    """
    for frame in reversed(frames):
        if frame.kind in PLAYS:
            return frame.seq
        if frame.kind == REWIND:
            return rewind_of(frame).to
        if frame.kind == LABEL and (at := label_of(frame).at) >= 0:
            return at
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
    """How each genesis and decision of a whole file stands, seen from the line that ends at `head` (default: the
    line that play is on).

    What does not stand but leads to the head of another line is on that line; else the last rewind that left it behind
    undid it. O(frames + steps of all rewinds).
    """
    tree = _Tree()
    for frame in frames:
        tree.add(frame)
    tip = head_of(frames) if head is None else head
    if tip not in tree.depth:
        raise UnknownFrame(tip, "the caller")
    out = {seq: Standing(STANDS) for seq in tree.path(tip, ())}
    for line, at in tree.heads.items():
        for seq in tree.path(at, out):
            out[seq] = Standing(OTHER_LINE, line=line)
    for seq in tree.parent:
        if seq not in out:
            by = tree.undone.get(seq)
            out[seq] = Standing(UNDONE, by) if by is not None else Standing(OTHER_LINE)
    return out


class _Tree:
    """What a file says about its lines, frame by frame."""

    def __init__(self) -> None:
        self.parent: dict[int, int] = {}
        self.depth: dict[int, int] = {-1: 0}
        self.heads: dict[str, int] = {}
        self.line = MAIN
        self.undone: dict[int, Frame] = {}

    def add(self, frame: Frame) -> None:
        if frame.kind in PLAYS:
            self._known(frame.parent, frame)
            self.parent[frame.seq] = frame.parent
            self.depth[frame.seq] = self.depth[frame.parent] + 1
            self.heads[self.line] = frame.seq
        elif frame.kind == REWIND:
            self._rewind(frame)
        elif frame.kind == LABEL:
            label = label_of(frame)
            if label.at < 0:
                self.heads.pop(label.name, None)
                return
            self._known(label.at, frame)
            self.line = label.name
            self.heads[label.name] = label.at

    def _rewind(self, frame: Frame) -> None:
        left, to = frame.parent, rewind_of(frame).to
        self._known(left, frame)
        self._known(to, frame)
        self.heads[self.line] = to
        while left != to:
            if self.depth[left] > self.depth[to]:
                self.undone[left] = frame
                left = self.parent[left]
            else:
                self.undone.pop(to, None)
                to = self.parent[to]

    def _known(self, seq: int, frame: Frame) -> None:
        if seq not in self.depth:
            raise UnknownFrame(seq, f"frame {frame.seq}")

    def path(self, seq: int, until: Container[int]) -> Iterator[int]:
        """`seq` and its ancestors up to the first that `until` holds already."""
        while seq != -1 and seq not in until:
            yield seq
            seq = self.parent[seq]
