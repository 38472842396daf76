"""Resolving a battle (15.2, 15.3): odds, die, table, losses, retreats, what follows (14.11, 15.11, 20.8, 21.11).

Who fights in a battle stands in the flags `attacked` and `defended` of the units: their value is the battle's number
in the impulse. So a unit that changes its counter in the battle (27.12) stays in it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from hexledger.engine.games.fortress_europa.questions import battle, bulge, contact, retreat
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import bulge as bulge_rules
from hexledger.engine.games.fortress_europa.rules import control, losses
from hexledger.engine.games.fortress_europa.rules import retreat as retreat_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.crt import ALL_STEPS
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Step, passed
from hexledger.engine.procedures import losses as losses_procedure
from hexledger.engine.procedures.losses import LoseOne
from hexledger.engine.tables.odds import shift


def fighters(pos: FortressPosition, side: int, number: int) -> tuple[int, ...]:
    """Units of a side that fight in a battle of this impulse and are left, ascending."""
    flag, flags = (f.ATTACKED if side == pos.active_side else f.DEFENDED), pos.state.flags
    return tuple([unit for unit in pos.ashore(side) if flags.get(unit << 16 | flag, 0) == number])


def next_number(pos: FortressPosition) -> int:
    """A number for a battle that no unit on the map bears."""
    flags = pos.state.flags
    return 1 + max((value for key, value in flags.items() if key & 0xFFFF in (f.ATTACKED, f.DEFENDED)), default=0)


def bystanders(pos: FortressPosition, units: tuple[int, ...], targets: tuple[int, ...]) -> tuple[int, ...]:
    """FE 14.11: Allied units of other nationalities whose only enemy stack is attacked without them: they owe it an
    attack and do not make it, but retreat with the attackers."""
    if pos.active_side != f.ALLIED:
        return ()
    raiders = pos.tables.roster.raiders
    nations = {pos.nation(unit) for unit in units if unit not in raiders}
    return tuple(
        unit
        for unit in contact.free(pos, f.ALLIED)
        if unit not in units
        and unit not in raiders
        and pos.nation(unit) not in nations
        and len(owes := contact.obliged(pos, unit)) == 1
        and owes[0] in targets
    )


class Resolve(Step[FortressPosition], frozen=True, array_like=True, tag=105):
    """FE 15.1, 15.2: one battle. The attackers bear its number already, the defenders get it here.

    aircraft  columns of ground support; lower: columns given up (15.8); others: bystanders (14.11)
    """

    number: int
    targets: tuple[int, ...]
    aircraft: int
    naval: tuple[int, ...]
    carpet: bool
    lower: int
    others: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Reckon, roll, read the table and put what it says on the agenda."""
        pos = act.pos
        units = fighters(pos, pos.active_side, self.number)
        column = self._odds(act, units)
        die = self._die(act, units)
        crt = pos.tables.crt
        surprise = bulge.surprise(pos, self.targets)
        enemy = 3 - pos.active_side
        for place in self.targets:
            for unit in contact.defenders(pos, place, enemy):
                act.flag(unit, f.DEFENDED, self.number, "14.9")
        code = crt.code(die, column)
        act.resolved("table.crt", f"column.{crt.columns[column]}", die, [f"result.{code.lower()}"], "15.2")
        self._follow(act, code, surprise)

    def _odds(self, act: Act, units: tuple[int, ...]) -> int:
        """Number of the column after support and what the attacker gave up."""
        pos = act.pos
        attack = battle.attack(pos, units, self.targets)
        lines = list(attack.lines)
        lines += [("line.naval", pos.cf(ship), "19.4") for ship in self.naval]
        attacking = sum(value for _, value, _ in lines)
        act.reckon("reckon.attack", self.targets[0], lines, attacking, "14.5")
        defences: list[battle.Line] = []
        for place in self.targets:
            defence = battle.defence(pos, place, units)
            act.reckon("reckon.defence", place, defence.lines, defence.total, "16.8")
            defences.append(("reckon.defence", defence.total, "16.8"))
        defending = sum(value for _, value, _ in defences)
        if len(defences) > 1:
            act.reckon("reckon.defences", self.targets[0], defences, defending, "14.5")
        ratio = battle.odds(attacking, defending) or "1-6"
        crt = pos.tables.crt
        count = len(crt.columns)
        printed = crt.column_of(ratio)
        declared = shift(printed, -self.lower, count)
        column = shift(declared, self.aircraft, count)
        odds_lines: list[battle.Line] = [(f"line.odds.{crt.columns[printed]}", printed + 1, "15.1")]
        if self.lower:
            odds_lines.append(("line.lower", -self.lower, "15.8"))
        if self.aircraft:
            odds_lines.append(("line.ground_support", self.aircraft, "17.10.2"))
        over = column + 1 - sum(value for _, value, _ in odds_lines)
        if over:
            odds_lines.append(("line.capped", over, "14.12"))
        act.reckon("reckon.odds", self.targets[0], odds_lines, column + 1, "15.1")
        bulge_rules.attacked(act, self.targets, declared >= crt.column_of(battle.EVEN))
        return column

    def _die(self, act: Act, units: tuple[int, ...]) -> int:
        """FE 15.2, C-20: the die with its modifiers, read as 1 to 6."""
        rolled = act.roll("roll.combat", 6, self.targets[0], "15.2", low=1)
        added = battle.modifiers(act.pos, units, self.targets, carpet=self.carpet)
        if not added:
            return rolled
        total = rolled + sum(value for _, value, _ in added)
        held = act.pos.tables.crt.held(total)
        lines: list[battle.Line] = [("line.die", rolled, "15.2"), *added]
        if held != total:
            lines.append(("line.capped", held - total, "15.2"))
        act.reckon("reckon.combat_die", self.targets[0], lines, held, "15.2")
        return held

    def _follow(self, act: Act, code: str, surprise: bool) -> None:
        """FE 15.2, 15.3: defender's losses and retreats, then the attacker's, then what the battle brings about."""
        result = act.pos.tables.crt.results[code]
        attacker, defender = act.pos.active_side, 3 - act.pos.active_side
        following: list[Step[FortressPosition]] = []
        for side, loss in ((defender, result.defender), (attacker, result.attacker)):
            if loss.steps == ALL_STEPS:
                following.append(Wipe(side, self.number))
            elif loss.steps:
                following.append(TakeLosses(side, self.number, loss.steps))
            if loss.longest:
                others = self.others if side == attacker else ()
                full = surprise and side == defender
                following.append(GiveWay(side, self.number, loss.shortest, loss.longest, full, others))
        act.then(*following, EndBattle(self.number, self.targets))


