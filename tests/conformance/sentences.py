"""The second reading of a rulebook, kept as a list: `sentences.txt` of a game, one ruling sentence a line.

    rules | the sentence in our own words | module.name of the code that enforces it | test, or how its name begins

A module is named by its file (`retreat`), with its folder where two bear the name (`questions/increments`).

`pitfalls.txt` is shorter: sentences that are easily got wrong, each with the one test that tries it.

    rule | the sentence in our own words | test
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.conformance.coverage import Coverage

ROOT = Path(__file__).parents[2]
NAME = "sentences.txt"
PITFALLS = "pitfalls.txt"


class Sentence(NamedTuple):
    """A line of the list."""

    rules: tuple[str, ...]
    words: str
    where: str
    test: str


class Pitfall(NamedTuple):
    """A sentence that is easily got wrong."""

    rule: str
    words: str
    test: str


def read_again(book: Coverage) -> bool:
    """Whether there is such a list of a rulebook."""
    return (book.folder / NAME).exists()


def _lines(book: Coverage, name: str) -> list[list[str]]:
    """The cells of each line of a list."""
    lines = (book.folder / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]


def sentences(book: Coverage) -> list[Sentence]:
    """The list of a game."""
    lines = _lines(book, NAME)
    return [Sentence(tuple(rules.split(", ")), words, where, test) for rules, words, where, test in lines]


def pitfalls(book: Coverage) -> list[Pitfall]:
    """The pitfalls of a game; none where nobody has listed them."""
    return [Pitfall(*line) for line in _lines(book, PITFALLS)] if (book.folder / PITFALLS).exists() else []


def without_code(book: Coverage) -> list[Sentence]:
    """Sentences whose code is not there."""
    sources = {path.relative_to(book.code).with_suffix("").as_posix(): path for path in sorted(book.code.rglob("*.py"))}
    text = {name: path.read_text(encoding="utf-8") for name, path in sources.items()}

    def there(one: Sentence) -> bool:
        module, _, name = one.where.partition(".")
        files = [file for file in text if f"/{file}".endswith(f"/{module}")]
        return any(re.search(rf"^(class|def) {name}\b", text[file], re.M) for file in files)

    return [one for one in sentences(book) if not there(one)]


def _tests(book: Coverage) -> str:
    """The text of a game's own tests."""
    folders = (ROOT / "tests" / book.game, book.folder)
    paths = [path for folder in folders for path in sorted(folder.glob("test_*.py"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def without_test(book: Coverage) -> list[Sentence]:
    """Sentences whose test is not there."""
    text = _tests(book)
    return [one for one in sentences(book) if f"def test_{one.test}" not in text]


def untried(book: Coverage) -> list[Pitfall]:
    """Pitfalls whose test is not there, or whose rule is none of the book."""
    text, rules = _tests(book), set(book.numbers())
    return [one for one in pitfalls(book) if f"def test_{one.test}(" not in text or one.rule not in rules]


OURS = ("Rulings on gaps", "House rules of the scenarios")
"""Headings of the coverage page under which stands what no rulebook says."""


def without_sentence(book: Coverage) -> list[str]:
    """Rules of the book that code carries out and the list does not name."""
    named = {rule for one in sentences(book) for rule in one.rules}
    rows = [row for row in book.rows() if book.chapter(row.rule.number) not in OURS]
    carried_out = [row.rule.number for row in rows if book.status(row) == "implemented"]
    return [n for n in carried_out if not any(rule.startswith(n) or n.startswith(rule) for rule in named)]
