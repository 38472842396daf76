"""A sealed choice and its opening: of two simultaneous secret choices the first is sealed, the second made in the open.

`SealChoice` and `OpenChoice` are the first and the last of the three steps; between them stands the other side's open
choice, an ordinary step. What a seal is stands in `engine/kernel/seals.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, asking
from hexledger.events import model as ev

P = TypeVar("P", bound=Position[Any])
D = TypeVar("D", bound=Decision)


class _Secret(Choice[P], Generic[P], frozen=True, array_like=True):
    """What both steps say: who chooses, in which slot the seal lies, and what may be in it."""

    asks: ClassVar[str]
    """Word of the prompt."""
    rule: ClassVar[str]
    """Number of the rule."""
    slot: ClassVar[str]
    """Key of the word under which the seal is kept."""
    wants: ClassVar[type[Decision]]
    """Seal or Reveal."""
    decision: ClassVar[type[Any]]
    """Kind of the choice itself."""

    def owner(self, pos: P) -> int:
        """Side that chooses."""
        raise NotImplementedError

    def sealable(self, pos: P) -> Iterable[Decision]:
        """Choices that may be sealed, in a fixed order; of an opening those that may have been."""
        raise NotImplementedError

    def slot_key(self) -> str:
        """Key of the slot; a step whose slot depends on its fields says it here."""
        return self.slot

    def pieces(self, pos: P) -> tuple[int, ...]:
        """Pieces that the choice is about, for a screen."""
        return ()

    def places(self, pos: P) -> tuple[int, ...]:
        """Places that the choice is about, for a screen."""
        return ()

    def prompt(self, pos: P) -> Prompt | None:
        """Wants the seal, or its opening."""
        pieces, places = self.pieces(pos), self.places(pos)
        kinds = (self.wants, self.decision)
        return asking(pos, self.owner(pos), self.asks, self.rule, *kinds, pieces=pieces, places=places)

    def choices(self, pos: P) -> Iterator[Decision]:
        """The open choices: whoever decides makes a seal, or its opening, of the one that he picks."""
        return iter(self.sealable(pos))


class SealChoice(_Secret[P], Generic[P], frozen=True, array_like=True):
    """A side fixes its choice and does not show it. A game says what follows."""

    wants: ClassVar[type[Decision]] = Seal

    def sealed(self, act: Recorder[P]) -> None:
        """What follows once the choice is sealed: the other side's, mostly."""
        raise NotImplementedError

    def check(self, pos: P, decision: Decision) -> None:
        """Only a seal."""
        check_seal(decision, pos.game.cite(self.rule))

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """Keep the seal and go on."""
        side = self.owner(act.pos)
        take_seal(act, side, act.word(self.slot_key()), decision, act.game.cite(self.rule))
        self.sealed(act)


class OpenChoice(_Secret[P], Generic[P, D], frozen=True, array_like=True):
    """The side opens its seal. A game says what may have been in it and what follows."""

    wants: ClassVar[type[Decision]] = Reveal

    def opened(self, act: Recorder[P], choice: D) -> None:
        """What follows from the choice."""
        raise NotImplementedError

    def refusal(self, pos: P, choice: D) -> str | None:
        """Why this cannot have been sealed, None when it can; by default what is not among the choices. A game that
        lets anything of the right kind be sealed, and judges it now, says so here."""
        if choice in tuple(self.sealable(pos)):
            return None
        return f"{pos.game.codec.to_words(choice)} is not one of the choices that could be sealed"

    def check(self, pos: P, decision: Decision) -> None:
        """What is shown must be what was sealed, and one of the choices."""
        self._choice(pos, decision)

    def _choice(self, pos: P, decision: Decision) -> D:
        rule = pos.game.cite(self.rule)
        sealed = pos.sealed(self.owner(pos), pos.game.words[self.slot_key()])
        wrong = f"a {self.decision.kind()} was to be sealed"
        choice: D = open_as(pos.game.codec, decision, sealed, rule, self.decision, wrong)
        why = self.refusal(pos, choice)
        if why is not None:
            raise IllegalDecision(rule, why)
        return choice

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """Write down that the seal is open, then the choice takes effect."""
        choice, side = self._choice(act.pos, decision), self.owner(act.pos)
        act.done()
        act.emit(ev.Revealed(side, act.word(self.slot_key())))
        self.opened(act, choice)
