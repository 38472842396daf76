"""D1, G2: a game that somebody has ended is told as ended by everything that says how a game stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES
from tests.cli.conftest import Run
from tests.every_game.catalogue import about


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in this process."""
    from tests.cli.conftest import runner

    return runner(monkeypatch)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_conceded_game_is_told_as_conceded_everywhere(run: Run, tmp_path: Path, name: str) -> None:
    """`waiting` said so; `show` asked the next question, `victory` named another winner, tables and report said that
    the game goes on."""
    one, log = about(name), tmp_path / "g.hxl"
    assert run("new", one.scenario(one.record.scenario), log, "--seed", "ends").code == 0
    assert run("end", log, "concession", "--as", "german", "--reason", "it is late").code == 0
    said = "he game ended in #1: German concedes because it is late"
    for command in (("waiting",), ("offer",), ("show",), ("victory",), ("lines",)):
        assert said in run(*command, log).out, command
    data = json.loads(run("show", log, "--json").out)
    assert (data["over"], data["winner"], data["prompt"]) == (True, "allied", None)
    assert json.loads(run("victory", log, "--json").out)["ended"] == {"frame": 1, "what": "concession"}
    (line,) = json.loads(run("lines", log, "--json").out)
    assert line["over"] and said in line["result"]
    result = json.loads(run("report", log, "--json").out)["result"]
    assert (result["over"], result["winner"]) == (True, "allied") and said in result["text"]
    (row,) = json.loads(run("query", "select winner, level from games", log, "--json").out)
    assert row == {"winner": "allied", "level": "concession"}


def test_a_game_that_rests_or_goes_on_again_is_not_over(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    one = about("june_6")
    assert run("new", one.scenario(one.record.scenario), log, "--seed", "ends").code == 0
    both = ("--as", "german", "--consent")
    assert run("end", log, "adjournment", *both).code == 0
    for command in ("show", "victory", "lines"):
        assert "he game rests since #1" in run(command, log).out
    assert json.loads(run("show", log, "--json").out)["over"] is False
    assert json.loads(run("query", "select winner, level from games", log, "--json").out) == [
        {"winner": None, "level": None}
    ]
    assert run("end", log, "reopening", *both).code == 0
    for command in ("show", "victory", "lines"):
        assert "#1" not in run(command, log).out
    assert json.loads(run("show", log, "--json").out)["prompt"] is not None
