"""`segment`: movement is made again as a whole, and so are the dice of a combat segment."""

from __future__ import annotations

from typing import ClassVar

from hexledger.replays.referee.policies.case import MOVEMENT, ODDS, Case
from hexledger.replays.referee.policies.outcome import STANDS, ErrorPolicy, Outcome, redo_from


class Segment(ErrorPolicy):
    """A movement error reopens all movement of the activation. A combat error that needs one new die makes all dice of
    that combat segment again. Misstated odds are a combat error: they do not reopen movement.

    Once the other side has decided in a phase or activation of its own, an error stands unless both agree.
    """

    name: ClassVar[str] = "segment"
    about: ClassVar[str] = "a movement error reopens all movement, a combat error all dice of that combat segment"

    def judge(self, case: Case) -> Outcome:
        answered = case.answered()
        if answered >= 0 and not case.agreed:
            return Outcome(STANDS, f"the other side has answered in frame {answered}")
        start = case.segment_start()
        if case.what == MOVEMENT:
            return redo_from(case, start, "a movement error reopens all movement of the activation")
        if case.what == ODDS:
            return redo_from(case, start, "misstated odds: all dice of the combat segment again, movement stays closed")
        if case.rolls_from(case.at):
            return redo_from(case, start, "a new die is needed: all dice of that combat segment are made again")
        return redo_from(case, case.at, "no new die is needed: only what followed is made again")
