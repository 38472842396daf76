"""Activations in ME: drawing AMs, the LOC of the HQs, who acts, and the end of an activation (3.6, 5.33, 7.1-7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import detachments, supply
from hexledger.engine.games.june_6.rules.attachment import Attachments, activate, may_act_in_me
from hexledger.engine.games.june_6.rules.crossing import river_banks
from hexledger.engine.games.june_6.rules.entering import Entering
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act


class PickAm(Decision, frozen=True, array_like=True, tag=16):
    """Keep this AM out of the pool for the first activation of the turn."""

    am: WordId


# ---------------------------------------------------------------------- 7.21 the first AM
class PickFirstAm(Choice, frozen=True, array_like=True, tag=3):
    """J6 7.21, 4.21: before the AMs are mixed the initiative player takes out the one that will act first."""

    side: int

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks when the side has AMs in the pool and the turn does not begin with its Corps Activation (7.51)."""
        assert isinstance(pos, June6Position)
        if not _own_ams(pos, self.side) or pos.state.variable(pos.game.words["var.corps_activation"]):
            return None
        return Prompt(self.side, pos.game.words["ask.first_am"], pos.game.rules["7.21"], (PickAm.kind(),))

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses an AM that is not in the pool or belongs to the other side."""
        assert isinstance(pos, June6Position)
        wanted(decision, (PickAm,), pos.game.cite("7.21"))
        assert isinstance(decision, PickAm)
        if decision.am not in _own_ams(pos, self.side):
            name = pos.game.word(decision.am)
            raise IllegalDecision(pos.game.cite("7.21"), f"{name} is not among the AMs that this side has put in")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every kind of AM that the side has put in."""
        assert isinstance(pos, June6Position)
        for am in _own_ams(pos, self.side):
            yield PickAm(WordId(am))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The AM leaves the pool."""
        assert isinstance(decision, PickAm)
        act.pool("pool.am", decision.am, -1, "7.21")
        act.assign("var.first_am", decision.am, "7.21")
        act.done()

    def run(self, act: Recorder[Any]) -> None:
        """No AM of its own: the turn begins with a draw, or with a Corps Activation."""


def _own_ams(pos: June6Position, side: int) -> tuple[int, ...]:
    """R-43: AMs of a side in the pool that were bought, or that a preset pool lists; never an Ops marker."""
    pool, free = pos.state.pool(pos.game.words["pool.am"]), pos.state.pool(pos.game.words["pool.free_am"])
    ams = pos.game.ams
    return tuple(
        am for am, count in pool.items() if ams[am].side == side and not ams[am].ops and count > free.get(am, 0)
    )


# ---------------------------------------------------------------------- 3.6 the ME phase
class BeginMe(Step, frozen=True, array_like=True, tag=5):
    """J6 3.61: the initiative player's AM is played, then AMs are drawn."""

    def run(self, act: Recorder[Any]) -> None:
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


class DrawAm(Step, frozen=True, array_like=True, tag=6):
    """J6 7.24c, 7.24e-f, 3.64-3.65: an activation is over; in a storm the German may declare the next one, else an AM
    is drawn."""

    def run(self, act: Recorder[Any]) -> None:
        """Draw, or go on to the RE phase."""
        if act.state.variable(act.word("var.storm_ops")):
            from hexledger.engine.games.june_6.rules.ops import StormOps

            act.then(StormOps(), DrawNext())
        else:
            draw(act)


class DrawNext(Step, frozen=True, array_like=True, tag=90):
    """J6 7.24c, 7.24f: nobody declares anything: the next AM is drawn."""

    def run(self, act: Recorder[Any]) -> None:
        """Draw, or go on to the RE phase."""
        draw(act)


def draw(act: Act) -> None:
    """J6 7.24c, 7.24f: the next AM is drawn blind, every AM equally likely, until the pool is empty."""
    if not act.state.pool(act.word("pool.am")):
        from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe

        act.then(BeginRe())
        return
    act.then(PlayAm(act.draw("pool.am", "7.24")), DrawAm())


class PlayAm(Step, frozen=True, array_like=True, tag=7):
    """J6 7.24b, 7.24d: an AM takes effect."""

    am: int

    def run(self, act: Recorder[Any]) -> None:
        """The AM is used up (3.64); who waits for it enters; then its HQs trace their LOCs."""
        from hexledger.engine.games.june_6.rules import airborne, hesitation, ops, release, sealed_ams

        marker = act.pos.game.ams[self.am]
        if marker.sealed:
            act.then(sealed_ams.OpenAm(marker.side, marker.sealed))
            return
        act.pool("pool.am_used", self.am, 1, "7.24")
        if marker.ops:
            act.then(ops.OpsTarget(marker.side, self.am))
            return
        gliders = airborne.glider_steps(act.pos, self.am)
        if gliders:
            act.then(*gliders)
            return
        arriving = release.steps_for_am(act.pos, self.am)
        act.then(Entering(self.am), *arriving, *hesitation.steps(act.pos, self.am), CheckLoc(self.am))


