"""Recovery from Disorder and from Reduced (21.11). Offered by the movement step; checked and carried out here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import supply
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import permit

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

ONE_A_TURN: Final = 1
"""Recoveries from Reduced that US, Commonwealth and German units may each make in a turn (21.33, R-10)."""


class Recover(Decision, frozen=True, array_like=True, tag=22):
    """A unit recovers instead of moving and attacking: from Reduced when `reduced`, else one level of Disorder."""

    unit: PieceId
    reduced: bool = False


def check(pos: June6Position, decision: Recover) -> None:
    """J6 21: raise IllegalDecision unless the unit may recover so in the running activation."""
    unit = decision.unit
    name = pos.game.piece_name(unit)
    why = _barred(pos, unit, name)
    if why is None:
        why = _no_reduced(pos, unit, name) if decision.reduced else _no_disorder(pos, unit, name)
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
    turn, total = _counters(act.pos, unit)
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


def is_reduced(pos: June6Position, unit: int) -> bool:
    """True for a unit on its reduced side, a returned HQ included."""
    return 0 < pos.steps(unit) < pos.counters[unit].steps or pos.flag(unit, f.HQ_REDUCED) > 0


# ---------------------------------------------------------------------- why not
def _barred(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    """What keeps a unit from any recovery (21.12, 21.22, 21.23, 21.24, 21.34, 22.25)."""
    if not pos.on_map(unit):
        return "21.12", f"{name} is not on the map"
    if not pos.is_active(unit):
        return "21.22", f"{name} is not active"
    if pos.flag(unit, f.MOVED) or pos.flag(unit, f.STRATEGIC) or pos.flag(unit, f.ATTACKED):
        return "21.22", f"{name} has moved or attacked in this activation"
    if pos.flag(unit, f.RECOVERED):
        return "21.22", f"{name} has recovered in this activation"
    if pos.flag(unit, f.ISOLATED):
        return "21.23", f"{name} is isolated"
    hq = pos.hq_of(pos.formation(unit))
    if hq >= 0 and pos.flag(hq, f.ISOLATED):
        return "21.23", f"{pos.game.piece_name(hq)}, the HQ of {name}, is isolated"
    if pos.counters[unit].type in ("strongpoint", "detachment"):
        return "21.24", f"{name} never recovers"
    rule = pos.scenario.no_recovery.get(pos.side(unit))
    if rule is not None:
        return rule, "this side makes no recovery in this scenario"
    return None


def _no_disorder(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    return None if pos.flag(unit, f.DISORDER) else ("21.21", f"{name} is not disordered")


def _no_reduced(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    if not is_reduced(pos, unit):
        return "21.31", f"{name} is not reduced"
    chart = pos.game.edition.charts["recovery"]
    if pos.state.turn < pos.game.calendar.index(chart["reduced_from"]) + 1:
        return "21.31", f"no unit recovers from Reduced before {chart['reduced_from']}"
    if never_recovers(pos, unit):
        return "21.32", f"{name} is of a kind that never recovers from Reduced"
    turn, total = (pos.state.variable(pos.game.words[key]) for key in _counters(pos, unit))
    side = pos.side(unit)
    limits = pos.scenario.reduced_recovery.get(side)
    if limits is not None:
        rule = pos.scenario.reduced_recovery_rule[side]
        limit = next((limit for limit in limits if limit.first <= pos.state.turn <= limit.last), None)
        if limit is None:
            return rule, "this side may make no recovery from Reduced this turn"
        if total >= limit.total:
            return rule, f"this side may make {limit.total} recoveries from Reduced in the scenario"
        if turn >= limit.per_turn:
            return rule, f"this side may make {limit.per_turn} recovery from Reduced a turn"
    if turn >= ONE_A_TURN:
        return "21.33", "one unit has recovered from Reduced this turn already"
    if supply.loc(pos, unit) is None:
        # 5.35 says the same among the LOCs.
        return "21.35", f"{name} has no LOC"
    return None


def never_recovers(pos: June6Position, unit: int) -> bool:
    """J6 21.32: parachute units, Allied gliders and commandos, German armour."""
    kind = pos.counters[unit].type
    if kind == "parachute":
        return True
    if pos.side(unit) == f.ALLIED:
        return kind in ("glider", "commando")
    return kind == "armor"


def _counters(pos: June6Position, unit: int) -> tuple[str, str]:
    """Variables that count a unit's recoveries from Reduced: this turn (by nationality, R-10), in the scenario."""
    if pos.side(unit) == f.GERMAN:
        return "var.german_reduced_this_turn", "var.german_reduced_recoveries"
    us = pos.counters[unit].nationality == "us"
    return "var.us_reduced_this_turn" if us else "var.allied_reduced_this_turn", "var.allied_reduced_recoveries"


DECISIONS: Final = (Recover,)
STEPS: Final = ()
