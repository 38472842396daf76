"""Text that came from a person or from another machine, as it may be shown: on one line, nothing of it invisible.

Reasons, names, labels, notes, file names and whatever a log, a bundle or a transcript holds may carry control
characters that drive a terminal, line ends that forge lines, marks that turn the reading direction, and characters
that nobody sees. They are written as `\\x1b`, `\\n`, `\\u202e` here, so that what is shown is what is there.
"""

from __future__ import annotations

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # controls: line ends, tabs, escape sequences, C1
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"  # shown as nothing: hyphens, joiners, marks
    "\u2028-\u202e\u2060-\u206f"  # line and paragraph separators, reading direction
    "\u2000-\u200a\u205f\u3000\u1680\u2800"  # blanks of other widths
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # fillers, variants, byte order marks, annotations
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef"  # halves of characters, private use, no characters
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"  # notes, tags, private planes
)

_MARK: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_PILED: Final = re.compile(f"(?<={_MARK}{{2}}){_MARK}+")
"""More than two marks on one letter reach into the lines above and below."""

_FORMULA: Final = ("=", "+", "-", "@")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_PLAIN_WORD: Final = re.compile(r"[\w./+@%:,-]+")

LINE_END: Final = "\n"
_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def one_line(text: object) -> str:
    """The text on one line with every character visible; what is printable ASCII, or plain letters, stays as it is."""
    plain = str(text)
    if plain.isascii() and plain.isprintable():
        return plain
    return _PILED.sub(_escaped, _HIDDEN.sub(_escaped, plain))


def visible(text: str) -> str:
    """Text of many lines with every character but the line ends visible: for what was put together line by line, each
    foreign part through `one_line`."""
    return LINE_END.join(map(one_line, text.split(LINE_END)))


def json_visible(text: str) -> str:
    """JSON that means the same, with hidden characters of its strings as `\\uXXXX`; line ends between values stay."""
    return text if text.isascii() else _HIDDEN.sub(_json_escape, text)


def spreadsheet_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before the signs that begin one."""
    plain = one_line(text)
    return f"'{plain}" if plain[:1] in _FORMULA and not _NUMBER.fullmatch(plain) else plain


def shell_word(text: str) -> bool:
    """Whether no shell sees more in the text than one plain word."""
    return _PLAIN_WORD.fullmatch(text) is not None


def _json_escape(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == LINE_END:
        return sign
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _escaped(found: re.Match[str]) -> str:
    return "".join(map(_number, found[0]))


def _number(sign: str) -> str:
    number = ord(sign)
    if sign in _SHORT:
        return _SHORT[sign]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
