"""Who can make a second attack, a rout attack or a counterattack (13.53, 13.63, 14.22)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strength import attack_strength


def can_strike(pos: June6Position, unit: int, target: int) -> bool:
    """J6 12.31, R-58, R-68: is the unit next to the target, with strength to attack and a legal way in?

    Disorder and Pinned are no bar (12.24); a forced crossing is for declared attacks only.
    """
    face = pos.face(unit)
    here = pos.at(unit)
    return (
        face.cs > 0
        and not face.cs_defence_only
        and 0 <= here < pos.board.n_hexes
        and target in pos.board.neighbours[here]
        and pos.can_pass(unit, here, target)
    )


def have_strength(pos: June6Position, units: tuple[int, ...]) -> bool:
    """J6 12.51, R-68: is there any strength left once isolation and missing infantry have halved it?"""
    return attack_strength(pos, units).total > 0
