"""The warehouse: questions over many games in SQL. Logs become NDJSON, NDJSON becomes Parquet, DuckDB answers.

A warehouse is a folder that holds one `<table>.parquet` for each table of `TABLES`, and under `ndjson/` the rows they
were made from, one folder a log. It is made from logs and can be thrown away. Every row cites its game (`log`), and the
`address` of the frame or event it comes from. DuckDB is imported here only, and only when a warehouse is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.file_kinds import LOG, SECRET, kind_of_file
from hexledger.events.frame import Frame, Genesis
from hexledger.events.model import PRACTICE
from hexledger.events.platform import regular_bytes, replace_file
from hexledger.projections.decided import DecideText
from hexledger.projections.warehouse_rows import rows_of
from hexledger.projections.warehouse_turns import by_turn, ruled

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Columns: TypeAlias = Mapping[str, str]

MADE_FROM: Final = "made_from"
"""File of a warehouse that says what it was made from; see `print_of`."""

KEPT: Final = "kept.json"
"""File of a warehouse that says which log each part of it was made from; see `refresh`."""

_PLACE: Final[Columns] = {"log": "VARCHAR", "address": "VARCHAR", "seq": "BIGINT", "leaf": "VARCHAR"}
_STAND: Final[Columns] = {"standing": "VARCHAR"}
_RULE: Final[Columns] = {"rule": "VARCHAR", "title": "VARCHAR"}
_UNIT: Final[Columns] = {"piece": "VARCHAR", "unit": "VARCHAR", "side": "VARCHAR"}

TABLES: Final[Mapping[str, Columns]] = {
    "games": {
        "log": "VARCHAR",
        "game": "VARCHAR",
        "scenario": "VARCHAR",
        "rules_version": "VARCHAR",
        "edition": "VARCHAR",
        "edition_kind": "VARCHAR",
        "edition_fingerprint": "VARCHAR",
        "dice": "VARCHAR",
        "undo_policy": "VARCHAR",
        "players": "JSON",
        "parent_log": "VARCHAR",
        "frames": "BIGINT",
        "decisions": "BIGINT",
        "undone": "BIGINT",
        "head": "BIGINT",
        "turns": "BIGINT",
        "winner": "VARCHAR",
        "level": "VARCHAR",
        "won_at": "VARCHAR",
    },
    "decisions": {
        **_PLACE,
        **_STAND,
        "kind": "VARCHAR",
        "parent": "BIGINT",
        "turn": "BIGINT",
        "turn_name": "VARCHAR",
        "phase": "VARCHAR",
        "phase_side": "VARCHAR",
        "actor": "VARCHAR",
        "decision": "VARCHAR",
        "events": "BIGINT",
        "undone_by": "VARCHAR",
        "reason": "VARCHAR",
        "time": "VARCHAR",
        "digest": "VARCHAR",
    },
    "events": {
        **_PLACE,
        **_STAND,
        "number": "BIGINT",
        "turn": "BIGINT",
        "phase": "VARCHAR",
        "actor": "VARCHAR",
        "event": "VARCHAR",
        **_UNIT,
        "place": "VARCHAR",
        "word": "VARCHAR",
        "value": "BIGINT",
        **_RULE,
        "text": "VARCHAR",
        "data": "JSON",
    },
    "rolls": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        "side": "VARCHAR",
        "decided": "VARCHAR",
        "purpose": "VARCHAR",
        "about": "VARCHAR",
        "subject": "VARCHAR",
        "faces": "BIGINT",
        "low": "BIGINT",
        "printed": "BIGINT[]",
        "value": "BIGINT",
        "mode": "VARCHAR",
        "rule": "VARCHAR",
    },
    "moves": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "mode": "VARCHAR",
        "origin": "VARCHAR",
        "destination": "VARCHAR",
        "path": "VARCHAR[]",
        "hexes": "BIGINT",
        "cost": "BIGINT",
        "rule": "VARCHAR",
    },
    "losses": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "cause": "VARCHAR",
        "steps": "BIGINT",
        "gone": "BOOLEAN",
        "rule": "VARCHAR",
    },
    "steps": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "kind": "VARCHAR",
        "cause": "VARCHAR",
        "steps": "BIGINT",
        "gone": "BOOLEAN",
        "rule": "VARCHAR",
    },
    "combats": {
        **_PLACE,
        "number": "BIGINT",
        "resolved": "BIGINT",
        "turn": "BIGINT",
        "phase": "VARCHAR",
        "kind": "VARCHAR",
        "side": "VARCHAR",
        "targets": "VARCHAR[]",
        "attackers": "VARCHAR[]",
        "defenders": "VARCHAR[]",
        "odds": "VARCHAR",
        "faces": "BIGINT",
        "die": "BIGINT",
        "results": "VARCHAR[]",
        "outcome": "VARCHAR",
        "lost": "JSON",
        "taken": "VARCHAR[]",
        "luck": "DOUBLE",
    },
    "rulings": {
        **_PLACE,
        **_STAND,
        "actor": "VARCHAR",
        "kind": "VARCHAR",
        "about": "BIGINT",
        "what": "VARCHAR",
        "outcome": "VARCHAR",
        "reason": "VARCHAR",
    },
    "units_by_turn": {
        "log": "VARCHAR",
        "seq": "BIGINT",
        "leaf": "VARCHAR",
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "steps": "BIGINT",
    },
    "hexes_by_turn": {
        "log": "VARCHAR",
        "seq": "BIGINT",
        "leaf": "VARCHAR",
        "turn": "BIGINT",
        "place": "VARCHAR",
        "side": "VARCHAR",
    },
    "units": {
        "log": "VARCHAR",
        **_UNIT,
        "arrived": "VARCHAR",
        "seq": "BIGINT",
        "turn": "BIGINT",
        "place": "VARCHAR",
        "steps": "BIGINT",
        "moves": "BIGINT",
        "hexes": "BIGINT",
        "steps_lost": "BIGINT",
        "gone": "VARCHAR",
        "cause": "VARCHAR",
    },
    "tracks": {
        **_PLACE,
        "turn": "BIGINT",
        "kind": "VARCHAR",
        "track": "VARCHAR",
        "name": "VARCHAR",
        "side": "VARCHAR",
        "value": "BIGINT",
        "text": "VARCHAR",
        "rule": "VARCHAR",
    },
    "calculations": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        "kind": "VARCHAR",
        "subject": "VARCHAR",
        "form": "VARCHAR",
        "part": "BIGINT",
        "line": "BIGINT",
        "label": "VARCHAR",
        "value": "BIGINT",
        "total": "BIGINT",
        **_RULE,
    },
}
"""Table -> column -> DuckDB type. In `calculations` there is one row a line, and line 0 for one without lines; the
values of a `form` of `sum` add up to its total, those of a `comparison` are two sums (`part` 1 and 2). `steps`
has every change of a piece's steps (its `kind` is loss, recovery, arrival or withdrawal), `losses` the losses only.
`units_by_turn` and `hexes_by_turn` show the position in which each turn begins, and the last one. `units`, `tracks`,
`combats` and what is by turn tell of the line that stands; the other tables of undone decisions as well (`standing`).
`leaf` is the leaf hash of the frame, by which a checkpoint or a proof vouches for it."""


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
    leaf hash (hex) of each frame; `more`: rows of tables that only a game's own words can make (combats)."""

    genesis: Genesis
    frames: Sequence[Frame]
    names: Names
    decide_text: DecideText | None = None
    leaves: Sequence[str] = ()
    more: Sequence[tuple[str, Mapping[str, Any]]] = ()


