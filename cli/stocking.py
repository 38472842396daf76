"""What `query`, `ask` and the season's report share: the warehouse that they ask, brought up to date with the logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from hexledger.cli.common import leave_out
from hexledger.cli.console import say
from hexledger.cli.processes import processes
from hexledger.cli.progress import progress

warehouse_option = click.option(
    "--warehouse",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the warehouse: kept for further questions; made from LOGS when they are given and have changed.",
)


@contextmanager
def stocked(logs: Sequence[Path], warehouse: Path | None, sql: str = "", workers: int | None = None) -> Iterator[Path]:
    """The folder of a warehouse of these logs (of what is in it, where none are named), with the tables that `sql`
    names; a folder of its own where none is named. Logs that cannot be read are named on standard error; the error of
    the first where there is none that can be."""
    from tempfile import TemporaryDirectory

    if not logs and warehouse is None:
        raise click.UsageError("give logs, or the folder of a warehouse with --warehouse")
    if warehouse is not None:
        _bring(warehouse, logs, sql, workers)
        yield warehouse
        return
    with TemporaryDirectory(prefix="hexledger-") as folder:
        _bring(Path(folder), logs, sql, workers)
        yield Path(folder)


def _bring(folder: Path, logs: Sequence[Path], sql: str, workers: int | None) -> None:
    if not logs:
        return
    from importlib.metadata import version

    from hexledger.cli.inputs import check_input
    from hexledger.events.errors import LedgerError
    from hexledger.events.file_kinds import LOG
    from hexledger.projections.warehouse import wants_dear
    from hexledger.replays.library.stock import stock

    good, wrong = [], list[Exception]()
    for log in logs:
        try:
            if not log.exists():
                raise click.UsageError(f"{log}: there is no such file")
            check_input(log, LOG)
            good.append(log)
        except (LedgerError, click.UsageError) as error:
            wrong.append(error)
    if wrong and not good:
        raise wrong[0]
    with progress("logs") as bar:
        found = stock(folder, good, version("hexledger"), dear=wants_dear(sql), workers=processes(workers), done=bar)
    wrong += [error for _, error in found.wrong]
    if wrong and len(wrong) == len(logs):
        raise wrong[0]
    for one in wrong:
        say(f"left out: {one}", err=True)
    for log, missing in found.left_out.items():
        leave_out(log, missing)
