"""The advanced air system (A 17): more aircraft, German fuel, German aircraft of the Western Front and of Germany.

The stock and the production of fuel stand on their tracks; `var.air_germany` says how many of the German TAC are in the
Germany box this month (night fighters always are).
"""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f

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
    early = pos.state.turn <= pos.tables.calendar.number(_LAST_NON_CLEAR)
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


def planes(pos: FortressPosition, side: int, most: dict[str, int]) -> tuple[int, ...]:
    """A 17.6: the aircraft that a side has, ascending: of each class the first ones."""
    left = dict(most)
    found = []
    for plane in sorted(pos.tables.roster.aircraft):
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
    early = pos.state.turn <= pos.tables.calendar.number(_LAST_NON_CLEAR)
    return dict(chart["June I - September IV" if early else "October I - March I"])


def mission_refusal(pos: FortressPosition, plane: int, mission: str, *, cancels: bool) -> tuple[str, str] | None:
    """A 17.7, A 17.9.2: why a German aircraft may not fly or cancel a mission, None when it may."""
    if stock(pos) <= 0:
        return "A 17.7.3", "there is no fuel left"
    if over_germany(pos, plane):
        if not cancels or mission not in OVER_GERMANY:
            return "A 17.9.2", f"{pos.name(plane)} defends Germany against attacks on replacements and fuel only"
    elif mission in OVER_GERMANY:
        return "A 17.9.2", f"{pos.name(plane)} is on the Western Front and does not fly over Germany"
    return None
