"""`judge`: the referee decides, and his rulings are kept on file."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import Case
from hexledger.replays.referee.policies.outcome import REFERRED, ErrorPolicy, Outcome


class Judge(ErrorPolicy):
    """Claims wait for the referee. A ruling that changes on file touches no running game until both sides adopt it,
    and a publisher's answer counts only when it has been adopted (`hexledger adopt`)."""

    name: ClassVar[str] = "judge"
    about: ClassVar[str] = "claims go to the referee; rulings on file touch a running game only when both adopt them"

    def judge(self, case: Case) -> Outcome:
        return Outcome(REFERRED, "the referee will rule on it")
