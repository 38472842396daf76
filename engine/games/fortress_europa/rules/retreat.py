"""Retreats (9.6, 15.4-15.11, 16.4, 22.2, 33.3.9.3): which ways are open, who chooses, what happens without one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import contact, districts, partisan, retreat
from hexledger.engine.games.fortress_europa.questions import ways as land
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import airborne, control, losses, march
from hexledger.engine.games.fortress_europa.rules import districts as districts_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, wanted
from hexledger.engine.procedures import retreat as retreats
from hexledger.engine.procedures.retreat import RetreatAlong, Retreating, Way


# ---------------------------------------------------------------------- 15.5 where a retreat may go
def no_entry(pos: FortressPosition, unit: int, here: int, there: int) -> Refusal | None:
    """FE 8.4, 15.5, 15.6, 15.9, 24.3, C-61, C-152: why a retreating unit cannot go from one hex to the next, None when
    it can."""
    side, name = pos.side(unit), pos.label(there)
    if there not in pos.tables.ground.links[here]:
        return "15.9", f"no way leads from {pos.label(here)} to {name}"
    if pos.broken(here, there) and not land.bridged(pos, land.mover(pos, unit), here, there):
        return "15.9", f"the bridges between {pos.label(here)} and {name} are out"
    if side == f.GERMAN and partisan.in_hex(pos, there):
        return "24.3", f"the Partisan is in {name}"
    # 9.1 C, 15.10: to leave its district, or to go back into that of a forced retreat, a unit may be forced.
    why = land.step(pos, land.mover(pos, unit)._replace(barred=0, bound=0), here, there)
    if joins_battle(pos, unit, there) and (why is None or why[0] == "C-61"):
        return None
    if why is None and pos.in_ezoc(there, side):
        return "15.5", f"{name} is in an enemy ZOC"
    return why


def joins_battle(pos: FortressPosition, unit: int, there: int) -> bool:
    """FE 15.11: a German may retreat into a German hex in which paratroops or raiders are fighting, as long as no other
    enemy has a ZOC there."""
    if pos.side(unit) != f.GERMAN or not pos.units_of(there, f.GERMAN):
        return False
    fighters = pos.units_of(there, f.ALLIED)
    if not fighters or not all(pos.flag(one, f.DROPPED) or pos.flag(one, f.RAIDING) for one in fighters):
        return False
    return all(pos.at(one) == there for one in pos.zoc(f.ALLIED).get(there, ()))


def ways(pos: FortressPosition, unit: int, shortest: int, longest: int, full: bool = False) -> tuple[Way, ...]:
    """FE 15.4-15.7, 15.10, 16.7, C-43, C-70: clear ways of a retreat of a unit from where it stands, shortest first.

    full   the end must be as far from the start as the way is long (33.3.9.3)
    A way through a frozen district is one only when there is no other (15.10).
    """
    start, ground = pos.at(unit), pos.tables.ground
    found: list[Way] = []

    @cache  # long ways go over the same hexes again and again
    def may_enter(here: int, there: int) -> bool:
        return no_entry(pos, unit, here, there) is None

    @cache
    def has_room(there: int) -> bool:
        return there != ground.dyke and pos.fits(there, (unit,))

    for length in range(shortest, longest + 1):

        def may_end(there: int, far: int = length) -> bool:
            return has_room(there) and (not full or pos.board.distance(start, there) == far)

        found += retreats.ways(start, length, ground.links, may_enter, may_end)
    if pos.side(unit) == f.ALLIED:
        open_ways = [way for way in found if not any(in_frozen_district(pos, place) for place in way)]
        found = open_ways or found
    return tuple(found)


def in_frozen_district(pos: FortressPosition, place: int) -> bool:
    """FE 15.10: a hex of a district whose units are frozen."""
    district = pos.tables.ground.district[place]
    if not district or districts.released(pos, district):
        return False
    return any(pos.frozen(unit) == district for unit in pos.ashore(f.GERMAN))


# ---------------------------------------------------------------------- steps
def order(
    act: Act, units: tuple[int, ...], shortest: int, longest: int, *, full: bool = False, must: bool = False
) -> tuple[Step[FortressPosition], ...]:
    """FE 15.4, 16.4: steps that make units retreat, hex by hex. `full`: surprise of the Bulge: nobody stands, the owner
    moves (33.3.9.3). `must`: they did not fight, so that nothing lets them stand (14.11, 15.11)."""
    pos = act.pos
    by_hex: dict[int, list[int]] = {}
    for unit in units:
        if pos.on_map(unit):
            by_hex.setdefault(pos.at(unit), []).append(unit)
    found: list[Step[FortressPosition]] = []
    for place in sorted(by_hex):
        here = tuple(sorted(by_hex[place]))
        side = pos.side(here[0])
        if full:
            found.append(FallBack(side, place, here, shortest, longest, True))
        elif not must and any(retreat.stands(pos, unit) for unit in here):
            found.append(StandOrRetreat(side, place, here, shortest, longest))
        else:
            found.append(FallBack(pos.active_side, place, here, shortest, longest, False))
    return tuple(found)


class Stand(Decision, frozen=True, array_like=True, tag=115):
    """Units that stand; the others of the hex retreat, moved by their owner."""

    units: tuple[PieceId, ...]


class StandOrRetreat(Choice[FortressPosition], frozen=True, array_like=True, tag=115):
    """FE 16.4: the owner of units in rough terrain or a fortress says which of them stand."""

    side: int
    place: int
    units: tuple[int, ...]
    shortest: int
    longest: int

    def _left(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.at(unit) == self.place)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        left = self._left(pos)
        if not left:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["prompt.stand"], rules["16.4"], (Stand.kind(),), left, (self.place,))

    def run(self, act: Act) -> None:
        """Nobody is left."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite("16.4")
        decision = wanted(decision, Stand, rule)
        left = self._left(pos)
        if len(set(decision.units)) != len(decision.units):
            raise IllegalDecision(rule, "name each unit once")
        for unit in decision.units:
            if unit not in left:
                raise IllegalDecision(rule, f"{pos.name(unit)} is not asked to retreat from {pos.label(self.place)}")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        left = self._left(pos)
        for size in range(len(left), -1, -1):
            for group in combinations(left, size):
                yield Stand(tuple(PieceId(unit) for unit in group))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Stand)
        going = tuple(unit for unit in self._left(act.pos) if unit not in decision.units)
        act.done()
        if going:
            act.then(FallBack(self.side, self.place, going, self.shortest, self.longest, False))


