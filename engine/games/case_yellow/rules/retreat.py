"""Retreats carried out (11.4, 7.9e, 10.3c, 12.7): unit by unit, by the owner or by who overruns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.retreats import Way, ways
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import asked
from hexledger.engine.games.case_yellow.rules.entering import enter, stand_by
from hexledger.engine.games.case_yellow.rules.losses import eliminate, give_up, settle_engaged, vacated
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class Retreat(Decision, frozen=True, array_like=True, tag=39):
    """`retreat fr_x 2023,1923`: a unit and the hexes that it enters on its retreat."""

    unit: PieceId
    path: tuple[PlaceId, ...]


@kept(BOARD)
def _all_ways(pos: YellowPosition, units: tuple[int, ...], length: int, rule: str) -> dict[int, tuple[Way, ...]]:
    found = {unit: ways(pos, unit, length, rule == "11.4b", rule == "12.7") for unit in units if pos.on_map(unit)}
    return {unit: options for unit, options in found.items() if options}


class Retreats(Choice[YellowPosition], frozen=True, array_like=True, tag=40):
    """CY 11.4: units of one hex retreat one by one.

    decider   side that chooses the ways: the owner, or who overruns (10.3c)
    length    hexes; rule: what forces the retreat
    stays     a unit without a way stays where it is (7.9e) instead of being eliminated
    escaped   a unit of the hex has retreated and lives (12.11e)
    """

    decider: int
    units: tuple[int, ...]
    length: int
    rule: str
    stays: bool = False
    escaped: bool = False

    def _ways(self, pos: YellowPosition) -> dict[int, tuple[Way, ...]]:
        """Unit -> its ways, of those that have one."""
        return _all_ways(pos, self.units, self.length, self.rule)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        units = self._ways(pos)
        if not units:
            return None
        word = "prompt.supply_retreat" if self.stays else "prompt.retreat"
        return asked(pos, self.decider, (word, self.rule), (Retreat,), tuple(units))

    def run(self, act: Act) -> None:
        """11.4b.8: who has no way left is eliminated, or stays (7.9e)."""
        if self.stays:
            return
        lost = tuple(unit for unit in self.units if act.pos.on_map(unit))
        if lost and self.escaped and set(act.pos.units(act.pos.at(lost[0]))) <= set(lost):
            give_up(act, act.pos.at(lost[0]), True)
        for unit in lost:
            eliminate(act, unit, "reason.no_retreat", "11.4b")

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite(self.rule)
        wanted(decision, Retreat, rule)
        if isinstance(decision, Retreat):
            if decision.unit not in self.units:
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} does not retreat")
            options = self._ways(pos).get(decision.unit, ())
            if tuple(decision.path) not in options:
                listed = "; ".join("-".join(map(pos.label, way)) for way in options[:6])
                conditions = pos.game.cite("11.4b" if self.length > 1 else "11.4d")
                raise IllegalDecision(conditions, f"not a way of retreat; there are {listed or 'none'}")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for unit, options in self._ways(pos).items():
            for way in options:
                yield Retreat(PieceId(unit), tuple(map(PlaceId, way)))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Retreat)
        pos, start = act.pos, act.pos.at(decision.unit)
        left = tuple(unit for unit in self.units if unit != decision.unit)
        if left:
            act.become(Retreats(self.decider, left, self.length, self.rule, self.stays, True))
        else:
            act.done()
        act.move(decision.unit, (start, *decision.path), "mode.retreat", rule=self.rule)
        act.flag(decision.unit, w.ENGAGED, 0)
        for place in decision.path:
            enter(act, decision.unit, place, destroys=False)
        if decision.path[-1] == pos.port:
            act.flag(decision.unit, w.DISRUPTED, 0, "13.5")
        settle_engaged(act)
        stand_by(act, decision.unit, decision.path[-1])
        if not left:
            vacated(act, start, True)


DECISIONS: Final = (Retreat,)
STEPS: Final = (Retreats,)
