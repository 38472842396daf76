"""Lines, standings and walks over a file with undone decisions and branches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, LABEL, REWIND
from hexledger.projections.address import BadAddress, address, parse_address
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.lines import UnknownFrame, head_of, label_of, line_of, rewind_of, standings
from hexledger.projections.state import State
from hexledger.projections.walk import passages, position_after, walk
from tests.projections.stub import ANY_EVENTS, Log, W, small_game


def grown(turns: list[tuple[str, int, list[ev.AnyEvent]]]) -> Log:
    """A log grown by plays, rewinds to anywhere, and lines opened, taken up and closed."""
    log = Log()
    for what, pick, events in turns:
        played = [frame.seq for frame in log.frames if frame.kind in (GENESIS, DECISION)]
        target = played[pick % len(played)]
        if what == "play":
            log.play(1, "x", *events)
        elif what == "rewind":
            log.rewind(1, target)
        elif what == "label":
            log.label(1, "AB"[pick % 2], target)
        else:
            log.label(1, "A", -1)
            log.label(1, "B", log.head)
    return log


GROWTH = st.lists(
    st.tuples(st.sampled_from(("play", "play", "play", "label", "rewind", "close")), st.integers(0, 30), ANY_EVENTS),
    max_size=10,
).map(grown)


@given(GROWTH)
def test_every_decision_is_walked_from_the_position_of_its_parent(log: Log) -> None:
    before = {passage.frame.seq: digest(passage.state) for passage in passages(log.frames)}
    for frame in log.frames:
        if frame.kind == DECISION:
            state = State()
            for earlier in line_of(log.frames, frame.parent):
                fold(state, earlier.events)
            assert before[frame.seq] == digest(state)
    assert digest(position_after(line_of(log.frames, log.head))) == digest(
        fold(State(), [event for frame in line_of(log.frames, log.head) for event in frame.events])
    )


@given(GROWTH)
def test_a_decision_is_undone_by_the_last_rewind_that_left_it_behind(log: Log) -> None:
    undone: dict[int, int] = {}
    for frame in log.frames:
        if frame.kind == REWIND:
            left = {one.seq for one in line_of(log.frames, frame.parent)}
            back = {one.seq for one in line_of(log.frames, rewind_of(frame).to)}
            undone.update(dict.fromkeys(left - back, frame.seq))
            for seq in back - left:
                undone.pop(seq, None)
    heads = {"main": 0}
    current = "main"
    for frame in log.frames:
        if frame.kind == LABEL and label_of(frame).at < 0:
            heads.pop(label_of(frame).name, None)
        elif frame.kind == LABEL:
            current = label_of(frame).name
            heads[current] = label_of(frame).at
        else:
            heads[current] = rewind_of(frame).to if frame.kind == REWIND else frame.seq
    on = {name: {frame.seq for frame in line_of(log.frames, head)} for name, head in heads.items()}
    for seq, standing in standings(log.frames).items():
        others = {name for name in on if seq in on[name]}
        if seq in on[current]:
            assert standing.how == "stands"
        elif others:
            assert (standing.how, standing.line in others) == ("other line", True)
        elif seq in undone:
            assert standing.by is not None
            assert (standing.how, standing.by.seq) == ("undone", undone[seq])
        else:
            assert (standing.how, standing.line) == ("other line", "")


@given(GROWTH)
def test_the_head_is_the_last_decision_or_where_the_last_rewind_or_label_went(log: Log) -> None:
    assert head_of(log.frames) == log.head


def test_a_walk_that_looks_at_some_events_only_still_applies_them_all() -> None:
    log = small_game()
    for passage in passages(log.frames):
        for happening in passage.happenings():
            if happening.number == 2:
                break
    assert digest(passage.state) == digest(position_after(log.frames))
    assert passage.state.winner == 1


def test_an_event_is_walked_with_the_position_before_it() -> None:
    log = Log((ev.Placed(0, 3, 2),))
    log.play(1, "hit", ev.StepsSet(0, 1), ev.StepsSet(0, 0))
    steps = [(happening.address, happening.state.steps.get(0)) for happening in walk(log.frames)]
    assert steps == [("#0.1", None), ("#1.1", 2), ("#1.2", 1)]


def test_a_line_to_a_decision_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownFrame, match="#99, wanted by the caller"):
        line_of(small_game().frames, 99)
    with pytest.raises(UnknownFrame, match="#3, wanted by the caller"):
        line_of(small_game().frames, 3)
    with pytest.raises(UnknownFrame, match="#42, wanted by the caller"):
        standings(small_game().frames, 42)


def test_an_address_is_read_as_it_is_written() -> None:
    assert [address(57), address(57, 3)] == ["#57", "#57.3"]
    assert [parse_address(text) for text in ("#57", "57", "#57.3", " 0.1 ")] == [(57, 0), (57, 0), (57, 3), (0, 1)]
    for bad in ("", "#", "#5.", "#5.0", "-1", "#5.3.1", "five", "#٣"):
        with pytest.raises(BadAddress, match="not an address"):
            parse_address(bad)


def test_a_game_that_has_only_been_set_up_has_its_genesis_as_line_and_head() -> None:
    log = Log((ev.Assigned(W["var.weather"], 1),))
    assert head_of(log.frames) == 0
    assert [frame.seq for frame in line_of(log.frames, 0)] == [0]
    assert head_of([]) == -1
