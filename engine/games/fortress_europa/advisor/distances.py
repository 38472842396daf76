"""How far hexes are from units over land: fields of distances, kept by the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.standing import PIECES
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.memory import renewed

FAR: Final = 99


def field(ground: Ground, starts: Mapping[int, int]) -> dict[int, int]:
    """Land hex -> hexes to the nearest of the starts over land, each of which begins with a length of its own; hexes
    that no way leads to are left out."""
    links = ground.links
    found: dict[int, int] = {}
    due: dict[int, list[int]] = {}
    for place in sorted(starts):
        due.setdefault(starts[place], []).append(place)
    length = min(due, default=0)
    while due:
        for here in due.pop(length, ()):
            if here in found:
                continue
            found[here] = length
            following = [there for there in links[here] if there not in found]
            if following:
                due.setdefault(length + 1, []).extend(following)
        length += 1
    return found


def to_enemy(pos: FortressPosition, side: int) -> dict[int, int]:
    """Distances to the nearest enemy unit of a side."""
    return _enemy_field(pos, side)[1]


@renewed(PIECES)
def _enemy_field(
    pos: FortressPosition, last: tuple[frozenset[int], dict[int, int]] | None, side: int
) -> tuple[frozenset[int], dict[int, int]]:
    """Hexes of the enemies of a side, and how far others are from them."""
    starts = frozenset(pos.at(unit) for unit in pos.ashore(3 - side))
    return (
        last if last is not None and last[0] == starts else (starts, field(pos.tables.ground, dict.fromkeys(starts, 0)))
    )
