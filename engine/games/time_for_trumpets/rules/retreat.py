"""Retreats carried out (54, 2.13g, 23.8, 23.9): unit by unit, by the owner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import going, retreats
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.questions.retreats import Way
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import disrupt, eliminate
from hexledger.engine.games.time_for_trumpets.rules.entering import end_strategic, entered
from hexledger.engine.games.time_for_trumpets.rules.leaving import retreat_off, vacated
from hexledger.engine.games.time_for_trumpets.rules.ties import settle_ties
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted


class Retreat(Decision, frozen=True, array_like=True, tag=81):
    """`retreat us_99_394_i 8919,8818`: a unit and the hexes that it enters; nothing more when it goes off the map."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class Retreats(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=118):
    """TFT 54: units of one or more hexes retreat one by one.

    battle  the hex that was fought for (54.2i)
    """

    side: int
    units: tuple[int, ...]
    length: int
    battle: int

    def _ways(self, pos: TrumpetsPosition) -> dict[int, tuple[Way, ...]]:
        found = {u: retreats.ways(pos, u, self.length, self.battle) for u in self.units if pos.on_map(u)}
        return {unit: options for unit, options in found.items() if options}

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        open_to = self._ways(pos)
        if not open_to or (len(open_to) == 1 and all(len(options) == 1 for options in open_to.values())):
            return None
        return asking(pos, self.side, "prompt.retreat", "54.0", Retreat, pieces=tuple(open_to), places=(self.battle,))

    def run(self, act: Act) -> None:
        """54.2o: who has no way is eliminated; the last unit with one way takes it."""
        open_to = self._ways(act.pos)
        if open_to:
            unit, (way,) = next(iter(open_to.items()))
            self._go(act, unit, way)
            rest = tuple(other for other in self.units if other != unit)
            if rest:
                act.then(Retreats(self.side, rest, self.length, self.battle))
            return
        for unit in self.units:
            if act.pos.on_map(unit):
                place = act.pos.at(unit)
                eliminate(act, unit, "reason.retreat", "54.2")
                vacated(act, place)
        settle_ties(act)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("54.1")
        found = wanted(decision, Retreat, rule)
        options = self._ways(pos).get(found.unit)
        if options is None:
            raise IllegalDecision(rule, f"{pos.name(found.unit)} does not retreat now")
        if tuple(found.path) not in [way.path for way in options]:
            listed = "; ".join("-".join(map(pos.label, way.path)) for way in options[:6])
            raise IllegalDecision(pos.game.cite("54.2"), f"not a way of retreat; there are {listed}")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for unit, options in self._ways(pos).items():
            for way in options:
                yield Retreat(PieceId(unit), tuple(map(PlaceId, way.path)))

    def take(self, act: Act, decision: Decision) -> None:
        found = passed(decision, Retreat)
        options = self._ways(act.pos)[found.unit]
        way = next(way for way in options if way.path == tuple(found.path))
        rest = tuple(unit for unit in self.units if unit != found.unit)
        if rest:
            act.become(Retreats(self.side, rest, self.length, self.battle))
        else:
            act.done()
        self._go(act, found.unit, way)

    def _go(self, act: Act, unit: int, way: Way) -> None:
        pos = act.pos
        start = pos.at(unit)
        moded = pos.backed(unit) and unit in pos.game.roster.moded
        act.flag(unit, w.FORT_SIDE, 0, "2.13")
        steps = tuple(pairwise((start, *way.path)))
        if pos.flag(unit, w.FLAG["truck"]) and not all(going.passes(pos, "truck", *step) for step in steps):
            act.flag(unit, w.FLAG["truck"], 0, "54.3")
        for flag in (w.FLAG["building"], w.FLAG["prep"], w.FLAG["bridging"], w.FLAG["ferry"], w.STRATEGIC):
            act.flag(unit, flag, 0, "54.0")
        if way.path:
            act.move(unit, (start, *way.path), "mode.retreat", rule="54.0")
        if moded:
            disrupt(act, unit, "54.0")
        if way.off:
            retreat_off(act, unit)
        elif way.path:
            mixed = retreats.mixed(act.pos, unit, way.path)
            for other in mixed:
                disrupt(act, other, "23.8")
                if act.pos.at(other) == way.path[-1]:
                    end_strategic(act, other, "28.4")
            for place in way.path:
                entered(act, unit, place, moving=False)
        self._follow(act, start, way)
        vacated(act, start)
        settle_ties(act)

    def _follow(self, act: Act, start: int, way: Way) -> None:
        """12.3, 39.4b: leaders and captured fuel go with the last unit that leaves a hex."""
        pos = act.pos
        if pos.fighters(start):
            return
        for piece in pos.units(start):
            if piece in pos.game.arms.leaders or piece in pos.game.roster.fuel:
                if way.path:
                    act.move(piece, (start, *way.path), "mode.retreat", rule="54.0")
                if way.off:
                    retreat_off(act, piece)


DECISIONS: Final = (Retreat,)
STEPS: Final = (Retreats,)