class Retreat(RetreatAlong, frozen=True, array_like=True, tag=116):
    """Units of a hex retreat together along the hexes that they enter."""


class FallBack(Retreating[FortressPosition], frozen=True, array_like=True, tag=116):
    """FE 15.4, 15.5: units of one hex retreat, moved by `mover`; those without a clear way are eliminated.

    shortest, longest  hexes of the retreat; full: see `ways`
    """

    rule = "15.4"
    decision = Retreat

    mover: int
    place: int
    units: tuple[int, ...]
    shortest: int
    longest: int
    full: bool

    def moved_by(self, pos: FortressPosition) -> int:
        """The enemy, or the owner of those that could have stood."""
        return self.mover

    def left(self, pos: FortressPosition) -> tuple[int, ...]:
        """Units that must still go."""
        return tuple(unit for unit in self.units if pos.at(unit) == self.place)

    def _ways(self, pos: FortressPosition, unit: int) -> tuple[Way, ...]:
        if retreat.cannot_retreat(pos, unit):
            return ()
        return _found(pos, unit, self.shortest, self.longest, self.full)

    def open_ways(self, pos: FortressPosition, group: tuple[int, ...]) -> Iterator[Way]:
        """Ways of a group that leave the others one."""
        return (path for path in self._ways(pos, group[0]) if self.refusal(pos, group, path) is None)

    def blocked(self, pos: FortressPosition) -> bool:
        """FE 15.5: somebody has no clear way."""
        return not all(self._ways(pos, unit) for unit in self.left(pos))

    def stuck(self, act: Act, units: tuple[int, ...]) -> None:
        """FE 12.9, 15.5: eliminate who has no way; the others go on."""
        lost = tuple(unit for unit in units if not self._ways(act.pos, unit))
        for unit in lost:
            rule = "12.9" if contact.first_impulse_invader(act.pos, unit) else "15.5"
            losses.eliminate(act, unit, rule, "reason.no_retreat")
        rest = tuple(unit for unit in units if unit not in lost)
        if rest:
            act.then(FallBack(self.mover, self.place, rest, self.shortest, self.longest, self.full))

    def refusal(self, pos: FortressPosition, group: tuple[int, ...], path: Way) -> Refusal | None:
        """Why a group may not go that way."""
        if not self.shortest <= len(path) <= self.longest:
            how = f"{self.shortest}" if self.shortest == self.longest else f"{self.shortest} or {self.longest}"
            return "15.3", f"the retreat goes {how} hexes"
        for unit in group:
            if path not in self._ways(pos, unit):
                return self._why_closed(pos, unit, path)
        if not pos.fits(path[-1], group):
            return "15.7", f"{pos.label(path[-1])} has no room for them"
        if _saved(pos, self, group, path[-1]) < _saved(pos, self, (), -1):
            return "15.4", "that way would leave another unit without one"
        return None

    def _why_closed(self, pos: FortressPosition, unit: int, path: Way) -> Refusal:
        here = self.place
        for there in path:
            why = no_entry(pos, unit, here, there) if 0 <= there < pos.board.n_hexes else ("15.5", "off the map")
            if there == self.place:
                return "C-70", f"a retreat does not come back to {pos.label(there)}"
            if why is not None:
                return why
            here = there
        if self.full and pos.board.distance(self.place, path[-1]) != len(path):
            return "33.3.9.3", f"{pos.label(path[-1])} is not the full distance from {pos.label(self.place)}"
        if not pos.fits(path[-1], (unit,)):
            return "15.7", f"{pos.label(path[-1])} has no room for {pos.name(unit)}"
        if any(in_frozen_district(pos, place) for place in path):
            return "15.10", "another way does not lead into a frozen district"
        return "15.5", f"{pos.name(unit)} cannot retreat that way"

    def ends(self, pos: FortressPosition, unit: int) -> tuple[int, ...]:
        """Where a unit's clear ways end."""
        return tuple(dict.fromkeys(way[-1] for way in self._ways(pos, unit)))

    def go(self, act: Act, group: tuple[int, ...], path: Way) -> None:
        """They walk; who is left follows."""
        rest = tuple(unit for unit in self.left(act.pos) if unit not in group)
        following: list[Step[FortressPosition]] = []
        if self.full and len(path) > 1:
            following.append(GoOn(group, path))
        else:
            walk(act, group, path)
        if act.pos.side(group[0]) == f.ALLIED and any(in_frozen_district(act.pos, place) for place in path):
            for unit in group:
                _stray(act, unit)
            following.append(AskRelease())
        if rest:
            following.append(FallBack(self.mover, self.place, rest, self.shortest, self.longest, self.full))
        act.then(*following)


