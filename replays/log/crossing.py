"""What a rewind would cross, derived from the events, and who must agree to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from hexledger.events.frame import Frame
from hexledger.events.model import Drawn, Revealed, Rolled, Sealed

POLICIES = ("free", "consent", "strict")
"""free      anything may be taken back without asking (study)
consent   across dice, draws, reveals or another side's decision only with its recorded consent
strict    nothing is taken back"""

DEFAULT_POLICY = "consent"

CROSSED: Final = frozenset({Rolled, Drawn, Revealed, Sealed})
"""Events that a rewind crosses."""


class Refusal(msgspec.Struct, frozen=True):
    """What a rewind would cross, in words, and the sides whose consent is missing."""

    needs: tuple[str, ...]
    missing: tuple[int, ...]


class Crossing(msgspec.Struct, frozen=True):
    """What lies between here and the target of a rewind.

    dice, draws, reveals count events; `sides` are the sides whose decisions would be undone, 0 = the referee's rulings.
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
        others = [side for side in self.sides if side not in (0, by)]
        if others:
            reasons.append("decisions of the other side")
        if 0 in self.sides:
            reasons.append("a ruling")
        return tuple(reasons)


def refusal(policy: str, crossed: Crossing, by: int, others: Iterable[int], consent: Collection[int]) -> Refusal | None:
    """Why a rewind by side `by` is refused under a policy, None when it is allowed.

    `others` are the sides of the game besides `by`; 0, the referee, may agree in their place and may rewind by himself.
    """
    if policy == "strict":
        return Refusal(("policy strict",), ())
    if policy == "consent" and by != 0 and 0 not in consent:
        needs = crossed.needs(by)
        if 0 in crossed.sides:
            # what the referee has ruled only he takes back
            return Refusal(needs, (0,))
        missing = tuple(side for side in others if side not in consent)
        if needs and missing:
            return Refusal(needs, missing)
    return None


NOTHING: Final = Crossing(0, 0, 0, 0, ())


def crossing(frames: Iterable[Frame]) -> Crossing:
    """Sum up the frames that a rewind would undo."""
    return total([crossing_of(frame) for frame in frames])


def total(parts: Sequence[Crossing]) -> Crossing:
    """What lies between when several stretches are undone together."""
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    decisions = dice = draws = reveals = 0
    sides: set[int] = set()
    for part in parts:
        decisions += part.decisions
        dice += part.dice
        draws += part.draws
        reveals += part.reveals
        sides.update(part.sides)
    return Crossing(decisions, dice, draws, reveals, tuple(sorted(sides)))


def crossing_of(frame: Frame) -> Crossing:
    """What undoing one frame alone would cross."""
    dice = draws = reveals = 0
    if not CROSSED.isdisjoint(map(type, frame.events)):  # of most decisions nothing counts
        for event in frame.events:
            kind = type(event)
            if kind is Rolled:
                dice += 1
            elif kind is Drawn:
                draws += 1
            elif kind is Revealed or kind is Sealed:
                reveals += 1
    return Crossing(1, dice, draws, reveals, (frame.actor,))
