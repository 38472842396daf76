"""Ends and seats, typed as the pages say."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from hexledger.events.frame import encode_frame
from hexledger.events.ledger import Ledger
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run


def signed(run: Run, tmp_path: Path, *, referee: bool = True) -> Path:
    """A signed game of Ann and Bob, whose keys are all in this user's folder; Sam's is a file of his own."""
    log = tmp_path / "g.hxl"
    for name in ("ann", "bob", "rex"):
        run("key", "new", "--name", name)
    run("key", "new", "--name", "sam", "--out", tmp_path / "sam.key")
    who = [("allied=Ann:ann"), ("german=Bob:bob"), *(["referee=Rex:rex"] if referee else [])]
    players = [word for text in who for word in ("--player", text)]
    made = run("new", "june_6/push_to_caen", log, "--signed", *players)
    assert made.code == 0, made.err
    assert ("no referee with a key" in made.out) == (not referee)
    return log


def test_a_game_is_conceded_reopened_by_both_and_adjudicated(run: Run, tmp_path: Path) -> None:
    log = signed(run, tmp_path)
    assert run("end", log, "concession").code == 2, "somebody concedes"
    assert "did you mean concession or concede?" in run("end", log, "concesion").err
    assert "it is one of concession, draw" in run("end", log, "\u00b2").err
    conceded = run("end", log, "concede", "--as", "german", "--reason", "no hope")
    assert conceded.code == 0 and "Allied wins" in conceded.out, conceded.err
    refused = run("decide", log, "pick_am", "cw_corps")
    assert refused.code == 3 and "the game ended in #1" in refused.err
    assert "reopening" in run("end", log, "reopening", "--as", "german").err
    assert run("end", log, "reopening", "--as", "german", "--consent").code == 0
    assert run("decide", log, "pick_am", "cw_corps").code == 0
    assert run("end", log, "adjudication", "--winner", "allied", "--level", "minor").code == 0
    said = run("verify", log)
    assert said.code == 0 and "#1: concession, the Allied side wins because no hope" in said.out
    assert "adjudication, the Allied side minor wins" in said.out
    told = run("history", log).out
    assert "German concedes" in told and "referee adjudicates: Allied minor" in told
    record = run("record", log).out
    assert "Referee: Rex, Allied: Ann, German: Bob" in record and "time used: Allied" in record
    for line in ("#1  German concedes", "#2  German: the game goes on", "adjudicates"):
        assert line in record, record
    assert "concedes" not in run("record", log, "--at", 0).out, "that was later"
    as_data = [json.loads(line) for line in run("record", log, "--format", "json").out.splitlines()]
    assert [row["address"] for row in as_data] == ["#0", "#1", "#2", "#3", "#4"]


def test_a_draw_is_asked_for_and_agreed_to_by_mail(run: Run, tmp_path: Path) -> None:
    log, request = signed(run, tmp_path), tmp_path / "draw"
    assert run("end", log, "draw", "--as", "allied").code == 3
    assert run("end", log, "draw", "--as", "allied", "--ask", request, "--reason", "equal").code == 0
    agreed = run("consent", request, log)
    assert agreed.code == 0 and "proposes a draw because equal: agreed and carried out" in agreed.out, agreed.err
    assert json.loads(run("verify", log, "--json").out)["trust"]["ends"][0]["what"] == "draw"


def test_a_seat_is_handed_over_to_a_new_key(run: Run, tmp_path: Path) -> None:
    log = signed(run, tmp_path)
    without = run("seat", log, "german", "Sam", "--referee")
    assert without.code == 2 and "--new-key" in without.err
    request = tmp_path / "seat"
    asked = run("seat", log, "german", "Sam", "--new-key", tmp_path / "sam.key", "--referee", "--ask", request)
    assert asked.code == 0 and "the referee hands the seat over" in asked.out
    done = run("consent", request, log)
    assert done.code == 0 and "Sam sits down for the German side" in done.out, done.err
    assert "Sam sits down" in run("record", log).out
    assert "Sam" in run("verify", log).out
    again = run("seat", log, "german", "Bob", "--new-key", "bob", "--referee")
    assert again.code != 0


def test_the_time_of_each_decision_is_recorded_unless_the_game_has_no_clock(run: Run, tmp_path: Path) -> None:
    for name, option in (("clock", ()), ("none", ("--no-clock",))):
        log = tmp_path / f"{name}.hxl"
        assert run("new", "june_6/push_to_caen", log, "--seed", "3", *option).code == 0
        assert run("decide", log, "pick_am", "cw_corps").code == 0
        times = [row["time"] for row in json.loads(run("history", log, "--all", "--json").out)]
        assert all((time is None) == bool(option) for time in times), times


def test_what_could_not_be_appended_is_not_imported(run: Run, tmp_path: Path) -> None:
    log, text = tmp_path / "g.hxl", tmp_path / "g.ndjson"
    assert run("new", "june_6/push_to_caen", log, "--seed", "3", "--no-clock").code == 0
    assert run("decide", log, "pick_am", "cw_corps").code == 0
    with Chronicle.read(log) as game:
        first, second = (encode_frame(game.frame(seq)) for seq in (0, 1))
        late = encode_frame(msgspec.structs.replace(game.frame(1), time=1 << 62))
    assert second != late
    forged = tmp_path / "forged.hxl"
    Ledger.create_with(forged, [first, late]).close()
    assert run("export", forged, "--ndjson", text).code == 0
    refused = run("import", text, tmp_path / "again.hxl")
    assert refused.code == 3 and "frame 1: time" in refused.err, refused.err
    assert not (tmp_path / "again.hxl").exists()
