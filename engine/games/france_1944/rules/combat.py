"""Attacks declared one by one in an attack increment (8.0, 12.8, 10.1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import banks
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.fight import OpenBattle
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import FIRST_BOX
from hexledger.engine.games.france_1944.tables.ground import RHINE
from hexledger.engine.games.france_1944.tables.switches import ADJACENCY
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit


class Attack(Decision, frozen=True, array_like=True, tag=52):
    """`attack us_vii,us_2ad 1209,1310`: units attack one hex or two."""

    units: tuple[PieceId, ...]
    at: tuple[PlaceId, ...]


# ---------------------------------------------------------------------- who may attack what
def may_attack(pos: FrancePosition, unit: int) -> Refusal | None:
    """4.9, 5.3, 6.0, 8.0: why a unit may not attack in this increment; None when it may."""
    name = pos.name(unit)
    if pos.is_hq(unit):
        return "4.9", f"{name} never attacks itself"
    if not pos.flag(unit, w.ACTIVE) or not pos.on_map(unit):
        return "8.0", f"{name} is not commanded"
    if pos.flag(unit, w.ADMIN):
        return "5.3", f"{name} is in administrative movement"
    if pos.flag(unit, w.ATTACKED) == pos.var("increment"):
        return "8.0", f"{name} has attacked in this increment"
    least = pos.game.chart.boxes[pos.var("box")].attack
    if not pos.mpa(unit) or pos.mpa(unit) < least:
        return "6.0", f"{name} has MPA {pos.mpa(unit)}; {least} is wanted to attack in this box"
    return None


def may_reach(pos: FrancePosition, unit: int, target: int) -> Refusal | None:
    """8.0, 12.8, R-56: why a unit may not attack this hex from where it stands."""
    here = pos.at(unit)
    if target not in pos.game.ground.near[here]:
        blocked = pos.board.adjacent(here, target) if here < pos.board.n_hexes else False
        why = "is behind a blocked hexside from" if blocked else "is not adjacent to"
        return "8.0", f"{pos.name(unit)} {why} {pos.label(target)}"
    if banks.water(pos, here, target, pos.side(unit)) == RHINE:
        if pos.var("box") != FIRST_BOX:
            return "12.8", "over the Rhine without a bridge units attack in box 1 only"
        if not pos.flag(unit, w.AT_RHINE):
            return "12.8", f"{pos.name(unit)} did not begin the phase at the Rhine"
    return None


def may_be_attacked(pos: FrancePosition, target: int, side: int) -> Refusal | None:
    """8.0, R-23, R-45: why a hex may not be attacked now."""
    label = pos.label(target)
    if target >= pos.board.n_hexes:
        return "10.1.3", f"nobody attacks into {label}"
    units = pos.fighters(target)
    if not units or pos.side(units[0]) == side:
        return "8.0", f"no enemy combat unit stands in {label}"
    if any(pos.flag(unit, w.DEFENDED) == pos.var("increment") for unit in units):
        return "8.0", f"a unit in {label} has been attacked in this increment"
    if target not in pos.scenario.land:
        return "13.1", f"{label} lies outside the play area"
    return None


def check_attack(pos: FrancePosition, attack: Attack) -> None:
    """8.0, R-6: may this attack be declared?"""
    rule = pos.game.cite("8.0")
    if not attack.units or len(set(attack.units)) != len(attack.units):
        raise IllegalDecision(rule, "units that attack are named once each")
    if not 1 <= len(attack.at) <= 2 or len(set(attack.at)) != len(attack.at):
        raise IllegalDecision(rule, "one or two hexes are attacked")
    side = pos.var("active")
    for target in attack.at:
        permit(pos, may_be_attacked(pos, target, side))
    for unit in attack.units:
        permit(pos, may_attack(pos, unit))
        for target in attack.at:
            permit(pos, may_reach(pos, unit, target))
    if pos.reading(ADJACENCY) != ADJACENCY.default:
        permit(pos, _mutual(pos, attack))


def _mutual(pos: FrancePosition, attack: Attack) -> Refusal | None:
    """R-6, the other reading: all hexes that take part are adjacent to each other, southern boxes among them."""
    places = sorted({pos.at(unit) for unit in attack.units}) + list(attack.at)
    ground = pos.game.ground
    for one, two in combinations(places, 2):
        beside = two in ground.near[one] or one in ground.near[two] or ground.key(one, two) in ground.between_boxes
        if not beside:
            return "8.0", f"{pos.label(one)} is not adjacent to {pos.label(two)}"
    return None


# ---------------------------------------------------------------------- what is offered
def able(pos: FrancePosition) -> tuple[int, ...]:
    """Units that may attack something in this increment."""
    return tuple(unit for unit in pos.commanded() if may_attack(pos, unit) is None)


def reachable(pos: FrancePosition, units: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Target hex -> units that can attack it, ascending."""
    side = pos.var("active")
    found: dict[int, list[int]] = {}
    for unit in units:
        for there in pos.game.ground.near[pos.at(unit)]:
            if may_be_attacked(pos, there, side) is None and may_reach(pos, unit, there) is None:
                found.setdefault(there, []).append(unit)
    return {target: tuple(found[target]) for target in sorted(found)}


def groups(pos: FrancePosition, units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Useful groups: each unit, each stack, all together; each once."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(pos.at(unit), []).append(unit)
    found: dict[tuple[int, ...], None] = {(unit,): None for unit in units}
    found.update(dict.fromkeys(tuple(stack) for stack in stacks.values()))
    found[tuple(units)] = None
    return iter(found)


def listed(pos: FrancePosition) -> Iterator[Attack]:
    """Legal attacks by useful groups: on each target, and on each two targets that units reach together."""
    targets = reachable(pos, able(pos))
    pairs = [
        ((one, two), tuple(unit for unit in targets[one] if unit in targets[two]))
        for one, two in combinations(targets, 2)
    ]
    for at, units in [*(((target,), units) for target, units in targets.items()), *pairs]:
        for group in groups(pos, units) if units else ():
            attack = Attack(tuple(map(PieceId, group)), tuple(map(PlaceId, at)))
            if _legal(pos, attack):
                yield attack


def _legal(pos: FrancePosition, attack: Attack) -> bool:
    return pos.reading(ADJACENCY) == ADJACENCY.default or _mutual(pos, attack) is None


def take_attack(act: Act, attack: Attack) -> None:
    """8.0: the combat is resolved before the next is declared."""
    act.then(OpenBattle(tuple(sorted(attack.units)), tuple(sorted(attack.at))))


ACTIONS: Final = (Action(Attack, check_attack, take_attack, listed),)
DECISIONS: Final = (Attack,)
STEPS: Final = ()
