"""Random decisions, undos, bundles, deliveries in any order and reopening, against a model of two plain lists."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexledger.events.frame import decode_frame
from hexledger.events.ledger import Ledger
from hexledger.events.model import Drawn, Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, ReplayError
from hexledger.replays.log.mail import Fork, Missing, decode_bundle, encode_bundle, make_bundle, receive
from hexledger.replays.log.table import hand_in, opening
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, frames_of, written
from tests.drill.signed import signed_game, with_keys

BOTH = (RED, BLUE)
SIDES = st.sampled_from(BOTH)


class Post(RuleBasedStateMachine):
    """Two files; `files` is what each holds in the model, `sent` every bundle with its sender's file at that time."""

    @initialize(opening_moves=st.integers(0, 5), handed_over=st.booleans())
    def begin(self, opening_moves, handed_over):
        self.folder = Path(tempfile.mkdtemp())
        self.logs = {side: self.folder / str(side) / "game.hxl" for side in BOTH}
        for log in self.logs.values():
            log.parent.mkdir()
        with signed_game(self.logs[RED], "signed6", turns=2) as game:
            # together at one table, before anything is sealed
            advance(game, opening_moves)
            self.files = {RED: list(game.ledger.payloads()), BLUE: []}
        self.waiting = {RED: {}, BLUE: {}}
        self.sent = []
        if handed_over:
            self.mail(RED, None)

    def has(self, side):
        return bool(self.files[side])

    def note(self, side):
        """Take over what a writer appended: the model's list must be a beginning of it."""
        with Ledger.open_reader(self.logs[side]) as ledger:
            now = list(ledger.payloads())
        assert now[: len(self.files[side])] == self.files[side]
        self.files[side] = now

    @rule(side=SIDES, pick=st.integers(0, 99), count=st.integers(1, 4))
    def decide(self, side, pick, count):
        """A side decides on its own file while it is asked there."""
        if not self.has(side):
            return
        with with_keys(self.logs[side], side) as game:
            for _ in range(count):
                prompt = game.offer()
                if prompt is None or prompt.side != side:
                    break
                decision = opening(game)
                if decision is None:
                    listed = list(game.choices())
                    decision = listed[pick % len(listed)]
                try:
                    hand_in(game, side, decision)
                except ReplayError as refused:
                    assert "no dice yet" in str(refused)
                    break
        self.note(side)

    @rule(side=SIDES, back=st.integers(1, 3))
    def undo(self, side, back):
        """Somebody with both keys takes decisions back: what makes two files part."""
        if not self.has(side):
            return
        with with_keys(self.logs[side], RED, BLUE) as game:
            path = game.timeline.path(game.timeline.head)
            if len(path) > back:
                game.undo(side, to=path[-1 - back], consent=[3 - side])
        self.note(side)

    @precondition(lambda self: min(len(file) for file in self.files.values()) > 4)
    @rule()
    def part(self):
        """Both take something back at the same time: from now on their files differ for good."""
        for side in BOTH:
            self.undo(side, 1)

    @rule(side=SIDES, since=st.one_of(st.none(), st.integers(0, 12)))
    def send(self, side, since):
        if not self.has(side):
            return
        with Chronicle.read(self.logs[side], game=drill()) as game:
            if since is not None and since > len(game.ledger):
                return
            bundle = make_bundle(game, side, 3 - side, since)
        assert bundle.size == len(self.files[side])
        self.sent.append((encode_bundle(bundle), list(self.files[side])))

    @rule(side=SIDES, since=st.one_of(st.none(), st.integers(0, 6)))
    def mail(self, side, since):
        """A bundle goes out and comes at once."""
        count = len(self.sent)
        self.send(side, since)
        if len(self.sent) > count:
            self.deliver(3 - side, 0)

    @precondition(lambda self: self.sent)
    @rule(side=SIDES, pick=st.integers(0, 99))
    def deliver(self, side, pick):
        """Any bundle that was ever sent comes to anybody, again or for the first time; 0 is the last one."""
        data, theirs = self.sent[-1 - pick % len(self.sent)]
        bundle = decode_bundle(data)
        mine = self.files[side]
        expected = self.outcome(mine, bundle.first, theirs)
        before = self.logs[side].read_bytes() if mine else None
        try:
            taken = receive(bundle, self.logs[side], game=drill())
        except Missing as gap:
            assert expected == "missing" and gap.first == len(mine)
            if mine:
                self.waiting[side][gap.kept.name] = (bundle.first, theirs)
        except Fork as fork:
            assert expected == "fork" and fork.aside.exists()
        else:
            assert expected in ("taken", "stays", "gives way")
            if expected == "stays":
                assert "stands" in taken.remarks[0] and not taken.frames
                assert self.logs[side].read_bytes() == before
                return
            assert bool(taken.withdrawn) == (expected == "gives way")
            self.files[side] = max(mine, theirs, key=len) if expected == "taken" else theirs
            assert taken.created == (not mine)
            self.flush(side)
            return
        assert (self.logs[side].read_bytes() if mine else None) == before

    def flush(self, side):
        """Bundles that had waited are taken, the earliest first, where they fit now."""
        order = sorted(self.waiting[side].items(), key=lambda item: (item[1][0], item[0]))
        for name, (first, theirs) in order:
            result = self.outcome(self.files[side], first, theirs)
            # a bundle that waited is put aside where its history parts from ours
            if result == "taken":
                self.files[side] = max(self.files[side], theirs, key=len)
            if result != "missing":
                del self.waiting[side][name]

    def outcome(self, mine, first, theirs):
        if first > len(mine):
            return "missing"
        shared = min(len(mine), len(theirs))
        if mine[:shared] == theirs[:shared]:
            return "taken"
        at = next(seq for seq in range(shared) if mine[seq] != theirs[seq])
        # a bundle that begins after the fork shows nothing but that it does not fit
        return "fork" if first > at or not at else self.meeting(mine, theirs, at)

    def meeting(self, mine, theirs, at):
        """What becomes of two ends after one frame, worked out from what is asked there and from nothing else."""
        log = self.folder / "meeting" / "game.hxl"
        shutil.rmtree(log.parent, ignore_errors=True)
        log.parent.mkdir()
        written(log, mine[:at])
        with Chronicle.read(log, game=drill()) as game:
            prompt = game.offer()
        ours, other = decode_frame(mine[at], at), decode_frame(theirs[at], at)
        if ours.actor == other.actor:
            return "fork"
        acts = prompt.side if prompt is not None else RED
        if ours.actor == acts:
            return "stays"
        lost = [decode_frame(payload, seq) for seq, payload in enumerate(mine[at:], at)]
        built = any(frame.actor == acts for frame in lost)
        dice = any(isinstance(event, Rolled | Drawn) for frame in lost for event in frame.events)
        return "fork" if built or dice else "gives way"

    @invariant()
    def files_are_what_the_model_says(self):
        for side, log in self.logs.items():
            if self.has(side):
                with Ledger.open_reader(log) as ledger:
                    assert list(ledger.payloads()) == self.files[side]
            else:
                assert not log.exists()

    @invariant()
    def no_secret_leaves_its_owner(self):
        for side, log in self.logs.items():
            assert not log.with_name(f"game.hxl.vault-{'blue' if side == RED else 'red'}").exists()

    def teardown(self):
        for side, log in self.logs.items():
            if self.has(side):
                found = audit(log, game=drill())
                assert found.intact, str(found.contradiction)
                assert found.frames == len(frames_of(log))
        shutil.rmtree(self.folder)


@pytest.mark.parametrize(
    "examples", [pytest.param(40, marks=pytest.mark.whole), pytest.param(400, marks=pytest.mark.long)]
)
def test_two_files_exchanged_by_mail_follow_the_model(examples):
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Post,
        settings=settings(
            max_examples=examples, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
