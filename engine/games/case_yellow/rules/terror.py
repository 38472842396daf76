"""END 3 to 5: terror bombing, surrender, refugees (12.4-12.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.surrender import belgian_count, dutch_count, falls
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.air import StepLost
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import lose_port
from hexledger.engine.games.case_yellow.rules.losses import take_off
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import BELGIUM, NETHERLANDS
from hexledger.engine.games.case_yellow.tables.switches import SURRENDER_CONTROL
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted
from hexledger.events import model as ev


class TerrorBomb(Decision, frozen=True, array_like=True, tag=43):
    """`terror_bomb 4024`: a city is bombed."""

    at: PlaceId


class PlaceRefugees(Decision, frozen=True, array_like=True, tag=44):
    """`place_refugees 3122`: a refugee marker is put in a city, one that was lifted in a town too."""

    at: PlaceId


class LiftRefugees(Decision, frozen=True, array_like=True, tag=45):
    """`lift_refugees 3122`: a refugee marker is taken off to be put elsewhere."""

    at: PlaceId


# ---------------------------------------------------------------------- 12.4
class ClearTerror(Step[YellowPosition], frozen=True, array_like=True, tag=63):
    """CY 12.4a: the marker of an earlier turn comes off."""

    def run(self, act: Act) -> None:
        """Then the German player may bomb."""
        act.phase("phase.terror", w.GERMAN, "12.4")
        act.assign("var.terror_now", 0)
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.TERROR:
                act.marker(key >> 32, -1, w.TERROR, 0, "12.4")


def bombable(pos: YellowPosition) -> tuple[int, ...]:
    """5.3, 12.4b, G-A58: Allied-controlled cities but Paris."""
    ground = pos.game.ground
    cities = sorted(ground.cities & pos.scenario.land)
    return tuple(city for city in cities if pos.control(city) == w.ALLIED and city not in ground.paris)


class Terror(Choice[YellowPosition], frozen=True, array_like=True, tag=64):
    """CY 12.4b: one city, or none."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not bombable(pos) or not int(pos.scenario.limits.get("terror_bombing", 0)):
            return None
        return asked(pos, w.GERMAN, ("prompt.terror", "12.4"), (TerrorBomb, Pass), (), bombable(pos))

    def run(self, act: Act) -> None:
        """No city to be bombed."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("12.4")
        found = wanted(decision, (TerrorBomb, Pass), rule)
        if isinstance(found, TerrorBomb) and found.at not in bombable(pos):
            raise IllegalDecision(rule, f"{pos.label(found.at)} is no Allied city, or Paris")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for city in bombable(pos):
            yield TerrorBomb(PlaceId(city))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if not isinstance(decision, TerrorBomb):
            return
        place = decision.at
        act.marker(place, -1, w.TERROR, 1, "12.4")
        act.assign("var.terror_now", place + 1, "12.4")
        if act.state.marker(place, -1, w.REFUGEE_CITY):
            act.marker(place, -1, w.REFUGEE_CITY, 0, "12.4")
            act.track("track.refugees", act.pos.track("refugees", w.GERMAN) + 1, w.GERMAN, "12.4")
        act.then(StepLost(w.ALLIED, act.pos.units(place), "12.4"))


# ---------------------------------------------------------------------- 12.5
class Surrender(Step[YellowPosition], frozen=True, array_like=True, tag=65):
    """CY 12.5: do the Netherlands, does Belgium surrender?"""

    def run(self, act: Act) -> None:
        """Units gone, fortifications destroyed (10.9d)."""
        act.phase("phase.surrender", 0, "12.5a")
        if not act.pos.var("netherlands"):
            lines = dutch_count(act.pos)
            act.reckon("reckon.surrender", -1, lines, sum(value for _, value, _ in lines), "12.5a")
        if act.pos.scenario.campaign and not act.pos.var("belgium"):
            lines = belgian_count(act.pos)
            act.reckon("reckon.belgium", -1, lines, lines[0][1], "12.5b")
        for country, rule in ((NETHERLANDS, "12.5a"), (BELGIUM, "12.5b")):
            if falls(act.pos, country):
                surrender(act, country, rule)


def surrender(act: Act, country: str, rule: str) -> None:
    """12.5, 10.9d: all units of the nation are removed, all its fortifications are destroyed."""
    pos, ground = act.pos, act.pos.game.ground
    name = "netherlands" if country == NETHERLANDS else "belgium"
    nation = "dutch" if country == NETHERLANDS else "belgian"
    act.note("note.surrender", (), rule)
    act.assign(f"var.{name}", act.state.turn, rule)
    for unit in pos.of(w.ALLIED):
        if pos.nation(unit) == nation:
            take_off(act, unit, "reason.surrendered", rule)
    for unit, count in pos.pool("returning").items():
        if pos.nation(unit) == nation:
            act.pool("pool.returning", unit, -count, rule)
    for place in sorted(ground.works | frozenset(ground.garrison)):
        if ground.country[place] == country and not pos.destroyed(place):
            act.marker(place, -1, w.DESTROYED, 1, "10.9")
    if pos.reading(SURRENDER_CONTROL) != SURRENDER_CONTROL.default:
        for place in sorted(pos.scenario.land):
            if ground.country[place] == country and pos.control(place) == w.ALLIED and not pos.units(place):
                act.emit(ev.Controlled(place, w.GERMAN, act.rule("G-A33")))
                if place == pos.port:
                    lose_port(act, place)


# ---------------------------------------------------------------------- 12.6
class Refugees(Choice[YellowPosition], frozen=True, array_like=True, tag=66):
    """CY 12.6d: new markers into cities; markers on the map are lifted and put into cities or towns.

    new     markers from off the map that may still be placed
    moves   markers that may still be lifted
    lifted  lifted and not placed yet
    """

    new: int
    moves: int
    lifted: int = 0

    def _places(self, pos: YellowPosition) -> tuple[int, ...]:
        rules, ground = pos.scenario.refugees, pos.game.ground
        stock = pos.track("refugees", w.GERMAN)
        kinds = ground.cities | ground.towns if self.lifted else ground.cities if self.new and stock else frozenset()
        near = ground.within({pos.at(unit) for unit in pos.of(w.GERMAN)}, int(rules["within_of_german"]))
        return tuple(
            place
            for place in sorted(kinds & near & pos.scenario.land)
            if ground.country[place] in rules["countries"]
            and pos.control(place) == w.ALLIED
            and not _marked(pos, place)
        )

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not (self.new or self.moves or self.lifted) or not (self._places(pos) or self._liftable(pos)):
            return None
        return asked(pos, w.GERMAN, ("prompt.refugees", "12.6"), (PlaceRefugees, LiftRefugees, Pass))

    def run(self, act: Act) -> None:
        """Nothing to place or lift."""
        self._back(act)

    def _back(self, act: Act) -> None:
        if self.lifted:
            act.track("track.refugees", act.pos.track("refugees", w.GERMAN) + self.lifted, w.GERMAN, "12.6")

    def _liftable(self, pos: YellowPosition) -> tuple[int, ...]:
        if not self.moves:
            return ()
        kinds = (w.REFUGEE_CITY, w.REFUGEE_TOWN)
        return tuple(sorted(key >> 32 for key in pos.state.markers if key & 0xFFFF in kinds))

    def _refusal(self, pos: YellowPosition, decision: Decision) -> Refusal | None:
        if isinstance(decision, PlaceRefugees) and decision.at not in self._places(pos):
            return "12.6", f"no marker can be placed in {pos.label(decision.at)}"
        if isinstance(decision, LiftRefugees) and decision.at not in self._liftable(pos):
            return "12.6", f"no marker can be lifted in {pos.label(decision.at)}"
        return None

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        wanted(decision, (PlaceRefugees, LiftRefugees, Pass), pos.game.cite("12.6"))
        permit(pos, self._refusal(pos, decision))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield from (PlaceRefugees(PlaceId(place)) for place in self._places(pos))
        yield from (LiftRefugees(PlaceId(place)) for place in self._liftable(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        pos = act.pos
        if isinstance(decision, PlaceRefugees):
            marker = w.REFUGEE_CITY if decision.at in pos.game.ground.cities else w.REFUGEE_TOWN
            act.marker(decision.at, -1, marker, 1, "12.6")
            if self.lifted:
                act.become(Refugees(self.new, self.moves, self.lifted - 1))
            else:
                act.track("track.refugees", pos.track("refugees", w.GERMAN) - 1, w.GERMAN, "12.6")
                act.become(Refugees(self.new - 1, self.moves, 0))
        elif isinstance(decision, LiftRefugees):
            for marker in (w.REFUGEE_CITY, w.REFUGEE_TOWN):
                if pos.state.marker(decision.at, -1, marker):
                    act.marker(decision.at, -1, marker, 0, "12.6")
            act.become(Refugees(self.new, self.moves - 1, self.lifted + 1))
        else:
            act.done()
            self._back(act)


def _marked(pos: YellowPosition, place: int) -> bool:
    return any(pos.state.marker(place, -1, kind) for kind in (w.REFUGEE_CITY, w.REFUGEE_TOWN, w.TERROR))


def refugee_segment(pos: YellowPosition) -> tuple[Step[YellowPosition], ...]:
    """12.6d: what the scenario allows in the END of this turn."""
    rules = pos.scenario.refugees
    if not rules or pos.state.turn < int(rules["from_turn"]):
        return ()
    return (Refugees(pos.scenario.new_refugees.get(pos.state.turn, 0), int(rules["move_per_turn"])),)


DECISIONS: Final = (TerrorBomb, PlaceRefugees, LiftRefugees)
STEPS: Final = (ClearTerror, Terror, Surrender, Refugees)
