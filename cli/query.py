"""`hexledger query`: questions in SQL over many games."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.answers import print_csv, print_table
from hexledger.cli.common import json_option, print_json
from hexledger.cli.inputs import MEMBER, NumberRange
from hexledger.cli.processes import workers_option
from hexledger.cli.stocking import stocked, warehouse_option


@click.command()
@click.argument("sql")
@click.argument("logs", nargs=-1, type=MEMBER)
@warehouse_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a heading.")
@click.option("--width", type=NumberRange(20), metavar="COLUMNS", help="Columns of the table (default: what it needs).")
@workers_option
@json_option
def query(
    sql: str,
    logs: tuple[Path, ...],
    warehouse: Path | None,
    as_csv: bool,
    width: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Ask a question in SQL over many LOGS: tables games, decisions, events, rolls, moves, losses, steps, combats,
    modifiers, outcomes, luck, calculations, rulings, units, units_by_turn, hexes_by_turn, tracks, supply, times, notes
    (docs/warehouse.md).

    Nothing is cut short when the answer goes to a file or another program.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    with stocked(logs, warehouse, sql, workers) as folder:
        from hexledger.projections.warehouse import query as ask

        columns, rows = ask(folder, sql)
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif as_csv:
        print_csv(columns, rows)
    else:
        print_table(columns, rows, width)
