"""The warehouse: from logs to Parquet to the first answer, beside DuckDB over rows that lie ready and beside inserts
row by row; a group-by over rows that are there; one game more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from hexledger.projections.warehouse import query, select_of
from hexledger.projections.warehouse_parts import path_of, quoted
from hexledger.projections.warehouse_tables import DEAR, TABLES
from hexledger.replays.library.stock import stock
from tests.bench.material import season
from tests.bench.measure import WALL, Plan, Row, once, rate, span, spread

QUESTION = "select game, event, side, count(*), sum(value) from events group by all order by all"
MOST = 3
"""Rounds of what takes long."""
INSERTED = 1_000
"""Rows that are inserted one by one, of each table in proportion; the rest would take as long each."""


def rows(plan: Plan) -> Iterator[Row]:
    """Four rows. The dear tables are made by nobody here, and by DuckDB neither."""
    logs = season(plan)
    with TemporaryDirectory(dir=plan.folder) as name:
        folder = Path(name)
        house = folder / "house"
        stock(house, logs, "bench", workers=os.cpu_count() or 1)
        ((events,),) = query(house, "select count(*) from events")[1]
        ready = _ready(folder, house)
        first, peer = [], []
        for number in range(min(plan.rounds, MOST)):
            first.append(_first(folder, logs, number))
            peer.append(_peer(folder, ready, number))
        ratios = [theirs / ours for theirs, ours in zip(peer, first, strict=True)]
        middle, low, high = spread(ratios)
        ours = spread(first)[0]
        note = f"{len(logs)} games, {events} events, {os.cpu_count()} processes"
        yield Row(
            "logs to Parquet to first answer / DuckDB, ready NDJSON",
            rate(events, ours, "events"),
            rate(events, spread(peer)[0], "events"),
            middle,
            low,
            high,
            0.25,
            at_least=True,
            note=note,
        )
        counts = _counts(house)
        total = sum(counts.values())
        inserted = _inserted(folder, house, counts)
        by_row = [inserted * total / one for one in first]
        middle, low, high = spread(by_row)
        yield Row(
            "logs to Parquet to first answer / inserts row by row",
            rate(total, ours, "rows"),
            rate(1, inserted, "rows"),
            middle,
            low,
            high,
            200,
            at_least=True,
            note=f"{INSERTED} of {total} rows inserted into a DuckDB file, each by itself; the others reckoned",
        )
        yield _warm(plan, house, events)
        yield _more(plan, house, logs, events)


def _first(folder: Path, logs: list[Path], number: int) -> float:
    """Seconds from logs to the first answer."""
    house = folder / f"new-{number}"

    def ours() -> None:
        stock(house, logs, "bench", workers=os.cpu_count() or 1)
        query(house, QUESTION)

    return once(ours, WALL)


def _ready(folder: Path, house: Path) -> dict[str, Path]:
    """The same rows as NDJSON, a file a table."""
    files = {}
    with duckdb.connect() as con:
        for table in (one for one in TABLES if one not in DEAR):
            files[table] = folder / f"{table}.ndjson"
            con.execute(f"COPY ({select_of(house, table)}) TO {path_of(files[table])} (FORMAT json)")
    return files


def _peer(folder: Path, files: dict[str, Path], number: int) -> float:
    """Seconds in which DuckDB reads them into a file of its own and answers."""

    def theirs() -> None:
        with duckdb.connect(str(folder / f"peer-{number}.duckdb")) as con:
            for table, file in files.items():
                types = ", ".join(f"{quoted(column)}: '{kind}'" for column, kind in TABLES[table].items())
                con.execute(
                    f"CREATE TABLE {table} AS FROM read_json({path_of(file)}, format = 'newline_delimited', "
                    f"columns = {{{types}}})"
                )
            con.execute(QUESTION).fetchall()

    return once(theirs, WALL)


def _counts(house: Path) -> dict[str, int]:
    """Rows of each table but the dear ones."""
    tables = [one for one in TABLES if one not in DEAR]
    return {table: query(house, f"select count(*) from {table}")[1][0][0] for table in tables}


def _inserted(folder: Path, house: Path, counts: dict[str, int]) -> float:
    """Seconds that one row takes which is inserted by itself: the mean of `INSERTED` rows, each table's share of them
    as large as its share of all rows."""
    total = sum(counts.values())
    given = [
        (table, row)
        for table, count in counts.items()
        for row in query(house, f"select * from {table} limit {-(-INSERTED * count // total)}")[1]
    ]
    with duckdb.connect(str(folder / "by-row.duckdb")) as con:
        for table in counts:
            columns = ", ".join(f"{quoted(column)} {kind}" for column, kind in TABLES[table].items())
            con.execute(f"CREATE TABLE {table} ({columns})")

        def theirs() -> None:
            for table, row in given:
                con.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

        return once(theirs, WALL) / max(1, len(given))


def _warm(plan: Plan, house: Path, events: int) -> Row:
    query(house, QUESTION)
    took = [once(lambda: query(house, QUESTION), WALL) * 1e3 for _ in range(plan.rounds)]
    middle, low, high = spread(took)
    return Row(
        "a group-by over the events, warm",
        span(middle / 1e3),
        "-",
        middle,
        low,
        high,
        50,
        at_least=False,
        unit=" ms",
        note=f"{events} events",
    )


def _more(plan: Plan, house: Path, logs: list[Path], events: int) -> Row:
    """One game taken out and put in again, round after round."""
    took = []
    for _ in range(min(plan.rounds, MOST)):
        stock(house, logs[:-1], "bench")
        took.append(once(lambda: stock(house, logs, "bench"), WALL))
    middle, low, high = spread(took)
    return Row(
        "one game more in a warehouse",
        span(middle),
        "-",
        middle,
        low,
        high,
        1,
        at_least=False,
        unit=" s",
        note=f"{len(logs)} games, {events} events",
    )
