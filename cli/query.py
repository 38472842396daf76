"""`hexledger query`: questions in SQL over many games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hexledger.cli.common import json_option, left_out, open_read, print_json
from hexledger.cli.console import say_block
from hexledger.cli.inputs import MEMBER
from hexledger.cli.members import each_of
from hexledger.events.showing import one_line, spreadsheet_cell


@click.command()
@click.argument("sql")
@click.argument("logs", nargs=-1, type=MEMBER)
@click.option(
    "--warehouse",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the warehouse: kept for further queries; made from LOGS when they are given and have changed.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a heading.")
@click.option(
    "--width", type=click.IntRange(20), metavar="COLUMNS", help="Columns of the table (default: what it needs)."
)
@json_option
def query(
    sql: str, logs: tuple[Path, ...], warehouse: Path | None, as_csv: bool, width: int | None, as_json: bool
) -> None:
    """Ask a question in SQL over many LOGS: tables games, decisions, events, rolls, moves, losses, steps,
    units, tracks, calculations.

    Nothing is cut short when the answer goes to a file or another program.
    """
    from contextlib import nullcontext
    from tempfile import TemporaryDirectory

    from hexledger.projections import warehouse as house

    if not logs and warehouse is None:
        raise click.UsageError("give logs, or the folder of a warehouse with --warehouse")
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    holder: Any = TemporaryDirectory(prefix="hexledger-") if warehouse is None else nullcontext(str(warehouse))
    with holder as folder:
        if logs:
            _make(Path(folder), logs)
        columns, rows = house.query(Path(folder), sql)
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif as_csv:
        _print_csv(columns, rows)
    else:
        _print_table(columns, rows, width)


def _make(folder: Path, logs: Sequence[Path]) -> None:
    """A warehouse of these logs, unless it is there: what is left out is named each time, so that is never kept."""
    from importlib.metadata import version

    from hexledger.projections import warehouse as house

    try:
        print_ = house.print_of(logs, version("hexledger"))
    except OSError:
        print_ = ""  # which log cannot be read is said below
    if print_ and house.made_from(folder) == print_:
        return
    games = each_of(logs, _game)
    house.build(folder, games, print_ if len(games) == len(logs) and not left_out() else "")


def _print_csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
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


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], width: int | None) -> None:
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


def _game(log: Path) -> Any:
    from hexledger.cli.record import all_frames
    from hexledger.projections.warehouse import Game

    with open_read(log) as chronicle:
        return Game(chronicle.genesis, all_frames(chronicle), chronicle.game, chronicle.game.decide_text)
