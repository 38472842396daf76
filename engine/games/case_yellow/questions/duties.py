"""Hexes that must be attacked too when units attack from several hexes, and whether they still can be (9.5b, 11.2d)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import contact, stacking
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w

_MOST_DEFENDERS: Final = 4
"""8.3: a corps or division more, and two regiments: no legal stack is larger."""


def defenders_likely(pos: YellowPosition, target: int) -> tuple[int, ...]:
    """8.4, 13.5.3: units that will defend: all, or the strongest legal stack of an overstacked Dynamo port, during
    Dynamo or after it."""
    units = pos.fighters(target)
    if stacking.limits_kept(pos, units):
        return units
    return max(_legal_stacks(pos, units), key=lambda stack: (sum(map(pos.cs, stack)), stack))


def _legal_stacks(pos: YellowPosition, units: Sequence[int]) -> list[tuple[int, ...]]:
    """13.5.3: stacks within the normal limits that no unit can be added to."""
    found: list[tuple[int, ...]] = []
    for size in range(min(len(units), _MOST_DEFENDERS), 0, -1):
        for stack in combinations(units, size):
            if stacking.limits_kept(pos, stack) and not any(set(stack) < set(larger) for larger in found):
                found.append(stack)
    return found


def strong_enough(pos: YellowPosition, units: Sequence[int], target: int) -> bool:
    """11.3a: initial odds of at least 1:3."""
    defenders = defenders_likely(pos, target)
    if not defenders and not pos.fortress(target):
        return True
    return bt.initial(pos, bt.Battle(tuple(units), target, defenders)) >= 0


def _groups(pos: YellowPosition, place: int, kind: int, without: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Smallest groups of units that could attack a hex at 1:3 or better, the smaller first."""
    if contact.may_be_attacked(pos, place, pos.active, kind) is not None:
        return
    arko = pos.game.roster.arko
    units = [unit for unit in contact.eligible(pos, place, pos.active, kind, without) if unit not in arko]
    if not units or not strong_enough(pos, units, place):
        return
    found: list[set[int]] = []
    for size in range(1, len(units) + 1):
        for group in combinations(units, size):
            if not any(smaller <= set(group) for smaller in found) and strong_enough(pos, group, place):
                found.append(set(group))
                yield group


def can_meet(
    pos: YellowPosition, places: Sequence[int], kind: int, without: Sequence[int] = (), limit: int | None = None
) -> bool:
    """9.5b, 11.2d: can each of these hexes still be attacked in this round, by units of its own?

    without   units that attack elsewhere
    limit     units that may still attack (11.6a), None for any number
    """
    if not places:
        return True
    place, rest = places[0], places[1:]
    for group in _groups(pos, place, kind, without):
        if limit is not None and len(group) > limit:
            return False
        new = tuple(p for p in contact.obliged(pos, group, place) if p not in places)
        left = None if limit is None else limit - len(group)
        if can_meet(pos, (*rest, *new), kind, (*without, *group), left):
            return True
    return False


def limit(pos: YellowPosition) -> int | None:
    """11.6a: units that may still attack in an Allied Move round; None for any number."""
    counted = pos.var("kind") == w.MOVE and pos.active == w.ALLIED
    return pos.var("limit") if counted else None


def duties(pos: YellowPosition) -> tuple[int, ...]:
    """9.5b: hexes that must be attacked before the combats of the round end, as far as each still can be."""
    marked = sorted(key >> 32 for key in pos.state.markers if key & 0xFFFF == w.MUST)
    return tuple(place for place in marked if can_meet(pos, (place,), pos.var("kind"), (), limit(pos)))


def unmet(pos: YellowPosition, units: Sequence[int], target: int) -> tuple[int, ...]:
    """9.5b: hexes that an attack would oblige to attack too, or leaves over, and that could not be attacked then.

    An attack that does one of several duties which cannot all be done is free to leave the others (G-B3).
    """
    kind = pos.var("kind")
    left = limit(pos)
    after = None if left is None else left - len(units)
    new = contact.obliged(pos, units, target)
    open_ones = duties(pos)
    others = tuple(place for place in open_ones if place != target)
    wanted = tuple(dict.fromkeys((*new, *others)))
    if can_meet(pos, wanted, kind, units, after):
        return ()
    alone = target in open_ones and not can_meet(pos, open_ones, kind, (), left)
    return () if alone and can_meet(pos, new, kind, units, after) else new or others
