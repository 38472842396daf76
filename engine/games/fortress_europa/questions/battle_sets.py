"""Legal sets of battles (14.6, C-63): can everybody who must attack, and everything that must be attacked, be served?

Each required enemy hex lies in exactly one battle, each obliged unit attacks in one (or is excused by 14.11), every
attacker is adjacent to all hexes of its battle, the odds are 1-6 or better; who attacks out of a fortress makes every
hex next to it a required one (14.13). The search is exact: it splits the front
into parts that have nothing to do with each other, again after every battle that it tries, gives a part up as soon as
one obliged unit has nothing left, and remembers each part that it has solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa.questions import battle, contact
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept


class Plan(NamedTuple):
    """One battle of a legal set."""

    units: tuple[int, ...]
    targets: tuple[int, ...]


def one_nation(pos: FortressPosition, units: tuple[int, ...]) -> bool:
    """FE 6.2, 21.3, C-46: units of one nationality attack together; raiders with anybody."""
    raiders = pos.tables.roster.raiders
    return len({pos.nation(unit) for unit in units if unit not in raiders}) <= 1


def excused(pos: FortressPosition, unit: int, owes: frozenset[int], made: Plan) -> bool:
    """FE 14.11: need a unit, whose hexes are all attacked, not attack because those of another nationality do it and it
    owes it to one hex only?"""
    return len(owes) == 1 and not one_nation(pos, (unit, *made.units))


_Contact = tuple[int, tuple[int, ...], frozenset[int]]
"""A unit that may attack, the enemy hexes that it can attack, those to which it owes an attack."""


@kept(BOARD)
def _contacts(pos: FortressPosition, side: int) -> tuple[_Contact, ...]:
    return tuple(
        (unit, contact.reach(pos, unit), frozenset(contact.obliged(pos, unit))) for unit in contact.engaged(pos, side)
    )


_Part = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""Required hexes, others that may come to be required (14.13), and the units that can attack them."""

_NOBODY: Final[frozenset[int]] = frozenset()


_Key = tuple[object, ...]


class _Solved(dict[_Key, "tuple[Plan, ...] | None"]):
    """Parts of the front that searches have solved, see `_Search._part`. Their keys say all that a part hangs on but
    the position; in a checked game each is solved again."""

    def agrees(self, fresh: object) -> bool:
        """As many as were asked for; a fresh one holds none yet."""
        return isinstance(fresh, _Solved)


@kept(BOARD)
def _solved(_pos: FortressPosition, _side: int) -> _Solved:
    return _Solved()


