"""The rule coverage table of June 6: `python -m tests.conformance.june_6.coverage` writes docs/coverage/june_6.md."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance.coverage import Coverage


def parts_of(number: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rules that a heading stands for: 3.8 -> 3.81 ...; chapter 3.0 -> all of 3; none for a rule of its own."""
    book, _, figure = number.rpartition(" ")
    chapter, dot, section = figure.partition(".")
    if not dot:
        return ()
    lead = f"{book} " if book else ""
    if section == "0":
        return tuple(n for n in numbers if n.startswith(f"{lead}{chapter}.") and n != number)
    longer = (f"{lead}{figure}.", *(f"{lead}{figure}{digit}" for digit in "123456789"))
    return tuple(n for n in numbers if n.startswith(longer) and n != number)


def _chapter(number: str) -> str:
    if number.startswith(("QA", "ERR")):
        return "Questions and answers, errata"
    return "Playbook" if number.startswith("PB") else "Rulebook"


BOOK = Coverage(
    game="june_6",
    title="June 6",
    issue="June 6, complete",
    folder=Path(__file__).parent,
    number=re.compile(
        r"(?<![\w.])(?P<key>(?:PB )?\d{1,2}\.\d{1,3}(?:\.\d)?|(?:QA-[A-Z]+|ERR)-\d{1,2})[a-z]?(?:\.\d)?"
        r"(?:\s?-\s?(?P<last>\d{1,2}\.\d{1,3}|\d{1,2})[a-z]?)?(?![\w.]*\d)"
    ),
    case="J6",
    parts=parts_of,
    chapter=_chapter,
    same_width=True,
)
case_rules, cited, numbers, parts = BOOK.case_rules, BOOK.cited, BOOK.numbers, BOOK.parts
rows, status = BOOK.rows, BOOK.status

if __name__ == "__main__":
    BOOK.write()
