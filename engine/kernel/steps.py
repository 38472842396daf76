"""Steps: the sequence of play as a stack of small serialisable pieces, kept inside the state.

A `Step` runs by itself; a `Choice` waits for a side. The kernel pops an automatic step before it runs, so
that the steps it pushes take its place; a Choice stays on top until its `take` says `act.done()` (leave the
agenda) or `act.become(...)` (go on with other data).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import msgspec
from msgspec.structs import astuple

from hexledger.engine.errors import EngineFault, IllegalDecision, NotOffered
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.homes import Homes, tag_of
from hexledger.events.model import StepData

if TYPE_CHECKING:
    from hexledger.engine.kernel.position import Position
    from hexledger.engine.kernel.recorder import Recorder

P = TypeVar("P", bound="Position[Any]")
D = TypeVar("D", bound=Decision)
E = TypeVar("E", bound=Decision)
F = TypeVar("F", bound=Decision)
H = TypeVar("H", bound=Decision)


class Prompt(msgspec.Struct, frozen=True):
    """What a side is asked: a word, numbers that fill its text, and the rule (number) that asks.

    kinds     kinds of decision that may answer, in the order a screen would show them
    complete  True when `choices()` lists every legal decision; False when it lists a useful finite part
    """

    side: int
    word: int
    rule: int
    kinds: tuple[str, ...]
    pieces: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    complete: bool = True


class Step(msgspec.Struct, Generic[P], frozen=True, array_like=True, forbid_unknown_fields=True):
    """A step that runs by itself, of a game whose positions are `P`. Subclasses carry an integer tag, unique in their
    game.

    Fields are numbers, booleans, strings, tuples and named tuples of them. They are checked and converted once, when
    the step comes off the agenda, so that a field declared as a named tuple is one.
    """

    def run(self, act: Recorder[P]) -> None:
        """Carry the step out. It has already been popped."""
        raise NotImplementedError


class Choice(Step[P], Generic[P], frozen=True, array_like=True):
    """A step that waits for a side."""

    def prompt(self, pos: P) -> Prompt | None:
        """What is asked, or None when there is nothing to decide: then `run` is called instead."""
        raise NotImplementedError

    def check(self, pos: P, decision: Decision) -> None:
        """Raise IllegalDecision (rule, reason) unless `decision` is legal now. Changes nothing."""
        raise NotImplementedError

    def check_secret(self, pos: P, choice: Decision) -> None:
        """Raise IllegalDecision unless `choice` may be sealed now; asked before it is, as the seal shows nothing. By
        default what `choices` lists may; a step that lists only some of many choices says here which others may be."""
        if choice not in tuple(self.choices(pos)):
            prompt = self.prompt(pos)
            rule = pos.game.rule(prompt.rule) if prompt is not None else ""
            raise NotOffered(rule or pos.game.code, f"{choice.kind()} is not one of the choices to be sealed")

    def choices(self, pos: P) -> Iterator[Decision]:
        """Legal decisions, in a fixed order; at least one. See Prompt.complete."""
        raise NotImplementedError

    def choices_of(self, pos: P, kind: str) -> Iterator[Decision]:
        """Those of `choices` that are of one kind (its name), in the same order. By default picked out of the whole
        list; a step whose list is long lists the one kind alone, with `Menu.choices(pos, kind)` for instance."""
        return (choice for choice in self.choices(pos) if choice.kind() == kind)

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """Carry out a decision that `check` has passed."""
        raise NotImplementedError


class StepCodec:
    """Steps of one game to agenda entries `(tag, data)` and back."""

    def __init__(self, classes: Sequence[type[Step[Any]]] | Homes[Step[Any]]) -> None:
        self._homes: Homes[Step[Any]] = classes if isinstance(classes, Homes) else Homes.of(classes)
        self._tags: dict[type[Step[Any]], int] = {}
        self._classes: dict[int, type[Step[Any]]] = {}

    def pack(self, step: Step[Any]) -> tuple[int, StepData]:
        """Agenda entry of a step; EngineFault for a step that the game does not declare."""
        cls = type(step)
        tag = self._tags.get(cls)
        if tag is None:
            tag = tag_of(cls)
            if self._find(tag) is not cls:
                raise EngineFault(f"step {cls.__name__} is not declared by this game")
            self._tags[cls] = tag
        return tag, astuple(step)

    def _find(self, tag: int) -> type[Step[Any]] | None:
        cls = self._classes.get(tag)
        if cls is None:
            cls = self._homes.find(tag)
            if cls is not None:
                self._classes[tag] = cls
        return cls

    def unpack(self, tag: int, data: StepData) -> Step[Any]:
        """The step of an agenda entry."""
        cls = self._find(tag)
        if cls is None:
            raise EngineFault(f"the agenda holds step {tag}, which this rules version does not know")
        try:
            step: Step[Any] = msgspec.convert((tag, *data), cls)
        except msgspec.ValidationError as error:
            raise EngineFault(f"the agenda holds {cls.__name__} with data that do not fit it: {error}") from error
        return step

    def name(self, tag: int) -> str:
        """Class name of a step, for records and debugging."""
        return self._homes.names.get(tag, f"?{tag}")


Refusal = tuple[str, str]
"""Why a decision is not legal: (number of the rule, reason)."""


def permit(pos: Position[Any], why: Refusal | None) -> None:
    """Refuse a decision that there is a reason against: IllegalDecision with the rule as the game cites it."""
    if why is not None:
        raise IllegalDecision(pos.game.cite(why[0]), why[1])


def is_allowed(check: Callable[[P, D], object], pos: P, decision: D) -> bool:
    """Whether a check lets a decision pass; BadDecision where it names nothing at all."""
    try:
        check(pos, decision)
    except IllegalDecision:
        return False
    return True


def asking(
    pos: Position[Any],
    side: int,
    word: str,
    rule: str,
    *kinds: type[Decision],
    pieces: Iterable[int] = (),
    places: Iterable[int] = (),
    complete: bool = True,
) -> Prompt:
    """A prompt: whom it asks, what (key of a word), by which rule (its number), and which kinds of decision answer."""
    game = pos.game
    names = tuple(kind.kind() for kind in kinds)
    return Prompt(side, game.words[word], game.rules[rule], names, tuple(pieces), tuple(places), complete)


@overload
def wanted(decision: Decision, kinds: type[D], rule: str) -> D: ...
@overload
def wanted(decision: Decision, kinds: tuple[type[D]], rule: str) -> D: ...
@overload
def wanted(decision: Decision, kinds: tuple[type[D], type[E]], rule: str) -> D | E: ...
@overload
def wanted(decision: Decision, kinds: tuple[type[D], type[E], type[F]], rule: str) -> D | E | F: ...
@overload
def wanted(decision: Decision, kinds: tuple[type[D], type[E], type[F], type[H]], rule: str) -> D | E | F | H: ...
@overload
def wanted(decision: Decision, kinds: Iterable[type[Decision]], rule: str) -> Decision: ...
def wanted(decision: Decision, kinds: type[Decision] | Iterable[type[Decision]], rule: str) -> Decision:
    """The decision, known to be of this kind (or one of these); NotOffered under `rule` for any other."""
    allowed = (kinds,) if isinstance(kinds, type) else tuple(kinds)
    if not isinstance(decision, allowed):
        names = ", ".join(kind.kind() for kind in allowed)
        raise NotOffered(rule, f"{decision.kind()} is not asked for now; wanted: {names}")
    return decision


def passed(decision: Decision, kind: type[D]) -> D:
    """The decision that `check` has let pass, in `take` of a step that asks for one kind only."""
    if not isinstance(decision, kind):
        raise EngineFault(f"{decision.kind()} was let pass where only {kind.kind()} is asked for")
    return decision
