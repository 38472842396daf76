"""Rule coverage of Case Yellow: `python -m tests.conformance.case_yellow.coverage` writes the table."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance.coverage import Coverage


def parts_of(number: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rules that a heading stands for: 7.5 -> 7.5a ..., 5.1e -> 5.1e.1 ...; none for a rule of its own."""
    return tuple(n for n in numbers if n != number and re.match(rf"{re.escape(number)}(\.|[a-z])", n))


def _chapter(number: str) -> str:
    if number.startswith(("CL", "QA")):
        return "Clarifications, questions and answers"
    if number.startswith("G-"):
        return "Rulings on gaps"
    return "House rules of the scenarios" if number.startswith("H-") else "Rulebook"


BOOK = Coverage(
    game="case_yellow",
    title="Case Yellow, 1940",
    issue="Case Yellow, 1940, complete",
    folder=Path(__file__).parent,
    number=re.compile(
        r"(?<![\w.-])(?P<key>(?:CL|QA)\.\d{1,2}|G-[AC]\d{1,2}|H-\d"
        r"|\d{1,2}\.\d{1,2}(?:[a-e])?\.(?:MOVE|COMBAT|\d)|\d{1,2}\.\d{1,2}[a-z]?)"
        r"(?:-(?P<last>\d{1,2}\.\d{1,2}))?(?![\w]*\d)"
    ),
    case="CY",
    parts=parts_of,
    chapter=_chapter,
    same_width=False,
)

if __name__ == "__main__":
    BOOK.write()
