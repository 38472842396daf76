"""Switches: readings of a rulebook's doubtful rules that a referee, or both sides, may choose between.

A switch is a variable of the position: whatever it is set to is part of the state, its digest and its history. A
game that has not been told otherwise plays the default reading.

A game lists them in `switches.txt` beside its words, and what a new game may be begun with, its options, in
`options.txt`; one a line, in the order in which they are listed to players:

    variable = name | rule | readings, the default first | the question in a few words | scenarios that know it

A reading's value is its place, from 1, or the number behind it (`no 0, yes 1`). The last column is for options that not
every scenario knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from hexledger.engine.errors import BadDecision, quoted
from hexledger.engine.naming.words import text_lines

WAYS: Final[Mapping[str, tuple[str, ...]]] = {"yes": ("true", "on", "1"), "no": ("false", "off", "0")}
"""Reading -> other ways to say it."""


class Switch(msgspec.Struct, frozen=True):
    """One rule and its readings.

    name     as players type it, e.g. `attach_limit`
    word     key of the variable that holds it
    rule     number of the rule it interprets
    about    the question in a few words
    values   reading -> value of the variable, the default reading first (its value is what an unset variable reads)
    scenarios   that know it; none named: every one
    """

    name: str
    word: str
    rule: str
    about: str
    values: Mapping[str, int]
    scenarios: tuple[str, ...] = ()

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
            raise BadDecision(f"option {self.name}: {quoted(reading)} is none of {', '.join(self.values)}")
        return self.values[found]

    def reading(self, value: int) -> str:
        """Name of a value; the number itself when it has none."""
        return next((name for name, number in self.values.items() if number == value), str(value))


@cache
def read_switches(package: str, file: str = "switches.txt") -> Mapping[str, Switch]:
    """The switches that a file of a game's package lists, by name; ValueError for a line that is none."""
    found: dict[str, Switch] = {}
    for raw in text_lines(package, file):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word, equals, rest = line.partition(" = ")
        columns = rest.split(" | ")
        if not equals or len(columns) not in (4, 5) or columns[0] in found:
            raise ValueError(f"{package}/{file}: {line!r} is no switch, or a second one of that name")
        name, rule, readings, about = columns[:4]
        scenarios = tuple(columns[4].split(", ")) if columns[4:] else ()
        found[name] = Switch(name, word, rule, about, _readings(readings), scenarios)
    return found


def _readings(text: str) -> dict[str, int]:
    """`cross, mutual` or `no 0, yes 1`: reading -> value."""
    values: dict[str, int] = {}
    for place, said in enumerate(text.split(", "), start=1):
        reading, _, number = said.partition(" ")
        values[reading] = int(number) if number else place
    return values
