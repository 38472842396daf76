"""The characters that nobody sees, and marks that pile up, for `showing.py`.

It asks for them only where a text holds more than plain letters: making these expressions takes longer than importing
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
