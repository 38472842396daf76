"""Steps and Disorder: what a result does to one unit (13.1, 13.2, 6.16). Other modules lose steps through here."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.headquarters import hq_lost
from hexledger.engine.games.june_6.tables import flags as f


def lose_step(act: Act, piece: int, rule: str) -> None:
    """J6 13.21: flip a unit to its reduced side, or eliminate it when it has no further step.

    Its Disorder stays as it is: a *Reduced* result is `reduce`.
    """
    steps = act.pos.steps(piece)
    if steps > 1:
        act.steps(piece, steps - 1, rule)
    else:
        eliminate(act, piece, rule)


def reduce(act: Act, piece: int, rule: str) -> None:
    """J6 13.21, 13.15: a Reduced result: any Disorder marker comes off and a step is lost."""
    if act.pos.flag(piece, f.DISORDER) and act.pos.steps(piece) > 1:
        act.flag(piece, f.DISORDER, 0, "13.15")
    lose_step(act, piece, rule)


def disorder(act: Act, piece: int, level: int, rule: str) -> None:
    """J6 13.11, 13.13-13.14: a Disorder result of level 1 or 2.

    none + 1 -> 1; none + 2 -> 2; 1 + 1 -> 2; anything worse: marker off and a step lost. `rule` is the cause.
    """
    before = act.pos.flag(piece, f.DISORDER)
    if not before:
        act.flag(piece, f.DISORDER, level, rule)
    elif before == 1 and level == 1:
        act.flag(piece, f.DISORDER, 2, "13.13")
    else:
        if act.pos.steps(piece) > 1:
            act.flag(piece, f.DISORDER, 0, "13.14")
        lose_step(act, piece, "13.14")


def eliminate(act: Act, piece: int, rule: str) -> None:
    """J6 13.21: take a unit off the map for good; the loss of an HQ has the consequences of 6.16 and 6.17."""
    if act.pos.is_hq(piece):
        hq_lost(act, piece)
    act.remove(piece, "reason.eliminated", rule)
