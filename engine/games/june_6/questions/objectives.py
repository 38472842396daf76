"""Geographical objectives (PB 2.66, 2.81, 2.82): who holds them, which have fallen, and what they are worth."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.victory_chart import Objective
from hexledger.engine.kernel.memory import CONTROL, POOLS, Basis, kept

ON_OBJECTIVES: Final = Basis(CONTROL, POOLS, variables=(f.VAR_CHERBOURG_ABANDONED,))


def standing(pos: June6Position) -> int:
    """PB 2.66: where the VP marker stands; it began at zero."""
    return pos.state.track(pos.game.words["track.vp"])


def fallen(pos: June6Position, objective: Objective) -> int:
    """Turn in which an objective was taken, 0 while it never was."""
    return pos.state.pooled(pos.game.words["pool.objective"], objective.word)


def worth(pos: June6Position, objective: Objective, turn: int) -> int:
    """PB 2.82: points for an objective taken in a turn, 0 = never; none for Cherbourg once given up (PB 2.84)."""
    if pos.cherbourg_abandoned and objective.word == pos.game.words["objective.cherbourg"]:
        return 0
    return objective.worth(turn) if turn else objective.never


def settled(pos: June6Position, *, unheld: bool) -> tuple[tuple[str, Objective, int], ...]:
    """PB 2.82, R-86: what changes the points at the end: (note, objective, points) of objectives that the German has
    back and, where `unheld` says so, of those that were never taken."""
    return _settled(pos, unheld)


@kept(ON_OBJECTIVES)
def _settled(pos: June6Position, unheld: bool) -> tuple[tuple[str, Objective, int], ...]:
    out: list[tuple[str, Objective, int]] = []
    for objective in pos.game.victory_chart.objectives:
        turn = fallen(pos, objective)
        if turn and any(pos.state.control.get(there) != f.ALLIED for there in objective.hexes):
            lost = 0 if free_fall(pos, objective, turn) else -objective.worth(turn)
            out.append(("note.objective_lost", objective, lost))
        elif not turn and unheld and (points := worth(pos, objective, 0)):
            out.append(("note.objective_never", objective, points))
    return tuple(out)


def free_fall(pos: June6Position, objective: Objective, turn: int) -> bool:
    """True when the objective fell after its points were cancelled (PB 2.84c.6)."""
    abandoned = pos.state.variable(pos.game.words["var.cherbourg_abandoned"])
    return bool(abandoned) and turn >= abandoned and objective.word == pos.game.words["objective.cherbourg"]
