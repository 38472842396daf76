"""`hexledger play` and `replay` at a real (pseudo) terminal: completion, secrets, Ctrl-C."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.log.chronicle import Chronicle
from tests.cli.test_play import at_a_seal

pexpect = pytest.importorskip("pexpect", reason="no pseudo terminals on this platform")

PATIENCE = 180
"""Seconds that a program may take to answer, on a machine that does other things as well."""
PROGRAM = "from hexledger.cli.main import main; main()"


def _sit(*args: object) -> Any:
    words = ["-c", PROGRAM, *(str(arg) for arg in args)]
    return pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=PATIENCE, dimensions=(60, 140))


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_person_plays_by_typing_and_completes_a_decision_with_tab(fresh: Path) -> None:
    game = _sit("play", fresh)
    game.expect("Allied #0>")
    game.send("pick\t")
    game.expect("pick_am")
    game.sendline(" am.3_br")
    game.expect("#1 Allied: .* is kept for the first activation")
    game.expect("Allied #1>")
    game.sendline("quit")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 1


def test_lines_pasted_together_are_not_taken_and_say_so(fresh: Path) -> None:
    game = _sit("play", fresh)
    game.expect("Allied #0>")
    game.send("\x1b[200~1\n2\n3\n\x1b[201~\r")
    game.expect("that is 3 lines at once, and none of them is taken")
    game.sendline("quit")
    game.expect("Stopped at #0")
    game.expect(pexpect.EOF)


def test_ctrl_c_stops_the_sitting_and_loses_nothing(fresh: Path) -> None:
    game = _sit("play", fresh)
    game.expect("Allied #0>")
    game.sendline("1")
    game.expect("Allied #1>")
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
    game.expect(r"Allied #\d+>")
    before = len(_plain(game.before))
    game.sendline("choose_mode mode.probe")
    game.expect("sealed. The choice is fixed")
    shown = _plain(game.before)
    assert before and "probe" not in shown.lower()
    game.expect(r"German #\d+>")
    game.sendcontrol("d")
    game.expect(pexpect.EOF)


@pytest.fixture
def sealed(run: Any, tmp_path: Path) -> Path:
    """A log whose next decision is to be sealed."""
    return at_a_seal(run, tmp_path)


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (40, 120)])
def test_the_map_around_the_question_and_the_choices_fit_the_terminal(fresh: Path, lines: int, columns: int) -> None:
    words = ["-c", PROGRAM, "play", str(fresh)]
    game = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=PATIENCE, dimensions=(lines, columns))
    game.expect("Allied #0>")
    game.sendline("1")
    game.expect("Allied #1>")
    shown = [_plain(row).rstrip("\r") for row in game.before.split("\n")]
    start = next(number for number, row in enumerate(shown) if re.search(r"E\d{4} .\|", row))
    assert max(map(len, shown[start - 1 :])) <= columns
    assert len(shown) - (start - 1) <= lines, "map, question, choices and prompt stand on one screen"
    assert "\x1b[" in game.before and any("[1] " in row for row in shown)
    game.sendline("victory")
    game.expect("If it were decided now")
    game.sendline("quit")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


def test_a_long_text_is_shown_in_pages_on_demand(fresh: Path) -> None:
    words = ["-c", PROGRAM, "play", str(fresh)]
    env = {**os.environ, "PAGER": "cat"}
    game = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=PATIENCE, dimensions=(24, 80), env=env)
    game.expect("Allied #0>")
    game.sendline("board")
    game.expect("Key: ")
    game.expect("Allied #0>")
    game.sendline("map E2135")
    game.expect("E2135")
    game.sendline("quit")
    game.expect(pexpect.EOF)


@pytest.mark.parametrize("line", [("replay",), ("play",), ("record", "--level", "all"), ("export", "--help")])
def test_a_reader_that_stops_reading_is_neither_a_fault_nor_a_verdict(finished: Path, line: tuple[str, ...]) -> None:
    """`hexledger replay g.hxl | head -1`: click would end with 1, which is the code of a contradiction."""
    command, *options = line
    out, into = os.pipe()
    os.close(out)  # nobody reads
    with os.fdopen(into, "w") as nowhere:
        ran = run_program(command, finished, *options, stdout=nowhere)
    assert (ran.returncode, ran.stderr) == (141, "")


def run_program(*args: object, stdout: Any) -> subprocess.CompletedProcess[str]:
    """The program with its output sent somewhere and no input."""
    words = [sys.executable, "-c", PROGRAM, *map(str, args)]
    nothing = subprocess.DEVNULL
    return subprocess.run(words, stdin=nothing, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
