"""Attacks of the greedy bot: the battle with the best prospects, support where it helps, else the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.decisions import Decision, PieceId
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import battle, battle_sets, contact, ground_support, naval
from hexledger.engine.games.fortress_europa.rules.combat_impulse import (
    Attack,
    EndAttacks,
    against,
    as_attack,
    duty_left,
    refusal,
    support_refusal,
)
from hexledger.engine.odds import shift

WORTH: Final = {"AE": -9, "A2": -4, "A1": -2, "AR": -1, "E2": -1, "EX": 1, "DR": 3, "D1": 5, "DE": 9}
"""What a result is worth to the attacker."""
_ENOUGH: Final = 4
"""Sum over the six faces from which on the bot attacks unasked."""


def decide(pos: FortressPosition) -> Decision | None:
    """An attack, the end of attacks, or None when only the listed choices help."""
    if battle_sets.stranded(pos, pos.active_side):
        return None
    must = duty_left(pos)
    for value, attack in sorted(_candidates(pos), key=lambda pair: (-pair[0], pair[1].units, pair[1].targets)):
        if value < _ENOUGH and must is None:
            break
        if refusal(pos, attack) is None:
            return _supported(pos, attack)
    return EndAttacks() if must is None else None


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
        yield prospects(pos, attack), attack


def prospects(pos: FortressPosition, attack: Attack) -> int:
    """Sum of WORTH over the faces of the die, with the support that the attack could have."""
    ships = sum(pos.cf(ship) for ship in _ships(pos, attack))
    ratio = battle.fought_at(pos, attack.units, attack.targets, ships)
    if ratio is None:
        return -99
    columns = battle.columns(pos)
    column = shift(battle.column_of(pos, ratio), len(_planes(pos, attack)), len(columns))
    added = sum(value for _, value, _ in battle.modifiers(pos, attack.units, attack.targets, carpet=False))
    rows = pos.game.edition.chart("crt", "rows")
    return sum(WORTH[rows[str(max(1, min(6, die + added)))][columns[column]]] for die in range(1, 7))


def _planes(pos: FortressPosition, attack: Attack) -> tuple[int, ...]:
    planes = ground_support.available(pos, pos.active_side)
    for count in range(min(2, len(planes)), 0, -1):
        if ground_support.refusal(pos, pos.active_side, planes[:count], attack.targets) is None:
            return planes[:count]
    return ()


def _ships(pos: FortressPosition, attack: Attack) -> tuple[int, ...]:
    if pos.active_side != f.ALLIED:
        return ()
    return naval.able(pos, attack.targets)[:2]


def _supported(pos: FortressPosition, attack: Attack) -> Attack:
    """The attack with aircraft and ships, or with carpet bombing, as far as the rules let it have them."""
    planes, ships = _planes(pos, attack), _ships(pos, attack)
    full = Attack(attack.units, attack.targets, tuple(map(PieceId, planes)), tuple(map(PieceId, ships)))
    carpet = Attack(attack.units, attack.targets, (), full.naval, True)
    bare = Attack(attack.units, attack.targets, (), full.naval)
    return next((one for one in (carpet, full, bare) if support_refusal(pos, one) is None), attack)


def odds_on(pos: FortressPosition, places: Sequence[int], more: tuple[int, ...] = ()) -> int:
    """Number of the column at which a side that moves could attack some hexes with everybody beside them and `more`; -1
    when it could not. Rough: terrain of the defenders counts, nationality does not."""
    side = pos.active_side
    beside = {
        unit
        for place in places
        for there in pos.game.ground.links[place]
        if not pos.broken(place, there)
        for unit in pos.units_of(there, side)
        if not pos.frozen(unit)
    }
    attacking = sum(battle.attack_value(pos, unit, places)[0] for unit in sorted(beside | set(more)))
    defending = sum(
        battle.defence_value(pos, unit, place, False)[0] for place in places for unit in pos.units_of(place, 3 - side)
    )
    ratio = battle.odds(attacking, defending)
    return -1 if ratio is None else battle.column_of(pos, ratio)
