"""`next-die`: an error may be corrected until the next die, then it stands."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import Case
from hexledger.replays.referee.policies.outcome import STANDS, ErrorPolicy, Outcome, redo_from


class NextDie(ErrorPolicy):
    """A die seals everything before it. Noticed earlier, an error lets the player make the whole segment (his
    movement, or his combats since the last die) again, without asking anybody."""

    name: ClassVar[str] = "next-die"
    about: ClassVar[str] = "until the next die the whole segment may be made again; then the error stands"

    def judge(self, case: Case) -> Outcome:
        sealed = case.sealed()
        if sealed >= 0:
            if case.agreed:
                return redo_from(case, case.at, f"the die of frame {sealed} seals it, but it is corrected by agreement")
            return Outcome(STANDS, f"the die of frame {sealed} seals everything before it")
        after = case.after_dice_before()
        if after is not None and after.before is not None:
            why = f"no die since; the die of frame {after.before.seq} seals what came before it"
            return redo_from(case, after, why)
        return redo_from(case, case.segment_start(), "no die since: the whole segment may be made again")
