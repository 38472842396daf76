"""Legal sets of battles (14.6, C-63): can everybody who must attack, and everything that must be attacked, be served?

An exact search over small groups. Each required enemy hex lies in exactly one battle, each obliged unit attacks in
one (or is excused by 14.11 or C-76), every attacker is adjacent to all hexes of its battle, the odds are 1-6 or better.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import battle, contact

BUDGET: Final = 4000
"""Nodes of the search for one group of contacts; a search that runs out counts as solvable."""


class Plan(NamedTuple):
    """One battle of a legal set."""

    units: tuple[int, ...]
    targets: tuple[int, ...]


class _Spent(Exception):
    """The budget is used up."""


def one_nation(pos: FortressPosition, units: tuple[int, ...]) -> bool:
    """FE 6.2, 21.3, C-46: units of one nationality attack together; raiders with anybody."""
    raiders = pos.game.roster.raiders
    return len({pos.nation(unit) for unit in units if unit not in raiders}) <= 1


def excused(pos: FortressPosition, unit: int, near: tuple[int, ...], made: Plan) -> bool:
    """FE 14.11, C-76: need a unit not attack because of a battle against the hexes that it owes an attack?

    near  all enemy hexes that the unit could have attacked
    """
    if len(near) == 1 and near[0] in made.targets and not one_nation(pos, (unit, *made.units)):
        return True
    invaded = any(contact.on_top(pos, one) and pos.flag(one, f.INVADING) for one in made.units)
    return invaded and pos.flag(unit, f.DROPPED) != 0


_Contact = tuple[int, tuple[int, ...], frozenset[int]]
"""A unit that may attack, the enemy hexes that it can attack, those to which it owes an attack."""


def _contacts(pos: FortressPosition, side: int) -> Iterator[_Contact]:
    for unit in contact.free(pos, side):
        near, owes = contact.reach(pos, unit), frozenset(contact.obliged(pos, unit))
        if near or owes:
            yield unit, near, owes


class _Search:
    """Contacts of a side, with an attack that is being declared (`now`) taken as made."""

    def __init__(self, pos: FortressPosition, side: int, now: Plan | None) -> None:
        self.pos = pos
        self.left = BUDGET
        spent = frozenset(now.units) if now else frozenset()
        hit = frozenset(now.targets) if now else frozenset()
        self.near: dict[int, tuple[int, ...]] = {}
        self.all: dict[int, tuple[int, ...]] = {}
        self.owed: dict[int, frozenset[int]] = {}
        self.failed: tuple[int, ...] = ()
        unexcused = []
        contacts: tuple[_Contact, ...] = pos.cached(("contacts", side), lambda: tuple(_contacts(pos, side)))
        for unit, everything, owes in contacts:
            if unit in spent:
                continue
            near = everything if hit.isdisjoint(everything) else tuple(p for p in everything if p not in hit)
            if near:
                self.near[unit], self.all[unit] = near, everything
            if owes - hit:
                self.owed[unit] = owes - hit
            elif owes and now is not None and not excused(pos, unit, everything, now):
                unexcused.append(unit)
        self.unexcused = tuple(unexcused)
        self.needs = contact.required(pos, side, spent) - hit

    # ------------------------------------------------------------ groups that have nothing to do with each other
    def groups(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """(required hexes, units) of each connected group of contacts."""
        beside: dict[int, list[int]] = {}
        for unit, near in self.near.items():
            for place in near:
                beside.setdefault(place, []).append(unit)
        open_needs = set(self.needs)
        while open_needs:
            frontier, hexes, units = [min(open_needs)], set[int](), set[int]()
            while frontier:
                place = frontier.pop()
                if place in hexes:
                    continue
                hexes.add(place)
                for unit in beside.get(place, ()):
                    if unit not in units:
                        units.add(unit)
                        frontier += [there for there in self.near[unit] if there in self.needs and there not in hexes]
            open_needs -= hexes
            yield tuple(sorted(hexes)), tuple(sorted(units))

    def _group(self, hexes: tuple[int, ...], units: tuple[int, ...]) -> tuple[Plan, ...] | None:
        """Battles of one group, None when there are none. A position remembers what it has solved: an attack that is
        declared leaves most groups as they were."""
        key = hexes, tuple((unit, self.near[unit], self.owed.get(unit)) for unit in units)
        known: dict[object, tuple[Plan, ...] | None] = self.pos.cached(("battle_sets",), dict)
        if key not in known:
            self.left = BUDGET
            try:
                known[key] = self._serve(frozenset(hexes), frozenset(units), ())
            except _Spent:
                known[key] = ()
        return known[key]

    def solve(self) -> tuple[Plan, ...] | None:
        """Battles of a legal set, None when there is none; `failed` then names units of a group that has none."""
        if self.unexcused:
            self.failed = self.unexcused
            return None
        plans: list[Plan] = []
        for hexes, units in self.groups():
            found = self._group(hexes, units)
            if found is None:
                self.failed = tuple(unit for unit in units if unit in self.owed) or units
                return None
            plans += found
        return tuple(plans)

    def _serve(self, needs: frozenset[int], units: frozenset[int], made: tuple[Plan, ...]) -> tuple[Plan, ...] | None:
        self.left -= 1
        if self.left < 0:
            raise _Spent
        if not needs:
            return self._settle(units, made)
        target, _ = min(((place, len(self._beside(units, (place,)))) for place in needs), key=lambda x: (x[1], x[0]))
        others = sorted(needs - {target})
        for size in range(len(others) + 1):
            possible = False
            for more in combinations(others, size):
                targets = (target, *more)
                candidates = self._beside(units, targets)
                if not candidates:
                    continue
                possible = True
                for attackers in self._smallest(candidates, targets):
                    found = self._serve(
                        needs - set(targets), units - set(attackers), (*made, Plan(attackers, tuple(sorted(targets))))
                    )
                    if found is not None:
                        return found
            if not possible:
                break
        return None

    def _beside(self, units: frozenset[int], targets: tuple[int, ...]) -> list[int]:
        """Units that reach all of several hexes: first those that owe most of it and have least else to do."""
        found = [unit for unit in sorted(units) if all(place in self.near[unit] for place in targets)]
        return sorted(found, key=lambda unit: (unit not in self.owed, len(self.near[unit]), -self.pos.cf(unit), unit))

    def _smallest(self, candidates: list[int], targets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Sets of attackers of legal odds none of which contains another, small ones first."""
        found: list[frozenset[int]] = []
        for size in range(1, len(candidates) + 1):
            for attackers in combinations(candidates, size):
                chosen = frozenset(attackers)
                if any(less <= chosen for less in found) or not one_nation(self.pos, attackers):
                    continue
                self.left -= 1
                if self.left < 0:
                    raise _Spent
                units = tuple(sorted(attackers))
                if battle.fought_at(self.pos, units, targets) is not None:
                    found.append(chosen)
                    yield units

    def _settle(self, units: frozenset[int], made: tuple[Plan, ...]) -> tuple[Plan, ...] | None:
        """Obliged units that are left over join a battle, or are excused; None when one can do neither."""
        plans = list(made)
        for unit in sorted(units):
            if unit not in self.owed:
                continue
            near = self.near[unit]
            for number, plan in enumerate(plans):
                joined = tuple(sorted((*plan.units, unit)))
                if all(place in near for place in plan.targets) and one_nation(self.pos, joined):
                    plans[number] = plan._replace(units=joined)
                    break
            else:
                if not any(excused(self.pos, unit, self.all[unit], plan) for plan in plans):
                    return None
        return tuple(plans)


def legal_set(pos: FortressPosition, side: int, now: Plan | None = None) -> tuple[Plan, ...] | None:
    """FE 14.6, C-63: battles that serve every duty of a side, after the attack `now`; None when none do."""
    return _Search(pos, side, now).solve()


def stranded(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 14.10: units one of which must be removed because no legal set of battles exists; empty when one does."""

    def search() -> tuple[int, ...]:
        found = _Search(pos, side, None)
        return () if found.solve() is not None else found.failed

    return pos.cached(("stranded", side), search)


DECISIONS: Final = ()
STEPS: Final = ()
