"""Combat modes without a choice (12.4): what the scenario prescribes (R-40, R-61)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


# ------------------------------------------------------------------ modes without a choice
def forced_attack_mode(pos: June6Position, fight: Fight) -> int:
    """R-40: the mode that the scenario prescribes for the attacker, 0 when he is free."""
    for forced in pos.scenario.attack_modes:
        if forced.side == fight.side and (not forced.formations or _binds(pos, fight, forced.formations)):
            return pos.game.words[forced.mode]
    return 0


ATTACK_MODES: Final = (f.ASSAULT, f.PROBE)
DEFENCE_MODES: Final = (f.STAND, f.RETREAT)


def _binds(pos: June6Position, fight: Fight, formations: tuple[int, ...]) -> bool:
    """PB 6.101c: attacks that a division makes when it acts in ME; its counterattacks are free (R-61)."""
    return (
        fight.side == pos.active_side
        and pos.active_mode == f.ME
        and any(pos.formation(piece) in formations for piece in fight.attackers)
    )


def forced_defence_mode(pos: June6Position, fight: Fight) -> int:
    """R-40, R-61: the mode that the scenario prescribes for the units in the defended hex, 0 when they are free."""
    for forced in pos.scenario.defence_modes:
        if forced.side == 3 - fight.side and (
            not forced.trait or any(pos.has(piece, forced.trait) for piece in fight.defenders)
        ):
            return pos.game.words[forced.mode]
    return 0
