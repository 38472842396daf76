"""Bytes on disk for each event, frames, hashes, decisions and genesis included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from tests.bench.material import frames_of, games
from tests.bench.measure import Plan, Row, spread


def rows(plan: Plan) -> Iterator[Row]:
    """One row over all games played; the spread is over the games."""
    sizes, counts = [], []
    by_kind: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    for path in games(plan):
        frames = frames_of(path)
        sizes.append(path.stat().st_size)
        counts.append(sum(len(frame.events) for frame in frames))
        parts["genesis"] += len(frames[0].decision)
        for frame in frames:
            parts["decisions"] += len(frame.decision) if frame.seq else 0
            for event in frame.events:
                size = len(msgspec.msgpack.encode(event))
                by_kind[type(event).__name__] += size
                parts["events"] += size
    total, events = sum(sizes), sum(counts)
    parts["frames"] = total - sum(parts.values())
    _, low, high = spread([size / count for size, count in zip(sizes, counts, strict=True)])
    shares = ", ".join(f"{name} {size / events:.1f}" for name, size in parts.most_common())
    kinds = ", ".join(f"{name} {100 * size // parts['events']} %" for name, size in by_kind.most_common(5))
    yield Row(
        "bytes per event on disk",
        f"{total / events:.1f} B",
        "-",
        total / events,
        low,
        high,
        60,
        at_least=False,
        unit=" B",
        aim=45,
        note=f"{shares}; of the events' bytes {kinds}",
    )
