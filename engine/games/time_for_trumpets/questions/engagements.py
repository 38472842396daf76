"""Units tied by a combat: engaged and counterattack results and what they oblige to (52.12, 52.13, 13.6, 13.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import force
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.memory import FLAGS, PLACES, Basis, kept
from hexledger.engine.kernel.steps import Refusal

TIES = Basis(PLACES, FLAGS)


class Engaged(NamedTuple):
    """52.13: an engaged battle: the defending hex, its defenders, those of them who were attacked (others have joined
    them, 52.13.5d), and the attackers that are still tied to it."""

    target: int
    defenders: tuple[int, ...]
    original: tuple[int, ...]
    attackers: tuple[int, ...]


class Counter(NamedTuple):
    """52.12: units that must withdraw or counterattack, by the hex that they defended."""

    place: int
    stayed: tuple[int, ...]
    left: tuple[int, ...]


@kept(TIES)
def engagements(pos: TrumpetsPosition) -> dict[int, Engaged]:
    """52.13a: engaged battles by defending hex. A unit's flag holds the defending hex and one."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for unit in force.flagged(pos, w.ENGAGED):
        target = pos.flag(unit, w.ENGAGED) - 1
        inside = pos.at(unit) == target
        found.setdefault(target, ([], []))[0 if inside else 1].append(unit)
    return {
        target: Engaged(target, tuple(inside), tuple(u for u in inside if not pos.flag(u, w.JOINED)), tuple(out))
        for target, (inside, out) in sorted(found.items())
    }


def slow_to_part(pos: TrumpetsPosition, unit: int) -> bool:
    """52.13.1a-c, 52.13.2a-c, gaps 29: infantry types, AA and AT cannot leave an engaged battle."""
    arms = pos.game.arms
    if unit in arms.afv or unit in arms.recon or unit in arms.artillery or unit in arms.hq:
        return False
    return unit in arms.front_line or unit in arms.support


def bound_to(pos: TrumpetsPosition, unit: int) -> int:
    """52.13.2a-c, 52.13.6d: the hex that an engaged attacker must fight on against; -1 for a unit that is free."""
    target = pos.flag(unit, w.ENGAGED) - 1
    if target < 0 or pos.at(unit) == target or not slow_to_part(pos, unit) or pos.flag(unit, w.ATTACKED):
        return -1
    return target if pos.enemy_in(target, pos.side(unit)) else -1


def unfit(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """4.5c, 13.7h, 52.13.4g: attackers that must fight on, and whose formation rests or is exhausted."""
    return tuple(
        unit
        for unit in force.flagged(pos, w.ENGAGED)
        if pos.side(unit) == side and bound_to(pos, unit) >= 0 and not pos.active(unit)
    )


def owes(pos: TrumpetsPosition, unit: int) -> Refusal | None:
    """52.12c, 52.13.4c: a unit that has to withdraw or counterattack, or to fight on, takes up no work that would keep
    it from moving and attacking; None for one that is free to."""
    if pos.flag(unit, w.COUNTERATTACK) - 1 == pos.at(unit):
        return "52.12.1", f"{pos.name(unit)} withdraws or counterattacks"
    if bound_to(pos, unit) >= 0:
        return "52.13.4", f"{pos.name(unit)} fights on"
    return None


def tied(pos: TrumpetsPosition, unit: int) -> Refusal | None:
    """52.13.1, 52.13.2: why an engaged unit may not move out of its hex."""
    if not pos.flag(unit, w.ENGAGED) or not slow_to_part(pos, unit):
        return None
    rule = "52.13.1" if pos.at(unit) == pos.flag(unit, w.ENGAGED) - 1 else "52.13.2"
    return rule, f"{pos.name(unit)} is engaged and cannot withdraw"


def refight(pos: TrumpetsPosition, units: Iterable[int], target: int) -> bool:
    """52.13.4: the attack fights on an engaged battle."""
    return any(pos.flag(unit, w.ENGAGED) == target + 1 for unit in units)


# ---------------------------------------------------------------------- 52.12 counterattack
@kept(TIES)
def counters(pos: TrumpetsPosition) -> dict[int, Counter]:
    """52.12: groups that must withdraw or counterattack, by the hex that they defended (flag: that hex and one)."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for unit in force.flagged(pos, w.COUNTERATTACK):
        place = pos.flag(unit, w.COUNTERATTACK) - 1
        found.setdefault(place, ([], []))[0 if pos.at(unit) == place else 1].append(unit)
    return {place: Counter(place, tuple(stay), tuple(left)) for place, (stay, left) in sorted(found.items())}


def closed(pos: TrumpetsPosition, place: int, side: int) -> Refusal | None:
    """52.12.1a, desk check 46: nobody enters a position that is being vacated."""
    group = counters(pos).get(place)
    if group is not None and group.left and pos.side(group.left[0]) == side:
        return "52.12.1", f"{pos.label(place)} is being vacated"
    return None


def strikers(pos: TrumpetsPosition, place: int) -> tuple[int, ...]:
    """52.12.2a: hexes of the units that attacked a hex last and still stand beside it."""
    found = {
        pos.at(unit)
        for unit in force.flagged(pos, w.ATTACKED)
        if pos.flag(unit, w.ATTACKED) == place + 1 and pos.at(unit) in pos.game.ground.near[place]
    }
    return tuple(sorted(found))


def obliged(pos: TrumpetsPosition, group: Counter) -> tuple[int, ...]:
    """52.12.2a, gaps 34: those of a group that stayed and can attack."""
    return tuple(
        unit
        for unit in group.stayed
        if force.attack_cf(pos, unit) > 0 and unit not in pos.game.arms.artillery
        and not pos.resting(unit) and not pos.exhausted(unit)
    )  # fmt: skip


def idle(pos: TrumpetsPosition, group: Counter) -> tuple[int, ...]:
    """4.4b, 13.6b, 52.12.3c, d: those of a group that stayed and rest or are exhausted: they withdraw or are lost."""
    return tuple(unit for unit in group.stayed if not pos.active(unit))


def helpless(pos: TrumpetsPosition, group: Counter) -> bool:
    """52.12.3b-d, 4.4, 13.6f: nobody of those who stayed can counterattack: parenthesised CFs, exhausted or resting."""
    return bool(group.stayed) and not obliged(pos, group)


def must_leave(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """52.12.2b, 4.4b, 13.6: positions of a side whose units have to withdraw: some of them have left, or one must
    because it rests or is exhausted, and all go with it; or none of those who stayed could counterattack."""
    return tuple(
        place
        for place, group in counters(pos).items()
        if group.stayed
        and pos.side(group.stayed[0]) == side
        and (group.left or idle(pos, group) or helpless(pos, group))
    )
