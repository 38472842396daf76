"""The RE phase (3.7, 7.26, 7.4): who carries RE, which side goes first, one activation after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reduced_efficiency import (
    WITH_HQ,
    group_of,
    groups,
    is_command,
    permanent_re,
)
from hexledger.engine.games.june_6.rules import release
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import begin_activation
from hexledger.engine.games.june_6.rules.headquarters import ReturnHqs
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted

WITHOUT_HQ: Final = 1
"""Stage of formations without HQ and of single units."""


class ReFirst(Decision, frozen=True, array_like=True, tag=18):
    """The initiative player's choice: do his own RE units act before the other side's?"""

    own: bool


class ActivateRe(Decision, frozen=True, array_like=True, tag=19):
    """Activate the formation of this unit, or the unit alone when it has none, in RE."""

    unit: PieceId


class PassRe(Decision, frozen=True, array_like=True, tag=20):
    """No more activations of this kind: the formations with HQs, then the others."""


# ---------------------------------------------------------------------- who is RE
def mark_re(act: Act) -> None:
    """J6 7.26, 3.7, 5.15, R-01: RE on HQs that were not activated, on units without an HQ, on units barred from ME."""
    pos = act.pos
    for piece in sorted(act.state.at):
        if pos.offshore(piece):
            continue
        if pos.is_hq(piece):
            if not pos.flag(piece, f.ACTIVATIONS):
                act.flag(piece, f.RE, 1, "7.26")
        elif permanent_re(pos, piece):
            act.flag(piece, f.RE, 1, "3.86")
        elif pos.flag(piece, f.ISOLATED) or pos.flag(piece, f.SCATTERED):
            act.flag(piece, f.RE, 1, "R-01")


# ---------------------------------------------------------------------- the phase
class BeginRe(Step[June6Position], frozen=True, array_like=True, tag=12):
    """J6 3.7: RE markers are put, then the initiative player says who goes first."""

    def run(self, act: Act) -> None:
        """Begin the phase; reinforcements of this phase come first (10.12, R-45)."""

        act.phase("phase.re", 0, "3.7")
        arriving = release.steps_for_re(act.pos)
        if arriving:
            act.then(*arriving, MarkRe(), ReOrder())
            return
        mark_re(act)
        act.then(ReOrder())


class MarkRe(Step[June6Position], frozen=True, array_like=True, tag=91):
    """J6 7.26: RE markers are put once the reinforcements of the phase are there."""

    def run(self, act: Act) -> None:
        """Put the markers."""
        mark_re(act)


class ReOrder(Choice[June6Position], frozen=True, array_like=True, tag=13):
    """J6 7.26: the initiative player decides whether all his RE units act first or all of the other side's."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks only when both sides have something to activate."""
        if not all(any(groups(pos, side, stage) for stage in (WITH_HQ, WITHOUT_HQ)) for side in (f.ALLIED, f.GERMAN)):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(pos.initiative, words["ask.re_order"], rules["7.26"], (ReFirst.kind(),))

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Either order is legal."""
        wanted(decision, ReFirst, pos.game.cite("7.26"))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Own units first, or the other side's."""
        yield ReFirst(True)
        yield ReFirst(False)

    def take(self, act: Act, decision: Decision) -> None:
        """Fix the order."""
        decision = passed(decision, ReFirst)
        act.done()
        own = act.pos.initiative
        self._order(act, own if decision.own else 3 - own)

    def run(self, act: Act) -> None:
        """At most one side has anything to do: the order does not matter."""
        self._order(act, act.pos.initiative)

    @staticmethod
    def _order(act: Act, first: int) -> None:
        act.assign("var.re_first", first, "7.26")
        second = 3 - first
        act.then(
            *(ReHalf(first, WITH_HQ), ReturnHqs(first)),
            *(ReHalf(second, WITH_HQ), ReturnHqs(second)),
            *act.pos.game.successors.end_phase(),
        )


class ReHalf(Choice[June6Position], frozen=True, array_like=True, tag=15):
    """J6 7.26: a side activates its RE formations, one after the other, those with an HQ first."""

    side: int
    stage: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while something of this stage may still act."""
        able = tuple(groups(pos, self.side, self.stage))
        if not able:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["ask.re"], rules["7.26"], (ActivateRe.kind(), PassRe.kind()), able)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what carries no RE, what has acted, and units without HQ while formations with HQ may act."""
        cite = pos.game.cite
        decision = wanted(decision, (ActivateRe, PassRe), cite("7.26"))
        if not isinstance(decision, ActivateRe) or group_of(pos, self.side, self.stage, decision.unit):
            return
        name = pos.game.piece_name(decision.unit)
        if self.stage == WITH_HQ and group_of(pos, self.side, WITHOUT_HQ, decision.unit):
            raise IllegalDecision(cite("7.26"), f"formations with an HQ act before {name}; pass to end their turn")
        raise IllegalDecision(cite("7.26"), f"{name} has no RE activation of this side left")

    def choices(self, pos: June6Position) -> Iterator[ActivateRe | PassRe]:
        """Every group by its key, then the pass."""
        for key in groups(pos, self.side, self.stage):
            yield ActivateRe(PieceId(key))
        yield PassRe()

    def take(self, act: Act, decision: Decision) -> None:
        """The RE marker comes off as a formation acts, except where it is permanent (3.7, 3.85, 3.86)."""
        if not isinstance(decision, ActivateRe):
            act.note("note.lapsed", (self.side,), "7.26")
            self._next(act)
            return
        pos = act.pos
        units = group_of(pos, self.side, self.stage, decision.unit)
        formation = pos.formation(units[0]) if self.stage == WITH_HQ else 0
        for unit in units:
            # Counted on every unit: should the HQ be lost now, its units have had their RE activation.
            act.flag(unit, f.ACTIVATIONS, pos.flag(unit, f.ACTIVATIONS) + 1, "7.26")
            if not permanent_re(pos, unit) or (pos.is_hq(unit) and not is_command(pos, unit)):
                act.flag(unit, f.RE, 0, "3.7")
        begin_activation(act, self.side, f.RE_MODE, units, formation)

    def _next(self, act: Act) -> None:
        if self.stage == WITH_HQ:
            act.become(ReHalf(self.side, WITHOUT_HQ))
        else:
            act.done()

    def run(self, act: Act) -> None:
        """Nothing left in this stage."""
        if self.stage == WITH_HQ:
            act.then(ReHalf(self.side, WITHOUT_HQ))


DECISIONS: Final = (ReFirst, ActivateRe, PassRe)
STEPS: Final = (BeginRe, MarkRe, ReOrder, ReHalf)
