"""A combat as it stands: its type, both strengths, both lead units' morale (8.0, 9.1-9.4, 4.9, 11.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from hexledger.engine.games.france_1944.questions import banks, command, supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import halved
from hexledger.engine.games.france_1944.tables.ground import RHINE, RIVER
from hexledger.engine.games.france_1944.tables.switches import HQ_BONUS

Line: TypeAlias = "tuple[str | int, int, str]"
FORTIFIED = ("city", "fortress")
"""9.1, R-54: features that forbid mobile combat; town, port and West Wall alone do not."""


class Reckoning(NamedTuple):
    """Lines of (label, value, rule) and their total."""

    lines: tuple[Line, ...]
    total: int


class Battle(NamedTuple):
    """Units that attack one or two hexes.

    mobile        9.1: mobile combat, else set-piece
    air           the air marker that supports it (a word), 0 for none
    attack_lead, defence_lead   the lead units, -1 until they are named
    """

    units: tuple[int, ...]
    targets: tuple[int, ...]
    mobile: bool
    air: int = 0
    attack_lead: int = -1
    defence_lead: int = -1

    def side(self, pos: FrancePosition) -> int:
        """Side that attacks."""
        return pos.side(self.units[0])

    def defenders(self, pos: FrancePosition) -> tuple[int, ...]:
        """8.0: all combat units of the target hexes defend."""
        return tuple(unit for place in self.targets for unit in pos.fighters(place))


# ---------------------------------------------------------------------- 9.1 type
def crossed(pos: FrancePosition, unit: int, target: int) -> str:
    """The river that a unit attacks over: ``, `river` (a bridged Rhine too) or `rhine` (12.3, 12.8)."""
    return banks.water(pos, pos.at(unit), target, pos.side(unit))


def mobile_hex(pos: FrancePosition, target: int) -> bool:
    """9.1.3: clear without city or fortress; or such a place on clear terrain into which a unit retreated in the
    preceding increment, attacked by units that advanced after combat."""
    if pos.board.terrain[target] not in pos.game.battle.clear:
        return False
    if not fortified(pos, target):
        return True
    return any(just(pos, unit, w.RETREATED) for unit in pos.fighters(target))


def just(pos: FrancePosition, unit: int, flag: int) -> bool:
    """9.1, R-53: has the unit done this in the immediately preceding increment of this phase?"""
    before = pos.var("increment") - 1
    return before > 0 and pos.flag(unit, flag) == before


def fortified(pos: FrancePosition, target: int) -> bool:
    """R-54: a city or fortress."""
    return any(feature in pos.board.features[target] for feature in FORTIFIED)


def is_mobile(pos: FrancePosition, units: Iterable[int], targets: Iterable[int]) -> bool:
    """9.1, R-53, R-54: mobile when every attacker entered its hex in the increment before, nobody attacks over a river
    and every target allows it; 10.1.3: never from a southern box."""
    units, targets = tuple(units), tuple(targets)
    advanced = all(just(pos, unit, w.ADVANCED) for unit in units)
    return (
        all(pos.on_map(unit) and (just(pos, unit, w.ENTERED) or just(pos, unit, w.ADVANCED)) for unit in units)
        and not any(crossed(pos, unit, target) for unit in units for target in targets)
        and all(mobile_hex(pos, target) and (advanced or not fortified(pos, target)) for target in targets)
    )


def type_lines(pos: FrancePosition, units: Iterable[int], targets: Iterable[int]) -> list[Line]:
    """9.1: what was looked at for the type of a combat: of each attacker whether he entered his hex just before, how
    many attack over a river, how many targets bar mobile combat by their ground."""
    units, targets = tuple(units), tuple(targets)
    entered = [int(just(pos, unit, w.ENTERED) or just(pos, unit, w.ADVANCED)) for unit in units]
    over = sum(any(crossed(pos, unit, target) for target in targets) for unit in units)
    barred = sum(not mobile_hex(pos, target) for target in targets)
    return [
        *((~unit, there, "9.1") for unit, there in zip(units, entered, strict=True)),
        ("line.over_river", over, "9.1"),
        ("line.barred", barred, "9.1"),
    ]


# ---------------------------------------------------------------------- 3.8, 4.9, 11.5 strengths
def strength(pos: FrancePosition, unit: int, mobile: bool) -> int:
    """3.2, 3.8: the strength of a unit in a type of combat; a cadre has 1."""
    return pos.mobile(unit) if mobile else pos.set_piece(unit)


def attack(pos: FrancePosition, battle: Battle) -> Reckoning:
    """8.0, 4.9, 11.5: the attackers' total: OOS pieces in reaction at half, rounded up; the active HQ 3."""
    lines: list[Line] = []
    weak: list[int] = []
    for unit in battle.units:
        value = strength(pos, unit, battle.mobile)
        if pos.flag(unit, w.CUT_OFF):
            weak.append(value)
        lines.append((~unit, value, "3.8"))
    if weak:
        lines.append(("line.oos_half", halved(sum(weak)) - sum(weak), "11.5"))
    if attack_hq(pos, battle.units) >= 0:
        lines.append(("line.hq_bonus", pos.game.battle.hq_attack, "4.9"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def attack_hq(pos: FrancePosition, units: Iterable[int]) -> int:
    """4.9, R-16, R-44: the active HQ if it stands with an attacker that it may command; -1 otherwise."""
    hq = pos.active_hq
    if hq < 0 or not pos.on_map(hq):
        return -1
    return hq if helps(pos, hq, units) else -1


def helps(pos: FrancePosition, hq: int, units: Iterable[int]) -> bool:
    """4.9, R-16: the HQ stands with a unit of the combat that it may command; by the other reading of R-16 these may be
    two units."""
    here = pos.at(hq)
    fighting = [unit for unit in units if pos.at(unit) == here]
    if pos.reading(HQ_BONUS) == HQ_BONUS.default:
        return any(command.eligible(pos, hq, unit) for unit in fighting)
    return bool(fighting) and any(command.eligible(pos, hq, unit) for unit in pos.fighters(here))


def defence(pos: FrancePosition, battle: Battle) -> Reckoning:
    """8.0, 4.9, 11.5: the defenders' total: those out of supply are added up, halved, rounded up; one supplied HQ 3."""
    lines: list[Line] = []
    weak: list[int] = []
    units = battle.defenders(pos)
    for unit in units:
        value = strength(pos, unit, battle.mobile)
        lines.append((~unit, value, "3.8"))
        if not supply.supplied(pos, unit):
            weak.append(value)
    if weak:
        lines.append(("line.oos_half", halved(sum(weak)) - sum(weak), "11.5"))
    if defence_hq(pos, battle.targets, units) >= 0:
        lines.append(("line.hq_bonus", pos.game.battle.hq_defence, "4.9"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def defence_hq(pos: FrancePosition, targets: Iterable[int], units: Iterable[int]) -> int:
    """4.9, 11.5: the one supplied HQ whose 3 counts in defence, -1 for none."""
    units = tuple(units)
    for place in targets:
        for hq in pos.hqs_at(place):
            if helps(pos, hq, units) and supply.supplied(pos, hq):
                return hq
    return -1


# ---------------------------------------------------------------------- 9.4 morale
def terrain(pos: FrancePosition, battle: Battle) -> tuple[str, int]:
    """9.4, R-29: (entry, value) of the terrain that is best for the defender; never the sum; nothing if mobile."""
    found: list[tuple[int, str]] = []
    charts = pos.game.battle
    for target in battle.targets:
        names = [pos.board.terrain[target], *(f for f in FORTIFIED if f in pos.board.features[target])]
        rivers = [crossed(pos, unit, target) for unit in battle.units]
        if all(rivers):
            names.append(RHINE if all(river == RHINE for river in rivers) else RIVER)
        found.extend((charts.morale(name, battle.mobile), name) for name in names)
    value, name = max(found, key=lambda entry: entry[0])
    return name, value


def attack_morale(pos: FrancePosition, battle: Battle) -> Reckoning:
    """9.3, 9.4: adjusted morale of the attacking lead unit."""
    lines: list[Line] = [(~battle.attack_lead, pos.morale(battle.attack_lead), "9.3")]
    if battle.air:
        effect = pos.game.battle.air_effect(w.AIR_KIND[battle.air], battle.mobile)
        if effect.allied_lead:
            lines.append(("line.air", effect.allied_lead, "9.4"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def defence_morale(pos: FrancePosition, battle: Battle) -> Reckoning:
    """9.3, 9.4: adjusted morale of the defending lead unit: terrain, then air."""
    lines: list[Line] = [(~battle.defence_lead, pos.morale(battle.defence_lead), "9.3")]
    name, value = terrain(pos, battle)
    if value:
        lines.append((f"line.{name}", value, "9.4"))
    if battle.air:
        effect = pos.game.battle.air_effect(w.AIR_KIND[battle.air], battle.mobile)
        if effect.german_lead:
            lines.append(("line.air", effect.german_lead, "9.4"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))
