"""Switches: readings of a rulebook's doubtful rules that a referee, or both sides, may choose between.

A switch is a variable of the position: whatever it is set to is part of the state, its digest and its history. A
game that has not been told otherwise plays the default reading.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexledger.engine.errors import BadDecision


class Switch(msgspec.Struct, frozen=True):
    """One rule and its readings.

    name     as players type it, e.g. `attach_limit`
    word     key of the variable that holds it
    rule     number of the rule it interprets
    about    the question in a few words
    values   reading -> value of the variable, the default reading first (its value is what an unset variable reads)
    """

    name: str
    word: str
    rule: str
    about: str
    values: Mapping[str, int]

    @property
    def default(self) -> int:
        """Value of the default reading."""
        return next(iter(self.values.values()))

    def value(self, reading: str) -> int:
        """Value of a reading; BadDecision with the readings that there are for anything else."""
        if reading not in self.values:
            raise BadDecision(f"switch {self.name}: {reading!r} is none of {', '.join(self.values)}")
        return self.values[reading]

    def reading(self, value: int) -> str:
        """Name of a value; the number itself when it has none."""
        return next((name for name, number in self.values.items() if number == value), str(value))
