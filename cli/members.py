"""Commands over many logs: one that cannot be read is named, and the others are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click

from hexledger.cli.console import say
from hexledger.cli.inputs import check_input

T = TypeVar("T")


def each_of(logs: Iterable[Path], read: Callable[[Path], T]) -> list[T]:
    """What `read` gives of each log that can be read; the others are named on standard error. The error of the first
    when there is none that can be."""
    from hexledger.engine.editions.edition import EditionError
    from hexledger.engine.errors import EngineError
    from hexledger.events.errors import LedgerError
    from hexledger.events.file_kinds import LOG
    from hexledger.replays.errors import ReplayError

    found: list[T] = []
    wrong: list[Exception] = []
    for log in logs:
        try:
            if not log.exists():
                raise click.UsageError(f"{log}: there is no such file")
            check_input(log, LOG)
            found.append(read(log))
        except (LedgerError, ReplayError, EngineError, EditionError, click.UsageError) as error:
            wrong.append(error)
    if wrong and not found:
        raise wrong[0]
    for one in wrong:
        say(f"left out: {one}", err=True)
    return found
