"""What a combat brings: the choice to retreat, losses, retreats, advances, tested units (9.6-9.8, 3.10, R-30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from hexledger.engine.games.france_1944.questions import advances, retreats
from hexledger.engine.games.france_1944.questions.battle import Battle
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, losses
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.advance import Advances
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.rules.retreat import Retreats
from hexledger.engine.games.france_1944.rules.sharing import ShareLosses
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import MAY, MUST, least
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, wanted


class FallBack(Decision, frozen=True, array_like=True, tag=54):
    """`fall_back`: the defender makes use of the leave to retreat and loses a step less."""


class Outcome(NamedTuple):
    """9.6: hits of both sides, and whether the defender `may` or `must` retreat."""

    attacker_hits: int
    defender_hits: int
    retreat: str


def carry_out(act: Act, battle: Battle, outcome: Outcome) -> None:
    """R-30: the retreat is decided first, then losses are taken, then paths are gone."""
    act.then(MayRetreat(battle, outcome))


def places_of(pos: FrancePosition, units: tuple[int, ...]) -> tuple[int, ...]:
    """Where units stand that are still on the map, each place once."""
    return tuple(sorted({pos.at(unit) for unit in units if pos.on_map(unit)}))


class MayRetreat(Choice[FrancePosition], frozen=True, array_like=True, tag=110):
    """F44 9.5, 9.7, R-46: a defender who passed may retreat, all his stacks or none, and then loses a step less."""

    battle: Battle
    outcome: Outcome

    def _free(self, pos: FrancePosition) -> bool:
        """R-30, R-46, R-49: offered only if every stack could go, and stay within the area."""
        attackers = places_of(pos, self.battle.units)
        return all(retreats.ways(pos, pos.fighters(place), attackers) for place in self.battle.targets)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if self.outcome.retreat != MAY or not self._free(pos):
            return None
        side = w.other(self.battle.side(pos))
        return asking(
            pos, side, "prompt.may_retreat", "9.7", FallBack, Pass, pieces=self.battle.defenders(pos),
            places=self.battle.targets,
        )  # fmt: skip

    def run(self, act: Act) -> None:
        """Nothing to choose: they must go, or stay."""
        self._go(act, self.outcome.retreat == MUST)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        wanted(decision, (FallBack, Pass), pos.game.cite("9.7"))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield FallBack()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        self._go(act, isinstance(decision, FallBack))

    def _go(self, act: Act, retreating: bool) -> None:
        pos, battle = act.pos, self.battle
        hits = self.outcome.defender_hits
        if retreating and self.outcome.retreat == MAY:
            hits = least(hits + pos.game.battle.optional_hits)
        defenders = battle.defenders(pos)
        lost = min(self.outcome.attacker_hits, sum(pos.steps(unit) for unit in battle.units))
        forced = self.outcome.retreat == MUST
        attack = ShareLosses(battle.units, battle.attack_lead, self.outcome.attacker_hits)
        defence = ShareLosses(defenders, battle.defence_lead, hits)
        going = (Retreats(battle.units, battle.targets, forced),) if retreating else ()
        act.then(attack, defence, *going, AfterLosses(battle, defenders, lost))


class AfterLosses(Step[FrancePosition], frozen=True, array_like=True, tag=111):
    """F44 9.8, 3.10, R-45, R-50: hexes that are empty now let the attackers advance; then green units are looked at.

    lost   steps that the attackers lost in the whole combat
    """

    battle: Battle
    defenders: tuple[int, ...]
    lost: int

    def run(self, act: Act) -> None:
        """HQs left alone go first."""
        aftermath.settle(act)
        pos = act.pos
        empty = advances.vacated(pos, self.battle.targets, self.battle.side(pos))
        units = tuple(unit for unit in self.battle.units if pos.on_map(unit))
        green = Greens(units, self.defenders, self.lost, bool(empty))
        act.then(*((Advances(units, empty),) if empty and units else ()), green)


class Greens(Step[FrancePosition], frozen=True, array_like=True, tag=112):
    """F44 3.10, R-50: green units become regular: attackers when a target was emptied, defenders when the attackers
    lost two steps or more."""

    MOST: ClassVar[int] = 2

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    lost: int
    emptied: bool

    def run(self, act: Act) -> None:
        """Those that are still on the map."""
        tested = self.attackers if self.emptied else ()
        if self.lost >= self.MOST:
            tested += self.defenders
        for unit in tested:
            if act.pos.on_map(unit):
                losses.tested(act, unit)


DECISIONS: Final = (FallBack,)
STEPS: Final = (MayRetreat, AfterLosses, Greens)
