"""The advanced air system (A 17): more aircraft, German fuel, German aircraft of the Western Front and of Germany.

The stock and the production of fuel stand on their tracks; `var.air_germany` says how many of the German TAC are in the
Germany box this month (night fighters always are).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

SAC, TAC, NF = "SAC", "TAC", "NF"
OVER_GERMANY: Final = frozenset({"german_replacements", "german_fuel"})
"""Missions that only aircraft of the Germany box cancel (A 17.9.2)."""
_LAST_NON_CLEAR: Final = "September IV"


def on(pos: FortressPosition) -> bool:
    """Is the advanced air system in play?"""
    return pos.option("advanced_air")


def flies(pos: FortressPosition, side: int) -> dict[str, int]:
    """A 17.1, 17.6: class -> aircraft that a side has this turn, for Germans as far as the fuel goes."""
    chart: dict[str, Any] = pos.game.edition.chart("aircraft", "advanced")
    early = pos.state.turn <= pos.game.calendar.number(_LAST_NON_CLEAR)
    clear = pos.weather == f.CLEAR
    if side == f.ALLIED:
        if clear:
            return {SAC: chart["allied"][SAC], TAC: chart["allied"][TAC]}
        return {SAC: chart["allied"]["nonclear_SAC"] if early else 0, TAC: 0}
    row: dict[str, int] = chart["german"]["June I - September IV" if early else "October I - March I"]
    if not clear:
        row = chart["german"]["nonclear June II - September IV"] if early else {}
    return {SAC: 0, TAC: row.get(TAC, 0), NF: row.get(NF, 0)}


def stock(pos: FortressPosition) -> int:
    """A 17.7: fuel at hand: an aircraft that flies uses a point."""
    return pos.state.track(pos.game.words["track.fuel"], f.GERMAN)


def production(pos: FortressPosition) -> int:
    """A 17.7: fuel that a month brings."""
    return pos.state.track(pos.game.words["track.fuel_production"], f.GERMAN)


def planes(pos: FortressPosition, side: int, most: dict[str, int]) -> tuple[int, ...]:
    """A 17.6: the aircraft that a side has, ascending: of each class the first ones."""
    left = dict(most)
    found = []
    for plane in sorted(pos.game.roster.aircraft):
        name = str(pos.counters[plane].details.get("air_class"))
        if pos.side(plane) == side and left.get(name, 0) > 0:
            left[name] -= 1
            found.append(plane)
    return tuple(found)


def over_germany(pos: FortressPosition, plane: int) -> bool:
    """A 17.9.1: is a German aircraft in the Germany box? Night fighters, and the last of the TAC."""
    if pos.counters[plane].details.get("air_class") == NF:
        return True
    tac = [one for one in planes(pos, f.GERMAN, german_all(pos)) if pos.counters[one].details["air_class"] == TAC]
    count = pos.state.variable(pos.game.words["var.air_germany"])
    return count > 0 and plane in tac[-count:]


def german_all(pos: FortressPosition) -> dict[str, int]:
    """A 17.6: German aircraft of the turn, whatever the weather."""
    chart: dict[str, Any] = pos.game.edition.chart("aircraft", "advanced", "german")
    early = pos.state.turn <= pos.game.calendar.number(_LAST_NON_CLEAR)
    return dict(chart["June I - September IV" if early else "October I - March I"])


def mission_refusal(pos: FortressPosition, plane: int, mission: str, *, cancels: bool) -> tuple[str, str] | None:
    """A 17.7, A 17.9.2: why a German aircraft may not fly or cancel a mission, None when it may."""
    if stock(pos) <= 0:
        return "A 17.7", "there is no fuel left"
    if over_germany(pos, plane):
        if not cancels or mission not in OVER_GERMANY:
            return "A 17.9", f"{pos.name(plane)} defends Germany against attacks on replacements and fuel only"
    elif mission in OVER_GERMANY:
        return "A 17.9", f"{pos.name(plane)} is on the Western Front and does not fly over Germany"
    return None


# ---------------------------------------------------------------------- fuel
def begin(act: Act) -> None:
    """A 17.7: fuel at the start of the game."""
    chart: dict[str, Any] = act.pos.game.edition.chart("fuel")
    act.track("track.fuel", chart["stock_start"], f.GERMAN, "A 17.7")
    act.track("track.fuel_production", chart["production_start"], f.GERMAN, "A 17.7")


def month_began(act: Act) -> None:
    """A 17.7.1, C-60: a month's production is added to the stock, but for June; the track has an end."""
    if act.state.turn > 1:
        most: int = act.pos.game.edition.chart("fuel", "track_max")
        act.track("track.fuel", min(most, stock(act.pos) + production(act.pos)), f.GERMAN, "A 17.7")


def turn_flown(act: Act, attacked: bool) -> None:
    """A 17.7.2, C-41: an attack on fuel that was not cancelled costs a point of production, a turn without adds one."""
    low, high = (act.pos.game.edition.chart("fuel", key) for key in ("production_min", "production_max"))
    now = production(act.pos) + (-1 if attacked else 1)
    act.track("track.fuel_production", max(low, min(high, now)), f.GERMAN, "A 17.7")


def burn(act: Act) -> None:
    """A 17.7.3: a German aircraft flies."""
    act.track("track.fuel", stock(act.pos) - 1, f.GERMAN, "A 17.7")


# ---------------------------------------------------------------------- boxes
class AssignBoxes(Decision, frozen=True, array_like=True, tag=148):
    """How many of the German TAC are in the Germany box this month; the others are on the Western Front."""

    germany: int


class Boxes(Choice, frozen=True, array_like=True, tag=147):
    """A 17.9.1: at the start of a month the German says which of his aircraft defend Germany."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.air"], rules["A 17.9"], (AssignBoxes.kind(),))

    def run(self, act: Recorder[Any]) -> None:
        """Never: there is always something to decide."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        rule = pos.game.cite("A 17.9")
        wanted(decision, (AssignBoxes,), rule)
        assert isinstance(decision, AssignBoxes)
        most = german_all(cast(FortressPosition, pos))[TAC]
        if not 0 <= decision.germany <= most:
            raise IllegalDecision(rule, f"0 to {most} tactical aircraft can be put into the Germany box")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        for count in range(german_all(cast(FortressPosition, pos))[TAC] + 1):
            yield AssignBoxes(count)

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        assert isinstance(decision, AssignBoxes)
        act.done()
        act.assign("var.air_germany", decision.germany, "A 17.9")


DECISIONS: Final = (AssignBoxes,)
STEPS: Final = (Boxes,)
