"""`hexledger supply` asked for a unit, side, turn or decision answers as when it is asked for all, but sooner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.supply import stories
from tests.cli.conftest import Run, runner
from tests.corpus.recording import FOLDER

LOGS = [FOLDER / "june_6/00-greedy-greedy.hxl", FOLDER / "case_yellow/02-greedy-greedy.hxl"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in this process."""
    return runner(monkeypatch)


def asked(run: Run, log: Path, *words: object) -> list[dict[str, Any]]:
    """The stories that a call prints."""
    rows: list[dict[str, Any]] = json.loads(run("supply", log, *words, "--json").out)
    return rows


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.parent.name)
def test_what_is_asked_for_is_what_stands_in_the_whole(run: Run, log: Path) -> None:
    whole = asked(run, log)
    assert len(whole) > 5
    one = whole[len(whole) // 2]
    for words, key in (
        (("--unit", one["piece"]), "piece"),
        (("--side", one["side"]), "side"),
        (("--turn", one["turn"]), "turn"),
    ):
        assert asked(run, log, *words) == [row for row in whole if row[key] == one[key]]
    assert asked(run, log, one["lost"]) == [row for row in whole if one["lost"] in (row["lost"], row["ended"])]


def test_only_what_is_asked_for_is_traced() -> None:
    """I1: a campaign of 35,000 decisions took minutes for one unit or turn, and said nothing meanwhile."""
    with Chronicle.read(LOGS[0]) as log:
        frames, game = list(log.frames(log.timeline.head)), log.game
        told: list[tuple[int, int]] = []
        whole = stories(game, frames, watch=lambda done, total: told.append((done, total)))
        assert told == [(number, len(frames)) for number in range(len(frames))]
        first = min(story.lost.turn for story in whole)
        told.clear()
        stories(game, frames, turn=first, watch=lambda done, total: told.append((done, total)))
        ends = [story.end.seq for story in whole if story.lost.turn == first and story.end is not None]
        lasts = any(story.end is None for story in whole if story.lost.turn == first)
        assert lasts or len(told) < len(frames) or max(ends) >= frames[-1].seq
