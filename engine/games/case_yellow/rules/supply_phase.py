"""The supply phase (7.5) and attack supply at the moment of a combat (7.6)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.losses import lose_step
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.steps import Step


class SupplyPhase(Step[YellowPosition], frozen=True, array_like=True, tag=28):
    """CY 4.0b, 7.5: both sides, in the order of 7.5a."""

    def run(self, act: Act) -> None:
        """7.5e, G-A36: first units with an OOS marker, on one position; then the others; supply units turn."""
        act.phase("phase.supply", 0, "4.0b")
        if act.state.turn >= act.pos.game.chart.number("supply_check", "from_turn"):
            began = [unit for unit in _units(act) if not act.pos.oos(unit)]
            _marked(act)
            _unmarked(act, began)
        for unit in sorted(act.pos.game.roster.supply):
            act.flag(unit, w.FLIPPED, 0, "7.9")


def _units(act: Act) -> list[int]:
    return sorted((*act.pos.of(w.GERMAN), *act.pos.of(w.ALLIED)))


def _marked(act: Act) -> None:
    """7.5a, 7.5b: a unit that is still out of supply loses a step and keeps its marker; the others lose it."""
    lines = {unit: supply.supply_line(act.pos, unit) for unit in _units(act) if act.pos.oos(unit)}
    for unit, path in lines.items():
        if path is not None:
            act.judge(unit, "status.supply", path, "7.5")
            act.flag(unit, w.OOS, 0, "7.5")
    for unit, path in lines.items():
        if path is None:
            act.judge(unit, "status.oos", (), "7.5")
            lose_step(act, unit, "reason.out_of_supply", "7.5")


def _unmarked(act: Act, began: list[int]) -> None:
    """7.5a: units that began the segment without a marker get one when they have no LOS."""
    lines = {unit: supply.supply_line(act.pos, unit) for unit in began if act.pos.on_map(unit)}
    for unit, path in lines.items():
        if path is not None:
            act.judge(unit, "status.supply", path, "7.5")
        else:
            act.judge(unit, "status.oos", (), "7.5")
            act.flag(unit, w.OOS, 1, "7.5")


def judge_attack_supply(act: Act, units: tuple[int, ...], target: int, kinds: tuple[str, ...]) -> None:
    """7.6c, 7.6e: each attacker traces attack supply now; without it a NAS marker, which the next success takes off."""
    for unit in units:
        source = supply.attack_source(act.pos, unit, target, kinds)
        if source is None:
            act.judge(unit, "status.no_attack_supply", (), "7.6", "subject.attack_supply")
            act.flag(unit, w.NAS, 1, "7.6")
        else:
            act.judge(unit, "status.attack_supply", source.path, _rule(act, unit), "subject.attack_supply")
            act.flag(unit, w.NAS, 0, "7.6")


def _rule(act: Act, unit: int) -> str:
    return "7.8" if act.pos.side(unit) == w.GERMAN else "7.7"


DECISIONS: Final = ()
STEPS: Final = (SupplyPhase,)
