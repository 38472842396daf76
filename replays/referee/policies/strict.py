"""`strict`: nothing is taken back."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import Case
from hexledger.replays.referee.policies.outcome import STANDS, ErrorPolicy, Outcome


class Strict(ErrorPolicy):
    """Every claim is recorded, and stands as played, whoever agrees."""

    name: ClassVar[str] = "strict"
    about: ClassVar[str] = "nothing is taken back; every claim is recorded and what was played stands"

    def judge(self, case: Case) -> Outcome:
        return Outcome(STANDS, "nothing is taken back in this game")

    def allows_undo(self) -> bool:
        return False
