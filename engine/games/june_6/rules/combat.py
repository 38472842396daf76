"""One combat from its declaration to the CRT: is it still possible (R-66), support, modes, strengths, DRM, die (12.5).

Results are applied by `results.ApplyResults`. Counterattacks, rout attacks and the second attacks of a breakthrough
come through the same door, `Combat`, with a fight of their own kind.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.combat import able, stands
from hexledger.engine.games.june_6.questions.crossing import crosses_by_force
from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH, FIGHT_GCA, FIGHT_NORMAL, FIGHT_ROUT, Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import conditions
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.support import AttackArtillery, ask
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.steps import Step

_KINDS: Final = {
    FIGHT_NORMAL: ("fight.attack", "12.2"),
    FIGHT_GCA: ("fight.gca", "14.2"),
    FIGHT_ROUT: ("fight.rout", "13.63"),
    FIGHT_BREAKTHROUGH: ("fight.breakthrough", "13.53"),
}


class Combat(Step[June6Position], frozen=True, array_like=True, tag=48):
    """Begin one combat: drop attackers that can attack no more, or let the attack lapse (R-66)."""

    fight: Fight

    def run(self, act: Act) -> None:
        fight = self.fight
        pos = act.pos
        if not stands(pos, fight):
            act.declare("fight.lapses", fight.attackers, (fight.target,), "R-66")
            return
        attackers = able(pos, fight)
        gone = tuple(piece for piece in fight.attackers if piece not in attackers)
        if gone:
            act.declare("fight.drops_out", gone, (fight.target,), "R-66")
        fight = fight._replace(
            attackers=attackers,
            origin=tuple(pos.at(piece) for piece in attackers),
            forced=tuple(piece for piece in attackers if crosses_by_force(pos, piece, fight.target)),
            defenders=pos.units(fight.target),
        )
        kind, rule = _KINDS[fight.kind]
        act.declare(kind, attackers, (fight.target,), rule)
        for piece in attackers:
            if fight.kind in (FIGHT_NORMAL, FIGHT_BREAKTHROUGH):
                act.flag(piece, f.ATTACKED, 1, rule)
            act.flag(piece, f.ACTED, 1, rule)
        if fight.kind == FIGHT_NORMAL:
            conditions.attacked(act, attackers)
        ask(act, AttackArtillery(fight))


DECISIONS: Final = ()
STEPS: Final = (Combat,)
