"""One combat before its die (12.5): who can still attack (R-66, R-68), and in which column of the CRT."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.crossing import can_attack_over, needs_engineers
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strength import attack_strength
from hexledger.engine.games.june_6.tables import flags as f

_COLUMNS: Final = {
    (f.ASSAULT, f.STAND): "assault_vs_stand",
    (f.ASSAULT, f.RETREAT): "assault_vs_retreat",
    (f.PROBE, f.STAND): "probe_vs_stand",
    (f.PROBE, f.RETREAT): "probe_vs_retreat",
}


def able(pos: June6Position, fight: Fight) -> tuple[int, ...]:
    """R-66, R-68: attackers that can still attack: in play, next to the hex, with a legal crossing."""
    neighbours = pos.board.neighbours[fight.target]
    return tuple(
        piece
        for piece in fight.attackers
        if pos.at(piece) in neighbours
        and can_attack_over(pos, piece, fight.target)
        and (piece in fight.forced or not needs_engineers(pos, piece, fight.target))
    )


def stands(pos: June6Position, fight: Fight) -> bool:
    """R-66: is there still a defender in the hex and an attack strength against him?"""
    attackers = able(pos, fight)
    defended = pos.holder(fight.target) == 3 - fight.side
    return defended and bool(attackers) and attack_strength(pos, attackers).total > 0


def column_of(fight: Fight) -> str:
    """J6 12.42: the CRT column of the two modes."""
    return _COLUMNS[fight.attack_mode, fight.defence_mode]
