"""The parts of a warehouse on disk: rows become NDJSON, NDJSON becomes Parquet, and a list says what is there.

    TABLE/game=june_6/scenario=push_to_caen/part-000003.parquet

A part holds the rows of some logs, sorted and compressed; what it is made of depends on its logs alone, so that its
bytes are the same whoever makes it, in whatever process. `kept.json` says which log each part holds, and how each of
its files ends: a file that somebody has put there or changed is noticed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

import msgspec

from hexledger.events.frame import UNREADABLE
from hexledger.events.platform import regular_bytes, replace_file
from hexledger.projections.warehouse_tables import IN_ORDER, PARTS, SORTED, STAGED, TABLES

if TYPE_CHECKING:
    import duckdb

KEPT: Final = "kept.json"
"""The list of a warehouse."""
STAGING: Final = "making"
"""Folder of a warehouse in which parts are made before they are put in their place."""
TAIL: Final = 1 << 16
"""Bytes at the end of a file by which it is known: Parquet keeps there what the file holds."""
SMALL: Final = 12
"""Parts of few logs that are left side by side before they are put together."""
LOGS: Final = 64
"""Logs of a part, at most; one that has less than half of them is one of few."""

_NAME: Final = re.compile(r"[a-z0-9_]{1,80}")
_FILE: Final = re.compile(r"part-([0-9]{6})\.parquet")

L = TypeVar("L")

Rows = Iterable[tuple[str, Mapping[str, Any]]]
"""(table, row) of a log; columns that a row lacks are NULL, what is no column is left out."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log in a part: its id there, the part, and what a reader of the log had to leave out (plain data)."""

    log: str
    part: int
    left_out: dict[str, Any] | None = None


class Kept(msgspec.Struct):
    """What a warehouse holds.

    shape  version of the program and of the tables
    logs   print of a log -> its entry
    twice  prints of logs that are shorter copies of others
    dear   parts that have the dear tables too
    files  path -> print of the end of the file
    """

    shape: str
    logs: dict[str, Entry] = {}
    twice: list[str] = []
    dear: list[int] = []
    files: dict[str, str] = {}

    def parts(self) -> dict[int, list[str]]:
        """Part -> prints of its logs."""
        found: dict[int, list[str]] = {}
        for one, entry in self.logs.items():
            found.setdefault(entry.part, []).append(one)
        return found


class Unfit(ValueError):
    """A name in a log that cannot be a folder's."""


# ---------------------------------------------------------------------- the list
def read_kept(where: Path, shape: str) -> Kept | None:
    """The list of a warehouse of this shape; None where there is none, or where its files are not those of the list."""
    try:
        found = msgspec.json.decode(regular_bytes(where / KEPT, longest=1 << 28), type=Kept)
    except (OSError, *UNREADABLE):
        return None
    if found.shape != shape or found.files != _ends(where):
        return None
    return found


def write_kept(where: Path, kept: Kept) -> None:
    """Write the list, with the files as they are now. OSError."""
    kept.files = _ends(where)
    kept.logs, kept.twice, kept.dear = dict(sorted(kept.logs.items())), sorted(kept.twice), sorted(kept.dear)
    replace_file(where / KEPT, msgspec.json.encode(kept) + b"\n")


def forget_kept(where: Path) -> None:
    """While parts are put in their places there is no list: a build that was broken off is noticed."""
    (where / KEPT).unlink(missing_ok=True)


def files_of(where: Path, table: str) -> list[Path]:
    """The files of a table, in order."""
    folder = where / table
    return sorted(path for path in folder.glob("game=*/scenario=*/part-*.parquet") if _FILE.fullmatch(path.name))


def _all_files(where: Path) -> Iterator[Path]:
    for table in TABLES:
        yield from files_of(where, table)


def _ends(where: Path) -> dict[str, str]:
    """Path of every file of a part -> print of its end."""
    return {path.relative_to(where).as_posix(): _end(path) for path in _all_files(where)}


def _end(path: Path) -> str:
    if path.is_symlink():
        return ""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - TAIL))
        return f"{size}-{sha256(file.read()).hexdigest()[:32]}"


