"""What is whole of a damaged or a cut log can be looked at, and is marked as such; and one bad log stops no other."""

import json
import re
from http import HTTPStatus
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexledger.cli.failures import BAD_LOG, CONTRADICTED, REFUSED
from hexledger.events.errors import AlreadyExists, Corrupt
from hexledger.events.ledger import Ledger
from hexledger.events.left_out import paper_path
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.salvage import NothingToSalvage, paper_of, salvage
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf


def flipped(path):
    """One byte in the middle is another one, as a bad disk gives it back."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x20
    path.write_bytes(data)


def cut(path):
    """`head -c`: the end never arrived."""
    path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2])


def edited(path):
    """A payload changed with its checksum made good: the frame after it tells."""
    from zlib import crc32

    with Ledger.open_reader(path) as ledger:
        at, after = ledger.offset(60), ledger.offset(61)
    data = bytearray(path.read_bytes())
    data[after - 1] ^= 1
    data[at + 4 : at + 8] = crc32(bytes(data[at + 8 : after])).to_bytes(4, "little")
    path.write_bytes(data)


EDITION = Path(__file__).parents[2] / "engine" / "games" / "june_6" / "edition"
HARM = [flipped, cut, edited]


@pytest.fixture(params=HARM, ids=lambda one: one.__name__)
def harmed(request, finished):
    """A finished game, harmed, and how many of its frames are whole before the harm."""
    whole = list(Ledger.open_reader(finished).payloads())
    request.param(finished)
    frames = len(Ledger.open_reader(finished, damaged=True))
    assert 1 < frames < len(whole)
    assert list(Ledger.open_reader(finished, damaged=True).payloads()) == whole[:frames]
    return finished, frames


READING = {
    "show": ("show", "{log}"),
    "show at": ("show", "{log}", "--at", "5"),
    "record": ("record", "{log}"),
    "record markdown": ("record", "{log}", "--format", "md"),
    "offer": ("offer", "{log}"),
    "history": ("history", "{log}"),
    "lines": ("lines", "{log}"),
    "luck": ("luck", "{log}"),
    "dice": ("dice", "{log}"),
    "losses": ("losses", "{log}"),
    "explain": ("explain", "{log}", "5"),
    "compare": ("compare", "{log}", "2", "5"),
    "replay": ("replay", "{log}"),
    "rulings": ("rulings", "{log}"),
    "seals": ("seals", "{log}"),
    "mode": ("mode", "{log}"),
    "readjudicate": ("readjudicate", "{log}", "--edition", "{edition}"),
    "send": ("send", "{log}", "--to", "german", "--since", "0", "-o", "{out}"),
}


@pytest.mark.parametrize("name", READING)
def test_every_reading_command_shows_what_is_whole_and_says_that_something_is_missing(run, harmed, tmp_path, name):
    """A3, A4: in text."""
    log, frames = harmed
    ran = run(*(word.format(log=log, out=tmp_path / "out", edition=EDITION) for word in READING[name]), lines="q\n")
    assert ran.code == 0, ran
    assert f"only frames 0 to {frames - 1} are whole and shown" in ran.out, ran.out[:300]
    assert re.search(r"[\d,]+ bytes from byte [\d,]+ on are left out", ran.out)


JSON = ["show", "offer", "record", "history", "lines", "luck", "dice", "losses", "explain", "rulings", "mode"]


@pytest.mark.parametrize("name", JSON)
def test_json_says_that_something_is_missing(run, harmed, name):
    """A4: in an object's `left_out`; a list stands beside it as `rows`."""
    log, frames = harmed
    ran = run(*(word.format(log=log) for word in READING[name]), "--json")
    assert ran.code == 0, ran
    data = json.loads(ran.out.split("\n", 1)[0] if name == "record" else ran.out)
    (missing,) = data["left_out"]
    assert missing["frames"] == frames and missing["kind"] in ("cut", "damaged") and missing["log"] == str(log)
    assert missing["text"].startswith(("the log is damaged", "the end of the log is missing"))


