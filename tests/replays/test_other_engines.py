"""The folder of a warehouse in other engines, by the lines of docs/warehouse.md. Those that are not installed are left
out by name: `pip install hexledger[engines]`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.projections.warehouse import query
from hexledger.replays.library.stock import stock

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "warehouse.md").read_text(encoding="utf-8")
LINES = dict(re.findall(r"^    ((duckdb|polars|pandas|chdb)\..+)$", PAGE, re.MULTILINE))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engines") / "house"
    stock(folder, [sorted((ROOT / "tests" / "corpus" / "games" / name).glob("*.hxl"))[0] for name in GAMES], "v")
    return folder


@pytest.mark.parametrize("line", LINES)
def test_combats_are_counted_by_game(line: str, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = pytest.importorskip(LINES[line], reason=f"{LINES[line]} is not installed: pip install hexledger[engines]")
    monkeypatch.chdir(house.parent)
    found = eval(line, {LINES[line]: engine})
    expected = dict(query(house, "select game, count(*) from combats group by all")[1])
    assert expected
    if LINES[line] == "chdb":
        rows = [text.replace('"', "").split(",") for text in str(found).splitlines()]
        assert {game: int(count) for game, count in rows} == expected
    elif LINES[line] == "duckdb":
        assert dict(found.fetchall()) == expected
    else:
        rows = found.rows() if LINES[line] == "polars" else found.items()
        assert {game: count for game, count in rows if count} == expected


def test_the_page_has_a_line_for_each_engine() -> None:
    assert sorted(LINES.values()) == ["chdb", "duckdb", "pandas", "polars"]
