"""END 10: Better Defence markers are lifted and placed (12.11, QA.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted


class LiftBetter(Decision, frozen=True, array_like=True, tag=48):
    """`lift_better 2124`: a Better Defence marker is taken for use elsewhere."""

    at: PlaceId


class PlaceBetter(Decision, frozen=True, array_like=True, tag=49):
    """`place_better 1914`: a Better Defence marker on Allied units."""

    at: PlaceId


def receive(act: Act) -> None:
    """12.11c: new markers as the scenario says."""
    new = act.pos.scenario.better.get(act.state.turn, 0)
    if new:
        act.track("track.better_defence", act.pos.track("better_defence", w.ALLIED) + new, w.ALLIED, "12.11")


def liftable(pos: YellowPosition, place: int) -> Refusal | None:
    """12.11e, G-C4: at the start of the segment, where the hex has a LOC."""
    if not pos.better(place):
        return "12.11", f"no marker in {pos.label(place)}"
    if not supply.loc_line(pos, place):
        return "12.11", f"{pos.label(place)} has no LOC"
    return None


def placeable(pos: YellowPosition, place: int) -> Refusal | None:
    """12.11d, QA.2: on Allied units with a LOC to an Allied south or west edge hex; Maginot hexes too."""
    if not any(pos.side(unit) == w.ALLIED for unit in pos.fighters(place)):
        return "12.11", f"no Allied unit stands in {pos.label(place)}"
    if pos.better(place):
        return "12.11", f"{pos.label(place)} has a marker"
    if not supply.loc_line(pos, place):
        return "12.11", f"{pos.label(place)} has no LOC to the south or west edge"
    if not pos.track("better_defence", w.ALLIED):
        return "12.11", "no marker is at hand"
    return None


class BetterDefence(Choice[YellowPosition], frozen=True, array_like=True, tag=72):
    """CY 12.11: markers are lifted first, then placed."""

    placing: bool = False

    def _lift(self, pos: YellowPosition) -> tuple[int, ...]:
        marked = sorted(key >> 32 for key in pos.state.markers if key & 0xFFFF == w.BETTER)
        return () if self.placing else tuple(place for place in marked if liftable(pos, place) is None)

    def _place(self, pos: YellowPosition) -> tuple[int, ...]:
        if not pos.track("better_defence", w.ALLIED):
            return ()
        places = sorted({pos.at(unit) for unit in pos.of(w.ALLIED)})
        return tuple(place for place in places if placeable(pos, place) is None)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not self._lift(pos) and not self._place(pos):
            return None
        return asked(pos, w.ALLIED, ("prompt.better_defence", "12.11"), (LiftBetter, PlaceBetter, Pass))

    def run(self, act: Act) -> None:
        """No marker to lift or place."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        found = wanted(decision, (LiftBetter, PlaceBetter, Pass), pos.game.cite("12.11"))
        if isinstance(found, LiftBetter):
            permit(pos, ("12.11", "markers are lifted before any is placed") if self.placing else None)
            permit(pos, liftable(pos, found.at))
        elif isinstance(found, PlaceBetter):
            permit(pos, placeable(pos, found.at))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield from (LiftBetter(PlaceId(place)) for place in self._lift(pos))
        yield from (PlaceBetter(PlaceId(place)) for place in self._place(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        stock = act.pos.track("better_defence", w.ALLIED)
        if isinstance(decision, LiftBetter):
            act.marker(decision.at, -1, w.BETTER, 0, "12.11")
            act.track("track.better_defence", stock + 1, w.ALLIED, "12.11")
        elif isinstance(decision, PlaceBetter):
            act.become(BetterDefence(True))
            act.marker(decision.at, -1, w.BETTER, 1, "12.11")
            act.track("track.better_defence", stock - 1, w.ALLIED, "12.11")
        else:
            act.done()


DECISIONS: Final = (LiftBetter, PlaceBetter)
STEPS: Final = (BetterDefence,)
