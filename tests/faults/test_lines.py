"""Faults of undo, redo and branches that other systems have shipped."""

import random
from itertools import pairwise

import pytest

from hexledger.events.errors import LedgerError, ReadOnly
from hexledger.events.ledger import Ledger
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError, UndoRefused
from tests.drill.decisions import Pass
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, reading, to_the_end, until, writing


@pytest.fixture
def game(path):
    with begun(path, turns=8, policy="free") as chronicle:
        yield chronicle


def digest_of(chronicle, seq):
    chronicle.state(seq)
    return chronicle.frame(seq).digest


def test_f01_a_long_undo_and_one_new_decision_leave_the_old_line_within_reach(game):
    """F1"""
    assert advance(game, 50) == 50
    tip = game.timeline.head
    before = digest_of(game, tip)
    game.undo(RED, to=0)
    advance(game, 1, seed="another mind")
    assert tip in game.timeline.tips()
    game.go(RED, tip)
    assert (game.timeline.head, digest_of(game, tip)) == (tip, before)


def test_f02_undo_leaves_its_trace_and_old_bytes_are_a_prefix_of_the_new(game, path):
    """F2"""
    advance(game, 6)
    old, left = path.read_bytes(), game.timeline.head
    game.undo(BLUE, to=3, reason="wrong hex", consent=[RED], time=1720000000000)
    new = path.read_bytes()
    assert new.startswith(old)
    assert len(new) > len(old)
    step = game.timeline.steps[-1]
    assert (step.actor, step.left, step.to, step.reason, step.consent) == (BLUE, left, 3, "wrong hex", (RED,))
    assert game.frame(step.seq).time == 1720000000000
    assert game.frame(left).seq == left


def test_f04_two_readers_of_one_log_stay_equal_under_random_undo_redo_and_branches(game, path):
    """F4: after every single frame."""
    dice = random.Random(4)
    with reading(path) as one, reading(path) as two:
        for number in range(60):
            try:
                something(game, dice, number)
            except UndoRefused:
                continue
            one.refresh()
            if number % 3 == 0:
                two.refresh()
            for reader in (one, two) if number % 3 == 0 else (one,):
                assert reader.timeline.heads == game.timeline.heads
                assert reader.timeline.current == game.timeline.current
                head = game.timeline.head
                assert digest_of(reader, head) == digest_of(game, head)
        assert len(one.timeline) > 30


def something(game, dice, number):
    what = dice.choice(["play", "play", "undo", "redo", "branch", "switch"])
    if what == "play":
        advance(game, 1, seed=str(number))
    elif what == "undo":
        game.undo(RED)
    elif what == "redo":
        game.redo(BLUE)
    elif what == "branch":
        game.branch(f"line {number}", at=dice.choice(places(game)))
    else:
        game.switch(dice.choice(list(game.timeline.heads)))


def places(game):
    return [seq for seq in range(len(game.timeline)) if game.timeline.is_place(seq)]


def test_f05_a_player_cannot_undo_the_other_sides_decision_alone(path):
    """F5"""
    with begun(path) as game:
        until(game, "fall_back")
        mover = game.frame(game.timeline.head).actor
        size = path.stat().st_size
        with pytest.raises(UndoRefused, match="decisions of the other side"):
            game.undo(3 - mover)
        assert path.stat().st_size == size
        game.undo(3 - mover, consent=[mover])
        assert game.timeline.steps[-1].consent == (mover,)


def test_f07_undo_across_dice_is_never_free(path):
    """F7: whoever asks, at every frame of the game that holds a roll, a draw or a seal."""
    with begun(path) as game:
        to_the_end(game)
        line = game.timeline.path(game.timeline.head)
        fated = 0
        for before, seq in pairwise(line):
            kinds = {type(event).__name__ for event in game.frame(seq).events}
            game.timeline.heads["main"] = game.timeline.head = seq
            needs = game.crossing(before).needs(game.frame(seq).actor)
            if kinds & {"Rolled", "Drawn", "Sealed", "Revealed"}:
                fated += 1
                assert needs
                with pytest.raises(UndoRefused):
                    game.undo(game.frame(seq).actor)
            else:
                assert not needs
        assert fated > 5


