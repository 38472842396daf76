"""Stances: how a game's advisor may lean, so that bots which look ahead have more than one plan to compare.

A stance changes no rule. `game.leaning(stance)` is a twin of a game whose advisor reads it as `pos.game.stance`.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Stance(msgspec.Struct, frozen=True):
    """A way to lean, in the advisor's own points; zeros are the greedy bot as it is.

    side    the side that it is a plan of, 0 for any
    aims    points more for a hex that the scenario's victory names
    daring  points less that an attack must promise (below zero: more)
    place   hex that the plan is about, -1 for none
    pull    points more for that hex
    piece   the only unit that the pull is for, -1 for any and for attacks on that hex
    skilled True where the advisor uses all that trials of a scenario have taught
    whim    number of a mood in which the advisor's points are off by chance, 0 for none
    """

    name: str
    side: int = 0
    aims: int = 0
    daring: int = 0
    place: int = -1
    pull: int = 0
    piece: int = -1
    skilled: bool = False
    whim: int = 0


STEADY: Final = Stance("steady")

WON: Final = 10_000
"""What a won game is worth to a searching bot; a draw is worth half of it."""
