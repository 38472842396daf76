"""Leader reaction before combat (17, 37, 38) [ADV]."""

from __future__ import annotations

from typing import Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.steps import Step


class Reaction(Step[TrumpetsPosition], frozen=True, array_like=True, tag=90):
    """TFT 37, 38: leaders of the other side react to the corps that has moved."""

    side: int

    def run(self, act: Act) -> None:
        """Only where it is played."""
        if act.pos.plays("leader_reaction"):
            raise RuleNotImplemented("TFT 38.0", "leader reaction")


DECISIONS: Final = ()
STEPS: Final = (Reaction,)
