"""Logs as tables in DuckDB: from there to Arrow, pandas or polars, none of which is needed here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hexledger.projections import warehouse
from hexledger.projections.address import address
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.reading import Reading
from hexledger.replays.story.combats import fought, row

if TYPE_CHECKING:
    import duckdb


def connect(games: Iterable[Chronicle]) -> duckdb.DuckDBPyConnection:
    """A connection in memory with one table for each of `warehouse.TABLES`, holding these games whole, undone
    decisions included (`standing` tells them apart). The caller closes it."""
    import duckdb

    with TemporaryDirectory(prefix="hexledger-") as name:
        folder = Path(name)
        warehouse.build(folder, [game_of(chronicle) for chronicle in games])
        connection = duckdb.connect(":memory:")
        for table in warehouse.TABLES:
            file = str(folder / f"{table}.parquet").replace("'", "''")
            connection.execute(f"CREATE TABLE {table} AS FROM read_parquet('{file}')")
    return connection


def game_of(chronicle: Reading) -> warehouse.Game:
    """A log as a warehouse takes it, with the leaf hashes of its frames and the combats of the line that stands."""
    size, game = len(chronicle.timeline), chronicle.game
    frames = [chronicle.frame(seq) for seq in range(size)]
    leaves = [chronicle.ledger.leaf(seq).hex() for seq in range(size)]
    names: Any = game
    line = [frames[seq] for seq in chronicle.timeline.path(chronicle.timeline.head)]
    more = [("combats", _combat(row(game, told))) for told in fought(game, line)]
    return warehouse.Game(chronicle.genesis, frames, names, game.decide_text, leaves, more)


def _combat(found: dict[str, Any]) -> dict[str, Any]:
    """A combat of the list of combats as a row of the warehouse."""
    above, below = found["luck"]
    return {
        **{name: found[name] for name in ("number", "resolved", "turn", "phase", "kind", "side", "targets", "results")},
        **{name: found[name] for name in ("die", "faces", "outcome")},
        "seq": found["frame"],
        "address": address(found["frame"]),
        "odds": found["column"],
        "attackers": [one["unit"] for one in found["attackers"]],
        "defenders": [one["unit"] for one in found["defenders"]],
        "lost": {one["side"]: one["steps"] for one in found["lost"]},
        "taken": [one["place"] for one in found["taken"]],
        "luck": above / below,
    }
