"""The second reading is kept: every ruling sentence names code and a test that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.conformance.case_yellow.coverage import BOOK

ROOT = Path(__file__).parents[3]
LIST = Path(__file__).with_name("sentences.txt")


class Sentence(NamedTuple):
    """A line of the list."""

    rules: tuple[str, ...]
    words: str
    where: str
    test: str


def sentences() -> list[Sentence]:
    """The list."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]
    return [Sentence(tuple(rules.split(", ")), words, where, test) for rules, words, where, test in cells]


def test_every_sentence_is_enforced_by_code_that_is_there() -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(BOOK.code.rglob("*.py"))}
    for one in sentences():
        module, _, name = one.where.partition(".")
        assert re.search(rf"^(class|def) {name}\b", sources.get(module, ""), re.M), one


def test_every_sentence_has_a_test() -> None:
    folders = (ROOT / "tests" / "case_yellow", ROOT / "tests" / "conformance" / "case_yellow")
    text = "\n".join(
        path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("test_*.py"))
    )
    for one in sentences():
        assert f"def test_{one.test}" in text, one


def test_every_numbered_rule_that_is_carried_out_by_code_has_a_sentence() -> None:
    there = {rule for one in sentences() for rule in one.rules}
    rows = [row for row in BOOK.rows() if not row.rule.number.startswith(("G-", "H-"))]
    carried_out = [row.rule.number for row in rows if BOOK.status(row) == "implemented"]
    assert len(carried_out) > 150
    assert [n for n in carried_out if not any(r.startswith(n) or n.startswith(r) for r in there)] == []
