"""Results of combat (11.3e-g, 11.4, 11.7, 11.9, 13.5.3): losses, destruction, retreats, Engaged markers."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions.battle import Battle
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.advance import Advances
from hexledger.engine.games.case_yellow.rules.asking import LoseStep
from hexledger.engine.games.case_yellow.rules.losses import all_die, eliminate, end_engaged, lose_step, port_dies
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import ENGAGED_HEX, FL_ENGAGED
from hexledger.engine.kernel.steps import Step
from hexledger.engine.procedures.losses import TakeLosses


def carry_out(act: Act, battle: Battle, kind: int, engaged: bool, code: str) -> None:
    """11.3e, 11.3h: put what a result of the CRT brings on the agenda: losses, retreat, advance."""
    pos = act.pos
    if engaged and code != "ENG":
        fight = pos.fight_at(battle.target)
        if fight is not None:
            end_engaged(act, battle.target, fight.froms)
    attacker = battle.side(pos)
    near = bt.adjacent_units(pos, battle.units, battle.target)
    last: tuple[Step[YellowPosition], ...] = (Advances(near, battle.target, kind), AfterCombat(battle.target, attacker))
    match code:
        case "AE":
            act.then(*_attacker_eliminated(pos, near), Disrupt(near), *last)
        case "ENG":
            act.then(*_engaged(act, battle), MarkEngaged(battle))
        case "DE":
            act.then(*_defender_eliminated(act, battle), *_retreat(pos, battle, code), *last)
        case _:
            act.then(*_losses(pos, battle, code), *_retreat(pos, battle, code), *last)


# ---------------------------------------------------------------------- 11.3e one step
def _losses(pos: YellowPosition, battle: Battle, code: str) -> list[Step[YellowPosition]]:
    """11.3e: AL1, BL1, DL1; who dies all the same loses no step before (13.5.3)."""
    result, attacker = pos.game.chart.results[code], battle.side(pos)
    steps: list[Step[YellowPosition]] = []
    if result.attacker:
        steps.append(Loss(attacker, bt.loss_candidates(pos, battle, attacker, code), (), "11.3e"))
    doomed = bool(result.retreat) and all_die(pos, battle.target)
    if result.defender and battle.defenders and not doomed:
        steps.append(Loss(3 - attacker, bt.loss_candidates(pos, battle, 3 - attacker, code), (), "11.3e"))
    return steps


class Loss(TakeLosses[YellowPosition], frozen=True, array_like=True, tag=51):
    """CY 11.3e-g: somebody chooses the unit that loses a step.

    hit   units that have lost a step already; a corps does not lose a second one (11.3f)
    """

    asks = "prompt.lose_step"
    decision = LoseStep
    chooser: int
    units: tuple[int, ...]
    hit: tuple[int, ...]
    number: str

    def cited(self) -> str:
        return self.number

    def owner(self, pos: YellowPosition) -> int:
        return self.chooser

    def takers(self, pos: YellowPosition) -> tuple[int, ...]:
        corps = pos.game.roster.corps
        return tuple(u for u in self.units if pos.on_map(u) and not (u in self.hit and u in corps))

    def lose(self, act: Act, piece: int) -> None:
        lose_step(act, piece, "reason.eliminated", self.number)


# ---------------------------------------------------------------------- 11.3g AE
def _attacker_eliminated(pos: YellowPosition, near: tuple[int, ...]) -> list[Step[YellowPosition]]:
    """11.3g, 11.3c: the attacker loses two steps, one if only a corps is involved, as he chooses; but the 1st Tank
    Brigade takes any loss first."""
    side = pos.side(near[0])
    count = pos.game.chart.results["AE"].attacker
    if len(near) == 1 and near[0] in pos.game.roster.corps:
        count = pos.game.chart.corps_alone
    brigade = tuple(unit for unit in near if unit in pos.game.roster.tank_brigade)
    first = pos.steps_of(brigade)
    return [Loss(side, brigade if number < first else near, (), "11.3g") for number in range(count)]


class Disrupt(Step[YellowPosition], frozen=True, array_like=True, tag=52):
    """CY 11.3f, g, 6.1: survivors are disrupted; 6.3: but not Allied units in the Dynamo port."""

    units: tuple[int, ...]

    def run(self, act: Act) -> None:
        """A marker on each that is left."""
        for unit in self.units:
            in_port = act.pos.side(unit) == w.ALLIED and act.pos.at(unit) == act.pos.port
            if act.pos.on_map(unit) and not in_port:
                act.flag(unit, w.DISRUPTED, 1, "6.1")


# ---------------------------------------------------------------------- 11.3f DE
def _defender_eliminated(act: Act, battle: Battle) -> list[Step[YellowPosition]]:
    """11.3f, 11.7d: the works first, then regiments and brigades, then two steps, at most one of a corps: the attacker
    chooses the first, the defender the second. In the Dynamo port nobody is left to choose from (13.5.3)."""
    pos, attacker = act.pos, battle.side(act.pos)
    if all_die(pos, battle.target):
        return []
    if pos.enemy_fortress(battle.target, attacker):
        act.marker(battle.target, -1, w.DESTROYED, 1, "11.7")
    for unit in battle.defenders:
        if unit in pos.game.roster.regiments:
            eliminate(act, unit, "reason.eliminated", "11.3f")
    units = tuple(unit for unit in battle.defenders if pos.on_map(unit))
    if not units:
        return []
    return [FirstOfTwo(attacker, units), Disrupt(units)]


class FirstOfTwo(TakeLosses[YellowPosition], frozen=True, array_like=True, tag=53):
    """CY 11.3f: the attacker chooses the first loss of DE; the second follows."""

    asks = "prompt.lose_step"
    rule = "11.3f"
    decision = LoseStep
    attacker: int
    units: tuple[int, ...]

    def owner(self, pos: YellowPosition) -> int:
        return self.attacker

    def takers(self, pos: YellowPosition) -> tuple[int, ...]:
        return self.units

    def lose(self, act: Act, piece: int) -> None:
        act.then(Loss(3 - self.attacker, self.units, (piece,), self.rule))
        lose_step(act, piece, "reason.eliminated", self.rule)


# ---------------------------------------------------------------------- 11.9 ENG
def _engaged(act: Act, battle: Battle) -> list[Step[YellowPosition]]:
    """11.9a, 11.7b, G-C13: the side with the lower TR loses a step, with equal TR both; TR has no effect on a fortified
    line, so that it counts as equal."""
    pos, attacker = act.pos, battle.side(act.pos)
    ours, theirs = bt.attack_tr(pos, battle), bt.defence_tr(pos, battle)
    theirs_is = "line.defender_tr", "11.3d"
    equal_line = pos.reading(FL_ENGAGED) == FL_ENGAGED.default or not battle.defenders
    if pos.enemy_fortress(battle.target, attacker) and equal_line:
        theirs, theirs_is = ours, ("line.line_tr", "11.7")
    lines = [("line.attacker_tr", ours, "11.3d"), (theirs_is[0], theirs, theirs_is[1])]
    act.reckon("reckon.engaged", battle.target, lines, ours - theirs, "11.9a")
    steps: list[Step[YellowPosition]] = []
    if ours <= theirs:
        steps.append(Loss(attacker, bt.loss_candidates(pos, battle, attacker, "ENG"), (), "11.9a"))
    if theirs <= ours and battle.defenders:
        steps.append(Loss(3 - attacker, bt.loss_candidates(pos, battle, 3 - attacker, "ENG"), (), "11.9a"))
    return steps


class MarkEngaged(Step[YellowPosition], frozen=True, array_like=True, tag=54):
    """CY 11.9b: the defending and all attacking hexes are Engaged while units of both sides are left in them."""

    battle: Battle

    def run(self, act: Act) -> None:
        """Markers on the hexsides; 13.5.3, G-A29: who does not take part stays free where the rules say so."""
        pos, target = act.pos, self.battle.target
        attackers = [u for u in bt.adjacent_units(pos, self.battle.units, target) if pos.on_map(u)]
        if not attackers or not any(pos.on_map(unit) for unit in self.battle.defenders):
            # 11.9a: nobody advances, even into an empty hex
            act.then(AfterCombat(target, pos.side(self.battle.units[0])))
            return
        side = pos.side(attackers[0])
        for place in sorted({pos.at(unit) for unit in attackers}):
            act.marker(place, target, w.ENGAGED_LOW if place < target else w.ENGAGED_HIGH, side, "11.9b")
        for unit in attackers:
            act.flag(unit, w.ENGAGED, target + 1, "11.9b")
        for unit in pos.fighters(target):
            if target == pos.port and unit not in self.battle.defenders:
                act.flag(unit, w.SPARED, 1, "QA.1")
        if pos.reading(ENGAGED_HEX) != ENGAGED_HEX.default:
            for place in sorted({pos.at(unit) for unit in attackers}):
                for unit in pos.units(place):
                    if unit not in attackers and not pos.flag(unit, w.ENGAGED):
                        act.flag(unit, w.SPARED, 1, "G-A29")


# ---------------------------------------------------------------------- 11.4 retreat
def _retreat(pos: YellowPosition, battle: Battle, code: str) -> list[Step[YellowPosition]]:
    """11.4, 11.7c, e: the defenders retreat."""
    length = pos.game.chart.results[code].retreat
    return [DriveOff(battle.target, battle.side(pos), length)] if length else []


class DriveOff(Step[YellowPosition], frozen=True, array_like=True, tag=55):
    """CY 11.4, 11.4e, 13.5.3: units of the defending hex retreat; not out of an undestroyed fortified line; from the
    Dynamo port nobody does, all die."""

    target: int
    attacker: int
    length: int

    def run(self, act: Act) -> None:
        """Who is left in the hex by now."""
        pos = act.pos
        if pos.enemy_fortress(self.target, self.attacker):
            return
        units = pos.fighters(self.target)
        if not units:
            return
        if self.target == pos.port and port_dies(pos, self.target):
            for unit in pos.units(self.target):
                eliminate(act, unit, "reason.eliminated", "13.5")
            return
        rule = "11.4b" if self.length > 1 else "11.4d"
        act.then(Retreats(3 - self.attacker, units, self.length, rule))


class AfterCombat(Step[YellowPosition], frozen=True, array_like=True, tag=56):
    """CY 10.8d: the bridgehead that the combat went over comes off."""

    target: int
    attacker: int

    def run(self, act: Act) -> None:
        """Take the marker off."""
        if self.attacker == w.GERMAN and act.pos.state.marker(self.target, -1, w.BRIDGEHEAD):
            act.marker(self.target, -1, w.BRIDGEHEAD, 0, "10.8d")


DECISIONS: Final = ()
STEPS: Final = (Loss, Disrupt, FirstOfTwo, MarkEngaged, DriveOff, AfterCombat)
