"""Interdiction (17.23, 17.24, 18.23): what may be interdicted, with how many markers."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6.questions.arrivals import chosen, marked, waiting
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.schedule import AUTOMATIC

SUPPLY: Final = "supply_interdiction"
"""Box of supply interdiction."""
MARKER: Final = {f.AIR: f.INTERDICTION_AIR, f.NAVAL: f.INTERDICTION_NAVAL}


def refusal(pos: June6Position, box: int, arm: int, markers: int) -> tuple[str, str] | None:
    """J6 17.21-17.24, 18.21, 18.23: why markers may not go into a box (rule, reason), None when they may."""
    chart: dict[str, Any] = pos.game.edition.charts["interdiction"]
    name = pos.game.place(box)
    if arm not in MARKER:
        return "17.21", "interdiction takes air or naval markers"
    rule = "17.23" if name == SUPPLY else "17.24" if arm == f.AIR else "18.23"
    if pos.scenario.calendar[pos.state.turn - 1] in chart["not_on"]:
        # PB 1.63
        return rule, "there is no interdiction on the invasion turn"
    most = _most(chart, name, arm)
    if not most:
        return rule, f"{pos.game.word(arm)} cannot go to {name or 'that place'}"
    if name == SUPPLY and not spends(pos):
        return "R-63", "supply is interdicted only where the German buys AMs"
    if name != SUPPLY and not _needed(pos, chart, name, arm):
        return rule, "no formation that needs a release enters there this turn"
    there = pos.state.marker(box, -1, MARKER[arm])
    if not 1 <= markers <= most - there:
        return rule, f"{most - there} more markers may go there, not {markers}"
    if pos.state.track(arm) < markers:
        return rule, f"{pos.game.word(arm)}: {pos.state.track(arm)}, not {markers}"
    return None


def _most(chart: dict[str, Any], name: str, arm: int) -> int:
    """Markers of a kind that a box holds; 0 for none."""
    if name == SUPPLY:
        return int(chart["supply_max_air"]) if arm == f.AIR else 0
    if arm == f.NAVAL:
        return int(chart["naval"]["max"]) if name == chart["naval"]["box"] else 0
    return int(chart["air_max_per_box"]) if any(box["id"] == name for box in chart["air_boxes"]) else 0


def spends(pos: June6Position) -> bool:
    """R-63: does the German buy AMs with points this turn?"""
    budget = pos.scenario.budget
    turn = pos.state.turn
    return budget.interdiction and turn not in budget.preset and bool(budget.period(turn).on_sale[f.GERMAN])


def _needed(pos: June6Position, chart: dict[str, Any], name: str, arm: int) -> bool:
    """Does a group that needs a release wait to enter by an area that the box covers?"""
    covers = (
        chart["naval"]["covers"]
        if arm == f.NAVAL
        else next(box["covers"] for box in chart["air_boxes"] if box["id"] == name)
    )
    for arrival in waiting(pos, f.GERMAN):
        if arrival.release == AUTOMATIC or marked(pos, arrival, "pool.automatic") or marked(pos, arrival, "pool.held"):
            continue
        gate = chosen(pos, arrival)
        if gate is not None and gate.name.removeprefix("entry_").upper() in covers:
            return True
    return False
