"""Reading a log, checking CRCs and chain and building the Merkle root, against hashing each frame in memory."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan
from tests.bench.material import chain
from tests.bench.measure import Plan, Row, column, interleave, rate, spread

SMALL = 120
"""Bytes of a payload of the smallest decisions."""


def rows(plan: Plan) -> Iterator[Row]:
    """One row for real frames, one for very small ones."""
    yield _row(plan, chain(plan, plan.long), "real frames")
    with TemporaryDirectory(dir=plan.folder) as scratch:
        path = Path(scratch) / "small.hxl"
        payloads = (b"%08d" % number + bytes(SMALL - 8) for number in range(plan.long))
        Ledger.create_with(path, [b"genesis", *payloads]).close()
        yield _row(plan, path, f"{SMALL}-byte payloads")


def _row(plan: Plan, path: Path, kind: str) -> Row:
    with Ledger.open_reader(path) as ledger:
        bounds = [ledger.offset(number) for number in range(len(ledger))] + [ledger.size]
    data = path.read_bytes()
    frames = [data[start:stop] for start, stop in pairwise(bounds)]

    def hashing() -> None:
        for frame in frames:
            sha256(frame).digest()

    times = interleave((lambda: scan(path).root, hashing), plan.rounds)
    ratio, low, high = spread([theirs / mine for mine, theirs in times])
    return Row(
        f"verify chain + root / SHA-256, {kind}",
        rate(len(frames), column(times, 0), "frames"),
        rate(len(frames), column(times, 1), "frames"),
        ratio,
        low,
        high,
        0.25,
        at_least=True,
        note=f"{len(frames)} frames, {len(data) // len(frames)} bytes each on average",
    )