# ---------------------------------------------------------------------- making a part
def shares(logs: Sequence[L], most: int) -> list[Sequence[L]]:
    """Logs in parts of at most so many, all of one size, give or take one: whoever makes them at a time is done at a
    time."""
    count = -(-len(logs) // most)
    return [logs[len(logs) * part // count : len(logs) * (part + 1) // count] for part in range(count)]


def write_part(where: Path, number: int, logs: Iterable[tuple[str, str, Rows]], tables: Iterable[str]) -> None:
    """Make the files of part `number` below a folder: of (game, scenario, rows of a log), for these tables. Of what
    events say (`sayings`) each row comes once, with the first log that says it.

    OSError; duckdb.Error; Unfit for a game or scenario whose name cannot be a folder's.
    """
    wanted = {staged for table in tables for staged in MADE_OF.get(table, (table,))}
    encode = msgspec.json.Encoder().encode_lines
    with ExitStack() as opened:
        files: dict[tuple[str, str, str], BinaryIO] = {}
        for game, scenario, rows in logs:
            lines: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
            for table, row in rows:
                lines[table].append(row)
            for table, made in lines.items():
                if not made or table not in wanted:
                    continue
                file = files.get((table, game, scenario))
                if file is None:
                    file = opened.enter_context(_ndjson(where, table, game, scenario, number).open("wb"))
                    files[table, game, scenario] = file
                file.write(encode(made))
    with _database() as con:
        for table in TABLES:
            first, *others = MADE_OF.get(table, (table,))
            for ndjson in sorted((where / first).glob(f"game=*/scenario=*/part-{number:06d}.ndjson")):
                beside = ndjson.relative_to(where / first)
                _to_parquet(con, where, table, beside)
                for staged in (first, *others):
                    (where / staged / beside).unlink()


def _ndjson(where: Path, table: str, game: str, scenario: str, number: int) -> Path:
    for name in (game, scenario):
        if not _NAME.fullmatch(name):
            raise Unfit(f"{name!r} cannot be the name of a folder")
    folder = where / table / f"game={game}" / f"scenario={scenario}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"part-{number:06d}.ndjson"


def _to_parquet(con: duckdb.DuckDBPyConnection, where: Path, table: str, beside: Path) -> None:
    """Sorted, typed, compressed Parquet of the rows that lie in a file below a folder for each thing that the table is
    made of. duckdb.Error."""
    columns = {column: kind for column, kind in TABLES[table].items() if column not in PARTS}
    if table in MADE_OF:
        source = _EVENTS.format(*(_read_json(where / staged / beside, STAGED[staged]) for staged in MADE_OF[table]))
    else:
        source = _read_json(where / table / beside, columns)
    target = (where / table / beside).with_suffix(".parquet")
    target.parent.mkdir(parents=True, exist_ok=True)
    _copy(con, _plain(source, columns), target, () if table in IN_ORDER else columns)


MADE_OF: Final[Mapping[str, tuple[str, ...]]] = {"events": ("stretches", "sayings")}
"""Table -> what it is made of while a part is written, for one that is not written as it is."""

_EVENTS: Final = """(
    SELECT *, '#' || seq || '.' || number AS address FROM (
        SELECT *, unnest(said) AS id, first - 1 + generate_subscripts(said, 1) AS number FROM {}
    ) LEFT JOIN {} USING (id)
)"""
"""The table `events`: every event of every stretch, in their order, with what it says."""


def _read_json(ndjson: Path, columns: Mapping[str, str]) -> str:
    """The rows of a file, for an SQL text."""
    types = ", ".join(f"{quoted(column)}: '{kind}'" for column, kind in columns.items() if column not in PARTS)
    return f"read_json({path_of(ndjson)}, format = 'newline_delimited', columns = {{{types}}})"


def quoted(column: str) -> str:
    """A column as SQL names it, whatever word it is."""
    return f'"{column}"'


def _plain(source: str, columns: Mapping[str, str]) -> str:
    """The columns as every engine reads them: JSON is text."""
    shown = (
        f"{quoted(name)}::VARCHAR AS {quoted(name)}" if kind == "JSON" else quoted(name)
        for name, kind in columns.items()
    )
    return f"SELECT {', '.join(shown)} FROM {source}"


def _database() -> duckdb.DuckDBPyConnection:
    """A database in memory of one thread, which joins as the text says: the bytes that it writes hang on the rows
    alone, and what is joined keeps the order of the first."""
    import duckdb

    con = duckdb.connect(":memory:", config={"threads": 1})
    con.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
    return con


def _copy(con: duckdb.DuckDBPyConnection, select: str, target: Path, sorted_of: Collection[str]) -> None:
    """Write rows as Parquet, sorted by those of these columns by which rows are sorted (none: as they are)."""
    by = ", ".join(quoted(column) for column in SORTED if column in sorted_of)
    order = f" ORDER BY {by}" if by else ""
    con.execute(f"COPY ({select}{order}) TO {path_of(target)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1)")


# ---------------------------------------------------------------------- putting parts in their places
def install(where: Path, staging: Path) -> None:
    """Move what was made in a staging folder into the warehouse. OSError."""
    for made in _all_files(staging):
        target = where / made.relative_to(staging)
        target.parent.mkdir(parents=True, exist_ok=True)
        made.replace(target)
    rmtree(staging)


def clear_staging(staging: Path) -> None:
    """An empty staging folder, whatever a build that was broken off has left there. OSError."""
    staging.mkdir(parents=True, exist_ok=True)
    for left in staging.iterdir():
        if left.is_dir() and not left.is_symlink():
            rmtree(left)
        else:
            left.unlink()


def drop_part(where: Path, number: int, tables: Iterable[str] = TABLES) -> None:
    """Take a part away, or its files of some tables."""
    for table in tables:
        for path in _of_part(where, table, number):
            path.unlink()


def drop_logs(where: Path, number: int, logs: Sequence[str]) -> None:
    """Take the rows of some logs out of a part. duckdb.Error, OSError."""
    gone = ", ".join("'" + log.replace("'", "''") + "'" for log in logs)
    for table in TABLES:
        for path in _of_part(where, table, number):
            _again(table, [path], path, f"WHERE log NOT IN ({gone})")


def join_parts(where: Path, numbers: Sequence[int], into: int) -> None:
    """Put parts together as part `into`. duckdb.Error, OSError."""
    for table in TABLES:
        by_folder: dict[Path, list[Path]] = {}
        for number in numbers:
            for path in _of_part(where, table, number):
                by_folder.setdefault(path.parent, []).append(path)
        for folder, paths in by_folder.items():
            target = folder / f"part-{into:06d}.parquet"
            _again(table, paths, target, "")
            for path in paths:
                if path != target:
                    path.unlink()


def _again(table: str, sources: Sequence[Path], target: Path, where: str) -> None:
    """Some files of a table written as one; none where no row is left."""
    columns = {column: kind for column, kind in TABLES[table].items() if column not in PARTS}
    files = ", ".join(map(path_of, sources))
    new = target.with_suffix(".new")
    with _database() as con:
        _copy(con, f"SELECT * FROM read_parquet([{files}], hive_partitioning = false) {where}", new, columns)
        found = con.execute(f"SELECT count(*) FROM read_parquet({path_of(new)})").fetchone()
    if found and found[0]:
        new.replace(target)
        return
    new.unlink()
    target.unlink(missing_ok=True)


def _of_part(where: Path, table: str, number: int) -> list[Path]:
    return [path for path in files_of(where, table) if path.name == f"part-{number:06d}.parquet"]


def small_parts(kept: Kept) -> list[int]:
    """Parts that should be put together: those of few logs, once there are many of them; of one sort (with dear tables,
    or without)."""
    for dear in (True, False):
        found = [
            number
            for number, prints in sorted(kept.parts().items())
            if len(prints) < LOGS // 2 and (number in kept.dear) == dear
        ]
        if len(found) > SMALL:
            return found
    return []


def path_of(path: Path) -> str:
    """A path as an SQL text; `*?[` are taken for what they are nowhere else than in the names of our own files, which
    have none (see `warehouse.checked`)."""
    return "'" + str(path).replace("'", "''") + "'"
