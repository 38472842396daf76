"""A combat impulse (4.3 B3, B5, 14): the side attacks, one battle after the other, until nobody is obliged any more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.games.fortress_europa.questions import (
    air,
    battle,
    battle_sets,
    bulge,
    contact,
    districts,
    ground_support,
    naval,
)
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import bulge as bulge_rules
from hexledger.engine.games.fortress_europa.rules import decoys, losses, results
from hexledger.engine.games.fortress_europa.rules import districts as districts_rules
from hexledger.engine.games.fortress_europa.rules import ground_support as ground_support_rules
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted
from hexledger.engine.tables.odds import shift

obliged = contact.obliged
"""14.1: enemy hexes to which a unit owes an attack."""


class Attack(Decision, frozen=True, array_like=True, tag=35):
    """An attack: units, the hexes they attack, and what supports them.

    aircraft  ground support (17.10.2); naval: naval support (19.4); carpet: carpet bombing (17.10.9)
    lower     columns by which the odds are declared lower (15.8)
    """

    units: tuple[PieceId, ...]
    targets: tuple[PlaceId, ...]
    aircraft: tuple[PieceId, ...] = ()
    naval: tuple[PieceId, ...] = ()
    carpet: bool = False
    lower: int = 0


class RemoveUnattackable(Decision, frozen=True, array_like=True, tag=36):
    """A unit that cannot attack as it must is removed (14.10)."""

    unit: PieceId


class EndAttacks(Decision, frozen=True, array_like=True, tag=37):
    """The side makes no more attacks in this impulse."""


# ---------------------------------------------------------------------- legality
def solvable(pos: FortressPosition) -> bool:
    """FE 14.6, C-63: is there a legal set of battles for the side that moves?"""
    return battle_sets.legal_set(pos, pos.active_side) is not None


def refusal(pos: FortressPosition, decision: Attack) -> Refusal | None:
    """FE 14: why an attack may not be made (rule, reason), None when it may."""
    units, targets = decision.units, decision.targets
    return (
        _who(pos, units, targets)
        or _where(pos, units, targets)
        or bulge.attack_refusal(pos, units, targets)
        or support_refusal(pos, decision)
        or _duties(pos, units, targets)
    )


def _who(pos: FortressPosition, units: tuple[int, ...], targets: tuple[int, ...]) -> Refusal | None:
    """FE 6.2, 14.2, 14.9, 19.5: the attackers, land units only."""
    side = pos.active_side
    if not units or len(set(units)) != len(units):
        return "14.5", "name the attackers, each once"
    if not targets or len(set(targets)) != len(targets):
        return "14.6", "name the hexes that are attacked, each once"
    free = contact.free(pos, side)
    for unit in units:
        if unit in free:
            continue
        if pos.side(unit) != side or unit not in pos.tables.roster.land or not pos.on_map(unit):
            return "14.2", f"{pos.name(unit)} is no unit of the side that moves, on the map"
        if pos.frozen(unit):
            return "C-102", f"{pos.name(unit)} is frozen"
        return "14.9", f"{pos.name(unit)} has fought in this impulse"
    if not battle_sets.one_nation(pos, units):
        return "6.2", "units of different nationalities do not attack together"
    return None


def _where(pos: FortressPosition, units: tuple[int, ...], targets: tuple[int, ...]) -> Refusal | None:
    """FE 12.8, 14.1, 14.6 C, 14.9, 20.8: the hexes attacked."""
    enemy = 3 - pos.active_side
    for place in targets:
        if not 0 <= place < pos.board.n_hexes or not pos.units_of(place, enemy):
            return "14.6", "no enemy is in a hex that is attacked"
        if not contact.defenders(pos, place, enemy):
            return "14.9", f"{pos.label(place)} has been attacked in this impulse"
    for unit in units:
        near = contact.reach(pos, unit)
        for place in targets:
            if place not in near:
                return _out_of_reach(pos, unit, place)
    first = contact.drops_first(pos, pos.active_side)
    if first and not any(place in first for place in targets):
        return "20.8", "paratroops on top of enemies fight before all others"
    for place in targets:
        if place in first and not any(pos.at(unit) == place for unit in units):
            return "20.8", f"the paratroops on top of the enemies in {pos.label(place)} must take part"
    return None


def _out_of_reach(pos: FortressPosition, unit: int, place: int) -> Refusal:
    name, here, there = pos.name(unit), pos.label(pos.at(unit)), pos.label(place)
    if contact.on_top(pos, unit):
        return "12.8" if pos.flag(unit, f.INVADING) else "20.8", f"{name} fights the enemy in its own hex {here}"
    if contact.first_impulse_invader(pos, unit):
        return "12.8", f"{name} is an invader and attacks no other hex in the first impulse"
    if pos.board.distance(pos.at(unit), place) == 1:
        if pos.broken(pos.at(unit), place):
            return "14.1", f"the bridges between {here} and {there} are out"
        return "14.1", f"{name} in {here} cannot attack {there} over the water"
    return "14.6", f"{name} in {here} is not next to {there}"


def support_refusal(pos: FortressPosition, decision: Attack) -> Refusal | None:
    """FE 14.10, 15.8, 17.10.2, 17.10.9, 19.4: odds and support."""
    units, targets = decision.units, decision.targets
    why = naval.refusal(pos, pos.active_side, decision.naval, targets)
    if why is None:
        why = ground_support.refusal(pos, pos.active_side, decision.aircraft, targets)
    if why is not None:
        return why
    fired = sum(pos.cf(ship) for ship in decision.naval)
    ratio = battle.fought_at(pos, units, targets, fired)
    if ratio is None:
        return "14.10", "the odds are below 1-6"
    waiting = sum(ground_support.committed(pos, place) for place in targets)
    most = pos.game.edition.chart_int("odds_column_shifts", "max_aircraft_per_battle")
    if waiting + len(decision.aircraft) > most:
        return "17.10.2", f"at most {most} aircraft support one battle"
    column = pos.tables.crt.column_of(ratio)
    if not 0 <= decision.lower <= column:
        return "15.8", f"the odds are {ratio}; they cannot be declared {decision.lower} columns lower"
    if decision.carpet:
        declared = shift(column, -decision.lower, len(pos.tables.crt.columns))
        within = declared <= pos.tables.crt.column_of(battle.CARPET_LIMIT)
        return ground_support.carpet_refusal(pos, decision.aircraft, waiting > 0, within, ratio)
    return None


def _duties(pos: FortressPosition, units: tuple[int, ...], targets: tuple[int, ...]) -> Refusal | None:
    """FE 14.6, C-63: after the attack everybody else must still be able to do his duty."""
    side = pos.active_side
    roused = pos if contact.compelled(pos, units) else districts.roused_by(pos, targets)
    if roused is not pos and battle_sets.legal_set(roused, side, battle_sets.Plan(units, targets)) is None:
        return "9.8", "Germans whom that attack would release could not all be attacked as they must"
    if battle_sets.legal_set(pos, side, battle_sets.Plan(units, targets)) is not None:
        return None
    idle = battle_sets.stranded(pos, side)
    if idle:
        return "14.10", f"{pos.name(idle[0])} cannot attack as it must: units must be removed first"
    return "14.6", "after that attack not every unit and enemy hex that must attack or be attacked could be served"


def duty_left(pos: FortressPosition) -> Refusal | None:
    """FE 14.1, 14.6, 33.4.1: what must still be attacked before the impulse can end."""
    side = pos.active_side
    for place in sorted(contact.required(pos, side)):
        return "14.6", f"{pos.label(place)} must still be attacked"
    for unit in contact.free(pos, side):
        if contact.obliged(pos, unit):
            return "14.1", f"{pos.name(unit)} must still attack"
    owed = bulge.owes_attacks(pos)
    if owed and any(_american_line(pos)):
        return "33.4.1", f"{owed} more attacks at 1-1 or better on the American line are due"
    return None


def _american_line(pos: FortressPosition) -> Iterator[Attack]:
    """FE 33.4.1: attacks at 1-1 or better that the German could still make on the American line."""
    for place in sorted(pos.scenario.us_line):
        for attack in against(pos, (place,)):
            ratio = battle.fought_at(pos, attack.units, attack.targets)
            even = ratio is not None and pos.tables.crt.column_of(ratio) >= pos.tables.crt.column_of(battle.EVEN)
            if even and refusal(pos, attack) is None:
                yield attack


# ---------------------------------------------------------------------- what is offered
def as_attack(units: tuple[int, ...], targets: tuple[int, ...]) -> Attack:
    """An attack without support."""
    return Attack(tuple(PieceId(unit) for unit in sorted(units)), tuple(PlaceId(place) for place in sorted(targets)))


def against(pos: FortressPosition, targets: tuple[int, ...]) -> Iterator[Attack]:
    """Attacks on hexes without support: everybody of a nationality, each hex alone; on one hex also all but one, and
    each unit alone."""
    side = pos.active_side
    beside = tuple(
        unit
        for unit in contact.free(pos, side)
        if all(place in contact.reach(pos, unit) for place in targets)
        and bulge.attack_refusal(pos, (unit,), targets) is None
    )
    raiders = pos.tables.roster.raiders
    nations = dict.fromkeys(pos.nation(unit) for unit in beside)
    offered: dict[tuple[int, ...], None] = {}
    for nation in nations:
        units = tuple(unit for unit in beside if pos.nation(unit) == nation or unit in raiders)
        offered.setdefault(units)
        for here in dict.fromkeys(pos.at(unit) for unit in units):
            offered.setdefault(tuple(unit for unit in units if pos.at(unit) == here))
        if len(targets) == 1:
            for without in units:
                offered.setdefault(tuple(unit for unit in units if unit != without))
            for unit in units:
                offered.setdefault((unit,))
    for units in offered:
        if units:
            yield as_attack(units, targets)


def _offers(pos: FortressPosition) -> Iterator[Attack]:
    """Attacks worth showing: a legal set's battles, then attacks on each hex and on pairs of hexes."""
    side = pos.active_side
    plans = battle_sets.legal_set(pos, side) or ()
    for plan in plans:
        yield as_attack(plan.units, plan.targets)
    places = tuple(dict.fromkeys(place for unit in contact.engaged(pos, side) for place in contact.reach(pos, unit)))
    for place in sorted(places):
        yield from against(pos, (place,))
    for pair in combinations(sorted(places), 2):
        if pos.board.distance(*pair) <= 2:
            yield from against(pos, pair)


