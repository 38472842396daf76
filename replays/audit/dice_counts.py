"""What became of the rolls of a log, counted by dice mode: a part of the verdict."""

from __future__ import annotations

import msgspec

from hexledger.events.model import DICE_MODES, ENTERED, REFEREE


class DiceCount(msgspec.Struct):
    """Rolls and draws under one dice mode.

    rolls       all of them
    rederived   made again from seed, opened secret or links, and equal
    thrown      only thrown again from them, and equal: what was made of them was not decided again
    confirmed   entered, and confirmed by everybody who did not enter them (or named under the rule of a refusal)
    pending     entered and not confirmed yet, or not re-derivable before the keeper opens his secret
    """

    rolls: int = 0
    rederived: int = 0
    thrown: int = 0
    confirmed: int = 0
    pending: int = 0

    def remade(self, *, again: bool) -> None:
        """One more that its evidence gives. `again`: its frame was decided again, and not only its dice thrown."""
        if again:
            self.rederived += 1
        else:
            self.thrown += 1


def summed_up(counts: dict[str, DiceCount], confirmed: int, opened: int, *, again: bool) -> dict[str, DiceCount]:
    """The counts, with what is known only at the end: rolls that were entered and `confirmed`, and rolls of a keeper
    that follow from a secret that he has `opened`. `again`: they were decided again, and not only thrown."""
    entered, kept = counts.get(DICE_MODES[ENTERED]), counts.get(DICE_MODES[REFEREE])
    if entered is not None:
        entered.confirmed = confirmed
        entered.pending = entered.rolls - confirmed
    if kept is not None:
        kept.rederived, kept.thrown = (opened, 0) if again else (0, opened)
        kept.pending = kept.rolls - opened
    return counts
