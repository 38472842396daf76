"""The two bars of the ledger file: verifying against plain hashing, appending against plain writing (DESIGN 8).

Both sides run in one process, interleaved; ratios of medians.
"""

import os
from hashlib import sha256
from itertools import pairwise
from statistics import median
from time import perf_counter

import pytest

from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from hexledger.events.scan import scan

ROUNDS = 9
FRAMES = 20_000


def ratio(baseline, ours):
    """Speed of `ours` as a fraction of the speed of `baseline`."""
    times = [], []
    for _ in range(ROUNDS):
        for side, run in zip(times, (baseline, ours), strict=True):
            start = perf_counter()
            run()
            side.append(perf_counter() - start)
    return median(times[0]) / median(times[1])


@pytest.mark.long
@pytest.mark.parametrize("size", [120, 250, 600])
def test_opening_and_verifying_with_the_root_reaches_a_quarter_of_plain_hashing(tmp_path, size):
    path = tmp_path / "game.hxl"
    with Ledger.create(path, b"genesis") as ledger:
        ledger.append_many([b"%d" % i + bytes(size) for i in range(FRAMES)], 0)
        bounds = [ledger.offset(i) for i in range(len(ledger))] + [ledger.size]
    data = path.read_bytes()
    frames = [data[a:b] for a, b in pairwise(bounds)]

    def hashing():
        for frame in frames:
            sha256(frame).digest()

    verifying = ratio(hashing, lambda: scan(path).root)
    opening = ratio(hashing, lambda: Ledger.open_reader(path))
    print(f"payload {size}: scan + root {verifying:.2f}x, open (CRC + chain) {opening:.2f}x")  # noqa: T201
    assert verifying >= 0.25
    assert opening >= 0.25


@pytest.mark.long
def test_a_durable_append_is_as_fast_as_a_plain_write_and_sync(tmp_path):
    disk = RealDisk()
    raw = disk.create(tmp_path / "raw")
    frame = os.urandom(250 + 40)
    payload = frame[40:]
    times = [], []
    with Ledger.create(tmp_path / "game.hxl", b"genesis") as ledger:
        for number in range(1000):
            start = perf_counter()
            os.write(raw, frame)
            disk.sync(raw)
            middle = perf_counter()
            ledger.append(payload, number)
            times[0].append(middle - start)
            times[1].append(perf_counter() - middle)
    disk.close(raw)
    speed = median(times[0]) / median(times[1])
    print(f"append {speed:.3f}x of write + sync ({median(times[0]) * 1e6:.0f} us)")  # noqa: T201
    assert speed >= 0.95
