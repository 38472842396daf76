"""AMs bought in secret (7.24a): is it played so, how many, and was a token void (R-109)?"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions import purchase
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.ams import MOST_SEALED
from hexledger.engine.games.june_6.tables.switches import AM_PURCHASE

POOL: Final = {f.ALLIED: "pool.sealable_allied", f.GERMAN: "pool.sealable_german"}
"""AMs that a side could buy when it sealed its purchase: facts that both sides see, kept for the opening."""


def in_secret(pos: June6Position) -> bool:
    """J6 7.24a: are AMs bought in secret in this game?"""
    return pos.reading(AM_PURCHASE) == AM_PURCHASE.values["sealed"]


def most(pos: June6Position, side: int) -> int:
    """J6 5.11, 5.14: most AMs that a side can buy in secret now: its points, and the tokens that there are."""
    points = pos.state.track(pos.game.words["track.rp"], side) // purchase.PRICE
    return min(points, MOST_SEALED) if purchase.on_sale(pos, side) else 0


def sealable(pos: June6Position, side: int) -> tuple[int, ...]:
    return tuple(pos.state.pool(pos.game.words[POOL[side]]))


def void_by(pos: June6Position, side: int, word: int) -> str | None:
    """R-109: the rule by which an AM in a token could not be bought, None when it could."""
    if word not in sealable(pos, side):
        return "5.17" if word in purchase.listed(pos, side) else "5.14"
    if purchase.in_play(pos, word) >= pos.scenario.budget.number(side, word):
        return "5.14"
    return None if purchase.within(pos, side, word) else "PB 6.53"
