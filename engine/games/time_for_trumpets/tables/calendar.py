"""The turn record track (3.1): days of four turns, from the morning of 16 December."""

from __future__ import annotations

from typing import Final

CODES: Final = ("PD", "MO", "AF", "EV")
"""Pre-dawn, morning, afternoon, evening (3.1e)."""
NIGHT: Final = frozenset({"PD", "EV"})
FIRST_DAY: Final = 16
LAST: Final = 43
"""26EV."""


def name(turn: int) -> str:
    """Name of a turn: 1 is `16MO`, 43 is `26EV`; `-` outside."""
    return f"{day(turn)}{code(turn)}" if 1 <= turn <= LAST else "-"


def day(turn: int) -> int:
    """Day of December of a turn."""
    return FIRST_DAY + turn // len(CODES)


def code(turn: int) -> str:
    """PD, MO, AF or EV."""
    return CODES[turn % len(CODES)]


def night(turn: int) -> bool:
    """3.1e: PD and EV turns are night turns."""
    return code(turn) in NIGHT


def number(turn: str) -> int:
    """Number of a turn by its name (`16MO`); ValueError for anything else."""
    found = (int(turn[:2]) - FIRST_DAY) * len(CODES) + CODES.index(turn[2:])
    if name(found) != turn:
        raise ValueError(f"no turn {turn}")
    return found


def last_of_day(turn: int) -> int:
    """The EV turn of the same day."""
    return turn - turn % len(CODES) + len(CODES) - 1


def dated(turn: int, key: str) -> bool:
    """Does a key of a chart (`16`, `17-18`, `17MO`, `18PD-18MO`, `20 on`, `18 and before`) hold on this turn?"""
    key = str(key)
    if key.endswith(" on"):
        return day(turn) >= int(key.removesuffix(" on"))
    if key.endswith(" and before"):
        return day(turn) <= int(key.removesuffix(" and before"))
    first, _, last = key.partition("-")
    return _start(first) <= turn <= _end(last or first)


def begins(key: str) -> int:
    """Turn on which a key of a chart begins to hold (`18PD-18MO`, `20 on`)."""
    return _start(str(key).removesuffix(" on").partition("-")[0])


def _start(key: str) -> int:
    return number(key) if key[2:] else max(1, (int(key) - FIRST_DAY) * len(CODES))


def _end(key: str) -> int:
    return number(key) if key[2:] else (int(key) - FIRST_DAY) * len(CODES) + len(CODES) - 1
