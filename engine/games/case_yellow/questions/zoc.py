"""Zones of control (9.1-9.4), and who may ignore them (9.3, 10.3d)."""

from __future__ import annotations

from collections.abc import Mapping

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables.ground import BARRIERS
from hexledger.engine.games.case_yellow.tables.words import GERMAN
from hexledger.engine.kernel.memory import WHERE, kept

Zone = Mapping[int, tuple[int, ...]]
"""Hex -> units that project a ZOC into it."""
_NOBODY: tuple[int, ...] = ()


def projecting(pos: YellowPosition, place: int) -> tuple[int, ...]:
    """9.1a, 9.1b, 9.1c: corps and motorized units project a ZOC; divisions with a yellow band only by two."""
    roster = pos.game.roster
    units = pos.units(place)
    pair = sum(piece in roster.divisions for piece in units) > 1
    return tuple(
        piece
        for piece in units
        if piece not in roster.no_zoc and (piece not in roster.alone_no_zoc or (pair and piece in roster.divisions))
    )


@kept(WHERE)
def zone(pos: YellowPosition, side: int) -> Zone:
    """9.1, 9.4a, 9.4b, 9.4c: the ZOC of a side; not into works, over Major Rivers, or into forest off the road."""
    ground = pos.game.ground
    found: dict[int, tuple[int, ...]] = {}
    for place in sorted({pos.at(piece) for piece in pos.of(side)}):
        pieces = projecting(pos, place)
        if not pieces:
            continue
        for there in ground.reach[place]:
            if not (pos.fortress(there) or pos.works(there)):
                found[there] = (*found.get(there, _NOBODY), *pieces)
    return found


def enemies_projecting(pos: YellowPosition, place: int, side: int) -> tuple[int, ...]:
    """Enemy units of `side` that project into a hex."""
    return zone(pos, 3 - side).get(place, _NOBODY)


def in_ezoc(pos: YellowPosition, place: int, side: int) -> bool:
    """Is the hex in an enemy ZOC?"""
    return place in zone(pos, 3 - side)


def contested(pos: YellowPosition, place: int) -> bool:
    """2.4i: both sides project into the hex."""
    return place in zone(pos, 1) and place in zone(pos, 2)


def outrates(pos: YellowPosition, piece: int, others: tuple[int, ...], moving: bool = True) -> bool:
    """9.3, 10.3d, G-A21: a yMA unit whose TR is above that of each of several enemies; a tie is not enough.

    moving   in movement; a retreat is none (10.1d), so that Better Defence of scenario 3 adds nothing then (12.11a)
    """
    if piece not in pos.game.roster.yma:
        return False
    against_german = moving and pos.side(piece) == GERMAN
    rating = pos.tr(piece)
    return all(pos.tr(other, against_german) < rating for other in others)


def ignores(pos: YellowPosition, piece: int, place: int, moving: bool = True) -> bool:
    """9.3: may the unit treat the hex as free of enemy ZOC in movement, or in a retreat?"""
    return outrates(pos, piece, enemies_projecting(pos, place, pos.side(piece)), moving)


def stopped(pos: YellowPosition, piece: int, place: int) -> bool:
    """9.2: does the unit stop when it enters the hex?"""
    return in_ezoc(pos, place, pos.side(piece)) and not ignores(pos, piece, place)


def halted(pos: YellowPosition, piece: int, place: int) -> bool:
    """9.2, 9.4b, 10.9b: does the unit stop in a hex on its way? A German who enters Defensive Works destroys them, so
    that enemy ZOC reaches him there at once."""
    if stopped(pos, piece, place):
        return True
    side = pos.side(piece)
    others = _beside(pos, place, side) if side == GERMAN and pos.works(place) else _NOBODY
    return bool(others) and not outrates(pos, piece, others)


def _beside(pos: YellowPosition, place: int, side: int) -> tuple[int, ...]:
    """Enemy units of `side` that project into a hex as soon as its works are gone."""
    ground = pos.game.ground
    near = (here for here in ground.near[place] if pos.enemy_in(here, side) and place in ground.reach[here])
    return tuple(unit for here in near for unit in projecting(pos, here))


def barred(pos: YellowPosition, piece: int, here: int, there: int) -> bool:
    """9.4a, G-A2: over a Major River or the Rhine nobody enters an empty hex into which enemies of two hexes project,
    but a yMA unit that outrates them."""
    if pos.game.ground.river_between(here, there) not in BARRIERS or pos.units(there):
        return False
    others = enemies_projecting(pos, there, pos.side(piece))
    if len({pos.at(other) for other in others}) < pos.game.chart.number("river_barrier", "projecting"):
        return False
    return not outrates(pos, piece, others)
