"""The ledger file: what is appended can be read back, in order, by the writer and by any number of readers."""

import struct
import zlib
from hashlib import sha256

import pytest

from hexledger.events.errors import (
    AlreadyExists,
    BadPayload,
    Corrupt,
    DiskError,
    Locked,
    NoSuchFrame,
    NotALedger,
    ReadOnly,
    WrongHead,
)
from hexledger.events.framing import MAX_BODY
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import Tree, verify_consistency, verify_inclusion
from hexledger.events.scan import scan

TURNS = [b"genesis", b"\x01", b"second decision", bytes(300), b"x" * 5000]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.hxl"


@pytest.fixture
def game(path):
    """The path of a closed ledger holding TURNS."""
    with Ledger.create(path, TURNS[0]) as ledger:
        for payload in TURNS[1:]:
            ledger.append(payload, ledger.head)
    return path


def test_what_was_appended_is_read_back_in_order(game):
    for ledger in (Ledger.open_reader(game), Ledger.open_writer(game)):
        with ledger:
            assert len(ledger) == len(TURNS)
            assert ledger.head == len(TURNS) - 1
            assert list(ledger.payloads()) == TURNS
            assert list(ledger.payloads(1, 3)) == TURNS[1:3]
            assert [ledger.payload(i) for i in range(len(TURNS))] == TURNS
            assert ledger.torn is None
            assert ledger.size == game.stat().st_size


def test_the_bytes_on_disk_are_length_checksum_link_and_payload(game):
    """DESIGN 5, written out independently of the code under test."""
    expected, link = b"", bytes(32)
    for payload in TURNS:
        body = link + payload
        expected += struct.pack("<II", len(body), zlib.crc32(body)) + body
        link = sha256(b"\x00" + body).digest()
    assert game.read_bytes() == expected
    assert Ledger.open_reader(game).leaf(len(TURNS) - 1) == link


def test_each_frame_begins_where_its_offset_says(game):
    ledger = Ledger.open_reader(game)
    data = game.read_bytes()
    for i, payload in enumerate(TURNS):
        length = struct.unpack_from("<I", data, ledger.offset(i))[0]
        assert length == 32 + len(payload)


def test_a_batch_gives_the_same_file_as_single_appends(game, tmp_path):
    other = tmp_path / "batch.hxl"
    with Ledger.create(other, TURNS[0]) as ledger:
        assert ledger.append_many(TURNS[1:], 0) == len(TURNS) - 1
        assert ledger.append_many([], ledger.head) == len(TURNS) - 1
        assert list(ledger.payloads()) == TURNS
    assert other.read_bytes() == game.read_bytes()


def test_the_root_is_the_merkle_root_over_the_leaves_at_every_size(game):
    with Ledger.open_writer(game) as ledger:
        for more in range(20):
            ledger.append(b"more %d" % more, ledger.head)
            plain = Tree()
            for i in range(len(ledger)):
                plain.append(ledger.leaf(i))
                assert ledger.root(i + 1) == plain.root()
        assert ledger.root() == scan(game).root == Ledger.open_reader(game).root()
        tree = ledger.tree
        assert ledger.leaves() == [ledger.leaf(number) for number in range(len(ledger))]
        verify_inclusion(ledger.leaf(3), 3, len(ledger), tree.inclusion_proof(3), ledger.root())
        verify_consistency(7, ledger.root(7), len(ledger), ledger.root(), tree.consistency_proof(7))


def test_a_decision_made_on_another_position_is_refused_and_both_tips_are_named(game):
    """F9, F18"""
    with Ledger.open_writer(game) as ledger:
        before = game.read_bytes()
        for stale in (0, 3, 5, -1):
            with pytest.raises(WrongHead) as refusal:
                ledger.append(b"late", stale)
            assert (refusal.value.expected, refusal.value.actual) == (stale, 4)
            assert f"frame {stale}" in str(refusal.value)
            assert "last frame is 4" in str(refusal.value)
        with pytest.raises(WrongHead):
            ledger.append_many([b"a", b"b"], 3)
        assert game.read_bytes() == before
        assert len(ledger) == 5
        assert ledger.append(b"in time", 4) == 5
        assert ledger.append(b"whatever the head is", None) == 6


def test_a_continuation_of_another_game_of_equal_length_is_refused(game, tmp_path):
    """F18"""
    with Ledger.create(tmp_path / "other.hxl", b"other genesis") as other, Ledger.open_writer(game) as ledger:
        other.append_many(TURNS[1:], None)
        assert other.head == ledger.head
        with pytest.raises(WrongHead) as refusal:
            ledger.append(b"next", ledger.head, other.leaf(other.head))
        assert refusal.value.expected_leaf == other.leaf(4)
        assert refusal.value.actual_leaf == ledger.leaf(4)
        assert ledger.append(b"next", ledger.head, ledger.leaf(4)) == 5


def test_a_reader_cannot_append(game):
    """F9"""
    ledger = Ledger.open_reader(game)
    assert not ledger.writable
    with pytest.raises(ReadOnly):
        ledger.append(b"no", ledger.head)


def test_a_reader_writes_nothing_and_takes_no_lock(game):
    # the lock file of the earlier writer is not the reader's doing
    for leftover in game.parent.glob("*.lock"):
        leftover.unlink()
    before = game.read_bytes(), sorted(p.name for p in game.parent.iterdir())
    game.write_bytes(before[0] + b"torn")
    ledger = Ledger.open_reader(game)
    ledger.refresh()
    ledger.close()
    assert ledger.torn.length == 4
    assert game.read_bytes() == before[0] + b"torn"
    assert sorted(p.name for p in game.parent.iterdir()) == before[1]


