"""A durable append against writing and syncing the same bytes with nothing around it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import cycle, islice, pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from tests.bench.material import games
from tests.bench.measure import Plan, Row, span, spread


def rows(plan: Plan) -> Iterator[Row]:
    """One row. The sides take turns append by append; a round's ratio is that of the two medians."""
    payloads: list[bytes] = []
    for path in games(plan):
        with Ledger.open_reader(path) as ledger:
            payloads += ledger.payloads(1)
    ratios, raw, own = [], [], []
    with TemporaryDirectory(dir=plan.folder) as scratch:
        for number in range(plan.rounds + 1):
            plain, ours = _round(Path(scratch) / str(number), list(islice(cycle(payloads), plan.appends)))
            if number:
                ratios.append(plain / ours)
                raw.append(plain)
                own.append(ours)
    ratio, low, high = spread(ratios)
    size = sum(map(len, payloads)) // len(payloads)
    yield Row(
        "durable append / write + fdatasync",
        span(median(own)),
        span(median(raw)),
        ratio,
        low,
        high,
        0.95,
        at_least=True,
        note=f"{size} bytes a decision on average; one append costs {(median(own) - median(raw)) * 1e6:.1f} us more",
    )


def _round(folder: Path, payloads: list[bytes]) -> tuple[float, float]:
    """Median seconds of a plain write with sync, and of an append, of the same frames."""
    folder.mkdir()
    with Ledger.create_with(folder / "twin.hxl", [b"genesis", *payloads]) as twin:
        bounds = [twin.offset(number) for number in range(1, len(twin))] + [twin.size]
    data = (folder / "twin.hxl").read_bytes()
    frames = [data[start:stop] for start, stop in pairwise(bounds)]
    disk = RealDisk()
    raw = disk.create_new(folder / "raw")
    plain, ours = [], []
    gc.collect()
    with Ledger.create(folder / "game.hxl", b"genesis") as ledger:

        def write(frame: bytes) -> None:
            start = perf_counter()
            disk.write(raw, frame)
            disk.sync(raw)
            plain.append(perf_counter() - start)

        def append(payload: bytes) -> None:
            start = perf_counter()
            ledger.append(payload, ledger.head)
            ours.append(perf_counter() - start)

        for number, (frame, payload) in enumerate(zip(frames, payloads, strict=True)):
            if number % 2:
                write(frame)
                append(payload)
            else:
                append(payload)
                write(frame)
    disk.close(raw)
    return median(plain), median(ours)
