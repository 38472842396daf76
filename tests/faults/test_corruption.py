"""Damage in the middle of a ledger: always refused, with the frame and the byte, never silently shortened."""

import random
import struct
import zlib

import pytest

from hexledger.events.errors import Corrupt, NotALedger
from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan


def reframed(data, offsets, frame, change):
    """The file with the body of one frame changed and its checksum made good again."""
    start, stop = offsets[frame], offsets[frame + 1]
    body = change(bytearray(data[start + 8 : stop]))
    return data[:start] + struct.pack("<II", len(body), zlib.crc32(body)) + bytes(body) + data[stop:]


@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_f31_a_flipped_byte_anywhere_before_the_last_frame_is_refused_with_its_place(frames, path, flip):
    """F31, F32: each byte of each frame, the length field included; verify names exactly that frame."""
    _, offsets, data = frames
    for frame in range(5):
        for at in range(offsets[frame], offsets[frame + 1]):
            damaged = data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :]
            path.write_bytes(damaged)
            with pytest.raises(Corrupt) as refusal:
                Ledger.open_reader(path)
            assert (refusal.value.frame, refusal.value.offset) == (frame, offsets[frame])
            assert f"frame {frame}, byte {offsets[frame]}" in str(refusal.value)
            found = scan(path)
            assert [(fault.frame, fault.offset) for fault in found.faults] == [(frame, offsets[frame])]
            assert found.torn is None
            assert found.frames == frame


def test_a_writer_refuses_a_damaged_file_and_leaves_it_alone(frames, path):
    """F31"""
    _, offsets, data = frames
    damaged = data[: offsets[3] - 1] + b"!" + data[offsets[3] :]
    path.write_bytes(damaged)
    with pytest.raises(Corrupt):
        Ledger.open_writer(path)
    assert path.read_bytes() == damaged
    assert list(path.parent.glob("*.torn-*")) == []


def test_f32_two_damaged_frames_are_both_named(frames, path):
    """F32"""
    _, offsets, data = frames
    for first in range(5):
        for second in range(first + 1, 5):
            damaged = bytearray(data)
            damaged[offsets[first] + 45 - 5 * (first == 1)] ^= 1
            damaged[offsets[second + 1] - 1] ^= 1
            path.write_bytes(damaged)
            assert [fault.frame for fault in scan(path).faults] == [first, second]


def test_damage_in_the_middle_and_a_torn_tail_are_both_reported(frames, path):
    """F32"""
    _, offsets, data = frames
    damaged = bytearray(data[:-2])
    damaged[offsets[2] + 20] ^= 8
    path.write_bytes(damaged)
    found = scan(path)
    assert [fault.frame for fault in found.faults] == [2]
    assert (found.torn.frame, found.torn.reason) == (5, "cut short")


def test_a_zeroed_disk_sector_is_corruption_wherever_frames_follow(frames, path):
    """F31: length, checksum, link and payload gone at once."""
    _, offsets, data = frames
    for frame in range(5):
        for size in (12, 41, 100):
            start = offsets[frame]
            if start + size > offsets[5]:
                continue
            path.write_bytes(data[:start] + bytes(size) + data[start + size :])
            with pytest.raises(Corrupt) as refusal:
                Ledger.open_writer(path)
            assert (refusal.value.frame, refusal.value.offset) == (frame, offsets[frame])


def test_one_sound_frame_between_a_zeroed_sector_and_a_torn_tail_is_still_found(frames, path):
    """F31: nothing ties the frame to its neighbours, for both are hurt; its checksum alone must do."""
    _, offsets, data = frames
    for frame in range(4):
        start, stop = offsets[frame], offsets[frame + 1]
        for tail in (b"", b"unfinished"):
            path.write_bytes(data[:start] + bytes(stop - start) + data[stop : offsets[frame + 2]] + tail)
            with pytest.raises(Corrupt) as refusal:
                Ledger.open_writer(path)
            assert (refusal.value.frame, refusal.value.offset) == (frame, start)


