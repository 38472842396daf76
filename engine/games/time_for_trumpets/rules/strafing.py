"""Strafing (5.6-5.8): missions are placed, intercepted [ADV], and carried out unit by unit; survivors interdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import air
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.rules.changes import disrupt
from hexledger.engine.games.time_for_trumpets.rules.dogfight import dogfight
from hexledger.engine.games.time_for_trumpets.rules.support import (
    Intercept,
    ask_to_intercept,
    check_intercept,
    interceptions,
)
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.air_chart import KINDS
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, permit, wanted

FACES: Final = 6
LISTED: Final = 40
"""Centres that are listed for an aircraft."""


class Strafe(Decision, frozen=True, array_like=True, tag=85):
    """`strafe air_b26g_1 7444`: an aircraft flies a strafe mission around a hex."""

    plane: PieceId
    at: PlaceId


class StrafeUnit(Decision, frozen=True, array_like=True, tag=86):
    """`strafe_unit 26vg_pzj`: the unit that is strafed next."""

    unit: PieceId


class StopStrafing(Decision, frozen=True, array_like=True, tag=87):
    """`stop_strafing`: the aircraft attacks no further hex of its area."""


class PlaceStrafers(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=125):
    """TFT 5.7.2: missions are placed: German bombers, Allied bombers, German fighters, Allied fighters, German jets."""

    wave: int

    def _planes(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        side, kind = air.STRAFERS[self.wave]
        return tuple(p for p in air.planes(pos, side) if air.kind(pos, p) == kind and air.free(pos, p))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        planes = self._planes(pos)
        if not planes:
            return None
        side = air.STRAFERS[self.wave][0]
        return asking(pos, side, "prompt.strafe", "5.7.2", Strafe, Pass, pieces=planes, complete=False)

    def run(self, act: Act) -> None:
        """None (left) of this wave."""
        self._next(act)

    def _next(self, act: Act) -> None:
        if self.wave + 1 < len(air.STRAFERS):
            act.then(PlaceStrafers(self.wave + 1))
        else:
            act.then(MeetStrafers(0, ()), *(StrafeAttacks(wave, ()) for wave in range(len(air.STRAFERS))))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.7.2")
        found = wanted(decision, (Strafe, Pass), rule)
        if isinstance(found, Strafe):
            if found.plane not in self._planes(pos):
                raise IllegalDecision(rule, f"{pos.name(found.plane)} is not placed now")
            permit(pos, air.strafe_refusal(pos, found.plane, found.at))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for plane in self._planes(pos):
            enemies = pos.hexes_of(3 - pos.side(plane))
            listed = 0
            for place in sorted(enemies):
                if listed < LISTED and air.strafe_refusal(pos, plane, place) is None:
                    listed += 1
                    yield Strafe(PieceId(plane), PlaceId(place))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Strafe):
            act.done()
            self._next(act)
            return
        act.become(PlaceStrafers(self.wave))
        act.declare("declare.strafe", (decision.plane,), (decision.at,), "5.7.2")
        act.flag(decision.plane, w.STRAFES, decision.at + 1, "5.7.2")
        marker = "marker.strafe_german" if act.pos.side(decision.plane) == w.GERMAN else "marker.strafe_allied"
        act.marker(decision.at, -1, marker, 1, "5.7.2")


def call_off(act: Act, plane: int, place: int) -> None:
    """5.7.4: the mission of an aircraft that returned is over: its area is not interdicted."""
    marker = "marker.strafe_german" if act.pos.side(plane) == w.GERMAN else "marker.strafe_allied"
    act.marker(place, -1, marker, 0, "5.7.4")


class MeetStrafers(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=126):
    """TFT 5.7.3, 5.7.4 [ADV]: fighters are put at strafers: German fighters, Allied fighters, German jets; what comes
    of it is decided when all of them are there.

    met     aircraft that fighters have been put at, and by: those fighters
    """

    wave: int
    met: tuple[int, ...]
    by: tuple[int, ...] = ()

    def _pairs(self, pos: TrumpetsPosition) -> tuple[tuple[int, int], ...]:
        if not pos.plays("interception"):
            return ()
        side, kind = air.WAVES[self.wave]
        enemies = [p for p in air.planes(pos, 3 - side) if air.centre(pos, p) >= 0 and p not in self.met]
        return tuple(
            (fighter, plane)
            for plane in enemies
            for fighter in air.planes(pos, side)
            if air.kind(pos, fighter) == kind and air.free(pos, fighter) and fighter not in self.by
            and air.reaches(pos, fighter, air.centre(pos, plane))
        )  # fmt: skip

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        return ask_to_intercept(pos, self.wave, self._pairs(pos), "5.7.3")

    def run(self, act: Act) -> None:
        """Nobody (more) of this wave; after the last one they meet."""
        if self.wave + 1 < len(air.WAVES):
            act.then(MeetStrafers(self.wave + 1, self.met, self.by))
            return
        for fighter, plane in zip(self.by, self.met, strict=True):
            place = air.centre(act.pos, plane)
            dogfight(act, fighter, plane, "5.7.4")
            if act.pos.at(plane) < 0:
                call_off(act, plane, place)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        check_intercept(pos, decision, self._pairs(pos), "5.7.3")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return interceptions(self._pairs(pos))

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Intercept):
            act.done()
            self.run(act)
            return
        act.become(MeetStrafers(self.wave, (*self.met, decision.plane), (*self.by, decision.fighter)))
        centre = air.centre(act.pos, decision.plane)
        act.declare("declare.intercept", (decision.fighter, decision.plane), (centre,), "5.7.3")


class StrafeAttacks(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=127):
    """TFT 5.7.5: the strafers of a wave attack, one aircraft after the other, in the order that their owner likes.

    flown    aircraft of the wave that have finished
    done     units that the present aircraft has attacked; hex: where it attacks, and one
    chosen   the present aircraft and one, where it was chosen among several
    """

    wave: int
    flown: tuple[int, ...]
    done: tuple[int, ...] = ()
    hex: int = 0
    chosen: int = 0

    def _open(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Aircraft of the wave that have not finished and have something to attack; the present one alone, once it is
        chosen."""
        side, kind = air.STRAFERS[self.wave]
        left = tuple(
            plane
            for plane in air.planes(pos, side)
            if air.kind(pos, plane) == kind and air.centre(pos, plane) >= 0 and plane not in self.flown
        )
        if self.chosen:
            return tuple(plane for plane in left if plane == self.chosen - 1)
        return tuple(plane for plane in left if self._within(pos, plane)) or left[:1]

    def _within(self, pos: TrumpetsPosition, plane: int) -> bool:
        """Are there enemies in its area?"""
        return any(air.targets(pos, plane, place, ()) for place in air.area(pos, air.centre(pos, plane)))

    def _plane(self, pos: TrumpetsPosition) -> int:
        return next(iter(self._open(pos)), -1)

    def _asks_which(self, pos: TrumpetsPosition) -> bool:
        """B-85: is the order of several aircraft of the wave to be chosen now?"""
        return not self.chosen and not self.done and len(self._open(pos)) > 1

    def _targets(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """5.7.5f, l, m: those of the hex that is under attack; when it is done, the first ones of the others."""
        plane = self._plane(pos)
        if plane < 0:
            return ()
        if self.hex:
            left = air.targets(pos, plane, self.hex - 1, self.done)
            if left:
                return left
        begun = {pos.at(unit) for unit in self.done}
        places = [place for place in air.area(pos, air.centre(pos, plane)) if place not in begun]
        return tuple(unit for place in places for unit in air.targets(pos, plane, place, self.done))

    def _may_stop(self, pos: TrumpetsPosition) -> bool:
        return not self.hex or not air.targets(pos, self._plane(pos), self.hex - 1, self.done)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        side = air.STRAFERS[self.wave][0]
        if self._asks_which(pos):
            return asking(pos, side, "prompt.strafe_next", "5.7.5", Strafe, pieces=self._open(pos))
        targets = self._targets(pos)
        if not targets or (len(targets) == 1 and not self._may_stop(pos)):
            return None
        kinds = (StrafeUnit, StopStrafing) if self._may_stop(pos) else (StrafeUnit,)
        return asking(pos, side, "prompt.strafe_unit", "5.7.5", *kinds, pieces=targets)

    def run(self, act: Act) -> None:
        """5.7.5n: the aircraft is done, or attacks the only unit that is left of a hex."""
        plane = self._plane(act.pos)
        if plane < 0:
            return
        targets = self._targets(act.pos)
        if targets:
            self._attack(act, plane, targets[0])
        else:
            act.then(StrafeAttacks(self.wave, (*self.flown, plane)))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.7.5")
        if self._asks_which(pos):
            said = wanted(decision, Strafe, rule)
            if said not in tuple(self._next_ones(pos)):
                raise IllegalDecision(rule, f"{pos.name(said.plane)} does not strafe there now")
            return
        found = wanted(decision, (StrafeUnit, StopStrafing), rule)
        if isinstance(found, StopStrafing):
            if not self._may_stop(pos):
                raise IllegalDecision(rule, "every unit of the hex is attacked before the aircraft stops")
        elif found.unit not in self._targets(pos):
            raise IllegalDecision(rule, f"{pos.name(found.unit)} is not strafed now")

    def _next_ones(self, pos: TrumpetsPosition) -> Iterator[Strafe]:
        """The aircraft that may be next, each where it was placed."""
        return (Strafe(PieceId(plane), PlaceId(air.centre(pos, plane))) for plane in self._open(pos))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        if self._asks_which(pos):
            yield from self._next_ones(pos)
            return
        yield from (StrafeUnit(PieceId(unit)) for unit in self._targets(pos))
        if self._may_stop(pos):
            yield StopStrafing()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Strafe):
            act.declare("declare.strafe", (decision.plane,), (decision.at,), "5.7.5")
            act.then(StrafeAttacks(self.wave, self.flown, chosen=decision.plane + 1))
            return
        plane = self._plane(act.pos)
        if isinstance(decision, StrafeUnit):
            self._attack(act, plane, decision.unit)
        else:
            act.then(StrafeAttacks(self.wave, (*self.flown, plane)))

    def _attack(self, act: Act, plane: int, unit: int) -> None:
        place = act.pos.at(unit)
        returned = strafe(act, plane, unit)
        if returned:
            act.then(StrafeAttacks(self.wave, self.flown))
        else:
            act.then(StrafeAttacks(self.wave, self.flown, (*self.done, unit), place + 1, plane + 1))


