"""`ladder`: an error found before the opponent has answered is corrected; later it stands."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import Case
from hexledger.replays.referee.policies.outcome import STANDS, ErrorPolicy, Outcome, redo_from


class Ladder(ErrorPolicy):
    """The opponent answers with the first decision of a phase or activation of his own. Until then the decision is made
    again without asking anybody; from then on the error stands unless both agree or the referee rules."""

    name: ClassVar[str] = "ladder"
    about: ClassVar[str] = "until the opponent has answered an error is corrected; then it stands"

    def judge(self, case: Case) -> Outcome:
        answer = case.answered()
        if answer < 0:
            return redo_from(case, case.at, "the opponent has not answered yet")
        if case.agreed:
            return redo_from(
                case, case.at, f"the opponent answered in frame {answer}, but it is corrected by agreement"
            )
        return Outcome(STANDS, f"the opponent answered in frame {answer}")
