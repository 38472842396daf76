"""What a rewind would cross, derived from the events, and who must agree to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexledger.events.frame import Frame
from hexledger.events.model import Drawn, Revealed, Rolled, Sealed

POLICIES = ("free", "consent", "strict")
"""free      anything may be taken back without asking (study)
consent   across dice, draws, reveals or another side's decision only with its recorded consent
strict    nothing is taken back"""

DEFAULT_POLICY = "consent"


@dataclass(frozen=True)
class Crossing:
    """What lies between here and the target of a rewind.

    dice, draws, reveals count events; `sides` are the sides whose decisions would be undone.
    """

    decisions: int
    dice: int
    draws: int
    reveals: int
    sides: tuple[int, ...]

    def needs(self, by: int) -> tuple[str, ...]:
        """Why side `by` may not do it alone; empty when it may."""
        reasons = []
        if self.dice:
            reasons.append(f"{self.dice} die roll{'s' if self.dice > 1 else ''}")
        if self.draws:
            reasons.append(f"{self.draws} blind draw{'s' if self.draws > 1 else ''}")
        if self.reveals:
            reasons.append(f"{self.reveals} seal{'s' if self.reveals > 1 else ''}")
        others = [side for side in self.sides if side != by]
        if others:
            reasons.append("decisions of the other side")
        return tuple(reasons)


def crossing(frames: Iterable[Frame]) -> Crossing:
    """Sum up the frames that a rewind would undo."""
    decisions = dice = draws = reveals = 0
    sides: set[int] = set()
    for frame in frames:
        decisions += 1
        sides.add(frame.actor)
        for event in frame.events:
            kind = type(event)
            if kind is Rolled:
                dice += 1
            elif kind is Drawn:
                draws += 1
            elif kind is Revealed or kind is Sealed:
                reveals += 1
    return Crossing(decisions, dice, draws, reveals, tuple(sorted(sides)))
