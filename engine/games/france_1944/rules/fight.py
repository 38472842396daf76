"""One combat from its declaration to the matrix (9.1-9.6, 11.5); what the result brings stands in `results`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions.battle import Battle
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import air
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.advantage import OfferReroll
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.rules.judging import judge
from hexledger.engine.games.france_1944.rules.results import Outcome, carry_out
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import D6, MOBILE, SET_PIECE, least
from hexledger.engine.kernel.decisions import Decision, PieceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, permit, wanted


class UseAir(Decision, frozen=True, array_like=True, tag=51):
    """`use_air air.tactical`: the air marker that supports the attack."""

    marker: WordId


class Lead(Decision, frozen=True, array_like=True, tag=53):
    """`lead us_vii`: the lead unit, whose morale is checked and which takes the first loss."""

    unit: PieceId


class Dice(NamedTuple):
    """9.5: what both sides rolled."""

    attack_morale: int
    attack_hits: int
    defence_morale: int
    defence_hits: int


# ---------------------------------------------------------------------- 9.1, 11.5
class OpenBattle(Step[FrancePosition], frozen=True, array_like=True, tag=104):
    """F44 8.0, 9.1, 11.5: who fights is marked, the defenders' supply is checked, the type follows."""

    units: tuple[int, ...]
    targets: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Then air support, both lead units, the dice."""
        pos, now = act.pos, act.pos.increment
        act.declare("declare.attack", self.units, self.targets, "8.0")
        for unit in self.units:
            act.flag(unit, w.ATTACKED, now, "8.0")
        for place in self.targets:
            for piece in pos.units(place):
                check_supply(act, piece)
            for unit in pos.fighters(place):
                act.flag(unit, w.DEFENDED, now, "8.0")
        battle = Battle(self.units, self.targets, bt.is_mobile(pos, self.units, self.targets))
        act.reckon("reckon.type", self.targets[0], bt.type_lines(pos, self.units, self.targets), 0, "9.1")
        act.note("note.mobile" if battle.mobile else "note.set_piece", self.targets, "9.1")
        act.then(CombatAir(battle), AttackLead(battle))


def check_supply(act: Act, piece: int) -> None:
    """11.5: a defender's supply is looked at in the moment of combat: a marker goes, none is added."""
    if judge(act, piece, "11.5"):
        act.flag(piece, w.OOS, 0, "11.5")


# ---------------------------------------------------------------------- 9.2
class CombatAir(Choice[FrancePosition], frozen=True, array_like=True, tag=105):
    """F44 9.2: an attacking Allied player may use one air marker."""

    battle: Battle

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        side = self.battle.side(pos)
        if not air.usable(pos, side):
            return None
        return asking(pos, side, "prompt.use_air", "9.2", UseAir, Pass, places=self.battle.targets)

    def run(self, act: Act) -> None:
        """No marker at hand."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        found = wanted(decision, (UseAir, Pass), pos.game.cite("9.2"))
        if isinstance(found, UseAir):
            permit(pos, air.why_not(pos, found.marker, self.battle.side(pos)))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield from (UseAir(WordId(marker)) for marker in air.usable(pos, self.battle.side(pos)))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, UseAir):
            air.use(act, decision.marker)
            following = act.top()
            assert isinstance(following, AttackLead)
            act.become(AttackLead(following.battle._replace(air=decision.marker)))


# ---------------------------------------------------------------------- 9.3
class _NameLead(Choice[FrancePosition], frozen=True, array_like=True):
    """F44 9.3: a side names one of its units in the combat."""

    asks: ClassVar[str]

    battle: Battle

    def owner(self, pos: FrancePosition) -> int:
        """Side that names."""
        raise NotImplementedError

    def units(self, pos: FrancePosition) -> tuple[int, ...]:
        """Units that may lead."""
        raise NotImplementedError

    def led(self, act: Act, unit: int) -> None:
        """What follows."""
        raise NotImplementedError

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        units = self.units(pos)
        if len(units) < 2:
            return None
        return asking(pos, self.owner(pos), self.asks, "9.3", Lead, pieces=units, places=self.battle.targets)

    def run(self, act: Act) -> None:
        """A single unit leads."""
        self.led(act, self.units(act.pos)[0])

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("9.3")
        found = wanted(decision, Lead, rule)
        if found.unit not in self.units(pos):
            raise IllegalDecision(rule, f"{pos.name(found.unit)} does not fight on this side of the combat")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return (Lead(PieceId(unit)) for unit in self.units(pos))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        self.led(act, passed(decision, Lead).unit)


class AttackLead(_NameLead, frozen=True, array_like=True, tag=106):
    """F44 9.3: the attacker first."""

    asks: ClassVar[str] = "prompt.attack_lead"

    def owner(self, pos: FrancePosition) -> int:
        return self.battle.side(pos)

    def units(self, pos: FrancePosition) -> tuple[int, ...]:
        return self.battle.units

    def led(self, act: Act, unit: int) -> None:
        act.then(DefenceLead(self.battle._replace(attack_lead=unit)))


class DefenceLead(_NameLead, frozen=True, array_like=True, tag=107):
    """F44 9.3: then the defender."""

    asks: ClassVar[str] = "prompt.defence_lead"

    def owner(self, pos: FrancePosition) -> int:
        return w.other(self.battle.side(pos))

    def units(self, pos: FrancePosition) -> tuple[int, ...]:
        return self.battle.defenders(pos)

    def led(self, act: Act, unit: int) -> None:
        act.then(Strike(self.battle._replace(defence_lead=unit)))


# ---------------------------------------------------------------------- 9.4, 9.5
class Strike(Step[FrancePosition], frozen=True, array_like=True, tag=108):
    """F44 9.4, 9.5: strengths and morale are reckoned, both sides roll d6 and hit die."""

    battle: Battle

    def run(self, act: Act) -> None:
        """The attacker's dice first."""
        pos, battle = act.pos, self.battle
        target = battle.targets[0]
        for kind, found in (("attack", bt.attack(pos, battle)), ("defence", bt.defence(pos, battle))):
            act.reckon(f"reckon.{kind}", target, found.lines, found.total, "8.0")
        for kind, found, lead in (
            ("attack", bt.attack_morale(pos, battle), battle.attack_lead),
            ("defence", bt.defence_morale(pos, battle), battle.defence_lead),
        ):
            act.reckon(f"reckon.morale_{kind}", lead, found.lines, found.total, "9.4")
        act.then(BattleRoll(battle, Dice(*roll(act, battle, "attack"), *roll(act, battle, "defence"))))


