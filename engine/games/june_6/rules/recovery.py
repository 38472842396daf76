"""Recovery from Disorder and from Reduced (21.11). Offered by the movement step; checked and carried out here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.recovery import barred, counters_of, is_reduced, no_disorder, no_reduced
from hexledger.engine.games.june_6.rules import supply
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import permit


class Recover(Decision, frozen=True, array_like=True, tag=22):
    """A unit recovers instead of moving and attacking: from Reduced when `reduced`, else one level of Disorder."""

    unit: PieceId
    reduced: bool = False


def check(pos: June6Position, decision: Recover) -> None:
    """J6 21: raise IllegalDecision unless the unit may recover so in the running activation."""
    unit = decision.unit
    name = pos.game.piece_name(unit)
    why = barred(pos, unit, name)
    if why is None:
        why = no_reduced(pos, unit, name) if decision.reduced else no_disorder(pos, unit, name)
    permit(pos, why)


def choices(pos: June6Position) -> Iterator[Recover]:
    """Every legal recovery of the active units, in order of units."""
    for unit in pos.active_units():
        for reduced in (False, True):
            decision = Recover(PieceId(unit), reduced)
            if _possible(pos, unit, reduced):
                yield decision


def _possible(pos: June6Position, unit: int, reduced: bool) -> bool:
    if not (is_reduced(pos, unit) if reduced else pos.flag(unit, f.DISORDER)):
        return False
    try:
        check(pos, Recover(PieceId(unit), reduced))
    except IllegalDecision:
        return False
    return True


def take(act: Act, decision: Recover) -> None:
    """J6 21.21, 21.31: carry a checked recovery out. The unit neither moves nor attacks in this activation (21.22)."""
    unit = decision.unit
    act.flag(unit, f.RECOVERED, 1, "21.22")
    if not decision.reduced:
        act.flag(unit, f.DISORDER, act.pos.flag(unit, f.DISORDER) - 1, "21.21")
        return
    supply.judge(act, unit, "21.35")
    if act.pos.flag(unit, f.HQ_REDUCED):
        act.flag(unit, f.HQ_REDUCED, 0, "21.31")
    else:
        act.steps(unit, act.pos.counters[unit].steps, "21.31")
    turn, total = counters_of(act.pos, unit)
    act.assign(turn, act.state.variable(act.word(turn)) + 1, "21.33")
    act.assign(total, act.state.variable(act.word(total)) + 1, "21.33")


def turn_began(act: Act) -> None:
    """J6 21.33: the recoveries of a turn are counted anew."""
    for variable in ("var.allied_reduced_this_turn", "var.us_reduced_this_turn", "var.german_reduced_this_turn"):
        if act.state.variable(act.word(variable)):
            act.assign(variable, 0, "21.33")
    for side, limits in sorted(act.pos.scenario.reduced_recovery.items()):
        total = "var.allied_reduced_recoveries" if side == f.ALLIED else "var.german_reduced_recoveries"
        begins = any(limit.first == act.state.turn for limit in limits[1:])
        if begins and act.state.variable(act.word(total)):
            # PB 6.82c: each part of a combined scenario has recoveries of its own.
            act.assign(total, 0, "PB 6.82c")


# ---------------------------------------------------------------------- why not
DECISIONS: Final = (Recover,)
STEPS: Final = ()
