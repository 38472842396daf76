"""Aircraft and ships for an attack: what it could have, and what brings it most (17.10.2, 17.10.9, 19.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexledger.engine.games.fortress_europa.questions import ground_support, naval
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept

_PLANES: Final = 3
_SHIPS: Final = 2
"""At most so many support one attack of the bot."""


class Help(NamedTuple):
    """Columns that aircraft shift, and combat factors of ships."""

    aircraft: int
    ships: int


def planes(pos: FortressPosition, targets: tuple[int, ...], kept: int = 0) -> tuple[int, ...]:
    """Aircraft that could support an attack on some hexes, when so many are kept for others."""
    at_hand = ground_support.available(pos, pos.active_side)
    for count in range(min(_PLANES, len(at_hand) - kept), 0, -1):
        if ground_support.refusal(pos, pos.active_side, at_hand[:count], targets) is None:
            return at_hand[:count]
    return ()


def ships(pos: FortressPosition, targets: tuple[int, ...], kept: int = 0) -> tuple[int, ...]:
    """Ships that could support an attack on some hexes, when so many are kept for others."""
    return naval.able(pos, targets)[kept : kept + _SHIPS] if pos.active_side == f.ALLIED else ()


@kept(BOARD)
def left(pos: FortressPosition, targets: tuple[int, ...], others: int) -> Help:
    """What an attack on some hexes could have after so many other attacks have had their share."""
    fired = ships(pos, targets, others * _SHIPS)
    return Help(len(planes(pos, targets, others * _PLANES)), sum(pos.cf(ship) for ship in fired))
