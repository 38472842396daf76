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
        start = case.segment_start()
        sealed = next((link.seq for link in case.links[case.at :] if link.chance), -1)
        if sealed >= 0:
            if case.agreed:
                return redo_from(case, case.at, f"the die of frame {sealed} seals it, but it is corrected by agreement")
            return Outcome(STANDS, f"the die of frame {sealed} seals everything before it")
        for index in range(case.at - 1, start - 1, -1):
            if case.links[index].chance:
                start = index + 1
                why = f"no die since; the die of frame {case.links[index].seq} seals what came before it"
                return redo_from(case, start, why)
        return redo_from(case, start, "no die since: the whole segment may be made again")
