"""Paying with resource points (5.11), for AMs that are bought in the open and in secret."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, WordId


class BuyAm(Decision, frozen=True, array_like=True, tag=80):
    """Buy one AM: `buy_am am.15_br`."""

    am: WordId


def pay(act: Act, side: int, points: int) -> None:
    """J6 5.11: resource points are spent."""
    act.track("track.rp", act.state.track(act.word("track.rp"), side) - points, side, "5.11")


DECISIONS: Final = (BuyAm,)
STEPS: Final = ()