def _supported(pos: FortressPosition, attack: Attack) -> Iterator[Attack]:
    """An attack with all the support that it can have, if any, then without, then with carpet bombing (17.10.9)."""
    planes = ground_support.available(pos, pos.active_side)
    ships = naval.able(pos, attack.targets) if pos.active_side == f.ALLIED else ()
    for count in range(min(3, len(planes)), 0, -1):
        some = planes[:count]
        if ground_support.refusal(pos, pos.active_side, some, attack.targets) is None:
            yield _with(attack, some, ships)
            break
    if ships:
        yield _with(attack, (), ships)
    yield attack
    if pos.active_side == f.ALLIED and air.on_mission(pos, "carpet_bombing"):
        yield Attack(attack.units, attack.targets, naval=tuple(PieceId(ship) for ship in ships), carpet=True)


def _with(attack: Attack, planes: tuple[int, ...], ships: tuple[int, ...]) -> Attack:
    return Attack(
        attack.units, attack.targets, tuple(PieceId(plane) for plane in planes), tuple(PieceId(ship) for ship in ships)
    )


class CombatImpulse(Choice[FortressPosition], frozen=True, array_like=True, tag=35):
    """FE 14: the battles of an impulse, in the order that the attacker likes (14.3)."""

    side: int
    number: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        if decoys.shows(pos):
            return None
        if not contact.engaged(pos, self.side) and not contact.required(pos, self.side):
            return None
        greif = (bulge_rules.IgnoreZones.kind(),) if bulge.ignore_refusal(pos) is None else ()
        idle = battle_sets.stranded(pos, self.side)
        if idle:
            kinds: tuple[str, ...] = (RemoveUnattackable.kind(), *greif)
            return Prompt(self.side, words["prompt.unattackable"], rules["14.10"], kinds, idle)
        kinds = (Attack.kind(), *greif, EndAttacks.kind())
        return Prompt(self.side, words["prompt.combat"], rules["14.1"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """FE 31.6: decoys that have been seen are shown; or nobody can attack anybody."""
        shows = decoys.shows(act.pos)
        if shows:
            act.then(*shows, self)
        else:
            ground_support_rules.lost(act)

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (Attack, RemoveUnattackable, bulge_rules.IgnoreZones, EndAttacks), pos.game.cite("14.1"))
        permit(pos, self._why_not(pos, decision))

    def _why_not(self, pos: FortressPosition, decision: Decision) -> Refusal | None:
        if isinstance(decision, Attack):
            return refusal(pos, decision)
        if isinstance(decision, RemoveUnattackable):
            if decision.unit in battle_sets.stranded(pos, self.side):
                return None
            return "14.10", f"{pos.name(decision.unit)} need not be removed"
        if isinstance(decision, bulge_rules.IgnoreZones):
            return bulge.ignore_refusal(pos)
        return duty_left(pos)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        idle = battle_sets.stranded(pos, self.side)
        if idle:
            for unit in idle:
                yield RemoveUnattackable(PieceId(unit))
        if bulge.ignore_refusal(pos) is None:
            yield bulge_rules.IgnoreZones()
        if idle:
            return
        seen: set[Attack] = set()
        for attack in _offers(pos):
            if attack in seen:
                continue
            seen.add(attack)
            if refusal(pos, attack) is None:
                for supported in _supported(pos, attack):
                    if supported is attack or support_refusal(pos, supported) is None:
                        yield supported
        if duty_left(pos) is None:
            yield EndAttacks()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, RemoveUnattackable):
            losses.eliminate(act, decision.unit, "14.10", "reason.unattackable")
        elif isinstance(decision, Attack):
            self._battle(act, decision)
        elif isinstance(decision, bulge_rules.IgnoreZones):
            bulge_rules.ignore(act)
        else:
            act.done()
            ground_support_rules.lost(act)

    def _battle(self, act: Act, attack: Attack) -> None:
        """Declare the attack: support is used up, frozen units are released (9.8), the battle is fought."""
        pos = act.pos
        act.declare("declare.attack", attack.units, attack.targets, "14.3")
        others = results.bystanders(pos, attack.units, attack.targets)
        aircraft = len(attack.aircraft) + sum(ground_support.committed(pos, place) for place in attack.targets)
        for place in attack.targets:
            if ground_support.committed(pos, place):
                act.marker(place, -1, "marker.ground_support", 0, "17.10.2")
        ground_support_rules.used(act, attack.aircraft, attack.carpet)
        naval_rules.used(act, attack.naval)
        number = results.next_number(pos)
        for unit in sorted(attack.units):
            act.flag(unit, f.ATTACKED, number, "14.9")
        if self.side == f.ALLIED and not contact.compelled(pos, attack.units):
            enemies = [unit for place in attack.targets for unit in pos.units_of(place, f.GERMAN)]
            districts_rules.attacked(act, enemies)
        act.then(
            results.Resolve(
                number, tuple(attack.targets), aircraft, tuple(attack.naval), attack.carpet, attack.lower, others
            )
        )


MISSING: Missing = ()
DECISIONS: Final = (Attack, RemoveUnattackable, EndAttacks)
STEPS: Final = (CombatImpulse,)
