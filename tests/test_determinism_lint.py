"""Code that decides is free of chance, clocks, floats, hash order and hidden state; and the lint that says so works."""

from functools import cache
from pathlib import Path

import pytest

from tests.determinism import complaints

HOUSE = Path(__file__).resolve().parent.parent
DECIDING = ("events", "projections", "engine")

ALLOWED = {
    ("engine/map/board.py", "call"): "a board is hashed by identity for caches; the value is never stored or ordered",
    ("engine/editions/compiling.py", "division"): "the sign / that joins paths",
    ("engine/editions/edition.py", "division"): "the sign / that joins paths",
    ("engine/naming/words.py", "division"): "the sign / that joins paths",
    ("engine/table/outcomes.py", "division"): "of exact fractions, which gives an exact fraction",
    ("projections/warehouse.py", "division"): "the sign / that joins paths",
    ("projections/warehouse_parts.py", "division"): "the sign / that joins paths",
    ("events/platform.py", "environment"): "an unguessable name for a file in the making; no log ever holds it",
    ("projections/record.py", "import"): "writes the recorded time of a frame as a date; reads no clock",
}
"""(file, kind of complaint) -> why it may stand."""


@cache
def found_in_modules():
    """(file, complaint) of all that decides."""
    files = [path for folder in DECIDING for path in sorted((HOUSE / folder).rglob("*.py"))]
    return [
        (path.relative_to(HOUSE).as_posix(), complaint)
        for path in files
        for complaint in complaints(path.read_text(encoding="utf-8"))
    ]


def test_no_module_that_decides_depends_on_chance_time_floats_hash_order_or_hidden_state():
    """F50"""
    found = {f"{name}:{c.line}: {c.kind}: {c.what}" for name, c in found_in_modules() if (name, c.kind) not in ALLOWED}
    assert sorted(found) == []


def test_every_allowance_is_still_needed():
    seen = {(name, complaint.kind) for name, complaint in found_in_modules()}
    assert sorted(set(ALLOWED) - seen) == []


BAD = {
    "x = 1.5": "float",
    "x = a / b": "division",
    "x = float(a)": "call",
    "x = hash(a)": "call",
    "x = id(a)": "call",
    "import random": "import",
    "import time": "import",
    "from datetime import date": "import",
    "def f():\n    import secrets": "import",
    "import os\nx = os.environ['A']": "environment",
    "import os\nx = os.getenv('A')": "environment",
    "from os import environ": "environment",
    "for x in {1, 2}:\n    pass": "set order",
    "for x in set(a):\n    pass": "set order",
    "for x in {y for y in a}:\n    pass": "set order",
    "for x in set(a) | b:\n    pass": "set order",
    "for x in frozenset(a).union(b):\n    pass": "set order",
    "print([y for y in set(a)])": "set order",
    "print({y: 1 for y in {1, 2}})": "set order",
    "print(list({1, 2}))": "set order",
    "x = tuple(set(a))": "set order",
    "x = ','.join({'a', 'b'})": "set order",
    "x = next(iter({1, 2}))": "set order",
    "print([*{1, 2}])": "set order",
    "def f(a: set[int]):\n    for x in a:\n        pass": "set order",
    "def f(a: frozenset[int]):\n    return [x for x in a]": "set order",
    "def f():\n    a = {1, 2}\n    return list(a)": "set order",
    "def f():\n    a: set[int] = set()\n    a.pop()": "set order",
    "cache = {}": "module state",
    "seen: list[int] = []": "module state",
    "from collections import defaultdict\ncounts = defaultdict(int)": "module state",
    "TABLE = {}\ndef f():\n    TABLE['a'] = 1": "module state",
    "TABLE = []\nTABLE.append(1)": "module state",
    "def f():\n    global count\n    count = 1": "module state",
}


@pytest.mark.parametrize("source", BAD, ids=lambda source: source.replace("\n", "; "))
def test_the_lint_catches_code_that_could_differ_between_two_runs(source):
    assert [complaint.kind for complaint in complaints(source)] == [BAD[source]]


@pytest.mark.parametrize(
    "source",
    [
        "x = 3 // 2",
        "TABLE: Final = {1: 2}",
        "_TABLE = (1, 2)",
        "__all__ = ['a']",
        "x = sorted({1, 2})",
        "x = sorted({*a, *b})",
        "x = sorted(y for y in {1, 2})",
        "x = len(set(a))",
        "x = any(y for y in {1, 2})",
        "print({y for y in {1, 2}})",
        "x = 3 in {1, 2, 3}",
        "def f(a: set[int]):\n    return sorted(a)",
        "def f():\n    cache = {}\n    cache[1] = 2",
        "for x in dict.fromkeys(a):\n    pass",
    ],
)
def test_the_lint_leaves_honest_code_alone(source):
    assert complaints(source) == []
