"""The warehouse: questions over many games in SQL. Logs become Parquet, DuckDB answers.

A warehouse is a folder of Parquet files, one folder a table, parted by game and scenario, which DuckDB, polars, pandas,
ClickHouse and Spark open as it is (`warehouse_parts`); its tables are declared in `warehouse_tables`. It is made from
logs and can be thrown away. Every row cites its game (`log`), the frame (`seq`), the `address` of the frame or event
that it comes from, and the leaf hash of that frame. Reading logs, in several processes, is `replays.library.stock`.
DuckDB is imported only when a warehouse is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.file_kinds import LOG, SECRET, kind_of_file
from hexledger.events.frame import UNREADABLE, Frame, Genesis
from hexledger.events.model import PRACTICE
from hexledger.events.platform import regular_bytes
from hexledger.projections.decided import DecideText
from hexledger.projections.lines import head_of, line_of
from hexledger.projections.walk import Watcher, watch
from hexledger.projections.warehouse_parts import (
    KEPT,
    LOGS,
    STAGING,
    Entry,
    Kept,
    Unfit,
    clear_staging,
    files_of,
    forget_kept,
    install,
    path_of,
    quoted,
    shares,
    write_kept,
    write_part,
)
from hexledger.projections.warehouse_rows import rows_of
from hexledger.projections.warehouse_tables import DEAR, TABLES
from hexledger.projections.warehouse_turns import ruled

if TYPE_CHECKING:
    import duckdb

    from hexledger.projections.names import Names


PARQUET: Final = b"PAR1"
"""How every file of Parquet begins."""


class WarehouseError(LedgerError):
    """A warehouse cannot be made or asked: `reason` says why."""

    def __init__(self, where: Path, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where
        self.reason = reason


class BadQuery(WarehouseError):
    """The question itself is wrong: the database's words for what, and where in it."""

    def __init__(self, where: Path, reason: str) -> None:
        super().__init__(where, reason)
        self.args = (reason,)


class Game(NamedTuple):
    """One log for the warehouse; `frames` is the whole file. Without `decide_text` decisions have no words; `leaves`:
    leaf hash (hex) of each frame; `watchers`: who wants to be told of the line that is played, once; `more`, `dear`:
    rows of tables that only a game's own words can make (combats), and those of the dear tables, both to be asked for
    after that; `edition_kind`: of which kind the edition is, as far as that is known."""

    genesis: Genesis
    frames: Sequence[Frame]
    names: Names
    decide_text: DecideText | None = None
    leaves: Sequence[str] = ()
    watchers: Sequence[Watcher] = ()
    more: Iterable[tuple[str, dict[str, Any]]] = ()
    dear: Iterable[tuple[str, dict[str, Any]]] = ()
    edition_kind: str = ""


