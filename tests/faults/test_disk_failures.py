"""Disks that fill up or fail: nothing is acknowledged, memory never runs ahead, and reopening works."""

import errno

import pytest

from hexledger.events.errors import DiskError, LedgerError, Poisoned
from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan

NEW = b"a decision that did not fit"


@pytest.mark.parametrize("stays", [False, True], ids=["taken off", "cannot be taken off"])
def test_f33_a_full_disk_at_any_byte_of_an_append_acknowledges_nothing_and_reopens(frames, path, faulty, stays):
    """F33: what was half written is taken off again, so that the log is as it was; where that fails too, it is put
    aside when the log is opened."""
    payloads, _, data = frames
    frame_size = 8 + 32 + len(NEW)
    for room in range(frame_size):
        path.write_bytes(data)
        disk = faulty()
        ledger = Ledger.open_writer(path, disk)
        disk.room = room
        if stays:
            disk.fail("truncate")
        with pytest.raises(Poisoned):
            ledger.append(NEW, ledger.head)
        assert list(ledger.payloads()) == payloads
        assert path.read_bytes()[: len(data)] == data
        assert len(path.read_bytes()) == len(data) + (room if stays else 0)
        assert scan(path).intact == (not stays or not room)
        # the disk is freed, the handle stays refused, the file opens again
        disk.room = None
        with pytest.raises(Poisoned):
            ledger.append(NEW, ledger.head)
        ledger.close()
        with Ledger.open_writer(path) as again:
            assert list(again.payloads()) == payloads
            assert again.append(NEW, 5) == 6
        assert scan(path).intact


def test_a_disk_that_is_still_full_can_be_read_and_is_not_harmed_by_opening(frames, path, faulty):
    """F33"""
    payloads, _, data = frames
    path.write_bytes(data + b"torn")
    disk = faulty(room=0)
    with pytest.raises(DiskError):
        Ledger.open_writer(path, disk)
    assert path.read_bytes() == data + b"torn"
    assert list(Ledger.open_reader(path).payloads()) == payloads
    disk.room = 1000
    with Ledger.open_writer(path, disk) as ledger:
        assert ledger.append(NEW, 5) == 6


def test_a_full_disk_in_the_middle_of_a_batch_acknowledges_nothing(frames, path, faulty):
    """F33: the file may then hold some leading frames of the batch, each whole."""
    payloads, _, data = frames
    batch = [b"one", b"two", b"three"]
    for room in range(3 * 40 + 11):
        path.write_bytes(data)
        disk = faulty()
        ledger = Ledger.open_writer(path, disk)
        disk.room = room
        with pytest.raises(Poisoned):
            ledger.append_many(batch, 5)
        assert len(ledger) == 6
        ledger.close()
        with Ledger.open_writer(path) as again:
            assert list(again.payloads()) == payloads + batch[: len(again) - 6]
            assert len(again) - 6 == (room >= 43) + (room >= 86)


@pytest.mark.parametrize("call", ["write", "sync"])
def test_f35_a_failed_write_or_sync_refuses_for_ever(frames, path, faulty, call):
    """F35: the retry would succeed, and would be a lie."""
    payloads, _, _ = frames
    disk = faulty()
    ledger = Ledger.open_writer(path, disk)
    ledger.append(b"good", 5)
    disk.fail(call, 1, errno.EIO)
    for _ in range(5):
        with pytest.raises(Poisoned) as refusal:
            ledger.append(NEW, 6)
        assert "open the ledger again" in str(refusal.value)
        with pytest.raises(Poisoned):
            ledger.append_many([NEW], None)
        assert not ledger.writable
        assert list(ledger.payloads()) == [*payloads, b"good"]
        assert ledger.head == 6
    assert disk.calls.count("write") == 2
    assert ledger.unsure == (call == "sync"), "what was not synced may read back well all the same"
    ledger.close()
    with Ledger.open_writer(path) as again:
        assert list(again.payloads())[:7] == [*payloads, b"good"]


@pytest.mark.usefixtures("frames")
def test_memory_changes_only_after_the_sync(path, faulty):
    """F35"""
    seen = []

    class Watching(faulty):
        def sync(self, handle):
            super().sync(handle)
            seen.append((len(watched), watched.size))

    disk = Watching()
    # stands in while the writer is being opened, which syncs too
    watched = Ledger.open_reader(path)
    watched = Ledger.open_writer(path, disk)
    before = (len(watched), watched.size)
    seen.clear()
    watched.append(NEW, 5)
    assert seen == [before]
    assert len(watched) == 7


@pytest.mark.usefixtures("frames")
def test_an_interrupt_during_an_append_poisons_the_handle(path, faulty):
    """F35: a signal between write and sync leaves the disk in an unknown state."""

    class Interrupted(faulty):
        armed = False

        def sync(self, handle):
            if self.armed:
                raise KeyboardInterrupt
            super().sync(handle)

    disk = Interrupted()
    ledger = Ledger.open_writer(path, disk)
    disk.armed = True
    with pytest.raises(KeyboardInterrupt):
        ledger.append(NEW, 5)
    disk.armed = False
    with pytest.raises(Poisoned):
        ledger.append(NEW, 5)
    assert len(ledger) == 6


@pytest.mark.usefixtures("frames")
def test_an_interrupt_between_two_frames_of_a_batch_acknowledges_none_and_poisons_the_handle(path):
    """F35: the first of them is on the disk, and nobody was told so."""

    class Two(list):
        def __iter__(self):
            yield NEW
            if self.pop():
                raise KeyboardInterrupt

    ledger = Ledger.open_writer(path)
    with pytest.raises(KeyboardInterrupt):
        ledger.append_many(Two([True, False]), 5)
    assert len(ledger) == 6 and not ledger.writable
    with pytest.raises(Poisoned):
        ledger.append(NEW, 5)
    ledger.close()
    assert [*Ledger.open_reader(path).payloads()][6:] == [NEW]


def test_creation_that_fails_at_any_call_leaves_no_file_and_no_lock(path, faulty):
    """F33: a ledger appears with its genesis or not at all."""
    calls = faulty()
    Ledger.create(path, b"genesis", calls).close()
    path.unlink()
    steps = [(call, calls.calls[:i].count(call) + 1) for i, call in enumerate(calls.calls)]
    assert [call for call, _ in steps][:4] == ["create_new", "write", "sync", "link"]
    for call, nth in steps:
        disk = faulty()
        disk.fail(call, nth)
        with pytest.raises(LedgerError):
            Ledger.create(path, b"genesis", disk)
        if path.exists():
            # the name was given already; what failed came after
            assert scan(path).intact
            path.unlink()
        with Ledger.create(path, b"genesis") as ledger:
            assert len(ledger) == 1
        path.unlink()


def test_creation_on_a_full_disk_leaves_no_file(path, faulty):
    """F33: at each byte of the first frame."""
    for room in range(8 + 32 + 7):
        with pytest.raises(DiskError):
            Ledger.create(path, b"genesis", faulty(room=room))
        assert [p.name for p in path.parent.iterdir() if not p.name.endswith(".lock")] == []
