"""Chance for bots: choices that look random and are a pure function of (bot's seed, log, frame).

Bots never touch the game's dice; a bot's game can be repeated byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

from hexledger.engine.dice.rolling import unbiased

T = TypeVar("T")


def _number(key: bytes, count: int, limit: int) -> int | None:
    return unbiased(blake2b(key + b"|%d" % count, person=b"hexledger bot").digest(), limit)


class Chance:
    """A stream of choices for one decision."""

    def __init__(self, seed: str, log_id: str, seq: int) -> None:
        self.game: Final = f"{seed}|{log_id}".encode()
        self._key = f"{seed}|{log_id}|{seq}".encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number 0 <= n < limit, every one equally likely."""
        while True:
            value = _number(self._key, self._count, limit)
            self._count += 1
            if value is not None:
                return value

    def kept(self, what: str, limit: int) -> int:
        """A number 0 <= n < limit that a bot finds again at every later decision of the same game: what it has sealed
        and has to remember. `what` tells its secrets apart, by side too."""
        count = 0
        while (value := _number(self.game + b"|" + what.encode(), count, limit)) is None:
            count += 1
        return value

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def best(items: Iterable[T], worth: Callable[[T], int], chance: Chance) -> T:
    """The item of the highest worth; ties are broken by chance. There must be one."""
    top: list[T] = []
    most = 0
    for item in items:
        value = worth(item)
        if not top or value > most:
            top, most = [item], value
        elif value == most:
            top.append(item)
    return top[0] if len(top) == 1 else chance.pick(top)


def best_hoped(items: Iterable[T], hope: Callable[[T], int], worth: Callable[[T], int], chance: Chance) -> T:
    """The same as `best`, where `worth` is dear and `hope` cheap and never less: it is asked of those alone that may
    be the best."""
    every = list(items)
    hopes = [hope(item) for item in every]
    found: dict[int, int] = {}
    most = 0
    for at in sorted(range(len(every)), key=hopes.__getitem__, reverse=True):
        if found and hopes[at] < most:
            break
        value = found[at] = worth(every[at])
        most = value if len(found) == 1 else max(most, value)
    top = [every[at] for at in sorted(found) if found[at] == most]
    return top[0] if len(top) == 1 else chance.pick(top)
