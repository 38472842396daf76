"""Zones of control (7, 9.5, 12.8, 20.6, 21.6): whose zone reaches where. Asked through `FortressPosition.zoc`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.standing import MARKED, Standing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import CONTROL, MARKERS, PLACES, Basis, kept, lasting, renewed
from hexledger.engine.map.zones import Zones

ON_ZOC: Final = Basis(
    *(PLACES, MARKERS, CONTROL),
    flags=(f.FROZEN, f.DROPPED, f.INVADING, f.COVERS),
    variables=(f.VAR_SCENARIO, f.VAR_IMPULSE, f.VAR_DECOYS),
)
"""What ZOCs hang on, with control: for all that asks for nothing but ZOCs, places, markers and control."""
KEPT: Final = 64
"""States of bridges and fortresses for which the spread of ZOCs is kept."""


def has_zoc(pos: Standing, piece: int) -> bool:
    """FE 7.1: land units on the map have a ZOC, at least in their own hex; a hidden unit is not on the map."""
    return piece in pos.tables.roster.land and pos.on_map(piece)


def own_hex_only(pos: Standing, piece: int) -> bool:
    """FE 7.1, 9.5, 12.8, 20.6, 21.6: units whose ZOC is their own hex and no more."""
    if piece in pos.tables.roster.own_hex_zoc:
        return True
    flags, base = pos.state.flags, piece << 16
    if flags.get(base | f.FROZEN, 0) or flags.get(base | f.DROPPED, 0):
        return True
    return pos.impulse == 1 and flags.get(base | f.INVADING, 0) != 0


def extends(pos: Standing, a: int, b: int, side: int) -> bool:
    """FE 7.1: could a ZOC of `side` in hex a extend to the adjacent hex b?

    Not over an estuary, other water or a river without bridges, and not into an enemy fortress that is intact (only
    Germans hold those, 16.3).
    """
    if b not in pos.tables.ground.links[a] or pos.broken(a, b):
        return False
    return side != f.ALLIED or not pos.fortress(b)


@kept(MARKED)
def spread(pos: Standing, side: int) -> Mapping[int, tuple[int, ...]]:
    """FE 7.1: hex -> adjacent hexes to which a ZOC of `side` extends from it, as `extends` says it of each. It hangs on
    the bridges that are out and on the fortresses that stand, not on units."""
    return _spread(pos.game, pos.tables.ground, pos.without_bridges(), _closed(pos, side))


@kept(MARKED)
def _closed(pos: Standing, side: int) -> tuple[int, ...]:
    """FE 16.3: fortresses that no ZOC of a side extends into, ascending."""
    fortresses = sorted(pos.tables.ground.fortresses) if side == f.ALLIED else ()
    return tuple(place for place in fortresses if pos.fortress(place))


@lasting(most=KEPT)
def _spread(
    _game: Game[Any], ground: Ground, out: frozenset[int], closed: tuple[int, ...]
) -> Mapping[int, tuple[int, ...]]:
    """`spread` by hexsides whose bridges are out, and fortresses that no ZOC extends into."""
    return {
        place: tuple(there for there in links if there not in closed and ground.key(place, there) not in out)
        for place, links in enumerate(ground.links)
    }


def zone_of(pos: Standing, piece: int) -> tuple[int, ...]:
    """FE 7.1: the hexes of a unit's ZOC, its own first."""
    if not has_zoc(pos, piece):
        return ()
    place, side = pos.at(piece), pos.side(piece)
    if own_hex_only(pos, piece):
        return (place,)
    return (place, *(there for there in pos.tables.ground.links[place] if extends(pos, place, there, side)))


@renewed(ON_ZOC)
def zones(pos: Standing, last: Zones | None, side: int) -> Zones:
    """FE 7.1: the ZOCs of a side, as `zone_of` says it of each unit."""
    beyond = spread(pos, side)

    def hexes(stand: int) -> tuple[int, ...]:
        return (stand, *beyond[stand]) if stand >= 0 else (~stand,)

    return (last or Zones()).now(_stands(pos, side), hexes, (pos.without_bridges(), _closed(pos, side)))


def _stands(pos: Standing, side: int) -> dict[int, int]:
    """What the ZOC of each unit of a side ashore hangs on: its place, as `~place` where it is `own_hex_only`. 31.6: to
    the Allies a decoy is a unit. The flags are looked through once for all units."""
    words = (f.FROZEN, f.DROPPED, f.INVADING) if pos.impulse == 1 else (f.FROZEN, f.DROPPED)
    confined = pos.tables.roster.own_hex_zoc.union([key >> 16 for key in pos.state.flags if key & 0xFFFF in words])
    at = pos.state.at
    stands = {piece: ~at[piece] if piece in confined else at[piece] for piece in pos.ashore(side)}
    if side == f.GERMAN:
        stands.update((decoy, at[decoy]) for decoy in pos.decoys_out)
    return stands
