"""How much a frame may hold: the limits of format 2, as numbers, and the texts and times that keep to them."""

from __future__ import annotations

from typing import Final

MOST_BYTES: Final = 1 << 20
"""Payload of a frame."""
LATEST: Final = 1 << 42
"""Milliseconds since 1970: the year 2109."""
MOST_REASON: Final = 2_000
MOST_NAME: Final = 80
MOST_LINE: Final = 40
"""Characters of a reason, a person's name, the name of a line."""
DIGEST_SIZE: Final = 16


_ZEROS: Final = (
    *(0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0),
    *(0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620),
    *(0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0),
    *(0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60),
    *(0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0),
)
"""The digit nought of each script, in Unicode 14."""


def printable(text: str) -> bool:
    """Whether every character of a text can be seen on one line, the same on every Python.

    `str.isprintable` is not asked beyond ASCII: it calls what its Unicode does not know yet unprintable, so that an
    older Python would refuse a log for a sign that a newer one has written.
    """
    if text.isascii():
        return text.isprintable()
    from hexledger.events.hidden_signs import UNPRINTABLE

    return UNPRINTABLE.search(text) is None


def _number(name: str) -> bool:
    """Whether a name, which is not empty, consists of digits of any script, the same on every Python."""
    if name.isascii():
        return not name.strip("0123456789")
    return all(any(zero <= ord(sign) <= zero + 9 for zero in _ZEROS) for sign in name)


def text_fault(text: str, most: int = MOST_REASON) -> str:
    """Why a text may not stand in a log; empty when it may: one printable line of at most `most` characters."""
    if len(text) > most:
        return f"a text of {len(text)} characters; it may have {most}"
    if not printable(text):
        return "a text with line breaks, control characters or invisible ones"
    return ""


def name_fault(name: str) -> str:
    """Why a person cannot be called so; empty when he can."""
    if not name or name != name.strip():
        return f"{name[:MOST_NAME]!r} is no player's name: 1 to {MOST_NAME} printable characters"
    return text_fault(name, MOST_NAME)


def line_fault(name: str) -> str:
    """Why a line cannot be called so; empty when it can."""
    if not name or len(name) > MOST_LINE or not printable(name) or name != name.strip() or "#" in name:
        return (
            f"{name[:MOST_LINE]!r} is no name for a line: 1 to {MOST_LINE} printable characters, no # and no outer "
            "spaces"
        )
    if not name[0].isalpha() and _number(name):
        return f"{name!r} is no name for a line: a number means a frame"
    return ""


def time_fault(time: int | None) -> str:
    """Why a time may not stand in a log; empty when it may."""
    return "" if time is None or 0 <= time <= LATEST else f"the time {time} is none (0 to 2^42 milliseconds)"
