"""The fold takes any event on any position, and keeps its own house in order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.registry import KINDS
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import APPLY, apply, fold
from hexledger.projections.state import State
from tests.projections.events import EVENT, WILD_EVENT


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
