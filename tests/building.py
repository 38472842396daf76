"""Positions for tests of any game: scripted dice, a floor for the agenda, decisions as text.

A game's own builder subclasses `Build` and adds what its diagrams need. Below everything that a test runs lies a
`Halt`, which waits for ever: `quiet` says that it is on top again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, Self, TypeVar

from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Step
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from hexledger.projections.state import State

P = TypeVar("P", bound=Position[Any])
E = TypeVar("E", bound=ev.Event)


class Halt(Choice, frozen=True, array_like=True, tag=999):
    """The floor of a built agenda: waits for the first side and takes nothing."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        return Prompt(1, 0, 0, ())

    def check(self, pos: Position[Any], decision: Decision) -> None:
        raise IllegalDecision("test", "the built position is at rest")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return iter(())


class ScriptedRoller:
    """Dice that a test has fixed, as values of `Rolled` (1-6 for a d6); a roll that no test expects is an error.

    With a seed, practice dice take over when the scripted ones are used up.
    """

    mode = 1

    def __init__(self, coming: list[int], low: int, seed: str, rolls: list[int]) -> None:
        self.coming, self.low, self.rolls = coming, low, rolls
        self.evidence: list[str] = []
        self.spare = PracticeRoller(seed.encode().ljust(32, b"."), "test", len(rolls)) if seed else None

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        self.rolls.append(purpose)
        if self.coming:
            value = self.coming.pop(0) - self.low
            assert 0 <= value < below, f"{value + self.low} is no value of a die with {below} faces"
            return value
        if self.spare is not None:
            return self.spare.number(purpose, below)
        raise AssertionError(f"a roll that the test does not expect: word {purpose}")


