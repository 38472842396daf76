"""The review of a log by several processes: lines, undone moves and seals across shares, and processes that fail."""

from __future__ import annotations

import gc
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer import shares
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.page import html
from hexledger.replays.viewer.shares import cuts, looked_at, put_together, renumber, share_of
from tests.replays.viewer.games import branched


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Push to Caen with two lines, moves that were undone, and seals that were opened."""
    path = tmp_path_factory.mktemp("shares") / "game.hxl"
    branched(path)
    return path


def page(log: Path, workers: int, told: list[tuple[int, int]] | None = None) -> str:
    with Chronicle.read(log) as chronicle:
        progress = None if told is None else lambda done, of: told.append((done, of))
        builder, verdict = looked_at(chronicle, verify=True, workers=workers, progress=progress)
        return html(builder.data(verdict))


@pytest.fixture(scope="module")
def of_one(log: Path) -> tuple[str, list[tuple[int, int]]]:
    """The page that one process makes, and how far it said it was."""
    told: list[tuple[int, int]] = []
    return page(log, 1, told), told


@pytest.mark.whole
def test_two_processes_make_the_page_that_one_makes_and_say_how_far_they_are(
    log: Path, of_one: tuple[str, list[tuple[int, int]]]
) -> None:
    whole, one = of_one
    two: list[tuple[int, int]] = []
    assert page(log, 2, two) == whole
    for told in (one, two):
        done = [number for number, _ in told]
        assert done == sorted(done) and len({of for _, of in told}) == 1 and len(told) > 10
        assert done[-1] <= told[-1][1] <= done[-1] * 1.1


@pytest.fixture(autouse=True)
def _two_hundred_frames_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "FEW", 200)


@pytest.mark.parametrize(("side", "opened"), [(0, True), (1, True), (2, False)])
def test_what_a_seal_held_is_told_in_another_share_than_the_seal(log: Path, side: int, opened: bool) -> None:
    """Only the Allies sealed what was shown later."""
    with Chronicle.read(log) as chronicle:
        whole = Builder(chronicle, side)
        whole.extend()
        parts = [share_of(chronicle, side, *cut) for cut in pairwise(cuts(len(chronicle.timeline), 30))]
        assert any(part.opened for part in parts) is opened
        together = Builder(chronicle, side)
        put_together(together, parts, {})
        assert together.frames == whole.frames
        assert together.turnings == whole.turnings and together.turnings
        assert together.tables.rows() == whole.tables.rows()


@pytest.mark.parametrize("error", [OSError("no semaphores here"), BrokenProcessPool("killed")], ids=repr)
def test_where_no_process_can_be_started_the_work_is_done_here(
    error: Exception, log: Path, of_one: tuple[str, list[tuple[int, int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: Any) -> None:
        raise error

    monkeypatch.setattr(shares, "ProcessPoolExecutor", refuse)
    assert page(log, 2) == of_one[0]


class Idle:
    """Processes that never begin what they are asked for."""

    def __init__(self, count: int, *_given: Any) -> None:
        assert count == 1, "this process is one of two"
        self._processes: dict[int, Any] = {}

    def submit(self, *_task: Any) -> Future[Any]:
        return Future()

    def shutdown(self, **_how: bool) -> None:
        """Nothing to end."""


def test_what_no_other_process_has_begun_is_done_here(
    log: Path, of_one: tuple[str, list[tuple[int, int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "ProcessPoolExecutor", Idle)
    told: list[tuple[int, int]] = []
    before = gc.get_threshold()
    assert page(log, 2, told) == of_one[0]
    assert len({of for _, of in told}) == 1 and [done for done, _ in told] == sorted(done for done, _ in told)
    assert gc.get_threshold() == before and not shares._desk


def test_a_short_log_starts_no_process(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: Any) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(shares, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(shares, "FEW", 10_000)
    page(log, 2)


def test_every_number_of_a_table_in_a_row_is_given_anew() -> None:
    """A row of each kind; what is no number of a table stays."""
    row: dict[str, Any] = {
        "a": 1,
        "dk": 1,
        "e": [
            {"n": 1, "k": 2, "l": 1, "r": 1, "x": {"parts": [[["strength", "4", 2], ["terrain", "-1", 0]]]}},
            {"n": 2, "k": 3, "l": 1, "x": {"row": 1, "at": [0, 1, 1]}},
        ],
        "d": {
            "s": [[1, 2]],
            "f": [1, 0, 2, 1, 3, -1],
            "n": [1, 2],
            "u": [1, 1, 2, -1],
            "g": [1, 2],
            "v": [0, 5, 1, 6, 2, None],
            "x": [1, 2, 1, 0, 1, -1, 0, 2, 3, 2],
            "b": [1, 0],
        },
    }
    numbers = {
        "words": [0, 11, 12, 13],
        "rules": [0, 21, 22],
        "printed": [31],
        "faces": [41, 42],
        "notes": [0, 51, 52],
        "supply": [61, 62],
        "series": [73, 72, 71],
        "maps": [81],
        "tracks": [91, 92],
        "sections": [101, 102],
    }
    renumber(row, numbers)
    assert row["dk"] == 11
    assert [(event["k"], event.get("r")) for event in row["e"]] == [(12, 21), (13, None)]
    assert row["e"][0]["x"]["parts"] == [[["strength", "4", 22], ["terrain", "-1", 0]]]
    assert row["e"][1]["x"] == {"row": 1, "at": [31, 1, 1]}
    assert row["d"] == {
        "s": [[1, 2]],
        "f": [1, 41, 2, 42, 3, -1],
        "n": [1, 52],
        "u": [1, 62, 2, -1],
        "g": [1, 2],
        "v": [72, 6, 73, 5, 71, None],
        "x": [11, 12, 1, 81, 92, -1, 0, 2, 13, 22],
        "b": [102, 101],
    }


def test_what_is_told_of_lines_ahead_is_what_is_told_with_all_the_rest(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        one, two = Builder(chronicle), Builder(chronicle)
        one.extend()
        two.saga.foretell(one.tips())
        two.extend()
        assert two.story_data() == one.story_data()
        assert two.saga.data(two.tips()) == one.story_data(), "and once more, when nothing is left of it"
