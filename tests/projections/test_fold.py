"""The fold takes any event on any position, and keeps its own house in order."""

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.events.registry import KINDS
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import APPLY, apply, fold
from hexledger.projections.fold_long import fold_long, step_by_step
from hexledger.projections.state import TABLES, State
from hexledger.projections.walk import Passage
from tests.projections.events import COLLIDING_EVENT, EVENT, WILD_EVENT


def stacks_of(state):
    stacks = {}
    for piece in sorted(state.at):
        stacks.setdefault(state.at[piece], []).append(piece)
    return {place: tuple(pieces) for place, pieces in stacks.items()}


def test_every_kind_of_event_has_its_meaning_in_the_fold():
    assert set(APPLY) == {kind.cls for kind in KINDS}


@given(st.lists(EVENT, max_size=60))
def test_stacks_are_always_what_the_places_of_the_units_say(events):
    state = fold(State(), events)
    assert state.stacks == stacks_of(state)
    for table in (state.flags, state.markers, state.pools, state.attached):
        assert 0 not in table.values()
    assert set(state.steps) >= set(state.at)


@given(st.lists(WILD_EVENT, max_size=30))
@settings(max_examples=300)
def test_no_event_whatever_its_numbers_makes_the_fold_or_the_digest_fail(events):
    """The fold is total: what a forged log holds is the audit's business, not a reason to crash."""
    state = State()
    before = digest(state)
    for event in events:
        old = state.copy()
        apply(state, event)
        before = updated(before, old, state, (event,))
    assert before == digest(state)
    assert state.stacks == stacks_of(state)


@given(st.lists(EVENT, max_size=40), st.lists(EVENT, max_size=10))
def test_a_copy_goes_its_own_way(first, later):
    state = fold(State(), first)
    before = digest(state)
    copy = fold(state.copy(), later)
    assert digest(state) == before
    assert digest(copy) == digest(fold(fold(State(), first), later))


def test_a_removed_unit_leaves_nothing_behind_and_comes_back_clean():
    state = fold(
        State(),
        [
            ev.Placed(3, 5, 2),
            ev.Placed(4, 5, 1),
            ev.Flagged(3, 7, 1),
            ev.Flagged(4, 7, 1),
            ev.Attached(3, 2),
            ev.Judged(3, 1, (5, 6)),
            ev.Removed(3, 1),
        ],
    )
    assert (state.at, state.stacks, state.steps) == ({4: 5}, {5: (4,)}, {4: 1})
    assert (state.attached, state.judged, state.flag(3, 7), state.flag(4, 7)) == ({}, {}, 0, 1)
    apply(state, ev.Placed(3, 6, 1))
    assert (state.flag(3, 7), state.units_at(6)) == (0, (3,))


def test_a_unit_put_into_the_box_off_the_map_can_be_taken_away_again():
    state = fold(State(), [ev.Placed(1, -1, 1), ev.Removed(1, 1)])
    assert (state.at, state.stacks) == ({}, {})


@pytest.mark.parametrize("event", [ev.Moved(1, (2, 3), 1), ev.Removed(1, 1), ev.Popped(), ev.Stepped((1,))])
def test_an_event_about_what_is_not_there_changes_nothing(event):
    state = State()
    apply(state, event)
    assert digest(state) == digest(State())


def entries_of(state):
    """All of a position, the order of its entries included: a rule may go over them."""
    tables = [list(getattr(state, name).items()) for name in (*TABLES, "stacks")]
    return tables, state.agenda, state.respects, (state.turn, state.phase, state.phase_side, state.winner, state.level)


@given(st.lists(st.one_of(EVENT, WILD_EVENT), max_size=40), st.lists(st.one_of(EVENT, WILD_EVENT), max_size=80))
@settings(max_examples=500)
def test_many_events_at_once_lead_to_the_very_position_that_one_by_one_leads_to(first, events):
    before = fold(State(), first)
    one_by_one, at_once = before.copy(), fold_long(before.copy(), events)
    for event in events:
        apply(one_by_one, event)
    assert entries_of(at_once) == entries_of(one_by_one)
    assert updated(digest(before), before, at_once, events) == digest(at_once)


