"""The tables that a board shows beside a reading are printed as the edition has them."""

from __future__ import annotations

import pytest

from hexledger.engine.tables.printed import printed
from tests.every_game.about import About
from tests.every_game.catalogue import every_game


@every_game
def test_every_table_that_a_view_names_is_printed_whole(one: About) -> None:
    game = one.open()
    view = game.view()
    for key, name in view.charts.items():
        chart = game.edition.charts[name]
        table = printed(chart, {})
        if table is None:
            continue
        assert table.rows and all(isinstance(row, str) for row in table.rows), key
        assert all(len(cells) == len(table.columns) and all(cells) for cells in table.cells), key


@every_game
def test_a_reading_is_found_in_the_printed_table(one: About) -> None:
    game = one.open()
    view = game.view()
    for key, name in view.charts.items():
        chart = game.edition.charts[name]
        table = printed(chart, {})
        columns = chart.get("columns", ())
        if table is None or not columns or key not in game.words:
            continue
        word = game.words.get(f"column.{str(columns[0]).replace(':', '_')}")
        if word is None or not all(row.lstrip("-").isdecimal() for row in table.rows):
            continue
        found = view.hit(game.words[key], word, int(table.rows[0]))
        assert found is not None and found.table.cells[found.row][found.column] == table.cells[0][0], key


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ({1: ["AE", "DR"], 2: ["DR", "DE"]}, (("AE", "DR"), ("DR", "DE"))),
        ({"1": {"a": "AE", "b": "DR"}}, (("AE", "DR"),)),
        ({"a": {"1": "AE"}, "b": {"1": "DR"}}, (("AE", "DR"),)),
    ],
)
def test_rows_may_be_lists_in_the_order_of_the_columns(rows: object, cells: object) -> None:
    table = printed({"title": "T", "columns": ["a", "b"], "rows": rows}, {})
    assert table is not None and table.cells == cells and table.rows[0] == "1"
