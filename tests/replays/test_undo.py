"""Undo, redo and lines on a small game: nothing is lost, nothing moves but the head."""

from enum import IntEnum

import pytest

from hexledger.engine.errors import EngineError
from hexledger.events.frame import LABEL, encode_value
from hexledger.replays.admission.validator import read
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError, UndoRefused
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, reading, to_the_end, writing


@pytest.fixture
def game(tmp_path):
    with begun(tmp_path / "game.hxl", policy="free") as chronicle:
        yield chronicle


def test_undo_goes_back_one_decision_and_redo_brings_it_again(game):
    advance(game, 6)
    head, digest = game.timeline.head, game.frame(game.timeline.head).digest
    game.undo(RED)
    assert game.timeline.head == game.timeline.parents[head]
    game.redo(RED)
    assert (game.timeline.head, game.frame(game.timeline.head).digest) == (head, digest)


def test_several_undos_are_redone_in_order_one_decision_at_a_time(game):
    advance(game, 6)
    line = game.timeline.path(game.timeline.head)
    for _ in range(3):
        game.undo(RED)
    seen = []
    while game.timeline.redo_target() is not None:
        game.redo(RED)
        seen.append(game.timeline.head)
    assert seen == line[-3:]
    with pytest.raises(UndoRefused, match="nothing to redo"):
        game.redo(RED)


def test_a_long_undo_is_redone_a_decision_at_a_time(game):
    advance(game, 6)
    line = game.timeline.path(game.timeline.head)
    game.undo(RED, to=line[2])
    for seq in line[3:]:
        game.redo(RED)
        assert game.timeline.head == seq


def test_a_new_decision_ends_redo(game):
    advance(game, 5)
    game.undo(RED)
    advance(game, 1, seed="another mind")
    assert game.timeline.redo_target() is None


def test_a_decision_on_another_line_does_not_end_redo_here(game):
    advance(game, 5)
    undone = game.timeline.head
    game.undo(RED)
    game.branch("study")
    advance(game, 1, seed="another mind")
    assert game.timeline.redo_target() is None
    game.switch("main")
    assert game.timeline.redo_target() == undone


def test_undo_at_the_beginning_is_refused_with_a_hint(game):
    with pytest.raises(UndoRefused, match=r"nothing to undo.*redo"):
        game.undo(RED)
    assert len(game.timeline) == 1


def test_undo_to_a_frame_of_another_line_is_refused(game):
    advance(game, 4)
    left = game.timeline.head
    game.undo(RED)
    advance(game, 1, seed="another mind")
    with pytest.raises(UndoRefused, match="not an earlier decision of this line"):
        game.undo(RED, to=left)


def test_go_reaches_an_undone_tip_and_comes_back(game):
    advance(game, 5)
    old = game.timeline.head
    before = game.frame(old).digest
    game.undo(RED, to=game.timeline.path(old)[2])
    advance(game, 1, seed="another mind")
    new = game.timeline.head
    game.go(RED, old)
    assert game.timeline.head == old
    assert game.frame(game.timeline.head).digest == before
    game.go(RED, new)
    assert game.timeline.head == new
    with pytest.raises(UndoRefused, match="already stands"):
        game.go(RED, new)


def test_lines_keep_their_heads_when_play_goes_on_elsewhere(game):
    advance(game, 4)
    fork = game.timeline.head
    game.branch("study", at=2)
    advance(game, 2, seed="another mind")
    study = game.timeline.head
    game.switch("main")
    advance(game, 1)
    assert game.timeline.parents[game.timeline.head] == fork
    assert game.timeline.heads == {"main": game.timeline.head, "study": study}
    assert game.timeline.tips() == sorted([study, game.timeline.head])


def test_a_closed_line_stays_visible_as_an_undone_end(game):
    advance(game, 3)
    game.branch("study", at=1)
    advance(game, 1, seed="another mind")
    tip = game.timeline.head
    game.switch("main")
    game.close_line("study")
    assert list(game.timeline.heads) == ["main"]
    assert tip in game.timeline.tips()
    assert game.timeline.names_at(tip) == []


@pytest.mark.parametrize("name", ["", " edge", "edge ", "x" * 41, "a#b", "line\nbreak", "lone \udcff", "main"])
def test_a_name_that_is_no_name_for_a_new_line_is_refused(game, name):
    with pytest.raises(ReplayError, match="line"):
        game.branch(name)
    assert len(game.timeline) == 1


