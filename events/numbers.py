"""The one reader of whole numbers that people type or files hold: plain digits, of a sane length, or no number; and
the one way that a count is told.

`²`, `١٢`, `1_000` and a number of four thousand digits are numbers to some of Python's functions and errors to others.
"""

from __future__ import annotations

from typing import Final

LARGEST: Final = (1 << 53) - 1
"""Beyond this no program that reads JSON agrees on a number any more."""

_LONGEST: Final = 16


def whole_number(text: str, *, signed: bool = False) -> int | None:
    """The number, None when the text is none. `signed`: a minus or plus before it is allowed."""
    digits = text[1:] if signed and text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST):
        return None
    number = int(digits)
    if number > LARGEST:
        return None
    return -number if text.startswith("-") else number


def counted(number: int, one: str, many: str = "") -> str:
    """`1 unit`, `9 units`; `many` where an s does not make it (`hexes`, `points are`)."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def frames_to(last: int) -> str:
    """`the log has frames 0 to 57`, or that it has its first alone."""
    return f"the log has frames 0 to {last}" if last > 0 else "the log has frame 0 alone"
