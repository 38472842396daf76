"""Who leaves at a question (Ctrl-C, Ctrl-D, the end of the input) has decided nothing by it: at units to be picked, a
yes or no, a die."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run
from tests.cli.test_at_a_terminal import _plain, _sit

STOPPED = 130
"""Exit code of a program that Ctrl-C stopped (docs/exit-codes.md)."""


@pytest.fixture
def rolled(run: Run, fresh: Path) -> Path:
    """A game whose last decision rolled a die: to undo it, the other side is asked."""
    run("play", fresh, lines="1\n1\n")
    return fresh


@pytest.fixture
def entered(run: Run, tmp_path: Path) -> Path:
    """A game with real dice that stands before a decision that rolls one."""
    log = tmp_path / "entered.hxl"
    assert run("new", "june_6/push_to_caen", log, "--dice", "entered").code == 0
    run("play", log, lines="1\nquit\n")
    return log


def head(log: Path) -> int:
    """Where the game stands."""
    with Chronicle.read(log) as chronicle:
        return chronicle.timeline.head


def test_the_end_of_input_at_the_word_of_the_other_side_is_no_word(run: Run, rolled: Path) -> None:
    before = rolled.read_bytes()
    played = run("play", rolled, lines="undo\n")
    assert "no word of the German side" in played.out
    assert played.code == 0 and rolled.read_bytes() == before


@pytest.mark.parametrize("word", ["", "n", "maybe", "1", "yes no", "undo", "²"])
def test_what_is_no_yes_is_no_word(run: Run, rolled: Path, word: str) -> None:
    before = rolled.read_bytes()
    assert "no word of the German side" in run("play", rolled, lines=f"undo\n{word}\nquit\n").out
    assert rolled.read_bytes() == before


def test_the_end_of_input_at_units_that_are_picked_decides_nothing(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "b.hxl"
    run("new", "fortress_europa/battle_of_the_bulge", log, "--seed", "5")
    before = log.read_bytes()
    for lines in ("1\n", "1\n1\n", "1\n1\nundo\n"):
        played = run("play", log, lines=lines)
        assert "(nothing is decided)" in played.out and played.code == 0
    assert "no unit called 'undo'; a number or a name takes a unit" in played.out
    assert log.read_bytes() == before


def test_the_end_of_input_at_a_die_leaves_the_decision_fixed_and_its_die_to_be_given(run: Run, entered: Path) -> None:
    left = run("play", entered, lines="1\n")
    assert left.code == 0 and "its dice are asked for next time" in left.out and head(entered) == 1
    wrong = run("play", entered, lines="\n99\n²\n-1\nsix\nquit\n")
    assert wrong.code == 0 and head(entered) == 1 and "Traceback" not in wrong.out
    assert "is fixed and waits for its dice" in wrong.out
    run("play", entered, lines="3\nquit\n")
    assert head(entered) > 1


@pytest.mark.parametrize(("key", "code"), [("c", STOPPED), ("d", 0)])
def test_ctrl_c_and_ctrl_d_at_a_yes_or_no_leave_the_game_as_it_was(rolled: Path, key: str, code: int) -> None:
    before = rolled.read_bytes()
    game = _sit("play", rolled)
    game.expect("#2>")
    game.sendline("undo")
    game.expect("y/n")
    game.sendcontrol(key)
    if key == "d":  # the question is answered by no word, and play goes on
        game.expect("no word of the German side")
        game.expect("#2>")
        game.sendcontrol("d")
    said = _plain(game.read())
    game.close()
    assert game.exitstatus == code and "Traceback" not in said
    assert rolled.read_bytes() == before


@pytest.mark.parametrize(("key", "code"), [("c", STOPPED), ("d", 0)])
def test_ctrl_c_and_ctrl_d_at_a_die_leave_the_decision_fixed(entered: Path, key: str, code: int) -> None:
    game = _sit("play", entered)
    game.expect("#1>")
    game.sendline("1")
    game.expect("0 to 9>")
    game.sendcontrol(key)
    said = _plain(game.read())
    game.close()
    assert game.exitstatus == code and "Traceback" not in said
    with Chronicle.read(entered) as chronicle:
        assert chronicle.timeline.head == 1 and chronicle.book.waiting is not None
