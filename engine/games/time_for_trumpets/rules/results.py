"""What a result of the tables brings, in order: losses, retreats, markers, advance (52, 57, desk check 36-38)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import fieldworks, force
from hexledger.engine.games.time_for_trumpets.questions.advances import ONE_HEX
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.advance import Advances, BlitzAdvances
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate
from hexledger.engine.games.time_for_trumpets.rules.hits import CombatLoss
from hexledger.engine.games.time_for_trumpets.rules.hold import Hold
from hexledger.engine.games.time_for_trumpets.rules.leaving import taken, vacated
from hexledger.engine.games.time_for_trumpets.rules.ties import call_counterattack, engage, settle_ties
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.results import ATTACKERS, DEFENDERS, read_result
from hexledger.engine.kernel.steps import Step

SHOCK_RETREAT: Final = 1
"""48 (ex 8800): hexes that shocked attackers retreat after the roll."""


def resolve(act: Act, battle: Battle, cell: str) -> None:
    """52: put what a cell brings on the agenda."""
    result = read_result(cell)
    if result.eliminated == ATTACKERS:
        act.then(Eliminate(bt.striking(act.pos, battle), "52.1"), AfterLosses(battle, cell))
        return
    if result.eliminated == DEFENDERS:
        act.then(Eliminate(bt.defenders(act.pos, battle.target), "52.2"), AfterLosses(battle, cell))
        return
    losses = [CombatLoss(battle, loss.attacker, loss.afv) for loss in result.losses]
    act.then(*losses, AfterLosses(battle, cell))


class Eliminate(Step[TrumpetsPosition], frozen=True, array_like=True, tag=113):
    """TFT 52.1, 52.2: all units of a side in the combat."""

    units: tuple[int, ...]
    rule: str

    def run(self, act: Act) -> None:
        """They are eliminated, and leaders who are left alone with them (39.3d, when an enemy enters)."""
        for unit in self.units:
            if act.pos.on_map(unit):
                eliminate(act, unit, "reason.combat", self.rule)
        settle_ties(act)


class AfterLosses(Step[TrumpetsPosition], frozen=True, array_like=True, tag=114):
    """TFT 52.10-52.13, 48, 55: who retreats, which markers are placed, who may advance."""

    battle: Battle
    cell: str

    def run(self, act: Act) -> None:
        """Markers at once; retreats of the defenders, then of the attackers, then the advance."""
        pos, battle, result = act.pos, self.battle, read_result(self.cell)
        side = battle.side(pos) if battle.units else 0
        vacated(act, battle.target)
        strike, defend = bt.striking(pos, battle), bt.defenders(pos, battle.target)
        if result.engaged and strike and defend:
            engage(act, (*strike, *defend), battle.target)
        if result.counterattack and strike and defend and not fieldworks.sheltered(pos, battle.target):
            call_counterattack(act, defend, battle.target)
        steps: list[Step[TrumpetsPosition]] = []
        if result.defender_retreat and defend:
            steps.append(Hold(battle, 3 - side, defend, result.defender_retreat))
        if result.attacker_retreat and strike:
            steps.append(Hold(battle, side, strike, result.attacker_retreat))
        steps.append(ShockRetreat(battle, result.attacker_retreat))
        # G-D36: nobody advances who leaves his hex because it was shocked
        fit = tuple(unit for unit in strike if pos.at(unit) != battle.aim or not pos.flag(unit, w.SHOCK))
        if battle.kind:
            if result.advance:
                steps.append(BlitzAdvances(battle, fit, result.advance))
        else:
            length = result.defender_retreat or ONE_HEX
            steps.append(Advances(battle, fit, length))
        steps.append(CloseBattle(battle))
        act.then(*steps)


class ShockRetreat(Step[TrumpetsPosition], frozen=True, array_like=True, tag=115):
    """TFT 48.1c (ex 8789-8803), desk check 36: a hex that was shocked is left, by its headquarters and by those in it
    who did not attack as well; who retreats farther anyhow does that."""

    battle: Battle
    retreat: int

    def run(self, act: Act) -> None:
        """Those in the hex at which the defender's bombardment was fired."""
        pos, battle = act.pos, self.battle
        if battle.aim < 0:
            return
        gone = bt.striking(pos, battle) if self.retreat >= SHOCK_RETREAT else ()
        units = tuple(u for u in pos.fighters(battle.aim) if pos.flag(u, w.SHOCK) and u not in gone)
        if units:
            from hexledger.engine.games.time_for_trumpets.rules.retreat import Retreats

            act.then(Retreats(pos.side(units[0]), units, SHOCK_RETREAT, battle.target))


class CloseBattle(Step[TrumpetsPosition], frozen=True, array_like=True, tag=116):
    """TFT 48.1f, 5.6.1, 19.0k: after the battle Abort markers come off, aircraft on support leave, and the works of
    a hex that was lost are gone."""

    battle: Battle

    def run(self, act: Act) -> None:
        """Tidy up."""
        for unit in force.flagged(act.pos, w.ABORT):
            act.flag(unit, w.ABORT, 0, "48.1")
        for plane in (self.battle.plane, self.battle.cover_plane):
            if plane >= 0 and act.pos.at(plane) >= 0:
                act.remove(plane, "reason.flown", "5.6.1")
        taken(act, self.battle.target, 3 - self.battle.side(act.pos))
        settle_ties(act)


DECISIONS: Final = ()
STEPS: Final = (Eliminate, AfterLosses, ShockRetreat, CloseBattle)
