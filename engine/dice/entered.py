"""Entered dice: real dice and real cups, typed in.

The evidence of each roll is `SIDE=VALUE`: who entered it (0 = the table, a transcriber) and what the die showed, or the
number of the token that was drawn. What was entered counts only with the other side's confirmation beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import BadDecision
from hexledger.events.model import ENTERED
from hexledger.events.numbers import counted

_EVIDENCE: Final = r"(\d{1,3})=(-?\d{1,9})\Z"


class BadRoll(BadDecision):
    """An entered value that the die does not have, or a token that is not in the cup."""


class TooManyRolls(BadRoll):
    """More rolls were entered than the decision makes, which are `used`."""

    def __init__(self, used: int, given: int) -> None:
        super().__init__(f"the decision rolls {counted(used, 'time')}, but {given} rolls were entered")
        self.used = used


Read = Callable[[Asked, str], int]
"""What a typed roll means: a number, or the number of a token."""


class EnteredRoller:
    """Entered dice of one decision: `values` in the order of the rolls, as the dice show them (draws: token numbers).

    Values given as text are read with `read`.
    """

    mode = ENTERED

    def __init__(self, values: Sequence[int | str], by: int, read: Read | None = None) -> None:
        self.evidence: list[str] = []
        self._values = values
        self._by = by
        self._read = read

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next value, counted from 0; DiceWanted when none is left, BadRoll when the die does not have it."""
        asked = asked or Asked(purpose, below)
        given = len(self.evidence)
        if given == len(self._values):
            raise DiceWanted(asked, ENTERED, given, f"roll {given + 1} of this decision has not been entered")
        found = self._values[given]
        if isinstance(found, str):
            if self._read is None:
                raise BadRoll(f"a roll is a number, not {found!r}")
            found = self._read(asked, found)
        number = place_of(asked, found)
        self.evidence.append(entered(self._by, found))
        return number

    def finish(self) -> None:
        """TooManyRolls when more values were given than the decision rolled."""
        used, given = len(self.evidence), len(self._values)
        if used != given:
            raise TooManyRolls(used, given)


def place_of(asked: Asked, value: int) -> int:
    """The value of a roll counted from 0; BadRoll for a value that cannot be."""
    if asked.tokens:
        at = 0
        for token, count in asked.tokens:
            if token == value:
                return at
            at += count
        raise BadRoll(f"token {value} is not in the cup")
    face = asked.face(value)
    if face is None:
        raise BadRoll(f"a d{asked.below} shows {asked.faces_text()}, not {value}")
    return face


def entered(by: int, value: int) -> str:
    """Evidence of a roll that `by` has entered."""
    return f"{by}={value}"


def read_entered(evidence: str) -> tuple[int, int] | None:
    """(who entered it, value) of a piece of evidence; None when it is not of an entered roll."""
    found = re.match(_EVIDENCE, evidence, re.ASCII)
    return (int(found[1]), int(found[2])) if found else None