def print_of_one(log: Path) -> str:
    """What a log is, in short: its bytes, whatever it is called. OSError."""
    return sha256(regular_bytes(log)).hexdigest()


def kept(warehouse_dir: Path, version: str) -> dict[str, str]:
    """Print -> log id of the logs whose rows a warehouse holds, made by this version; empty where it cannot be told, or
    where what it holds is not what it says."""
    found = _kept(warehouse_dir, version)
    if not found or not _has_tables(warehouse_dir):
        return {}
    try:
        _, rows = query(warehouse_dir, "select log from games order by log")
    except WarehouseError:
        return {}
    there = {str(log) for (log,) in rows}
    return {one: log for one, (log, _) in found.items()} if there == {log for log, _ in found.values()} else {}


def refresh(warehouse_dir: Path, keep: Iterable[str], new: Sequence[tuple[str, Game]], version: str) -> bool:
    """Bring a warehouse up to date: the rows of the logs whose prints are in `keep` stay as they are, those of all
    others go, and those of `new` (print, game) come. Only `new` is gone through.

    False, and nothing is done, where a new game has the id of one that stays, or of another new one: then all must be
    looked at together (`build`).
    """
    there, wanted = _kept(warehouse_dir, version), set(keep)
    stays = {one: entry for one, entry in there.items() if one in wanted}
    ids = [log for log, _ in stays.values()] + [game.genesis.log_id for _, game in new]
    if wanted - stays.keys() or len(set(ids)) != len(ids):
        return False
    ndjson = warehouse_dir / "ndjson"
    try:
        for name in (MADE_FROM, KEPT):
            (warehouse_dir / name).unlink(missing_ok=True)
        for one, (_, folder) in there.items():
            if one not in stays:
                _forget(ndjson / folder)
        first = 1 + max((int(folder.name) for folder in ndjson.glob("[0-9]" * 6)), default=-1)
        made = {}
        for number, (one, game) in enumerate(new, first):
            made[one] = (game.genesis.log_id, f"{number:06d}")
            (ndjson / made[one][1]).mkdir()
            _write(ndjson / made[one][1], game)
        _to_parquet_again(warehouse_dir, [log for log, _ in stays.values()], [folder for _, folder in made.values()])
        _note(warehouse_dir, stays | made, version)
    except OSError as error:
        raise WarehouseError(warehouse_dir, f"the rows could not be written: {error}") from error
    return True


