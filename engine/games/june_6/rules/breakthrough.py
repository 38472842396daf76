"""Attacks that a fight breeds at once: the second attack of a breakthrough (13.53), the attacks of a rout (13.63)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.breakthrough import can_strike, have_strength
from hexledger.engine.games.june_6.questions.fight import FIGHT_ROUT, Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

LISTED: Final = 4
"""With up to so many units next to a target every group of them is listed; else single units and all together."""


class SecondAttack(Decision, frozen=True, array_like=True, tag=67):
    """Units attack again (breakthrough) or in their turn (rout)."""

    target: PlaceId
    units: tuple[PieceId, ...]


class EndSecondAttacks(Decision, frozen=True, array_like=True, tag=68):
    """No further attack of this kind."""


class SecondAttacks(Choice[June6Position], frozen=True, array_like=True, tag=68):
    """J6 13.53, 13.63, R-69, R-70: each unit may take part in one attack; no artillery, air or naval support.

    kind   FIGHT_BREAKTHROUGH or FIGHT_ROUT
    side   side that attacks
    units  those that have not attacked yet
    depth  for the fights, see `breeding`
    """

    kind: int
    side: int
    units: tuple[int, ...]
    depth: int

    @property
    def rule(self) -> str:
        """The rule that gives the attack."""
        return "13.63" if self.kind == FIGHT_ROUT else "13.53"

    def targets(self, pos: June6Position) -> dict[int, tuple[int, ...]]:
        """Hex -> units that could attack it, by ascending hex."""
        found: dict[int, list[int]] = {}
        for unit in self.units:
            if pos.on_map(unit):
                for there in pos.board.neighbours[pos.at(unit)]:
                    if pos.holder(there) == 3 - self.side and can_strike(pos, unit, there):
                        found.setdefault(there, []).append(unit)
        groups = {target: tuple(found[target]) for target in sorted(found)}
        return {target: units for target, units in groups.items() if have_strength(pos, units)}

    def prompt(self, pos: June6Position) -> Prompt | None:
        targets = self.targets(pos)
        if not targets:
            return None
        words, rules = pos.game.words, pos.game.rules
        word = words["ask.rout_attack" if self.kind == FIGHT_ROUT else "ask.second_attack"]
        complete = all(len(units) <= LISTED for units in targets.values())
        kinds = ("second_attack", "end_second_attacks")
        return Prompt(self.side, word, rules[self.rule], kinds, self.units, tuple(targets), complete)

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, (SecondAttack, EndSecondAttacks), cite(self.rule))
        if isinstance(decision, EndSecondAttacks):
            return
        units = decision.units
        if not units or len(set(units)) != len(units):
            raise IllegalDecision(cite(self.rule), "name the units that attack, each once")
        if not 0 <= decision.target < pos.board.n_hexes or pos.holder(decision.target) != 3 - self.side:
            raise IllegalDecision(cite("12.23"), f"no enemy unit is in {pos.game.place(decision.target)}")
        for unit in units:
            if unit not in self.units:
                raise IllegalDecision(cite(self.rule), f"{pos.game.piece_name(unit)} has no such attack left")
            if not can_strike(pos, unit, decision.target):
                raise IllegalDecision(
                    cite("12.31"), f"{pos.name(unit)} cannot attack {pos.label(decision.target)} from where it stands"
                )
        if not have_strength(pos, units):
            raise IllegalDecision(cite("12.51"), "the attack has no combat strength left after halving")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        for target, units in self.targets(pos).items():
            sizes = range(len(units), 0, -1) if len(units) <= LISTED else (len(units), 1)
            for size in sizes:
                for group in combinations(units, size):
                    if not have_strength(pos, group):
                        continue
                    yield SecondAttack(PlaceId(target), tuple(PieceId(unit) for unit in group))
        yield EndSecondAttacks()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, EndSecondAttacks):
            act.done()
            return
        decision = passed(decision, SecondAttack)
        units = tuple(sorted(decision.units))
        rest = tuple(unit for unit in self.units if unit not in units)
        act.become(SecondAttacks(self.kind, self.side, rest, self.depth))
        origin = tuple(act.pos.at(unit) for unit in units)
        fight = Fight(self.kind, decision.target, units, self.side, origin=origin, depth=self.depth)
        act.then(*act.pos.game.successors.combat(fight))

    def run(self, act: Act) -> None:
        """Nobody is left to attack or to be attacked."""


DECISIONS: Final = (SecondAttack, EndSecondAttacks)
STEPS: Final = (SecondAttacks,)
