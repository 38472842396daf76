"""Bridges blown after the attacks of an activation: an attempt may come at any moment of it (20.43)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.decisions import Decision
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import engineers
from hexledger.engine.position import Position
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Choice, Prompt, wanted


class EndDemolition(Decision, frozen=True, array_like=True, tag=110):
    """No (further) bridge is blown in this activation."""


class LateDemolition(Choice, frozen=True, array_like=True, tag=110):
    """J6 20.43: the attacks are over; the HQs of the activation may still try to blow bridges. Asked after attacks
    only, for what could be done before them has been asked for before."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks while an attempt could succeed."""
        assert isinstance(pos, June6Position)
        found = self._attempts(pos)
        if not found:
            return None
        kinds = (engineers.Demolish.kind(), EndDemolition.kind())
        hqs = tuple(sorted({attempt.hq for attempt in found}))
        return Prompt(pos.active_side, pos.game.words["ask.demolition"], pos.game.rules["20.43"], kinds, hqs)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses what 20.41 to 20.44 refuse at any time."""
        assert isinstance(pos, June6Position)
        wanted(decision, (engineers.Demolish, EndDemolition), pos.game.cite("20.43"))
        if isinstance(decision, engineers.Demolish):
            engineers.check_demolish(pos, decision)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every attempt that could succeed, then none."""
        assert isinstance(pos, June6Position)
        yield from self._attempts(pos)
        yield EndDemolition()

    @staticmethod
    def _attempts(pos: June6Position) -> tuple[engineers.Demolish, ...]:
        return tuple(engineers.demolish_choices(pos, engineers.engineer_hqs(pos)))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """Carry the attempt out, or go on."""
        if isinstance(decision, EndDemolition):
            act.done()
            return
        assert isinstance(decision, engineers.Demolish)
        engineers.take_demolish(act, decision)

    def run(self, act: Recorder[Any]) -> None:
        """No bridge at hand."""


DECISIONS: Final = (EndDemolition,)
STEPS: Final = (LateDemolition,)
