"""Text that came from a person or from another machine, as it may be shown: on one line, nothing of it invisible.

Reasons, names, labels, notes, file names and whatever a log, a bundle or a transcript holds may carry control
characters that drive a terminal, line ends that forge lines, marks that turn the reading direction, and characters
that nobody sees. They are written as `\\x1b`, `\\n`, `\\u202e` here, so that what is shown is what is there.
"""

from __future__ import annotations

import re
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER: Final = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_PLAIN_WORD: Final = r"[\w./+@%:,-]+"

_FIRST_MARK: Final = "\u0300"
"""Of the characters before it those are hidden that Python calls unprintable, and none goes on top of another."""

LINE_END: Final = "\n"
_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def one_line(text: object) -> str:
    """The text on one line with every character visible; what is printable ASCII, or plain letters, stays as it is."""
    plain = str(text)
    if plain.isprintable() and (plain.isascii() or max(plain) < _FIRST_MARK):
        return plain
    from hexledger.events.hidden_signs import HIDDEN, PILED

    return PILED.sub(_escaped, HIDDEN.sub(_escaped, plain))


def visible(text: str) -> str:
    """Text of many lines with every character but the line ends visible: for what was put together line by line, each
    foreign part through `one_line`."""
    return LINE_END.join(map(one_line, text.split(LINE_END)))


def json_visible(text: str) -> str:
    """JSON that means the same, with hidden characters of its strings as `\\uXXXX`; line ends between values stay."""
    if text.isascii():
        return text
    from hexledger.events.hidden_signs import HIDDEN

    return HIDDEN.sub(_json_escape, text)


def spreadsheet_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before the signs that begin one, and before
    their full-width forms, which some spreadsheets read as the same."""
    plain = one_line(text)
    return f"'{plain}" if plain[:1] in _FORMULA and not re.fullmatch(_NUMBER, plain) else plain


def html_text(value: object) -> str:
    """A value on one line, as text of an HTML page or of an attribute."""
    from html import escape

    return escape(one_line(value))


def shell_word(text: str) -> bool:
    """Whether no shell sees more in the text than one plain word."""
    return re.fullmatch(_PLAIN_WORD, text) is not None


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
