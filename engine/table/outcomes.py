"""Every outcome of a decision that rolls: it is carried out once for each way its dice and draws can fall."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Draft, decide
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.events.model import PRACTICE
from hexledger.projections.state import State

MOST_OUTCOMES: Final = 10_000
"""Ways to fall that are carried out; beyond it one names the rolls that are to vary."""


class Thrown(NamedTuple):
    """One roll or draw: what was asked, and what it showed (a draw: the token)."""

    asked: Asked
    value: int


class Outcome(NamedTuple):
    """One way in which the dice of a decision can fall: the rolls in order, its exact probability, what follows."""

    rolls: tuple[Thrown, ...]
    chance: Fraction
    draft: Draft


class TooManyOutcomes(EngineError):
    """A decision rolls so much that its outcomes cannot be laid out one by one."""


class _Script:
    """Dice that fall as they are told, and stop the decision where nothing is told."""

    mode = PRACTICE

    def __init__(self, told: Sequence[Thrown]) -> None:
        self.evidence: list[str] = []
        self._told = told
        self._used = 0

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next value that was told; DiceWanted after the last."""
        wanted = asked or Asked(purpose, below)
        if self._used == len(self._told):
            raise DiceWanted(wanted, PRACTICE, self._used, "every way that it can fall is laid out")
        value = self._told[self._used].value
        self._used += 1
        return next(number for number, shown, _ in faces(wanted) if shown == value)


def faces(asked: Asked) -> Iterator[tuple[int, int, int]]:
    """(number counted from 0, what it shows, how many of `below` show it) of each different result of a roll."""
    if asked.tokens:
        at = 0
        for token, count in asked.tokens:
            if count > 0:
                yield at, token, count
            at += count
        return
    counted: dict[int, list[int]] = {}
    for number in range(asked.below):
        counted.setdefault(asked.shown(number), []).append(number)
    for value, numbers in counted.items():
        yield numbers[0], value, len(numbers)


def outcomes(
    game: Game[Any],
    state: State,
    before: bytes,
    actor: int,
    decision: Decision,
    *,
    vary: Collection[int] | None = None,
    rolled: Sequence[int] = (),
    most: int = MOST_OUTCOMES,
    only: bool = False,
) -> list[Outcome]:
    """Every way in which a decision's dice can fall, with exact probabilities that sum to 1, in order of the faces.

    state   the position it is made in (not changed), whose digest is `before`
    vary    rolls that vary, counted from 0 in order of play; None: all. The others fall as in `rolled`, the values that
            the dice showed, as long as a roll of that number can show that
    only    lay out nothing but what varies: a roll that comes in besides falls as it first can, and costs no chance
    most    raise TooManyOutcomes beyond so many

    IllegalDecision as `decide`. O(outcomes x the decision).
    """
    found: list[Outcome] = []
    told: list[tuple[tuple[Thrown, ...], Fraction]] = [((), Fraction(1))]
    while told:
        rolls, chance = told.pop()
        try:
            draft = decide(game, state, before, actor, decision, _Script(rolls))
        except DiceWanted as wanted:
            told.extend(_branches(rolls, chance, wanted.asked, vary, rolled, only=only))
        else:
            found.append(Outcome(rolls, chance, draft))
        if len(found) + len(told) > most:
            raise TooManyOutcomes(
                f"this decision can fall in more than {most} ways: name the rolls that are to vary, the others then "
                "fall as they fell"
            )
    return found


def _branches(
    rolls: tuple[Thrown, ...],
    chance: Fraction,
    asked: Asked,
    vary: Collection[int] | None,
    rolled: Sequence[int],
    *,
    only: bool,
) -> list[tuple[tuple[Thrown, ...], Fraction]]:
    """One roll more, last result first (the list is a stack)."""
    at = len(rolls)
    results = list(faces(asked))
    if vary is not None and at not in vary:
        held = [shown for _, shown, _ in results if at < len(rolled) and shown == rolled[at]]
        if only and not held:
            held = [shown for _, shown, _ in results[:1]]
        if held:
            return [((*rolls, Thrown(asked, held[0])), chance)]
    return [
        ((*rolls, Thrown(asked, shown)), chance * Fraction(count, asked.below)) for _, shown, count in reversed(results)
    ]
