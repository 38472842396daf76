"""Switches: readings of a rulebook's doubtful rules that a referee, or both sides, may choose between.

A switch is a variable of the position: whatever it is set to is part of the state, its digest and its history. A
game that has not been told otherwise plays the default reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from hexledger.engine.errors import BadDecision

WAYS: Final[Mapping[str, tuple[str, ...]]] = {"yes": ("true", "on", "1"), "no": ("false", "off", "0")}
"""Reading -> other ways to say it."""


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

    def value(self, reading: str | int | bool) -> int:
        """Value of a reading as a person says it; BadDecision with the readings that there are for anything else. Where
        `yes` and `no` are readings they may also be said as true and false, on and off, 1 and 0."""
        said = str(reading).lower()
        found = next((one for one in self.values if one.lower() == said), None)
        if found is None:
            found = next((one for one, ways in WAYS.items() if said in ways and one in self.values), None)
        if found is None:
            raise BadDecision(f"option {self.name}: {str(reading)[:40]!r} is none of {', '.join(self.values)}")
        return self.values[found]

    def reading(self, value: int) -> str:
        """Name of a value; the number itself when it has none."""
        return next((name for name, number in self.values.items() if number == value), str(value))
