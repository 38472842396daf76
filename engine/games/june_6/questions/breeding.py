"""What one fight may breed: bits of `Fight.depth`, so that fights within fights come to an end.

IN_GCA   the fight happens within a counterattack (14)
IN_ROUT  it happens within an Attacker Rout (13.6)
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH, Fight

IN_GCA: Final = 1
IN_ROUT: Final = 2


def may_breed_second_attack(fight: Fight) -> bool:
    """J6 13.53, R-69: a second attack breeds no third."""
    return fight.kind != FIGHT_BREAKTHROUGH


def may_breed_gca(fight: Fight) -> bool:
    """R-68: never inside a GCA or a rout."""
    return not fight.depth & (IN_GCA | IN_ROUT)


def may_breed_rout(fight: Fight) -> bool:
    """R-70: the rout of a rout attack is ignored."""
    return not fight.depth & IN_ROUT
