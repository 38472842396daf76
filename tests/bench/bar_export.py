"""`export --html` of a long campaign: the page of the review desk with the audit's verdict, from log to file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from hexledger.cli.main import cli
from hexledger.replays.log.chronicle import Chronicle
from tests.bench.material import exported
from tests.bench.measure import BUSY, WALL, Plan, Row, once, span, spread


def rows(plan: Plan) -> Iterator[Row]:
    """One row: what the command computes for a decision, in this process; the whole, and what passed by the clock, are
    its note. The bar is 10 s for 5,900 decisions, the program's start left out."""
    log = exported(plan)
    with Chronicle.read(log) as chronicle:
        count = len(chronicle.timeline) - 1
    busy, passed = [], []
    with TemporaryDirectory(dir=plan.folder) as scratch:
        page = Path(scratch) / "page.html"

        def export() -> None:
            answer = CliRunner().invoke(cli, ["export", str(log), "--html", str(page), "--force"])
            if answer.exit_code:
                raise RuntimeError(answer.output)

        for _ in range(min(plan.rounds, MOST)):
            passed.append(once(lambda: busy.append(once(export, BUSY)), WALL))
        size = page.stat().st_size // 1024
    each = [seconds / count * 1e3 for seconds in busy]
    middle, low, high = spread(each)
    yield Row(
        f"export --html of a campaign of {count} decisions",
        span(middle / 1e3),
        "-",
        middle,
        low,
        high,
        BAR,
        at_least=False,
        unit=" ms a decision",
        note=f"{spread(busy)[0]:.2f} s in all, audit included; {spread(passed)[0]:.1f} s by the clock; {size} KiB",
    )


BAR = round(10_000 / 5_900, 2)
"""Milliseconds a decision."""
MOST = 3
"""Rounds that are enough for a row without a peer."""
