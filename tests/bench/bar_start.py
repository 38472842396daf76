"""Start of the command line against the start of Python with msgspec and click."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hexledger.events.frame import encode_frame
from hexledger.events.ledger import Ledger
from tests.bench.material import frames_of, games
from tests.bench.measure import WALL, Plan, Row, column, interleave, span, spread

DECISIONS = 5
"""Decisions of the small log that is shown and verified."""

RUN = "from hexledger.cli.main import main; main()"


def rows(plan: Plan) -> Iterator[Row]:
    """`show` and `verify` of a small log, each a process of its own, byte code cached on both sides.

    `verify` also decides the set-up and every decision of the log again, which is work and not start; the row with
    `--no-rules` is the same command without it.
    """
    with TemporaryDirectory(dir=plan.folder) as scratch:
        log = Path(scratch) / "small.hxl"
        payloads = [encode_frame(frame) for frame in frames_of(games(plan)[0])[: DECISIONS + 1]]
        Ledger.create_with(log, payloads).close()
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(scratch) / "pycache")
        environment["PYTHONPATH"] = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)

        def start(*arguments: str) -> None:
            subprocess.run(
                [sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL, cwd=scratch
            )

        times = interleave(
            (
                lambda: start("-c", "import msgspec, click"),
                lambda: start("-c", RUN, "show", str(log)),
                lambda: start("-c", RUN, "verify", str(log)),
                lambda: start("-c", RUN, "verify", "--no-rules", str(log)),
            ),
            plan.rounds,
            WALL,
        )
    again = f"`verify` with set-up and {DECISIONS} decisions decided again"
    for index, name in ((1, "`show`"), (2, again), (3, "`verify --no-rules`")):
        ratio, low, high = spread([row[index] / row[0] for row in times])
        yield Row(
            f"start of {name} / python + msgspec + click",
            span(column(times, index)),
            span(column(times, 0)),
            ratio,
            low,
            high,
            1.5,
            at_least=False,
            note=f"a log of {DECISIONS} decisions",
        )
