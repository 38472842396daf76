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
NAME = "sentences.txt"


class Sentence(NamedTuple):
    """A line of the list."""

    rules: tuple[str, ...]
    words: str
    where: str
    test: str


def read_again(book: Coverage) -> bool:
    """Whether there is such a list of a rulebook."""
    return (book.folder / NAME).exists()


def sentences(book: Coverage) -> list[Sentence]:
    """The list of a game."""
    lines = (book.folder / NAME).read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]
    return [Sentence(tuple(rules.split(", ")), words, where, test) for rules, words, where, test in cells]


def without_code(book: Coverage) -> list[Sentence]:
    """Sentences whose code is not there."""
    sources = {path.relative_to(book.code).with_suffix("").as_posix(): path for path in sorted(book.code.rglob("*.py"))}
    text = {name: path.read_text(encoding="utf-8") for name, path in sources.items()}

    def there(one: Sentence) -> bool:
        module, _, name = one.where.partition(".")
        files = [file for file in text if f"/{file}".endswith(f"/{module}")]
        return any(re.search(rf"^(class|def) {name}\b", text[file], re.M) for file in files)

    return [one for one in sentences(book) if not there(one)]


def without_test(book: Coverage) -> list[Sentence]:
    """Sentences whose test is not there."""
    folders = (ROOT / "tests" / book.game, book.folder)
    paths = [path for folder in folders for path in sorted(folder.glob("test_*.py"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return [one for one in sentences(book) if f"def test_{one.test}" not in text]


OURS = ("Rulings on gaps", "House rules of the scenarios")
"""Headings of the coverage page under which stands what no rulebook says."""


def without_sentence(book: Coverage) -> list[str]:
    """Rules of the book that code carries out and the list does not name."""
    named = {rule for one in sentences(book) for rule in one.rules}
    rows = [row for row in book.rows() if book.chapter(row.rule.number) not in OURS]
    carried_out = [row.rule.number for row in rows if book.status(row) == "implemented"]
    return [n for n in carried_out if not any(rule.startswith(n) or n.startswith(rule) for rule in named)]
