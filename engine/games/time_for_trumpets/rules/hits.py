"""Steps lost in combat: road blocks, the lists of the results, Hold at all costs (19.4, 39.7, 52.3-52.6, 53)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Self

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import force
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import lose_step
from hexledger.engine.games.time_for_trumpets.rules.ties import settle_ties
from hexledger.engine.games.time_for_trumpets.tables import priorities
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.priorities import Force
from hexledger.engine.games.time_for_trumpets.tables.results import Loss
from hexledger.engine.procedures.losses import LoseOne, TakeLosses


class LoseStep(LoseOne, frozen=True, array_like=True, tag=78):
    """`lose_step 12_48_i`: the unit that takes the loss."""


def lose(act: Act, piece: int, rule: str, reason: str = "reason.combat") -> bool:
    """A unit loses a step; 2.13f: a company in its fort dies with it. True when it is eliminated."""
    gone = lose_step(act, piece, reason, rule)
    settle_ties(act)
    if not gone and piece in act.pos.game.roster.substitutes:
        act.then(LoseBattalion(piece))
    return gone


class LoseGun(LoseOne, frozen=True, array_like=True, tag=94):
    """`lose_gun 7nw_i`: the battalion that a substitute loses."""


class LoseBattalion(TakeLosses[TrumpetsPosition], frozen=True, array_like=True, tag=128):
    """TFT 44.1n: a substitute has lost a step: its owner says which battalion is gone."""

    asks: ClassVar[str] = "prompt.lose_battalion"
    rule: ClassVar[str] = "44.1"
    decision: ClassVar[type[LoseOne]] = LoseGun

    counter: int

    def owner(self, pos: TrumpetsPosition) -> int:
        return pos.side(self.counter)

    def takers(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        found = force.carded(pos, self.counter)
        return found if pos.on_map(self.counter) and len(found) > pos.steps(self.counter) else ()

    def settled(self, pos: TrumpetsPosition) -> bool:
        """Like battalions are no choice."""
        like = {(pos.game.arms.gun[gun], pos.flag(gun, w.FIRED)) for gun in self.takers(pos)}
        return len(like) < 2

    def onward(self) -> Self | None:
        return None

    def lose(self, act: Act, piece: int) -> None:
        act.pool("pool.card", piece, -1, "44.1")
        act.pool("pool.lost", piece, 1, "44.1")


# ---------------------------------------------------------------------- 52.3-52.6, 53
def losing(pos: TrumpetsPosition, battle: Battle, attacker: bool) -> tuple[int, ...]:
    """Units of a side that can take a loss: attackers beside the hex (43.8: no firing artillery), or all defenders."""
    return bt.striking(pos, battle) if attacker else bt.defenders(pos, battle.target)


def side_force(pos: TrumpetsPosition, battle: Battle, attacker: bool) -> Force:
    """53: a side as the loss lists see it, with what the enemy has against its AFV."""
    units, enemies = losing(pos, battle, attacker), losing(pos, battle, not attacker)
    german = (battle.side(pos) == w.GERMAN) == attacker
    arms = pos.game.arms
    against = arms.heavy_guns if german else arms.superior_at
    return Force(units, german, any(unit in against for unit in enemies), pos.plays("afv_combat"))


def leaders_with(pos: TrumpetsPosition, units: tuple[int, ...]) -> tuple[int, ...]:
    """39.3e: leaders stacked with units that can take the loss may be taken instead."""
    if not pos.plays("leaders"):
        return ()
    places = {pos.at(unit) for unit in units}
    return tuple(p for place in sorted(places) for p in pos.units(place) if p in pos.game.arms.leaders)


class CombatLoss(TakeLosses[TrumpetsPosition], frozen=True, array_like=True, tag=110):
    """TFT 52.3-52.6, 53: a code of the result: a side loses a step by the list of the code.

    twice  the unit that takes it was hit for the second time already (53.1a)
    """

    rule: ClassVar[str] = "52.0"
    decision: ClassVar[type[LoseOne]] = LoseStep

    battle: Battle
    attacker: bool
    afv: bool
    second: bool = False

    def _loss(self) -> Loss:
        return Loss(self.attacker, self.afv)

    def owner(self, pos: TrumpetsPosition) -> int:
        side = self.battle.side(pos)
        return side if self.attacker else 3 - side

    def takers(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        found = side_force(pos, self.battle, self.attacker)
        if not found.units:
            return ()
        able = priorities.takers(pos.game.arms, pos.printed_er, self._loss(), found)
        return (*able, *leaders_with(pos, losing(pos, self.battle, self.attacker))) if able else ()

    def settled(self, pos: TrumpetsPosition) -> bool:
        """Like units are no choice."""
        return len(self.takers(pos)) < 2

    def onward(self) -> Self | None:
        return None

    def _hits(self, pos: TrumpetsPosition, piece: int) -> int:
        """53.1a, 39.3e: hits that the loss brings; a leader who is taken takes one of those that the unit had had."""
        force = side_force(pos, self.battle, self.attacker)
        unit = self.takers(pos)[0] if piece in pos.game.arms.leaders else piece
        return priorities.hits(pos.game.arms, unit, self._loss(), force)

    def lose(self, act: Act, piece: int) -> None:
        rules = {(True, True): "52.3", (False, True): "52.4", (True, False): "52.5", (False, False): "52.6"}
        pos = act.pos
        hits = 1 if self.second else self._hits(pos, piece)
        rule = rules[self.attacker, self.afv] if hits == 1 else "53.1"
        for left in range(hits, 0, -1):
            if lose(act, piece, rule) and left > 1:
                # gaps 3.33: what is left over goes on down the list
                for _ in range(left - 1):
                    act.then(CombatLoss(self.battle, self.attacker, self.afv, True))
                return


class RoadBlockHit(TakeLosses[TrumpetsPosition], frozen=True, array_like=True, tag=111):
    """TFT 19.4d: at 5:1 and better a front-line or AFV defender behind a road block loses a step before the roll."""

    rule: ClassVar[str] = "19.4"
    decision: ClassVar[type[LoseOne]] = LoseStep

    target: int

    def owner(self, pos: TrumpetsPosition) -> int:
        return pos.controls(self.target)

    def takers(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        arms = pos.game.arms
        return tuple(u for u in bt.defenders(pos, self.target) if u in arms.front_line or u in arms.afv)

    def lose(self, act: Act, piece: int) -> None:
        lose(act, piece, "19.4")


class HoldLosses(TakeLosses[TrumpetsPosition], frozen=True, array_like=True, tag=112):
    """TFT 39.7e-l, gaps 3.7: the losses of those who hold: as many steps as the retreat has hexes.

    units  those that may hold: in the leader's range, not shocked unless in a Strong Point or fort; a leader with them
           may be taken instead (39.3e)
    """

    rule: ClassVar[str] = "39.7"
    decision: ClassVar[type[LoseOne]] = LoseStep

    side: int
    units: tuple[int, ...]
    left: int

    def owner(self, pos: TrumpetsPosition) -> int:
        return self.side

    def takers(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        able = tuple(unit for unit in self.units if pos.on_map(unit))
        return (*able, *leaders_with(pos, able))

    def onward(self) -> Self | None:
        return type(self)(self.side, self.units, self.left - 1) if self.left > 1 else None

    def settled(self, pos: TrumpetsPosition) -> bool:
        able = self.takers(pos)
        return len(able) < 2 or pos.steps_of(able) <= self.left

    def run(self, act: Act) -> None:
        """39.7k: all of it is paid, as far as there are steps."""
        for unit in _order(act.pos, self.takers(act.pos), self.left):
            lose(act, unit, "39.7")

    def lose(self, act: Act, piece: int) -> None:
        lose(act, piece, "39.7")


def _order(pos: TrumpetsPosition, units: tuple[int, ...], losses: int) -> Iterator[int]:
    for unit in units:
        for _ in range(min(pos.steps(unit), losses)):
            yield unit
            losses -= 1


DECISIONS: Final = (LoseStep, LoseGun)
STEPS: Final = (CombatLoss, RoadBlockHit, HoldLosses, LoseBattalion)
