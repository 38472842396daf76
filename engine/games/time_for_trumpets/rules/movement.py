"""The movement segment as a whole (27-36): one menu, until the side ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import chains, engagements
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import (
    arriving,
    demolition,
    entering,
    infiltration,
    moving,
    overruns,
)
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, EndSegment
from hexledger.engine.games.time_for_trumpets.rules.leaving import come_back
from hexledger.engine.games.time_for_trumpets.rules.reaction import NoteContacts
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Menu
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Step

MENU: Final = Menu((*moving.ACTIONS, *overruns.ACTIONS, *arriving.ACTIONS, *infiltration.ACTIONS, END))


class BeginMovement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=33):
    """TFT 22.1k, 27: bridges may be blown before anybody moves; reinforcements inside the map are there."""

    side: int

    def run(self, act: Act) -> None:
        """Then the side moves."""
        for unit in come_back(act, self.side):
            entering.entered(act, unit, act.pos.at(unit))
        act.then(
            arriving.InnerArrivals(),
            NoteContacts(self.side),
            demolition.StartOfMovement(self.side),
            Movement(self.side),
            EndMovement(),
        )


class Movement(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=18):
    """TFT 29: the active corps moves what it wishes, one unit or stack after the other."""

    side: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        return Prompt(self.side, pos.game.words["prompt.move"], pos.game.rules["29.0"], MENU.kinds, complete=False)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        MENU.check(pos, decision, pos.game.cite("29.0"))
        if isinstance(decision, EndSegment):
            stray = next(moving.strays(pos), None)
            if stray is not None:
                raise IllegalDecision(pos.game.cite("26.1.3"), f"{pos.name(stray)} must go back over the boundary")
            unit = next(owed(pos, self.side), None)
            if unit is not None:
                raise IllegalDecision(pos.game.cite("52.12.1"), f"{pos.name(unit)} has to withdraw")
            crowded = next(moving.misplaced(pos), None)
            if crowded is not None:
                raise IllegalDecision(pos.game.cite("23.0"), f"{pos.name(crowded)} may not stay with the units there")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return self._those(pos, MENU.choices(pos))

    def choices_of(self, pos: TrumpetsPosition, kind: str) -> Iterator[Decision]:
        return self._those(pos, MENU.choices(pos, kind))

    def _those(self, pos: TrumpetsPosition, found: Iterator[Decision]) -> Iterator[Decision]:
        for decision in found:
            if not isinstance(decision, EndSegment) or not self._bound(pos):
                yield decision

    def _bound(self, pos: TrumpetsPosition) -> bool:
        """Has anybody to move before the segment may end?"""
        bound = (owed(pos, self.side), moving.strays(pos), moving.misplaced(pos))
        return any(True for found in bound for _ in found)

    def take(self, act: Act, decision: Decision) -> None:
        MENU.take(act, decision)


def owed(pos: TrumpetsPosition, side: int) -> Iterator[int]:
    """52.12.2b, 13.6: units of the active corps that have to withdraw from a position, and still can."""
    groups = engagements.counters(pos)
    for place in engagements.must_leave(pos, side):
        for unit in groups[place].stayed:
            if chains.acts(pos, unit) and moving.may_move(pos, unit) is None and _can_leave(pos, unit):
                yield unit


def _can_leave(pos: TrumpetsPosition, unit: int) -> bool:
    if pos.backed(unit) or pos.flag(unit, w.FORT_SIDE):
        return pos.backed(unit) and moving.mode_refusal(pos, unit) is None
    return next(moving.moves_of(pos, unit), None) is not None


class EndMovement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=34):
    """TFT 35.3m: with the segment Overrun markers go."""

    def run(self, act: Act) -> None:
        """Nobody is in motion any more."""
        moving.end_motion(act)
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.MARKER["overrun"]:
                act.marker(key >> 32, -1, w.MARKER["overrun"], 0, "35.3")


DECISIONS: Final = ()
STEPS: Final = (BeginMovement, Movement, EndMovement)
