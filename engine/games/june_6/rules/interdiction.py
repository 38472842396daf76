"""Interdiction (17.23, 17.24, 18.23): markers of the bombardment phase on German supply and on entry areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.arrivals import chosen, marked, waiting
from hexledger.engine.games.june_6.schedule import AUTOMATIC
from hexledger.engine.kernel.decisions import Decision, PlaceId, WordId

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

SUPPLY: Final = "supply_interdiction"
"""Box of supply interdiction."""
MARKER: Final = {f.AIR: f.INTERDICTION_AIR, f.NAVAL: f.INTERDICTION_NAVAL}


class Interdict(Decision, frozen=True, array_like=True, tag=96):
    """Put markers into an interdiction box; `arm` is the track they come from, `track.air` or `track.naval`."""

    box: PlaceId
    arm: WordId
    markers: int


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
    if name == SUPPLY and not _spends(pos):
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


def _spends(pos: June6Position) -> bool:
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


def choices(pos: June6Position) -> Iterator[Interdict]:
    """Every legal number of markers for every box, by box."""
    if not _spends(pos) and not waiting(pos, f.GERMAN):
        return
    boxes = (SUPPLY, *(box["id"] for box in pos.game.edition.charts["interdiction"]["air_boxes"]))
    for name in boxes:
        box = pos.board.index.get(name)
        for arm in MARKER if box is not None else ():
            for markers in (1, 2):
                if refusal(pos, box or 0, arm, markers) is None:
                    yield Interdict(PlaceId(box or 0), WordId(arm), markers)


def take(act: Act, decision: Interdict) -> None:
    """J6 17.12, 18.12: the markers leave the available ones for the turn."""
    arm, box = decision.arm, decision.box
    rule = "17.23" if act.game.place(box) == SUPPLY else "17.24" if arm == f.AIR else "18.23"
    act.track(arm, act.state.track(arm) - decision.markers, 0, rule)
    act.declare("declare.interdiction", (), (box,), rule)
    act.marker(box, -1, MARKER[arm], act.state.marker(box, -1, MARKER[arm]) + decision.markers, rule)


def end_turn(act: Act) -> None:
    """J6 3.84: the boxes are emptied."""
    for name in (SUPPLY, *(box["id"] for box in act.game.edition.charts["interdiction"]["air_boxes"])):
        box = act.game.board.index.get(name, -1)
        for marker in MARKER.values():
            if box >= 0 and act.state.marker(box, -1, marker):
                act.marker(box, -1, marker, 0, "3.84")


DECISIONS: Final = (Interdict,)
STEPS: Final = ()
