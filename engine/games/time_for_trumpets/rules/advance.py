"""Advances after combat and after Blitz attacks, with overruns of artillery and HQs (55, 56, 57.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import advances as ad
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.rules.changes import as_far_as_it_may, eliminate
from hexledger.engine.games.time_for_trumpets.rules.entering import entered
from hexledger.engine.games.time_for_trumpets.rules.leaving import taken
from hexledger.engine.games.time_for_trumpets.rules.ties import settle_ties
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, wanted


class Advance(Decision, frozen=True, array_like=True, tag=82):
    """`advance kgp_1_panther 9020,8919`: a unit and the hexes that it enters."""

    unit: PieceId
    path: tuple[PlaceId, ...]


ASTRAY: Final = w.FLAG["must_return"]
"""26.1.4e: put on a unit that has to stop beyond the boundary."""
Ways = tuple[ad.Way, ...]
Reach = Callable[[TrumpetsPosition, int, int, int, int], Ways]
"""Ways of a unit past or into a hex, of a length, at the rate of a unit that it accompanies."""


class _Advancing(Choice[TrumpetsPosition], frozen=True, array_like=True):
    """What advances have in common: units go one after the other, each once, each as its owner wants."""

    battle: Battle
    units: tuple[int, ...]
    length: int

    def ways(self, pos: TrumpetsPosition) -> dict[int, Ways]:
        """Unit -> its ways."""
        raise NotImplementedError

    def onward(self, units: tuple[int, ...], gone: tuple[ad.Way, ...]) -> _Advancing:
        """The step for the units that are left; `gone`: those that have advanced, and how (`ad.companions`)."""
        raise NotImplementedError

    def went(self) -> tuple[ad.Way, ...]:
        """Units that have advanced, and how."""
        raise NotImplementedError

    def escorted(self, pos: TrumpetsPosition, found: dict[int, Ways], reach: Reach) -> dict[int, Ways]:
        """24.4c, 39.4c: with the ways of AA companies that go where their panzer has gone, and of leaders."""
        result = dict(found)
        for company, panzer in ad.escorts(pos, self.battle.units).items():
            beside = reach(pos, company, self.battle.target, self.length, panzer)
            beside = tuple(way for way in beside if way[-1] == pos.at(panzer))
            if beside:
                result[company] = tuple(dict.fromkeys((*found.get(company, ()), *beside)))
        return result | ad.companions(pos, self.went())

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able = self.ways(pos)
        if not able:
            return None
        return asking(
            pos, self.battle.side(pos), "prompt.advance", "55.0", Advance, Pass,
            pieces=tuple(able), places=(self.battle.target,),
        )  # fmt: skip

    def run(self, act: Act) -> None:
        """Nobody can."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("55.0")
        found = wanted(decision, (Advance, Pass), rule)
        if isinstance(found, Advance):
            options = self.ways(pos).get(found.unit)
            if options is None:
                raise IllegalDecision(pos.game.cite("55.1"), f"{pos.name(found.unit)} does not advance")
            if tuple(found.path) not in options:
                raise IllegalDecision(rule, f"{pos.name(found.unit)} cannot advance that way")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for unit, options in self.ways(pos).items():
            for way in options:
                yield Advance(PieceId(unit), tuple(map(PlaceId, way)))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Advance):
            act.done()
            return
        unit, path, start = decision.unit, tuple(decision.path), act.pos.at(decision.unit)
        left = tuple(other for other in self.units if other != unit)
        if unit in act.pos.game.arms.leaders:
            act.become(self.onward(left, self.went()))
            act.move(unit, (start, *path), "mode.advance", rule="39.4")
            act.flag(unit, w.ADVANCED, start + 1, "39.4")
            return
        act.become(self.onward(left, (*self.went(), (unit, start, *path))))
        go(act, unit, path)