def rows(
    game: Game, *, cheap: bool = True, dear: bool = True, had: Container[int] = ()
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(table, row) of a game: of the cheap tables, of the dear ones, or of both; each with its log and leaf hash.
    `had`: sayings whose rows are there already (`warehouse_events`)."""
    made: Iterable[tuple[str, dict[str, Any]]] = ()
    if cheap:
        made = chain(
            rows_of(game.genesis, game.frames, game.names, game.decide_text, game.edition_kind, game.watchers, had),
            ruled(game.frames, game.names),
            game.more,
        )
    else:
        watch(line_of(game.frames, head_of(game.frames)), *game.watchers)
    log, leaves = game.genesis.log_id, game.leaves
    for table, row in chain(made, game.dear if dear else ()):
        if table == "sayings":
            yield table, row
            continue
        row["log"] = log
        seq = row.get("seq")
        if seq is not None and leaves:
            row["leaf"] = leaves[seq]
        yield table, row


Had: TypeAlias = dict[tuple[str, str], set[int]]
"""(game, scenario) -> sayings (`warehouse_events`) whose rows a part has."""


def made_of(
    game: Game, had: Had, *, cheap: bool = True, dear: bool = True
) -> tuple[str, str, list[tuple[str, dict[str, Any]]]]:
    """Game, scenario and all rows of a log, as a part is made of them. `had` gets the sayings of the log once all its
    rows are there."""
    which = (game.genesis.game, game.genesis.scenario)
    known = had.setdefault(which, set())
    made = list(rows(game, cheap=cheap, dear=dear, had=known))
    known.update(row["id"] for table, row in made if table == "sayings")
    return *which, made


# ---------------------------------------------------------------------- what logs are
def print_of_one(log: Path, beside: Path | None = None) -> str:
    """What a log is, in short: its bytes, whatever it is called, and those of a file beside it that rows are made of.
    OSError."""
    seen = sha256(regular_bytes(log))
    if beside is not None and beside.exists():
        seen.update(sha256(regular_bytes(beside)).digest())
    return seen.hexdigest()


def shape(version: str) -> str:
    """The version of the program that gives things their names, and the shape of the tables, in short."""
    tables = {name: dict(columns) for name, columns in TABLES.items()}
    return sha256(json.dumps([version, tables]).encode()).hexdigest()


def told_apart(where: Path, games: Iterable[Game]) -> list[Game]:
    """The games, each under an id of its own, by id. Two copies of one log are one game: the longer counts. Of practice
    games of one open seed, which have one id, the later ones get a number; two copies of another log that have gone
    different ways are refused."""
    logs: dict[str, Game] = {}
    for given in games:
        game = _another(given, logs)
        other = logs.get(game.genesis.log_id)
        logs[game.genesis.log_id] = game if other is None else _longer(where, game, other)
    return [logs[log] for log in sorted(logs)]


def _another(game: Game, logs: Mapping[str, Game]) -> Game:
    log_id, number = game.genesis.log_id, 2
    while (other := logs.get(game.genesis.log_id)) is not None and not _one_game(game, other):
        if game.genesis.dice_mode != PRACTICE:
            break
        game = game._replace(genesis=msgspec.structs.replace(game.genesis, log_id=f"{log_id}-{number}"))
        number += 1
    return game


def _one_game(one: Game, two: Game) -> bool:
    """Whether one is the other, or its beginning; the id may have been changed by `_another`."""
    shorter = min(len(one.frames), len(two.frames))
    return list(one.frames[:shorter]) == list(two.frames[:shorter])


def _longer(where: Path, one: Game, two: Game) -> Game:
    short, long = sorted((one, two), key=lambda game: len(game.frames))
    if list(long.frames[: len(short.frames)]) != list(short.frames):
        raise WarehouseError(
            where, f"two copies of log {one.genesis.log_id} have gone different ways; give one of them"
        )
    return long


# ---------------------------------------------------------------------- making
def build(where: Path, games: Iterable[Game]) -> dict[str, int]:
    """Make a warehouse of exactly these games, dear tables too, in place of what the folder held. Returns table ->
    number of rows. WarehouseError."""
    checked(where)
    found = told_apart(where, games)
    kept, counts = emptied(where, ""), dict.fromkeys(TABLES, 0)
    try:
        for number, part in enumerate(shares(found, LOGS)):
            had: Had = {}
            made = [made_of(game, had) for game in part]
            write_part(where / STAGING, number, made, TABLES)
            for _, _, rows_of_log in made:
                _count(rows_of_log, counts)
            install(where, where / STAGING)
            kept.logs |= {game.genesis.log_id: Entry(game.genesis.log_id, number) for game in part}
            kept.dear.append(number)
        write_kept(where, kept)
    except (OSError, Unfit) as error:
        raise WarehouseError(where, f"the rows could not be written: {error}") from error
    return counts


def _count(made: Iterable[tuple[str, Mapping[str, Any]]], counts: dict[str, int]) -> None:
    for table, row in made:
        if table in counts:
            counts[table] += 1
        elif table == "stretches":
            counts["events"] += len(row["said"])


def checked(where: Path) -> None:
    """A warehouse is made in a new or an empty folder, or in place of a warehouse: nothing of anybody else is in the
    way. WarehouseError."""
    _named_plainly(where)
    if not where.exists() or not any(where.iterdir()):
        return
    if not (where / KEPT).is_file() and not (where / STAGING).is_dir():
        raise WarehouseError(where, "the folder holds other files and no warehouse; name a new or an empty one")
    for path in (where / KEPT, where / STAGING, *(where / table for table in TABLES), *where.glob("*/*/*/part-*")):
        kind = "" if path.is_dir() or not path.exists() or _is_parquet(path) else kind_of_file(path)
        if path.is_symlink() or kind == LOG or kind in SECRET:
            raise WarehouseError(where, f"{path.name} there is {kind or 'a link'}; nothing is written over it")


def _named_plainly(where: Path) -> None:
    """DuckDB reads `*?[` in a file name as a pattern, and takes no name that is not UTF-8: such a folder is refused."""
    try:
        str(where).encode()
    except UnicodeEncodeError:
        raise WarehouseError(where, "the folder's path has to be UTF-8") from None
    if any(sign in str(where) for sign in "*?["):
        raise WarehouseError(where, "the folder's path may not contain * ? or [")


def _is_parquet(path: Path) -> bool:
    """Does a file begin as Parquet does? Nothing that is precious begins so."""
    return not path.is_symlink() and regular_bytes(path, most=len(PARQUET)) == PARQUET


def emptied(where: Path, version: str) -> Kept:
    """A warehouse of nothing, in place of what the folder held: files of ours go, whatever else lies there stays."""
    try:
        clear_staging(where / STAGING)
        forget_kept(where)
        for table in TABLES:
            for path in files_of(where, table):
                path.unlink()
    except OSError as error:
        raise WarehouseError(where, f"the folder could not be emptied: {error}") from error
    return Kept(shape(version))


# ---------------------------------------------------------------------- asking
def query(where: Path, sql: str, given: Sequence[Any] = ()) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """(column names, rows) of one SELECT over the tables of `TABLES`; `given` stand for the `?` in it. BadQuery says
    what is wrong with it.

    The query sees the warehouse's files and nothing else, and can change nothing.
    """
    import duckdb

    try:
        sql.encode()
    except UnicodeEncodeError as error:
        raise BadQuery(where, f"no text that UTF-8 can write: {error.reason} at {error.start}") from None
    con = open_database(where, sql)
    try:
        statements = duckdb.extract_statements(sql)
        if len(statements) != 1 or statements[0].type not in (
            duckdb.StatementType.SELECT,
            duckdb.StatementType.EXPLAIN,
        ):
            raise BadQuery(where, "a query is one SELECT")
        result = con.execute(statements[0], list(given)) if given else con.execute(statements[0])
        columns = tuple(str(column[0]) for column in result.description or ())
        return columns, result.fetchall()
    except duckdb.Error as error:
        raise BadQuery(where, str(error).replace("\n\n", "\n")) from error
    finally:
        con.close()


def open_database(where: Path, sql: str = "") -> duckdb.DuckDBPyConnection:
    """A database in memory with a view for each table that `sql` names (where it names none, for all but the dear
    ones), which can read nothing but the warehouse. The caller closes it. WarehouseError."""
    import duckdb

    _named_plainly(where)
    kept = _listed(where)
    named = named_tables(sql) or [table for table in TABLES if table not in DEAR]
    con = _confined(path_of(where), Path.cwd()).cursor()
    try:
        for table in named:
            con.execute(f"CREATE TEMP VIEW {table} AS {_view(where, table, kept)}")
    except duckdb.Error as error:
        con.close()
        raise WarehouseError(where, f"its tables cannot be read: {error}") from error
    except WarehouseError:
        con.close()
        raise
    return con


@lru_cache(maxsize=4)
def _confined(folder: str, _seen_from: Path) -> duckdb.DuckDBPyConnection:
    """The database in memory for a warehouse (its folder as an SQL text, which may be meant from the working folder):
    empty, and nothing but the folder can be read with it. Making one takes as long as many a question, so it is kept;
    each question has a cursor with views of its own."""
    import duckdb

    con = duckdb.connect(":memory:")
    con.execute(f"SET allowed_directories = [{folder}]")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")
    return con


def named_tables(sql: str) -> list[str]:
    """Tables whose names stand in a question."""
    words = {word.lower() for word in re.findall(r"\w+", sql)}
    return [table for table in TABLES if table in words]


def wants_dear(sql: str) -> bool:
    """Does a question name a table that is made only when it is asked for?"""
    return any(table in DEAR for table in named_tables(sql))


def ids_of(where: Path) -> dict[str, str]:
    """Print of a log -> its id in the warehouse."""
    return {one: entry.log for one, entry in _listed(where).logs.items()}


def _listed(where: Path) -> Kept:
    try:
        return msgspec.json.decode(regular_bytes(where / KEPT, longest=1 << 28), type=Kept)
    except FileNotFoundError as error:
        raise WarehouseError(where, "no warehouse here; build it first: name logs") from error
    except (OSError, *UNREADABLE) as error:
        raise WarehouseError(where, f"its list cannot be read, name the logs again: {error}") from error


def select_of(where: Path, table: str) -> str:
    """The SELECT of a table over its files, for a database of one's own. WarehouseError."""
    return _view(where, table, _listed(where))


def _view(where: Path, table: str, kept: Kept) -> str:
    columns = TABLES[table]
    if table in DEAR and set(kept.parts()) - set(kept.dear):
        raise WarehouseError(where, f"table {table} is made when it is first asked for: name the logs once more")
    files = []
    for name, end in kept.files.items():
        if name.startswith(f"{table}/"):
            path = where / name
            if not path.is_file() or path.stat().st_size != int(end.partition("-")[0] or -1):
                raise WarehouseError(where, f"{name} is not what was put there: name the logs again")
            files.append(path_of(path))
    if not files:
        empty = ", ".join(f"NULL::{kind} AS {quoted(column)}" for column, kind in columns.items())
        return f"SELECT {empty} LIMIT 0"
    shown = ", ".join(f"{quoted(column)}::{kind} AS {quoted(column)}" for column, kind in columns.items())
    return (
        f"SELECT {shown} FROM read_parquet([{', '.join(files)}], hive_partitioning = true, "
        f"hive_types = {{'game': VARCHAR, 'scenario': VARCHAR}})"
    )
