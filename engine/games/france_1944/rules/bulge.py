"""The Bulge offensive (12.5, R-21, R-65)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import BULGE_USES
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, asking, permit, wanted


class DeclareBulge(Decision, frozen=True, array_like=True, tag=58):
    """`declare_bulge`: two German chits leave the cup for two initiative phases in a row."""


def may_declare(pos: FrancePosition) -> Refusal | None:
    """12.5, R-21: why the offensive may not be declared now."""
    rule = pos.game.chart.data["special_operations"]["bulge"]
    if pos.state.turn not in rule["turns"]:
        return "12.5", "not in this turn"
    needed: int = rule["min_german_chits_in_cup"]
    if pos.pool("cup").get(w.CHITS[w.GERMAN], 0) < needed:
        return "12.5", f"{needed} German initiative chits in the cup are wanted"
    if pos.reading(BULGE_USES) != BULGE_USES.default and pos.var("bulge"):
        return "R-21", "one offensive a game"
    return None


class BulgeWindow(Choice[FrancePosition], frozen=True, array_like=True, tag=102):
    """F44 12.5: October to January, before any chit is drawn; `var.bulge_left` says how many phases follow."""

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if may_declare(pos) is not None:
            return None
        return asking(pos, w.GERMAN, "prompt.bulge", "12.5", DeclareBulge, Pass)

    def run(self, act: Act) -> None:
        """No offensive."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        if isinstance(wanted(decision, (DeclareBulge, Pass), pos.game.cite("12.5")), DeclareBulge):
            permit(pos, may_declare(pos))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield DeclareBulge()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, DeclareBulge):
            phases = act.pos.game.chart.number("special_operations", "bulge", "consecutive_phases")
            act.assign("var.bulge", act.state.turn, "12.5")
            act.assign("var.bulge_left", phases, "12.5")
            act.pool("pool.cup", w.CHITS[w.GERMAN], -phases, "12.5")


DECISIONS: Final = (DeclareBulge,)
STEPS: Final = (BulgeWindow,)