class Build(Generic[P]):
    """A position under construction and then in play. What changes it returns it."""

    low = 1
    """Lowest value of the game's dice."""

    def __init__(self, game: Game[P], dice: Sequence[int] = (), seed: str = "") -> None:
        self.game = game
        self.state = State()
        self.coming = list(dice)
        self.seed = seed
        self.rolls: list[int] = []
        self.sealed: dict[tuple[int, str], Decision] = {}
        self.events: list[ev.Event] = []
        """Events of the last `run`, `play` or `act`."""

    # ------------------------------------------------------------ names
    def piece(self, unit: str | int) -> int:
        """Number of a unit."""
        return unit if isinstance(unit, int) else self.game.find_piece(unit)

    def hex(self, label: str | int) -> int:
        """Number of a hex or box."""
        return label if isinstance(label, int) else self.game.find_place(label)

    def path(self, *labels: str) -> tuple[int, ...]:
        """Numbers of hexes."""
        return tuple(self.hex(label) for label in labels)

    # ------------------------------------------------------------ building
    def act(self) -> Recorder[P]:
        """A recorder on this very state, for functions that tests call directly; its events are `events`."""
        act = Recorder(self.game, self.state, self.roller())
        self.events = act.events
        return act

    def roller(self) -> ScriptedRoller:
        """The dice to come."""
        return ScriptedRoller(self.coming, self.low, self.seed, self.rolls)

    def unit(self, unit: str, at: str, *, steps: int = 0, reduced: bool = False, **marks: int | bool) -> Self:
        """Put a unit in a place at full strength, reduced or with `steps`; marks are its flags (`frozen=3`)."""
        act, piece = self.act(), self.piece(unit)
        full = max(1, self.game.counters[piece].steps)
        assert not reduced or full > 1, f"{unit} has one step only"
        act.place(piece, self.hex(at), steps or full - int(reduced))
        for mark, value in marks.items():
            act.flag(piece, f"flag.{mark}", int(value))
        return self

    def units(self, at: str, *units: str, **marks: int | bool) -> Self:
        """Put several units in one place, all with the same marks."""
        for unit in units:
            self.unit(unit, at, **marks)
        return self

    def control(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        act = self.act()
        for label in labels:
            act.emit(ev.Controlled(self.hex(label), self.game.side_number(side)))
        return self

    def marker(self, mark: str, a: str, b: str = "", count: int = 1) -> Self:
        """Put a marker in a hex or on a hexside."""
        self.act().marker(self.hex(a), self.hex(b) if b else -1, f"marker.{mark}", count)
        return self

    def track(self, track: str, value: int, side: int = 0) -> Self:
        """Set a track."""
        self.act().track(f"track.{track}", value, side)
        return self

    def assign(self, variable: str, value: int) -> Self:
        """Set a variable."""
        self.act().assign(f"var.{variable}", value)
        return self

    def dice(self, *values: int) -> Self:
        """The next values of the dice."""
        self.coming.extend(values)
        return self

    # ------------------------------------------------------------ playing
    def run(self, *steps: Step) -> Self:
        """Put steps on the agenda, the first named on top, and go on until somebody must decide."""
        act = self.act()
        act.then(*steps)
        kernel.settle(act)
        return self

    def decision(self, decision: Decision | str) -> Decision:
        """A decision from its line of text."""
        return self.game.codec.from_text(decision) if isinstance(decision, str) else decision

    def play(self, *decisions: Decision | str, side: int = 0) -> Self:
        """Decide, as the side that is asked unless another is given; `events` holds what the last decision brought.

        An open decision where a sealed one is wanted is sealed, and its seal is opened when that is asked for.
        """
        for one in decisions:
            prompt = self.offer
            assert prompt is not None, "the game is over"
            decision = self._sealed(prompt, self.decision(one))
            actor = side or prompt.side
            draft = kernel.decide(self.game, self.state, digest(self.state), actor, decision, self.roller())
            assert draft.digest == digest(draft.state), "the incremental digest is wrong"
            self.state, self.events = draft.state, list(draft.events)
        return self

    def _sealed(self, prompt: Prompt, decision: Decision) -> Decision:
        if wants_seal(prompt.kinds) and not isinstance(decision, Seal):
            self.sealed[prompt.side, decision.kind()] = decision
            return seal(decision, "salt")
        if wants_reveal(prompt.kinds) and not isinstance(decision, Reveal):
            return self._opening(prompt, decision)
        return decision

    def _opening(self, prompt: Prompt, decision: Decision) -> Decision:
        """What opens the seal that is asked for: the last one sealed of that kind, the decision given, or, where a side
        has several seals of one kind, the choice that it holds."""
        last = self.sealed.get((prompt.side, decision.kind()))
        for one in (last, decision, *kernel.choices(self.game, self.state)):
            if one is not None and not isinstance(one, Reveal):
                shown = reveal(one, "salt")
                with suppress(IllegalDecision):
                    kernel.check(self.game, self.state, shown)
                    if one is last:
                        del self.sealed[prompt.side, decision.kind()]
                    return shown
        return decision

    def refuses(self, decision: Decision | str) -> IllegalDecision:
        """The refusal of a decision; AssertionError when it is legal."""
        try:
            kernel.check(self.game, self.state, self.decision(decision))
        except IllegalDecision as refusal:
            return refusal
        raise AssertionError(f"{decision} is legal")

    @property
    def offer(self) -> Prompt | None:
        """What is asked now."""
        return kernel.offer(self.game, self.state)

    def choices(self) -> list[str]:
        """Offered decisions as text."""
        return [self.game.codec.to_text(one) for one in kernel.choices(self.game, self.state)]

    def check_choices(self) -> int:
        """Every offered decision must be legal; returns how many there are."""
        count = 0
        for one in list(kernel.choices(self.game, self.state)):
            kernel.check(self.game, self.state, one)
            count += 1
        assert count, "a dead end: nothing is offered"
        return count

    @property
    def quiet(self) -> bool:
        """True when everything has run and only the floor is left."""
        return len(self.state.agenda) == 1 and self.state.agenda[0][0] == 999

    # ------------------------------------------------------------ looking
    @property
    def pos(self) -> P:
        """The position, for questions."""
        return self.game.position(self.state)

    def at(self, unit: str) -> str:
        """Label of a unit's place, `` when it is not in play."""
        place = self.state.at.get(self.piece(unit), -1)
        return self.game.place(place) if place >= 0 else ""

    def gone(self, unit: str) -> bool:
        """True for a unit that is not in play."""
        return self.piece(unit) not in self.state.at

    def has(self, unit: str, mark: str) -> int:
        """Value of a unit's flag."""
        return self.state.flag(self.piece(unit), self.game.words[f"flag.{mark}"])

    def pooled(self, pool: str, unit: str) -> int:
        """How many of a unit lie in a pool."""
        return self.state.pooled(self.game.words[f"pool.{pool}"], self.piece(unit))

    def of(self, kind: type[E]) -> list[E]:
        """Events of a kind among those of the last play, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def rules(self) -> list[str]:
        """Rule numbers cited by the last play's events, in order, without repeats."""
        cited = dict.fromkeys(getattr(event, "rule", 0) for event in self.events)
        return [self.game.rules.key(number) for number in cited if number]

    def lines(self, kind: str) -> dict[str, int]:
        """Lines of the last calculation of a kind (`reckon.odds`) in the last play: label key -> value."""
        word = self.game.words[kind]
        found = [event for event in self.of(ev.Reckoned) if event.kind == word]
        assert found, f"no calculation {kind}"
        return {self.game.words.key(label): value for label, value, _ in found[-1].lines}
