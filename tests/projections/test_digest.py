"""The digest names a position: whatever way it came about, and never two positions by one name."""

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from tests.projections.events import EVENT


@given(st.lists(st.lists(EVENT, max_size=8), max_size=12))
def test_kept_up_to_date_frame_by_frame_it_is_what_it_is_from_nothing(frames):
    state, kept = State(), digest(State())
    for events in frames:
        old = state.copy()
        fold(state, events)
        kept = updated(kept, old, state, events)
        assert kept == digest(state)


@given(st.lists(EVENT, max_size=60), st.randoms())
def test_the_order_in_which_a_table_was_filled_does_not_matter(events, dice):
    state = fold(State(), events)
    assert digest(shuffled(state, dice)) == digest(state)


def shuffled(state, dice):
    other = state.copy()
    for name in State.__slots__:
        table = getattr(other, name)
        if isinstance(table, dict):
            items = list(table.items())
            dice.shuffle(items)
            setattr(other, name, dict(items))
    return other


DIFFERENT = [
    (),
    (ev.Placed(1, 2, 1),),
    (ev.Placed(1, 2, 2),),
    (ev.Placed(1, 3, 1),),
    (ev.Placed(2, 2, 1),),
    (ev.Placed(1, 2, 1), ev.Flagged(1, 3, 1)),
    (ev.Placed(1, 2, 1), ev.Flagged(1, 3, 2)),
    (ev.Placed(1, 2, 1), ev.Attached(1, 3)),
    (ev.Controlled(2, 1),),
    (ev.MarkerSet(2, -1, 1, 1),),
    (ev.MarkerSet(1, 2, 1, 1),),
    (ev.TrackSet(2, 0, 1),),
    (ev.TrackSet(2, 1, 1),),
    (ev.Pooled(1, 2, 1),),
    (ev.Assigned(2, 1),),
    (ev.Judged(1, 1, (2, 3)),),
    (ev.Judged(1, 1, (3, 2)),),
    (ev.Sealed(1, 2, "aa"),),
    (ev.TurnBegan(1),),
    (ev.PhaseBegan(1, 0),),
    (ev.PhaseBegan(1, 1),),
    (ev.Won(0, 1),),
    (ev.Pushed(1, (1,)),),
    (ev.Pushed(1, (True,)),),
    (ev.Pushed(1, ((1,),)),),
    (ev.Pushed(1, (1,)), ev.Pushed(2, ())),
    (ev.Pushed(2, ()), ev.Pushed(1, (1,))),
]


def test_positions_that_differ_in_one_thing_have_different_digests():
    digests = [digest(fold(State(), events)) for events in DIFFERENT]
    assert len(set(digests)) == len(DIFFERENT)


@pytest.mark.parametrize("first", ["1", "True"])
def test_a_digest_does_not_depend_on_what_was_looked_at_before(first):
    """To a cache 1 and True are one key; in the ledger they are two."""
    code = f"""
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
digest(fold(State(), [ev.Pushed(1, ({first},))]))
print(digest(fold(State(), [ev.Pushed(1, (1,))])).hex(), digest(fold(State(), [ev.Pushed(1, (True,))])).hex())
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    one, true = out.stdout.split()
    assert one == digest(fold(State(), [ev.Pushed(1, (1,))])).hex()
    assert true == digest(fold(State(), [ev.Pushed(1, (True,))])).hex()
    assert one != true


def test_a_step_that_turns_from_1_to_true_changes_the_digest_kept_up_to_date():
    old = fold(State(), [ev.Pushed(1, (1,))])
    new = fold(old.copy(), [ev.Stepped((True,))])
    assert updated(digest(old), old, new, [ev.Stepped((True,))]) == digest(new) != digest(old)


@pytest.mark.parametrize("event", [ev.Flagged(1, 2, True), ev.TrackSet(3, 1, True), ev.StepsSet(True, 1)])
def test_a_rules_module_that_hands_in_true_for_1_spoils_no_later_digest(event):
    """Such a frame is refused before it is written; the process must go on with right digests."""
    code = f"""
from hexledger.events.model import *
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
digest(fold(State(), [{event!r}]))
print(digest(fold(State(), [{str(event).replace("True", "1")}])).hex())
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    clean = type(event)(*(int(getattr(event, name)) for name in event.__struct_fields__))
    assert out.stdout.strip() == digest(fold(State(), [clean])).hex()


def environment():
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def test_shuffling_really_shuffles():
    state = fold(State(), [ev.Placed(piece, piece, 1) for piece in range(20)])
    assert list(shuffled(state, random.Random(1)).at) != list(state.at)
