"""Combat strength, armour and anti-tank points of the two sides of a fight (12.51, 15.11, 22.22)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from hexledger.engine.games.june_6.questions.items import Item, of_unit, total
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

ARMOR_PER_INFANTRY = 2
"""J6 12.51: armour units that one infantry-type unit supports."""


class Strength(msgspec.Struct, frozen=True):
    """A strength with the lines that make it up."""

    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The strength."""
        return total(self.items)


def attack_strength(pos: June6Position, attackers: Sequence[int]) -> Strength:
    """J6 12.51: combat strength of an attack. Unsupported armour is halved unit by unit, then the isolated units of a
    hex are halved together (22.22). Attackers never have a bracketed strength (R-58)."""
    counted = {piece: pos.face(piece).cs for piece in attackers}
    items = [Item(of_unit(piece), counted[piece], "12.51") for piece in attackers]
    loss = 0
    for piece in unsupported_armor(pos, attackers):
        half = counted[piece] // 2
        loss += counted[piece] - half
        counted[piece] = half
    if loss:
        items.append(Item("line.unsupported_armor", -loss, "12.51"))
    items += _isolation(pos, attackers, lambda piece: counted[piece])
    return Strength(tuple(items))


def unsupported_armor(pos: June6Position, attackers: Sequence[int]) -> tuple[int, ...]:
    """J6 12.51: armour units that lack an infantry-type unit of their own formation in this attack. One infantry-type
    unit supports two; the owner would always support those that would lose most."""
    formations: dict[int, tuple[list[int], list[int]]] = {}
    for piece in attackers:
        armor, infantry = formations.setdefault(pos.formation(piece), ([], []))
        if pos.is_armor(piece):
            armor.append(piece)
        elif pos.is_infantry(piece):
            infantry.append(piece)
    alone: list[int] = []
    for armor, infantry in formations.values():
        by_loss = sorted(armor, key=lambda piece: (-_half_loss(pos.face(piece).cs), piece))
        alone += by_loss[ARMOR_PER_INFANTRY * len(infantry) :]
    return tuple(sorted(alone))


BEACH_STRENGTH = 4
"""J6 9.2: combat strength of a beach hex that defends itself."""
BEACH_COHESION = 5
"""J6 9.2: its cohesion."""


def defence_strength(pos: June6Position, defenders: Sequence[int], target: int) -> Strength:
    """J6 12.51: combat strength of every unit in the attacked hex, bracketed strengths included, and of the beach
    itself (9.2). Less than 1 counts as 1, so that there are odds."""
    items = [Item(of_unit(piece), pos.face(piece).cs, "12.51") for piece in defenders]
    items += _isolation(pos, defenders, lambda piece: pos.face(piece).cs)
    if pos.beach_defends(target):
        items.append(Item("line.beach_defence", BEACH_STRENGTH, "9.2"))
    short = 1 - total(items)
    if short > 0:
        items.append(Item("line.at_least_one", short, "12.51"))
    return Strength(tuple(items))


def armor_points(pos: June6Position, pieces: Sequence[int]) -> int:
    """J6 12.12, 15.11, 22.22: armour points of the units of one side, isolated stacks halved."""
    return _points(pos, pieces, lambda piece: pos.face(piece).armor)


def at_points(pos: June6Position, pieces: Sequence[int]) -> int:
    """J6 12.13, 15.13, 22.22: anti-tank points of the units of one side, isolated stacks halved."""
    return _points(pos, pieces, lambda piece: pos.face(piece).at)


def _points(pos: June6Position, pieces: Sequence[int], value: Callable[[int], int]) -> int:
    return sum(map(value, pieces)) + total(_isolation(pos, pieces, value))


def _isolation(pos: June6Position, pieces: Iterable[int], value: Callable[[int], int]) -> list[Item]:
    """J6 22.22, QA-SUP-3, QA-SUP-4: what the isolated units of each hex lose, attacking or defending: they
    are added up before they are halved, downwards."""
    stacks: dict[int, int] = {}
    for piece in pieces:
        if pos.flag(piece, f.ISOLATED):
            place = pos.at(piece)
            stacks[place] = stacks.get(place, 0) + value(piece)
    loss = sum(map(_half_loss, stacks.values()))
    return [Item("line.isolated", -loss, "22.22")] if loss else []


def _half_loss(points: int) -> int:
    return points - points // 2
