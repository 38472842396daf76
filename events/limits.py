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


def text_fault(text: str, most: int = MOST_REASON) -> str:
    """Why a text may not stand in a log; empty when it may: one printable line of at most `most` characters."""
    if len(text) > most:
        return f"a text of {len(text)} characters; it may have {most}"
    if not text.isprintable():
        return "a text with line breaks, control characters or invisible ones"
    return ""


def name_fault(name: str) -> str:
    """Why a person cannot be called so; empty when he can."""
    if not name or name != name.strip():
        return f"{name[:MOST_NAME]!r} is no player's name: 1 to {MOST_NAME} printable characters"
    return text_fault(name, MOST_NAME)


def line_fault(name: str) -> str:
    """Why a line cannot be called so; empty when it can."""
    if not name or len(name) > MOST_LINE or not name.isprintable() or name != name.strip() or "#" in name:
        return (
            f"{name[:MOST_LINE]!r} is no name for a line: 1 to {MOST_LINE} printable characters, no # and no outer "
            "spaces"
        )
    if name.isdecimal():
        return f"{name!r} is no name for a line: a number means a frame"
    return ""


def time_fault(time: int | None) -> str:
    """Why a time may not stand in a log; empty when it may."""
    return "" if time is None or 0 <= time <= LATEST else f"the time {time} is none (0 to 2^42 milliseconds)"
