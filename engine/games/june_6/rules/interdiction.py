"""Interdiction (17.23, 17.24, 18.23): markers of the bombardment phase on German supply and on entry areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.arrivals import waiting
from hexledger.engine.games.june_6.questions.interdiction import MARKER, SUPPLY, refusal, spends
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PlaceId, WordId


class Interdict(Decision, frozen=True, array_like=True, tag=96):
    """Put markers into an interdiction box; `arm` is the track they come from, `track.air` or `track.naval`."""

    box: PlaceId
    arm: WordId
    markers: int


def choices(pos: June6Position) -> Iterator[Interdict]:
    """Every legal number of markers for every box, by box."""
    if not spends(pos) and not waiting(pos, f.GERMAN):
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
