"""June6 as printed tables, and the cell that a reading hits."""

from __future__ import annotations

import pytest

from hexledger.engine.catalogue import open_game
from hexledger.engine.tables.printed import hit, printed


@pytest.mark.parametrize("game_id", ["june_6", "fortress_europa"])
def test_every_chart_that_a_game_prints_is_a_table_without_holes(game_id):
    game = open_game(game_id)
    charts = game.view().charts
    assert "table.crt" in charts
    for word, name in charts.items():
        assert word in game.words
        table = printed(game.edition.chart(name), {})
        assert table is not None, name
        assert len(table.rows) == len(table.cells) >= 6
        assert all(len(row) == len(table.columns) for row in table.cells)
        assert all(cell for row in table.cells for cell in row)


def test_the_june_6_table_has_a_row_for_each_total_and_attacker_before_defender():
    game = open_game("june_6")
    words = game.words
    found = game.view().hit(words["table.crt"], words["column.assault_vs_stand"], 2)
    assert found is not None
    assert found.table.rows == tuple(str(total) for total in range(16))
    assert found.table.columns[found.column] == "Assault against Stand"
    assert found.table.cells[found.row][found.column] == "E Reduced, C Disorder 2 | E Disorder 1"


def test_the_fortress_europa_table_has_a_column_for_each_odds():
    game = open_game("fortress_europa")
    words = game.words
    found = game.view().hit(words["table.crt"], words["column.3-1"], 2)
    assert found is not None
    assert found.table.columns == ("1-6/1-5", "1-4/1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    assert (found.table.rows[found.row], found.table.cells[found.row][found.column]) == ("2", "AR")


def test_a_total_beyond_the_table_hits_its_end_row():
    table = printed({"title": "T", "rows": {"0": [], "1": ["F Pinned"], "2": "lost"}}, {})
    assert table is not None
    assert table.cells == (("-",), ("F Pinned",), ("lost",))
    assert [hit(table, "", row).row for row in (-3, 0, 1, 2, 9)] == [0, 0, 1, 2, 2]


def test_what_is_no_table_by_rows_is_not_printed_and_a_strange_column_hits_nothing():
    assert printed({"title": "T", "values": {"a": 1}}, {}) is None
    table = printed({"title": "T", "columns": ["a", "b"], "rows": {"1": {"a": "x", "b": "y"}}}, {"a": "A"})
    assert table is not None
    assert table.columns == ("A", "b")
    assert hit(table, "c", 1) is None
    assert hit(printed({"title": "T", "rows": {"one": "x"}}, {}), "", 1) is None


def test_a_table_that_no_chart_holds_is_told_without_a_hit():
    game = open_game("june_6")
    assert game.view().hit(game.words["table.demolition"], game.words["column.contested"], 3) is None
