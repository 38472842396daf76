"""German fuel shortage (11), captured fuel spent (12.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import comm, supply
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.switches import FUEL_SCOPE
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted

FIRST: Final = calendar.number("19PD")
LONG_ROAD: Final = 40
"""Chart: a supply road of more hexes than this makes a shortage likelier."""
DAY_LONG: Final = ("kgp_hq", "kgc_hq", "feb_hq")
"""12.4b: a counter serves these for a day."""
DAY: Final = 4
LOW: Final = "low"


class SpendFuel(Decision, frozen=True, array_like=True, tag=41):
    """`spend_fuel captured_fuel_1 2pz_hq`: a fuel counter ends the shortage of a formation."""

    fuel: PieceId
    hq: PieceId


def formations(pos: TrumpetsPosition) -> tuple[int, ...]:
    """11.0, G-D30: headquarters that roll for fuel: on the map, or about to come onto it or back to it (11.0f), not
    supplied by a captured depot (12.1)."""
    index = pos.game.roster.index
    found = (index[name] for name in pos.game.chart.fuel_formations)
    return tuple(hq for hq in found if (pos.on_map(hq) and not captured_depot(pos, hq)) or enters(pos, hq))


def enters(pos: TrumpetsPosition, hq: int) -> bool:
    """11.0f: the formation comes onto the map this turn; 54.1i: or its headquarters comes back."""
    return any(pos.state.pooled(w.POOL[pool], hq) for pool in ("waiting", "fled"))


def captured_depot(pos: TrumpetsPosition, hq: int) -> bool:
    """12.1b,c: the formation traces its supply road to Liege or Namur."""
    return bool(supply.depot_road(pos, hq))


def modifiers(pos: TrumpetsPosition, hq: int) -> list[tuple[str | int, int, str]]:
    """Chart: a long road, or none; a dump captured within a day."""
    rows = pos.game.chart.data["fuel_shortage"]["drm"]
    line = () if enters(pos, hq) else supply.road_to(pos, hq)
    found: list[tuple[str | int, int, str]] = []
    if not enters(pos, hq) and (not line or len(line) - 1 > LONG_ROAD):
        found.append(("line.distance", int(rows[0]["drm"]), "11.0"))
    taken = pos.flag(hq, w.FLAG["dump_turn"])
    if taken and pos.state.turn - taken <= DAY:
        found.append(("line.dump", int(rows[1]["drm"]), "11.0"))
    return found


class GermanFuel(Step[TrumpetsPosition], frozen=True, array_like=True, tag=24):
    """TFT 11.0: from 19PD two dice a turn for each panzer formation (or one roll for all)."""

    def run(self, act: Act) -> None:
        """Low Fuel markers, then captured fuel may be spent."""
        pos = act.pos
        if act.state.turn < FIRST or pos.scenario.last < FIRST:
            return
        act.phase("phase.fuel", w.GERMAN, "11.0")
        column = next(rows for key, rows in pos.game.chart.fuel.items() if calendar.dated(act.state.turn, key))
        one = pos.reading(FUEL_SCOPE) != FUEL_SCOPE.default
        common = act.roll_sum("roll.fuel", 2, 6, -1, "11.0") if one else 0
        for hq in formations(pos):
            die = common or act.roll_sum("roll.fuel", 2, 6, hq, "11.0")
            lines = modifiers(pos, hq)
            total = min(max(die + sum(value for _, value, _ in lines), min(column)), max(column))
            act.reckon("reckon.fuel", hq, [("line.die", die, "11.0"), *lines], total, "11.0")
            short = column[total] == LOW and pos.flag(hq, w.FLAG["released_fuel"]) < act.state.turn
            act.flag(hq, w.LOW_FUEL, int(short), "11.0")
        act.then(SpendCaptured())


def usable(pos: TrumpetsPosition, fuel: int, hq: int) -> Refusal | None:
    """12.4: a fuel counter in command of an HQ that is low, or in store."""
    if fuel not in pos.game.roster.fuel or fuel not in pos.state.at:
        return "12.4", "this is no captured fuel"
    if not pos.flag(hq, w.LOW_FUEL):
        return "12.4", f"{pos.name(hq)} is not low on fuel"
    if pos.plays("fuel_storage"):
        return None
    if not pos.on_map(hq) or pos.at(fuel) not in comm.reach_of(pos, hq, pos.command_range(hq)):
        return "12.4", f"the fuel is out of the command range of {pos.name(hq)}"
    return None


class SpendCaptured(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=40):
    """TFT 11.0j, 12.4: the German player spends captured fuel at once, or not."""

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        found = tuple(self._pairs(pos))
        if not found:
            return None
        hqs = tuple(dict.fromkeys(hq for _, hq in found))
        return asking(pos, w.GERMAN, "prompt.fuel", "12.4", SpendFuel, Pass, pieces=hqs)

    def _pairs(self, pos: TrumpetsPosition) -> Iterator[tuple[int, int]]:
        fuels = [fuel for fuel in sorted(pos.game.roster.fuel) if fuel in pos.state.at]
        for hq in formations(pos):
            yield from ((fuel, hq) for fuel in fuels if usable(pos, fuel, hq) is None)

    def run(self, act: Act) -> None:
        """No fuel, or nobody who needs it."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        said = wanted(decision, (SpendFuel, Pass), pos.game.cite("12.4"))
        if isinstance(said, SpendFuel):
            if said.hq not in formations(pos):
                raise IllegalDecision(pos.game.cite("11.0"), f"{pos.name(said.hq)} is no panzer formation")
            permit(pos, usable(pos, said.fuel, said.hq))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield from (SpendFuel(PieceId(fuel), PieceId(hq)) for fuel, hq in self._pairs(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, SpendFuel):
            act.done()
            return
        act.remove(decision.fuel, "reason.used", "12.4")
        act.flag(decision.hq, w.LOW_FUEL, 0, "12.4")
        if act.pos.counters[decision.hq].id in DAY_LONG:
            act.flag(decision.hq, w.FLAG["released_fuel"], calendar.last_of_day(act.state.turn), "12.4")


DECISIONS: Final = (SpendFuel,)
STEPS: Final = (GermanFuel, SpendCaptured)
