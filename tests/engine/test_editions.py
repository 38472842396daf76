"""Opening editions: compiled file and strict path agree, and nothing slow is imported for the fast path."""

import shutil
import subprocess
import sys

import msgspec
import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.catalogue import open_game, open_pinned
from hexledger.engine.editions import compiling as compile_edition
from hexledger.engine.editions import edition as editions
from hexledger.engine.editions.edition import (
    COMPILED,
    EARLIER,
    EditionError,
    edition_folder,
    games,
    load_edition,
    open_earlier,
    open_edition,
    source_files,
)
from hexledger.engine.editions.loader import build
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on


@pytest.fixture
def folder(tmp_path):
    target = tmp_path / "edition"
    shutil.copytree(edition_folder("june_6"), target)
    return target


def refuse_strict_path(monkeypatch):
    def build(_):
        raise AssertionError("the strict path was taken")

    monkeypatch.setattr("hexledger.engine.editions.loader.build", build)


@pytest.mark.parametrize("game", games())
def test_the_shipped_compiled_file_is_fresh_and_equal_to_the_strict_path(game):
    path = edition_folder(game)
    compiled = (path / COMPILED).read_bytes()
    assert compiled == compile_edition.compile_folder(path), f"run python -m hexledger.engine.editions.compiling {game}"
    fast, strict = open_edition(game), load_edition(path)
    assert fast.data == strict.data
    assert fast.fingerprint == strict.fingerprint
    assert fast.board == strict.board
    assert [fast.scenario(name) for name in fast.scenarios] == [strict.scenario(name) for name in strict.scenarios]


def test_the_shipped_edition_opens_from_its_compiled_file(monkeypatch):
    refuse_strict_path(monkeypatch)
    assert open_edition("june_6").meta.kind == "house"


