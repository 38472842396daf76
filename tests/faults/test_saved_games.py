"""Faults of replay and saved files that other systems have shipped."""

import gc
from statistics import median
from time import process_time

import msgspec
import pytest

from hexledger.engine.editions.edition import load_edition
from hexledger.events import model as ev
from hexledger.events.errors import LedgerError, UnknownEvent
from hexledger.events.frame import BadFrame, decode_frame, encode_frame, encode_value
from hexledger.events.ndjson import export, import_
from hexledger.events.scan import scan
from hexledger.projections.dice_record import last_roll
from hexledger.projections.digest import digest
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError, WrongEdition
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.snapshots import INTERVAL
from tests.drill.decisions import Pass
from tests.drill.game import EDITION, Drill, drill
from tests.drill.play import (
    BLUE,
    RED,
    advance,
    begun,
    edited,
    frames_of,
    genesis,
    passing,
    reading,
    rewritten,
    to_the_end,
    until,
    writing,
    written,
)


@pytest.fixture
def finished(path):
    with begun(path, turns=3) as game:
        until(game, "reveal")
        advance(game)
        game.undo(RED, consent=[BLUE])
        to_the_end(game)
    return path


def payloads_of(path):
    return [encode_frame(frame) for frame in frames_of(path)]


def test_f15_branch_and_export_work_at_every_frame_of_a_game(finished, tmp_path):
    """F15: 0, the last one, and every border between."""
    count = len(frames_of(finished))
    for seq in range(count):
        copy = tmp_path / f"{seq}.hxl"
        copy.write_bytes(finished.read_bytes())
        with writing(copy) as game:
            if not game.timeline.is_place(seq):
                with pytest.raises(ReplayError):
                    game.branch("study", at=seq)
                continue
            game.branch("study", at=seq)
            if game.offer() is not None:
                advance(game, 1, seed="another mind")
            game.switch("main")
            assert game.state().over
            leaves = [game.ledger.leaf(number) for number in range(len(game.ledger))]
            lines = list(export(game.ledger.payloads(), leaves))
            assert list(import_(lines)) == list(game.ledger.payloads())


def test_f16_the_last_roll_shown_at_a_position_is_the_one_rolled_there(finished):
    """F16: from the frames of the line, not from what was rolled last in the session."""
    with reading(finished) as game:
        line = game.timeline.path(game.timeline.head)
        frames, shown, expected = list(game.frames(game.timeline.head)), [], None
        for seq in line:
            for event in game.frame(seq).events:
                if isinstance(event, ev.Rolled):
                    expected = event.value
            found = last_roll(frames, game.game, seq)
            shown.append(None if found is None else found["value"])
            assert shown[-1] == expected
    assert len(set(shown)) > 1


@pytest.mark.parametrize("again", [1, 2, 3])
def test_f23_a_game_saved_anywhere_goes_on_as_if_it_had_never_been_closed(tmp_path, again):
    """F23: whose turn, the agenda in the middle of an interrupt, the dice; closed after every decision."""
    whole, pieces = tmp_path / "whole.hxl", tmp_path / "pieces.hxl"
    with begun(whole, seed=str(again), turns=5) as game:
        to_the_end(game)
    begun(pieces, seed=str(again), turns=5).close()
    count = 0
    while True:
        with writing(pieces) as game:
            if not advance(game, 1):
                break
            count += 1
    assert count > 20
    assert pieces.read_bytes() == whole.read_bytes()


def test_a_game_killed_between_any_two_bytes_goes_on_from_its_last_whole_decision(tmp_path):
    """F19: cut anywhere, every acknowledged decision is there and play goes on to the same end."""
    path = tmp_path / "game.hxl"
    with begun(path) as game:
        advance(game, 4)
        starts = [game.ledger.offset(frame) for frame in range(len(game.ledger))] + [game.ledger.size]
        to_the_end(game)
    data = path.read_bytes()
    for cut in range(starts[3], starts[5], 7):
        torn = tmp_path / f"{cut}.hxl"
        torn.write_bytes(data[:cut])
        with writing(torn) as game:
            assert len(game.timeline) == sum(end <= cut for end in starts) - 1
            to_the_end(game)
        assert torn.read_bytes() == data


