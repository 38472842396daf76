"""Paired luck: dice that follow from a seed and from what each roll is for, wherever in the game it comes.

A roll is known by its purpose, its subject and its faces (a draw by its pool and how many tokens are in it), and by how
often such a roll was made before. Two games, or two plans, that have one seed are so played with the same dice as far
as they ask for the same, and small differences between them show.
"""

from __future__ import annotations

from hashlib import blake2b

from hexledger.engine.dice.rolling import Asked, derive_fixed
from hexledger.events.model import PRACTICE

Key = tuple[int, int, int]
"""Purpose (or pool), subject, faces (or tokens in the cup)."""


class PairedLuck:
    """Dice that follow from a seed and from what each roll is known by. `made`: how often each was made already; it is
    counted on here."""

    mode = PRACTICE

    def __init__(self, seed: str, made: dict[Key, int]) -> None:
        self.evidence: list[str] = []
        self._seed = seed.encode()
        self._made = made

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next value of such a roll, 0 <= n < below."""
        key = key_asked(asked or Asked(purpose, below))
        before = self._made.get(key, 0)
        self._made[key] = before + 1
        said = b"%d|%d|%d" % key
        stream = blake2b(
            said, key=blake2b(self._seed, digest_size=32).digest(), digest_size=32, person=b"hexledger paired"
        )
        return derive_fixed(stream.digest(), before, purpose, below)


def key_asked(asked: Asked) -> Key:
    """What a roll that is asked for is known by."""
    return (asked.purpose, -1 if asked.tokens else asked.subject, asked.below)
