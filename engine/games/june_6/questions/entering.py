"""Reinforcements that enter with an AM (10.11, PB 6.32d, R-75): who waits, where, and is there room."""

from __future__ import annotations

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.june_6.questions.position import June6Position


def waiting(pos: June6Position, am: int) -> tuple[int, ...]:
    """Pieces that wait for an AM, in the order of the scenario."""
    pool = pos.game.words["pool.entering"]
    return tuple(
        entry.piece for entry in pos.scenario.entries if entry.am == am and pos.state.pooled(pool, entry.piece)
    )


def entry_hex(pos: June6Position, piece: int) -> int:
    """The hex a waiting piece enters in. RuleNotImplemented where it could choose (10.38)."""
    hexes = pos.scenario.entry(piece).hexes
    if len(hexes) != 1:
        raise RuleNotImplemented(pos.game.cite("10.11"), "a choice of entry hexes")
    return hexes[0]


def has_room(pos: June6Position, piece: int) -> bool:
    """R-75, 10.37: the entry hex holds no enemy and has room now; an enemy ZOC does not close it."""
    place = entry_hex(pos, piece)
    return pos.side_at(place) != 3 - pos.side(piece) and pos.fits(place, (piece,))


def all_fit(pos: June6Position, pieces: tuple[int, ...]) -> bool:
    return all(
        pos.fits(place, tuple(piece for piece in pieces if entry_hex(pos, piece) == place))
        for place in sorted({entry_hex(pos, piece) for piece in pieces})
    )
