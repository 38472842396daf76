"""The mutual aircraft segment (5.1-5.5): bombing, squadrons that fly, secret allocation to corps headquarters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import air, chains, scoring
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.strafing import PlaceStrafers
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PieceRow
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice
from hexledger.events import model as ev

FACES: Final = 6
RUBBLE: Final = 2
"""5.1c."""
MOST: Final = 24
"""Allocations that are listed for a side."""


class Choose(Decision, frozen=True, array_like=True, tag=83):
    """`choose air_p47d_1,air_b26g_1`: squadrons for which a die is rolled."""

    planes: tuple[PieceId, ...]


class Allocate(Decision, frozen=True, array_like=True, tag=84):
    """`allocate air_p47d_1,air_b26g_1 us_v_corps_hq,us_v_corps_hq`: the corps HQ of each squadron."""

    planes: PieceRow
    hqs: PieceRow


class AircraftSegment(Step[TrumpetsPosition], frozen=True, array_like=True, tag=70):
    """TFT 5.0: strategic bombing, squadrons, allocation, strafing."""

    def run(self, act: Act) -> None:
        """Only on turns with aircraft."""
        turn = act.state.turn
        if turn not in act.pos.game.air.available:
            return
        act.phase("phase.aircraft", 0, "5.0")
        if turn in act.pos.game.air.bombing:
            bomb(act)
        act.then(Squadrons(w.GERMAN), Squadrons(w.ALLIED), SealAllocation(), PlaceStrafers(0))


def bomb(act: Act) -> None:
    """5.1: the town of the roll gets Rubble 2 if Germans hold it, or held it last."""
    pos = act.pos
    total = act.roll_sum("roll.bombing", 2, FACES, -1, "5.1")
    name = pos.game.air.bombed.at(total)
    places = [p for p in pos.game.ground.named.get(name, ()) if p in pos.scenario.hexes]
    act.resolved("table.bombing", "column.result", total, (f"bombed.{name.lower().replace(' ', '_')}",), "5.1")
    for place in places:
        if scoring.held_last(pos, place) == w.GERMAN or name in pos.game.air.always_bombed:
            act.marker(place, -1, "marker.rubble", RUBBLE, "5.1")


# ---------------------------------------------------------------------- 5.2-5.5 who flies for whom
def sites(pos: TrumpetsPosition, side: int) -> dict[str, int]:
    """Corps HQs of a side from which aircraft may fly in this scenario, by id."""
    found = chains.headquarters(pos, side, "corps")
    return {pos.counters[hq].id: hq for hq in found if air.site(pos, hq) >= 0}


def numbers(pos: TrumpetsPosition, side: int) -> tuple[dict[int, int], dict[int, int], tuple[int, ...], int]:
    """5.4, 5.5, G-D8: (fixed, least, numbers a corps, squadrons that are rolled for)."""
    chart, here = pos.game.air, sites(pos, side)
    rule = chart.allotment(side, pos.state.turn, pos.scenario.whole)
    total = chart.available.get(pos.state.turn, (0, 0))[side - 1]
    fixed = {here[name]: number for name, number in rule.fixed.items() if name in here}
    least = {here[name]: number for name, number in rule.least.items() if name in here}
    each = rule.each[: len(here)]
    if rule.fixed:
        total = sum(fixed.values())
    elif rule.each:
        total = sum(each)
    elif not here:
        total = 0
    return fixed, least, each, total


def pool(pos: TrumpetsPosition, side: int) -> dict[str, tuple[int, ...]]:
    """Types of the turn -> squadrons of each."""
    chart = pos.game.air
    printed = chart.available.get(pos.state.turn, (0, 0))[side - 1]
    found: dict[str, tuple[int, ...]] = {}
    names = chart.types(side, printed) if printed else ()
    for piece in sorted(pos.game.arms.aircraft):
        name = pos.counters[piece].name
        if pos.side(piece) == side and len(found.get(name, ())) < names.count(name):
            found[name] = (*found.get(name, ()), piece)
    return found


class Squadrons(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=121):
    """TFT 5.2, 5.3, G-D9: the owner picks the squadrons out of the turn's types; each flies by a die."""

    side: int

    def _all(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(sorted(plane for those in pool(pos, self.side).values() for plane in those))

    def _number(self, pos: TrumpetsPosition) -> int:
        return min(numbers(pos, self.side)[3], len(self._all(pos)))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        if not 0 < self._number(pos) < len(self._all(pos)):
            return None
        return asking(pos, self.side, "prompt.squadrons", "5.2", Choose, pieces=self._all(pos))

    def run(self, act: Act) -> None:
        """All of them, or none."""
        if self._number(act.pos):
            self._roll(act, self._all(act.pos))

    def _roll(self, act: Act, planes: Iterable[int]) -> None:
        pos = act.pos
        name = w.SIDES[self.side - 1]
        for plane in planes:
            die = act.roll("roll.squadron", FACES, plane, "5.3", low=1)
            if pos.game.air.flies(pos.state.turn, f"{name}_{air.kind(pos, plane)}", die):
                act.pool("pool.squadrons", plane, 1, "5.3")

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.2")
        found = wanted(decision, Choose, rule)
        if len(set(found.planes)) != self._number(pos) or any(p not in self._all(pos) for p in found.planes):
            raise IllegalDecision(rule, f"{self._number(pos)} squadrons of the turn's types are rolled for")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        seen: set[tuple[str, ...]] = set()
        for picked in combinations(self._all(pos), self._number(pos)):
            types = tuple(pos.counters[plane].name for plane in picked)
            if types not in seen:
                seen.add(types)
                yield Choose(tuple(map(PieceId, picked)))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        self._roll(act, sorted(passed(decision, Choose).planes))


def flying(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Squadrons that fly and wait for their corps."""
    return tuple(sorted(plane for plane in pos.pool("squadrons") if pos.side(plane) == side))


def allocations(pos: TrumpetsPosition, side: int) -> Iterator[Allocate]:
    """5.4, 5.5: allocations of the squadrons that fly: as many to each corps as the rules give it, at most."""
    planes = flying(pos, side)
    found: dict[tuple[tuple[str, int], ...], None] = {}
    for hqs in _shares(pos, side, len(planes)):
        for order in _orders(planes):
            key = tuple(sorted((pos.counters[p].name, hq) for p, hq in zip(order, hqs, strict=True)))
            if key in found:
                continue
            found[key] = None
            pairs = sorted(zip(order, hqs, strict=True))
            yield Allocate(tuple(PieceId(p) for p, _ in pairs), tuple(PieceId(hq) for _, hq in pairs))


def _orders(planes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for shift in range(max(1, len(planes))):
        yield planes[shift:] + planes[:shift]


def _shares(pos: TrumpetsPosition, side: int, number: int) -> Iterator[tuple[int, ...]]:
    """HQs of the squadrons, one for each."""
    fixed, least, each, _ = numbers(pos, side)
    here = tuple(sites(pos, side).values())
    if fixed:
        slots = tuple(hq for hq, most in fixed.items() for _ in range(most))
        yield slots[:number]
        yield slots[len(slots) - number :]
    elif each:
        for shift in range(len(here)):
            order = here[shift:] + here[:shift]
            slots = tuple(hq for hq, most in zip(order, each, strict=True) for _ in range(most))
            yield slots[:number]
    else:
        must = tuple(hq for hq, most in least.items() for _ in range(most))[:number]
        for hq in here:
            yield (*must, *(hq,) * (number - len(must)))


def allowed(pos: TrumpetsPosition, side: int, found: Allocate) -> str | None:
    """5.4, 5.5: why an allocation is not allowed."""
    planes, hqs = tuple(found.planes), tuple(found.hqs)
    if tuple(sorted(planes)) != flying(pos, side) or len(hqs) != len(planes):
        return "each squadron that flies goes to one corps headquarters"
    here = tuple(sites(pos, side).values())
    if any(hq not in here for hq in hqs):
        return "aircraft go to corps headquarters of their side in play"
    fixed, least, each, _ = numbers(pos, side)
    counts = {hq: hqs.count(hq) for hq in here}
    if fixed and any(counts[hq] > fixed.get(hq, 0) for hq in here):
        return "more than the share of a corps"
    if each and any(a > b for a, b in zip(sorted(counts.values(), reverse=True), each, strict=False)):
        return "more than the share of the corps"
    short = sum(max(0, most - counts[hq]) for hq, most in least.items())
    spare = sum(max(0, counts[hq] - least.get(hq, 0)) for hq in here)
    if short and spare:
        return "I SS and XLVII Corps have their aircraft first"
    return None


def settle(act: Act, found: Allocate) -> None:
    """5.4e, 5.5b: the squadrons are placed on their corps HQs."""
    for plane, hq in zip(found.planes, found.hqs, strict=True):
        act.pool("pool.squadrons", plane, -1)
        act.emit(ev.Attached(plane, hq + 1))
        act.place(plane, air.site(act.pos, hq), 1, "5.4" if act.pos.side(plane) == w.GERMAN else "5.5")


class _GermanAllocation:
    """TFT 5.4d: what sealing and opening have in common: whose aircraft they are, and what may be sealed of them."""

    __slots__ = ()
    asks = "prompt.allocate"
    rule = "5.4"
    slot = "seal.aircraft"
    decision = Allocate

    def owner(self, pos: TrumpetsPosition) -> int:
        return w.GERMAN

    def sealable(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return islice(allocations(pos, w.GERMAN), MOST)


class SealAllocation(_GermanAllocation, SealChoice[TrumpetsPosition], frozen=True, array_like=True, tag=122):
    """TFT 5.4d: the Germans allocate in secret, unless there is nothing to choose."""

    def check_secret(self, pos: TrumpetsPosition, choice: Decision) -> None:
        found = wanted(choice, Allocate, pos.game.cite("5.4"))
        why = allowed(pos, w.GERMAN, found)
        if why is not None:
            raise IllegalDecision(pos.game.cite("5.4"), why)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        if len(tuple(islice(allocations(pos, w.GERMAN), 2))) < 2 or not flying(pos, w.ALLIED):
            return None
        return super().prompt(pos)

    def run(self, act: Act) -> None:
        """Nothing to choose, or nobody to hide it from."""
        act.then(AllocateOpenly(w.GERMAN), AllocateOpenly(w.ALLIED))

    def sealed(self, act: Act) -> None:
        act.done()
        act.then(AllocateOpenly(w.ALLIED), OpenAllocation())


class AllocateOpenly(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=123):
    """TFT 5.4, 5.5: the allocation of a side whose choice nobody waits for in secret."""

    side: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        if len(tuple(islice(allocations(pos, self.side), 2))) < 2:
            return None
        planes = flying(pos, self.side)
        rule = "5.4" if self.side == w.GERMAN else "5.5"
        return asking(pos, self.side, "prompt.allocate", rule, Allocate, pieces=planes, complete=False)

    def run(self, act: Act) -> None:
        """The only one."""
        for found in islice(allocations(act.pos, self.side), 1):
            settle(act, found)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.4" if self.side == w.GERMAN else "5.5")
        why = allowed(pos, self.side, wanted(decision, Allocate, rule))
        if why is not None:
            raise IllegalDecision(rule, why)

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return islice(allocations(pos, self.side), MOST)

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        settle(act, passed(decision, Allocate))


class OpenAllocation(_GermanAllocation, OpenChoice[TrumpetsPosition, Allocate], frozen=True, array_like=True, tag=124):
    """TFT 5.4d: the German allocation is revealed."""

    def refusal(self, pos: TrumpetsPosition, choice: Allocate) -> str | None:
        return allowed(pos, w.GERMAN, choice)

    def opened(self, act: Act, choice: Allocate) -> None:
        settle(act, choice)


def leave(act: Act) -> None:
    """5.6.3b, 5.7.6b, 61.2j: at the end of the turn all aircraft leave, and their areas are interdicted no longer."""
    for side in (w.GERMAN, w.ALLIED):
        for plane in air.planes(act.pos, side):
            act.remove(plane, "reason.flown", "5.7.6")
    for key in sorted(act.state.markers):
        if key & 0xFFFF in (w.MARKER["strafe_german"], w.MARKER["strafe_allied"]):
            act.marker(key >> 32, -1, key & 0xFFFF, 0, "61.2")


DECISIONS: Final = (Choose, Allocate)
STEPS: Final = (AircraftSegment, Squadrons, SealAllocation, AllocateOpenly, OpenAllocation)
