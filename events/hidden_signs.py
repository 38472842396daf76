"""The characters that nobody sees, and marks that pile up, for `showing.py`; those that no log holds, for `limits.py`.

Both ask for them only where a text holds more than plain letters: making these expressions takes longer than importing
what uses them.
"""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # controls: line ends, tabs, escape sequences, C1
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"  # shown as nothing: hyphens, joiners, marks
    "\u2028-\u202e\u2060-\u206f"  # line and paragraph separators, reading direction
    "\u2000-\u200a\u205f\u3000\u1680\u2800"  # blanks of other widths
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # fillers, variants, byte order marks, annotations
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef"  # halves of characters, private use, no characters
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"  # notes, tags, private planes
)

_MARK: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
PILED: Final = re.compile(f"(?<={_MARK}{{2}}){_MARK}+")
"""More than two marks on one letter reach into the lines above and below."""

UNPRINTABLE: Final = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"  # controls, signs that format
    "\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\ufffb"  # blanks but the one, marks
    "\ud800-\uf8ff\ufdd0-\ufdef\ufffe\uffff"  # halves of characters, private use, no characters
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # signs that format
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff"  # tags, private planes
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xF0000, 0x10000))
    + "]"
)
"""What may not stand in a text of a log: a list of its own, since what Python calls printable changes with its Unicode.
A character that no Unicode knew when this was written may stand there."""
