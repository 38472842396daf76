"""Questions over many games in SQL."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree

import duckdb
import msgspec
import pytest

from hexledger.events import model as ev
from hexledger.projections.dice_record import rolls
from hexledger.projections.lines import line_of
from hexledger.projections.losses import losses
from hexledger.projections.walk import walk
from hexledger.projections.warehouse import Game, WarehouseError, build, query
from hexledger.projections.warehouse_parts import LOGS, files_of, shares
from hexledger.projections.warehouse_tables import IN_ORDER, SORTED, TABLES
from tests.projections.stub import NAMES, Log, W, decide_text, small_game


def game(log: Log) -> Game:
    return Game(log.genesis, log.frames, NAMES, decide_text)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of two games."""
    second = Log(log_id="cd" * 16)
    second.play(1, "roll", ev.Rolled(W["roll.combat"], -1, 6, 6, ev.PRACTICE))
    folder = tmp_path_factory.mktemp("built") / "it's a house"
    build(folder, [game(small_game()), game(second)])
    return folder


@pytest.fixture
def house(built: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    folder = tmp_path / built.name
    copytree(built, folder)
    return folder


def test_every_event_of_every_game_is_one_row_with_its_address(house: Path) -> None:
    columns, rows = query(house, "SELECT address, event, text FROM events WHERE log LIKE 'ab%' ORDER BY seq, number")
    assert columns == ("address", "event", "text")
    happened = [(one.address, type(one.event).__name__.lower()) for one in walk(small_game().frames)]
    assert [row[:2] for row in rows] == happened
    assert all(row[2] for row in rows)


def test_the_dice_of_the_warehouse_are_those_of_the_dice_record(house: Path) -> None:
    _, rows = query(
        house, "SELECT address, side, faces, value, mode, rule FROM rolls WHERE log LIKE 'ab%' ORDER BY seq"
    )
    expected = [
        tuple(row[column] for column in ("address", "side", "faces", "value", "mode", "rule"))
        for row in rolls(small_game().frames, NAMES)
    ]
    assert rows == expected
    _, counted = query(house, "SELECT faces, value, count(*) FROM rolls GROUP BY ALL ORDER BY ALL")
    assert counted == [(6, 6, 1), (10, 0, 1), (10, 7, 1)]


def test_the_losses_of_the_warehouse_are_those_of_the_line(house: Path) -> None:
    log = small_game()
    _, rows = query(
        house,
        "SELECT side, sum(-steps)::INT FROM losses WHERE standing = 'stands' GROUP BY side",
    )
    lost: Counter[str] = Counter()
    for row in losses(line_of(log.frames, log.head), NAMES):
        lost[row["side"]] -= row["steps"]
    assert dict(rows) == dict(lost)


def test_undone_decisions_are_kept_and_told_apart(house: Path) -> None:
    _, rows = query(house, "SELECT address, standing, undone_by, reason FROM decisions WHERE standing <> 'stands'")
    assert rows == [("#2", "undone", "#3", "wrong <hex>")]
    _, moves = query(
        house, "SELECT address, standing, path, hexes, cost FROM moves WHERE mode = 'mode.move' ORDER BY seq"
    )
    assert moves == [
        ("#1.1", "stands", ["E1940", "E1941", "E1942"], 2, 7),
        ("#2.1", "undone", ["E1940", "E1941"], 1, 2),
    ]


def test_every_line_of_a_calculation_is_a_row_with_its_rule(house: Path) -> None:
    _, rows = query(house, "SELECT address, line, label, value, rule, title, total FROM calculations ORDER BY line")
    assert rows == [
        ("#5.2", 1, "odds 3-1", 2, "J6 12.51", "Odds", 1),
        ("#5.2", 2, "defender in woods", -1, "J6 12.59", "Terrain", 1),
    ]


def test_a_game_row_says_who_won_and_where(house: Path) -> None:
    _, rows = query(
        house, "SELECT scenario, frames, decisions, undone, turns, winner, level, won_at FROM games ORDER BY log"
    )
    assert rows == [
        ("push_to_caen", 8, 5, 1, 2, "allied", "level.major", "#7.6"),
        ("push_to_caen", 2, 1, 0, 0, None, None, None),
    ]


def test_the_data_of_an_event_can_be_asked_for_by_field(house: Path) -> None:
    _, rows = query(house, "SELECT address, data->>'column' FROM events WHERE event = 'resolved'")
    assert rows == [("#5.4", "col.3")]


def test_decisions_have_their_words(house: Path) -> None:
    _, rows = query(house, "SELECT decision FROM decisions WHERE kind = 'decision' AND log LIKE 'ab%' ORDER BY seq")
    assert [row[0] for row in rows][:2] == ["move 1_46 E1941,E1942", "move 227_15 E1941"]


def test_a_new_build_takes_the_place_of_the_old_one_and_leaves_other_files_alone(house: Path) -> None:
    mine = house / "events" / "notes.txt"
    mine.write_text("mine", encoding="utf-8")
    counts = build(house, [game(Log())])
    assert counts == {table: int(table in ("games", "decisions")) for table in TABLES}
    assert query(house, "SELECT count(*) FROM games") == (("count_star()",), [(1,)])
    assert query(house, "SELECT count(*) FROM rolls")[1] == [(0,)]
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_warehouse_of_no_games_can_be_asked(tmp_path: Path) -> None:
    build(tmp_path, [])
    for table in TABLES:
        columns, rows = query(tmp_path, f"SELECT * FROM {table}")
        assert (columns, rows) == (tuple(TABLES[table]), [])


def test_two_copies_of_a_game_count_once_and_the_longer_one_counts(tmp_path: Path) -> None:
    longer = small_game()
    longer.play(2, "more", ev.Rolled(W["roll.combat"], -1, 10, 9, ev.DUEL))
    build(tmp_path, [game(longer), game(small_game())])
    assert query(tmp_path, "SELECT count(*) FROM rolls")[1] == [(3,)]


def test_two_copies_of_a_game_that_went_different_ways_are_refused(tmp_path: Path) -> None:
    one, two = small_game(), small_game()
    one.play(2, "this")
    two.play(2, "that")
    assert build(tmp_path, [game(one), game(two)])["games"] == 2, "practice games of one seed have one id"
    for log in (one, two):
        log.genesis = msgspec.structs.replace(log.genesis, dice_mode=ev.DUEL)
    with pytest.raises(WarehouseError, match="gone different ways"):
        build(tmp_path, [game(one), game(two)])


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT nothing FROM events", "nothing"),
        ("DROP VIEW events", "one SELECT"),
        ("SELECT 1; SELECT 2", "one SELECT"),
        ("", "one SELECT"),
        ("COPY events TO 'stolen.csv'", "one SELECT"),
        ("SELECT * FROM read_csv('/etc/hosts')", "disabled by configuration"),
    ],
)
def test_a_query_that_is_wrong_or_wants_more_than_to_read_is_refused(house: Path, sql: str, reason: str) -> None:
    with pytest.raises(WarehouseError, match=reason):
        query(house, sql)


