"""Chance for bots: choices that look random and are a pure function of (bot's seed, log, frame).

Bots never touch the game's dice; a bot's game can be repeated byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from hexledger.engine.dice import unbiased

T = TypeVar("T")


class Chance:
    """A stream of choices for one decision."""

    def __init__(self, seed: str, log_id: str, seq: int) -> None:
        self._key = f"{seed}|{log_id}|{seq}".encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number 0 <= n < limit, every one equally likely."""
        while True:
            data = blake2b(self._key + b"|%d" % self._count, person=b"hexledger bot").digest()
            self._count += 1
            value = unbiased(data, limit)
            if value is not None:
                return value

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]
