"""Tables of an edition as they are printed: columns, rows, cells, and the cell that a reading hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class PrintedTable(msgspec.Struct, frozen=True):
    """A table in words. `cells[row][column]`; a table without columns has one, headed `Result`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


class Hit(msgspec.Struct, frozen=True):
    """What was read: a table and the numbers of the row and the column in it."""

    table: PrintedTable
    row: int
    column: int


def printed(chart: Mapping[str, Any], headings: Mapping[str, str]) -> PrintedTable | None:
    """The table that a chart holds, None when it is no table by rows.

    A chart has `rows`: row -> result, row -> column -> result, row -> results in the order of the columns, or column
    -> row -> result; `columns` names the columns of the last three. `headings`: column as charts write it -> as players
    read it.
    """
    rows, columns = chart.get("rows"), tuple(chart.get("columns", ()))
    if not isinstance(rows, Mapping) or not rows:
        return None
    if columns and set(rows) == set(columns):
        rows = {row: {column: rows[column][row] for column in columns} for row in rows[columns[0]]}
    if columns:
        cells = tuple(tuple(map(in_words, _in_order(row, columns))) for row in rows.values())
    else:
        cells = tuple((in_words(row),) for row in rows.values())
    heads = tuple(headings.get(column, column.replace("_", " ")) for column in columns) or ("Result",)
    return PrintedTable(chart["title"], heads, tuple(map(str, rows)), cells)


def _in_order(row: Any, columns: tuple[str, ...]) -> list[Any]:
    """The results of a row by column; a row of a single column may be that result alone."""
    if isinstance(row, Mapping):
        return [row[column] for column in columns]
    return list(row) if isinstance(row, list | tuple) else [row]


def in_words(cell: Any) -> str:
    """What stands in a cell. Lists of attacker and defender are parted by a bar, as on printed tables."""
    match cell:
        case {"attacker": attacker, "defender": defender}:
            return f"{in_words(attacker)} | {in_words(defender)}"
        case []:
            return "-"
        case list():
            return ", ".join(in_words(part) for part in cell)
        case _:
            return str(cell).replace("_", " ")


def hit(table: PrintedTable, column: str, row: int) -> Hit | None:
    """Where a reading hit: its column as players read it, its row as a number. Rows beyond the ends hit the end rows.

    None when the table has no such column, or rows that are no numbers.
    """
    if len(table.columns) > 1 and column not in table.columns:
        return None
    try:
        numbers = [int(label) for label in table.rows]
    except ValueError:
        return None
    held = max(min(numbers), min(row, max(numbers)))
    at = table.columns.index(column) if len(table.columns) > 1 else 0
    return Hit(table, numbers.index(held), at) if held in numbers else None
