"""Allied rail movement carried out (10.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.case_yellow.questions import rails
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.rules.losses import vacated
from hexledger.engine.games.case_yellow.rules.moves import end_motion
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import permit


class Rail(Decision, frozen=True, array_like=True, tag=28):
    """`rail fr_xxi 1719`: a unit rides to a hex."""

    unit: PieceId
    to: PlaceId


def check_rail(pos: YellowPosition, decision: Rail) -> None:
    """10.5."""
    permit(pos, rails.may_ride(pos, decision.unit))
    permit(pos, rails.may_arrive(pos, decision.unit, decision.to))


def take_rail(act: Act, decision: Rail) -> None:
    """10.5b: the unit is placed and does not move on in this round."""
    pos, unit = act.pos, decision.unit
    start = pos.at(unit)
    end_motion(act)
    act.move(unit, (start, decision.to), "mode.rail", rule="10.5")
    act.flag(unit, w.RAILED, 1, "10.5")
    act.assign("var.rail_left", pos.var("rail_left") - 1, "10.5")
    if unit in pos.scenario.maginot_corps:
        act.assign("var.maginot_moved", pos.var("maginot_moved") + 1, "H-3")
    if unit in pos.game.roster.supply:
        act.flag(unit, w.FLIPPED, 1, "7.9")
    enter(act, unit, decision.to)
    vacated(act, start, True)


def listed(pos: YellowPosition) -> Iterator[Rail]:
    """Every legal ride."""
    if pos.active != w.ALLIED or not pos.var("rail_left"):
        return
    for unit in pos.of(w.ALLIED):
        for place in rails.rail_ends(pos, unit):
            yield Rail(PieceId(unit), PlaceId(place))


ACTIONS: Final = (Action(Rail, check_rail, take_rail, listed),)
DECISIONS: Final = (Rail,)
STEPS: Final = ()