def _shape(version: str) -> str:
    """The version of the program that gives things their names, and the shape of the tables, in short."""
    tables = {name: dict(columns) for name, columns in TABLES.items()}
    return sha256(json.dumps([version, tables]).encode()).hexdigest()


def _kept(where: Path, version: str) -> dict[str, tuple[str, str]]:
    """Print -> (log id, folder of its rows), as the warehouse says; empty for another shape or none."""
    try:
        found = msgspec.json.decode(regular_bytes(where / KEPT, longest=1 << 26), type=_Kept)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    good = all(_FOLDER.fullmatch(folder) for _, folder in found.logs.values())
    return found.logs if good and found.shape == _shape(version) else {}


def _note(where: Path, logs: Mapping[str, tuple[str, str]], version: str) -> None:
    replace_file(where / KEPT, msgspec.json.encode(_Kept(_shape(version), dict(sorted(logs.items())))) + b"\n")


class _Kept(msgspec.Struct, frozen=True):
    shape: str
    logs: dict[str, tuple[str, str]]


_FOLDER: Final = re.compile(r"[0-9]{6}")


def print_of(logs: Iterable[Path], version: str) -> str:
    """What a warehouse of these logs is made from, in short: their bytes, whatever they are called and in whatever
    order, this shape of the tables, and the version of the program that gives things their names. OSError."""
    found = sorted(map(print_of_one, logs))
    return sha256(json.dumps([_shape(version), found]).encode()).hexdigest()


def made_from(warehouse_dir: Path) -> str:
    """The print with which the warehouse was made, empty where none was given or there is no warehouse."""
    try:
        return regular_bytes(warehouse_dir / MADE_FROM, longest=1 << 10).decode("ascii", "replace").strip()
    except OSError:
        return ""


