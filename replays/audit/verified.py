"""Verified replay: a log from its bytes to the position at its head, with everything that bytes can prove checked.

Checked are: every frame's checksum, the hash chain, the type of every event, the tree (each frame continues where play
stood), and the state digest wherever a line is left and at the end. No game module or edition is needed; whether the
rules allowed what happened is the audit's question.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hexledger.events.frame import DECISION, BadFrame, decode_frame
from hexledger.events.ledger import Ledger
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.timeline import Timeline

KEPT = 128
"""Decisions between the positions kept for going back to: what a rewind has to fold again at most."""


class Replayed(NamedTuple):
    """What a replay found: the position at the head of the current line, and what was read.

    head    frame of that position
    frames  frames in the file
    events  events in the file, those of undone lines included
    root    Merkle root over all frames (32 bytes)
    """

    state: State
    head: int
    frames: int
    events: int
    root: bytes


def replay(path: Path) -> Replayed:
    """Replay a log; O(its size), undone lines included.

    Raises Corrupt, NotALedger, DiskError (bytes), BadFrame or UnknownEvent (frames, naming the frame). An unfinished
    append at the end is left out, as everywhere.
    """
    with Ledger.open_reader(path) as ledger:
        return _Replay(ledger).run()


class _Replay:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._kept: dict[int, State] = {}

    def run(self) -> Replayed:
        state, head, events = State(), -1, 0
        expected = b""
        timeline: Timeline | None = None
        for seq, payload in enumerate(self._ledger.payloads()):
            frame = decode_frame(payload, seq)
            # Nearly every frame is a decision that continues the one before; the timeline, which also knows all other
            # cases and their errors, is asked only once there is another.
            if timeline is not None or seq == 0 or frame.kind != DECISION or frame.parent != head:
                if timeline is None:
                    timeline = self._timeline(seq)
                timeline.add(payload)
                if timeline.depths[seq] < 0:
                    if timeline.head != head:
                        _check(state, head, expected)
                        head = timeline.head
                        state, expected = self._position(timeline, head)
                    if frame.events or frame.digest != expected:
                        raise BadFrame(seq, "it does not record the position that it goes to")
                    continue
                if seq == 0:
                    timeline = None
            happened = frame.events
            fold(state, happened)
            events += len(happened)
            head, expected = seq, frame.digest
            if seq % KEPT == 0:
                self._kept[seq] = state.copy()
        _check(state, head, expected)
        return Replayed(state, head, len(self._ledger), events, self._ledger.root())

    def _timeline(self, seq: int) -> Timeline:
        timeline = Timeline()
        for payload in self._ledger.payloads(0, seq):
            timeline.add(payload)
        return timeline

    def _position(self, timeline: Timeline, seq: int) -> tuple[State, bytes]:
        """The position after an earlier frame and the digest that it records."""
        todo = []
        at = seq
        while at not in self._kept:
            todo.append(at)
            at = timeline.parents[at]
        state = self._kept[at].copy()
        for number in reversed(todo):
            fold(state, decode_frame(self._ledger.payload(number), number).events)
        return state, decode_frame(self._ledger.payload(seq), seq).digest


def _check(state: State, head: int, expected: bytes) -> None:
    if digest(state) != expected:
        raise BadFrame(head, "the position differs from the digest that the frame records")