class Wipe(Step[FortressPosition], frozen=True, array_like=True, tag=106):
    """FE 15.3: AE, DE: every unit of a side in the battle is eliminated."""

    side: int
    number: int

    def run(self, act: Act) -> None:
        """Eliminate them."""
        for unit in fighters(act.pos, self.side, self.number):
            losses.eliminate(act, unit, "15.3")


class LoseStep(LoseOne, frozen=True, array_like=True, tag=107):
    """A unit that loses a step."""


class TakeLosses(losses_procedure.TakeLosses[FortressPosition], frozen=True, array_like=True, tag=107):
    """FE 15.3: the owner chooses the steps that his units lose, one after the other."""

    side: int
    number: int
    count: int

    rule: ClassVar[str] = "15.3"
    decision: ClassVar[type[LoseOne]] = LoseStep

    def owner(self, pos: FortressPosition) -> int:
        return self.side

    def takers(self, pos: FortressPosition) -> tuple[int, ...]:
        return fighters(pos, self.side, self.number)

    def settled(self, pos: FortressPosition) -> bool:
        """One unit, or more losses than steps."""
        units = fighters(pos, self.side, self.number)
        return len(units) < 2 or sum(losses.steps_left(pos, unit) for unit in units) <= self.count

    def lose(self, act: Act, piece: int) -> None:
        losses.lose_step(act, piece, self.rule)

    def onward(self) -> TakeLosses | None:
        return TakeLosses(self.side, self.number, self.count - 1) if self.count > 1 else None

    def take(self, act: Act, decision: Decision) -> None:
        """The loss first, as the logs of this game have it."""
        self.lose(act, passed(decision, LoseStep).unit)
        onward = self.onward()
        if onward is None:
            act.done()
        else:
            act.become(onward)


