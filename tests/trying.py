"""A die tried with every face: its lottery must be what trying finds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hexledger.engine.building.build import Build
from hexledger.engine.tables.lottery import Lottery
from hexledger.events.model import Resolved, Rolled
from hexledger.projections.fold import fold

Make = Callable[[], Build[Any]]
Throw = Callable[[Build[Any]], object]
Merit = Callable[[Build[Any]], int]


def tried(make: Make, throw: Throw, merit: Merit, faces: int = 6) -> Lottery:
    """The lottery of the first die that `throw` rolls in the position that `make` gives, tried with all faces.

    `merit` says how good what followed is for the side whose die it is. The lottery must be the same whichever face
    fell, and give for each face the exact chance of that merit or a better one.
    """
    found: set[Lottery] = set()
    scores = []
    for face in range(faces):
        b = make()
        before = b.state.copy()
        throw(b.dice(face + b.game.lowest_face(faces)))
        number = next(at for at, event in enumerate(b.events) if isinstance(event, Rolled))
        fold(before, b.events[:number])
        lottery = b.game.lottery(b.events, number, before)
        assert lottery is not None
        found.add(lottery)
        scores.append(merit(b))
    assert len(found) == 1
    (lottery,) = found
    for face, score in enumerate(scores):
        assert lottery.at_least(face) == Fraction(sum(other >= score for other in scores), faces)
    return lottery


def resolved(b: Build[Any]) -> str:
    """What the table said, by the end of its word's key."""
    event = next(event for event in b.events if isinstance(event, Resolved))
    return b.game.words.key(event.results[0]).rpartition(".")[2]
