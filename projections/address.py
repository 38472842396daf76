"""Addresses: `#57` is the decision in frame 57 of a game's file, `#57.3` the third event that followed from it.

A frame never changes its number, so an address means the same in the record, on the desk, in SQL and on the
command line, before and after an undo, and in an export.
"""

from __future__ import annotations

import re

_FORM = r"#?(\d{1,10})(?:\.([1-9]\d{0,5}))?"


class BadAddress(ValueError):
    """Text that is no address."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not an address: {text!r}; wanted #57 (a decision) or #57.3 (its third event)")
        self.text = text


def address(seq: int, index: int = 0) -> str:
    """Address of frame `seq`, or of its event number `index` (1 = first)."""
    return f"#{seq}.{index}" if index else f"#{seq}"


def parse_address(text: str) -> tuple[int, int]:
    """(seq, index) of an address, index 0 for a whole decision; the `#` may be left out. BadAddress otherwise."""
    found = re.fullmatch(_FORM, text.strip(), re.ASCII)
    if found is None:
        raise BadAddress(text)
    return int(found[1]), int(found[2] or 0)
