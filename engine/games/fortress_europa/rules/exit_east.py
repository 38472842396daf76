"""Exit by the east edge (31.15): Allied armour that has left for good, and the German steps that it ties down.

`pool.exited` and `pool.exit_removed` hold the units of the two sides that are off the map for it, with their steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import exit_east, movement, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import capacity
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted

_LOST: Final = "var.exit_lost"
"""Allied steps lost beyond the edge since the German last answered."""


class ExitEast(Decision, frozen=True, array_like=True, tag=226):
    """A supplied armoured unit leaves the map by the east edge; it does not come back."""

    unit: PieceId


class GiveUp(Decision, frozen=True, array_like=True, tag=227):
    """A German unit leaves the map to meet the Allies who have left it."""

    unit: PieceId


def refusal(pos: FortressPosition, unit: int) -> Refusal | None:
    """FE 31.15: (rule, reason) why a unit may not leave the map now, None when it may."""
    if not pos.option("31.15"):
        return "31.15", "that optional rule is not in play"
    name = pos.name(unit)
    if pos.active_side != f.ALLIED or pos.side(unit) != f.ALLIED or unit not in pos.tables.roster.armored:
        return "31.15", f"{name} is no armoured unit of the Allies in their move impulse"
    why = movement.stays(pos, unit)
    if why is not None:
        return why
    place = pos.at(unit)
    if place not in pos.tables.ground.east_edge:
        return "31.15", f"{pos.label(place)} is not on the east edge"
    if pos.in_ezoc(place, f.ALLIED):
        return "31.15", f"{pos.label(place)} is in an enemy ZOC"
    if not supply.standing(pos, unit).supplied:
        return "31.15", f"{name} is out of supply"
    return None


def _check(pos: FortressPosition, decision: ExitEast) -> None:
    permit(pos, refusal(pos, decision.unit))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.option("31.15") and pos.active_side == f.ALLIED:
        for unit in pos.ashore(f.ALLIED):
            if pos.at(unit) in pos.tables.ground.east_edge and refusal(pos, unit) is None:
                yield ExitEast(PieceId(unit))


def _take(act: Act, decision: ExitEast) -> None:

    steps = act.pos.steps(decision.unit)
    act.remove(decision.unit, "reason.left_map", "31.15")
    act.pool("pool.exited", decision.unit, steps, "31.15")
    # 31.14: who has left the map in this impulse has moved in it
    act.flag(decision.unit, f.MOVED, act.pos.impulse, "31.15")
    _tell(act)
    capacity.update(act)


def _tell(act: Act) -> None:
    act.track("track.exited", sum(exit_east.out(act.pos, f.ALLIED).values()), f.ALLIED, "31.15")


# ---------------------------------------------------------------------- supply of those who have left
def supplied(pos: FortressPosition) -> bool:
    """FE 31.15: does a line lead from the east edge to an HQ in supply?"""
    near = supply.hqs_for(pos, f.ALLIED)
    edge = (place for place in sorted(pos.tables.ground.east_edge) if not pos.in_ezoc(place, f.ALLIED))
    return any(near[place] for place in edge if place in pos.tables.ground.land)


def supply_phase(act: Act) -> None:
    """FE 31.15: without a line from the east edge every unit that has left loses a step."""
    if not exit_east.counted(act.pos) or supplied(act.pos):
        return
    lost = act.state.variable(act.word(_LOST)) + exit_east.counted(act.pos)
    act.assign(_LOST, lost, "31.15")
    for unit, steps in exit_east.out(act.pos, f.ALLIED).items():
        act.pool("pool.exited", unit, -1, "31.15")
        if steps == 1:
            act.pool(f.ELIMINATED, unit, 1, "31.15")
    _tell(act)
    capacity.update(act)


# ---------------------------------------------------------------------- the German answer
def owed(pos: FortressPosition) -> int:
    """FE 31.15: German steps that must still leave the map; below zero when more have left than need."""
    return sum(exit_east.out(pos, f.ALLIED).values()) - sum(exit_east.out(pos, f.GERMAN).values())


class AnswerExit(Choice[FortressPosition], frozen=True, array_like=True, tag=226):
    """FE 31.15: at the start of his turn the German takes at least as many steps off the map as the Allies have there,
    of any units but HQs, from enemy ZOCs, too, but none out of supply."""

    def _units(self, pos: FortressPosition) -> tuple[int, ...]:

        hqs = pos.tables.roster.hqs
        return tuple(p for p in pos.ashore(f.GERMAN) if p not in hqs and supply.standing(pos, p).supplied)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not pos.option("31.15") or owed(pos) <= 0:
            return None
        units = self._units(pos)
        if not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.exit"], rules["31.15"], (GiveUp.kind(),), units)

    def run(self, act: Act) -> None:
        """Nothing is owed. Where Allied steps were lost beyond the edge, units in excess of those that are left come
        back as reinforcements; who gave more steps than he owed gets nothing back for that."""
        pos = act.pos
        if not act.state.variable(act.word(_LOST)):
            return
        act.assign(_LOST, 0, "31.15")
        for unit, steps in exit_east.out(pos, f.GERMAN).items():
            if owed(pos) + steps <= 0:
                act.pool("pool.exit_removed", unit, -steps, "31.15")
                act.pool(f.DUE, unit, 1, "31.15")
                if steps < pos.counters[unit].steps:
                    act.pool("pool.withdrawn_reduced", unit, 1, "31.15")

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite("31.15")
        decision = wanted(decision, GiveUp, rule)
        if decision.unit not in self._units(pos):
            raise IllegalDecision(rule, f"{pos.name(decision.unit)} is an HQ, out of supply or not on the map")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([GiveUp(PieceId(unit)) for unit in self._units(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, GiveUp)
        steps = act.pos.steps(decision.unit)
        if act.state.variable(act.word(_LOST)):
            act.assign(_LOST, 0, "31.15")
        act.remove(decision.unit, "reason.left_map", "31.15")
        act.pool("pool.exit_removed", decision.unit, steps, "31.15")


ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (Action(ExitEast, _check, _take, _choices),)
DECISIONS: Final = (ExitEast, GiveUp)
STEPS: Final[tuple[type[Step[FortressPosition]], ...]] = (AnswerExit,)