def build(
    warehouse_dir: Path,
    games: Iterable[Game | tuple[Genesis, Sequence[Frame], Names]],
    print_: str = "",
    prints: Sequence[str] = (),
    version: str = "",
) -> dict[str, int]:
    """Make a warehouse of exactly these games, in place of what the folder held. Returns table -> number of rows.

    Two copies of one log are one game: the longer counts. Two copies that differ are refused, but for practice games.
    `print_`: of the logs that the games are from, so that `made_from` can tell that it need not be made again;
    `prints`: of each, in their order, so that `refresh` can tell what has changed.
    """
    _path_of(warehouse_dir)
    _only_ours(warehouse_dir)
    logs: dict[str, Game] = {}
    for given in games:
        game = Game(*given)
        game = _another(game, logs)
        other = logs.get(game.genesis.log_id)
        if other is not None:
            game = _longer(warehouse_dir, game, other)
        logs[game.genesis.log_id] = game
    counts = dict.fromkeys(TABLES, 0)
    try:
        ndjson = warehouse_dir / "ndjson"
        ndjson.mkdir(parents=True, exist_ok=True)
        for name in (MADE_FROM, KEPT):
            (warehouse_dir / name).unlink(missing_ok=True)
        _clear(ndjson)
        for number, log_id in enumerate(sorted(logs)):
            # The folder is numbered: a log id comes out of a file that anybody may have written.
            folder = ndjson / f"{number:06d}"
            folder.mkdir()
            for table, count in _write(folder, logs[log_id]).items():
                counts[table] += count
        _to_parquet(warehouse_dir, bool(logs))
        if prints and len(prints) == len(logs):
            folders = {log_id: f"{number:06d}" for number, log_id in enumerate(sorted(logs))}
            _note(
                warehouse_dir,
                {one: (log_id, folders[log_id]) for one, log_id in zip(prints, logs, strict=True)},
                version,
            )
        if print_:
            (warehouse_dir / MADE_FROM).write_text(f"{print_}\n", encoding="ascii", newline="\n")
    except OSError as error:
        raise WarehouseError(warehouse_dir, f"the rows could not be written: {error}") from error
    return counts


def query(warehouse_dir: Path, sql: str) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """(column names, rows) of one SELECT over the tables of `TABLES`. BadQuery says what is wrong with it.

    The query sees the warehouse's files and nothing else, and can change nothing.
    """
    import duckdb

    if not _has_tables(warehouse_dir):
        raise WarehouseError(warehouse_dir, "no warehouse here; build it first")
    con = duckdb.connect(":memory:")
    try:
        for table in TABLES:
            con.execute(f"CREATE VIEW {table} AS FROM read_parquet({_path_of(warehouse_dir / f'{table}.parquet')})")
        con.execute(f"SET allowed_directories = [{_path_of(warehouse_dir)}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET lock_configuration = true")
        statements = duckdb.extract_statements(sql)
        if len(statements) != 1 or statements[0].type not in (
            duckdb.StatementType.SELECT,
            duckdb.StatementType.EXPLAIN,
        ):
            raise BadQuery(warehouse_dir, "a query is one SELECT")
        result = con.execute(statements[0])
        columns = tuple(str(column[0]) for column in result.description or ())
        return columns, result.fetchall()
    except duckdb.Error as error:
        raise BadQuery(warehouse_dir, str(error).replace("\n\n", "\n")) from error
    finally:
        con.close()


def _has_tables(where: Path) -> bool:
    return all((where / f"{table}.parquet").is_file() for table in TABLES)


def _another(game: Game, logs: Mapping[str, Game]) -> Game:
    """A practice game whose id another game has already, under an id of its own: games of one scenario and one open
    seed have one id (their dice follow from it), and two people may have played them."""
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


def _only_ours(where: Path) -> None:
    """A warehouse is made in a new or an empty folder, or in place of a warehouse: nothing of anybody else is in the
    way. Raises WarehouseError."""
    if not where.exists() or not any(where.iterdir()):
        return
    rows = where / "ndjson"
    if not rows.is_dir() or rows.is_symlink():
        raise WarehouseError(where, "the folder holds other files and no warehouse; name a new or an empty one")
    made = [
        where / MADE_FROM,
        where / KEPT,
        *(where / f"{table}.parquet{end}" for table in TABLES for end in ("", ".new")),
    ]
    for path in (*made, *rows.glob("*/*.ndjson")):
        kind = kind_of_file(path)
        if path.is_symlink() or kind == LOG or kind in SECRET:
            raise WarehouseError(where, f"{path.name} there is {kind or 'a link'}; nothing is written over it")


