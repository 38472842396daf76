"""A warehouse made from logs: in several processes, and by what is new."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copyfile

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.projections import warehouse_parts
from hexledger.projections.warehouse import query
from hexledger.projections.warehouse_parts import KEPT, SMALL
from hexledger.projections.warehouse_tables import DEAR, TABLES
from hexledger.replays.library import stock as stocking
from hexledger.replays.library.stock import stock
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.supply import stories
from hexledger.replays.viewer.notes import notes_path, write_notes

CORPUS = Path(__file__).parents[1] / "corpus" / "games"
LOGS = [min((CORPUS / name).glob("*.hxl"), key=lambda log: (log.stat().st_size, log.name)) for name in GAMES]
"""The shortest of each game."""

SOME = LOGS[:3]


def files(house: Path) -> dict[str, bytes]:
    return {
        path.relative_to(house).as_posix(): path.read_bytes() for path in sorted(house.rglob("*")) if path.is_file()
    }


def everything(house: Path) -> dict[str, list[tuple[object, ...]]]:
    named = [table for table in TABLES if table not in DEAR]
    return {table: sorted(query(house, f"select * from {table}")[1], key=repr) for table in named}


@pytest.mark.whole
def test_the_same_logs_give_the_same_bytes_whatever_the_number_of_processes_and_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stocking, "LOGS", 2)  # three parts of five logs
    told: list[tuple[int, int]] = []
    stock(tmp_path / "one", LOGS, "v", workers=1)
    stock(tmp_path / "two", LOGS[::-1], "v", workers=2, done=lambda done, all_: told.append((done, all_)))
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert told[-1] == (len(LOGS), len(LOGS)) and len(told) == 3


@pytest.mark.whole
def test_one_log_more_touches_no_file_of_the_others(tmp_path: Path) -> None:
    house = tmp_path / "house"
    assert stock(house, SOME[:2], "v").made == 2
    before = files(house)
    assert stock(house, SOME, "v").made == 1
    after = files(house)
    assert all(after[name] == data for name, data in before.items() if name != KEPT)
    stock(tmp_path / "whole", SOME, "v")
    assert everything(house) == everything(tmp_path / "whole")
    # a log that is not named any more goes, and takes nothing else with it
    assert stock(house, SOME[1:], "v").made == 0
    stock(tmp_path / "rest", SOME[1:], "v")
    assert everything(house) == everything(tmp_path / "rest")
    # another version of the program gives things other names
    assert stock(house, SOME[1:], "w").made == 2


def test_what_a_build_left_that_was_broken_off_is_not_taken_for_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, broken = tmp_path / "house", KeyboardInterrupt("in the middle of a part")

    def stop(*_: object) -> None:
        raise broken

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(warehouse_parts, "_to_parquet", stop)
        stock(house, LOGS[:3], "v")
    assert [path for path in house.rglob("*.ndjson") if path.stat().st_size > 1000]
    stock(house, LOGS[:2], "v")
    stock(tmp_path / "whole", LOGS[:2], "v")
    assert files(house) == files(tmp_path / "whole")


@pytest.mark.whole
def test_parts_of_one_log_each_are_put_together_when_they_are_many(tmp_path: Path) -> None:
    house, logs = tmp_path / "house", []
    for number in range(SMALL + 1):
        log = tmp_path / f"{number}.hxl"
        with Chronicle.create(log, _genesis(f"seed {number}")):
            pass
        logs.append(log)
        stock(house, logs, "v")
    kept = json.loads((house / KEPT).read_bytes())
    assert {entry["part"] for entry in kept["logs"].values()} == {0}
    stock(tmp_path / "whole", logs, "v")
    assert everything(house) == everything(tmp_path / "whole")


def _genesis(seed: str):
    from hexledger.replays.log.chronicle import new_genesis

    return new_genesis("june_6/push_to_caen", seed=seed)


def test_a_copy_counts_once_and_a_longer_one_takes_its_place(tmp_path: Path) -> None:
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.table import play_on

    short, long, other = (tmp_path / f"{name}.hxl" for name in ("short", "long", "other"))
    with Chronicle.create(short, _genesis("one")):
        pass
    for path, seed in ((long, "a"), (other, "b")):
        copyfile(short, path)
        with Chronicle.write(path) as chronicle:
            play_on(chronicle, {1: bot("random"), 2: bot("random")}, seed=seed, limit=6)
    house, sql = tmp_path / "house", "select log, frames from games order by all"
    stock(house, [short], "v")
    stock(house, [short, long], "v")
    ((log, frames),) = query(house, sql)[1]
    assert frames == 7
    assert stock(house, [short, long], "v").made == 0
    # two practice games of one seed have one id: the second gets a number
    stock(house, [short, long, other], "v")
    assert query(house, sql)[1] == [(log, 7), (f"{log}-2", 7)]
    stock(house, [short], "v")
    assert query(house, sql)[1] == [(log, 1)]


def test_what_is_damaged_or_no_log_is_told_and_the_others_are_taken(tmp_path: Path) -> None:
    cut, junk, house = tmp_path / "cut.hxl", tmp_path / "junk.hxl", tmp_path / "house"
    data = LOGS[0].read_bytes()
    cut.write_bytes(data[: len(data) * 2 // 3])
    junk.write_bytes(b"no log at all")
    found = stock(house, [cut, junk, LOGS[1]], "v")
    assert [path for path, _ in found.wrong] == [junk] and list(found.left_out) == [cut]
    assert query(house, "select count(*) from games")[1] == [(2,)]
    again = stock(house, [cut, LOGS[1]], "v")
    assert again.made == 0 and list(again.left_out) == [cut], "what is missing is said each time"


def test_notes_beside_a_log_are_rows_and_a_new_note_is_noticed(tmp_path: Path) -> None:
    log, house = tmp_path / "g.hxl", tmp_path / "house"
    copyfile(LOGS[0], log)
    sql = "select address, mark, author, audience, text, leaf from notes"
    stock(house, [log], "v")
    assert query(house, sql)[1] == []
    with Chronicle.read(log) as chronicle:
        log_id, leaf = chronicle.genesis.log_id, chronicle.ledger.leaf(3).hex()
    write_notes(log, log_id, {f"{leaf[:32]}.2": {"mark": True, "text": "here", "by": "Ann", "to": "all"}})
    assert notes_path(log).exists()
    assert stock(house, [log], "v").made == 1
    assert query(house, sql)[1] == [("#3.2", True, "Ann", "all", "here", leaf)]


@pytest.mark.whole
def test_supply_and_outcomes_are_those_of_the_projections_and_come_later_to_what_is_there(tmp_path: Path) -> None:
    log, house = CORPUS / "fortress_europa" / "00-greedy-greedy.hxl", tmp_path / "house"
    stock(house, [log], "v")
    assert stock(house, [log], "v", dear=True).made == 0
    with Chronicle.read(log) as chronicle:
        game, line = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
        told = [(game.piece(one.piece), one.lost.seq, one.end.seq if one.end else None) for one in stories(game, line)]
    assert told and sorted(query(house, "select piece, seq, ended from supply")[1], key=repr) == sorted(told, key=repr)
    rows = query(house, "select combat, sum(chance), count(*) filter (happened) from outcomes group by all")[1]
    assert rows and all(abs(chance - 1) < 1e-9 and happened == 1 for _, chance, happened in rows)
    stock(tmp_path / "at once", [log], "v", dear=True)
    for table in DEAR:
        assert query(house, f"select * from {table}") == query(tmp_path / "at once", f"select * from {table}")
