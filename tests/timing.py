"""`pytest -p tests.timing` (make test-times): what the tests cost, in CPU seconds by folder, by game and kind, and the
dearest. The table of docs/testing.md is the one by game and kind.

CPU seconds of this process and of all that it started, ended or not; wall time says little on a busy machine. What a
browser computes is counted for the test that it does so for (where the system has /proc; elsewhere a browser is left
out, for it is never waited for). What looking for that costs itself, ten milliseconds a look while a browser is open,
is counted for no test.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

DEAREST = 25
KINDS = ("its own", "conformance", "every game", "corpus", "elsewhere")
NOBODY = "no game of its own"

_costs: dict[str, float] = {}


def own() -> float:
    """CPU seconds of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def others() -> float:
    """CPU seconds of all that this process started, so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime + running()


def running() -> float:
    """CPU seconds of the programs that run below this one, and of what they have waited for."""
    ticks: dict[int, int] = {}
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            fields = entry.read_text().rpartition(")")[2].split()
            number = int(entry.parent.name)
            ticks[number] = sum(map(int, fields[11:15]))
            below.setdefault(int(fields[1]), []).append(number)
    todo, total = list(below.get(os.getpid(), ())), 0
    while todo:
        number = todo.pop()
        total += ticks[number]
        todo += below.get(number, ())
    return total / os.sysconf("SC_CLK_TCK")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Take the time of a test, its fixtures included."""
    theirs = others()
    mine = own()
    yield
    mine = own() - mine
    _costs[item.nodeid] = mine + max(0.0, others() - theirs)  # a browser that is closed takes what it has cost with it


def kind_of(name: str, game: str) -> str:
    """Which of `KINDS` a test is, by the folder that it lies in."""
    folders = name.partition("::")[0].split("/")
    known = {game: "its own", "conformance": "conformance", "every_game": "every game", "corpus": "corpus"}
    return known.get(folders[1], "elsewhere")


def by_game_and_kind(costs: dict[str, float], games: tuple[str, ...]) -> list[str]:
    """A table in Markdown: a row a game, CPU seconds and tests of each kind."""
    seconds: Counter[tuple[str, str]] = Counter()
    tests: Counter[tuple[str, str]] = Counter()
    for name, cost in costs.items():
        game = next((one for one in games if one in name), NOBODY)
        for kind in (kind_of(name, game), "together"):
            for row in (game, "together"):
                seconds[row, kind] += cost
                tests[row, kind] += 1
    columns = (*KINDS, "together")
    lines = [f"| CPU seconds (tests) | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for row in (*games, NOBODY, "together"):
        cells = (f"{seconds[row, kind]:.0f} ({tests[row, kind]})" if tests[row, kind] else "-" for kind in columns)
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return lines


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the sums."""
    from hexledger.engine.catalogue import GAMES

    say = terminalreporter.write_line
    folders: Counter[str] = Counter()
    for name, cost in _costs.items():
        folders["/".join(name.partition("::")[0].split("/")[:2])] += cost
    say(f"CPU seconds by folder: {sum(folders.values()):.0f} in all")
    for name, cost in folders.most_common():
        say(f"  {cost:7.1f}  {name}")
    for line in by_game_and_kind(_costs, (*GAMES, "drill")):
        say(line)
    say("the dearest tests")
    for name, cost in sorted(_costs.items(), key=lambda row: -row[1])[:DEAREST]:
        say(f"  {cost:7.1f}  {name}")
