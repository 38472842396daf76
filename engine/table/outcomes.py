"""Every outcome of a decision that rolls: it is carried out once for each way its dice and draws can fall.

A rule may have a roll made again (a chit that may not be played goes back into the cup), as often as it takes. A roll
that brings a decision back to where it was is no way of its own: what follows is what followed before, and its chance
is shared out among the ways that lead on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Draft, Stage, Until, Waiting, decide, go_on, stage, waiting
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

    def __init__(self, told: Sequence[Thrown], used: int = 0) -> None:
        """`used`: how many of them have been thrown already."""
        self.evidence: list[str] = []
        self._told = told
        self._used = used

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
    until: Until | None = None,
) -> list[Outcome]:
    """Every way in which a decision's dice can fall, with exact probabilities that sum to 1, in order of the faces.

    state   the position it is made in (not changed), whose digest is `before`
    vary    rolls that vary, counted from 0 in order of play; None: all. The others fall as in `rolled`, the values that
            the dice showed, as long as a roll of that number can show that
    only    lay out nothing but what varies: a roll that comes in besides falls as it first can, and costs no chance
    most    raise TooManyOutcomes beyond so many
    until   each is carried out as far as that, see `decide`

    IllegalDecision as `decide`. O(outcomes x the decision).
    """
    known = _known(game, state)

    def carried_out(rolls: tuple[Thrown, ...], begun: Stage | None) -> Draft:
        if begun is None:
            return decide(game, state, before, actor, decision, _Script(rolls), known, until)
        return go_on(game, state, before, begun, _Script(rolls, begun.rolls), until)

    walk = _Walk(vary, tuple(rolled), most, only, carried_out)
    found, _ = walk.spread((), Fraction(1), {})
    return found


def _known(game: Game[Any], state: State) -> Waiting | None:
    """Where play stands before the decision, worked out once for all ways to fall; None where nobody is asked."""
    if state.over or not state.agenda:
        return None
    pos = game.position(state)
    return Waiting(*waiting(game, state, pos), pos)


_Back: TypeAlias = dict[int, Fraction]
"""Number of a roll that a decision comes back to -> the chance of it."""


class _Walk:
    """Walks through all ways; `due` is how many there are at least, as far as has been seen."""

    def __init__(
        self,
        vary: Collection[int] | None,
        rolled: tuple[int, ...],
        most: int,
        only: bool,
        carried_out: Callable[[tuple[Thrown, ...], Stage | None], Draft],
    ) -> None:
        self.vary, self.rolled, self.most, self.only = vary, rolled, most, only
        self.carried_out = carried_out
        self.due = 1
        self.free = self._free()
        """The first roll that falls by no other law than all those after it."""

    def _free(self) -> int:
        if self.vary is None:
            return 0
        first = len(self.rolled)
        if self.only:
            return max(first, 1 + max(self.vary, default=-1))
        while first and first - 1 in self.vary:
            first -= 1
        return first

    def spread(
        self, rolls: tuple[Thrown, ...], chance: Fraction, been: Mapping[Hashable, int], begun: Stage | None = None
    ) -> tuple[list[Outcome], _Back]:
        """The ways that begin with some rolls, which have a chance, and the chances to come back to where the decision
        has `been` on the way to them (situation -> number of the roll). `begun`: where it stands after some of them."""
        try:
            return [Outcome(rolls, chance, self.carried_out(rolls, begun))], {}
        except DiceWanted as wanted:
            asked, situation = wanted.asked, wanted.situation
            begun = stage(wanted) or begun
        at = len(rolls)
        if situation is not None and at >= self.free:
            if situation in been:
                self.due -= 1
                return [], {been[situation]: chance}
            been = {**been, situation: at}
        for shown in self._choices(asked, at):
            found, back = self._all(rolls, chance, [(Thrown(asked, value), part) for value, part in shown], been, begun)
            again = back.pop(at, Fraction(0)) / chance
            if again < 1:
                break
        else:
            raise TooManyOutcomes("this decision can be rolled for ever")
        if not again:
            return found, back
        more = 1 / (1 - again)
        return (
            [one._replace(chance=one.chance * more) for one in found],
            {number: part * more for number, part in back.items()},
        )

    def _all(
        self,
        rolls: tuple[Thrown, ...],
        chance: Fraction,
        results: Sequence[tuple[Thrown, Fraction]],
        been: Mapping[Hashable, int],
        begun: Stage | None,
    ) -> tuple[list[Outcome], _Back]:
        """The ways that go on with each of some results of the next roll."""
        self.due += len(results) - 1
        if self.due > self.most:
            raise TooManyOutcomes(
                f"this decision can fall in more than {self.most} ways: name the rolls that are to vary, the others "
                "then fall as they fell"
            )
        found: list[Outcome] = []
        back: _Back = {}
        for thrown, part in results:
            ways, returns = self.spread((*rolls, thrown), chance * part, been, begun)
            found += ways
            for number, share in returns.items():
                back[number] = back.get(number, Fraction(0)) + share
        return found, back

    def _choices(self, asked: Asked, at: int) -> Iterator[list[tuple[int, Fraction]]]:
        """(value, its chance) of each result of roll `at` that is laid out; where it does not vary the one that is
        held, and if that leads nowhere the next."""
        results = list(faces(asked))
        if self.vary is not None and at not in self.vary:
            held = [value for _, value, _ in results if at < len(self.rolled) and value == self.rolled[at]]
            if held or self.only:
                for value in held or [value for _, value, _ in results]:
                    yield [(value, Fraction(1))]
                return
        yield [(value, Fraction(count, asked.below)) for _, value, count in results]


def as_laid_out(
    game: Game[Any], state: State, before: bytes, actor: int, decision: Decision, rolled: Sequence[int]
) -> tuple[tuple[Thrown, ...], tuple[Thrown, ...]]:
    """What a decision rolled, in order: all of it, and without what only brought it back to where it was. ValueError
    for values that it does not roll."""
    thrown: list[Thrown] = []
    kept: list[Thrown] = []
    been: list[Hashable] = []
    for value in rolled:
        try:
            decide(game, state, before, actor, decision, _Script(tuple(thrown)))
        except DiceWanted as wanted:
            asked, situation = wanted.asked, wanted.situation
        else:
            raise ValueError(f"the decision rolls {len(thrown)} times")
        if situation is not None and situation in been:
            first = been.index(situation)
            del kept[first:], been[first:]
        if value not in {shown for _, shown, _ in faces(asked)}:
            raise ValueError(f"roll {len(thrown) + 1} cannot show {value}")
        thrown.append(Thrown(asked, value))
        kept.append(thrown[-1])
        been.append(situation)
    return tuple(thrown), tuple(kept)
