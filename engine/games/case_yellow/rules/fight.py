"""One combat from its declaration to the die (11.3, 7.6, 7.9e, 13.5.3); what the result brings stands in `results`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import stacking, supply
from hexledger.engine.games.case_yellow.questions.battle import Battle
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.advance import Advances
from hexledger.engine.games.case_yellow.rules.air import spend
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.bridgeheads import BeforeCombat
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.rules.movement import OverLimits
from hexledger.engine.games.case_yellow.rules.results import carry_out
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.rules.supply_phase import judge_attack_supply
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import BELGIUM, NETHERLANDS
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.events.numbers import counted

_GARRISON: Final = {NETHERLANDS: "dutch", BELGIUM: "belgian"}
"""Country -> nation of a garrison that defends alone."""
_MOST_UNITS: Final = 4
"""8.3: a corps or division more, and two regiments: no legal stack is larger."""


class CommitAir(Decision, frozen=True, array_like=True, tag=35):
    """`commit_air 3`: air assets that support the side in this combat."""

    assets: int


class DefendPort(Decision, frozen=True, array_like=True, tag=36):
    """`defend_port br_i,br_5`: units that defend the overstacked Dynamo port."""

    units: tuple[PieceId, ...]


class DrawWall(Decision, frozen=True, array_like=True, tag=37):
    """`draw_wall`: this attack is the one of the round that the West Wall supplies."""


class SacrificeAg1(Decision, frozen=True, array_like=True, tag=38):
    """`sacrifice_ag1`: AG1 supplies without a LOS of its own and is lost after the last combat of the round."""


class OpenFight(Step[YellowPosition], frozen=True, array_like=True, tag=45):
    """CY 11.2, 7.9e: a combat begins: who fights is marked; supply units leave the hex."""

    units: tuple[int, ...]
    target: int
    kind: int
    engaged: bool

    def run(self, act: Act) -> None:
        """Mark, drive supply units off, and go on to supply, bridgehead, defenders and air."""
        pos = act.pos
        units = tuple(unit for unit in self.units if pos.on_map(unit))
        if not units:
            act.marker(self.target, -1, w.HIT, 1, "11.2")
            return
        crowded = _crowded(pos, units, self.target)
        if crowded >= 0:
            act.note("note.over_limits", (crowded,), "8.4")
            act.then(Crowd(crowded), self)
            return
        act.declare("declare.attack", units, (self.target,), "11.2")
        for unit in units:
            act.flag(unit, w.ATTACKED, 1, "11.2")
        act.marker(self.target, -1, w.HIT, 1, "11.2")
        if pos.state.marker(self.target, -1, w.MUST):
            act.marker(self.target, -1, w.MUST, 0, "9.5")
        supplies = tuple(unit for unit in pos.units(self.target) if unit in pos.game.roster.supply)
        fighters = pos.fighters(self.target)
        for unit in fighters:
            act.flag(unit, w.DEFENDED, 1, "11.2")
        if not fighters and not pos.fortress(self.target):
            for unit in supplies:
                eliminate(act, unit, "reason.eliminated", "7.9e")
            act.then(Advances(bt.adjacent_units(pos, units, self.target), self.target, self.kind))
            return
        off: tuple[Step[YellowPosition], ...] = ()
        if supplies:
            length = pos.game.chart.number("supply_unit_retreat", "hexes")
            off = (Retreats(pos.side(supplies[0]), supplies, length, "7.9e", True),)
        act.then(
            *off,
            SupplySource(units, self.target, self.kind),
            BeforeCombat(units, self.target, self.kind),
            Defenders(units, self.target, self.kind, self.engaged),
        )


def _crowded(pos: YellowPosition, units: Sequence[int], target: int) -> int:
    """8.4: a hex of the combat over the limits, -1 for none: only the port of a Dynamo that has ended can be."""
    port = pos.var("dynamo_place") - 1
    fought_in = port == target or any(pos.at(unit) == port for unit in units)
    if not fought_in or stacking.free_port(pos, port) or stacking.limits_kept(pos, pos.units(port)):
        return -1
    return port


class Crowd(OverLimits, frozen=True, array_like=True, tag=81):
    """CY 8.4: the stacking limits hold throughout combat: the owner eliminates what is over them in a hex of it."""

    place: int

    def crowded(self, pos: YellowPosition) -> Sequence[int]:
        return () if stacking.limits_kept(pos, pos.units(self.place)) else (self.place,)

    def run(self, act: Act) -> None:
        """Within the limits."""


class SupplySource(Choice[YellowPosition], frozen=True, array_like=True, tag=46):
    """CY 7.6c, 7.7, 7.8c: attack supply at the moment of combat; sources with a limit or a price are the attacker's
    choice."""

    units: tuple[int, ...]
    target: int
    kind: int

    def _offer(self, pos: YellowPosition) -> str:
        """The limited source that would help: `wall`, `ag1`, or nothing."""
        lacking = [u for u in self.units if supply.attack_source(pos, u, self.target) is None]
        german = pos.side(self.units[0]) == w.GERMAN
        name = "wall" if german else "ag1"
        if german and (self.kind != w.COMBAT or pos.var("wall_used")):
            return ""
        if not german and pos.var("ag1_price"):
            return ""
        helped = any(supply.attack_source(pos, unit, self.target, (name,)) is not None for unit in lacking)
        return name if helped else ""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        offer = self._offer(pos)
        if not offer:
            return None
        kind: type[Decision] = DrawWall if offer == "wall" else SacrificeAg1
        rule = "7.8" if offer == "wall" else "7.7"
        return asked(pos, pos.side(self.units[0]), ("prompt.supply_source", rule), (kind, Pass), self.units)

    def run(self, act: Act) -> None:
        """Only free sources; AG1 supplies for nothing more once its price is to be paid (7.7)."""
        paid = ("ag1",) if act.pos.var("ag1_price") else ()
        judge_attack_supply(act, self.units, self.target, ("free", *paid))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("7.6")
        found = wanted(decision, (DrawWall, SacrificeAg1, Pass), rule)
        offer = self._offer(pos)
        if (isinstance(found, DrawWall) and offer != "wall") or (isinstance(found, SacrificeAg1) and offer != "ag1"):
            raise IllegalDecision(rule, "this source does not help now")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield DrawWall() if self._offer(pos) == "wall" else SacrificeAg1()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        kinds = ["free"]
        if isinstance(decision, DrawWall):
            act.assign("var.wall_used", 1, "7.8")
            kinds.append("wall")
        elif isinstance(decision, SacrificeAg1):
            act.assign("var.ag1_price", 1, "7.7")
            kinds.append("ag1")
        judge_attack_supply(act, self.units, self.target, tuple(kinds))


class Defenders(Choice[YellowPosition], frozen=True, array_like=True, tag=47):
    """CY 11.2, 13.5.3: all units of the hex defend; in an overstacked Dynamo port a stack of the owner's choice."""

    units: tuple[int, ...]
    target: int
    kind: int
    engaged: bool

    def _there(self, pos: YellowPosition) -> tuple[int, ...]:
        """QA.1, G-B22: units that stand free of the Engaged combat do not defend in it, unless nobody else is left; in
        any other combat they do."""
        units = pos.fighters(self.target)
        if not self.engaged:
            return units
        return tuple(unit for unit in units if not pos.flag(unit, w.SPARED)) or units

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        there = self._there(pos)
        if self.target != pos.port or stacking.limits_kept(pos, there):
            return None
        return asked(pos, pos.side(there[0]), ("prompt.port_defenders", "13.5"), (DefendPort,), there)

    def run(self, act: Act) -> None:
        """Everybody defends."""
        self._go(act, self._there(act.pos))

    def _go(self, act: Act, defenders: tuple[int, ...]) -> None:
        battle = Battle(self.units, self.target, defenders)
        act.then(AirSupport(battle, self.kind, self.engaged, battle.side(act.pos)))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("13.5")
        found = wanted(decision, DefendPort, rule)
        there = self._there(pos)
        if not found.units or any(u not in there or found.units.count(u) > 1 for u in found.units):
            raise IllegalDecision(rule, "name units that stand in the port")
        if not stacking.limits_kept(pos, found.units):
            raise IllegalDecision(pos.game.cite("8.3"), "the defenders keep the stacking limits")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        there = self._there(pos)
        for size in range(min(len(there), _MOST_UNITS), 0, -1):
            for stack in combinations(there, size):
                if stacking.limits_kept(pos, stack):
                    yield DefendPort(tuple(map(PieceId, stack)))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, DefendPort)
        act.done()
        self._go(act, tuple(sorted(decision.units)))


