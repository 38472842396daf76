"""Recovery from Disorder and from Reduced (21.11): who may recover, and who never does."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions import supply
from hexledger.engine.games.june_6.questions.bombardment import has_bombarded
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.switches import GERMAN_ARMOR

ONE_A_TURN: Final = 1
"""Recoveries from Reduced that US, Commonwealth and German units may each make in a turn (21.33, R-10)."""


def is_reduced(pos: June6Position, unit: int) -> bool:
    """True for a unit on its reduced side, a returned HQ included."""
    return 0 < pos.steps(unit) < pos.counters[unit].steps or pos.flag(unit, f.HQ_REDUCED) > 0


# ---------------------------------------------------------------------- why not
def barred(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    """What keeps a unit from any recovery (7.3, 21.12, 21.22-21.24, 21.34, 22.25)."""
    if not pos.on_map(unit):
        return "21.12", f"{name} is not on the map"
    if not pos.is_active(unit):
        return "21.22", f"{name} is not active"
    if pos.flag(unit, f.MOVED) or pos.flag(unit, f.STRATEGIC) or pos.flag(unit, f.ATTACKED):
        return "21.22", f"{name} has moved or attacked in this activation"
    if has_bombarded(pos, unit):
        return "7.3e", f"{name} has bombarded in this activation"
    if pos.flag(unit, f.BROKEN_DOWN):
        return "7.3e", f"{name} has been broken down in this activation, which is movement"
    if pos.flag(unit, f.ENTRY):
        return "7.3e", f"{name} enters the map in this activation, which is movement"
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


def no_disorder(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    return None if pos.flag(unit, f.DISORDER) else ("21.21", f"{name} is not disordered")


def no_reduced(pos: June6Position, unit: int, name: str) -> tuple[str, str] | None:
    if not is_reduced(pos, unit):
        return "21.31", f"{name} is not reduced"
    chart = pos.game.edition.charts["recovery"]
    if pos.state.turn < pos.game.calendar.index(chart["reduced_from"]) + 1:
        return "21.31", f"no unit recovers from Reduced before {chart['reduced_from']}"
    never = never_recovers(pos, unit)
    if never:
        return never, f"{name} is of a kind that never recovers from Reduced"
    turn, total = (pos.state.variable(pos.game.words[key]) for key in counters_of(pos, unit))
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


def never_recovers(pos: June6Position, unit: int) -> str:
    """J6 21.32, R-110: parachute units, Allied gliders and commandos, German armour: units of that kind, or by another
    reading all that print armour points (12.51). The part of the rule that says so; empty for others."""
    kind = pos.counters[unit].type
    if kind == "parachute":
        return "21.32a"
    if pos.side(unit) == f.ALLIED:
        return {"glider": "21.32b", "commando": "21.32c"}.get(kind, "")
    by_points = pos.reading(GERMAN_ARMOR) == GERMAN_ARMOR.values["points"]
    armor = pos.counters[unit].front.armor > 0 if by_points else kind == "armor"
    return "21.32d" if armor else ""


def counters_of(pos: June6Position, unit: int) -> tuple[str, str]:
    """Variables that count a unit's recoveries from Reduced: this turn (by nationality, R-10), in the scenario."""
    if pos.side(unit) == f.GERMAN:
        return "var.german_reduced_this_turn", "var.german_reduced_recoveries"
    us = pos.counters[unit].nationality == "us"
    return "var.us_reduced_this_turn" if us else "var.allied_reduced_this_turn", "var.allied_reduced_recoveries"
