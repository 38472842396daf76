"""Logs as tables in DuckDB: from there to Arrow, pandas or polars, none of which is needed here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hexledger.projections import warehouse
from hexledger.replays.log.chronicle import Chronicle

if TYPE_CHECKING:
    import duckdb


def connect(games: Iterable[Chronicle]) -> duckdb.DuckDBPyConnection:
    """A connection in memory with one table for each of `warehouse.TABLES`, holding these games whole, undone
    decisions included (`standing` tells them apart). The caller closes it."""
    import duckdb

    with TemporaryDirectory(prefix="hexledger-") as name:
        folder = Path(name)
        warehouse.build(folder, [_game(chronicle) for chronicle in games])
        connection = duckdb.connect(":memory:")
        for table in warehouse.TABLES:
            file = str(folder / f"{table}.parquet").replace("'", "''")
            connection.execute(f"CREATE TABLE {table} AS FROM read_parquet('{file}')")
    return connection


def _game(chronicle: Chronicle) -> warehouse.Game:
    frames = [chronicle.frame(seq) for seq in range(len(chronicle.timeline))]
    names: Any = chronicle.game
    return warehouse.Game(chronicle.genesis, frames, names, chronicle.game.decide_text)
