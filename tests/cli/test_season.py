"""`report` of a folder: the season's report."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from hexledger.events.model import Won
from hexledger.projections.losses import losses
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run

GAMES = Path(__file__).parents[1] / "corpus" / "games"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with six games of two rulebooks, one of which does not end, and a file that is no log."""
    made = tmp_path_factory.mktemp("season") / "spring"
    made.mkdir()
    for number, log in enumerate(sorted((GAMES / "june_6").glob("*.hxl"))[:5]):
        copyfile(log, made / f"caen-{8 + number}.hxl")
    copyfile(GAMES / "fortress_europa" / "00-greedy-greedy.hxl", made / "invasion.hxl")
    (made / "broken.hxl").write_bytes(b"no log")
    (made / "rules.txt").write_text("ours", encoding="utf-8")
    return made


def recounted(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """Games won by side ("draw" too), and steps lost by side, counted without the warehouse."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for log in [*folder.glob("caen-*.hxl"), folder / "invasion.hxl"]:
        with Chronicle.read(log) as chronicle:
            game, line = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
            for event in (event for frame in line for event in frame.events if isinstance(event, Won)):
                won[game.side(event.side) if event.side else "draw"] += 1
            for row in losses(line, game):
                lost[row["side"]] -= row["steps"]
    return won, lost


def test_a_season_counts_players_scenarios_and_games(run: Run, folder: Path) -> None:
    said = run("report", folder, "--json", "--no-verify")
    assert said.code == 0 and "left out" in said.err and "broken.hxl" in said.err
    data: dict[str, Any] = json.loads(said.out)
    won, lost = recounted(folder)
    files = [game["file"] for game in data["games"]]
    assert files == ["invasion.hxl", *(f"caen-{number}.hxl" for number in range(8, 13))], "by name, 9 before 10"
    players = {row["player"]: row for row in data["players"]}
    assert set(players) == {"allied", "german"}
    for side, other in (("allied", "german"), ("german", "allied")):
        row = players[side]
        assert (row["won"], row["lost"], row["drawn"], row["games"]) == (won[side], won[other], won["draw"], 6)
        assert (row["paid"], row["taken"]) == (lost[side], lost[other])
        assert row["won"] + row["lost"] + row["drawn"] + row["open"] == 6
        assert row["points"] == won[side] + won["draw"] / 2 and row["percentile"].endswith("%")
    caen = next(row for row in data["scenarios"] if row["scenario"].startswith("Push to Caen"))
    assert caen["games"] == 5 and sum(one["games"] for one in caen["levels"]) == caen["over"]
    assert all(side["low"] <= side["share"] <= side["high"] for side in caen["sides"])


def test_the_page_is_one_file_that_prints_and_the_same_each_time(run: Run, folder: Path, tmp_path: Path) -> None:
    page, house = tmp_path / "season.html", tmp_path / "house"
    said = run("report", folder, "--html", page, "--warehouse", house, "--title", "Spring <2026>")
    assert said.code == 0 and said.out.startswith("report of 6 games of ")
    text = page.read_text(encoding="utf-8")
    assert "<h1>Spring &lt;2026&gt;</h1>" in text and "<script" not in text
    assert not re.search(r'(src|href)="(?!#|data:)', text), "something from elsewhere"
    assert "Luck of the season" in text and "caen-11.hxl" in text and "intact" in text
    assert run("report", folder, "--html", page, "--warehouse", house, "--title", "Spring <2026>").code == 0
    assert page.read_text(encoding="utf-8") == text


def test_what_cannot_be_reported_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, said in (
        ((folder,), "--html FILE says where"),
        ((empty, "--json"), "no logs (*.hxl) there"),
        ((folder, "--json", "--at", "3"), "about one game"),
        ((folder / "caen-8.hxl", "--json", "--title", "x"), "about a folder of games"),
        ((tmp_path / "nowhere", "--json"), "does not exist"),
    ):
        ran = run("report", *words)
        assert ran.code == 2 and said in ran.err, ran
