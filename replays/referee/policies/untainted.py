"""`untainted`: whoever corrects an error must not profit from dice that he has seen."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import Case
from hexledger.replays.referee.policies.outcome import STANDS, ErrorPolicy, Outcome, redo_from


class Untainted(ErrorPolicy):
    """The decision is made again, and so is every die that fell after it: the author of the correction knew them.

    Dice that fell before the decision were known when it was first made, and stay. Once the other side has rolled in
    a phase of its own it has accepted what came before: then the error stands, unless both agree.
    """

    name: ClassVar[str] = "untainted"
    about: ClassVar[str] = "a correction makes every die again that its author has seen; rolling on accepts"

    def judge(self, case: Case) -> Outcome:
        accepted = case.rolled_by_others()
        if accepted >= 0 and not case.agreed:
            return Outcome(
                STANDS, f"the other side rolled in a phase of its own in frame {accepted} and so accepted it"
            )
        outcome = redo_from(case, case.at, "")
        known = outcome.void
        why = f"the author of the correction has seen {known} of the dice that fell since: they are made again"
        return outcome._replace(why=why if known else "no die has fallen since")
