"""Verified replay (bytes, chain, typed events, fold, digest) against `eventsourcing` and python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hexledger.replays.audit.verified import replay
from tests.bench import peer_chess
from tests.bench.material import frames_of, large
from tests.bench.measure import Plan, Row, column, interleave, rate, spread
from tests.bench.peer_eventsourcing import Documented, Tuned


def rows(plan: Plan) -> Iterator[Row]:
    """Three rows, the large real game; all four sides take turns in every round."""
    path = large(plan)
    events = [event for frame in frames_of(path) for event in frame.events]
    moves = peer_chess.games(len(events))
    with TemporaryDirectory(dir=plan.folder) as scratch:
        documented = Documented(Path(scratch) / "documented.sqlite", events)
        tuned = Tuned(Path(scratch) / "tuned.sqlite", events)
        found = replay(path)
        peer = tuned.rebuild()
        book = documented.rebuild()
        if not found.events == len(events) == book.version - 1 or peer.at != found.state.at or book.at != peer.at:
            raise RuntimeError("the sides of the benchmark do not do the same work")
        times = interleave(
            (lambda: replay(path), documented.rebuild, tuned.rebuild, lambda: peer_chess.push(moves)), plan.rounds
        )
        documented.close()
        tuned.close()
    count = len(events)
    ours = rate(count, column(times, 0), "events")
    note = f"{found.frames} frames, {count} events"
    for index, name, bar, unit in (
        (1, "eventsourcing, documented", 15, "events"),
        (2, "eventsourcing, tuned", 3, "events"),
        (3, "python-chess push()", 1, "moves"),
    ):
        ratio, low, high = spread([row[index] / row[0] for row in times])
        theirs = rate(count, column(times, index), unit)
        yield Row(f"verified replay / {name}", ours, theirs, ratio, low, high, bar, at_least=True, note=note)