@kept(BOARD)
def _found(pos: FortressPosition, unit: int, shortest: int, longest: int, full: bool) -> tuple[Way, ...]:
    return ways(pos, unit, shortest, longest, full)


@kept(BOARD)
def _saved(pos: FortressPosition, asked: FallBack, units: tuple[int, ...], end: int) -> int:
    """FE 15.4: how many units of the hex can still be saved when some take a way to its end.

    Who does not stack (6.5) and has a way is saved whatever the others do, and takes no room from them: only the
    others are searched for, since HQs that fall back together have many ways.
    """
    ends = {unit: (end,) if unit in units else asked.ends(pos, unit) for unit in asked.left(pos)}
    stacking = [unit for unit in ends if pos.stacks(unit)]
    free = sum(1 for unit, places in ends.items() if places and unit not in stacking)
    return free + retreats.most_placed(
        [ends[unit] for unit in stacking],
        lambda place, some: pos.fits(place, [stacking[number] for number in some]),
    )


def _stray(act: Act, unit: int) -> None:
    """FE 15.10: remember the frozen district in which a retreat has ended."""
    if act.pos.on_map(unit) and in_frozen_district(act.pos, act.pos.at(unit)):
        district = act.pos.tables.ground.district[act.pos.at(unit)]
        act.flag(unit, f.STRAYED, district, "15.10")
        if act.pos.active_side == f.ALLIED:
            act.flag(unit, f.STRAYED_NOW, 1, "15.10")


