"""What the Combat Results Table brings, in the order of R-67: letters of both sides, the defender's retreat, the
attacker's retreat, the advance with what it breeds."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions import advance, counterattack, letters
from hexledger.engine.games.june_6.questions.breeding import may_breed_rout, may_breed_second_attack
from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH, Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.results import advance_kind, ambushed, cell, retreat_length
from hexledger.engine.games.june_6.questions.strength import BEACH_COHESION
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.advance import Advancing, Ambush
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttacks
from hexledger.engine.games.june_6.rules.letters import ShareOut
from hexledger.engine.games.june_6.rules.retreat import FallBack
from hexledger.engine.games.june_6.rules.rout import rout
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.combat import REDUCED, RETREAT, ROUT
from hexledger.engine.kernel.steps import Step


class ApplyResults(Step[June6Position], frozen=True, array_like=True, tag=61):
    """Apply a row of the CRT to a fight (13).

    fight  the Fight, its modes chosen
    row    row that was read
    die    modified die (13.61: an Attacker Rout needs 0 or less)
    """

    fight: Fight
    row: int
    die: int

    def run(self, act: Act) -> None:
        pos = act.pos
        fight = self.fight
        defenders = tuple(unit for unit in pos.units(fight.target) if pos.side(unit) != fight.side)
        fight = fight._replace(defenders=defenders)
        attackers = tuple(unit for unit in fight.attackers if pos.on_map(unit))
        # an HQ that fires into the next hex shares the letters of the attack, nothing else.
        sharing = tuple(sorted({*attackers, *(unit for unit in fight.gunners if pos.on_map(unit))}))
        found = cell(pos.game, fight, self.row)
        steps: list[Step[June6Position]] = []
        for side, units, opposing, results in (
            (fight.side, sharing, defenders, found.attacker),
            (3 - fight.side, defenders, sharing, found.defender),
        ):
            lost = letters.losses_of(results)
            if not units or not lost:
                continue
            beach = BEACH_COHESION if side == fight.side and pos.beach_defends(fight.target) else 0
            if letters.ignores_losses(pos, units, opposing, lost, beach):
                act.note("note.ignores_losses", units, "13.73")
            else:
                steps.append(ShareOut(side, fight.target, units, lost, False, "13.71"))
        length = retreat_length(found.defender)
        if length:
            steps.append(FallBack(3 - fight.side, fight.target, length, defenders))
        length = retreat_length(found.attacker)
        if length:
            for place in sorted({pos.at(unit) for unit in attackers}):
                group = tuple(unit for unit in attackers if pos.at(unit) == place)
                steps.append(FallBack(fight.side, place, length, group))
        act.then(*steps, Aftermath(fight, self.row, self.die))


class Aftermath(Step[June6Position], frozen=True, array_like=True, tag=71):
    """After all retreats: advance, ambush, second attacks, or the rout."""

    fight: Fight
    row: int
    die: int

    def run(self, act: Act) -> None:
        pos = act.pos
        fight = self.fight
        found = cell(pos.game, fight, self.row)
        went = {unit: pos.flag(unit, f.RETREATED) for unit in (*fight.defenders, *fight.attackers)}
        for unit in went:
            if pos.on_map(unit):
                act.flag(unit, f.RETREATED, 0)
        steps: list[Step[June6Position]] = []
        how = advance_kind(found.attacker)
        if how:
            steps += self._advance(pos, fight, how, went, retreat_length(found.defender) > 0)
        routed = any(result.kind == ROUT for result in found.attacker)
        if routed and self.die <= 0 and fight.defence_mode == f.STAND and may_breed_rout(fight):
            steps += rout(pos, fight)
        act.then(*steps)

    def _overrun(self, pos: June6Position, fight: Fight) -> bool:
        """J6 9.2, R-100: is a beach hex that defended itself alone overcome? By a Retreat or Reduced result."""
        if not pos.beach_defends(fight.target):
            return True
        return any(result.kind in (RETREAT, REDUCED) for result in cell(pos.game, fight, self.row).defender)

    def _advance(
        self, pos: June6Position, fight: Fight, how: int, went: dict[int, int], called: bool
    ) -> list[Step[June6Position]]:
        steps: list[Step[June6Position]] = []
        hqs = advance.followers(pos, fight.attackers)
        if not pos.units(fight.target) and (fight.defenders or self._overrun(pos, fight)):
            near = tuple(unit for unit in fight.defenders if went[unit] == 1 and pos.on_map(unit))
            gone = tuple(unit for unit in fight.defenders if went[unit] == 2 and pos.on_map(unit))
            gca = counterattack.triggers(pos, fight, near, called)
            steps.append(Advancing(fight, how, hqs, (), near, gone, gca))
        if how == advance.MANDATORY and ambushed(pos, fight):
            steps.append(Ambush(fight.target, advance.eligible(pos, fight.attackers), hqs))
        if how == advance.BREAKTHROUGH and may_breed_second_attack(fight):
            motorized = tuple(unit for unit in fight.attackers if pos.on_map(unit) and pos.motorized(unit))
            steps.append(SecondAttacks(FIGHT_BREAKTHROUGH, fight.side, motorized, fight.depth))
        return steps


DECISIONS: Final = ()
STEPS: Final = (ApplyResults, Aftermath)