def test_logs_of_other_versions_and_games_are_typed_errors_that_name_the_frame(finished, tmp_path):
    """F22b"""

    def with_genesis(name, **fields):
        other = encode_value(msgspec.structs.replace(genesis(turns=3), **fields))
        return rewritten(finished, tmp_path / name, lambda f: edited(f, decision=other), 0)

    for number, fields in enumerate([{"format": 3}, {"undo_policy": "sometimes"}]):
        with pytest.raises(BadFrame, match="frame 0"):
            reading(with_genesis(f"{number}.hxl", **fields))
    with pytest.raises(ReplayError, match="log of chess, not of drill"):
        reading(with_genesis("chess.hxl", game="chess"))
    with pytest.raises(WrongEdition, match="--edition"):
        reading(with_genesis("edition.hxl", edition_fingerprint="0" * 64, pieces=("a", "b")))
    with pytest.raises(WrongEdition, match="--edition"):
        reading(with_genesis("places.hxl", edition_fingerprint="0" * 64, places=("A1..A99999999999",)))
    other = with_genesis("viewed.hxl", edition_fingerprint="0" * 64)
    with writing(other) as game:
        assert game.state(0).turn == 1
        game.branch("study", at=0)
        with pytest.raises(WrongEdition, match="not played on"):
            game.submit(game.offer().side, Pass())
    with writing(with_genesis("rules.hxl", rules_version="0")) as game:
        game.branch("study", at=0)
        with pytest.raises(WrongEdition, match="rules version 0"):
            game.submit(game.offer().side, Pass())


def test_a_log_that_is_not_of_this_game_leaves_its_lock_behind_for_nobody(finished, tmp_path):
    """F22b: refusing a log lets the file go."""
    other = encode_value(msgspec.structs.replace(genesis(turns=3), game="chess"))
    path = rewritten(finished, tmp_path / "x.hxl", lambda f: edited(f, decision=other), 0)
    for _ in range(2):
        with pytest.raises(ReplayError, match="log of chess"):
            writing(path)


def test_frames_left_out_or_moved_are_typed_errors_that_name_the_frame(finished, tmp_path):
    """F22b: with every hash repaired."""
    payloads = payloads_of(finished)
    for number, (changed, frame) in enumerate(
        [
            (payloads[:3] + payloads[4:], 3),
            ([*payloads[:2], payloads[3], payloads[2], *payloads[4:]], 2),
            ([*payloads[:5], payloads[4], *payloads[5:]], 5),
            (payloads[1:], 0),
            ([payloads[0], payloads[0]], 1),
            ([payloads[0], b"\xc1"], 1),
            ([payloads[0], b"\x91\xff"], 1),
            ([payloads[0], b"\x91" * 100_000], 1),
            ([b"\x00", *payloads], 0),
        ]
    ):
        path = written(tmp_path / f"{number}.hxl", changed)
        with pytest.raises(LedgerError, match=f"frame {frame}"):
            reading(path)
        assert audit(path, game=drill()).contradiction.frame == frame


def test_a_frame_whose_events_are_nonsense_is_named_when_it_is_reached(finished, tmp_path):
    """F22b: no partial position is ever shown."""
    path = rewritten(finished, tmp_path / "x.hxl", lambda f: edited(f, events=f.events[:-1]), 4)
    with reading(path) as game:
        assert digest(game.state(3)) == game.frame(3).digest
        with pytest.raises(BadFrame, match="frame 4"):
            game.state(4)
        with pytest.raises(BadFrame, match="frame 4"):
            game.state(4)


def test_f38_an_unknown_event_is_named_with_its_frame_and_the_bytes_still_verify(finished, tmp_path):
    """F38"""
    payloads = payloads_of(finished)
    fields = msgspec.msgpack.decode(payloads[3])
    fields[5].append([999, 1])
    payloads[3] = msgspec.msgpack.encode(fields)
    path = written(tmp_path / "x.hxl", payloads)
    with pytest.raises(UnknownEvent) as unknown:
        decode_frame(payloads[3], 3)
    assert (unknown.value.frame, unknown.value.event_id) == (3, 999)
    with reading(path) as game:
        assert digest(game.state(2)) == game.frame(2).digest
        with pytest.raises(UnknownEvent, match="frame 3: unknown event 999"):
            game.state(5)
    found = audit(path, game=drill()).contradiction
    assert (found.frame, "999" in found.found) == (3, True)
    assert scan(path).intact