def test_f08_one_undo_removes_exactly_one_decision_wherever_it_is_made(game):
    """F8: also across the border of a turn or a phase."""
    to_the_end(game)
    line = game.timeline.path(game.timeline.head)
    for seq in reversed(line[1:]):
        assert game.timeline.head == seq
        game.undo(RED)
        assert game.timeline.head == game.timeline.parents[seq]
    assert game.timeline.head == 0


def test_f09_a_view_of_the_past_cannot_play(game, path):
    """F9"""
    advance(game, 5)
    with reading(path) as view:
        assert view.offer(2) is not None
        side = view.offer().side
        before = path.read_bytes()
        with pytest.raises(ReadOnly):
            view.submit(side, Pass() if view.offer().kinds[-1] == "pass" else next(view.choices()))
        assert path.read_bytes() == before
    with pytest.raises(ReplayError, match="made at frame 2, but play stands at frame 5"):
        game.submit(RED, Pass(), expected_head=2)
    with Ledger.open_reader(path) as ledger, pytest.raises(LedgerError):
        ledger.append(b"x", expected_head=2)
    assert path.read_bytes() == before


def test_f11_a_branch_that_begins_like_the_main_line_shares_its_past_exactly(game, path):
    """F11: the same decisions on a branch are frames of their own, after the shared ones, and nothing shifts."""
    advance(game, 8)
    main = game.timeline.path(game.timeline.head)
    digests = [digest_of(game, seq) for seq in main]
    game.branch("study", at=main[4])
    moves = [game.decision(seq) for seq in main[5:]]
    for seq, decision in zip(main[5:], moves, strict=True):
        if {type(e).__name__ for e in game.frame(seq).events} & {"Rolled", "Drawn"} or decision.kind() == "reveal":
            break
        game.submit(game.offer().side, decision)
    study = game.timeline.path(game.timeline.head)
    assert len(study) > 5
    assert game.timeline.fork(main[-1], study[-1]) == main[4]
    assert [digest_of(game, seq) for seq in study] == digests[: len(study)]
    game.switch("main")
    assert game.timeline.path(game.timeline.head) == main
    with reading(path) as again:
        assert again.timeline.path(again.timeline.heads["study"]) == study
        assert [digest_of(again, seq) for seq in main] == digests


def test_f12_names_moved_in_any_order_leave_numbers_parents_and_digests_alone(path):
    """F12"""
    dice = random.Random(12)
    with begun(path, policy="free", turns=8) as game:
        advance(game, 12)
        before = [(seq, game.timeline.parents[seq], digest_of(game, seq)) for seq in range(13)]
        names = [f"line {number}" for number in range(6)]
        for name in names:
            game.branch(name, at=dice.randrange(13))
        for _ in range(20):
            name = dice.choice(["main", *names])
            if name not in game.timeline.heads:
                game.branch(name, at=dice.randrange(13))
            elif dice.random() < 0.5 and name not in ("main", game.timeline.current):
                game.close_line(name)
            else:
                game.switch(name)
                target = dice.randrange(13)
                if target != game.timeline.head:
                    game.go(RED, target)
            assert [(seq, game.timeline.parents[seq], digest_of(game, seq)) for seq in range(13)] == before
    assert audit(path, game=drill()).intact


def test_a_continuation_of_another_position_is_refused_with_both_tips(game, path):
    """F18: a frame made on one line does not fit on another, neither by number nor by content."""
    advance(game, 4)
    with pytest.raises(ReplayError, match=r"frame 3.*frame 4"):
        game.submit(game.offer().side, Pass(), expected_head=3)
    payload = game.ledger.payload(4)
    game.undo(RED, to=1)
    game.close()
    with Ledger.open_writer(path) as ledger:
        ledger.append(payload, ledger.head)
    with pytest.raises(LedgerError, match="frame 6"):
        writing(path)


def test_f22_undo_at_the_very_beginning_is_refused_with_a_hint_and_the_game_goes_on(game, path):
    """F22"""
    before = path.read_bytes()
    with pytest.raises(UndoRefused, match=r"beginning.*redo"):
        game.undo(RED)
    assert path.read_bytes() == before
    advance(game, 1)
    game.undo(RED)
    with pytest.raises(UndoRefused):
        game.undo(RED)
    to_the_end(game)
    assert game.state().over
