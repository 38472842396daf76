"""Attacks of the greedy bot: the battle with the best prospects, support where it helps, else the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from hexledger.engine.games.fortress_europa.advisor import aims, outcome, support
from hexledger.engine.games.fortress_europa.questions import air, battle, battle_sets, contact, ground_support
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.combat_impulse import (
    Attack,
    EndAttacks,
    against,
    as_attack,
    duty_left,
    refusal,
    support_refusal,
)
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.tables.odds import shift

_ENOUGH: Final = 4
"""Combat factors, summed over the six faces, from which on the bot attacks unasked."""


_SPARES: Final = 2
"""The same that an attack may promise less if units are spared for another by that."""


def decide(pos: FortressPosition) -> Decision | None:
    """An attack, the end of attacks, or None when only the listed choices help."""
    if battle_sets.stranded(pos, pos.active_side):
        return None
    must = duty_left(pos)
    for value, attack in sorted(
        _candidates(pos), key=lambda pair: (_urgency(pos, *pair), pair[1].units, pair[1].targets)
    ):
        if value < _ENOUGH - pos.game.stance.daring and must is None:
            continue
        if refusal(pos, attack) is None:
            return attack
    return EndAttacks() if must is None else None


def _urgency(pos: FortressPosition, value: int, attack: Attack) -> int:
    """Sort key of an attack: what promises most, near to what is wanted, is fought first and has the aircraft."""
    return aims.detour(pos, attack.targets) - value


def _candidates(pos: FortressPosition) -> Iterator[tuple[int, Attack]]:
    side = pos.active_side
    found: dict[Attack, None] = {}
    for plan in battle_sets.legal_set(pos, side) or ():
        found.setdefault(as_attack(plan.units, plan.targets))
    places = {place for unit in contact.free(pos, side) for place in contact.reach(pos, unit)}
    for place in sorted(places):
        for attack in against(pos, (place,)):
            if len(attack.units) > 1 or not any(place in one.targets for one in found):
                found.setdefault(attack)
    for attack in found:
        value, supported = _supported(pos, attack)
        yield value, supported
        yield from _spared(pos, value, supported)


def _spared(pos: FortressPosition, value: int, attack: Attack) -> Iterator[tuple[int, Attack]]:
    """The same attack without those whom it does not need and who have another enemy to attack."""
    units = attack.units
    for unit in sorted(units, key=lambda one: (-pos.cf(one), one)):
        if len(units) > 1 and len(contact.reach(pos, unit)) > 1:
            fewer = replace(attack, units=tuple(one for one in units if one != unit))
            if prospects(pos, fewer) >= value - _SPARES:
                units = fewer.units
    if units != attack.units:
        fewer = replace(attack, units=units)
        yield prospects(pos, fewer) + _SPARES, fewer


def prospects(pos: FortressPosition, attack: Attack) -> int:
    """What an attack promises with the aircraft and ships that it names, see `outcome.expectation`."""
    ratio = battle.fought_at(pos, attack.units, attack.targets, sum(pos.cf(ship) for ship in attack.naval))
    if ratio is None:
        return -999
    waiting = sum(ground_support.committed(pos, place) for place in attack.targets)
    column = shift(pos.tables.crt.column_of(ratio), waiting + len(attack.aircraft), len(pos.tables.crt.columns))
    added = sum(value for _, value, _ in battle.modifiers(pos, attack.units, attack.targets, carpet=attack.carpet))
    stands: dict[int, int] = {unit: pos.at(unit) for unit in attack.units}
    return outcome.expectation(pos, column, added, stands, attack.targets, pos.zoc(pos.active_side))


def _supported(pos: FortressPosition, attack: Attack) -> tuple[int, Attack]:
    """The attack with what support brings it most: aircraft and ships, or carpet bombing; and what it promises."""
    planes, ships = support.planes(pos, attack.targets), support.ships(pos, attack.targets)
    full = Attack(attack.units, attack.targets, tuple(map(PieceId, planes)), tuple(map(PieceId, ships)))
    carpet = Attack(attack.units, attack.targets, (), full.naval, True)
    bare = Attack(attack.units, attack.targets, (), full.naval)
    best = max((prospects(pos, one), -number) for number, one in enumerate((full, bare)))
    chosen = (full, bare)[-best[1]]
    bombed = prospects(pos, carpet) if pos.active_side == f.ALLIED and air.on_mission(pos, "carpet_bombing") else -999
    if bombed > best[0] and support_refusal(pos, carpet) is None:
        return bombed, carpet
    return best[0], chosen


def odds_on(pos: FortressPosition, places: Sequence[int], nation: int, more: tuple[int, ...] = (), at: int = -1) -> int:
    """Number of the column at which units of a nationality could attack some hexes, those beside them and `more`, who
    would stand in `at`; -1 when they could not. Rough: all are taken to be able to attack every hex."""
    side = pos.active_side
    standing = {
        unit: there
        for place in places
        for there in pos.tables.ground.links[place]
        if there in pos.state.stacks and not pos.broken(place, there)
        for unit in pos.units_of(there, side)
        if pos.nation(unit) == nation and not pos.frozen(unit)
    }
    standing.update(dict.fromkeys(more, at))
    if not standing:
        return -1
    attacking = sum(battle.attack_value(pos, unit, places)[0] for unit in sorted(standing))
    hexes = set(standing.values())
    defending = 0
    for place in places:
        river = all(pos.river(place, there) for there in hexes)
        defending += sum(battle.defence_value(pos, unit, place, river)[0] for unit in pos.units_of(place, 3 - side))
    ratio = battle.odds(attacking, defending)
    return -1 if ratio is None else pos.tables.crt.column_of(ratio)
