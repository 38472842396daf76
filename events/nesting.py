"""How deep msgpack nests: a limit of our own, the same on every Python.

Decoders stop at the recursion limit of the Python that they run on, which differs between versions, so that one would
read a log that another refuses. Nothing that a game writes nests deeper than a handful of levels.
"""

from __future__ import annotations

from typing import Final

DEEPEST: Final = 64
"""Levels of arrays and maps, one inside the other, that a decision may have."""

_SIZED: Final = {
    **dict.fromkeys((0xCC, 0xD0), 1),
    **dict.fromkeys((0xCD, 0xD1), 2),
    **dict.fromkeys((0xCA, 0xCE, 0xD2), 4),
    **dict.fromkeys((0xCB, 0xCF, 0xD3), 8),
    **{0xD4 + power: 1 + (1 << power) for power in range(5)},
}
"""First byte -> bytes that follow it: numbers, and extensions of fixed length with their type."""
_LENGTHS: Final = {
    **{0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0)},
    **{0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1)},
    **{0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0)},
}
"""First byte -> (bytes of the length, bytes beside it): bytes, extensions and texts."""
_GROUPS: Final = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}
"""First byte -> (bytes of the count, members an entry): long arrays and maps."""
_OPENING: Final = bytes((*range(0x80, 0xA0), *_GROUPS))
"""Bytes that an array or a map begins with; they also stand in numbers and texts."""


def too_deep(data: bytes | memoryview) -> bool:
    """Whether msgpack bytes nest deeper than DEEPEST levels. One pass, and no recursion.

    Says nothing of bytes that are no msgpack: where they end too early the answer is what was seen until there.
    """
    if len(data) <= DEEPEST:
        return False  # each level takes a byte
    whole = bytes(data)
    if len(whole) - len(whole.translate(None, _OPENING)) <= DEEPEST:
        return False  # and that byte is one of these
    return _deepest(whole) > DEEPEST


def _deepest(data: bytes) -> int:
    """Levels of the first value of `data`, counted until they pass DEEPEST."""
    at, deepest = 0, 0
    open_: list[int] = [1]
    while at < len(data) and deepest <= DEEPEST:
        while open_ and open_[-1] == 0:
            open_.pop()
        if not open_:
            break
        open_[-1] -= 1
        at, members = _value(data, at)
        if members is not None:
            open_.append(members)
            deepest = max(deepest, len(open_) - 1)
    return deepest


def _value(data: bytes, at: int) -> tuple[int, int | None]:
    """Where the next value begins after the head of the one at `at` (a text and its like are stepped over), and how
    many members it has; None for what has none by nature."""
    first = data[at]
    at += 1
    if 0x80 <= first <= 0x9F:
        return at, (first & 0x0F) * (1 if first >= 0x90 else 2)
    if first in _GROUPS:
        size, each = _GROUPS[first]
        return at + size, int.from_bytes(data[at : at + size], "big") * each
    if 0xA0 <= first <= 0xBF:
        return at + (first & 0x1F), None
    if first in _LENGTHS:
        size, beside = _LENGTHS[first]
        return at + size + beside + int.from_bytes(data[at : at + size], "big"), None
    return at + _SIZED.get(first, 0), None
