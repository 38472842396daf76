"""The dice record, the last roll shown at a position, and how often each value came."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.frame import decode_frame, encode_frame
from hexledger.projections.dice_record import distribution, draws, last_roll, rolls
from hexledger.projections.lines import line_of
from tests.projections.stub import E1943, NAMES, Log, W, small_game


def test_each_roll_says_what_it_was_for_on_whom_by_which_dice_under_which_rule() -> None:
    first, second = rolls(small_game().frames, NAMES)
    assert first == {
        "address": "#5.3",
        "seq": 5,
        "turn": 1,
        "side": "allied",
        "decided": "allied",
        "purpose": "roll.combat",
        "about": "combat die",
        "subject": "E1943",
        "faces": 10,
        "low": 0,
        "printed": None,
        "value": 7,
        "mode": "practice",
        "rule": "J6 12.6",
    }
    assert (second["subject"], second["decided"], second["turn"]) == ("8/3", "german", 2)


def test_the_die_of_a_phase_belongs_to_the_phasing_side_even_when_the_other_side_decided_last() -> None:
    log = Log((ev.PhaseBegan(W["phase.combat"], 1),))
    log.play(2, "choose stand", ev.Rolled(W["roll.combat"], E1943, 10, 3, ev.PRACTICE))
    (row,) = rolls(log.frames, NAMES)
    assert (row["side"], row["decided"]) == ("allied", "german")


def test_at_each_position_the_last_roll_shown_is_the_last_one_of_its_line() -> None:
    """F16."""
    log = small_game()
    line = line_of(log.frames, log.head)
    shown = {frame.seq: (last_roll(line, NAMES, frame.seq) or {}).get("address") for frame in line}
    assert shown == {0: None, 1: None, 4: None, 5: "#5.3", 7: "#7.1"}
    log.rewind(2, 5)
    log.play(2, "pass")
    back = last_roll(line_of(log.frames, log.head), NAMES)
    assert back is not None
    assert (back["address"], back["value"]) == ("#5.3", 7)


def test_a_replayed_and_an_imported_game_give_the_dice_record_of_the_live_one() -> None:
    live = small_game().frames
    imported = [decode_frame(encode_frame(frame), frame.seq) for frame in live]
    assert distribution(rolls(imported, NAMES)) == distribution(rolls(live, NAMES))
    assert rolls(imported, NAMES) == rolls(live, NAMES)
    assert len(rolls(live, NAMES)) == 2


@given(st.lists(st.tuples(st.sampled_from((1, 2)), st.sampled_from((6, 10)), st.integers(1, 6)), max_size=30))
def test_the_distribution_counts_every_roll_once(thrown: list[tuple[int, int, int]]) -> None:
    log = Log()
    for side, faces, value in thrown:
        log.play(side, "roll", ev.Rolled(W["roll.combat"], -1, faces, value, ev.ENTERED))
    groups = distribution(rolls(log.frames, NAMES))
    counted = Counter(
        {
            (group["side"], group["faces"], value): times
            for group in groups
            for value, times in group["counts"].items()
            if times
        }
    )
    assert counted == Counter((NAMES.side(side), faces, value) for side, faces, value in thrown)
    for group in groups:
        assert group["rolls"] == sum(group["counts"].values())
        assert list(group["counts"]) == (list(range(10)) if group["faces"] == 10 else list(range(1, 7)))
        assert group["expected"] == [group["rolls"], group["faces"]]


@pytest.mark.parametrize("by", [("faces",), ("purpose", "faces"), ("mode", "side", "faces")])
def test_the_distribution_can_be_asked_for_any_grouping(by: tuple[str, ...]) -> None:
    groups = distribution(rolls(small_game().frames, NAMES), by)
    assert sum(group["rolls"] for group in groups) == 2
    assert all(tuple(group)[: len(by)] == by for group in groups)


def test_a_die_with_faces_of_its_own_is_counted_apart_by_what_its_faces_show() -> None:
    log = Log()
    for value in (1, 1, 3):
        log.play(1, "fire", ev.Rolled(W["roll.hit"], -1, 6, value, ev.ENTERED))
    log.play(1, "roll", ev.Rolled(W["roll.combat"], -1, 6, 3, ev.ENTERED))
    assert [row["printed"] for row in rolls(log.frames, NAMES)] == [[1, 1, 1, 2, 2, 3]] * 3 + [None]
    ordinary, printed = distribution(rolls(log.frames, NAMES))
    assert ordinary["counts"] == {1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0}
    assert "printed" not in ordinary
    assert (printed["counts"], printed["expected"]) == ({1: 2, 2: 0, 3: 1}, [3, 6])


def test_a_draw_names_the_token_and_how_many_lay_in_the_pool() -> None:
    (row,) = draws(small_game().frames, NAMES)
    assert (row["address"], row["token"], row["of"]) == ("#7.4", "AM of the British 3 Division", 3)