def test_opening_a_shipped_edition_imports_neither_pydantic_nor_yaml():
    code = (
        "import sys\n"
        "from hexledger.engine.editions.edition import open_edition\n"
        "edition = open_edition('june_6')\n"
        "edition.scenario('push_to_caen'), edition.board.within(0, 3), edition.board.road(0, 1)\n"
        "print([name for name in ('pydantic', 'yaml', 'duckdb') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.whole
def test_the_compiled_file_has_the_same_bytes_under_any_hash_seed(monkeypatch):
    code = (
        "import hashlib\n"
        "from hexledger.engine.editions.compiling import compile_folder\n"
        "from hexledger.engine.editions.edition import edition_folder\n"
        "print(hashlib.sha256(compile_folder(edition_folder('june_6'))).hexdigest())\n"
    )
    seen = []
    for seed in ("0", "1"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        seen.append(done.stdout)
    assert len(seen[0].strip()) == 64 and seen[0] == seen[1]


def test_a_changed_source_file_makes_the_compiled_file_stale(folder):
    charts = folder / "charts.yaml"
    before = editions.open_folder(folder)
    charts.write_text(charts.read_text(encoding="utf-8").replace('"1:1": 0', '"1:1": 1'), encoding="utf-8")
    after = editions.open_folder(folder)
    assert before.chart_int("odds_drm", "rows", "1:1") == 0
    assert after.chart_int("odds_drm", "rows", "1:1") == 1
    assert before.fingerprint != after.fingerprint


def test_comments_and_layout_do_not_change_the_fingerprint(folder):
    before = editions.open_folder(folder).fingerprint
    charts = folder / "charts.yaml"
    charts.write_text("# typed in on a rainy Sunday\n" + charts.read_text(encoding="utf-8"), encoding="utf-8")
    assert editions.open_folder(folder).fingerprint == before


@pytest.mark.parametrize("damage", [b"", b"\x00", b"not msgpack at all"], ids=["empty", "nil", "text"])
def test_a_damaged_compiled_file_is_ignored(folder, damage):
    expected = open_edition("june_6").fingerprint
    (folder / COMPILED).write_bytes(damage)
    assert editions.open_folder(folder).fingerprint == expected
    (folder / COMPILED).unlink()
    assert editions.open_folder(folder).fingerprint == expected


def test_a_compiled_file_of_another_schema_is_not_read():
    data = open_edition("june_6").data
    assert editions.decode(editions.encode(data)) is not None
    older = type(data)(**{f: getattr(data, f) for f in data.__struct_fields__ if f != "schema"}, schema=0)
    assert editions.decode(editions.encode(older)) is None


def test_the_compiler_writes_once_and_then_reports_a_fresh_file(folder, monkeypatch, capsys):
    (folder / COMPILED).unlink()
    monkeypatch.setattr(compile_edition, "edition_folder", lambda _: folder)
    assert compile_edition.main(["june_6", "--check"]) == 1
    assert not (folder / COMPILED).exists()
    assert compile_edition.main(["june_6"]) == 0
    assert (folder / COMPILED).read_bytes() == (edition_folder("june_6") / COMPILED).read_bytes()
    assert compile_edition.main(["june_6", "--check"]) == 0
    assert [line.split(": ")[1].split(",")[0] for line in capsys.readouterr().out.splitlines()] == [
        "stale", "written", "fresh",
    ]  # fmt: skip


def test_the_compiler_explains_a_wrong_file(folder, monkeypatch, capsys):
    (folder / "charts.yaml").write_text("crt: ]", encoding="utf-8")
    monkeypatch.setattr(compile_edition, "edition_folder", lambda _: folder)
    assert compile_edition.main(["june_6"]) == 2
    assert "charts.yaml: line 1" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["nosuch", "", "..", "june_6/edition", "../june_6"])
def test_a_game_that_is_not_shipped_is_refused_with_the_games_there_are(game):
    with pytest.raises(EditionError, match=r"there are .*june_6"):
        open_edition(game)


def test_an_edition_says_what_it_is():
    meta = open_edition("june_6").meta
    assert (meta.game, meta.id, meta.kind) == ("june_6", "house-1", "house")
    assert "not the printed map" in meta.statement
    assert dict(meta.scenarios) == {
        "push_to_caen": "5b", "drive_on_cherbourg": "3", "st_lo": "4", "epsom": "5a", "epsom_and_caen": "5c",
        "first_week": "2",
        "campaign": "1",
    }  # fmt: skip


# ---------------------------------------------------------------------- editions of before
KEPT = [(game, folder.name) for game in games() for folder in sorted((edition_folder(game) / EARLIER).glob("*"))]


def kept_files(game, begins):
    then = edition_folder(game) / EARLIER / begins
    return {path.relative_to(then).as_posix(): path.read_bytes() for path in then.rglob("*.*")}


def fingerprint_of(game, begins):
    return build({**source_files(edition_folder(game)), **kept_files(game, begins)}).fingerprint


@pytest.mark.whole
@pytest.mark.parametrize(("game", "begins"), KEPT)
def test_an_edition_that_is_kept_is_the_one_that_its_folder_names_and_keeps_only_what_is_otherwise_now(game, begins):
    now, kept = source_files(edition_folder(game)), kept_files(game, begins)
    assert kept and all(now[name] != content for name, content in kept.items())
    fingerprint = fingerprint_of(game, begins)
    assert fingerprint.startswith(begins) and fingerprint != open_edition(game).fingerprint
    assert open_earlier(game, fingerprint).fingerprint == fingerprint
    assert open_earlier(game, fingerprint[:12] + "0" * 52) is None


@pytest.mark.parametrize("fingerprint", ["", "0" * 64, "../../..", "..", "scenarios", "\u0667" * 64])
def test_no_other_words_open_an_edition_of_before(fingerprint):
    assert open_earlier("time_for_trumpets", fingerprint) is None
    assert open_pinned("time_for_trumpets", fingerprint) is open_game("time_for_trumpets")


@pytest.mark.whole
def test_a_log_that_is_pinned_to_an_edition_of_before_goes_on_with_it_and_is_decided_again(tmp_path):
    game, begins = KEPT[-1]
    log, fingerprint = tmp_path / "g.hxl", fingerprint_of(game, begins)
    genesis = msgspec.structs.replace(new_genesis(f"{game}/losheim_gap", seed="1"), edition_fingerprint=fingerprint)
    Chronicle.create(log, genesis).close()
    with Chronicle.write(log) as chronicle:
        assert chronicle.game.edition.fingerprint == fingerprint
        play_on(chronicle, {1: bot("greedy"), 2: bot("greedy")}, limit=3)
    verdict = audit(log)
    assert verdict.intact and verdict.redecided == verdict.frames == 4
