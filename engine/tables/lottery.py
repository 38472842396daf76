"""What a die could have brought: every face of it with its outcome in order of merit, so that luck can be counted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Lottery(NamedTuple):
    """One die that a table or a test read.

    side    the side that higher ranks are better for
    ranks   rank of the outcome for each face, lowest face first; equal ranks are the same outcome
    """

    side: int
    ranks: tuple[int, ...]

    def at_least(self, face: int) -> Fraction:
        """Exact probability, for `side`, of the outcome of a face (counted from 0) or a better one."""
        return Fraction(sum(rank >= self.ranks[face] for rank in self.ranks), len(self.ranks))

    def at_most(self, face: int) -> Fraction:
        """Exact probability, for `side`, of the outcome of a face or a worse one."""
        return Fraction(sum(rank <= self.ranks[face] for rank in self.ranks), len(self.ranks))

    def lead(self, face: int) -> int:
        """Faces with a worse outcome less faces with a better one."""
        return _leads(self.ranks)[face]

    def luck(self, face: int) -> Fraction:
        """Luck of `side` with a face: chance of a worse outcome less chance of a better one.

        Between -1 and 1, and 0 on average, whatever the odds were.
        """
        return Fraction(self.lead(face), len(self.ranks))


@lru_cache(maxsize=4096)
def _leads(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Faces with a worse outcome less faces with a better one, for each face."""
    return tuple(sum((rank < mine) - (rank > mine) for rank in ranks) for mine in ranks)


def ascending(side: int, faces: int, outcome: Callable[[int], Hashable]) -> Lottery:
    """A table on which a higher die is better for `side`; `outcome(face)` of neighbouring faces may be the same."""
    ranks: list[int] = []
    last: Hashable = None
    for face in range(faces):
        found = outcome(face)
        ranks.append(0 if not ranks else ranks[-1] + (found != last))
        last = found
    return Lottery(side, tuple(ranks))


def scored(side: int, scores: Sequence[int]) -> Lottery:
    """A die whose faces are worth so much to `side`."""
    return Lottery(side, tuple(scores))
