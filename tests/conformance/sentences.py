"""The second reading of a rulebook, kept as a list: `sentences.txt` of a game, one ruling sentence a line.

    rules | the sentence in our own words | module.name of the code that enforces it | test, or how its name begins

A module is named by its file (`retreat`), with its folder where two bear the name (`questions/increments`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.conformance.coverage import Coverage

ROOT = Path(__file__).parents[2]


class Sentence(NamedTuple):
    """A line of the list."""

    rules: tuple[str, ...]
    words: str
    where: str
    test: str


def sentences(game: str) -> list[Sentence]:
    """The list of a game."""
    lines = (ROOT / "tests" / "conformance" / game / "sentences.txt").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]
    return [Sentence(tuple(rules.split(", ")), words, where, test) for rules, words, where, test in cells]


def without_code(game: str, book: Coverage) -> list[Sentence]:
    """Sentences whose code is not there."""
    sources = {path.relative_to(book.code).with_suffix("").as_posix(): path for path in sorted(book.code.rglob("*.py"))}
    text = {name: path.read_text(encoding="utf-8") for name, path in sources.items()}

    def there(one: Sentence) -> bool:
        module, _, name = one.where.partition(".")
        files = [file for file in text if f"/{file}".endswith(f"/{module}")]
        return any(re.search(rf"^(class|def) {name}\b", text[file], re.M) for file in files)

    return [one for one in sentences(game) if not there(one)]


def without_test(game: str) -> list[Sentence]:
    """Sentences whose test is not there."""
    folders = (ROOT / "tests" / game, ROOT / "tests" / "conformance" / game)
    paths = [path for folder in folders for path in sorted(folder.glob("test_*.py"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return [one for one in sentences(game) if f"def test_{one.test}" not in text]


def without_sentence(game: str, book: Coverage, *, rulings: tuple[str, ...]) -> list[str]:
    """Rules that code carries out and the list does not name; rulings: how the numbers of our own rulings begin."""
    named = {rule for one in sentences(game) for rule in one.rules}
    rows = [row for row in book.rows() if not row.rule.number.startswith(rulings)]
    carried_out = [row.rule.number for row in rows if book.status(row) == "implemented"]
    return [n for n in carried_out if not any(rule.startswith(n) or n.startswith(rule) for rule in named)]
