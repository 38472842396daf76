"""Combats declared one by one (11.1, 11.2, 11.6), with their obligations (9.5), and Engaged combats first (11.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import banks, contact, duties, supply
from hexledger.engine.games.case_yellow.questions.position import Fight, YellowPosition
from hexledger.engine.games.case_yellow.rules import bridgeheads
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.fight import OpenFight
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import ENGAGED_HEX
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted
from hexledger.engine.procedures.menu import FromMenu
from hexledger.events.numbers import counted


class Attack(Decision, frozen=True, array_like=True, tag=34):
    """`attack ge_iv,ge_xi 3028`: units (an ARKO in range too) attack one hex."""

    units: tuple[PieceId, ...]
    at: PlaceId


class EndCombats(Decision, frozen=True, array_like=True, tag=54):
    """`end_combats`: no further attack in this round."""


class FightOn(Decision, frozen=True, array_like=True, tag=33):
    """`fight_on 3028`: the Engaged combat that is resolved next, with ARKO that support it from afar."""

    at: PlaceId
    arkos: tuple[PieceId, ...] = ()


class RollLimit(Decision, frozen=True, array_like=True, tag=32):
    """`roll_limit`: the Allied player rolls for motorized attacks."""


# ---------------------------------------------------------------------- 11.2, 11.8 who attacks
def check_units(pos: YellowPosition, units: Sequence[int], target: int, kind: int) -> Refusal | None:
    """11.2, 11.6, 11.8: may these units attack the hex together?"""
    roster = pos.game.roster
    if not units or len(set(units)) != len(units):
        return "11.2", "units that attack are named once each"
    near = [unit for unit in units if pos.on_map(unit) and pos.board.adjacent(pos.at(unit), target)]
    for unit in units:
        if not pos.on_map(unit) or pos.side(unit) != pos.active:
            return "11.2", f"{pos.name(unit)} is not yours to attack with"
        why = contact.may_attack(pos, unit, kind)
        if why is None and unit in roster.arko:
            why = arko(pos, unit, target, kind)
        elif why is None:
            why = contact.adjacent_attacker(pos, unit, target)
        if why is not None:
            return why
    if all(unit in roster.arko for unit in near):
        return "11.8", "an ARKO supports an attack, it does not attack alone"
    return None


def arko(pos: YellowPosition, unit: int, target: int, kind: int) -> Refusal | None:
    """11.8: an ARKO supports attacks on fortified lines, cities and works in range, if attack supplied (7.8a-c)."""
    if kind == w.MOVE:
        return "11.8", "an ARKO takes no part in motorized combat"
    if not contact.in_arko_range(pos, unit, target):
        return "11.8", f"{pos.name(unit)} cannot support an attack on {pos.label(target)}"
    if supply.attack_source(pos, unit, target, arko_sources(pos, kind)) is None:
        return "11.8", f"{pos.name(unit)} has no attack supply"
    return None


def arko_sources(pos: YellowPosition, kind: int) -> tuple[str, ...]:
    """11.8a, 7.8c: an ARKO draws on the West Wall too, in a Combat round in which it has supplied no attack yet."""
    return ("free", "wall") if kind == w.COMBAT and not pos.var("wall_used") else ("free",)


def check_attack(pos: YellowPosition, attack: Attack) -> None:
    """11.2, 9.5, 11.3a, 11.6: may this attack be declared?"""
    kind, target = pos.var("kind"), attack.at
    permit(pos, contact.may_be_attacked(pos, target, pos.active, kind))
    permit(pos, check_units(pos, attack.units, target, kind))
    if kind == w.MOVE and pos.active == w.ALLIED and len(attack.units) > pos.var("limit"):
        raise IllegalDecision(pos.game.cite("11.6a"), f"{counted(pos.var('limit'), 'motorized unit')} may still attack")
    if not duties.strong_enough(pos, attack.units, target):
        raise IllegalDecision(pos.game.cite("11.3a"), "the odds are below 1:3")
    unmet = duties.unmet(pos, attack.units, target)
    if unmet:
        names = ", ".join(map(pos.label, unmet))
        raise IllegalDecision(pos.game.cite("9.5"), f"{names} would have to be attacked too, and could not be")


def take_attack(act: Act, attack: Attack) -> None:
    """11.2b: the combat begins and is resolved before the next; what 9.5 demands is noted."""
    pos, kind = act.pos, act.pos.var("kind")
    for place in contact.obliged(pos, attack.units, attack.at):
        act.marker(place, -1, w.MUST, 1, "9.5")
    if kind == w.MOVE and pos.active == w.ALLIED:
        act.assign("var.limit", pos.var("limit") - len(attack.units), "11.6a")
    act.then(OpenFight(attack.units, attack.at, kind, False))


def _legal(pos: YellowPosition, attack: Attack) -> bool:
    try:
        check_attack(pos, attack)
    except IllegalDecision:
        return False
    return True


def candidates(pos: YellowPosition, target: int) -> Iterator[tuple[int, ...]]:
    """Useful groups of attackers: each unit, each stack, each two stacks, all; with ARKO where they help."""
    kind = pos.var("kind")
    roster = pos.game.roster
    able = [u for u in contact.eligible(pos, target, pos.active, kind) if u not in roster.arko]
    stacks = [units for _, units in contact.by_hex(pos, able)]
    found: dict[tuple[int, ...], None] = {(unit,): None for unit in able}
    found.update(dict.fromkeys(stacks))
    found.update({(*one, *two): None for one, two in combinations(stacks, 2)})
    if stacks:
        found[tuple(unit for stack in stacks for unit in stack)] = None
    guns = tuple(
        unit
        for unit in pos.of(pos.active)
        if unit in roster.arko and contact.may_attack(pos, unit, kind) is None and arko(pos, unit, target, kind) is None
    )
    for units in found:
        yield units
        if guns:
            yield (*units, *guns)


def listed(pos: YellowPosition) -> Iterator[Attack]:
    """Legal attacks by useful groups."""
    if pos.var("kind") == w.MOVE and pos.active == w.ALLIED and not pos.var("limit"):
        return
    for target in contact.targets(pos, pos.active, pos.var("kind")):
        for units in candidates(pos, target):
            attack = Attack(tuple(map(PieceId, units)), PlaceId(target))
            if _legal(pos, attack):
                yield attack


def _check_end(pos: YellowPosition, _decision: EndCombats) -> None:
    """9.5b: hexes that must be attacked are attacked first."""
    left = duties.duties(pos)
    if left:
        raise IllegalDecision(pos.game.cite("9.5"), f"{pos.label(left[0])} must be attacked too")


MENU: Final = Menu(
    (
        Action(Attack, check_attack, take_attack, listed),
        *bridgeheads.ACTIONS,
        Action(
            EndCombats,
            _check_end,
            lambda act, _decision: act.done(),
            lambda pos: () if duties.duties(pos) else (EndCombats(),),
        ),
    )
)


class Combats(FromMenu[YellowPosition], frozen=True, array_like=True, tag=41):
    """CY 4.0c.COMBAT.2, 4.0c.MOVE.4-5: attacks one after the other, each resolved before the next is declared."""

    menu = MENU
    rule = "11.2"

    side: int

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        kind = pos.var("kind")
        if not contact.targets(pos, self.side, kind) and not banks.tries(pos):
            return None
        if kind == w.MOVE and self.side == w.ALLIED and not pos.var("limit"):
            return None
        game = pos.game
        rule = "11.6" if kind == w.MOVE else "11.2"
        return Prompt(self.side, game.words["prompt.attack"], game.rules[rule], MENU.kinds, complete=False)

    def run(self, act: Act) -> None:
        """Nothing can be attacked."""


# ---------------------------------------------------------------------- 11.6a
class MotorizedLimit(Choice[YellowPosition], frozen=True, array_like=True, tag=43):
    """CY 11.6a: the Allied player may roll; the die is the number of motorized units that may attack."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not contact.targets(pos, w.ALLIED, w.MOVE):
            return None
        return asked(pos, w.ALLIED, ("prompt.limit", "11.6a"), (RollLimit, Pass))

    def run(self, act: Act) -> None:
        """No motorized unit stands beside an enemy."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        wanted(decision, (RollLimit, Pass), pos.game.cite("11.6a"))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield RollLimit()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, RollLimit):
            act.assign("var.limit", act.roll("roll.limit", act.pos.game.chart.faces, -1, "11.6a", low=1), "11.6a")


# ---------------------------------------------------------------------- 11.9b-d
def unresolved(pos: YellowPosition) -> tuple[Fight, ...]:
    """11.9b: Engaged combats that have not been resolved in this round."""
    return tuple(fight for fight in pos.fights() if not pos.state.marker(fight.target, -1, w.HIT))


def fighting(pos: YellowPosition, fight: Fight) -> tuple[int, ...]:
    """11.9b, c, G-A29: attackers of an Engaged combat now: those of old, the others in their hexes, newcomers."""
    whole = pos.reading(ENGAGED_HEX) == ENGAGED_HEX.default
    found: list[int] = []
    for place in fight.froms:
        for unit in pos.fighters(place):
            bound = pos.flag(unit, w.ENGAGED) - 1
            old = bound == fight.target
            joins = bound < 0 and not pos.flag(unit, w.SPARED) and (whole or pos.flag(unit, w.MOVED))
            if (old or (joins and _may_join(pos, unit, fight.target))) and not pos.flag(unit, w.ATTACKED):
                found.append(unit)
    return tuple(found)


def _may_join(pos: YellowPosition, unit: int, target: int) -> bool:
    """11.9c, QA.5, 10.7f, 11.8: a newcomer joins an Engaged combat where he could attack: over a hexside that lets him,
    an ARKO against fortified lines, cities and works, and attack supplied."""
    if unit in pos.game.roster.arko:
        sources = arko_sources(pos, pos.var("kind"))
        return contact.in_arko_range(pos, unit, target) and supply.attack_source(pos, unit, target, sources) is not None
    return contact.adjacent_attacker(pos, unit, target) is None


def distant_guns(pos: YellowPosition, fight: Fight) -> tuple[int, ...]:
    """11.8a, G-A44: ARKO that can support the German attack of an Engaged combat from afar, where somebody attacks."""
    if fight.side != w.GERMAN or not fighting(pos, fight):
        return ()
    return tuple(
        unit
        for unit in pos.of(w.GERMAN)
        if unit in pos.game.roster.arko
        and not pos.flag(unit, w.ATTACKED)
        and not pos.engaged(unit)
        and contact.in_arko_range(pos, unit, fight.target)
        and supply.attack_source(pos, unit, fight.target, arko_sources(pos, pos.var("kind"))) is not None
    )


def check_guns(pos: YellowPosition, arkos: Sequence[int], guns: Sequence[int]) -> None:
    """11.8a: ARKO that are named support the combat, each once."""
    for unit in arkos:
        if unit not in guns or arkos.count(unit) > 1:
            raise IllegalDecision(pos.game.cite("11.8"), f"{pos.name(unit)} cannot support this combat")


def _with_guns(target: int, guns: Sequence[int]) -> Iterator[FightOn]:
    """11.8a: an Engaged combat goes on with none, some or all of the ARKO that can support it."""
    for count in range(len(guns) + 1):
        for some in combinations(guns, count):
            yield FightOn(PlaceId(target), tuple(map(PieceId, some)))


class EngagedCombats(Choice[YellowPosition], frozen=True, array_like=True, tag=44):
    """CY 11.9, G-A14: every Engaged combat is resolved before any other, in the order of the active side."""

    side: int

    def _guns(self, pos: YellowPosition, fight: Fight) -> tuple[int, ...]:
        """11.8a: ARKO that the side of the round may add: to its own attacks only."""
        return distant_guns(pos, fight) if fight.side == self.side else ()

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        fights = unresolved(pos)
        if not fights or (len(fights) == 1 and not self._guns(pos, fights[0])):
            return None
        places = tuple(fight.target for fight in fights)
        return asked(pos, self.side, ("prompt.fight_on", "11.9"), (FightOn,), (), places)

    def run(self, act: Act) -> None:
        """The last Engaged combat, or none."""
        for fight in unresolved(act.pos)[:1]:
            act.then(self._begun(act.pos, fight, ()), self)

    def _begun(self, pos: YellowPosition, fight: Fight, arkos: Sequence[int]) -> Step[YellowPosition]:
        """11.8a: the combat; in a round of the defender the attacker names his ARKO first."""
        if fight.side != self.side and distant_guns(pos, fight):
            return Support(fight.target)
        return _begun(pos, fight, arkos)

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("11.9")
        found = wanted(decision, FightOn, rule)
        fight = next((fight for fight in unresolved(pos) if fight.target == found.at), None)
        if fight is None:
            raise IllegalDecision(rule, f"no Engaged combat waits in {pos.label(found.at)}")
        check_guns(pos, found.arkos, self._guns(pos, fight))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for fight in unresolved(pos):
            yield from _with_guns(fight.target, self._guns(pos, fight))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, FightOn)
        fight = next(fight for fight in unresolved(act.pos) if fight.target == decision.at)
        act.then(self._begun(act.pos, fight, decision.arkos))


class Support(Choice[YellowPosition], frozen=True, array_like=True, tag=80):
    """CY 11.8a, G-A44: in an Allied round the German attacker says which ARKO support his Engaged combat from afar."""

    target: int

    def _fight(self, pos: YellowPosition) -> Fight:
        return next(fight for fight in pos.fights() if fight.target == self.target)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        fight = self._fight(pos)
        guns = distant_guns(pos, fight)
        return asked(pos, fight.side, ("prompt.support", "11.8"), (FightOn,), guns, (self.target,))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("11.8")
        found = wanted(decision, FightOn, rule)
        if found.at != self.target:
            raise IllegalDecision(rule, f"the combat is in {pos.label(self.target)}")
        check_guns(pos, found.arkos, distant_guns(pos, self._fight(pos)))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return _with_guns(self.target, distant_guns(pos, self._fight(pos)))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, FightOn)
        act.done()
        act.then(_begun(act.pos, self._fight(act.pos), decision.arkos))


def _begun(pos: YellowPosition, fight: Fight, arkos: Sequence[int]) -> OpenFight:
    return OpenFight((*fighting(pos, fight), *arkos), fight.target, pos.var("kind"), True)


DECISIONS: Final = (Attack, EndCombats, FightOn, RollLimit)
STEPS: Final = (Combats, MotorizedLimit, EngagedCombats, Support)