def _clear(ndjson: Path) -> None:
    """Take away the rows of an earlier build: files of ours only, whatever else lies in the folder."""
    for folder in sorted(ndjson.glob("[0-9]" * 6)):
        _forget(folder)


def _forget(folder: Path) -> None:
    for table in TABLES:
        (folder / f"{table}.ndjson").unlink(missing_ok=True)
    folder.rmdir()


def _write(folder: Path, game: Game) -> dict[str, int]:
    """The NDJSON files of one game; table -> rows."""
    counts = dict.fromkeys(TABLES, 0)
    files = {table: (folder / f"{table}.ndjson").open("w", encoding="utf-8", newline="\n") for table in TABLES}
    try:
        rows = chain(
            rows_of(game.genesis, game.frames, game.names, game.decide_text),
            by_turn(game.frames, game.names),
            ruled(game.frames, game.names),
            game.more,
        )
        for table, row in _checked(rows):
            row["log"] = game.genesis.log_id
            if "leaf" in row and row["seq"] is not None and game.leaves:
                row["leaf"] = game.leaves[row["seq"]]
            files[table].write(json.dumps(row, ensure_ascii=False) + "\n")
            counts[table] += 1
    finally:
        for file in files.values():
            file.close()
    return counts


def _checked(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows cut to the columns of their table; a column that a row lacks is NULL."""
    for table, row in rows:
        yield table, {column: row.get(column) for column in TABLES[table]}


def _to_parquet_again(where: Path, keep: Sequence[str], folders: Sequence[str]) -> None:
    """The tables with the rows of the logs that stay and of those in new folders."""
    import duckdb

    con = duckdb.connect(":memory:")
    try:
        con.execute("CREATE TABLE keep (log VARCHAR)")
        if keep:
            con.executemany("INSERT INTO keep VALUES (?)", [[log] for log in keep])
        for table, columns in TABLES.items():
            old, new = where / f"{table}.parquet", where / f"{table}.parquet.new"
            source = f"FROM read_parquet({_path_of(old)}) WHERE log IN (FROM keep)"
            if folders:
                types = ", ".join(f"{column}: '{kind}'" for column, kind in columns.items())
                files = ", ".join(_path_of(where / "ndjson" / folder / f"{table}.ndjson") for folder in folders)
                source = (
                    f"{source} UNION ALL FROM read_json([{files}], format = 'newline_delimited', columns = {{{types}}})"
                )
            con.execute(f"COPY ({source}) TO {_path_of(new)} (FORMAT parquet)")
            new.replace(old)
    except duckdb.Error as error:
        raise WarehouseError(where, f"the rows could not be stored: {error}") from error
    finally:
        con.close()


def _to_parquet(where: Path, any_games: bool) -> None:
    import duckdb

    con = duckdb.connect(":memory:")
    try:
        for table, columns in TABLES.items():
            new = where / f"{table}.parquet.new"
            types = ", ".join(f"{column}: '{kind}'" for column, kind in columns.items())
            source = (
                f"FROM read_json({_path_of(where / 'ndjson')} || '/*/{table}.ndjson', format = 'newline_delimited', "
                f"columns = {{{types}}})"
                if any_games
                else "SELECT " + ", ".join(f"NULL::{kind} AS {column}" for column, kind in columns.items()) + " LIMIT 0"
            )
            con.execute(f"COPY ({source}) TO {_path_of(new)} (FORMAT parquet)")
            new.replace(where / f"{table}.parquet")
    except duckdb.Error as error:
        raise WarehouseError(where, f"the rows could not be stored: {error}") from error
    finally:
        con.close()


def _path_of(path: Path) -> str:
    """A path as an SQL text. DuckDB reads `*?[` in a file name as a pattern, so such a folder is refused."""
    text = str(path)
    if any(sign in text for sign in "*?["):
        raise WarehouseError(path, "the folder's path may not contain * ? or [")
    return "'" + text.replace("'", "''") + "'"