class GiveWay(Step[FortressPosition], frozen=True, array_like=True, tag=108):
    """FE 15.3, 14.11: who is left of a side retreats; bystanders with them if one of the attackers must."""

    side: int
    number: int
    shortest: int
    longest: int
    full: bool
    others: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Ask hex by hex."""
        units = fighters(act.pos, self.side, self.number)
        going = retreat_rules.order(act, units, self.shortest, self.longest, full=self.full)
        if any(not retreat.stands(act.pos, unit) for unit in units):
            going += retreat_rules.order(act, self.others, self.shortest, self.longest, must=True)
        act.then(*going)


class EndBattle(Step[FortressPosition], frozen=True, array_like=True, tag=109):
    """FE 15.11, 20.8, 21.11, 30.2, 33.3.9.4: after a battle: units on top of enemies, control, the advance."""

    number: int
    targets: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Settle hexes that both sides stand in; let the spearhead advance."""
        pos = act.pos
        attackers = fighters(pos, pos.active_side, self.number)
        again: list[Step[FortressPosition]] = []
        for place in self.targets:
            again += self._settle(act, place)
        spearhead = tuple(
            unit for unit in attackers if pos.on_map(unit) and pos.impulse == 1 and bulge.spearhead(pos, unit)
        )
        if spearhead:
            again.append(bulge_rules.Advance(spearhead))
        act.then(*again)

    def _settle(self, act: Act, place: int) -> tuple[Step[FortressPosition], ...]:
        pos = act.pos
        enemy = 3 - pos.active_side
        own = pos.units_of(place, pos.active_side)
        holding = [unit for unit in pos.units_of(place, enemy) if pos.flag(unit, f.DEFENDED) == self.number]
        if not own:
            return () if holding else self._driven_on(act, place)
        if holding:
            # Paratroops of another nationality that left the attack to these are lost with them.
            for unit in own:
                if pos.flag(unit, f.DROPPED) or pos.flag(unit, f.RAIDING):
                    rule = "20.8" if pos.flag(unit, f.DROPPED) else "21.11"
                    losses.eliminate(act, unit, rule, "reason.no_retreat")
            return ()
        strangers = pos.units_of(place, enemy)
        if strangers:
            # 15.11: who retreated into the hex goes on when those who held it are gone.
            return (*retreat_rules.order(act, strangers, 1, 2, must=True), Occupy(place))
        occupy(act, place)
        return ()

    def _driven_on(self, act: Act, place: int) -> tuple[Step[FortressPosition], ...]:
        """FE 15.11: Germans who had retreated into a hex that paratroops or raiders next to it have attacked go on when
        those who held it are gone."""
        pos = act.pos
        attackers = fighters(pos, pos.active_side, self.number)
        by_air = any(pos.flag(unit, f.DROPPED) or unit in pos.tables.roster.raiders for unit in attackers)
        before = tuple(
            unit
            for unit in pos.units_of(place, f.GERMAN)
            if pos.flag(unit, f.RETREATED) and pos.flag(unit, f.DEFENDED) != self.number
        )
        if pos.active_side != f.ALLIED or not by_air or not before:
            return ()
        return retreat_rules.order(act, before, 1, 2, must=True)


class Occupy(Step[FortressPosition], frozen=True, array_like=True, tag=104):
    """FE 30.2: a hex fought for from within is taken once it is clear."""

    place: int

    def run(self, act: Act) -> None:
        """Take it."""
        occupy(act, self.place)


def occupy(act: Act, place: int) -> None:
    """FE 20.8, 30.2: units that stood on top of enemies control the hex when none are left."""
    pos = act.pos
    if pos.enemies_in(place, pos.active_side):
        return
    # Ordinary units first: a port that they take works at once (20.16, 21.4).
    for unit in sorted(pos.units_of(place, pos.active_side), key=lambda unit: control.light(pos, unit)):
        by_air = control.light(pos, unit)
        control.entered(act, unit, (place, place), by_air=by_air)
        if not by_air:
            return


MISSING: Missing = ()
DECISIONS: Final = (LoseStep,)
STEPS: Final = (Resolve, Wipe, TakeLosses, GiveWay, EndBattle, Occupy)
