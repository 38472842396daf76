"""A table's server that dies at any call to the disk: what it acknowledged stands, and the page that asks again with
the same request gets one decision, not two and not none."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexledger.events.platform import RealDisk
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper_file import KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.sitting import Made, Sitting, Stale
from hexledger.replays.tabletop.studying import begin_study_beside
from hexledger.replays.tabletop.studytree import lines_path
from tests.drill.dice import at_the_table, game_with
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.faults.test_crash_states import Trial, nothing
from tests.replays.tabletop.test_plans import plan_of
from tests.replays.tabletop.test_sitting import BOTH, ONE, advised, make, page_fields, rest, rolled

KEY = "the-same-request"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The states are looked at without waiting for a real disk."""
    monkeypatch.setattr(RealDisk, "sync", staticmethod(nothing))
    monkeypatch.setattr(RealDisk, "sync_directory", nothing)


@pytest.fixture(params=[pytest.param(False, id="borders"), pytest.param(True, marks=pytest.mark.long, id="every byte")])
def trial(tmp_path: Path, request: pytest.FixtureRequest) -> Trial:
    return Trial(tmp_path, request.param)


def opened(path: Path, mode: str, secrets: Path) -> Sitting:
    """A server that is started: the log's writer with its dice, whose secrets lie in a folder that does not crash."""
    game = Chronicle.write(path, game=drill())
    if mode == "duel":
        vaults = [DuelVault(secrets / f"game.hxl.duel-{side}") for side in (RED, BLUE)]
        game.dice_kit = DiceKit(vaults=vaults)
    if mode == "referee":
        at_the_table(game, KeeperSecret(secrets / "game.hxl.keeper"))
    return Sitting(game)


def joined(sitting: Sitting) -> None:
    """Wait for what goes on by itself."""
    worker = sitting._worker
    if worker is not None:
        worker.join()


def before_dice(sitting: Sitting) -> None:
    """Play until the decision that a bot advises throws a die."""
    while not rest(sitting)["over"]:
        decision = advised(sitting)
        if sitting.preview(BOTH, sitting.head, decision.kind(), page_fields(sitting.game, decision)).get("dice"):
            return
        make(sitting)
    raise AssertionError("nobody has rolled")


@pytest.mark.whole
@pytest.mark.parametrize("mode", ["practice", "duel", "referee"])
def test_a_decision_with_its_dice_is_one_whatever_call_the_server_died_at(trial: Trial, mode: str) -> None:
    path = trial.home / "game.hxl"
    game_with(path, mode, turns=8).close()
    sitting = opened(path, mode, trial.home)
    before_dice(sitting)
    at, decision = sitting.head, advised(sitting)
    body = (decision.kind(), page_fields(sitting.game, decision))
    sitting.close()
    with trial.recorded() as calls:
        sitting = opened(path, mode, trial.home)
        row = sitting.decide(BOTH, at, KEY, *body)
        calls.acknowledge(row["seq"])
        joined(sitting)
        sitting.close()
    assert row["seq"] is not None
    tried = _again(trial, mode, at, lambda again: again.decide(BOTH, at, KEY, *body), row["seq"])
    assert tried > 5


def test_a_plan_is_made_once_and_whole_whatever_call_the_server_died_at(trial: Trial) -> None:
    path = trial.home / "game.hxl"
    game_with(path, "practice", turns=8).close()
    sitting = opened(path, "practice", trial.home)
    plan: list[Made] = []
    while len(plan) < 2:
        rest(sitting)
        plan = plan_of(sitting, 3)
        if len(plan) < 2:
            make(sitting)
    at = sitting.head
    sitting.close()

    def ask(one: Sitting) -> Any:
        return one.decide(BOTH, at, KEY, plan[-1].kind, plan[-1].given, plan=plan[:-1])

    with trial.recorded() as calls:
        sitting = opened(path, "practice", trial.home)
        row = ask(sitting)
        calls.acknowledge(row["seq"])
        joined(sitting)
        sitting.close()
    assert "left" not in row
    assert _again(trial, "practice", at, ask, row["seq"]) > 10


def left_by_crashes(trial: Trial, mode: str) -> Iterator[tuple[Sitting, Path, bool]]:
    """In each state that a crash left: a server that is started anew, its log, and whether the work was acknowledged.
    What is in the log afterwards is intact."""
    for folder, acknowledged in trial.each():
        log = folder / "game.hxl"
        again = opened(log, mode, trial.home)
        try:
            yield again, log, acknowledged
        finally:
            again.close()
        assert audit(log, game=drill()).intact


def _again(trial: Trial, mode: str, at: int, ask: Callable[[Sitting], Any], made: int) -> int:
    """In each state that a crash left: start anew, let go on what goes on by itself, ask the same once more. How many
    states there were."""
    whole = (trial.home / "game.hxl").read_bytes()
    count = 0
    for again, path, acknowledged in left_by_crashes(trial, mode):
        count += 1
        if acknowledged:
            assert len(again.chronicle.timeline) > made, "an acknowledged decision is gone"
        rest(again)
        row = ask(again)
        assert row["seq"] is not None and "left" not in row
        rest(again)
        log = path.read_bytes()
        common = min(len(log), len(whole))
        assert log[:common] == whole[:common], "the same decision, with the same dice, once"
        assert again.chronicle.timeline.is_ancestor(at, again.head) and again.head >= made
    return count


