"""Evacuation from the Dynamo port (13.4, QA.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import ways
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.stacking import limits_kept
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.losses import take_off
from hexledger.engine.games.case_yellow.rules.moves import end_motion
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Refusal, permit
from hexledger.events.numbers import counted


class Evacuate(Decision, frozen=True, array_like=True, tag=29):
    """`evacuate br_i 1`: steps of a unit in the Dynamo port leave by sea."""

    unit: PieceId
    steps: int = 1


def capacity(pos: YellowPosition) -> int:
    """13.4.1, 13.4.2, 13.4.4: steps a Move round can evacuate: six less the disruption, at least four."""
    number = pos.game.chart.number
    disruption = pos.state.marker(pos.port, -1, w.PORT_DISRUPTION) * number("evacuation", "per_port_disruption")
    return max(number("evacuation", "minimum"), number("evacuation", "base_steps_per_allied_move_round") + disruption)


def left(pos: YellowPosition) -> int:
    """Steps that can still be evacuated in this round."""
    return capacity(pos) - pos.var("evacuated") if pos.port >= 0 and pos.active == w.ALLIED else 0


def refusal(pos: YellowPosition, unit: int) -> Refusal | None:
    """13.4.2, 13.4.3, G-A53, QA.1: may the unit be evacuated?"""
    if pos.port < 0:
        return "13.4", "Operation Dynamo is not on"
    if pos.active != w.ALLIED:
        return "13.4", "units leave by sea in Allied Move rounds only"
    if not left(pos):
        return "13.4", "no more steps can be evacuated in this round"
    if pos.at(unit) != pos.port or pos.side(unit) != w.ALLIED:
        return "13.4", f"{pos.name(unit)} is not in the Dynamo port"
    if unit in pos.game.roster.supply or pos.nation(unit) == "dutch":
        return "13.4", f"{pos.name(unit)} is not evacuated"
    if pos.engaged(unit) and not over_the_limit(pos, unit):
        return "QA.1", f"{pos.name(unit)} is Engaged; only units over the stacking limit leave the fight"
    if pos.flag(unit, w.ARRIVED):
        return "13.4", f"{pos.name(unit)} came onto the map this turn"
    used = ways.spent(pos, unit)
    if used >= 0 and pos.ma(unit) - used < 1:
        return "13.4", f"{pos.name(unit)} has no movement point left"
    if pos.flag(unit, w.RAILED):
        return "13.4", f"{pos.name(unit)} came by rail"
    return None


def over_the_limit(pos: YellowPosition, unit: int) -> bool:
    """QA.1: a unit that came into an Engaged port in this round is over the stacking limit and may still leave."""
    return pos.flag(unit, w.MOVED) > 0 and not limits_kept(pos, pos.units(pos.port))


def check(pos: YellowPosition, decision: Evacuate) -> None:
    """13.4."""
    permit(pos, refusal(pos, decision.unit))
    if not 1 <= decision.steps <= min(left(pos), pos.steps(decision.unit)):
        raise IllegalDecision(
            pos.game.cite("13.4"), f"{counted(left(pos), 'step')} can still be evacuated in this round"
        )


def take(act: Act, decision: Evacuate) -> None:
    """13.4.5: one VP a step; what has gone does not come back."""
    pos, unit = act.pos, decision.unit
    end_motion(act)
    number = pos.game.chart.number("evacuation", "vp_per_step")
    act.assign("var.evacuated", pos.var("evacuated") + decision.steps, "13.4")
    act.track("track.vp", act.state.track(act.word("track.vp"), w.ALLIED) + number * decision.steps, w.ALLIED, "13.4")
    if decision.steps < pos.steps(unit):
        act.steps(unit, pos.steps(unit) - decision.steps, "13.4")
        return
    take_off(act, unit, "reason.evacuated", "13.4")
    act.pool("pool.evacuated", unit, 1, "13.4")


def listed(pos: YellowPosition) -> Iterator[Evacuate]:
    """Every unit that can leave, with one step or all."""
    if not left(pos):
        return
    for unit in pos.units(pos.port):
        if refusal(pos, unit) is None:
            for steps in range(1, min(left(pos), pos.steps(unit)) + 1):
                yield Evacuate(PieceId(unit), steps)


ACTIONS: Final = (Action(Evacuate, check, take, listed),)
DECISIONS: Final = (Evacuate,)
STEPS: Final = ()
