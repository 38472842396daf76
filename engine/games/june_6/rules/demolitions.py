"""Demolitions between the attacks of an activation and after the last of them (20.43: at any moment of it)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.engineers import engineer_hqs
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.engineers import Demolish, check_demolish, demolish_choices, take_demolish
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, wanted


class EndDemolitions(Decision, frozen=True, array_like=True, tag=722):
    """No bridge is blown now: the activation goes on."""


class Demolitions(Choice[June6Position], frozen=True, array_like=True, tag=722):
    """J6 20.43: after each attack the active side may blow bridges that its engineers have in reach now."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks only where an attempt could succeed."""
        hqs = engineer_hqs(pos)
        if next(demolish_choices(pos, hqs), None) is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Demolish.kind(), EndDemolitions.kind())
        return Prompt(pos.active_side, words["ask.demolitions"], rules["20.43"], kinds, hqs)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what 20.41-20.44 do not allow."""
        decision = wanted(decision, (Demolish, EndDemolitions), pos.game.cite("20.43"))
        if isinstance(decision, Demolish):
            check_demolish(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every attempt that could succeed, then none."""
        yield from demolish_choices(pos, engineer_hqs(pos))
        yield EndDemolitions()

    def take(self, act: Act, decision: Decision) -> None:
        """Make the attempt; the question comes again while there is a bridge to blow."""
        if isinstance(decision, Demolish):
            take_demolish(act, decision)
        else:
            act.done()

    def run(self, act: Act) -> None:
        """No bridge in reach."""


DECISIONS: Final = (EndDemolitions,)
STEPS: Final = (Demolitions,)
