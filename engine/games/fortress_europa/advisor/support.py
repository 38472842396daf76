"""Aircraft and ships for an attack: what it could have, and what brings it most (17.10.2, 17.10.9, 19.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import ground_support, naval

_PLANES: Final = 3
_SHIPS: Final = 2
"""At most so many support one attack of the bot."""


class Help(NamedTuple):
    """Columns that aircraft shift, and combat factors of ships."""

    aircraft: int
    ships: int


def planes(pos: FortressPosition, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Aircraft that could support an attack on some hexes."""
    at_hand = ground_support.available(pos, pos.active_side)
    for count in range(min(_PLANES, len(at_hand)), 0, -1):
        if ground_support.refusal(pos, pos.active_side, at_hand[:count], targets) is None:
            return at_hand[:count]
    return ()


def ships(pos: FortressPosition, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Ships that could support an attack on some hexes."""
    return naval.able(pos, targets)[:_SHIPS] if pos.active_side == f.ALLIED else ()


def at_best(pos: FortressPosition, targets: tuple[int, ...]) -> Help:
    """What an attack on some hexes could have."""
    return pos.cached(
        ("advice_help", targets),
        lambda: Help(len(planes(pos, targets)), sum(pos.cf(ship) for ship in ships(pos, targets))),
    )
