"""Rule coverage of A Time for Trumpets: `python -m tests.conformance.time_for_trumpets.coverage` writes the table."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance.coverage import Coverage

BOOKLET = 70
"""From here on the Scenario booklet."""


def parts_of(number: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rules that a heading stands for: 19.0 -> 19.1 ..., 52.12 -> 52.12.1 ...; none for a rule of its own."""
    if not number[0].isdigit():
        return ()
    stem = number.removesuffix(".0")
    return tuple(n for n in numbers if n != number and n.startswith(f"{stem}."))


def _chapter(number: str) -> str:
    if number.startswith("G-"):
        return "Rulings on gaps"
    if number.startswith("H-"):
        return "House rules of the scenarios"
    chapter = int(number.split(".", maxsplit=1)[0])
    return "Scenario booklet" if chapter >= BOOKLET else f"Chapter {chapter}"


BOOK = Coverage(
    game="time_for_trumpets",
    title="A Time for Trumpets",
    issue="A Time for Trumpets, complete",
    folder=Path(__file__).parent,
    number=re.compile(
        r"(?<![\w.-])(?P<key>G-D\d{1,2}|G-\d\.\d{1,2}|H-\d|\d{1,3}(?:\.\d{1,2}){1,3})"
        r"(?:-(?P<last>\d{1,2}(?:\.\d{1,2}){1,3}))?(?![\w]*\d)"
    ),
    case="TFT",
    parts=parts_of,
    chapter=_chapter,
    same_width=False,
)

if __name__ == "__main__":
    BOOK.write()