def test_damage_to_length_and_payload_together_is_not_taken_for_a_torn_tail(frames, path):
    """F31: the length reaches beyond the file and the payload is changed too; a sound last frame gives it away."""
    _, offsets, data = frames
    for frame in range(5):
        damaged = bytearray(data)
        struct.pack_into("<I", damaged, offsets[frame], len(data) * 3)
        damaged[offsets[frame + 1] - 1] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(Corrupt) as refusal:
            Ledger.open_reader(path)
        assert refusal.value.frame == frame


def test_f36_a_payload_edited_with_its_checksum_made_good_fails_at_that_frame(frames, path):
    """F36, F32: the chain convicts every frame but the last; the last needs a checkpoint."""
    _, offsets, data = frames

    def change(body):
        body[-1] ^= 1
        return body

    for frame in range(5):
        path.write_bytes(reframed(data, offsets, frame, change))
        found = scan(path)
        assert [(fault.frame, fault.offset, fault.damage) for fault in found.faults] == [
            (frame, offsets[frame], "link")
        ]
        with pytest.raises(Corrupt) as refusal:
            Ledger.open_writer(path)
        assert refusal.value.frame == frame
    honest_root = scan_of(path, data).root
    assert scan_of(path, reframed(data, offsets, 5, change)).root != honest_root


def scan_of(path, data):
    path.write_bytes(data)
    return scan(path)


def test_a_link_edited_with_its_checksum_made_good_fails_at_that_frame(frames, path):
    """F36: frame 5 is left out, because with nothing after it its link and frame 4 accuse each other."""
    _, offsets, data = frames

    def change(body):
        body[7] ^= 1
        return body

    for frame in range(5):
        path.write_bytes(reframed(data, offsets, frame, change))
        assert [fault.frame for fault in scan(path).faults] == [frame]
        with pytest.raises(Corrupt):
            Ledger.open_reader(path)


def test_a_payload_made_longer_with_good_checksum_fails(frames, path):
    """F36"""
    _, offsets, data = frames
    for frame in range(5):
        path.write_bytes(reframed(data, offsets, frame, lambda body: body + b"more"))
        assert [fault.frame for fault in scan(path).faults] == [frame]


def test_f22b_frames_swapped_removed_or_repeated_are_refused(frames, path):
    """F22b: every frame by itself is sound; the order is not."""
    _, offsets, data = frames
    parts = [data[offsets[i] : offsets[i + 1]] for i in range(6)]
    for i in range(5):
        swapped = [*parts]
        swapped[i], swapped[i + 1] = swapped[i + 1], swapped[i]
        removed = parts[:i] + parts[i + 1 :]
        repeated = [*parts[: i + 1], *parts[i:]]
        for order in (swapped, removed, repeated):
            path.write_bytes(b"".join(order))
            with pytest.raises(Corrupt):
                Ledger.open_reader(path)


def test_a_frame_of_another_game_is_refused(frames, path, tmp_path):
    """F22b"""
    _, offsets, data = frames
    with Ledger.create(tmp_path / "other.hxl", b"other game") as other:
        other.append_many([b"1", b"2", b"3"], 0)
        start = other.offset(2)
    foreign = (tmp_path / "other.hxl").read_bytes()[start:]
    for at in offsets[1:]:
        path.write_bytes(data[:at] + foreign + data[at:])
        with pytest.raises(Corrupt):
            Ledger.open_reader(path)


def test_any_random_damage_gives_a_typed_answer_and_never_a_shorter_game_with_frames_after_it(frames, path):
    """F31, F22b: several random bytes changed; the answer is Corrupt, NotALedger or a torn last frame."""
    payloads, offsets, data = frames
    dice = random.Random(31)
    refused = torn = 0
    for _ in range(1500):
        damaged = bytearray(data)
        for _ in range(dice.randint(1, 4)):
            damaged[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(damaged)
        try:
            ledger = Ledger.open_reader(path)
        except (Corrupt, NotALedger):
            refused += 1
            continue
        assert list(ledger.payloads()) == payloads[: len(ledger)]
        if damaged[: offsets[5]] != data[: offsets[5]]:
            # only a file in which the last frame is hurt as well may look like one with a torn tail
            assert damaged[offsets[5] :] != data[offsets[5] :]
        torn += ledger.torn is not None
    assert refused > 1000
    assert torn > 10
