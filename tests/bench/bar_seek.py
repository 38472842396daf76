"""Seek: the position after any decision of a long log, and whether the length of the log matters."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from statistics import median

from hexledger.replays.chronicle import Chronicle
from tests.bench import peer_chess
from tests.bench.material import chain
from tests.bench.measure import BUSY, WALL, Clock, Plan, Row, once, percentile, rate, span, spread


def rows(plan: Plan) -> Iterator[Row]:
    """The p99 of seeks to places spread over the whole log, and the same against a log a tenth as long.

    Both logs have their snapshot cache beside them, as they have after they were played or read through once; every
    round opens them anew, so that no position is remembered from the round before.
    """
    moves = peer_chess.games(2_000)
    pushed: list[float] = []
    long, near = _warm(plan, plan.long), _warm(plan, plan.near)
    far_times, near_times, all_far, waited = [], [], [], []
    for number in range(plan.rounds + 1):
        far = _seeks(long, plan.long, plan.seeks, number, BUSY)
        close = _seeks(near, plan.near, plan.seeks, number, BUSY)
        wall = _seeks(long, plan.long, plan.seeks, number, WALL)
        pace = once(lambda: peer_chess.push(moves))
        if number:
            all_far += far
            pushed.append(pace)
            waited.append(percentile(wall, 99))
            far_times.append(percentile(far, 99))
            near_times.append(percentile(close, 99))
    ratio, low, high = spread([seconds * 1e3 for seconds in far_times])
    yield Row(
        f"seek in {plan.long} decisions, p99",
        span(median(far_times)),
        "-",
        ratio,
        low,
        high,
        3,
        at_least=False,
        unit=" ms",
        aim=1,
        note=f"computing time, median {span(median(all_far))}; by the wall clock p99 {span(median(waited))}; no ratio, "
        f"so for comparison: python-chess made {rate(2_000, median(pushed), 'moves')} meanwhile",
    )
    ratio, low, high = spread([a / b for a, b in zip(far_times, near_times, strict=True)])
    yield Row(
        f"seek p99 at {plan.long} / at {plan.near}",
        span(median(far_times)),
        span(median(near_times)),
        ratio,
        low,
        high,
        1.5,
        at_least=False,
    )


def _warm(plan: Plan, decisions: int) -> Path:
    """The log with its snapshot cache written."""
    path = chain(plan, decisions)
    if not path.with_name(path.name + ".cache").exists():
        with Chronicle.write(path) as chronicle:
            chronicle.state()
    return path


def _seeks(path: Path, decisions: int, count: int, number: int, clock: Clock) -> list[float]:
    out = []
    with Chronicle.read(path) as chronicle:
        # what is paid once, at the first seek of a process, is no part of the others
        chronicle.state(0)
        gc.collect()
        for step in range(count):
            pick = int.from_bytes(blake2b(b"%d|%d" % (number, step), digest_size=8).digest(), "big")
            start = clock()
            chronicle.state(1 + pick % decisions)
            out.append(clock() - start)
    return out