class _Search:
    """Contacts of a side, with an attack that is being declared (`now`) taken as made and some units taken away.

    near    unit -> enemy hexes that it can still attack
    owed    unit -> hexes to which it still owes an attack
    owes    unit -> hexes to which it owed one before `now`
    needs   hexes that must still be attacked
    sorties unit in a fortress -> hexes that must be attacked if it attacks (14.13)
    """

    def __init__(
        self, pos: FortressPosition, side: int, now: Plan | None = None, without: frozenset[int] = _NOBODY
    ) -> None:
        self.pos = pos
        spent = frozenset(now.units) if now else _NOBODY
        hit = frozenset(now.targets) if now else _NOBODY
        self.near: dict[int, frozenset[int]] = {}
        self.owed: dict[int, frozenset[int]] = {}
        self.owes: dict[int, frozenset[int]] = {}
        self.failed: tuple[int, ...] = ()
        self.needs = contact.required(pos, side, spent, without) - hit
        unexcused = []
        contacts = tuple(one for one in _contacts(pos, side) if one[0] not in spent and one[0] not in without)
        self.sorties = {
            unit: frozenset(everything) - hit for unit, everything, _ in contacts if contact.sallies(pos, unit)
        }
        self.perhaps = _NOBODY.union(*self.sorties.values()) - self.needs
        open_to_attack = self.needs | self.perhaps
        for unit, everything, owes in contacts:
            self.near[unit], self.owes[unit] = frozenset(everything) & open_to_attack, owes
            left = owes & self.needs
            if left:
                self.owed[unit] = left
            elif owes and now is not None and owes <= hit and not excused(pos, unit, owes, now):
                unexcused.append(unit)
        self.unexcused = tuple(unexcused)
        self.known = _solved(pos, side)

    def solve(self) -> tuple[Plan, ...] | None:
        """Battles of a legal set, None when there is none; `failed` then names units of a part that has none."""
        if self.unexcused:
            self.failed = self.unexcused
            return None
        plans: list[Plan] = []
        for hexes, perhaps, units in self._parts(self.needs, self.perhaps, frozenset(self.near)):
            found = self._part(hexes, perhaps, units, _NOBODY)
            if found is None:
                self.failed = tuple(unit for unit in sorted(units) if unit in self.owed) or tuple(sorted(units))
                return None
            plans += found
        return tuple(plans)

    # ------------------------------------------------------------ parts that have nothing to do with each other
    def _parts(self, needs: frozenset[int], perhaps: frozenset[int], units: frozenset[int]) -> Iterator[_Part]:
        """The front split into parts with required hexes: hexes, and the units next to them; the lowest comes first."""
        places = needs | perhaps
        beside: dict[int, list[int]] = {place: [] for place in sorted(places)}
        for unit in sorted(units):
            for place in sorted(self.near[unit] & places):
                beside[place].append(unit)
        seen: set[int] = set()
        for first in sorted(needs):
            if first in seen:
                continue
            hexes, edge, found = {first}, [first], set[int]()
            while edge:
                for unit in beside[edge.pop()]:
                    if unit not in found:
                        found.add(unit)
                        more = sorted((self.near[unit] & places) - hexes)
                        hexes.update(more)
                        edge += more
            seen |= hexes
            yield frozenset(hexes & needs), frozenset(hexes & perhaps), frozenset(found)

    def _rest(
        self, needs: frozenset[int], perhaps: frozenset[int], units: frozenset[int], safe: frozenset[int]
    ) -> tuple[Plan, ...] | None:
        """Battles for what a battle has left of a part; None as soon as somebody obliged has nothing left."""
        places = needs | perhaps if needs else needs
        for unit in sorted(units):
            if unit in self.owed and unit not in safe and not self.near[unit] & places:
                return None
        plans: list[Plan] = []
        served: set[int] = set(safe)
        for hexes, others, some in self._parts(needs, perhaps, units):
            found = self._part(hexes, others, some, safe & some)
            if found is None:
                return None
            plans += found
            served |= some
        return tuple(plans) if units & self.owed.keys() <= served else None

    def _part(
        self, needs: frozenset[int], perhaps: frozenset[int], units: frozenset[int], safe: frozenset[int]
    ) -> tuple[Plan, ...] | None:
        """Battles for one part, None when there are none. `safe`: obliged units that can join a battle which has been
        made, or are excused by one."""
        key = self._key(needs, perhaps, units, safe)
        if key not in self.known:
            self.known[key] = self._search(needs, perhaps, units, safe)
        elif self.pos.checks is not None and self.known[key] != self._search(needs, perhaps, units, safe):
            from hexledger.engine.kernel.memory_checks import StaleValue

            raise StaleValue(f"{__name__}: a part of the front hangs on more than {key}")
        return self.known[key]

    def _key(self, needs: frozenset[int], perhaps: frozenset[int], units: frozenset[int], safe: frozenset[int]) -> _Key:
        """What a part comes to hangs on who is obliged, and on what its units reach and owe beyond it: that orders the
        battles that are tried. The attack that is being declared shows in nothing else."""
        places = needs | perhaps
        beyond = frozenset((unit, more) for unit in units if (more := self.near[unit] - places))
        owed = frozenset((unit, self.owed[unit] - needs) for unit in units & self.owed.keys())
        return needs, perhaps, units, safe, owed, beyond

    def _search(
        self, needs: frozenset[int], perhaps: frozenset[int], units: frozenset[int], safe: frozenset[int]
    ) -> tuple[Plan, ...] | None:
        """Try every battle for the hex that has the fewest attackers."""
        target = min(sorted(needs), key=lambda place: (len(self._beside(units, (place,))), place))
        for targets in self._groups(target, needs | perhaps, units):
            for attackers in self._smallest(self._beside(units, targets), targets):
                left = units - frozenset(attackers)
                hit = frozenset(targets)
                # 14.13: a sortie makes hexes required that were not; one that was attacked before has been served
                sortie = _NOBODY.union(*(self.sorties[unit] for unit in attackers if unit in self.sorties)) & perhaps
                then, maybe = (needs | sortie) - hit, perhaps - sortie - hit
                for nation in self._nations(attackers, targets, left):
                    plan = Plan(attackers, targets)
                    obliged = sorted(left & self.owed.keys())
                    served = safe.union(unit for unit in obliged if self._served(unit, plan, nation))
                    found = self._rest(then, maybe, left, served & left)
                    if found is not None:
                        return plan, *found
        return None

    def _groups(self, target: int, places: frozenset[int], units: frozenset[int]) -> Iterator[tuple[int, ...]]:
        """Hexes that could be attacked in one battle with `target`, few first: somebody is next to all of them."""
        beside = self._beside(units, (target,))
        others = sorted(set().union(*(self.near[unit] for unit in beside)) & places - {target})
        for size in range(len(others) + 1):
            possible = False
            for more in combinations(others, size):
                targets = tuple(sorted((target, *more)))
                if self._beside(units, targets):
                    possible = True
                    yield targets
            if not possible:
                return

    def _beside(self, units: frozenset[int], targets: tuple[int, ...]) -> list[int]:
        """Units that reach all of several hexes: first those that owe most of it and have least else to do."""
        wanted = frozenset(targets)
        found = [unit for unit in sorted(units) if wanted <= self.near[unit]]
        return sorted(found, key=lambda unit: (unit not in self.owed, len(self.near[unit]), -self.pos.cf(unit), unit))

    def _smallest(self, candidates: list[int], targets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Sets of attackers of legal odds none of which contains another, small ones first; of sets that differ in
        units that are alike only one."""
        found: list[frozenset[int]] = []
        tried: set[tuple[object, ...]] = set()
        alike = {unit: self._kind(unit) for unit in candidates}
        for size in range(1, len(candidates) + 1):
            for attackers in combinations(candidates, size):
                kinds = tuple(sorted(alike[unit] for unit in attackers))
                chosen = frozenset(attackers)
                if kinds in tried or any(less <= chosen for less in found) or not one_nation(self.pos, attackers):
                    continue
                tried.add(kinds)
                units = tuple(sorted(attackers))
                if battle.fought_at(self.pos, units, targets) is not None:
                    found.append(chosen)
                    yield units

    def _kind(self, unit: int) -> tuple[object, ...]:
        """What of a unit the search could tell from another."""
        pos, ros = self.pos, self.pos.tables.roster
        marks = (unit in ros.raiders, unit in ros.armored, unit in ros.split_79th, pos.flag(unit, f.DROPPED))
        owed, near = tuple(sorted(self.owed.get(unit, ()))), tuple(sorted(self.near[unit]))
        return pos.at(unit), pos.cf(unit), pos.nation(unit), marks, pos.flag(unit, f.INVADING), owed, near

    # ------------------------------------------------------------ who joins, who is excused
    def _nations(self, attackers: tuple[int, ...], targets: tuple[int, ...], left: frozenset[int]) -> list[int]:
        """Nationality of a battle; where only raiders fight, that of anybody obliged who could join them."""
        pos, raiders = self.pos, self.pos.tables.roster.raiders
        fixed = sorted({pos.nation(unit) for unit in attackers if unit not in raiders})
        if fixed:
            return fixed
        wanted, obliged = frozenset(targets), sorted((left & self.owed.keys()) - raiders)
        return sorted({pos.nation(unit) for unit in obliged if wanted <= self.near[unit]}) or [0]

    def _served(self, unit: int, plan: Plan, nation: int) -> bool:
        """Can an obliged unit that is left over join a battle, or does the battle excuse it?"""
        if frozenset(plan.targets) <= self.near[unit] and (
            unit in self.pos.tables.roster.raiders or self.pos.nation(unit) == nation
        ):
            return True
        return excused(self.pos, unit, self.owes[unit], plan)


def _joined(search: _Search, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """The battles with everybody obliged who is left over and can join one."""
    made = list(plans)
    fighting = {unit for plan in plans for unit in plan.units}
    for unit in sorted(search.owed):
        if unit in fighting:
            continue
        for number, plan in enumerate(made):
            together = tuple(sorted((*plan.units, unit)))
            if frozenset(plan.targets) <= search.near[unit] and one_nation(search.pos, together):
                made[number] = plan._replace(units=together)
                break
    return tuple(made)


def legal_set(pos: FortressPosition, side: int, now: Plan | None = None) -> tuple[Plan, ...] | None:
    """FE 14.6, C-63: battles that serve every duty of a side, after the attack `now`; None when none do."""
    search = _Search(pos, side, now)
    plans = search.solve()
    return None if plans is None else _joined(search, plans)


@kept(BOARD)
def stranded(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 14.10: units one of which must be removed because no legal set of battles exists; empty when one does.

    Those without any of which the rest of their part of the front can be served; where no single one is enough, all
    units of the part that owe an attack.
    """
    found = _Search(pos, side)
    if found.solve() is not None:
        return ()
    enough = [unit for unit in found.failed if _part_served(pos, side, found.failed, unit)]
    return tuple(enough) or found.failed


def _part_served(pos: FortressPosition, side: int, failed: tuple[int, ...], gone: int) -> bool:
    """Would nothing be wrong any more with a part of the front without one of its units?"""
    search = _Search(pos, side, without=frozenset((gone,)))
    return search.solve() is not None or not set(search.failed) & set(failed)
