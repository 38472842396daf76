"""Plans of one activation that a searching bot compares: each the plan that is followed anyway, but for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from hexledger.engine.games.june_6.advisor.survey import held, ready
from hexledger.engine.games.june_6.questions.movement import immobile, room
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.movement import open_reach
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.stances import Stance

PULL: Final = 400
"""Points more for a hex that a unit is sent to: more than any other hex is worth to it."""
NEVER: Final = 1000
"""Points, or tenths of them, for which no attack is made; or for which one is made in any case."""
WHIMS: Final = 8
"""Plans that judge otherwise by chance."""
NEAR: Final = 2
"""Hexes from an acting unit to an enemy that could be attacked after a march."""


def town(pos: June6Position) -> frozenset[int]:
    """The hexes of the scenario's goal, and every other hex that a victory level names."""
    return pos.scenario.objective.union(*(level.area for level in pos.scenario.levels if level.side))


def candidates(pos: June6Position, first: Stance) -> Iterator[Stance]:
    """Plans for the units that act now, `first` as it is but that

    halt    nothing is attacked
    spare   a certain hex is not attacked
    storm   a certain hex of the town is attacked before any other and in any case, by all who can come
    only    the same, and nothing else is attacked
    gather  all go to a certain hex of the town, or stay there; Germans attack nothing meanwhile
    send    one German unit goes to a certain hex of the town
    whim    attacks and hexes are judged otherwise, by chance (`whims`)

    Before the last turn those that are hardly ever better there are left out: all in one hex, and for the Allies, whose
    playouts are the longest, all but storms and whims.
    """
    side, board = pos.active_side, pos.board
    units = [piece for piece in pos.active_units() if pos.on_map(piece) and pos.is_combat(piece)]
    if not units:
        return
    last = pos.state.turn == pos.scenario.last
    all_kinds = last or side == f.GERMAN
    if all_kinds:
        yield replace(first, name="halt", side=side, daring=-NEVER)
    places, enemies = town(pos), frozenset(held(pos, 3 - side))
    beside = frozenset().union(*(board.neighbours[pos.at(piece)] for piece in units)) & enemies
    for place in sorted(places & enemies):
        if any(board.distance(pos.at(piece), place) <= NEAR for piece in units):
            yield replace(first, name="storm", side=side, place=place, pull=NEVER)
            if all_kinds:
                yield replace(first, name="only", side=side, place=place, pull=2 * NEVER, daring=-NEVER)
    for place in sorted(beside) if all_kinds else ():
        yield replace(first, name="spare", side=side, place=place, pull=-NEVER)
    going = {piece: _reach(pos, piece) for piece in units}
    daring = -NEVER if side == f.GERMAN else first.daring
    for place in sorted(places - enemies):
        able = [piece for piece in units if place in going[piece]]
        if last and able and (len(able) > 1 or side == f.ALLIED):
            yield replace(first, name="gather", side=side, place=place, pull=PULL, daring=daring)
        if side == f.GERMAN:
            for piece in able:
                yield replace(first, name="send", side=side, place=place, pull=PULL, piece=piece)
    for whim in range(1, WHIMS + 1) if last else range(1, 2 * WHIMS, 2):
        yield replace(first, name="whim", side=side, whim=whim)


def _reach(pos: June6Position, piece: int) -> frozenset[int]:
    """Hexes that a unit could go to."""
    if not ready(pos, piece) or immobile(pos, piece) is not None:
        return frozenset()
    return frozenset(place for place in open_reach(pos, piece) if place != pos.at(piece) and room(pos, piece, place))