class CheckLoc(Step, frozen=True, array_like=True, tag=10):
    """J6 5.33, 7.11: each HQ of the AM traces its own LOC; those that have one act with their units in ME."""

    am: int

    def run(self, act: Recorder[Any]) -> None:
        """Judge every HQ and begin one activation for all that succeed (R-25: a failed AM is spent)."""
        am = act.pos.game.ams[self.am]
        here = [formation for formation in am.formations if act.pos.hq_here(formation) >= 0]
        if not here:
            act.note("note.no_hq", (self.am,), "7.11")
        from hexledger.engine.games.june_6.rules import hesitation

        willing = [formation for formation in here if not hesitation.holds(act.pos, formation)]
        activate_formations(act, am.side, willing, 0 if am.corps else am.formations[0])


def activate_formations(
    act: Act, side: int, formations: Iterable[int], division: int, besides: Iterable[int] = ()
) -> None:
    """J6 5.33, 7.24b: the HQs of some formations trace their LOCs; those that have one act together in ME with their
    units. `division`: the one that may attach units, 0 for corps; `besides`: units that take no part."""
    ready = [formation for formation in formations if ready_in_me(act, formation)]
    if ready:
        idle = tuple(besides)
        units = [unit for formation in ready for unit in act.pos.members(formation) if unit not in idle]
        begin_activation(act, side, f.ME, units, division)


def ready_in_me(act: Act, formation: int) -> bool:
    """J6 5.33, 3.62: may a formation act in ME now? Its HQ carries no RE or isolated marker and has a LOC; without one
    it gets RE. An HQ that enters the map is ready without more (7.25), and RE comes off its units (QA-AM-6)."""
    hq = act.pos.hq_here(formation)
    if not may_act_in_me(act.pos, hq):
        act.note("note.hq_barred", (hq,), "3.62")
        return False
    if act.pos.in_box(hq):
        for unit in act.pos.members(formation):
            act.flag(unit, f.RE, 0, "QA-AM-6")
    elif not supply.judge(act, hq, "5.33"):
        act.flag(hq, f.RE, 1, "5.33")
        return False
    act.flag(hq, f.ACTIVATIONS, act.pos.flag(hq, f.ACTIVATIONS) + 1, "7.25" if act.pos.in_box(hq) else "7.24")
    return True


# ---------------------------------------------------------------------- 7.3, 7.4 one activation
def begin_activation(act: Act, side: int, mode: int, units: Iterable[int], formation: int) -> None:
    """J6 7.3, 7.4: units begin to act together. `formation`: the division that may attach units, 0 = none."""
    act.assign(f.VAR_ACTIVE_SIDE, side)
    act.assign(f.VAR_ACTIVE_MODE, mode)
    for unit in sorted(units):
        if act.pos.present(unit):
            activate(act, unit, mode)
    act.declare("declare.activation", act.pos.active_units(), (), "7.3" if mode == f.ME else "7.4")
    act.then(
        *detachments.breaking_down(act.pos, side, mode),
        Attachments(formation),
        *course(river_banks(act.pos, side)),
        EndActivation(),
    )


def course(banks: tuple[int, ...] = ()) -> tuple[Step, ...]:
    """What active units do, in order: movement (with R-11 bombardments), attrition (8.3), attacks.

    `banks`: foot units that begin the activation at a great river (20.32)."""
    from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
    from hexledger.engine.games.june_6.rules.movement import Movement
    from hexledger.engine.games.june_6.rules.strategic import Attrition

    return (Movement(), Attrition(), DeclareAttacks((), banks))


PASSING_FLAGS: Final = (
    f.ACTIVE,
    f.MOVED,
    f.STRATEGIC,
    f.ATTACKED,
    f.RECOVERED,
    f.ASSISTED,
    f.BEGAN_EZOC,
    f.DEMOLITIONS,
    f.LENT,
    f.ARTILLERY_USED,
)
"""Flags that last for one activation."""


class EndActivation(Step, frozen=True, array_like=True, tag=11):
    """The activation is over: its marks come off."""

    def run(self, act: Recorder[Any]) -> None:
        """Clear what lasts for one activation; units that entered have paid or stay, those without room wait outside
        (R-81, QA-BEACH-2)."""
        for unit in act.pos.active_units():
            act.flag(unit, f.ENTRY, 0)
            if act.pos.in_box(unit):
                act.note("note.outside", (unit,), "R-81")
        used = [(hq, act.pos.flag(hq, f.ARTILLERY_USED)) for hq in _doubled(act)]
        clear_flags(act, PASSING_FLAGS)
        for hq, points in used:
            # 16.26a: the doubled points are divided among all divisions of the Corps Activation.
            act.flag(hq, f.ARTILLERY_USED, points, "16.26")
        act.assign(f.VAR_ACTIVE_SIDE, 0)
        act.assign(f.VAR_ACTIVE_MODE, 0)


def _doubled(act: Act) -> list[int]:
    return sorted(key >> 16 for key in act.state.flags if key & 0xFFFF == f.DOUBLED)


def clear_flags(act: Act, flags: tuple[int, ...], rule: str = "") -> None:
    """Take flags off every piece, in order of piece and flag."""
    for key in sorted(key for key in act.state.flags if key & 0xFFFF in flags):
        act.flag(key >> 16, key & 0xFFFF, 0, rule)


DECISIONS: Final = (PickAm,)
STEPS: Final = (PickFirstAm, BeginMe, DrawAm, DrawNext, PlayAm, CheckLoc, EndActivation)
