"""What follows a step that is over.

The sequence of play stands above the rules and composes them (`sequence.py`). A rule that ends a phase, or calls one
back, asks here what comes next and puts it on the agenda. The front page hands the sequence in.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.steps import Step

P = TypeVar("P", bound=Position[Any])


class Successors(Protocol[P]):
    """Steps to be put on the agenda, the first named first."""

    def combat(self, fight: tuple[Any, ...]) -> tuple[Step[P], ...]:
        """J6 12.5: a combat: an attack, a counterattack, a rout attack, the second attack of a breakthrough."""

    def am(self, am: int) -> tuple[Step[P], ...]:
        """J6 7.24b: an AM that was opened takes effect."""

    def me_phase(self) -> tuple[Step[P], ...]:
        """J6 3.6: the landing, or the preparation of the turn, is over."""

    def re_phase(self) -> tuple[Step[P], ...]:
        """J6 3.7: the last AM has been drawn."""

    def end_phase(self) -> tuple[Step[P], ...]:
        """J6 3.8: nobody acts in RE any more."""

    def turn(self, number: int) -> tuple[Step[P], ...]:
        """J6 3.87: the next turn, a number of the calendar."""
