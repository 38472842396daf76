"""END 9: replacements (12.10, CL.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted

_ONE_STEP_TYPES: Final = ("infantry", "dlc", "cavalry")


class Replace(Decision, frozen=True, array_like=True, tag=47):
    """`replace fr_x`: a replacement step for a unit, infantry or armour as the unit is."""

    unit: PieceId


def receive(act: Act) -> None:
    """12.10b, CL.3: both sides receive their lot in the turn that the scenario says; unused steps are kept."""
    rules = act.pos.scenario.replacements
    if not rules or act.state.turn != int(rules["from_turn"]):
        return
    for side, name in enumerate(w.SIDES, 1):
        for kind, number in rules[name].items():
            act.track(f"track.{kind}", act.pos.track(kind, side) + int(number), side, "12.10")


def step_kind(pos: YellowPosition, unit: int) -> str:
    """12.10c, d: the kind of step that a unit takes: infantry, armour, or none."""
    roster = pos.game.roster
    if unit in roster.panzer or unit in roster.supply or unit in roster.arko:
        return ""
    if unit in roster.allied_armour:
        return "armour"
    dead = not pos.on_map(unit)
    if unit in roster.corps or (unit in roster.divisions and roster.full[unit] > 1):
        return "infantry"
    if unit in roster.divisions and dead and roster.type[unit] in _ONE_STEP_TYPES:
        return "infantry"
    german_mot = pos.side(unit) == w.GERMAN and unit in roster.regiments and unit in roster.motorized
    return "infantry" if german_mot and dead else ""


def refusal(pos: YellowPosition, unit: int, side: int) -> Refusal | None:
    """12.10c-g, G-A55: may a replacement step go to the unit now?"""
    if pos.side(unit) != side:
        return "12.10", f"{pos.name(unit)} is not yours"
    kind = step_kind(pos, unit)
    if not kind:
        return "12.10", f"{pos.name(unit)} takes no replacements"
    if not pos.track(kind, side):
        return "12.10", f"no {kind} step is left"
    if pos.on_map(unit):
        if not pos.reduced(unit):
            return "12.10", f"{pos.name(unit)} is at full strength"
        if supply.supply_line(pos, unit) is None:
            return "12.10", f"{pos.name(unit)} has no LOS"
        return None
    if unit not in pos.pool("dead") or unit in pos.pool("gone"):
        return "12.10", f"{pos.name(unit)} has not been eliminated"
    if pos.nation(unit) in ("dutch", "belgian") and _given_up(pos, unit):
        return "12.10", "its nation has surrendered"
    if pos.nation(unit) not in pos.scenario.entry:
        return "12.10", f"{pos.name(unit)} has no place to enter"
    return None


def _given_up(pos: YellowPosition, unit: int) -> bool:
    return pos.var("netherlands" if pos.nation(unit) == "dutch" else "belgium") > 0


class Replacements(Choice[YellowPosition], frozen=True, array_like=True, tag=71):
    """CY 12.10: a side spends replacement steps."""

    side: int

    def _able(self, pos: YellowPosition) -> tuple[int, ...]:
        units = sorted({*pos.of(self.side), *pos.pool("dead")})
        return tuple(unit for unit in units if refusal(pos, unit, self.side) is None)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not (pos.track("infantry", self.side) or pos.track("armour", self.side)):
            return None
        units = self._able(pos)
        return asked(pos, self.side, ("prompt.replace", "12.10"), (Replace, Pass), units) if units else None

    def run(self, act: Act) -> None:
        """No steps, or nobody to receive them."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        found = wanted(decision, (Replace, Pass), pos.game.cite("12.10"))
        if isinstance(found, Replace):
            permit(pos, refusal(pos, found.unit, self.side))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield from (Replace(PieceId(unit)) for unit in self._able(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Replace):
            act.done()
            return
        pos, unit = act.pos, decision.unit
        kind = step_kind(pos, unit)
        act.track(f"track.{kind}", pos.track(kind, self.side) - 1, self.side, "12.10")
        if pos.on_map(unit):
            act.steps(unit, pos.steps(unit) + 1, "12.10")
            return
        act.pool("pool.dead", unit, -1, "12.10")
        if unit in pos.pool("lost_attrition"):
            act.pool("pool.lost_attrition", unit, -1, "12.10")
        act.pool("pool.returning", unit, 1, "12.10")


DECISIONS: Final = (Replace,)
STEPS: Final = (Replacements,)
