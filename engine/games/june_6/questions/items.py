"""Lines of a calculation before they become numbers: what a player reads under a strength or a DRM."""

# No `from __future__ import annotations` here: as text, the fields of a NamedTuple would be compiled one by one.

from collections.abc import Iterable
from typing import NamedTuple


class Item(NamedTuple):
    """One line: a label (key of a word, or `of_unit(piece)`), its value, the rule's number."""

    label: str | int
    value: int
    rule: str


def of_unit(piece: int) -> int:
    """The label that stands for a unit's name: below zero, so that it is no word."""
    return ~piece


def total(items: Iterable[Item]) -> int:
    """Sum of the lines."""
    return sum(item.value for item in items)