def test_a_folder_without_a_warehouse_says_so(tmp_path: Path) -> None:
    with pytest.raises(WarehouseError, match="build it first"):
        query(tmp_path / "none", "SELECT 1")


def test_a_folder_whose_name_would_be_read_as_a_pattern_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WarehouseError, match=r"may not contain"):
        build(tmp_path / "a[1]", [])


def test_files_are_parted_by_game_and_scenario_sorted_and_compressed(house: Path) -> None:
    files = files_of(house, "rolls")
    assert [file.relative_to(house).as_posix() for file in files] == [
        "rolls/game=june_6/scenario=push_to_caen/part-000000.parquet"
    ]
    with duckdb.connect() as con:
        rows = con.execute(f"select log, seq from '{str(files[0]).replace(chr(39), 2 * chr(39))}'").fetchall()
        assert rows == sorted(rows) and len(rows) == 3
        how = con.execute(
            f"select distinct compression from parquet_metadata('{str(files[0]).replace(chr(39), 2 * chr(39))}')"
        )
        assert how.fetchall() == [("ZSTD",)]


@pytest.mark.parametrize("table", sorted(IN_ORDER))
def test_rows_that_are_not_sorted_are_made_in_order(house: Path, table: str) -> None:
    by = [column for column in SORTED if column in TABLES[table]]
    with duckdb.connect() as con:
        for file in files_of(house, table):
            rows = con.execute(f"select {', '.join(by[:3])} from read_parquet(?)", [str(file)]).fetchall()
            assert len(rows) > 10 and rows == sorted(rows)


def test_many_games_lie_in_parts_of_the_same_bytes_each_time(tmp_path: Path) -> None:
    games = []
    for number in range(LOGS + 2):
        log = Log(log_id=f"{number:032x}")
        log.play(1, "roll", ev.Rolled(W["roll.combat"], -1, 6, 1 + number % 6, ev.PRACTICE))
        games.append(game(log))
    build(tmp_path / "one", games)
    build(tmp_path / "two", reversed(games))
    files = files_of(tmp_path / "one", "rolls")
    assert [file.name for file in files] == ["part-000000.parquet", "part-000001.parquet"]
    for file in files:
        assert file.read_bytes() == (tmp_path / "two" / file.relative_to(tmp_path / "one")).read_bytes()
    assert query(tmp_path / "one", "select count(*) from rolls")[1] == [(LOGS + 2,)]


def test_parts_of_many_logs_are_of_one_size_and_none_of_them_is_one_of_few() -> None:
    for count in (*range(1, 4 * LOGS + 3), 1_100):
        logs = list(range(count))
        parts = shares(logs, LOGS)
        assert [log for part in parts for log in part] == logs
        sizes = {len(part) for part in parts}
        assert max(sizes) <= LOGS and max(sizes) - min(sizes) <= 1 and len(parts) == -(-count // LOGS)
        assert len(parts) == 1 or min(sizes) >= LOGS // 2
    assert shares([], LOGS) == []


def test_a_file_that_was_changed_is_not_asked(house: Path) -> None:
    file = files_of(house, "rolls")[0]
    file.write_bytes(files_of(house, "games")[0].read_bytes())
    assert query(house, "select count(*) from games")[1] == [(2,)]
    with pytest.raises(WarehouseError, match="is not what was put there"):
        query(house, "select count(*) from rolls")


def test_duckdb_is_not_imported_until_a_warehouse_is_used() -> None:
    code = "import sys, hexledger.projections.warehouse; sys.exit('duckdb' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_row_cites_the_leaf_hash_of_its_frame(tmp_path: Path) -> None:
    log = small_game()
    leaves = [f"{seq:064x}" for seq in range(len(log.frames))]
    build(tmp_path, [game(log)._replace(leaves=leaves)])
    for table, columns in TABLES.items():
        if "leaf" in columns:
            _, rows = query(tmp_path, f"select seq, leaf from {table}")
            assert all(leaf == leaves[seq] for seq, leaf in rows if seq is not None), table