def test_a_closed_writer_can_be_read_but_not_written(game):
    ledger = Ledger.open_writer(game)
    ledger.close()
    ledger.close()
    assert ledger.payload(2) == TURNS[2]
    with pytest.raises(ReadOnly):
        ledger.append(b"no", ledger.head)


def test_a_second_writer_in_the_same_program_is_refused_by_name(game):
    with Ledger.open_writer(game) as first:
        with pytest.raises(Locked) as refusal:
            Ledger.open_writer(game)
        assert str(game.resolve()) in str(refusal.value)
        first.append(b"still mine", first.head)
    with Ledger.open_writer(game) as second:
        assert second.payload(5) == b"still mine"


def test_the_same_file_by_another_name_meets_the_same_lock(game, tmp_path):
    alias = tmp_path / "alias.hxl"
    try:
        alias.symlink_to(game)
    except OSError:
        pytest.skip("no symbolic links here")
    with Ledger.open_writer(game), pytest.raises(Locked):
        Ledger.open_writer(alias)


def test_a_failed_open_does_not_keep_the_lock(tmp_path):
    path = tmp_path / "bad.hxl"
    path.write_bytes(b"not a ledger at all")
    for _ in range(2):
        with pytest.raises(NotALedger):
            Ledger.open_writer(path)


def test_a_new_ledger_never_replaces_a_file(path):
    path.write_bytes(b"precious")
    with pytest.raises(AlreadyExists):
        Ledger.create(path, b"genesis")
    assert path.read_bytes() == b"precious"


def test_a_missing_file_is_a_clear_error_and_leaves_nothing_behind(path):
    for open_it in (Ledger.open_reader, Ledger.open_writer, scan):
        with pytest.raises(DiskError) as refusal:
            open_it(path)
        assert str(path) in str(refusal.value)
    assert list(path.parent.iterdir()) == []


def test_files_that_are_no_ledgers_are_refused(path):
    """F34: the empty file; and text, zeros, a lone torn genesis."""
    Ledger.create(path, b"genesis").close()
    genesis = path.read_bytes()
    for content in (b"", b"hello", bytes(4096), genesis[:-1], genesis[:3], b"\x89PNG\r\n\x1a\n" * 50):
        path.write_bytes(content)
        for open_it in (Ledger.open_reader, Ledger.open_writer, scan):
            with pytest.raises(NotALedger):
                open_it(path)
        assert path.read_bytes() == content


def test_empty_and_oversized_payloads_are_refused_before_anything_is_written(game):
    with Ledger.open_writer(game) as ledger:
        before = game.read_bytes()
        for bad in (b"", bytes(MAX_BODY)):
            with pytest.raises(BadPayload):
                ledger.append(bad, ledger.head)
            with pytest.raises(BadPayload):
                ledger.append_many([b"fine", bad], ledger.head)
        assert game.read_bytes() == before
        assert ledger.append(b"fine", ledger.head) == 5


def test_frame_numbers_outside_the_ledger_are_refused(game):
    ledger = Ledger.open_reader(game)
    for ask in (ledger.payload, ledger.leaf, ledger.offset):
        for number in (-1, 5):
            with pytest.raises(NoSuchFrame):
                ask(number)
    for start, stop in ((0, 6), (-1, 2), (3, 2)):
        with pytest.raises(NoSuchFrame):
            ledger.payloads(start, stop)
    with pytest.raises(NoSuchFrame):
        ledger.root(6)


def test_a_reader_follows_a_growing_file(game):
    reader = Ledger.open_reader(game)
    with Ledger.open_writer(game) as writer:
        assert reader.refresh() == 0
        for step in range(1, 4):
            last = writer.append_many([b"%d" % i for i in range(step)], writer.head)
            assert reader.refresh() == step
            assert reader.head == last
            assert list(reader.payloads()) == list(writer.payloads())
            assert [reader.offset(i) for i in range(len(reader))] == [writer.offset(i) for i in range(len(writer))]
            assert reader.root() == writer.root()
        assert writer.refresh() == 0


def test_a_reader_waits_for_a_frame_that_is_still_being_written(game):
    whole = game.read_bytes()
    with Ledger.open_writer(game) as writer:
        writer.append(b"slow decision", writer.head)
    grown = game.read_bytes()
    for cut in range(len(whole), len(grown)):
        game.write_bytes(whole)
        reader = Ledger.open_reader(game)
        game.write_bytes(grown[:cut])
        assert reader.refresh() == 0
        assert (reader.torn is None) == (cut == len(whole))
        game.write_bytes(grown)
        assert reader.refresh() == 1
        assert reader.torn is None
        assert reader.payload(5) == b"slow decision"


def test_a_reader_refuses_a_file_that_changed_under_it(game, tmp_path):
    whole = game.read_bytes()
    reader = Ledger.open_reader(game)
    game.write_bytes(whole[:-1])
    with pytest.raises(Corrupt, match="whole frames before"):
        reader.refresh()
    with Ledger.create(tmp_path / "other.hxl", b"other") as other:
        other.append(b"of another game", 0)
        foreign = (tmp_path / "other.hxl").read_bytes()[other.offset(1) :]
    game.write_bytes(whole + foreign)
    with pytest.raises(Corrupt) as refusal:
        reader.refresh()
    assert (refusal.value.frame, refusal.value.offset) == (5, len(whole))
    assert list(reader.payloads()) == TURNS
