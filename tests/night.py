"""Which long tests are left for the night (`make test-night`): `make test-long` runs the others, in forty minutes.

`night.txt` has a line for each family of long tests that is too dear to be run whole by day: the node id without what
stands in brackets, and how many of its long cases make one that stays. 0: none stays. Which stay follows from the
order in which the cases are written, so that it is the same on every machine; a family that has no line stays whole.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

LIST: Final = Path(__file__).with_name("night.txt")


def shares() -> dict[str, int]:
    """Family -> how many of its long cases make one that stays; ValueError with the line that is neither."""
    found: dict[str, int] = {}
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not words[1].isdecimal() or words[0] in found:
            raise ValueError(f"{LIST.name}, line {number}: a family of tests and a number are wanted, once each")
        found[words[0]] = int(words[1])
    return found


def family_of(item: pytest.Item) -> str:
    """The node id without its case."""
    return item.nodeid.partition("[")[0]


def mark(items: list[pytest.Item]) -> None:
    """Mark the long tests that are left for the night."""
    wanted, seen = shares(), Counter[str]()
    for item in items:
        if item.get_closest_marker("long") is None:
            continue
        family = family_of(item)
        each = wanted.get(family, 1)
        if not each or seen[family] % each:
            item.add_marker("night")
        seen[family] += 1
