"""Supply capacity below zero (18.7.5): Allied units in excess lose steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import capacity
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import losses
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class LoseForCapacity(Decision, frozen=True, array_like=True, tag=165):
    """An Allied unit loses a step because there are more units than the ports can bear."""

    unit: PieceId


class Excess(Choice[FortressPosition], frozen=True, array_like=True, tag=165):
    """FE 18.7.5: `owed` units in excess lose a step each, as the Allied player chooses; `done` have."""

    owed: int
    done: tuple[int, ...]

    def _units(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(p for p in pos.ashore(f.ALLIED) if capacity.counts(pos, p) and p not in self.done)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        units = self._units(pos)
        if self.owed <= 0 or not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["prompt.capacity"], rules["18.7.5"], (LoseForCapacity.kind(),), units)

    def run(self, act: Act) -> None:
        """Nothing is owed."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, LoseForCapacity, pos.game.cite("18.7.5"))
        if decision.unit not in self._units(pos):
            reason = f"{pos.name(decision.unit)} does not count for supply capacity, or has lost its step"
            raise IllegalDecision(pos.game.cite("18.7.5"), reason)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([LoseForCapacity(PieceId(piece)) for piece in self._units(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, LoseForCapacity)
        act.become(Excess(self.owed - 1, (*self.done, decision.unit)))
        losses.lose_step(act, decision.unit, "18.7.5", "reason.supply")


DECISIONS: Final = (LoseForCapacity,)
STEPS: Final = (Excess,)
