"""A battle: strengths, odds, dice modifiers (12.13, 14.4-14.8, 14.12, 15.1, 15.8, 16, 31.16, 31.18, 33.3.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa.questions import bulge, contact
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.switches import ARMOR_TARGETS, CITY_ARMOR
from hexledger.engine.tables.odds import defender_ratio

Line = tuple[str | int, int, str]
"""Label (word, or ~piece), value, rule."""

EVEN: Final = "1-1"
CARPET_LIMIT: Final = "2-1"
_BATTERED: Final = frozenset({"mountain", "alpine"})
_VARSITY: Final = ("br_1_ab", "br_6_ab")


class Reckoning(NamedTuple):
    """A calculation: its lines and their sum."""

    lines: tuple[Line, ...]
    total: int


def _half_up(value: int) -> int:
    return (value + 1) // 2


# ---------------------------------------------------------------------- 16 strengths
def broken_ground(pos: FortressPosition, place: int) -> bool:
    """FE 16.5: rough terrain or a city, where armour counts half."""
    return pos.terrain(place) == "rough" or pos.is_city(place)


def river_between(pos: FortressPosition, place: int, attackers: Iterable[int]) -> bool:
    """FE 16.2, C-18: do all attackers attack a hex across a river?"""
    froms = {pos.at(unit) for unit in attackers}
    return bool(froms) and all(here != place and pos.river(here, place) for here in froms)


def _defending(pos: FortressPosition, unit: int, place: int, river: bool) -> Reckoning:
    """FE 14.4, 16.1-16.5, C-38: combat factor of a defender in a hex, and what changes it."""
    cf = pos.cf(unit)
    lines: list[Line] = [(~unit, cf, "2.6")]
    fort = pos.side(unit) == f.GERMAN and pos.fortress(place)
    high = pos.terrain(place) in _BATTERED
    city = pos.is_city(place)
    if unit in pos.tables.roster.armored and broken_ground(pos, place):
        if fort:
            lines.append(("line.fortress", 0, "16.5"))
        else:
            lines.append(("line.armor_halved", _half_up(cf) - cf, "16.5"))
        city = city and not fort and pos.reading(CITY_ARMOR) == CITY_ARMOR.values["both"]
        high, fort = high and not fort, False
    now = sum(value for _, value, _ in lines)
    if high or city:
        lines.append(("line.city", now, "16.1"))
    elif fort:
        lines.append(("line.fortress", now, "16.3"))
    elif river:
        lines.append(("line.river", now, "16.2"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def _attacking(pos: FortressPosition, unit: int, targets: tuple[int, ...]) -> Reckoning:
    """FE 14.4, 16.5, C-19: combat factor of an attacker against hexes: armour is halved if any of them (or, by a
    switch, all of them) is rough or a city, except by surprise (33.3.9.3)."""
    cf = pos.cf(unit)
    lines: list[Line] = [(~unit, cf, "2.6")]
    enough = any if pos.reading(ARMOR_TARGETS) == ARMOR_TARGETS.default else all
    if unit in pos.tables.roster.armored and targets and enough(broken_ground(pos, place) for place in targets):
        if pos.side(unit) == f.GERMAN and bulge.surprise(pos, targets):
            lines.append(("line.bulge", 0, "33.3.9.3"))
        else:
            lines.append(("line.armor_halved", _half_up(cf) - cf, "16.5"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def defence_value(pos: FortressPosition, unit: int, place: int, river: bool) -> tuple[int, str]:
    """FE 14.4, 16.1-16.5, C-38: combat factor of a defender in a hex, and the rule that changed it most.

    `river`: every attacker attacks across a river.
    """
    found = _defending(pos, unit, place, river)
    halved = any(label == "line.armor_halved" for label, _, _ in found.lines)
    return found.total, "16.5" if halved else found.lines[-1][2]


def attack_value(pos: FortressPosition, unit: int, targets: Iterable[int]) -> tuple[int, str]:
    """FE 14.4, 16.5: combat factor of an attacker against hexes, and the last rule that it is by."""
    found = _attacking(pos, unit, tuple(targets))
    return found.total, found.lines[-1][2]


def defence(pos: FortressPosition, place: int, attackers: Iterable[int]) -> Reckoning:
    """FE 14.7, 16.8: strength of what can be attacked in a hex, unit by unit, each with what changes its factor."""
    units = tuple(attackers)
    if not units:
        return Reckoning((), 0)
    river = river_between(pos, place, units)
    lines: list[Line] = []
    for unit in contact.defenders(pos, place, 3 - pos.side(units[0])):
        lines += _defending(pos, unit, place, river).lines
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def _engineered(pos: FortressPosition, attackers: tuple[int, ...], targets: tuple[int, ...]) -> frozenset[int]:
    """FE 31.16 b: hexes of 79th brigades that take part in an attack across a river: units there count double."""
    if not pos.option("31.16"):
        return frozenset()
    return frozenset(
        pos.at(unit)
        for unit in attackers
        if unit in pos.tables.roster.split_79th and any(pos.river(pos.at(unit), place) for place in targets)
    )


def attack(pos: FortressPosition, attackers: Iterable[int], targets: Iterable[int]) -> Reckoning:
    """FE 14.5: strength of the attackers, unit by unit, each with what changes its factor; without naval support."""
    units, places = tuple(attackers), tuple(targets)
    doubled = _engineered(pos, units, places)
    lines: list[Line] = []
    for unit in units:
        strength = _attacking(pos, unit, places)
        lines += strength.lines
        if pos.at(unit) in doubled:
            lines.append(("line.79th", strength.total, "31.16"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


# ---------------------------------------------------------------------- 15.1 odds
def legal(attacking: int, defending: int) -> bool:
    """FE 14.8, 14.10: 1-6 or better."""
    return attacking > 0 and 6 * attacking >= defending


def odds(attacking: int, defending: int) -> str | None:
    """FE 14.12, 15.1: odds such as `3-1`, fractions to the defender, at most 7-1; None below 1-6."""
    if not legal(attacking, defending):
        return None
    if defending <= 0:
        return "7-1"
    ratio = defender_ratio(attacking, defending)
    return f"{min(ratio.attacker, 7)}-{ratio.defender}"


def fought_at(
    pos: FortressPosition, attackers: tuple[int, ...], targets: tuple[int, ...], extra: int = 0
) -> str | None:
    """FE 14.10, 15.1, C-78: odds of an attack; `extra` is naval support, which cannot make illegal odds legal."""
    defending = sum(defence(pos, place, attackers).total for place in targets)
    attacking = attack(pos, attackers, targets).total
    if not legal(attacking, defending):
        return None
    return odds(attacking + extra, defending)


# ---------------------------------------------------------------------- dice
def modifiers(
    pos: FortressPosition, attackers: Iterable[int], targets: Iterable[int], *, carpet: bool
) -> tuple[Line, ...]:
    """FE 12.13, 17.10.9, 31.16, 31.18, 33.3.9.3, 33.3.9.4, C-134: modifiers of the combat die."""
    units, places = tuple(attackers), tuple(targets)
    roster, index = pos.tables.roster, pos.game.edition.counter_index
    found: list[Line] = []
    engineers = [unit for unit in units if unit in roster.of_79th]
    if pos.primary_turn and pos.impulse == 1:
        if any(unit not in roster.split_79th for unit in engineers):
            found.append(("line.79th", 2, "12.13"))
        found += [("line.79th", 1, "31.16") for unit in engineers if unit in roster.split_79th]
    # C-134: the brigade against a city or fortress is a sentence of its own; on the beaches both add.
    if pos.option("31.16") and any(unit in roster.split_79th for unit in engineers):
        strong = any(pos.is_city(place) or pos.fortress(place) for place in places)
        found += [("line.79th", 1, "31.16")] if strong else []
    if carpet:
        found.append(("line.carpet", 2, "17.10.9"))
    if pos.option("31.18"):
        dropped = [index[name] for name in _VARSITY if pos.flag(index[name], f.DROPPED)]
        if any(unit in dropped for unit in units):
            found.append(("line.varsity", 1, "31.18"))
    if bulge.surprise(pos, places):
        found.append(("line.bulge", 1, "33.3.9.3"))
    if bulge.beyond_start_line(pos, places):
        found.append(("line.1ss", -1, "33.3.9.4"))
    return tuple(found)


DECISIONS: Final = ()
STEPS: Final = ()