def three_decisions(trial: Trial) -> tuple[Path, Sitting]:
    """A game with practice dice in which three decisions were made at a table that is open and at rest."""
    path = trial.home / "game.hxl"
    game_with(path, "practice", turns=8).close()
    sitting = opened(path, "practice", trial.home)
    for _ in range(3):
        rest(sitting)
        make(sitting)
    rest(sitting)
    return path, sitting


def test_taking_back_is_done_once_whatever_call_the_server_died_at(trial: Trial) -> None:
    path, sitting = three_decisions(trial)
    at = sitting.head
    sitting.close()
    with trial.recorded() as calls:
        sitting = opened(path, "practice", trial.home)
        row = sitting.undo(BOTH, at, KEY, "", agreed=True)
        calls.acknowledge(row["head"])
        joined(sitting)
        after = sitting.head
        sitting.close()
    for again, _, acknowledged in left_by_crashes(trial, "practice"):
        if acknowledged:
            assert rest(again)["head"] == after
        try:
            again.undo(BOTH, at, KEY, "", agreed=True)
        except Stale:
            assert len(again.chronicle.timeline.steps) == 1, "it was taken back already, and is not taken back twice"
        assert rest(again)["head"] == after and len(again.chronicle.timeline.steps) == 1


def test_a_die_that_is_entered_counts_once_whatever_call_the_server_died_at(trial: Trial) -> None:
    path = trial.home / "game.hxl"
    game_with(path, "entered", turns=8).close()
    sitting = opened(path, "entered", trial.home)
    asked = rest(sitting)
    while asked["does"] != "enter":
        make(sitting)
        asked = rest(sitting)
    at, value = sitting.head, asked["faces"][0]
    sitting.close()
    with trial.recorded() as calls:
        sitting = opened(path, "entered", trial.home)
        row = sitting.roll(BOTH, at, value)
        calls.acknowledge(row["seq"])
        joined(sitting)
        sitting.close()
    assert row["seq"] is not None, "one die is all that it wants"

    def ask(one: Sitting) -> Any:
        try:
            return one.roll(BOTH, at, value)
        except Stale:
            return row

    assert _again(trial, "entered", at, ask, row["seq"]) > 3


def test_an_undo_that_the_other_side_agrees_to_is_done_once_whatever_call_the_server_died_at(trial: Trial) -> None:
    path = trial.home / "game.hxl"
    game_with(path, "practice", turns=8).close()
    sitting = opened(path, "practice", trial.home)
    at = rolled(sitting)
    mine = ONE[sitting.chronicle.frame(at).actor]
    other = ONE[BLUE if mine is ONE[RED] else RED]
    sitting.close()
    with trial.recorded() as calls:
        sitting = opened(path, "practice", trial.home)
        assert sitting.undo(mine, at, KEY, "misread")["asked"]
        row = sitting.answer(other, at, agree=True)
        calls.acknowledge(row["head"])
        joined(sitting)
        after = sitting.head
        sitting.close()
    for again, _, acknowledged in left_by_crashes(trial, "practice"):
        rewound = len(again.chronicle.timeline.steps)
        assert rewound <= 1 and (rewound or not acknowledged)
        with pytest.raises(Stale):
            again.answer(other, at, agree=True)  # a request is a question of a page that is open, not of the log
        if not rewound:
            assert again.undo(mine, at, KEY, "misread")["asked"]
            again.answer(other, at, agree=True)
        assert rest(again)["head"] == after and len(again.chronicle.timeline.steps) == 1


def test_a_study_that_is_begun_is_there_or_not_and_the_game_is_as_it_was(trial: Trial) -> None:
    path, sitting = three_decisions(trial)
    sitting.close()
    before = path.read_bytes()
    with trial.recorded() as calls:
        study = Sitting(Chronicle.write(begin_study_beside(path, 2, "fresh", (RED,)), game=drill()))
        study.line("open", "mine", at=2)
        study.line("note", "mine", to="a note")
        calls.acknowledge("noted")
        study.close()
    for folder, acknowledged in trial.each():
        assert (folder / "game.hxl").read_bytes() == before
        made = folder / "game-study-1.hxl"
        if not made.exists():
            assert not acknowledged
            continue
        try:
            found = Sitting(Chronicle.write(made, game=drill()))
        except ReplayError:
            assert not acknowledged, "only order, notes and odds can be lost, and not what was acknowledged"
            lines_path(made).unlink()
            found = Sitting(Chronicle.write(made, game=drill()))
        try:
            rows = {row["name"]: row for row in found.lines()["lines"]}
            assert {"main", "what-if"} <= set(rows)
            if acknowledged:
                assert rows["mine"]["note"] == "a note"
        finally:
            found.close()
        shutil.rmtree(folder, ignore_errors=True)
