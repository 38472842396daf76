"""German hesitation on 6 June (PB 1.102): a formation acts only when the 6 June release table has released it."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.chit_effects import no_release_rolls, release_drm
from hexledger.engine.games.june_6.questions.hesitation import group_waiting, holds
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import arrivals
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.kernel.steps import Step

DIE: Final = 10


def steps(pos: June6Position, am: int) -> tuple[Step[June6Position], ...]:
    """PB 1.102: the step in which the formations of a German AM try to get their release, on 6 June only."""
    invasion = pos.scenario.invasion
    if pos.state.turn != INVASION or invasion is None or pos.game.ams[am].side != f.GERMAN:
        return ()
    return (Hesitate(am),)


class Hesitate(Step[June6Position], frozen=True, array_like=True, tag=603):
    """PB 1.102: each HQ of the AM (each corps HQ apart) rolls for its release, once it has it never again this turn. A
    formation that waits off the map enters when it is released."""

    am: int

    def run(self, act: Act) -> None:
        """Roll for every formation of the AM that is there or waits."""
        for formation in act.pos.game.ams[self.am].formations:
            if not holds(act.pos, formation):
                continue
            waits = group_waiting(act.pos, formation)
            there = act.pos.hq_here(formation) >= 0 or waits is not None
            # with jet fighters over Normandy nobody rolls.
            if there and (no_release_rolls(act.pos) or _roll(act, formation)):
                act.pool("pool.released", formation, 1, "PB 1.102")
                if waits is not None:
                    arrivals.admit(act, waits)


def _roll(act: Act, formation: int) -> bool:
    """PB 1.102: a die of at most the value of the first, or the second, AM releases."""
    pos = act.pos
    invasion = pos.invasion
    tries = act.state.pooled(act.word("pool.hesitated"), formation)
    value = invasion.release[formation][min(tries, 1)]
    hq = pos.game.formation_hq[formation]
    die = act.roll("roll.hesitation", DIE, hq, "PB 1.102")
    lines = [("line.die", die, "PB 1.102")]
    drm = release_drm(pos, formation)
    if drm:
        lines.append(("line.forward_defence", drm, "PB 2.84"))
    total = sum(number for _, number, _ in lines)
    act.reckon("reckon.hesitation", hq, [*lines, ("line.release_value", value, "PB 1.102")], total, "PB 1.102")
    act.pool("pool.hesitated", formation, 1, "PB 1.102")
    released = total <= value
    act.note("note.acts" if released else "note.hesitates", (hq,), "PB 1.102")
    return released


def end_turn(act: Act) -> None:
    """PB 1.102: next chance is 7/8 June, when nobody hesitates any more."""
    for pool in ("pool.released", "pool.hesitated"):
        for formation, count in act.state.pool(act.word(pool)).items():
            act.pool(pool, formation, -count)


DECISIONS: Final = ()
STEPS: Final = (Hesitate,)