def roll(act: Act, battle: Battle, who: str) -> tuple[int, int]:
    """9.5: the morale die and the hit die of a side."""
    lead = battle.attack_lead if who == "attack" else battle.defence_lead
    morale = act.roll(f"roll.morale_{who}", D6, lead, "9.5", low=1)
    return morale, act.roll(f"roll.hits_{who}", D6, lead, "9.5")


class BattleRoll(OfferReroll, frozen=True, array_like=True, tag=109):
    """F44 9.6, 12.10, R-20: both sides' dice, before they count; one side's two dice may be thrown again."""

    rolls: ClassVar[tuple[str, ...]] = ("reroll.attack", "reroll.defence")

    battle: Battle
    dice: Dice

    def stands(self, act: Act) -> None:
        resolve(act, self.battle, self.dice)

    def again(self, act: Act, what: int) -> None:
        who = "attack" if what == act.word("reroll.attack") else "defence"
        morale, hits = roll(act, self.battle, who)
        changed = {f"{who}_morale": morale, f"{who}_hits": hits}
        resolve(act, self.battle, self.dice._replace(**changed))


# ---------------------------------------------------------------------- 9.6
def resolve(act: Act, battle: Battle, dice: Dice) -> None:
    """9.5, 9.6: both morale checks meet in the matrix; hits are the die, the box and the ratio of the strengths."""
    pos, charts = act.pos, act.pos.game.battle
    attack = charts.passes(dice.attack_morale, bt.attack_morale(pos, battle).total)
    defence = charts.passes(dice.defence_morale, bt.defence_morale(pos, battle).total)
    for who, die, passed_ in (("attack", dice.attack_morale, attack), ("defence", dice.defence_morale, defence)):
        result = "result.passed" if passed_ else "result.failed"
        act.resolved("table.morale", f"column.morale_{who}", die, (result,), "9.5")
    cell = charts.cell(battle.mobile, attack, defence)
    number = charts.band(bt.attack(pos, battle).total, bt.defence(pos, battle).total)
    band = charts.bands[number]
    act.resolved("table.strength_ratio", "column.ratio", number + 1, (f"result.ratio_{number + 1}",), "9.6")
    column = f"column.{MOBILE if battle.mobile else SET_PIECE}"
    act.resolved("table.combat_matrix", column, 1 + 2 * (not attack) + (not defence), (f"result.{cell.name}",), "9.6")
    hits: list[int] = []
    for who, die, box, ratio in (
        ("attack", dice.attack_hits, cell.attacker_hits, band.attacker_hits),
        ("defence", dice.defence_hits, cell.defender_hits, band.defender_hits),
    ):
        lines = [("line.hit_die", die, "9.5"), ("line.matrix", box, "9.6"), ("line.ratio", ratio, "9.6")]
        total = least(die + box + ratio)
        lead = battle.attack_lead if who == "attack" else battle.defence_lead
        act.reckon(f"reckon.hits_{who}", lead, lines, total, "9.6")
        hits.append(total)
    carry_out(act, battle, Outcome(hits[0], hits[1], cell.retreat))


DECISIONS: Final = (UseAir, Lead)
STEPS: Final = (OpenBattle, CombatAir, AttackLead, DefenceLead, Strike, BattleRoll)
