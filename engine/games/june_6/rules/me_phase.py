"""The ME phase (3.6, 7.1, 7.2): drawing AMs, and what each of them brings. What few AMs bring is imported with them."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.hesitation import holds
from hexledger.engine.games.june_6.questions.ops import nobody_yet
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import release
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import activate_formations
from hexledger.engine.games.june_6.rules.entering import Entering
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.kernel.steps import Step


# ---------------------------------------------------------------------- 3.6 the ME phase
class BeginMe(Step[June6Position], frozen=True, array_like=True, tag=5):
    """J6 3.61: the initiative player's AM is played, then AMs are drawn."""

    def run(self, act: Act) -> None:
        """Begin the phase."""
        act.phase("phase.me", 0, "3.6")
        for pool in ("pool.bought", "pool.free_am"):
            for am, count in act.state.pool(act.word(pool)).items():
                act.pool(pool, am, -count)
        hq = act.state.variable(act.word("var.corps_activation"))
        if hq:
            from hexledger.engine.games.june_6.rules.corps_activation import BeginCorpsActivation

            act.then(BeginCorpsActivation(hq - 1), DrawAm())
            return
        first = act.state.variable(act.word("var.first_am"))
        if not first:
            # 4.23b: nothing can be declared before the first activation.
            act.then(DrawNext())
            return
        act.assign("var.first_am", 0, "3.61")
        act.then(PlayAm(first), DrawAm())


class DrawAm(Step[June6Position], frozen=True, array_like=True, tag=6):
    """J6 7.24c, 7.24e-f, 3.64-3.65: an activation is over; in a storm the German may declare the next one, else an AM
    is drawn."""

    def run(self, act: Act) -> None:
        """Draw, or go on to the RE phase."""
        if act.state.variable(act.word("var.storm_ops")) and not nobody_yet(act.pos):
            from hexledger.engine.games.june_6.rules.ops import StormOps

            act.then(StormOps(), DrawNext())
        else:
            draw(act)


class DrawNext(Step[June6Position], frozen=True, array_like=True, tag=90):
    """J6 7.24c, 7.24f: nobody declares anything: the next AM is drawn."""

    def run(self, act: Act) -> None:
        """Draw, or go on to the RE phase."""
        draw(act)


def draw(act: Act) -> None:
    """J6 7.24c, 7.24f: the next AM is drawn blind, every AM equally likely, until the pool is empty."""
    if not act.state.pool(act.word("pool.am")):
        act.then(*act.pos.game.successors.re_phase())
        return
    act.then(PlayAm(act.draw("pool.am", "7.24")), DrawAm())


class PlayAm(Step[June6Position], frozen=True, array_like=True, tag=7):
    """J6 7.24b, 7.24d: an AM takes effect."""

    am: int

    def run(self, act: Act) -> None:
        """The AM is used up (3.64); who waits for it enters; then its HQs trace their LOCs."""

        marker = act.pos.game.ams[self.am]
        if marker.sealed:
            from hexledger.engine.games.june_6.rules.sealed_ams import OpenAm

            act.then(OpenAm(marker.side, marker.sealed))
            return
        act.pool("pool.am_used", self.am, 1, "7.24")
        if marker.ops:
            from hexledger.engine.games.june_6.rules.ops import OpsTarget

            act.then(OpsTarget(marker.side, self.am))
            return
        hesitating: tuple[Step[June6Position], ...] = ()
        if act.state.turn == INVASION:
            from hexledger.engine.games.june_6.rules import gliders, hesitation

            landing = gliders.glider_steps(act.pos, self.am)
            if landing:
                act.then(*landing)
                return
            hesitating = hesitation.steps(act.pos, self.am)
        arriving = release.steps_for_am(act.pos, self.am)
        act.then(Entering(self.am), *arriving, *hesitating, CheckLoc(self.am))


class CheckLoc(Step[June6Position], frozen=True, array_like=True, tag=10):
    """J6 5.33, 7.11: each HQ of the AM traces its own LOC; those that have one act with their units in ME."""

    am: int

    def run(self, act: Act) -> None:
        """Judge every HQ and begin one activation for all that succeed (R-25: a failed AM is spent)."""
        am = act.pos.game.ams[self.am]
        here = [formation for formation in am.formations if act.pos.hq_here(formation) >= 0]
        if not here:
            act.note("note.no_hq", (self.am,), "7.11")

        willing = [formation for formation in here if not holds(act.pos, formation)]
        activate_formations(act, am.side, willing, 0 if am.corps else am.formations[0])


DECISIONS: Final = ()
STEPS: Final = (BeginMe, DrawAm, DrawNext, PlayAm, CheckLoc)
