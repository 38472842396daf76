"""`export --html` of a long campaign: the page of the review desk with the audit's verdict, from log to file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from hexledger.cli.main import cli
from hexledger.replays.log.chronicle import Chronicle
from tests.bench.material import campaign, exported
from tests.bench.measure import WALL, Plan, Row, once, spread


def rows(plan: Plan) -> Iterator[Row]:
    """Two rows, of a campaign of June 6 and of one of Fortress Europa: milliseconds by the clock for a decision, with
    as many processes as there are cores; the whole, and what all processes computed, are in the note. The bar is 10 s
    for 5,900 decisions, the program's start left out; what else the machine does counts, so it wants a quiet one: of
    the same work a second of CPU does half as much at load 8."""
    yield _row(plan, "June 6", exported(plan))
    yield _row(plan, "Fortress Europa", campaign(plan))


def _row(plan: Plan, what: str, log: Path) -> Row:
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
            began = _computed()
            passed.append(once(export, WALL))
            busy.append(_computed() - began)
        size = page.stat().st_size // 1024
    middle, low, high = spread([seconds / count * 1e3 for seconds in passed])
    cpu = spread(busy)[0]
    return Row(
        f"export --html of a campaign of {what}, {count} decisions",
        f"{middle:.2f} ms",
        "-",
        middle,
        low,
        high,
        BAR,
        at_least=False,
        unit=" ms a decision",
        note=f"{spread(passed)[0]:.1f} s in all, audit included; {cpu:.1f} s of CPU ({cpu / count * 1e3:.2f} ms a "
        f"decision) in {os.cpu_count() or 1} processes; {size} KiB",
    )


def _computed() -> float:
    """Seconds of CPU of this process and of those that it started and that ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


BAR = round(10_000 / 5_900, 2)
"""Milliseconds a decision."""
MOST = 3
"""Rounds that are enough for a row without a peer."""
