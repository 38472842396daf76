"""What the advisor does otherwise where it is told to use all that is known of a scenario (`Stance.skilled`).

The greedy bot plays every scenario by the same judgement. Trials of one scenario can tell more about it: which of its
points should be others, what is worth doing besides. That stands in `know_how.txt`, scenario by scenario, side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.flags import PACKAGE
from hexledger.engine.kernel.memory import lasting
from hexledger.engine.naming.words import text_lines

LATE: Final = 2
"""Turns left from which on the last number of a line counts."""
POST: Final = "post"
"""Beginning of the name of a line about one unit in one hex: `post:UNIT:HEX`."""


def known(game: Charts[Any], scenario: str, side: int) -> Mapping[str, tuple[int, ...]]:
    """Name -> points with 0, 1, and `LATE` or more turns left."""
    return _table(game).get((scenario, side), {})


@lasting(most=64)
def posts(game: Charts[Any], scenario: str, side: int, left: int) -> Mapping[tuple[int, int], int]:
    """Unit and hex -> points more for that unit there."""
    found: dict[tuple[int, int], int] = {}
    ids = [counter.id for counter in game.counters]
    for name, points in known(game, scenario, side).items():
        word, _, rest = name.partition(":")
        if word == POST:
            unit, _, place = rest.partition(":")
            found[ids.index(unit), game.board.index[place]] = points[min(left, LATE)]
    return found


@lasting(most=16)
def _table(game: Charts[Any]) -> dict[tuple[str, int], dict[str, tuple[int, ...]]]:
    found: dict[tuple[str, int], dict[str, tuple[int, ...]]] = {}
    for raw in text_lines(PACKAGE, "know_how.txt"):
        words = raw.partition("#")[0].split()
        if words:
            scenario, side, name, *points = words
            key = (scenario, game.sides.index(side) + 1)
            found.setdefault(key, {})[name] = tuple(map(int, points))
    return found