@pytest.mark.parametrize("refused", [("close_line", "main"), ("close_line", "nowhere"), ("switch", "nowhere")])
def test_what_cannot_be_done_to_a_line_is_refused(game, refused):
    method, name = refused
    with pytest.raises(ReplayError, match=f"line '{name}'"):
        getattr(game, method)(name)
    assert len(game.timeline) == 1


class Side(IntEnum):
    """A number of another type."""

    BLUE = 2


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"by": 3}, "there is no side 3"),
        ({"by": -1}, "there is no side -1"),
        ({"by": True}, "could not be written"),
        ({"by": "1"}, "could not be written"),
        ({"by": 1.0}, "could not be written"),
        ({"time": -1}, "the time -1 is none"),
        ({"time": 1 << 43}, "is none"),
        ({"time": True}, "could not be written"),
        ({"time": "noon"}, "could not be written"),
        ({"at": True}, "Expected `int`"),
        ({"at": 99}, "there is no frame 99"),
    ],
)
def test_what_no_line_can_be_opened_with_is_refused_before_anything_is_written(game, how, why):
    """A line's own frame is not read back where it can only say what it was made of; each of these says something else,
    or would be read as something else."""
    advance(game, 3)
    before = game.path.read_bytes()
    with pytest.raises((ReplayError, EngineError), match=why):
        game.branch(**{"name": "study", **how})
    assert game.path.read_bytes() == before and list(game.timeline.heads) == ["main"]
    game.branch(**{"name": "study", "at": 1, "by": Side.BLUE, "time": 5})
    assert audit(game.path, game=drill()).intact


def test_frames_of_lines_are_what_the_validator_reads_in_them(tmp_path):
    """Nobody has read them back when they were written: they are in the one form, and say what was kept of them."""
    with begun(tmp_path / "lines.hxl", policy="free") as game:
        advance(game, 5)
        last = game.ledger.head
        for number, name in enumerate(["a", "x" * 40, "\u5f8c\u9000", "Caf\u00e9", "line 300"]):
            game.branch(name, at=number, by=number % 3, time=None if number % 2 else number << 40)
        game.switch("a", by=RED)
        game.close_line("line 300", by=BLUE, time=1)
        assert [game.frame(seq).kind for seq in range(last + 1, len(game.ledger))] == [LABEL] * 7
        for seq in range(last + 1, len(game.ledger)):
            frame, said = read(game.ledger.payload(seq), seq, game.genesis.format)
            assert frame == game.frame(seq) and encode_value(said) == frame.decision
        known = game.timeline
    with reading(tmp_path / "lines.hxl") as again:
        assert again.timeline.heads == known.heads and again.timeline.steps == known.steps


def test_names_that_look_alike_are_two_lines_and_survive_reopening(tmp_path):
    """F27: composed and decomposed letters stay distinct, byte for byte."""
    path = tmp_path / "names.hxl"
    names = ["Caf\u00e9", "Cafe\u0301", "\u30ab\u30fc\u30f3"]
    with begun(path) as game:
        for name in names:
            game.branch(name)
    with reading(path) as again:
        assert list(again.timeline.heads) == ["main", *names]


def test_a_reason_that_utf8_cannot_write_is_refused_and_nothing_is_written(game):
    """F27"""
    advance(game, 2)
    size = len(game.timeline)
    with pytest.raises(ReplayError, match="UTF-8"):
        game.undo(RED, reason="lone \udcff")
    assert len(game.timeline) == size
    game.undo(RED, reason="a word in Japanese: \u5f8c\u9000")
    assert game.timeline.steps[-1].reason.endswith("\u5f8c\u9000")


def test_a_position_belongs_to_decisions_only(game):
    advance(game, 2)
    rewind = game.undo(RED).seq
    with pytest.raises(ReplayError, match="is a rewind; positions belong"):
        game.state(rewind)
    with pytest.raises(ReplayError, match="no frame 99"):
        game.state(99)


def test_play_goes_on_after_closing_and_opening_in_the_middle_of_everything(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path, policy="free") as game:
        advance(game, 5)
        game.undo(BLUE)
        game.branch("study", at=3)
        advance(game, 2, seed="another mind")
        expected = (
            game.timeline.head,
            game.timeline.current,
            game.timeline.heads,
            game.frame(game.timeline.head).digest,
        )
    with writing(path) as game:
        head = game.timeline.head
        assert (head, game.timeline.current, game.timeline.heads, game.frame(head).digest) == expected
        to_the_end(game)
        assert game.state().over


def where(game):
    timeline = game.timeline
    return timeline.head, timeline.current, timeline.heads, game.frame(timeline.head).digest
