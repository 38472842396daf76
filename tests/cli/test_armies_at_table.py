"""Armies with players of their own at the command line: `new`, `decide`, `waiting`, `play`, `seat`, `send`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def log(run, tmp_path: Path) -> str:
    """Losheim Gap, whose German armies have players of their own; the 6th Panzer Army acts."""
    path = str(tmp_path / "t.hxl")
    players = [f"--player={who}" for who in ("german=Gerd", "6pza=Sepp", "5pza=Hasso", "allied=Alma")]
    made = run("new", "time_for_trumpets/losheim_gap", path, "--seed", "x", "--option", "rules=basic", *players)
    assert made.code == 0 and "6pza: Sepp" in made.out, made.out
    assert run("decide", path, "--as", "german", "activate", "6pza_hq").code == 0
    return path


def test_waiting_says_whose_seat_it_is(run, log: str) -> None:
    said = run("waiting", log)
    assert "the army 6pza (Sepp)" in said.out
    found = json.loads(run("waiting", log, "--json").out)
    assert (found["side"], found["seat"]) == ("german", "6pza")
    for seat, yours in (("6pza", True), ("5pza", False), ("german", False), ("allied", False)):
        assert json.loads(run("waiting", log, "--as", seat, "--json").out)["yours"] is yours


def test_another_army_does_not_decide(run, log: str) -> None:
    for seat in ("5pza", "german"):
        wrong = run("decide", log, "--as", seat, "activate", "i_ss_hq")
        assert wrong.code and "TFT 15.0" in wrong.err + wrong.out and "Sepp" in wrong.err + wrong.out
    assert run("decide", log, "--as", "6pza", "activate", "i_ss_hq").code == 0


def test_play_stops_at_a_seat_that_plays_elsewhere(run, log: str) -> None:
    said = run("play", log, "--6pza", "mail", "--allied", "mail")
    assert "the army 6pza (Sepp)" in said.out and "Stopped" in said.out


def test_a_seat_is_handed_over_by_the_name_of_its_army(run, log: str) -> None:
    assert run("seat", log, "6pza", "Fritz", "--reason", "ill").code == 0
    assert "the army 6pza (Fritz)" in run("waiting", log).out


def test_mail_goes_to_a_seat_of_the_same_side(run, log: str, tmp_path: Path) -> None:
    out = str(tmp_path / "b")
    assert run("send", log, "--as", "6pza", "--to", "5pza", "-o", out).code == 0
    got = run("receive", out, str(tmp_path / "theirs.hxl"))
    assert got.code == 0 and "6pza" in got.out


def test_an_army_that_is_none_is_named_with_those_there_are(run, tmp_path: Path) -> None:
    wrong = run("new", "time_for_trumpets/losheim_gap", str(tmp_path / "n.hxl"), "--player", "9a=X")
    assert wrong.code and "6pza" in wrong.err + wrong.out
    other = run("new", "june_6/push_to_caen", str(tmp_path / "n.hxl"), "--player", "6pza=X")
    assert other.code and "traceback" not in (other.err + other.out).lower()
