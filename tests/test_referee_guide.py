"""docs/referee.md is tried exactly as it is written: every command, in order, with what it prints."""

from __future__ import annotations

import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from hexledger.cli.main import main

GUIDE = Path(__file__).parents[1] / "docs" / "referee.md"


class Command(NamedTuple):
    """A command of the guide, and the lines that it is said to print, in order."""

    words: tuple[str, ...]
    says: tuple[str, ...]


def commands() -> list[Command]:
    """Every command of the guide's console blocks."""
    found: list[Command] = []
    inside = False
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            program, *words = shlex.split(line[2:])
            assert program in ("hexledger", "sed")
            found.append(Command((program, *words), ()))
        elif inside:
            found[-1] = found[-1]._replace(says=(*found[-1].says, line.strip()))
    return found


def changed(script: str, file: Path) -> None:
    """What `sed -i 81s/THIS/THAT/ FILE` does, where line 81 holds THIS."""
    number, this, that, _ = script.replace("s/", "/", 1).split("/")
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    at = int(number) - 1
    assert this in lines[at], f"line {number} does not hold {this!r} (any more)"
    lines[at] = lines[at].replace(this, that, 1)
    file.write_text("".join(lines), encoding="utf-8", newline="")


def run(words: tuple[str, ...]) -> tuple[int, str]:
    """Exit code and everything printed."""
    program, *words = words
    if program == "sed":
        changed(words[1], Path(words[2]))
        return 0, ""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out), pytest.raises(SystemExit) as left:
        main(list(words))
    assert isinstance(left.value.code, int)
    return left.value.code, out.getvalue()


def test_the_walk_through_a_contested_combat_works_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    steps = commands()
    assert len(steps) > 20
    for step in steps:
        code, printed = run(step.words)
        expected = {"refused": 3, "bad log": 4}
        wanted = next((expected[how] for said in step.says for how in expected if said.startswith(how)), 0)
        assert code == wanted, f"{' '.join(step.words)}: {printed}"
        rest = printed
        for said in step.says:
            assert said in rest, f"{' '.join(step.words)} does not print {said!r} (any more):\n{printed}"
            rest = rest.partition(said)[2]
    page = (tmp_path / "verdict.html").read_text(encoding="utf-8")
    assert "13.73 excuses a lone unit from double results only" in page
    assert "<script" not in page
    assert "http" not in page
