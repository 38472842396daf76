"""Rule coverage of France 1944: `python -m tests.conformance.france_1944.coverage` writes the table."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance.coverage import Coverage


def parts_of(number: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rules that a heading stands for: 2.0 -> 2.0-1 ..., 10.1 -> 10.1.1 ...; none for a rule of its own."""
    return tuple(n for n in numbers if n != number and re.match(rf"{re.escape(number)}(\.|-)", n))


def _chapter(number: str) -> str:
    return "Rulings on gaps" if number.startswith("R-") else "Rulebook"


BOOK = Coverage(
    game="france_1944",
    title="France 1944",
    issue="France 1944, complete",
    folder=Path(__file__).parent,
    number=re.compile(
        r"(?<![\w.-])(?P<key>R-\d{1,2}|2\.0-\d{1,2}|10\.1\.\d|\d{1,2}\.\d{1,2})"
        r"(?:(?: to |-)(?:R-|2\.0-|10\.1\.)?(?P<last>\d{1,2}(?:\.\d{1,2})?))?(?![\w]*\d)"
    ),
    case="F44",
    parts=parts_of,
    chapter=_chapter,
    same_width=False,
)

if __name__ == "__main__":
    BOOK.write()
