"""Appends that a crash cut off: the unfinished frame goes aside, nothing acknowledged is lost, play goes on."""

import struct
import zlib

import pytest

from hexledger.events.errors import Corrupt, DiskError
from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan


def test_play_goes_on_after_a_torn_frame_and_no_new_record_is_lost(path):
    """F30: A, torn B at every byte, reopen, C, D, crash, reopen: A, C, D."""
    with Ledger.create(path, b"A") as ledger:
        alone = path.read_bytes()
        ledger.append(b"B, a decision with a long text", 0)
        torn = path.read_bytes()[len(alone) :]
    for cut in range(1, len(torn)):
        path.write_bytes(alone + torn[:cut])
        ledger = Ledger.open_writer(path)
        assert list(ledger.payloads()) == [b"A"]
        assert (ledger.torn.frame, ledger.torn.offset, ledger.torn.length) == (1, len(alone), cut)
        assert ledger.torn.reason == "cut short"
        assert ledger.torn.quarantine.read_bytes() == torn[:cut]
        assert path.read_bytes() == alone
        ledger.append(b"C", 0)
        ledger.append(b"D", 1)
        ledger.close()
        whole = path.read_bytes()
        # the crash during a third append
        path.write_bytes(whole + torn[: cut // 2 + 1])
        with Ledger.open_writer(path) as again:
            assert list(again.payloads()) == [b"A", b"C", b"D"]
        assert path.read_bytes() == whole
        assert scan(path).intact


def test_two_torn_tails_at_the_same_place_are_both_kept(path):
    """F30"""
    Ledger.create(path, b"A").close()
    alone = path.read_bytes()
    kept = []
    for tail in (b"one", b"two", b"one", b"three"):
        path.write_bytes(alone + tail)
        with Ledger.open_writer(path) as ledger:
            kept.append(ledger.torn.quarantine.name)
    stem = f"{path.name}.torn-{len(alone)}"
    assert kept == [stem, f"{stem}-2", stem, f"{stem}-3"]
    assert [(path.parent / name).read_bytes() for name in kept] == [b"one", b"two", b"one", b"three"]


@pytest.mark.parametrize(
    ("garbage", "reason"),
    [
        (b"\x00" * 5000, "length"),
        (b"\xff" * 5000, "length"),
        (b"\x00" * 7, "cut short"),
        (bytes(range(256)) * 20, "length"),
        (struct.pack("<I", 200) * 400, "checksum"),
        (struct.pack("<II", 60, 0) + b"q" * 60, "checksum"),
        (struct.pack("<II", 60, 0) + b"q" * 200, "checksum"),
    ],
)
def test_garbage_at_the_end_is_a_torn_tail(frames, path, garbage, reason):
    """F30: blocks of zeros and old disk content after a power cut are no valid frames."""
    payloads, offsets, data = frames
    path.write_bytes(data + garbage)
    found = scan(path)
    assert (found.frames, found.faults) == (6, ())
    assert (found.torn.offset, found.torn.length, found.torn.reason) == (offsets[-1], len(garbage), reason)
    assert not found.intact
    with Ledger.open_writer(path) as ledger:
        assert list(ledger.payloads()) == payloads
        assert ledger.torn.quarantine.read_bytes() == garbage


def test_a_torn_payload_that_contains_a_frame_is_still_a_torn_tail(frames, path, tmp_path):
    """F30: a frame quoted inside a payload is not a frame of this ledger.

    Only where the cut falls exactly behind the quoted frame can nobody tell; then the file is refused, not cut.
    """
    _, _, data = frames
    with Ledger.create(tmp_path / "quoted.hxl", b"a game that is quoted in a note"):
        quoted = (tmp_path / "quoted.hxl").read_bytes()
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"note: " + quoted + b" :end of note", ledger.head)
    tail = path.read_bytes()[len(data) :]
    ambiguous = tail.index(quoted) + len(quoted)
    for cut in range(1, len(tail)):
        path.write_bytes(data + tail[:cut])
        if cut == ambiguous:
            with pytest.raises(Corrupt):
                Ledger.open_writer(path)
            assert path.read_bytes() == data + tail[:cut]
        else:
            assert Ledger.open_reader(path).torn.length == cut


def test_a_damaged_last_frame_is_a_torn_tail_that_verify_names(frames, path):
    """F32, F30: each byte of the last frame: nothing valid follows it, so it is put aside, and the scan names it."""
    _, offsets, data = frames
    for at in range(offsets[5], offsets[6]):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x04]) + data[at + 1 :])
        found = scan(path)
        assert found.faults == ()
        assert (found.frames, found.torn.frame, found.torn.offset) == (5, 5, offsets[5])
        place = at - offsets[5]
        if place >= 4:
            assert found.torn.reason == "checksum"
        elif place >= 1:
            # far too long, or longer than the file: the body is here and sound, so the length lies
            assert found.torn.reason == "length"


def test_a_cut_tail_alone_still_verifies_but_is_shorter(frames, path):
    """F34: whole frames cut off leave an intact, shorter ledger: only someone else's checkpoint can tell."""
    payloads, offsets, data = frames
    for keep in range(1, 6):
        path.write_bytes(data[: offsets[keep]])
        found = scan(path)
        assert found.intact
        assert found.frames == keep
        assert list(Ledger.open_reader(path).payloads()) == payloads[:keep]


def test_recovery_that_fails_half_way_loses_nothing(frames, path, faulty):
    """F30: any call of the recovery may fail; the next open still finds the frames, and the tail is somewhere."""
    payloads, _, data = frames
    tail = b"unfinished business"
    calls = faulty()
    path.write_bytes(data + tail)
    Ledger.open_writer(path, calls).close()
    steps = [(call, calls.calls[:i].count(call) + 1) for i, call in enumerate(calls.calls)]
    assert {call for call, _ in steps} >= {
        "read",
        "create_new",
        "write",
        "sync",
        "replace",
        "sync_directory",
        "truncate",
    }
    for call, nth in steps:
        for kept in path.parent.glob("*.torn-*"):
            kept.unlink()
        path.write_bytes(data + tail)
        disk = faulty()
        disk.fail(call, nth)
        with pytest.raises(DiskError):
            Ledger.open_writer(path, disk)
        kept = [p.read_bytes() for p in path.parent.glob("*.torn-*")]
        assert path.read_bytes() == data + tail or (path.read_bytes() == data and kept == [tail])
        with Ledger.open_writer(path) as ledger:
            assert list(ledger.payloads()) == payloads
            assert ledger.append(b"on we go", 5) == 6


def test_a_sound_frame_at_the_end_that_names_another_past_is_corruption(frames, path):
    """F30, F36: a torn write cannot have a good checksum, so this is no torn tail."""
    _, _, data = frames
    body = b"\x11" * 32 + b"forged"
    path.write_bytes(data + struct.pack("<II", len(body), zlib.crc32(body)) + body)
    for open_it in (Ledger.open_reader, Ledger.open_writer):
        with pytest.raises(Corrupt):
            open_it(path)
