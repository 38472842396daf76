"""Beach attacks that are planned anew after Germans have appeared where nobody expected them (PB 1.42, 2.84c)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import written
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks, Listed, declared
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Step

Act = Recorder[June6Position]


class Replan(Step, frozen=True, array_like=True, tag=714):
    """PB 1.42 example 1, 2.84c.1, 2.84c.3: after Germans have appeared where nobody expected them, the Allied player
    plans anew the attacks that they have a part in: those whose attackers stand next to them, or whose target is
    empty."""

    attacks: tuple[tuple[Any, ...], ...]
    banks: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Go on with the attacks, or declare again."""
        if not act.state.variable(act.word("var.surprise")):
            declared(act, self.attacks)
            return
        act.assign("var.surprise", 0, "PB 2.84")
        moved = written.surprised(act)
        kept = tuple(attack for attack in self.attacks if not _overtaken(act.pos, Listed(*attack), moved))
        for attack in self.attacks:
            if attack not in kept:
                act.declare("fight.cancelled", (), (attack[0],), "PB 2.84")
        act.then(DeclareAttacks(kept, self.banks))


def _overtaken(pos: June6Position, attack: Listed, moved: frozenset[int]) -> bool:
    """PB 2.84: is an attack to be planned anew because of the units that have been moved?"""
    if pos.side_at(attack.target) != 3 - pos.active_side:
        return True
    near = {there for piece in attack.units if pos.on_map(piece) for there in pos.board.neighbours[pos.at(piece)]}
    return any(pos.at(piece) in near for piece in moved if pos.on_map(piece))


DECISIONS: Final = ()
STEPS: Final = (Replan,)
