"""Opening a branch, and undoing and redoing one decision: the same in a short log and in a long one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from hexledger.replays.log.chronicle import Chronicle
from tests.bench.material import chain
from tests.bench.measure import Plan, Row, span, spread

EACH = 20
"""Branches (undos) a round and log."""


def rows(plan: Plan) -> Iterator[Row]:
    """Time of a branch at the end of both logs, its bytes, and the time of undo + redo."""
    short = max(plan.near // 2, 1)
    with TemporaryDirectory(dir=plan.folder) as scratch:
        logs = [Path(scratch) / "long.hxl", Path(scratch) / "short.hxl"]
        copyfile(chain(plan, plan.long), logs[0])
        copyfile(chain(plan, short), logs[1])
        with Chronicle.write(logs[0]) as long, Chronicle.write(logs[1]) as near:
            for chronicle in (long, near):
                chronicle.state()
            before = long.ledger.size
            long.branch("probe")
            size = long.ledger.size - before
            opened = _rounds(plan, long, near, _branch)
            undone = _rounds(plan, long, near, _undo)
    ratio, low, high = spread([a / b for a, b in opened])
    yield Row(
        f"branch at decision {plan.long} / at {short}",
        span(median(a for a, _ in opened)),
        span(median(b for _, b in opened)),
        ratio,
        low,
        high,
        1.3,
        at_least=False,
        note="durable: the sync is in it",
    )
    yield Row("branch, bytes written", f"{size} B", "-", size, size, size, 200, at_least=False, unit=" B")
    ratio, low, high = spread([a / b for a, b in undone])
    yield Row(
        f"undo + redo at decision {plan.long} / at {short}",
        span(median(a for a, _ in undone)),
        span(median(b for _, b in undone)),
        ratio,
        low,
        high,
        1.3,
        at_least=False,
        note="position and digest compared after both; two syncs are in it",
    )


def _rounds(
    plan: Plan, long: Chronicle, near: Chronicle, act: Callable[[Chronicle, int], float]
) -> list[tuple[float, float]]:
    """Median seconds in the long and in the short log, a pair a round."""
    out = []
    for number in range(plan.rounds + 1):
        a, b = [], []
        for step in range(EACH):
            a.append(act(long, number * EACH + step))
            b.append(act(near, number * EACH + step))
        out.append((median(a), median(b)))
    return out[1:]


def _branch(chronicle: Chronicle, number: int) -> float:
    start = perf_counter()
    chronicle.branch(f"line {number}")
    return perf_counter() - start


def _undo(chronicle: Chronicle, number: int) -> float:
    head = chronicle.timeline.head
    there = chronicle.frame(head).digest
    start = perf_counter()
    chronicle.undo(0)
    chronicle.state()
    chronicle.redo(0)
    chronicle.state()
    took = perf_counter() - start
    if chronicle.timeline.head != head or chronicle.frame(chronicle.timeline.head).digest != there:
        raise RuntimeError(f"undo and redo {number} did not come back to frame {head}")
    return took