@pytest.mark.parametrize(
    "event", [[], ["Moved", 1], [None], 7, "x", [1], [1, "x", 2, 3], [26, 1 << 63, 1], [25, 1, [None]]]
)
def test_an_event_without_a_tag_or_with_other_fields_is_a_typed_error(finished, tmp_path, event):
    """F38"""
    payloads = payloads_of(finished)
    fields = msgspec.msgpack.decode(payloads[3])
    fields[5].append(event)
    payloads[3] = msgspec.msgpack.encode(fields)
    path = written(tmp_path / "x.hxl", payloads)
    with reading(path) as game, pytest.raises(LedgerError, match="frame 3"):
        game.state(3)
    assert audit(path, game=drill()).contradiction.frame == 3


def test_f20_a_later_rules_version_still_shows_and_rewinds_an_old_game(finished):
    """F20"""

    class Later(Drill):
        rules_version = "2"

    later = Later(load_edition(EDITION))
    later.move_cost = {"clear": 99, "hill": 99}
    with Chronicle.write(finished, game=later) as game:
        assert game.state().over
        for seq in game.timeline.path(game.timeline.head):
            assert digest(game.state(seq)) == game.frame(seq).digest
        game.undo(RED, consent=[BLUE])
    assert audit(finished, game=drill()).intact
    assert "rules version 1" in audit(finished, game=later).unproved


@pytest.fixture
def decoded(monkeypatch):
    """How many frames were decoded so far: work that no busy machine can disturb."""
    count = [0]

    def counting(payload, seq=None):
        count[0] += 1
        return decode_frame(payload, seq)

    monkeypatch.setattr("hexledger.replays.log.reader.decode_frame", counting)
    return lambda: count[0]


def walk(path):
    with reading(path) as game:
        for seq in range(len(game.ledger)):
            game.state(seq)


def test_f26_ten_times_the_game_is_ten_times_the_work(tmp_path, decoded):
    """F26: all positions of a game, in frames decoded."""
    short, long = passing(tmp_path / "short.hxl", 300), passing(tmp_path / "long.hxl", 3000)
    start = decoded()
    walk(short)
    middle = decoded()
    walk(long)
    assert 300 < middle - start < 1000
    assert decoded() - middle <= 12 * (middle - start)


def test_a_position_far_back_costs_no_walk_through_the_whole_game(tmp_path, decoded):
    """F26: a jump decodes at most one stretch between two snapshots."""
    with reading(passing(tmp_path / "long.hxl", 2000)) as game:
        game.state()
        for seq in (1999, 1500, 1001, 640, 3):
            before = decoded()
            assert digest(game.state(seq)) == game.frame(seq).digest
            assert decoded() - before <= INTERVAL + 1


def test_f24_a_late_game_opens_and_goes_on_with_the_work_of_its_last_stretch(tmp_path, decoded):
    """F24: in frames decoded; the time of an open and of an event is in the benchmark."""
    path = passing(tmp_path / "long.hxl", 2000)
    with writing(path) as game:
        game.state()
    for _ in range(2):
        before = decoded()
        with writing(path) as game:
            assert game.offer() is not None
            assert decoded() - before <= INTERVAL + 1
            advance(game, 3)
            assert decoded() - before <= INTERVAL + 1 + 2 * 3


@pytest.mark.long
def test_twenty_thousand_decisions_take_ten_times_as_long_as_two_thousand(tmp_path):
    """F26: in processor time. Rounds alternate and medians are compared: one pair on a busy machine says little."""
    paths = passing(tmp_path / "short.hxl", 2000), passing(tmp_path / "long.hxl", 20_000)
    times = [], []
    for _ in range(9):
        for path, found in zip(paths, times, strict=True):
            gc.collect()
            start = process_time()
            walk(path)
            found.append(process_time() - start)
    ratio = median(times[1]) / median(times[0])
    print(f"20 k against 2 k decisions: {ratio:.1f} times")  # noqa: T201
    assert ratio <= 12
