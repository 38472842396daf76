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
    """Ask a question in SQL over many LOGS: tables games, decisions, events, rolls, moves, losses, steps, combats,
    rulings, units, units_by_turn, hexes_by_turn, tracks, calculations (docs/warehouse.md).

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

    program = version("hexledger")
    try:
        print_ = house.print_of(logs, program)
        prints = {house.print_of_one(log): log for log in logs}
    except OSError:
        print_, prints = "", {}  # which log cannot be read is said below
    if print_ and house.made_from(folder) == print_:
        return
    have = house.kept(folder, program) if prints else {}
    stays = [one for one in prints if one in have]
    if stays:
        fresh = each_of([log for one, log in prints.items() if one not in have], lambda log: (log, _game(log)))
        found = [(house.print_of_one(log), game) for log, game in fresh]
        if not left_out() and house.refresh(folder, stays, found, program):
            return
    games = each_of(logs, _game)
    whole = len(games) == len(logs) == len(prints) and not left_out()
    house.build(folder, games, print_ if whole else "", list(prints) if whole else (), program)


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
    from hexledger.replays.library.tables import game_of

    with open_read(log) as chronicle:
        return game_of(chronicle)