def strafe(act: Act, plane: int, unit: int) -> bool:
    """5.7.5g-k: red die on the strafe table, white die on the return fire table; True when the aircraft returns."""
    pos, chart = act.pos, act.pos.game.air
    place, column = pos.at(unit), KINDS.index(air.kind(pos, plane))
    plus, back = air.drms(pos, pos.side(plane), place)
    red = act.roll("roll.strafe", FACES, unit, "5.7.5", low=1)
    hit = chart.strafe.at(red + plus)[column]
    _told(act, "strafe", unit, (red, plus), hit)
    white = act.roll("roll.return_fire", FACES, plane, "5.7.5", low=1)
    returned = chart.fire.at(white + back)[column]
    _told(act, "return_fire", plane, (white, back), returned)
    if hit:
        disrupt(act, unit, "5.7.5")
    if returned:
        centre = air.centre(pos, plane)
        act.remove(plane, "reason.returned", "5.7.5")
        call_off(act, plane, centre)
    return returned


def _told(act: Act, what: str, piece: int, dice: tuple[int, int], hit: bool) -> None:
    die, drm = dice
    lines = [("line.die", die, "5.7.5")] + ([("line.aa", drm, "5.7.5")] if drm else [])
    act.reckon(f"reckon.{what}", piece, lines, die + drm, "5.7.5")
    good = {"strafe": "result.disrupted", "return_fire": "result.returned"}[what]
    act.resolved(f"table.{what}", "column.result", die + drm, (good if hit else "result.none",), "5.7.5")


DECISIONS: Final = (Strafe, StrafeUnit, StopStrafing)
STEPS: Final = (PlaceStrafers, MeetStrafers, StrafeAttacks)