def go(act: Act, unit: int, path: tuple[int, ...]) -> None:
    """A unit advances; who stands in its last hex is overrun (56.1e); leaders who would be left alone go along (B-54).
    Bridges that it comes beside may be blown (22.1k)."""
    pos = act.pos
    start, first, astray = pos.at(unit), demolition.leg(pos, unit, path), pos.flag(unit, ASTRAY)
    path, rest = as_far_as_it_may(act, unit, path[:first], "mode.advance", "55.0"), path[first:]
    last = path[-1]
    for enemy in act.pos.fighters(last):
        if pos.side(enemy) != pos.side(unit):
            eliminate(act, enemy, "reason.overrun", "56.2" if pos.night else "56.1")
            taken(act, last, pos.side(enemy))
    if not pos.flag(unit, w.ADVANCED):
        act.flag(unit, w.ADVANCED, start + 1, "55.0")
    for place in path:
        entered(act, unit, place, moving=False)
    if not act.pos.fighters(start):
        for piece in act.pos.units(start):
            if piece in act.pos.game.arms.leaders and act.pos.side(piece) == act.pos.side(unit):
                act.move(piece, (start, *path), "mode.advance", rule="39.4")
    settle_ties(act)
    if act.pos.on_map(unit):
        goes_on = (GoOn(unit, rest),) if rest and act.pos.flag(unit, ASTRAY) == astray else ()
        act.then(*demolition.interrupts(act.pos, (unit,), last), *goes_on)


class GoOn(Step[TrumpetsPosition], frozen=True, array_like=True, tag=133):
    """TFT 22.1k, 55.0c: a unit goes on with its advance after the enemy could have blown a bridge that it passes."""

    unit: int
    path: ad.Way

    def run(self, act: Act) -> None:
        """The rest of its way."""
        if act.pos.on_map(self.unit):
            go(act, self.unit, self.path)


class Advances(_Advancing, frozen=True, array_like=True, tag=119):
    """TFT 55: after the defender was eliminated or retreated, before the next combat (55.0a)."""

    overrun: int = 0
    """Hex and one that has been overrun in this advance: others may pass through (56.1f)."""
    gone: tuple[ad.Way, ...] = ()
    """Units that have advanced, and how."""

    def ways(self, pos: TrumpetsPosition) -> dict[int, Ways]:
        if bt.defenders(pos, self.battle.target) and pos.enemy_in(self.battle.target, self.battle.side(pos)):
            return {}
        found: dict[int, Ways] = {}
        for unit in self.units:
            if pos.on_map(unit) and ad.may_advance(pos, unit) and not pos.flag(unit, w.ABORT):
                options = ad.ways(pos, unit, self.battle.target, self.length)
                if options:
                    found[unit] = options
        return self.escorted(pos, found, ad.ways)

    def onward(self, units: tuple[int, ...], gone: tuple[ad.Way, ...]) -> Advances:
        return Advances(self.battle, units, self.length, self.overrun, gone)

    def went(self) -> tuple[ad.Way, ...]:
        return self.gone


class BlitzAdvances(_Advancing, frozen=True, array_like=True, tag=120):
    """TFT 57.3: after a Blitz attack front-line vehicles go past the defender, whom it leaves where he is."""

    gone: tuple[ad.Way, ...] = ()
    """Units that have advanced, and how."""

    def ways(self, pos: TrumpetsPosition) -> dict[int, Ways]:
        found: dict[int, Ways] = {}
        for unit in self.units:
            if pos.on_map(unit) and ad.may_blitz(pos, unit) and not self._must_stay(pos, unit):
                options = ad.blitz_ways(pos, unit, self.battle.target, self.length)
                if options:
                    found[unit] = options
        return self.escorted(pos, found, ad.blitz_ways)

    def _must_stay(self, pos: TrumpetsPosition, unit: int) -> bool:
        """57.1l: after a Blitz attack by day one attacking infantry unit stays beside the defender."""
        arms, target = pos.game.arms, self.battle.target
        if self.battle.kind != bt.CLEAR_BLITZ or unit not in arms.infantry:
            return False
        others = [
            other for other in self.battle.units
            if other != unit and other in arms.infantry and pos.on_map(other)
            and target in pos.game.ground.near[pos.at(other)]
        ]  # fmt: skip
        return not others

    def onward(self, units: tuple[int, ...], gone: tuple[ad.Way, ...]) -> BlitzAdvances:
        return BlitzAdvances(self.battle, units, self.length, gone)

    def went(self) -> tuple[ad.Way, ...]:
        return self.gone


DECISIONS: Final = (Advance,)
STEPS: Final = (Advances, BlitzAdvances, GoOn)
