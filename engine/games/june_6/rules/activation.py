"""One activation: the LOC of its HQs, who acts, in which order, and its end (5.33, 7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.june_6.questions.attachment import may_act_in_me
from hexledger.engine.games.june_6.questions.crossing import river_banks
from hexledger.engine.games.june_6.questions.ops import has_acted_enough
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import detachments, supply
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.attachment import Attachments, activate
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.strategic import Attrition
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.steps import Step


# ---------------------------------------------------------------------- 5.33 who acts in ME
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
    it gets RE. An HQ that enters the map is ready without more, all through the turn in which it came (7.25, R-112),
    and RE comes off its units (QA-AM-6)."""
    hq = act.pos.hq_here(formation)
    if not may_act_in_me(act.pos, hq):
        act.note("note.hq_barred", (hq,), "3.62")
        return False
    if has_acted_enough(act.pos, hq):
        act.note("note.hq_three_times", (hq,), "R-111")
        return False
    outside = act.pos.in_box(hq)
    if outside:
        for unit in act.pos.members(formation):
            act.flag(unit, f.RE, 0, "QA-AM-6")
        act.flag(hq, f.CAME, 1, "7.25")
    elif not act.pos.flag(hq, f.CAME) and not supply.judge(act, hq, "5.33"):
        act.flag(hq, f.RE, 1, "5.33")
        return False
    act.flag(hq, f.ACTIVATIONS, act.pos.flag(hq, f.ACTIVATIONS) + 1, "7.25" if outside else "7.24")
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


def course(banks: tuple[int, ...] = ()) -> tuple[Step[June6Position], ...]:
    """What active units do, in order: movement (with R-11 bombardments), attrition (8.3), attacks.

    `banks`: foot units that begin the activation at a great river (20.32)."""

    return (Movement(), Attrition(), DeclareAttacks((), banks))


PASSING_FLAGS: Final = (
    f.ACTIVE,
    f.MOVED,
    f.STRATEGIC,
    f.ATTACKED,
    f.RECOVERED,
    f.BROKEN_DOWN,
    f.ASSISTED,
    f.BEGAN_EZOC,
    f.DEMOLITIONS,
    f.LENT,
    f.ARTILLERY_USED,
    f.FIRED_BEFORE,
)
"""Flags that last for one activation."""


class EndActivation(Step[June6Position], frozen=True, array_like=True, tag=11):
    """The activation is over: its marks come off."""

    def run(self, act: Act) -> None:
        """Clear what lasts for one activation; units that entered have paid or stay, those without room wait outside
        (R-81, QA-BEACH-2)."""
        from hexledger.engine.procedures.flags import clear_flags

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


DECISIONS: Final = ()
STEPS: Final = (EndActivation,)
