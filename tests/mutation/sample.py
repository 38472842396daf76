"""Which mutants a run tests: drawn by a seed, the same on every machine, so that a share can be measured again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

SAME_THING: Final = frozenset({"Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq"})
"""Comparisons that give the same for the small numbers and the None of our code."""
ODD: Final = frozenset({"Mod", "Pow", "Div", "LShift", "RShift", "BitXor"})
"""Arithmetic that nobody writes by mistake; one wrong sign in a place proves as much as six wrong operators."""


class Mutant(NamedTuple):
    """A change of one place: the file, the operator with the number of its place in the file, and where it stands."""

    job: str
    path: str
    operator: str
    occurrence: int
    place: tuple[int, int]


def idle_operator(operator: str) -> bool:
    """Does the operator change nothing, or nothing that another one of the same place does not show?"""
    if any(operator.endswith(pair) for pair in SAME_THING):
        return True
    return "BinaryOperator" in operator and operator.rsplit("_", 1)[-1] in ODD


def drawn(mutants: Sequence[Mutant], size: int, seed: str) -> list[Mutant]:
    """So many of the mutants (0: all), by a hash of what they change and the seed; in the order of the files."""

    def lot(mutant: Mutant) -> bytes:
        return sha256(f"{seed}\n{mutant.path}\n{mutant.operator}\n{mutant.occurrence}".encode()).digest()

    chosen = sorted(mutants, key=lot)[: size or len(mutants)]
    return sorted(chosen, key=lambda mutant: (mutant.path, mutant.place, mutant.operator, mutant.occurrence))
