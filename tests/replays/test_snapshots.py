"""Snapshots save time and are never believed on their word."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.frame import BadFrame
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.snapshots import INTERVAL, SCHEMA, SnapshotCache, Tip, restore, store
from tests.drill.play import edited, passing, reading, rewritten, writing
from tests.projections.events import EVENT

LEAF = bytes(32)


@given(st.lists(EVENT, max_size=60))
def test_a_stored_position_comes_back_the_same(events):
    state = fold(State(), events)
    again = restore(store(state))
    for name in State.__slots__:
        assert getattr(again, name) == getattr(state, name), name
    assert digest(again) == digest(state)


@pytest.fixture
def quiet(tmp_path):
    return passing(tmp_path / "quiet.hxl", 3 * INTERVAL)


def test_a_writer_leaves_snapshots_and_the_next_reader_uses_them(quiet):
    with writing(quiet) as log:
        log.state()
        kept = [seq for seq in range(len(log.ledger)) if seq in log.snapshots]
    assert kept == [INTERVAL, 2 * INTERVAL, 3 * INTERVAL]
    with reading(quiet) as log:
        assert INTERVAL in log.snapshots
        assert digest(log.state(INTERVAL + 3)) == log.frame(INTERVAL + 3).digest


TIP = Tip(LEAF, 3, LEAF).checked()


def forged(seq, leaf):
    return msgspec.msgpack.encode((SCHEMA, [(seq, leaf, store(fold(State(), [ev.Placed(0, 0, 2)])))], TIP))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff" * 40,
        msgspec.msgpack.encode((SCHEMA + 1, [], TIP)),
        msgspec.msgpack.encode((SCHEMA, [(INTERVAL, LEAF, b"\x01")], TIP)),
        msgspec.msgpack.encode((SCHEMA, [(10**6, LEAF, b"")], TIP)),
        msgspec.msgpack.encode((SCHEMA, "\ud7ff", TIP)),
        msgspec.msgpack.encode((SCHEMA - 1, [])),
        b"\x92\x01\x91\x93\xa1\xff",
    ],
)
def test_a_damaged_snapshot_file_costs_time_and_never_truth(quiet, content):
    quiet.with_name(quiet.name + ".cache").write_bytes(content)
    with reading(quiet) as log:
        assert digest(log.state()) == log.frame(log.timeline.head).digest


def test_a_forged_snapshot_of_the_right_frame_is_not_believed(quiet):
    with reading(quiet) as log:
        leaf = log.ledger.leaf(INTERVAL)
        truth = log.frame(INTERVAL).digest
    quiet.with_name(quiet.name + ".cache").write_bytes(forged(INTERVAL, leaf))
    with reading(quiet) as log:
        assert INTERVAL in log.snapshots
        assert digest(log.state(INTERVAL)) == truth
        assert digest(log.state(INTERVAL + 1)) == log.frame(INTERVAL + 1).digest


def test_a_snapshot_of_another_log_is_dropped_by_its_leaf(quiet):
    quiet.with_name(quiet.name + ".cache").write_bytes(forged(INTERVAL, LEAF))
    with reading(quiet) as log:
        assert INTERVAL not in log.snapshots


def test_a_position_too_big_for_a_snapshot_is_simply_not_kept():
    cache = SnapshotCache(None)
    cache.keep(5, LEAF, fold(State(), [ev.MarkerSet(2**40, 1, 1, 1)]))
    assert 5 not in cache


def test_a_position_that_was_taken_from_memory_can_still_be_looked_at_far_back(quiet):
    with reading(quiet) as log:
        log.state()
        for seq in (1, INTERVAL - 1, INTERVAL, 2 * INTERVAL + 5):
            assert digest(log.state(seq)) == log.frame(seq).digest
        with pytest.raises(ReplayError):
            log.state(len(log.ledger))


def test_a_position_that_somebody_else_has_folded_is_shared_if_it_is_what_its_frame_records(quiet):
    with reading(quiet) as log:
        before, frame = log.state(3), log.frame(4)
        after = fold(before.copy(), frame.events)
        log.reached(4, before, after)
        assert log.state(4) is after
        with pytest.raises(BadFrame, match="frame 4"):
            log.reached(4, before, fold(before.copy(), frame.events[:-1]))
        assert log.state(4) is after


def test_a_false_frame_between_two_snapshots_is_found_by_a_seek_from_the_one_before_it(quiet, tmp_path):
    wrong = INTERVAL + 5
    path = rewritten(quiet, tmp_path / "x.hxl", lambda f: edited(f, digest=bytes(16)), wrong)
    with reading(path) as log:
        log.state(INTERVAL)
        log.snapshots.keep(INTERVAL, log.ledger.leaf(INTERVAL), log.state(INTERVAL))
        with pytest.raises(BadFrame, match=f"frame {wrong}"):
            log.state(wrong)
        assert digest(log.state(wrong + 1)) == log.frame(wrong + 1).digest