def walk(act: Act, units: tuple[int, ...], path: Way, rule: str = "15.4") -> None:
    """Move retreating units along the hexes they enter; control changes, nothing is released (9.6, C-70)."""
    for unit in units:
        way = (act.pos.at(unit), *path)
        act.move(unit, way, "mode.retreat", 0, rule)
        act.flag(unit, f.RETREATED)
        airborne.driven(act, unit)
        march.unfold(act, unit)
        control.entered(act, unit, way, forced=True)


# ---------------------------------------------------------------------- 33.3.9.3 units passed by
class JoinRetreat(Decision, frozen=True, array_like=True, tag=117):
    """Units passed by that join the retreat; none to let them stay."""

    units: tuple[PieceId, ...]


class GoOn(Step[FortressPosition], frozen=True, array_like=True, tag=117):
    """FE 33.3.9.3, C-71: one hex of a retreat from the surprise; friends there may be taken along."""

    units: tuple[int, ...]
    path: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Enter the next hex."""
        group = tuple(unit for unit in self.units if act.pos.on_map(unit))
        walk(act, group, self.path[:1], "33.3.9.3")
        rest = self.path[1:]
        if rest:
            act.then(TakeAlong(group, rest), GoOn(group, rest))


class TakeAlong(Choice[FortressPosition], frozen=True, array_like=True, tag=118):
    """FE 33.3.9.3, C-71: the Allied player may let units passed by go on with the retreating ones."""

    units: tuple[int, ...]
    path: tuple[int, ...]

    def _passed(self, pos: FortressPosition) -> tuple[int, ...]:
        place = pos.at(self.units[0])
        return tuple(
            unit
            for unit in pos.units_of(place, f.ALLIED)
            if unit not in self.units and not pos.flag(unit, f.RETREATED) and self._can(pos, unit)
        )

    def _can(self, pos: FortressPosition, unit: int) -> bool:
        here = pos.at(unit)
        for there in self.path:
            if no_entry(pos, unit, here, there) is not None:
                return False
            here = there
        return pos.fits(here, (*self.units, unit))

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        passed = self._passed(pos)
        if not passed:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["prompt.join_retreat"], rules["33.3.9.3"], (JoinRetreat.kind(),), passed)

    def run(self, act: Act) -> None:
        """Nobody can join."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        position, rule = pos, pos.game.cite("33.3.9.3")
        decision = wanted(decision, JoinRetreat, rule)
        passed = self._passed(position)
        for unit in decision.units:
            if unit not in passed or decision.units.count(unit) > 1:
                raise IllegalDecision(rule, f"{pos.name(unit)} cannot join the retreat")
        if not position.fits(self.path[-1], (*self.units, *decision.units)):
            raise IllegalDecision(pos.game.cite("15.7"), f"{pos.label(self.path[-1])} has no room for them")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        passed = self._passed(pos)
        for size in range(len(passed) + 1):
            for group in combinations(passed, size):
                if pos.fits(self.path[-1], (*self.units, *group)):
                    yield JoinRetreat(tuple(PieceId(unit) for unit in group))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, JoinRetreat)
        act.done()
        walk(act, tuple(sorted(decision.units)), self.path, "33.3.9.3")


# ---------------------------------------------------------------------- 15.10 into a frozen district
class TriggerRelease(Decision, frozen=True, array_like=True, tag=118):
    """Does the forced retreat into a frozen district release the Germans?"""

    release: bool


class AskRelease(Choice[FortressPosition], frozen=True, array_like=True, tag=119):
    """FE 15.10: after a forced retreat into a frozen district the Allied player may release the districts."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if all(districts.released(pos, district) for district in districts.ALL):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["prompt.release"], rules["15.10"], (TriggerRelease.kind(),))

    def run(self, act: Act) -> None:
        """Everything is released already."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, TriggerRelease, pos.game.cite("15.10"))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield TriggerRelease(False)
        yield TriggerRelease(True)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, TriggerRelease)
        act.done()
        if decision.release:
            districts_rules.release(act, districts.ALL, "15.10")


MISSING: Missing = ()
DECISIONS: Final = (Stand, Retreat, JoinRetreat, TriggerRelease)
STEPS: Final = (StandOrRetreat, FallBack, GoOn, TakeAlong, AskRelease)
