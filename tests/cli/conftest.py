"""A played game, and a way to run commands in this process as the shell would see them."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from hexledger.cli.main import main


class Ran(NamedTuple):
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def runner(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`runner(...)("show", log, lines="...")`: a command with `lines` piped in."""

    def go(*args: object, lines: str = "") -> Ran:
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main([str(arg) for arg in args])
        code = left.value.code
        assert isinstance(code, int)
        return Ran(code, out.getvalue(), err.getvalue())

    return go


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("show", log, lines="...")`: a command with `lines` piped in."""
    return runner(monkeypatch)


@pytest.fixture
def fresh(run: Run, tmp_path: Path) -> Path:
    """Push to Caen with seed 11, nothing decided."""
    log = tmp_path / "g.hxl"
    assert run("new", "june_6/push_to_caen", log, "--dice", "practice", "--seed", "11").code == 0
    return log


@pytest.fixture(scope="session")
def finished_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that two random bots have played to its end."""
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.chronicle import Chronicle, new_genesis
    from hexledger.replays.log.table import play_on

    log = tmp_path_factory.mktemp("played") / "finished.hxl"
    with Chronicle.create(log, new_genesis("june_6/push_to_caen", seed="11")) as chronicle:
        play_on(chronicle, {1: bot("random"), 2: bot("random")})
        assert chronicle.state().over
    return log


@pytest.fixture
def finished(finished_once: Path, tmp_path: Path) -> Path:
    """A copy of the finished game that a test may change."""
    log = tmp_path / "finished.hxl"
    shutil.copy(finished_once, log)
    return log
