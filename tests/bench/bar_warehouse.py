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
INSERTED = 500
"""Rows that are inserted one by one; the rest would take as long each."""


def rows(plan: Plan) -> Iterator[Row]:
    """Four rows. The dear tables are made by nobody here, and by DuckDB neither."""
    logs = season(plan)
    with TemporaryDirectory(dir=plan.folder) as name:
        folder = Path(name)
        house = folder / "house"
        first = _first(folder, logs, min(plan.rounds, MOST))
        stock(house, logs, "bench", workers=os.cpu_count() or 1)
        ((events,),) = query(house, "select count(*) from events")[1]
        ready = _ready(folder, house)
        peer = [_peer(folder, ready, number) for number in range(min(plan.rounds, MOST))]
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
        inserted = _inserted(folder, house)
        by_row = [inserted * _count(house) / one for one in first]
        middle, low, high = spread(by_row)
        yield Row(
            "logs to Parquet to first answer / inserts row by row",
            rate(_count(house), ours, "rows"),
            rate(1, inserted, "rows"),
            middle,
            low,
            high,
            200,
            at_least=True,
            note=f"{INSERTED} rows of events inserted into a DuckDB file, each by itself; the others reckoned",
        )
        yield _warm(plan, house, events)
        yield _more(plan, house, logs, events)


def _first(folder: Path, logs: list[Path], rounds: int) -> list[float]:
    """Seconds from logs to the first answer, of each round."""
    took = []
    for number in range(rounds):
        house = folder / f"new-{number}"

        def ours(house: Path = house) -> None:
            stock(house, logs, "bench", workers=os.cpu_count() or 1)
            query(house, QUESTION)

        took.append(once(ours, WALL))
    return took


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


def _count(house: Path) -> int:
    """All rows but those of the dear tables."""
    tables = [one for one in TABLES if one not in DEAR]
    return int(sum(query(house, f"select count(*) from {table}")[1][0][0] for table in tables))


def _inserted(folder: Path, house: Path) -> float:
    """Seconds that one row takes which is inserted by itself."""
    columns, found = query(house, f"select * from events limit {INSERTED}")
    marks = ", ".join("?" for _ in columns)
    with duckdb.connect(str(folder / "by-row.duckdb")) as con:
        con.execute(f"CREATE TABLE events ({', '.join(f'{quoted(c)} {k}' for c, k in TABLES['events'].items())})")

        def theirs() -> None:
            for row in found:
                con.execute(f"INSERT INTO events VALUES ({marks})", row)

        return once(theirs, WALL) / max(1, len(found))


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
