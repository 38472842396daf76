"""Whims: judgement put off by chance, the same each time, so that a searching bot has other sensible plans to compare.

In a whim (`Stance.whim`) an attack on a hex is worth some points more or less than it is, some units stay out of it
or are not attached, and hexes are better or worse for a unit than they are. Which, follows from the number of the whim
alone.
"""

from __future__ import annotations

from typing import Final

ATTACKS: Final = (120, 300)
"""Tenths of a point by which an attack is off at most, in whims of odd and of even numbers."""
HEXES: Final = (8, 25)
"""Points by which a hex is off at most."""
OUT: Final = (8, 3)
"""One unit in so many stays out of an attack."""
_WORD: Final = (1 << 32) - 1


def attack_off(whim: int, target: int) -> int:
    """Tenths of a point that an attack on a hex seems worth more."""
    span = ATTACKS[1 - whim % 2]
    return mixed(whim, 1, target) % (2 * span + 1) - span if whim else 0


def hex_off(whim: int, piece: int, place: int) -> int:
    """Points that a hex seems better for a unit."""
    span = HEXES[1 - whim % 2]
    return mixed(whim, 2, piece, place) % (2 * span + 1) - span if whim else 0


def stays_out(whim: int, piece: int, target: int) -> bool:
    """Does a unit stay out of an attack on a hex?"""
    return whim > 0 and mixed(whim, 3, piece, target) % OUT[1 - whim % 2] == 0


def mixed(*numbers: int) -> int:
    """32 bits that look random and follow from some numbers (the finisher of MurmurHash3, once for each)."""
    bits = 0
    for number in numbers:
        bits = (bits + 0x9E3779B9) ^ number & _WORD
        bits = (bits ^ bits >> 16) * 0x85EBCA6B & _WORD
        bits = (bits ^ bits >> 13) * 0xC2B2AE35 & _WORD
        bits ^= bits >> 16
    return bits
