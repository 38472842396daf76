"""The German set-up of the invasion turn (PB 1.11-1.14, 19.31): what he may put elsewhere than history did.

The scenario's set-up stands on the historical hexes. The German may then place each strongpoint unit, delay point and
unit with a zone elsewhere in its zone, once, and break infantry down into Detachments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.german_setup import (
    Item,
    hexes_of,
    items,
    piece_of,
    refusal,
    rule_of,
    units_here,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.detachments import BreakDowns
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class PlaceUnit(Decision, frozen=True, array_like=True, tag=606):
    """Set this German unit up in this hex instead of its historical one, or leave it there."""

    unit: PieceId
    at: PlaceId


class PlaceDelayPoint(Decision, frozen=True, array_like=True, tag=607):
    """Set the delay point of one hex up in another, or leave it there."""

    point: PlaceId
    at: PlaceId


class HistoricalSetUp(Decision, frozen=True, array_like=True, tag=608):
    """Everything that is left stays on its historical hex."""


def steps() -> tuple[Step[June6Position], ...]:
    """PB 1.11-1.14: the steps of the German set-up, in a scenario with the invasion turn."""
    return (SetUpDefences(), BreakDowns())


class SetUpDefences(Choice[June6Position], frozen=True, array_like=True, tag=615):
    """PB 1.11-1.14: the German places what has a zone, each once, or leaves the rest where history had it.

    done  numbers (in the scenario's set-up) of what has been placed
    """

    done: tuple[int, ...] = ()

    def left(self, pos: June6Position) -> tuple[Item, ...]:
        """What may still be placed."""
        return tuple(item for item in items(pos) if item.number not in self.done)

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while something is left."""
        left = self.left(pos)
        if not left:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (PlaceUnit.kind(), PlaceDelayPoint.kind(), HistoricalSetUp.kind())
        pieces = tuple(piece_of(pos, item) for item in left if not item.entry.marker)
        places = tuple(units_here(pos, item) for item in left if item.entry.marker)
        return Prompt(f.GERMAN, words["ask.place_defence"], rules["PB 1.11"], kinds, pieces, places, complete=False)

    def _item(self, pos: June6Position, decision: Decision) -> Item:
        for item in self.left(pos):
            if isinstance(decision, PlaceUnit) and piece_of(pos, item) == decision.unit:
                return item
            if isinstance(decision, PlaceDelayPoint) and item.entry.marker and units_here(pos, item) == decision.point:
                return item
        raise IllegalDecision(pos.game.cite("PB 1.11"), "that has no zone, or has been placed already")

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what has no zone or has been placed, and hexes that PB 1.11-1.14 do not allow."""
        cite = pos.game.cite
        decision = wanted(decision, (PlaceUnit, PlaceDelayPoint, HistoricalSetUp), cite("PB 1.11"))
        if isinstance(decision, HistoricalSetUp):
            return
        item = self._item(pos, decision)
        wrong = refusal(pos, item, units_here(pos, item), decision.at)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """History for all the rest; every hex of the next item."""
        yield HistoricalSetUp()
        item = self.left(pos)[0]
        here = units_here(pos, item)
        for place in sorted(hexes_of(pos, item)):
            if refusal(pos, item, here, place) is None:
                if item.entry.marker:
                    yield PlaceDelayPoint(PlaceId(here), PlaceId(place))
                else:
                    yield PlaceUnit(PieceId(piece_of(pos, item)), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        """It stands there."""
        if isinstance(decision, HistoricalSetUp):
            act.done()
            return
        item = self._item(act.pos, decision)
        act.become(SetUpDefences((*self.done, item.number)))
        rule = rule_of(act.pos, item)
        if isinstance(decision, PlaceUnit):
            if decision.at != act.pos.at(decision.unit):
                act.move(decision.unit, (act.pos.at(decision.unit), decision.at), "mode.set_up", 0, rule)
            return
        decision = passed(decision, PlaceDelayPoint)
        if decision.at != decision.point:
            act.marker(decision.point, -1, f.DELAY_POINT, 0, rule)
            act.marker(decision.at, -1, f.DELAY_POINT, 1, rule)

    def run(self, act: Act) -> None:
        """Everything is placed."""


DECISIONS: Final = (PlaceUnit, PlaceDelayPoint, HistoricalSetUp)
STEPS: Final = (SetUpDefences,)
