"""`hexledger play` and `replay` at a real (pseudo) terminal: completion, secrets, Ctrl-C."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.log.chronicle import Chronicle
from tests.cli.test_play import at_a_seal

pexpect = pytest.importorskip("pexpect", reason="no pseudo terminals on this platform")

PROGRAM = "from hexledger.cli.main import main; main()"


def _sit(*args: object) -> Any:
    words = ["-c", PROGRAM, *(str(arg) for arg in args)]
    return pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(60, 140))


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_person_plays_by_typing_and_completes_a_decision_with_tab(fresh: Path) -> None:
    game = _sit("play", fresh)
    game.expect("allied #0>")
    game.send("pick\t")
    game.expect("pick_am")
    game.sendline(" am.3_br")
    game.expect("#1 Allied: .* is kept for the first activation")
    game.expect("allied #1>")
    game.sendline("quit")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 1


def test_ctrl_c_stops_the_sitting_and_loses_nothing(fresh: Path) -> None:
    game = _sit("play", fresh)
    game.expect("allied #0>")
    game.sendline("1")
    game.expect("allied #1>")
    game.sendintr()
    game.expect("everything decided so far is in the log")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 130
    with Chronicle.write(fresh) as chronicle:
        assert chronicle.timeline.head == 1


def test_a_replay_is_stepped_through_at_a_terminal(finished: Path) -> None:
    reader = _sit("replay", finished)
    reader.expect("#0 of ")
    reader.sendline("n")
    reader.expect("#1 of ")
    reader.sendline("last")
    reader.expect("the game ends")
    reader.sendline("q")
    reader.expect(pexpect.EOF)
    reader.close()
    assert reader.exitstatus == 0


def test_a_sealed_choice_is_not_echoed_at_a_terminal(sealed: Path) -> None:
    game = _sit("play", sealed)
    game.expect(r"allied #\d+>")
    before = len(_plain(game.before))
    game.sendline("choose_mode mode.probe")
    game.expect("sealed. The choice is fixed")
    shown = _plain(game.before)
    assert before and "probe" not in shown.lower()
    game.expect(r"german #\d+>")
    game.sendcontrol("d")
    game.expect(pexpect.EOF)


@pytest.fixture
def sealed(run: Any, tmp_path: Path) -> Path:
    """A log whose next decision is to be sealed."""
    return at_a_seal(run, tmp_path)
