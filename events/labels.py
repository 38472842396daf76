"""Names by number, written short: `E1436 E1437 E1438` becomes `E1436..E1438`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

MOST_NAMES: Final = 1 << 20
"""More names than any table has; a run that would give more is a forgery."""

MOST_SIGNS: Final = 1 << 24
"""More characters than the names of any table have together; a run of long names would give any number."""


def pack(names: Sequence[str]) -> tuple[str, ...]:
    """Runs of names that differ only by a trailing number counting up by one, joined.

    Names may not contain `..`; ValueError names the first that does. `unpack(pack(x)) == x`.
    """
    out: list[str] = []
    start = 0
    while start < len(names):
        if ".." in names[start]:
            raise ValueError(f"a name may not contain '..': {names[start]!r}")
        end = start
        while end + 1 < len(names) and _follows(names[end], names[end + 1]):
            end += 1
        out.append(names[start] if end == start else f"{names[start]}..{names[end]}")
        start = end + 1
    return tuple(out)


def unpack(packed: Iterable[str]) -> tuple[str, ...]:
    """The names again, in order. ValueError for what `pack` cannot have made."""
    out: list[str] = []
    signs = 0
    for entry in packed:
        first, dots, last = entry.partition("..")
        if not dots:
            out.append(first)
            signs += len(first)
            continue
        (head, digits), (_, until) = _tail(first), _tail(last)
        if not digits or not until or int(until) <= int(digits):
            raise ValueError(f"not a run of names: {entry!r}")
        if int(until) - int(digits) + len(out) > MOST_NAMES:
            raise ValueError(f"more than {MOST_NAMES} names: {entry!r}")
        signs += (int(until) - int(digits) + 1) * len(first)
        if signs > MOST_SIGNS:
            raise ValueError(f"names of more than {MOST_SIGNS} characters")
        numbers: Iterable[str] = map(str, range(int(digits), int(until) + 1))
        if digits[0] == "0" or len(digits) != len(until):
            numbers = [number.zfill(len(digits)) for number in numbers]
        out += [head + number for number in numbers]
    return tuple(out)


def _follows(one: str, two: str) -> bool:
    (head, a), (same, b) = _tail(one), _tail(two)
    return bool(a and b) and head == same and len(a) == len(b) and int(b) == int(a) + 1


def _tail(name: str) -> tuple[str, str]:
    """A name and the digits at its end, apart."""
    head = name.rstrip("0123456789")
    return head, name[len(head) :]
