"""Full audit (every decision decided again, dice derived again, bytes compared) against python-chess `push_uci`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexledger.replays.audit.audit import audit
from tests.bench import peer_chess
from tests.bench.material import games, large
from tests.bench.measure import Plan, Row, column, interleave, rate, spread


def rows(plan: Plan) -> Iterator[Row]:
    """Two rows: the large real game, and all small ones together."""
    yield _row(plan, "large game", [large(plan)])
    yield _row(plan, "small games", games(plan))


def _row(plan: Plan, what: str, paths: list[Path]) -> Row:
    verdicts = [audit(path) for path in paths]
    broken = next((verdict for verdict in verdicts if not verdict.intact), None)
    if broken is not None:
        raise RuntimeError(f"a game of the benchmark does not audit: {broken.contradiction}")
    decisions = sum(verdict.decisions for verdict in verdicts)
    moves = peer_chess.as_uci(peer_chess.games(decisions))

    def ours() -> None:
        for path in paths:
            audit(path)

    # the peer replays its moves often enough for both sides to take a time that can be measured
    repeat = 20
    times = interleave((ours, lambda: peer_chess.push_uci(moves * repeat)), plan.rounds)
    ratio, low, high = spread([theirs / repeat / mine for mine, theirs in times])
    return Row(
        f"full audit, {what} / python-chess push_uci()",
        rate(decisions, column(times, 0), "decisions"),
        rate(decisions * repeat, column(times, 1), "moves"),
        ratio,
        low,
        high,
        0.05,
        at_least=True,
        aim=0.25,
        note=f"{len(paths)} games, {decisions} decisions, {sum(verdict.events for verdict in verdicts)} events",
    )
