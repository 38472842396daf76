"""The folder of a warehouse in other engines, by the lines of docs/warehouse.md. Those that are not installed are left
out by name: `pip install hexledger[engines]`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.projections.warehouse import query
from hexledger.replays.library.stock import stock

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "warehouse.md").read_text(encoding="utf-8")
LINES = dict(re.findall(r"^    ((duckdb|polars|pandas|chdb|spark)\..+)$", PAGE, re.MULTILINE))
"""Line of the page -> engine."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engines") / "house"
    stock(folder, [sorted((ROOT / "tests" / "corpus" / "games" / name).glob("*.hxl"))[0] for name in GAMES], "v")
    return folder


def counted(line: str, engine: object) -> dict[str, int]:
    """Game -> combats, as a line of the page counts them; `engine` is what it calls by its name."""
    name = LINES[line]
    found = eval(line, {name: engine})
    if name == "chdb":
        rows = [text.replace('"', "").split(",") for text in str(found).splitlines()]
    elif name == "duckdb":
        rows = found.fetchall()
    else:
        rows = found.rows() if name == "polars" else found.items() if name == "pandas" else found
    return {game: int(count) for game, count in rows if int(count)}


@pytest.mark.parametrize("line", [line for line, name in LINES.items() if name != "spark"])
def test_combats_are_counted_by_game(line: str, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = pytest.importorskip(LINES[line], reason=f"{LINES[line]} is not installed: pip install hexledger[engines]")
    monkeypatch.chdir(house.parent)
    expected = dict(query(house, "select game, count(*) from combats group by all")[1])
    assert expected and counted(line, engine) == expected


@pytest.mark.long
def test_combats_are_counted_by_game_in_spark(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: pip install hexledger[spark]")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java machine")
    monkeypatch.chdir(house.parent)
    (line,) = [line for line, name in LINES.items() if name == "spark"]
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        expected = dict(query(house, "select game, count(*) from combats group by all")[1])
        assert expected and counted(line, session) == expected
        events = session.read.parquet("house/events")
        for column, kind in (("seq", "bigint"), ("value", "bigint"), ("data", "string"), ("game", "string")):
            assert dict(events.dtypes)[column] == kind
    finally:
        session.stop()


def test_the_page_has_a_line_for_each_engine() -> None:
    assert sorted(LINES.values()) == ["chdb", "duckdb", "pandas", "polars", "spark"]
