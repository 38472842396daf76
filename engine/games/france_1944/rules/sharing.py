"""Losses of a combat: the lead unit takes the first step, the owner shares out the rest (9.3, 9.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import losses
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted


class LoseStep(Decision, frozen=True, array_like=True, tag=55):
    """`lose_step ge_2pz`: the unit that takes the next loss."""

    unit: PieceId


class ShareLosses(Choice[FrancePosition], frozen=True, array_like=True, tag=113):
    """F44 9.6: steps that units of one side lose; hits beyond their steps are lost (R-30).

    lead   the unit that takes the first step, -1 once it has (or where nobody leads: 9.7, the hit of those who cannot
           retreat)
    """

    units: tuple[int, ...]
    lead: int
    hits: int

    def _takers(self, pos: FrancePosition) -> tuple[int, ...]:
        there = tuple(unit for unit in self.units if pos.on_map(unit))
        return (self.lead,) if self.lead in there else there

    def _settled(self, pos: FrancePosition) -> bool:
        """Nothing to choose: one unit can take it, or every step is lost."""
        takers = self._takers(pos)
        return len(takers) < 2 or self.hits >= sum(pos.steps(unit) for unit in takers)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if not self.hits or self._settled(pos):
            return None
        takers = self._takers(pos)
        return asking(pos, pos.side(takers[0]), "prompt.losses", "9.6", LoseStep, pieces=takers)

    def run(self, act: Act) -> None:
        """One step, and then the rest of the hits."""
        takers = self._takers(act.pos)
        if self.hits and takers:
            self._lose(act, takers[0])

    def _lose(self, act: Act, unit: int) -> None:
        if self.hits > 1:
            act.then(ShareLosses(self.units, -1, self.hits - 1))
        losses.lose_step(act, unit, "9.6")

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("9.6")
        if wanted(decision, LoseStep, rule).unit not in self._takers(pos):
            names = ", ".join(map(pos.name, self._takers(pos)))
            raise IllegalDecision(rule, f"the step is lost by one of {names}")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return (LoseStep(PieceId(unit)) for unit in self._takers(pos))

    def take(self, act: Act, decision: Decision) -> None:
        unit = passed(decision, LoseStep).unit
        act.done()
        self._lose(act, unit)


DECISIONS: Final = (LoseStep,)
STEPS: Final = (ShareLosses,)