@given(st.lists(COLLIDING_EVENT, max_size=15), st.lists(COLLIDING_EVENT, max_size=40))
@example([ev.JudgedFor(-(1 << 32), 1)], [ev.JudgedFor(1, 1, (), 0, -1), ev.Removed(0, 1)])
@settings(max_examples=500)
def test_so_do_events_of_pieces_whose_numbers_run_into_those_of_others(first, events):
    """A piece below 0 or beyond 2^32 shares its keys with another piece in another respect."""
    before = fold(State(), first)
    one_by_one, at_once = before.copy(), fold_long(before.copy(), events)
    for event in events:
        apply(one_by_one, event)
    assert entries_of(at_once) == entries_of(one_by_one)
    assert updated(digest(before), before, at_once, events) == digest(at_once)


@given(*(st.lists(st.one_of(EVENT, COLLIDING_EVENT), max_size=most) for most in (15, 40)))
@settings(max_examples=500)
def test_a_walk_through_many_events_finds_the_position_of_each(first, events):
    before = fold(State(), first)
    one_by_one, walked = before.copy(), before.copy()
    own = step_by_step(walked)
    for event in events:
        apply(one_by_one, event)
        if type(event) in own:
            own[type(event)](event)
        else:
            apply(walked, event)
        assert entries_of(walked) == entries_of(one_by_one)


CROWD = 300
LONG = {
    "flags of what is removed": [ev.Flagged(n, 1, 1) for n in range(CROWD)] + [ev.Removed(n, 1) for n in range(CROWD)],
    "a stack": [ev.Placed(n, 5, 1) for n in range(CROWD)] + [ev.Moved(n, (5, 6), 1) for n in range(CROWD)],
    "an agenda": [ev.Pushed(1, (n,)) for n in range(CROWD)] + [ev.Stepped((7,)), ev.Popped()] * CROWD,
    "respects": [ev.JudgedFor(n, 1, (), 0, n + 1) for n in range(CROWD)] + [ev.Removed(n, 1) for n in range(CROWD)],
}


@pytest.mark.parametrize("what", LONG)
def test_a_frame_made_to_cost_time_is_folded_at_once(what, monkeypatch):
    """One by one each of them cost as much as there were entries: 40 seconds for a genesis of 0.7 MB."""
    for kind in APPLY:
        monkeypatch.setitem(APPLY, kind, None)
    state = fold(State(), LONG[what] * 2)
    assert state.stacks == stacks_of(state)


def test_a_walk_through_a_frame_made_to_cost_time_looks_at_no_entry_twice(monkeypatch):
    """`record` of such a frame of 80,000 events took a minute."""
    events = tuple(LONG["flags of what is removed"] + LONG["respects"])
    for kind in (ev.Removed, ev.Flagged, ev.Judged, ev.JudgedFor):
        monkeypatch.setitem(APPLY, kind, None)
    passage = Passage(Frame(1, DECISION, 1, 0, msgspec.Raw(b"\xc0"), events, (), bytes(16), None), State())
    assert len(list(passage.happenings())) == len(events)
    assert not (passage.state.flags or passage.state.judged or passage.state.respects)


class Looked(dict):
    """Entries that count how often somebody goes through them all."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def test_the_digest_of_a_frame_that_removes_many_is_not_looked_together_piece_by_piece():
    before = fold(State(), [ev.Flagged(n, 1, 1) for n in range(CROWD)])
    before.flags = Looked(before.flags)
    gone = [ev.Removed(n, 1) for n in range(CROWD)]
    after = fold_long(before.copy(), gone)
    before.flags.times = 0
    assert updated(digest(before), before, after, gone) == digest(after) == digest(State())
    assert before.flags.times < 3
