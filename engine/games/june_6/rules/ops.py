"""Free Ops markers (4.23, 7.12, 7.24e): drawn from the pool, or declared by the German between activations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.ops import able_hqs, refusal
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import release
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import activate_formations
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, permit, wanted


class ActivateByOps(Decision, frozen=True, array_like=True, tag=90):
    """The free Ops marker activates this HQ."""

    hq: PieceId


class PassOps(Decision, frozen=True, array_like=True, tag=91):
    """No free Ops marker is declared now."""


def _activate(act: Act, hq: int) -> None:
    """J6 7.24e: as by an AM; of the corps HQs only this one."""
    formation = act.pos.formation(hq)
    act.then(*release.steps_for_formation(act.pos, formation), OpsActivation(formation))


class OpsActivation(Step[June6Position], frozen=True, array_like=True, tag=92):
    """J6 7.24e, 5.33: the HQ traces its LOC and acts in ME with its units."""

    formation: int

    def run(self, act: Act) -> None:
        """Judge and begin."""
        pos = act.pos
        hq = pos.hq_of(self.formation)
        if hq >= 0:
            division = self.formation if pos.is_division_hq(hq) else 0
            activate_formations(act, pos.side(hq), (self.formation,), division)


class OpsTarget(Choice[June6Position], frozen=True, array_like=True, tag=93):
    """J6 7.24e: whoever owns the drawn Ops marker names the HQ that it activates. `am`: the marker."""

    side: int
    am: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when there is an HQ to activate."""
        able = able_hqs(pos, self.side)
        if not able:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["ask.ops"], rules["7.12"], (ActivateByOps.kind(),), able)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses HQs that are not there, marked, or have acted too often."""
        decision = wanted(decision, ActivateByOps, pos.game.cite("7.12"))
        permit(pos, refusal(pos, self.side, decision.hq))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every HQ that may be activated."""
        for hq in able_hqs(pos, self.side):
            yield ActivateByOps(PieceId(hq))

    def take(self, act: Act, decision: Decision) -> None:
        """Activate it."""
        decision = passed(decision, ActivateByOps)
        act.done()
        _activate(act, decision.hq)

    def run(self, act: Act) -> None:
        """No HQ may be activated: the marker is spent."""
        act.note("note.ops_idle", (self.am,), "7.12")


class StormOps(Choice[June6Position], frozen=True, array_like=True, tag=94):
    """J6 4.23b, 7.24e: after any completed activation of a storm turn the German may declare that the next is his."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while a marker is left and an HQ may be activated."""
        able = able_hqs(pos, f.GERMAN)
        if not able or not pos.state.variable(pos.game.words["var.storm_ops"]):
            return None
        kinds = (ActivateByOps.kind(), PassOps.kind())
        return Prompt(f.GERMAN, pos.game.words["ask.storm_ops"], pos.game.rules["4.23"], kinds, able)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses HQs that may not be activated."""
        decision = wanted(decision, (ActivateByOps, PassOps), pos.game.cite("4.23b"))
        if isinstance(decision, ActivateByOps):
            permit(pos, refusal(pos, f.GERMAN, decision.hq))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every HQ that may be activated, then the pass."""
        for hq in able_hqs(pos, f.GERMAN):
            yield ActivateByOps(PieceId(hq))
        yield PassOps()

    def take(self, act: Act, decision: Decision) -> None:
        """A marker is spent; when its activation is over the question comes again."""
        act.done()
        if isinstance(decision, ActivateByOps):
            act.assign("var.storm_ops", act.state.variable(act.word("var.storm_ops")) - 1, "4.23")
            act.then(StormOps())
            _activate(act, decision.hq)

    def run(self, act: Act) -> None:
        """Nothing to declare."""


DECISIONS: Final = (ActivateByOps, PassOps)
STEPS: Final = (OpsActivation, OpsTarget, StormOps)
