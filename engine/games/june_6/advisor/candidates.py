"""Plans of one activation that a searching bot compares: each the plan that is followed anyway, but for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.advisor.survey import held
from hexledger.engine.games.june_6.advisor.worth import town
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.stances import Stance

PULL: Final = 200
"""Points more for a hex that a unit is sent to: more than any other hex is worth to it."""
NEVER: Final = 1000
"""Points, or tenths of them, for which no attack is made."""
MARCH: Final = 4
"""Hexes that a unit may be away from where it is sent."""


def candidates(pos: June6Position, first: Stance) -> Iterator[Stance]:
    """Plans for the units that act now, `first` as it is but that nothing is attacked, or not a certain hex, or that
    one unit goes to a certain hex.

    Only German units are sent: those of the Allies that are in no attack go to the goal anyway.
    """
    side, board = pos.active_side, pos.board
    units = [piece for piece in pos.active_units() if pos.on_map(piece) and pos.is_combat(piece)]
    if not units:
        return
    yield first._replace(name="halt", side=side, daring=-NEVER)
    enemies = frozenset(held(pos, 3 - side))
    beside = frozenset().union(*(board.neighbours[pos.at(piece)] for piece in units)) & enemies
    for place in sorted(beside):
        yield first._replace(name="spare", side=side, place=place, pull=-NEVER)
    if side != f.GERMAN:
        return
    places = town(pos)
    for place in sorted(places.union(*(board.neighbours[there] for there in sorted(places))) - enemies):
        for piece in units:
            if 0 < board.distance(pos.at(piece), place) <= MARCH and not pos.flag(piece, f.PINNED):
                yield first._replace(name="send", side=side, place=place, pull=PULL, piece=piece)
