"""Everything at once: two players append, undo, redo, branch, crash, reopen, send and receive, against plain lists.

The model of a file is the list of its frames, and of each frame what was meant by it; lines, heads and what redo brings
back follow from that list alone. A crash cuts the file anywhere within what was not acknowledged yet.
"""

from itertools import accumulate
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule, run_state_machine_as_test

from hexledger.events.ledger import Ledger
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.behind import cache_path
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import hand_in, opening
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.drill.signed import with_keys
from tests.replays.test_mail_machine import SIDES, Post

NAMES = ["main", "one", "two"]
PLAY = ("play",)
FRAME_HEAD = 8 + 32
"""Bytes of a frame before its payload: length, checksum, link."""


class Line(NamedTuple):
    """What stands on a line, and what redo would bring back (the next one last)."""

    played: list
    undone: list


def standing(meant):
    """(lines by name, the current one) after a list of what each frame was meant to do."""
    lines, current = {"main": Line([0], [])}, "main"
    above = {0: None}

    def way_to(frame):
        path = []
        while frame is not None:
            path.append(frame)
            frame = above[frame]
        return path[::-1]

    for seq, (what, *to) in enumerate(meant[1:], 1):
        line = lines[current]
        if what == "play":
            above[seq] = line.played[-1]
            line.played.append(seq)
            line.undone.clear()
        elif what == "go":
            target = to[0]
            if target in line.undone:
                undone = line.undone[: line.undone.index(target)]
            elif target in line.played:
                undone = line.undone + line.played[line.played.index(target) + 1 :][::-1]
            else:
                undone = []
            lines[current] = Line(way_to(target), undone)
        elif what == "branch":
            current = to[0]
            lines[current] = Line(way_to(to[1]), [])
        elif what == "switch":
            current = to[0]
        else:
            assert what == "close"
            del lines[to[0]]
    return lines, current