class AirSupport(Choice[YellowPosition], frozen=True, array_like=True, tag=48):
    """CY 5.2, 11.3c: air assets, the attacker's first, then the defender's."""

    battle: Battle
    kind: int
    engaged: bool
    side: int

    def _available(self, pos: YellowPosition) -> int:
        """11.3c, 13.6: no Allied assets where only Dutch or Belgian units take part."""
        number = pos.track("air", self.side)
        if self.side == w.ALLIED:
            attacking = self.battle.side(pos) == w.ALLIED
            own = self.battle.units if attacking else self.battle.defenders
            garrison = _GARRISON.get(pos.game.ground.country[self.battle.target], "french")
            nations = {pos.nation(unit) for unit in own} or {garrison}
            if pos.dynamo_on or nations <= {"dutch", "belgian"}:
                return 0
        return number

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not self._available(pos):
            return None
        word = "prompt.air_attack" if self.side == self.battle.side(pos) else "prompt.air_defence"
        return asked(
            pos, self.side, (word, "11.3c"), (CommitAir,), self.battle.units, (self.battle.target,), complete=True
        )

    def run(self, act: Act) -> None:
        """No asset at hand."""
        self._go(act, 0)

    def _go(self, act: Act, assets: int) -> None:
        spend(act, self.side, assets, "11.3c")
        if self.side == self.battle.side(act.pos):
            battle = self.battle._replace(attack_air=assets)
            act.then(AirSupport(battle, self.kind, self.engaged, 3 - self.side))
        else:
            act.then(Strike(self.battle._replace(defence_air=assets), self.kind, self.engaged))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("11.3c")
        found = wanted(decision, CommitAir, rule)
        if not 0 <= found.assets <= self._available(pos):
            raise IllegalDecision(rule, f"{counted(self._available(pos), 'air asset is', 'air assets are')} available")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return (CommitAir(number) for number in range(self._available(pos) + 1))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, CommitAir)
        act.done()
        self._go(act, decision.assets)


