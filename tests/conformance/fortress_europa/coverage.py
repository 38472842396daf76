"""Rule coverage of Fortress Europa: `python -m tests.conformance.fortress_europa.coverage` writes the table."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance.coverage import Coverage


def parts_of(number: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rules that a heading stands for: 17.10 -> 17.10.1 ...; none for a rule of its own."""
    return tuple(n for n in numbers if n.startswith(f"{number}."))


BOOK = Coverage(
    game="fortress_europa",
    title="Fortress Europa",
    issue="Fortress Europa, complete",
    folder=Path(__file__).parent,
    number=re.compile(
        r"(?<![\w.-])(?P<key>(?:A )?\d{1,2}(?:\.\d{1,2}){1,3}|(?<=FE )(?:23|25|31))"
        r"(?:-(?P<last>\d{1,2}(?:\.\d{1,2}){1,3}))?(?![\w.]*\d)"
    ),
    case="FE",
    parts=parts_of,
    chapter=lambda number: "Advanced air system" if number.startswith("A ") else "Rulebook",
    same_width=False,
)

if __name__ == "__main__":
    BOOK.write()
