"""Geographical objectives (PB 2.66, 2.81, 2.82): who holds them, which have fallen, and what they are worth."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables.victory_chart import Objective


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


def free_fall(pos: June6Position, objective: Objective, turn: int) -> bool:
    """True when the objective fell after its points were cancelled (PB 2.84c.6)."""
    abandoned = pos.state.variable(pos.game.words["var.cherbourg_abandoned"])
    return bool(abandoned) and turn >= abandoned and objective.word == pos.game.words["objective.cherbourg"]