class Strike(Step[YellowPosition], frozen=True, array_like=True, tag=49):
    """CY 11.3a-d: strengths, odds, shifts, the die, the table."""

    battle: Battle
    kind: int
    engaged: bool

    def run(self, act: Act) -> None:
        """Reckon and roll; 1:4 or worse after shifts, and an Engaged combat below 1:3 (G-A46), is AE without a roll."""
        pos, chart = act.pos, act.pos.game.chart
        target = self.battle.target
        for kind, found in (("attack", bt.attack(pos, self.battle)), ("defence", bt.defence(pos, self.battle))):
            act.reckon(f"reckon.{kind}", target, found.lines, found.total, "11.3a")
        odds = bt.odds(pos, self.battle)
        act.reckon("reckon.odds", target, [("line.initial", odds.initial, "11.3a"), *odds.lines], odds.column, "11.3b")
        if odds.column < 0:
            act.note("note.automatic_ae", (target,), "11.3a")
            carry_out(act, self.battle, self.kind, self.engaged, "AE")
            return
        column = chart.crt.columns[odds.column]
        die = act.roll("roll.combat", chart.faces, target, "11.3d", low=1)
        row, result = chart.crt.read(column, die)
        act.resolved("table.crt", f"column.{column_word(column)}", row, (f"result.{result}",), "11.3d")
        carry_out(act, self.battle, self.kind, self.engaged, result)


def column_word(column: str) -> str:
    """`2:1` as the words write it."""
    return column.replace(":", "_")


DECISIONS: Final = (CommitAir, DefendPort, DrawWall, SacrificeAg1)
STEPS: Final = (OpenFight, Crowd, SupplySource, Defenders, AirSupport, Strike)
