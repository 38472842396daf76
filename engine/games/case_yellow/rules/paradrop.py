"""Paradrops and the assault on Eben Emael (5.1d, QA.7, 10.8c.4, 10.9b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import stacking
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import enter, stand_by
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted

Line = tuple[str | int, int, str]


class Drop(Decision, frozen=True, array_like=True, tag=18):
    """`drop ge_fj1 3924`: an airborne unit lands in a hex."""

    unit: PieceId
    at: PlaceId


class AssaultEbenEmael(Decision, frozen=True, array_like=True, tag=19):
    """`assault_eben_emael`: the glider assault of scenario 3."""


def waiting_units(pos: YellowPosition) -> tuple[int, ...]:
    """G-A41: units in the Airborne box; after turn 1 only those whose drop was aborted."""
    units = pos.units(pos.game.ground.airborne)
    if pos.state.turn == 1:
        return units
    aborted = pos.pool("airborne")
    return tuple(unit for unit in units if unit in aborted)


def landing(pos: YellowPosition, unit: int, place: int) -> Refusal | None:
    """5.1d: where a unit may land, by the chart; 8.4 stacking holds at once."""
    ground, chart = pos.game.ground, pos.game.chart.data["paradrop_range"]
    if place not in pos.scenario.land or ground.country[place] not in chart["countries"]:
        return "5.1d", f"{pos.label(place)} is not in the Netherlands or Belgium"
    if ground.terrain[place] in chart["not_terrain"]:
        return "5.1d", f"nobody lands in {ground.terrain[place]}"
    if pos.enemy_in(place, w.GERMAN) or pos.fortress(place):
        return "5.1d", f"{pos.label(place)} holds Allied units or a fortified line"
    if not any(pos.board.distance(place, city) <= chart["hexes"] for city in ground.german_cities):
        return "5.1d", f"{pos.label(place)} is too far from the German airfields"
    if not stacking.room(pos, place, (unit,)):
        return "8.4", f"no room in {pos.label(place)}"
    return None


def modifiers(pos: YellowPosition, unit: int, place: int) -> list[Line]:
    """5.1d, QA.7: the 22nd Air Landing Division uses only the modifier for eliminated parachute regiments."""
    roster = pos.game.roster
    regiments, town, adjacent, later, friends = (int(row["value"]) for row in pos.game.chart.data["paradrop"]["drm"])
    if unit in roster.air_landing:
        dead = any(piece in roster.fj for piece in pos.pool("dead"))
        return [("line.regiments", regiments, "QA.7")] if dead else []
    lines: list[Line] = []
    if place in pos.game.ground.cities or place in pos.game.ground.towns:
        lines.append(("line.city", town, "5.1d"))
    near = pos.board.neighbours[place]
    if any(pos.enemy_in(there, w.GERMAN) for there in near):
        lines.append(("line.adjacent", adjacent, "5.1d"))
    if pos.state.turn > 1:
        lines.append(("line.later", later, "5.1d"))
    airborne = roster.fj | roster.air_landing
    if any(piece in airborne for there in (place, *near) for piece in pos.units(there)):
        lines.append(("line.landed", friends, "5.1d"))
    return lines


class Paradrop(Choice[YellowPosition], frozen=True, array_like=True, tag=26):
    """CY 5.1d: the German player drops units one by one; in scenario 3 he first assaults Eben Emael, once."""

    assault: bool

    def _assault(self, pos: YellowPosition) -> bool:
        return self.assault and pos.fortress(pos.game.ground.eben_emael)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        units = waiting_units(pos)
        if not units and not self._assault(pos):
            return None
        kinds = (AssaultEbenEmael, Drop, Pass) if self._assault(pos) else (Drop, Pass)
        return asked(pos, w.GERMAN, ("prompt.drop", "5.1d"), kinds, units)

    def run(self, act: Act) -> None:
        """Nobody left in the Airborne box."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.1d")
        wanted(decision, (AssaultEbenEmael, Drop, Pass), rule)
        if isinstance(decision, AssaultEbenEmael) and not self._assault(pos):
            raise IllegalDecision(rule, "no assault on Eben Emael now")
        if isinstance(decision, Drop):
            if decision.unit not in waiting_units(pos):
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} cannot drop")
            permit(pos, landing(pos, decision.unit, decision.at))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        if self._assault(pos):
            yield AssaultEbenEmael()
        for unit in waiting_units(pos):
            for place in sorted(pos.scenario.land):
                if landing(pos, unit, place) is None:
                    yield Drop(PieceId(unit), PlaceId(place))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, AssaultEbenEmael):
            act.become(Paradrop(False))
            _assault(act)
        elif isinstance(decision, Drop):
            _drop(act, decision.unit, decision.at)
        else:
            act.done()


def _assault(act: Act) -> None:
    """5.1d: the Eben Emael Destruction Table."""
    chart, place = act.pos.game.chart, act.pos.game.ground.eben_emael
    die = act.roll("roll.eben_emael", chart.faces, place, "5.1d", low=1)
    row, cell = chart.tables["eben_emael"].read("result", die)
    act.resolved("table.eben_emael", "column.result", row, (f"result.{cell}",), "5.1d")
    if cell == "destroyed":
        act.marker(place, -1, w.DESTROYED, 1, "5.1d")


def _drop(act: Act, unit: int, place: int) -> None:
    """5.1d: one unit: the die, its modifiers, the landing."""
    pos, chart = act.pos, act.pos.game.chart
    lines = modifiers(pos, unit, place)
    die = act.roll("roll.drop", chart.faces, unit, "5.1d", low=1)
    total = die + sum(value for _, value, _ in lines)
    act.reckon("reckon.drop", unit, [("line.roll", die, "5.1d"), *lines], total, "5.1d")
    row, cell = chart.tables["paradrop"].read("result", total)
    act.resolved("table.paradrop", "column.result", row, (f"result.{cell}",), "5.1d")
    if pos.pool("airborne").get(unit):
        act.pool("pool.airborne", unit, -1, "5.1d")
    if cell == "aborted":
        act.pool("pool.airborne", unit, 1, "5.1d")
        return
    if cell == "eliminated" or (cell == "lost_step" and pos.steps(unit) < 2):
        eliminate(act, unit, "reason.eliminated", "5.1d")
        return
    if cell == "lost_step":
        act.steps(unit, pos.steps(unit) - 1, "5.1d")
    act.move(unit, (pos.at(unit), place), "mode.drop", rule="5.1d")
    enter(act, unit, place)
    stand_by(act, unit, place)
    if cell != "landed":
        act.flag(unit, w.DISRUPTED, 1, "5.1d")


DECISIONS: Final = (Drop, AssaultEbenEmael)
STEPS: Final = (Paradrop,)
