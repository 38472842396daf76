"""What became of the rolls of a log, counted by dice mode: a part of the verdict."""

from __future__ import annotations

import msgspec

from hexledger.events.model import DICE_MODES, ENTERED, REFEREE


class DiceCount(msgspec.Struct):
    """Rolls and draws under one dice mode.

    rolls       all of them
    rederived   made again from seed, opened secret or links, and equal
    confirmed   entered, and confirmed by everybody who did not enter them (or named under the rule of a refusal)
    pending     entered and not confirmed yet, or not re-derivable before the keeper opens his secret
    """

    rolls: int = 0
    rederived: int = 0
    confirmed: int = 0
    pending: int = 0


def summed_up(counts: dict[str, DiceCount], confirmed: int, opened: int) -> dict[str, DiceCount]:
    """The counts, with what is known only at the end: rolls that were entered and `confirmed`, and rolls of a keeper
    that were made again from a secret that he has `opened`."""
    entered, kept = counts.get(DICE_MODES[ENTERED]), counts.get(DICE_MODES[REFEREE])
    if entered is not None:
        entered.confirmed = confirmed
        entered.pending = entered.rolls - confirmed
    if kept is not None:
        kept.rederived = opened
        kept.pending = kept.rolls - opened
    return counts
