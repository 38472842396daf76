"""Answers of `query` and `ask` on a screen, and as CSV."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from hexledger.cli.console import say_block
from hexledger.events.showing import one_line, spreadsheet_cell


def print_csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Comma separated, a heading first, line ends as they are here; NULL is empty, a list is joined by blanks."""
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_cell(column) for column in columns])
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    say_block(text.getvalue())


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return _cell(" ".join(map(str, value)))
    if isinstance(value, str):
        return spreadsheet_cell(value)
    return "" if value is None else value


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], width: int | None = None) -> None:
    """A table: folded to the terminal's width, as wide as it needs to be anywhere else."""
    from rich.box import HEAVY_HEAD, Box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = sys.stdout.isatty()
    box: Box = HEAVY_HEAD
    table = Table(box=box)
    for column in columns:
        table.add_column(Text(one_line(column)), overflow="fold", no_wrap=not terminal and width is None)
    for row in rows:
        table.add_row(*(Text("" if value is None else one_line(value)) for value in row))
    if width is None and not terminal:
        width = max(1, Console(width=1_000_000).measure(table).maximum)
    Console(width=width, highlight=False).print(table)
