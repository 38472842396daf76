"""A game of sixty frames, cut at every byte and with every bit flipped: each time the right verdict, the right frame.

The short run flips one bit of each byte, the long one every bit.
"""

from bisect import bisect_right
from itertools import pairwise

import pytest

from hexledger.events.errors import Corrupt, NotALedger
from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from hexledger.events.scan import scan
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verdict import CONTRADICTED
from hexledger.replays.log.behind import cache_path
from tests.drill.game import drill
from tests.drill.play import advance, begun, writing

FRAMES = 60


class Memory(RealDisk):
    """A disk with one file that is read and never written."""

    def __init__(self, data):
        self.data = data

    def read(self, path, offset=0):
        return self.data[offset:]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """(path, bytes, first byte of each frame and the size) of a game with an undo and a branch in it."""
    path = tmp_path_factory.mktemp("sixty") / "game.hxl"
    with begun(path, turns=9) as game:
        advance(game, 20)
        game.undo(0, to=12, reason="the referee took it back")
        advance(game, 10, seed="another mind")
        game.branch("study", at=5)
        advance(game, FRAMES - len(game.ledger), seed="a third mind")
        assert len(game.ledger) == FRAMES
        offsets = [game.ledger.offset(seq) for seq in range(FRAMES)] + [game.ledger.size]
    return path, path.read_bytes(), offsets


def wrong(path, data, offsets, at):
    """What is amiss with the verdict on a file with a damaged byte `at`; empty for nothing."""
    frame = bisect_right(offsets, at) - 1
    disk = Memory(data)
    found = scan(path, disk)
    if found.intact:
        return "called intact"
    if frame == FRAMES - 1:
        # the end of a file that nobody has finished writing looks just like this
        torn = found.torn
        expected = torn is not None and (torn.frame, torn.offset, torn.offset + torn.length) == (frame, *offsets[-2:])
        return "" if expected and not found.faults else f"frame {frame}: {torn} {found.faults}"
    if found.torn is not None or [(fault.frame, fault.offset) for fault in found.faults] != [(frame, offsets[frame])]:
        return f"frame {frame}: {found.torn} {found.faults}"
    try:
        Ledger.open_reader(path, disk)
    except Corrupt as error:
        return "" if (error.frame, error.offset) == (frame, offsets[frame]) else str(error)
    return "opened"


def all_wrong(log, bits_of):
    path, data, offsets = log
    amiss = []
    for at in range(len(data)):
        for bit in bits_of(at):
            damaged = bytearray(data)
            damaged[at] ^= 1 << bit
            problem = wrong(path, bytes(damaged), offsets, at)
            if problem:
                amiss.append((at, bit, problem))
    return amiss


@pytest.mark.whole
def test_a_flipped_bit_in_any_byte_names_its_frame(log):
    """F31, F32, F51: one bit of each byte, another one in its neighbour."""
    assert all_wrong(log, lambda at: ((5 * at) % 8,)) == []


@pytest.mark.long
def test_every_flipped_bit_names_its_frame(log):
    """F31, F32, F51"""
    assert all_wrong(log, lambda _: range(8)) == []


def test_the_audit_names_the_same_frame(log, tmp_path):
    """F31, F32: the first, a middle and the last byte of every frame."""
    path, data, offsets = log
    copy = tmp_path / path.name
    for frame, (start, stop) in enumerate(pairwise(offsets)):
        for at in (start, (start + stop) // 2, stop - 1):
            damaged = bytearray(data)
            damaged[at] ^= 1 << (at % 8)
            copy.write_bytes(damaged)
            found = audit(copy, game=drill())
            assert (found.word, found.contradiction.frame, found.contradiction.where) == (CONTRADICTED, frame, "bytes")


def test_a_log_cut_at_any_byte_keeps_every_whole_frame_and_names_the_torn_one(log):
    """F30, F34"""
    path, data, offsets = log
    with Ledger.open_reader(path) as ledger:
        payloads = list(ledger.payloads())
    for cut in range(len(data)):
        whole = bisect_right(offsets, cut) - 1
        disk = Memory(data[:cut])
        if not whole:
            with pytest.raises(NotALedger, match="empty" if not cut else "whole first frame"):
                scan(path, disk)
            continue
        found = scan(path, disk)
        assert (found.frames, found.faults) == (whole, ())
        assert found.intact == (cut == offsets[whole])
        if found.intact:
            assert found.torn is None
        else:
            torn = found.torn
            assert (torn.frame, torn.offset, torn.length) == (whole, offsets[whole], cut - offsets[whole])
            assert torn.reason == "cut short"
        if cut % 7 == 0:
            assert list(Ledger.open_reader(path, disk).payloads()) == payloads[:whole]


@pytest.mark.parametrize("step", [61, pytest.param(5, marks=pytest.mark.long)])
def test_play_goes_on_after_a_cut_at_any_byte(log, tmp_path, monkeypatch, step):
    """F19, F30"""
    monkeypatch.setattr(RealDisk, "sync", staticmethod(lambda _: None))
    path, data, offsets = log
    copy = tmp_path / path.name
    for cut in range(offsets[1], len(data), step):
        whole = bisect_right(offsets, cut) - 1
        copy.write_bytes(data[:cut])
        # another file each time: the snapshots of the one before would say that an old copy was put back
        cache_path(copy).unlink(missing_ok=True)
        with writing(copy) as game:
            assert len(game.ledger) == whole
            assert (game.ledger.torn is None) == (cut == offsets[whole])
            assert advance(game) == 1
        found = copy.read_bytes()
        assert found[: offsets[whole]] == data[: offsets[whole]]
        assert scan(copy).intact
        if step > 1:
            assert audit(copy, game=drill()).intact
        for kept in tmp_path.glob("*.torn-*"):
            assert kept.read_bytes() == data[offsets[whole] : cut]
            kept.unlink()
