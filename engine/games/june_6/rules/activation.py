"""Activations in ME: drawing AMs, the LOC of the HQs, who acts, and the end of an activation (3.6, 5.33, 7.1-7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.decisions import Decision, WordId
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import supply
from hexledger.engine.games.june_6.rules.attachment import Attachments, activate, may_act_in_me
from hexledger.engine.games.june_6.rules.crossing import river_banks
from hexledger.engine.games.june_6.rules.entering import Entering
from hexledger.engine.position import Position
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Choice, Prompt, Step, wanted

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
        """Asks when the side has AMs in the pool."""
        assert isinstance(pos, June6Position)
        if not _own_ams(pos, self.side):
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
        """No AM of its own: the turn begins with a draw."""


def _own_ams(pos: June6Position, side: int) -> tuple[int, ...]:
    pool = pos.state.pool(pos.game.words["pool.am"])
    return tuple(am for am in pool if pos.game.ams[am].side == side)


# ---------------------------------------------------------------------- 3.6 the ME phase
class BeginMe(Step, frozen=True, array_like=True, tag=5):
    """J6 3.61: the initiative player's AM is played, then AMs are drawn."""

    def run(self, act: Recorder[Any]) -> None:
        """Begin the phase."""
        act.phase("phase.me", 0, "3.6")
        first = act.state.variable(act.word("var.first_am"))
        if not first:
            act.then(DrawAm())
            return
        act.assign("var.first_am", 0, "3.61")
        act.then(PlayAm(first), DrawAm())


class DrawAm(Step, frozen=True, array_like=True, tag=6):
    """J6 7.24c, 7.24f: the next AM is drawn blind, every AM equally likely, until the pool is empty."""

    def run(self, act: Recorder[Any]) -> None:
        """Draw, or go on to the RE phase."""
        if not act.state.pool(act.word("pool.am")):
            from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe

            act.then(BeginRe())
            return
        act.then(PlayAm(act.draw("pool.am", "7.24")), DrawAm())


class PlayAm(Step, frozen=True, array_like=True, tag=7):
    """J6 7.24b, 7.24d: an AM takes effect."""

    am: int

    def run(self, act: Recorder[Any]) -> None:
        """The AM is used up; who waits for it enters; then its HQs trace their LOCs."""
        act.pool("pool.am_used", self.am, 1, "7.24")
        act.then(Entering(self.am), CheckLoc(self.am))


class CheckLoc(Step, frozen=True, array_like=True, tag=10):
    """J6 5.33, 7.11: each HQ of the AM traces its own LOC; those that have one act with their units in ME."""

    am: int

    def run(self, act: Recorder[Any]) -> None:
        """Judge every HQ and begin one activation for all that succeed (R-25: a failed AM is spent)."""
        am = act.pos.game.ams[self.am]
        ready = []
        found = False
        for formation in am.formations:
            hq = act.pos.hq_of(formation)
            if hq < 0:
                continue
            found = True
            if not may_act_in_me(act.pos, hq):
                act.note("note.hq_barred", (hq,), "3.62")
            elif supply.judge(act, hq, "5.33"):
                act.flag(hq, f.ACTIVATIONS, act.pos.flag(hq, f.ACTIVATIONS) + 1, "7.24")
                ready.append(formation)
            else:
                act.flag(hq, f.RE, 1, "5.33")
        if not found:
            act.note("note.no_hq", (self.am,), "7.11")
        if ready:
            units = [unit for formation in ready for unit in act.pos.members(formation)]
            begin_activation(act, am.side, f.ME, units, 0 if am.corps else ready[0])


# ---------------------------------------------------------------------- 7.3, 7.4 one activation
def begin_activation(act: Act, side: int, mode: int, units: Iterable[int], formation: int) -> None:
    """J6 7.3, 7.4: units begin to act together. `formation`: the division that may attach units, 0 = none."""
    act.assign(f.VAR_ACTIVE_SIDE, side)
    act.assign(f.VAR_ACTIVE_MODE, mode)
    for unit in sorted(units):
        if act.pos.on_map(unit):
            activate(act, unit, mode)
    act.declare("declare.activation", act.pos.active_units(), (), "7.3" if mode == f.ME else "7.4")
    act.then(Attachments(formation), *course(river_banks(act.pos, side)), EndActivation())


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
    f.ARTILLERY_USED,
)
"""Flags that last for one activation."""


class EndActivation(Step, frozen=True, array_like=True, tag=11):
    """The activation is over: its marks come off."""

    def run(self, act: Recorder[Any]) -> None:
        """Clear what lasts for one activation; units that entered have paid or stay."""
        for unit in act.pos.active_units():
            act.flag(unit, f.ENTRY, 0)
        clear_flags(act, PASSING_FLAGS)
        act.assign(f.VAR_ACTIVE_SIDE, 0)
        act.assign(f.VAR_ACTIVE_MODE, 0)


def clear_flags(act: Act, flags: tuple[int, ...], rule: str = "") -> None:
    """Take flags off every piece, in order of piece and flag."""
    for key in sorted(key for key in act.state.flags if key & 0xFFFF in flags):
        act.flag(key >> 16, key & 0xFFFF, 0, rule)


DECISIONS: Final = (PickAm,)
STEPS: Final = (PickFirstAm, BeginMe, DrawAm, PlayAm, CheckLoc, EndActivation)
