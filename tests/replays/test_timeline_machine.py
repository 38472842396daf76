"""Random append, undo, redo, go, branch, switch and reopen against a model that only knows lists of decisions."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexledger.engine.kernel.deciding import choices
from hexledger.events.ledger import Ledger
from hexledger.replays.errors import UndoRefused
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import hand_in, opening
from tests.drill.play import BLUE, RED, begun, reading, writing

NAMES = ["main", "one", "two", "three"]


class Line:
    """What a line is to a player: the frames that stand, and those that redo would bring back (next one last)."""

    def __init__(self, played):
        self.played = list(played)
        self.undone = []


class Timelines(RuleBasedStateMachine):
    """The log, two followers that read along, and the model."""

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "game.hxl"
        self.log = begun(self.path, policy="free")
        self.slow = reading(self.path)
        self.lines = {"main": Line([0])}
        self.current = "main"
        self.digests = {0: self.log.frame(0).digest}
        self.above = {0: None}

    @property
    def line(self):
        return self.lines[self.current]

    def stands_at(self, frame):
        path = []
        while frame is not None:
            path.append(frame)
            frame = self.above[frame]
        return path[::-1]

    @precondition(lambda self: self.log.offer() is not None)
    @rule(pick=st.integers(0, 10_000))
    def append(self, pick):
        prompt = self.log.offer()
        decision = opening(self.log)
        if decision is None:
            found = list(choices(self.log.game, self.log.state()))
            decision = found[pick % len(found)]
        frame = hand_in(self.log, prompt.side, decision)
        self.above[frame.seq] = self.line.played[-1]
        self.line.played.append(frame.seq)
        self.line.undone.clear()
        self.digests[frame.seq] = frame.digest

    @rule(side=st.sampled_from([RED, BLUE]))
    def undo(self, side):
        if len(self.line.played) == 1:
            with pytest.raises(UndoRefused):
                self.log.undo(side)
            return
        self.log.undo(side)
        self.line.undone.append(self.line.played.pop())

    @precondition(lambda self: len(self.line.played) > 2)
    @rule(far=st.integers(0, 10_000))
    def undo_far(self, far):
        keep = 1 + far % (len(self.line.played) - 1)
        self.log.undo(RED, to=self.line.played[keep - 1])
        self.line.undone += self.line.played[keep:][::-1]
        del self.line.played[keep:]

    @rule(side=st.sampled_from([RED, BLUE]))
    def redo(self, side):
        if not self.line.undone:
            with pytest.raises(UndoRefused):
                self.log.redo(side)
            return
        self.log.redo(side)
        self.line.played.append(self.line.undone.pop())

    @rule(pick=st.integers(0, 10_000))
    def go(self, pick):
        target = sorted(self.digests)[pick % len(self.digests)]
        if target == self.line.played[-1]:
            return
        self.log.go(RED, target)
        before = self.line
        after = Line(self.stands_at(target))
        if target in before.undone:
            after.undone = before.undone[: before.undone.index(target)]
        elif target in before.played:
            after.undone = before.undone + before.played[before.played.index(target) + 1 :][::-1]
        self.lines[self.current] = after

    @rule(name=st.sampled_from(NAMES), pick=st.integers(0, 10_000))
    def branch_or_switch(self, name, pick):
        if name in self.lines:
            self.log.switch(name)
        else:
            at = sorted(self.digests)[pick % len(self.digests)]
            self.log.branch(name, at)
            self.lines[name] = Line(self.stands_at(at))
        self.current = name

    @rule(name=st.sampled_from(NAMES[1:]))
    def close(self, name):
        if name in self.lines and name != self.current:
            self.log.close_line(name)
            del self.lines[name]

    @rule()
    def reopen(self):
        self.log.close()
        self.log = writing(self.path)

    @rule()
    def slow_reader_catches_up(self):
        self.slow.refresh()
        assert self.slow.timeline.heads == self.log.timeline.heads
        assert self.slow.timeline.redo_target() == self.log.timeline.redo_target()
        self.same_position(self.slow, self.slow.timeline.head)

    def same_position(self, log: Chronicle, seq):
        state = log.state(seq)
        assert log.frame(seq).digest == self.digests[seq]
        assert log.game.check_invariants(log.game.position(state)) == []

    @invariant()
    def the_log_says_what_the_model_says(self):
        timeline = self.log.timeline
        assert timeline.current == self.current and timeline.head == timeline.heads[timeline.current]
        assert {name: timeline.path(head) for name, head in timeline.heads.items()} == {
            name: line.played for name, line in self.lines.items()
        }
        assert timeline.redo_target() == (self.line.undone[-1] if self.line.undone else None)
        self.same_position(self.log, self.line.played[-1])

    def teardown(self):
        self.log.close()
        self.slow.close()
        with Ledger.open_reader(self.path) as ledger:
            assert len(ledger) == len(self.log.timeline)
        shutil.rmtree(self.folder)


TestTimelines = Timelines.TestCase
TestTimelines.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.long
def test_many_more_random_histories_agree_with_the_model():
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Timelines,
        settings=settings(
            max_examples=300, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
