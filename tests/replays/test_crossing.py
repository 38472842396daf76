"""The undo policy: what a rewind crosses is worked out from the events, and who must agree follows from that."""

import pytest

from hexledger.replays.errors import UndoRefused
from hexledger.replays.log.crossing import Crossing, refusal
from tests.drill.decisions import Pass
from tests.drill.play import BLUE, RED, advance, begun, until

OWN = Crossing(1, 0, 0, 0, (RED,))


@pytest.mark.parametrize(
    ("crossed", "reason"),
    [
        (Crossing(1, 1, 0, 0, (RED,)), "1 die roll"),
        (Crossing(1, 2, 0, 0, (RED,)), "2 die rolls"),
        (Crossing(1, 0, 1, 0, (RED,)), "1 blind draw"),
        (Crossing(1, 0, 0, 2, (RED,)), "2 seals"),
        (Crossing(1, 0, 0, 0, (BLUE,)), "decisions of the other side"),
    ],
)
def test_each_thing_that_cannot_be_unseen_needs_consent(crossed, reason):
    refused = refusal("consent", crossed, RED, [BLUE], ())
    assert (refused.needs, refused.missing) == ((reason,), (BLUE,))
    assert refusal("consent", crossed, RED, [BLUE], (BLUE,)) is None
    assert refusal("consent", crossed, RED, [BLUE], (0,)) is None
    assert refusal("consent", crossed, 0, [RED, BLUE], ()) is None
    assert refusal("free", crossed, RED, [BLUE], ()) is None
    assert refusal("strict", crossed, RED, [BLUE], (BLUE, 0)).needs == ("policy strict",)


def test_ones_own_open_decision_may_be_taken_back_alone():
    assert refusal("consent", OWN, RED, [BLUE], ()) is None


def test_of_three_sides_every_other_one_must_agree():
    crossed = Crossing(1, 1, 0, 0, (1,))
    assert refusal("consent", crossed, 1, [2, 3], (2,)).missing == (3,)
    assert refusal("consent", crossed, 1, [2, 3], (3, 2)) is None


def test_undo_across_dice_is_refused_until_the_other_side_agrees(tmp_path):
    """F7: never offered as free."""
    with begun(tmp_path / "game.hxl") as game:
        until(game, "reveal")
        advance(game)
        struck = game.timeline.head
        assert game.crossing(game.timeline.parents[struck]).dice == 1
        size = len(game.timeline)
        with pytest.raises(UndoRefused) as refused:
            game.undo(RED)
        assert "1 die roll" in refused.value.needs
        assert len(game.timeline) == size
        game.undo(RED, consent=[BLUE], reason="misread the rule")
        assert game.timeline.steps[-1].consent == (BLUE,)


def test_a_blind_draw_is_seen_by_both_and_not_taken_back_alone(tmp_path):
    with begun(tmp_path / "game.hxl") as game:
        side = game.offer().side
        game.submit(side, Pass())
        assert game.crossing(0).draws == 1
        with pytest.raises(UndoRefused, match="1 blind draw"):
            game.undo(side)


def test_a_player_cannot_take_back_the_other_sides_decision(tmp_path):
    """F5"""
    with begun(tmp_path / "game.hxl") as game:
        until(game, "fall_back")
        mover = game.frame(game.timeline.head).actor
        with pytest.raises(UndoRefused, match=r"decisions of the other side: no word of the (Red|Blue) side"):
            game.undo(3 - mover)
        game.undo(3 - mover, consent=[0], reason="referee: wrong hex")
        assert game.timeline.steps[-1].consent == (0,)
        game.redo(mover)
        game.undo(3 - mover, consent=[mover])
        assert game.timeline.steps[-1].actor == 3 - mover


def test_going_to_an_undone_tip_leaves_a_line_only_with_consent(tmp_path):
    with begun(tmp_path / "game.hxl") as game:
        until(game, "reveal")
        advance(game)
        tip = game.timeline.head
        fork = game.timeline.path(tip)[1]
        game.undo(RED, to=fork, consent=[BLUE])
        side = game.offer().side
        while not game.crossing(fork).draws:
            game.submit(game.offer().side, Pass())
        with pytest.raises(UndoRefused, match="blind draw"):
            game.go(side, tip)
        game.go(side, tip, consent=[3 - side])
        assert game.timeline.head == tip


@pytest.mark.parametrize("side", [-1, 3, 7])
def test_a_side_that_does_not_exist_neither_undoes_nor_agrees(tmp_path, side):
    with begun(tmp_path / "game.hxl") as game:
        advance(game, 2)
        with pytest.raises(UndoRefused, match=f"no side {side}"):
            game.undo(side)
        with pytest.raises(UndoRefused, match=f"no side {side}"):
            game.undo(RED, consent=[side])


def test_under_the_strict_policy_nothing_is_taken_back(tmp_path):
    with begun(tmp_path / "game.hxl", policy="strict") as game:
        advance(game, 1)
        with pytest.raises(UndoRefused, match="strict"):
            game.undo(RED, consent=[BLUE, 0])
        assert game.timeline.head == 1
