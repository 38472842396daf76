"""Seek: the position after any decision of the large game and of a long log; does the length of the log matter?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from statistics import median

from hexledger.replays.log.chronicle import Chronicle
from tests.bench import peer_chess
from tests.bench.material import chain, frames_of, large
from tests.bench.measure import BUSY, WALL, Clock, Plan, Row, apart, once, percentile, rate, span, spread


def rows(plan: Plan) -> Iterator[Row]:
    """The p99 of seeks to places spread over the large real game; over a long log; the same against a log a tenth as
    long.

    All logs have their snapshot cache beside them, as they have after they were played or read through once; every
    round opens them anew, so that no position is remembered from the round before. The logs take turns seek by seek,
    so that a disturbance of the machine meets both.
    """
    moves = peer_chess.games(2_000)
    pushed: list[float] = []
    long, near, game = (_warm(path) for path in (chain(plan, plan.long), chain(plan, plan.near), large(plan)))
    last = len(frames_of(game)) - 1
    far_times, near_times, all_far, waited, game_times = [], [], [], [], []
    for number in range(plan.rounds + 1):
        (played,) = _seeks(plan, ((game, last),), number, BUSY)
        far, close = _seeks(plan, ((long, plan.long), (near, plan.near)), number, BUSY)
        (wall,) = _seeks(plan, ((long, plan.long),), number, WALL)
        pace = once(lambda: peer_chess.push(moves))
        if number:
            all_far += far
            pushed.append(pace)
            waited.append(percentile(wall, 99))
            game_times.append(percentile(played, 99))
            far_times.append(percentile(far, 99))
            near_times.append(percentile(close, 99))
    ratio, low, high = spread([seconds * 1e3 for seconds in game_times])
    note = f"{last} decisions"
    yield Row(
        "seek in the large game, p99",
        span(median(game_times)),
        "-",
        ratio,
        low,
        high,
        3,
        False,
        " ms",
        aim=1,
        note=note,
    )
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


def _warm(path: Path) -> Path:
    """The log with its snapshot cache written."""
    if not path.with_name(path.name + ".cache").exists():
        with Chronicle.write(path) as chronicle:
            chronicle.state()
    return path


def _seeks(plan: Plan, logs: Sequence[tuple[Path, int]], number: int, clock: Clock) -> list[list[float]]:
    """Seconds of each seek in each of the logs, given with their decisions. No place is sought twice in a round: what
    is remembered would count for more in the shorter log."""
    out: list[list[float]] = [[] for _ in logs]
    with ExitStack() as stack:
        opened = [stack.enter_context(Chronicle.read(path)) for path, _ in logs]
        places = [_places(decisions, plan.seeks, number) for _, decisions in logs]
        # what is paid once, at the first seek of a process, is no part of the others
        for chronicle in opened:
            chronicle.state(0)
        apart()
        for step in range(min(map(len, places))):
            for turn in range(len(logs)):
                which = (step + turn) % len(logs)
                start = clock()
                opened[which].state(places[which][step])
                out[which].append(clock() - start)
    return out


def _places(decisions: int, count: int, number: int) -> list[int]:
    """Different decisions of a log, spread over all of it, in an order that has nothing to do with theirs."""
    mixed = sorted(range(1, decisions + 1), key=lambda seq: blake2b(b"%d|%d" % (number, seq), digest_size=8).digest())
    return mixed[:count]
