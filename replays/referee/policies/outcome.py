"""What a policy says to a claim, and what every policy is."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from hexledger.replays.referee.policies.case import Case, Linked

REDO: Final = "redo"
STANDS: Final = "stands"
REFERRED: Final = "referred"


class Outcome(NamedTuple):
    """The fate of a claim.

    what   REDO (play goes back to frame `to`, the `void` dice and draws after it are made again), STANDS or REFERRED
    why    in words, with what it follows from
    """

    what: str
    why: str
    to: int = -1
    void: int = 0


def redo_from(case: Case, at: Linked, why: str) -> Outcome:
    """Play goes back to just before a decision."""
    assert at.before is not None
    return Outcome(REDO, why, at.before.seq, case.rolls_from(at))


class ErrorPolicy:
    """One procedure for errors that are noticed later, as ladders and clubs write it into their rules."""

    name: ClassVar[str]
    about: ClassVar[str]

    def judge(self, case: Case) -> Outcome:
        """What becomes of a claim. Pure: the audit asks again."""
        raise NotImplementedError

    def allows_undo(self) -> bool:
        """May anything be taken back at all?"""
        return True