class Whole(Post):
    """`open`: the writers that are open; `meant`: what a payload was meant to do, by its bytes (they hold its number,
    so that no two frames of a file are the same); `cut`: where the next append breaks off."""

    @initialize(opening_moves=st.integers(2, 9), handed_over=st.sampled_from([True, True, True, False]))
    def begin(self, opening_moves, handed_over):
        self.open, self.meant, self.cut = {}, {}, None
        Post.begin(self, opening_moves, handed_over)

    def game(self, side) -> Chronicle:
        if side not in self.open:
            self.open[side] = with_keys(self.logs[side], RED, BLUE)
        return self.open[side]

    def let_go(self, side):
        if side in self.open:
            self.open.pop(side).close()

    def lines(self, side):
        return standing([self.meant.get(payload, PLAY) for payload in self.files[side]])

    def line(self, side):
        lines, current = self.lines(side)
        return lines[current]

    def note(self, side, *meant):
        """Take over what a writer appended, as far as it reached the disk."""
        path, old = self.logs[side], self.files[side]
        with Ledger.open_reader(path) as ledger:
            now, sizes = list(ledger.payloads()), [ledger.offset(seq) for seq in range(len(ledger))]
        assert now[: len(old)] == old
        if len(now) > len(old):
            self.meant[now[-1]] = meant or PLAY
        if self.cut is None or len(now) == len(old):
            self.files[side] = now
            return
        self.let_go(side)
        acknowledged, end = sizes[len(old)], path.stat().st_size
        left = acknowledged + self.cut % (end - acknowledged + 1)
        self.crashed(side, now, left)

    def crashed(self, side, now, left):
        """The file holds `left` bytes of the frames `now` when it is opened again."""
        path = self.logs[side]
        with path.open("r+b") as file:
            file.truncate(left)
        # written by the sitting that the crash cut short: it never came to that
        cache_path(path).unlink(missing_ok=True)
        ends = list(accumulate(FRAME_HEAD + len(payload) for payload in now))
        whole = sum(end <= left for end in ends)
        self.files[side] = now[:whole]
        self.game(side)
        assert path.stat().st_size == ends[whole - 1]

    # ------------------------------------------------------------ what players do
    @rule(side=SIDES, pick=st.integers(0, 99), count=st.integers(1, 3))
    def decide(self, side, pick, count):
        for _ in range(count):
            if not self.has(side):
                return
            game = self.game(side)
            prompt = game.offer()
            if prompt is None or prompt.side != side:
                return
            decision = opening(game)
            if decision is None:
                listed = list(game.choices())
                decision = listed[pick % len(listed)]
            hand_in(game, side, decision)
            self.note(side, *PLAY)

    @rule(pick=st.integers(0, 99), turns=st.integers(1, 4))
    def play_by_mail(self, pick, turns):
        """The side that is asked decides until the other one is, and sends what it did."""
        for _ in range(turns):
            side = max((RED, BLUE), key=lambda one: len(self.files[one]))
            prompt = self.game(side).offer()
            if prompt is not None and prompt.side == side:
                self.decide(side, pick, 3)
            self.mail(side, None)

    @rule(side=SIDES, back=st.integers(1, 3))
    def undo(self, side, back):
        played = self.line(side).played if self.has(side) else []
        if len(played) > back:
            self.game(side).undo(side, to=played[-1 - back], consent=[3 - side])
            self.note(side, "go", played[-1 - back])

    @rule(side=SIDES)
    def redo(self, side):
        undone = self.line(side).undone if self.has(side) else []
        if undone:
            self.game(side).redo(side, consent=[3 - side])
            self.note(side, "go", undone[-1])

    @rule(side=SIDES, pick=st.integers(0, 10_000))
    def go(self, side, pick):
        if not self.has(side):
            return
        places = [seq for seq, payload in enumerate(self.files[side]) if self.meant.get(payload, PLAY) == PLAY]
        target = places[pick % len(places)]
        if target != self.line(side).played[-1]:
            self.game(side).go(side, target, consent=[3 - side])
            self.note(side, "go", target)

    @rule(side=SIDES, name=st.sampled_from(NAMES), pick=st.integers(0, 10_000))
    def branch(self, side, name, pick):
        if not self.has(side):
            return
        # the game is signed: nobody opens a line, whatever it is called
        played = self.line(side).played
        with pytest.raises(ReplayError):
            self.game(side).branch(name, played[pick % len(played)], by=side)

    # ------------------------------------------------------------ what befalls them
    @rule(side=SIDES)
    def reopen(self, side):
        self.let_go(side)

    @rule(side=SIDES, at=st.integers(0, 10_000), what=st.sampled_from(["decide", "undo", "redo", "branch"]))
    def crash(self, side, at, what):
        """The machine goes down while something is being appended."""
        self.cut = at
        try:
            if what == "decide":
                self.decide(side, at, 1)
            elif what == "undo":
                self.undo(side, 1 + at % 3)
            elif what == "redo":
                self.redo(side)
            else:
                self.branch(side, NAMES[at % len(NAMES)], at)
        finally:
            self.cut = None

    @rule(side=SIDES, since=st.one_of(st.none(), st.integers(0, 6)))
    def mail(self, side, since):
        Post.mail(self, side, since)

    @precondition(lambda self: self.sent)
    @rule(side=SIDES, pick=st.integers(0, 99))
    def deliver(self, side, pick):
        self.let_go(side)
        Post.deliver(self, side, pick)

    @precondition(lambda self: self.sent)
    @rule(side=SIDES, pick=st.integers(0, 99), at=st.integers(0, 10_000))
    def crash_while_receiving(self, side, pick, at):
        """Only a beginning of a bundle reached the disk: what was there before is whole, and it can be sent again.
        Frames that give way to the other side's are not appended to: the file is replaced as a whole."""
        before = self.files[side]
        had = len(before)
        self.deliver(side, pick)
        now = self.files[side]
        if had == len(now) or now[:had] != before:
            return
        with Ledger.open_reader(self.logs[side]) as ledger:
            offsets = [ledger.offset(seq) for seq in range(len(ledger))] + [ledger.size]
        kept = max(had, 1)
        self.crashed(side, now, offsets[kept] + at % (offsets[-1] - offsets[kept] + 1))
        assert len(self.files[side]) >= kept

    @precondition(lambda self: self.has(RED) and self.has(BLUE))
    @rule(side=SIDES)
    def lose_the_file(self, side):
        """The other side's file brings everything back, whatever stood in ours; our vault is still there."""
        self.let_go(side)
        for path in self.logs[side].parent.iterdir():
            if ".waiting-" in path.name or path in (self.logs[side], cache_path(self.logs[side])):
                path.unlink()
        self.files[side], self.waiting[side] = [], {}
        self.mail(3 - side, 0)
        assert self.files[side] == self.files[3 - side]

    # ------------------------------------------------------------ what holds
    @invariant()
    def lines_follow_from_the_list(self):
        for side in (RED, BLUE):
            if not self.has(side):
                continue
            game = self.game(side)
            timeline = game.timeline
            lines, current = self.lines(side)
            assert timeline.current == current
            assert {name: timeline.path(head) for name, head in timeline.heads.items()} == {
                name: line.played for name, line in lines.items()
            }
            line = lines[current]
            assert timeline.redo_target() == (line.undone[-1] if line.undone else None)
            assert timeline.head == line.played[-1]
            folded = State()
            for seq in line.played:
                fold(folded, game.frame(seq).events)
            assert digest(folded) == digest(game.state()) == game.frame(line.played[-1]).digest
            assert drill().check_invariants(drill().position(folded)) == []

    def teardown(self):
        for side in (RED, BLUE):
            self.let_go(side)
        Post.teardown(self)


@pytest.mark.whole
@pytest.mark.parametrize("examples", [40, pytest.param(400, marks=pytest.mark.long)])
def test_two_players_who_crash_undo_branch_and_mail_follow_plain_lists(examples):
    run_state_machine_as_test(
        Whole,
        settings=settings(
            max_examples=examples, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