FILES = {
    "record": ("record", "{log}", "--out", "{out}"),
    "record markdown": ("record", "{log}", "--format", "md", "--out", "{out}"),
    "record json": ("record", "{log}", "--format", "json", "--out", "{out}"),
    "page": ("export", "{log}", "--html", "{out}", "--no-verify"),
    "transcript": ("export", "{log}", "--transcript", "{out}"),
    "ndjson": ("export", "{log}", "--ndjson", "{out}"),
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_that_is_made_of_it_says_so(run, harmed, tmp_path, name):
    """A4: files are looked at by people who have not seen the terminal."""
    log, frames = harmed
    out = tmp_path / "out"
    ran = run(*(word.format(log=log, out=out) for word in FILES[name]))
    assert ran.code == 0, ran
    assert f"only frames 0 to {frames - 1} are whole and shown" in out.read_text(encoding="utf-8")
    if name == "ndjson":
        taken = run("import", out, tmp_path / "again.hxl")
        assert taken.code == 0 and "something is missing" in taken.out
    if name == "page":
        assert '<p role="alert" class="left-out">' in out.read_text(encoding="utf-8")


def test_a_picture_says_so(run, harmed, tmp_path):
    log, _ = harmed
    assert run("show", log, "--svg", tmp_path / "b.svg").code == 0
    assert re.search("damaged log, its whole part|the end is missing", (tmp_path / "b.svg").read_text("utf-8"))


def test_a_whole_log_says_nothing_of_the_kind(run, finished, tmp_path):
    for words in (*READING.values(), *FILES.values()):
        out = tmp_path / "out"
        ran = run(*(word.format(log=finished, out=out, edition=EDITION) for word in words), lines="q\n")
        assert ran.code == 0, ran
        told = ran.out + ran.err + (out.read_text("utf-8") if out.exists() else "")
        assert not re.search(r'are left out|left_out":\s*\[|class="left-out"', told), words
        out.unlink(missing_ok=True)


def test_verify_says_how_many_frames_are_whole(run, harmed):
    """A3: it said 0 although 165 were."""
    log, frames = harmed
    ran = run("verify", log)
    assert ran.code == CONTRADICTED and f": {frames} whole frames, root " in ran.out
    assert audit(log).frames == frames


def test_the_library_still_refuses_a_damaged_log_unless_it_is_asked_to_look(finished):
    flipped(finished)
    with pytest.raises(Corrupt):
        Chronicle.read(finished)
    with pytest.raises(Corrupt):
        Chronicle.write(finished)
    with Chronicle.read(finished, damaged=True) as chronicle:
        assert chronicle.left_out is not None and chronicle.left_out.frames == len(chronicle.ledger)


# ------------------------------------------------------------------ salvage
def test_salvage_makes_a_log_of_the_whole_part_that_says_what_it_is(run, harmed, tmp_path):
    """A3"""
    log, frames = harmed
    damaged, new = log.read_bytes(), tmp_path / "saved.hxl"
    ran = run("salvage", log, new)
    assert ran.code == 0 and f"frames 0 to {frames - 1}" in ran.out
    assert log.read_bytes() == damaged and damaged.startswith(new.read_bytes())
    with Ledger.open_reader(new) as ledger:
        assert len(ledger) == frames and ledger.left_out is None
        paper = paper_of(new, ledger)
    assert paper is not None and paper.source == log.name and paper.size == len(damaged)
    said = run("verify", new)
    assert said.code == 0 and "this is the whole part of a damaged log" in said.out and log.name in said.out
    for words in READING.values():
        ran = run(*(word.format(log=new, out=tmp_path / "out", edition=EDITION) for word in words), lines="q\n")
        assert "this is the whole part of a damaged log" in ran.out, words
        (tmp_path / "out").unlink(missing_ok=True)
    # it is a log like any other: play goes on, and the audit tells from where
    assert run("branch", new, "on").code == 0
    assert f"frames {frames} to {frames} were added to the salvaged part" in run("verify", new).out


def test_salvage_writes_over_nothing_and_wants_something_to_salvage(run, finished, tmp_path):
    taken = tmp_path / "taken.hxl"
    taken.write_bytes(b"mine")
    with pytest.raises(NothingToSalvage):
        salvage(finished, tmp_path / "new.hxl")
    whole = run("salvage", finished, tmp_path / "new.hxl")
    assert whole.code == REFUSED and "nothing to salvage" in whole.err
    assert not (tmp_path / "new.hxl").exists()
    cut(finished)
    with pytest.raises(AlreadyExists):
        salvage(finished, taken)
    assert taken.read_bytes() == b"mine" and not paper_path(taken).exists()
    finished.write_bytes(b"\xff" * 200)
    assert run("salvage", finished, tmp_path / "new.hxl").code == BAD_LOG


def test_a_paper_of_another_log_says_nothing(run, finished, fresh, tmp_path):
    cut(finished)
    assert run("salvage", finished, tmp_path / "saved.hxl").code == 0
    paper_path(fresh).write_bytes(paper_path(tmp_path / "saved.hxl").read_bytes())
    assert "damaged" not in run("show", fresh).out + run("verify", fresh).out


# ------------------------------------------------------------------ one bad log among many
@pytest.fixture
def many(run, finished, tmp_path):
    """Good logs and bad ones: (good paths, bad paths)."""
    text, gone, key = tmp_path / "text.hxl", tmp_path / "gone.hxl", tmp_path / "key.hxl"
    text.write_text("a letter", encoding="utf-8")
    key.write_text(f"PRIVATE+KEY+ann+0123abcd+{'A' * 44}\n", encoding="utf-8")
    torn = tmp_path / "torn.hxl"
    torn.write_bytes(finished.read_bytes())
    flipped(torn)
    other = tmp_path / "other.hxl"
    assert run("new", "june_6/push_to_caen", other, "--seed", "12").code == 0
    return [finished, other, torn], [text, gone, key, tmp_path]


def test_a_question_over_many_logs_names_the_bad_ones_and_answers_over_the_others(run, many):
    """A5"""
    good, bad = many
    ran = run("query", "select count(*) as n from games", good[1], *bad, good[2], "--json")
    assert ran.code == 0, ran
    assert ran.err.count("left out: ") == len(bad)
    for path in bad:
        assert str(path) in ran.err
    assert '"n": 2' in ran.out and "are whole and shown" in ran.out, "the damaged one says so"
    assert run("query", "select 1", *bad).code not in (0, 70)


def test_a_desk_with_bad_logs_shows_the_good_ones_and_names_the_others(many):
    """A5: two logs, one removed: `/` and `/api/games` answered 409 for all."""
    good, bad = many
    shelf = Shelf([good[1], *bad, good[2]], verify=False)
    try:
        page = TestClient(application(shelf, Policy(frozenset({"testserver"}), "x" * 24, guard_reads=False)))
        assert sorted(shelf.missing) == sorted(path.stem for path in bad)
        listed = page.get("/")
        assert listed.status_code == HTTPStatus.OK and listed.text.count("cannot be shown") == len(bad)
        rows = {row["name"]: row for row in page.get("/api/games").json()}
        assert len(rows) == 2 + len(bad)
        for path in bad:
            assert rows[path.stem]["error"]
            assert page.get(f"/games/{path.stem}").status_code == HTTPStatus.CONFLICT
        assert page.get(f"/games/{good[1].stem}").status_code == HTTPStatus.OK
        assert "left-out" in page.get(f"/games/{good[2].stem}").text
        # one that is taken away while it is shown, and one that comes back
        good[1].unlink()
        assert page.get("/").status_code == HTTPStatus.OK and "error" in page.get("/api/games").json()[0]
        bad[1].write_bytes(good[0].read_bytes())
        assert page.get(f"/games/{bad[1].stem}").status_code == HTTPStatus.OK
    finally:
        shelf.close()
