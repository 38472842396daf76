"""`pytest -p tests.timing` (make test-times): what the tests cost, in CPU seconds by folder, by game, and the dearest.

CPU seconds of this process and of the children that it waited for; wall time says little on a busy machine. A browser
is paid for by the test that closes it, so its seconds are counted for tests/browser.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

DEAREST = 25

_costs: dict[str, float] = {}


def spent() -> float:
    """CPU seconds so far."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Take the time of a test, its fixtures included."""
    before = spent()
    yield
    _costs[item.nodeid] = spent() - before


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the sums."""
    from hexledger.engine.catalogue import GAMES

    say = terminalreporter.write_line
    folders: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for name, cost in _costs.items():
        folders["/".join(name.partition("::")[0].split("/")[:2])] += cost
        games[next((game for game in (*GAMES, "drill") if game in name), "no game of its own")] += cost
    for title, sums in (("folder", folders), ("game", games)):
        say(f"CPU seconds by {title}: {sum(sums.values()):.0f} in all")
        for name, cost in sums.most_common():
            say(f"  {cost:7.1f}  {name}")
    say("the dearest tests")
    for name, cost in sorted(_costs.items(), key=lambda row: -row[1])[:DEAREST]:
        say(f"  {cost:7.1f}  {name}")
